"""What is told of bots, clocks and pauses: each fact with its sentences."""

from domain.messages import Event
from domain.table.bots import BotDismissed, BotSeated, SeatHandedOver, SeatReturned
from domain.table.clocks import TimeCalled, TimeLimitHeld, TimeLimitSet, TimeRanOut
from domain.table.expiry import ChallengeMissed, GraceGiven, LotsDrawn
from domain.table.pauses import GamePaused, GameResumed, PauseAsked, TimeAdded
from tests.clocks.facts import deadline, missed, running, stopped

TOLD: list[tuple[Event, str, str]] = [
    (BotSeated(0, "planner", "red"), "A bot plays Red.", "Czerwony – gra bot."),
    (BotDismissed(2), "The bot left seat 2.", "Bot zwolnił miejsce 2."),
    (
        SeatHandedOver(1, "planner"),
        "Blue is away; a bot moves until they are back.",
        "Niebieski jest nieobecny; do powrotu zastępuje go bot.",
    ),
    (SeatReturned(1), "Blue is back.", "Niebieski wrócił do gry."),
    (
        ChallengeMissed(),
        "The challenge has closed; the game ends unfinished.",
        "Wyzwanie dobiegło końca; gra pozostaje nieukończona.",
    ),
    (
        running(0, "turn", 1, 60),
        "The clock is running for Red.",
        "Zegar odmierza czas: Czerwony.",
    ),
    (
        stopped(3, "discard", 1, 5),
        "The clock has stopped for White.",
        "Zegar zatrzymano: Biały.",
    ),
    (TimeLimitSet(1), "The time of the whole game is running.", "Biegnie czas całej gry."),
    (
        TimeLimitHeld(1),
        "The time of the whole game stands still.",
        "Czas całej gry został wstrzymany.",
    ),
    (
        TimeRanOut("none"),
        "The time of the whole game is up, and it goes on all the same.",
        "Czas całej gry minął, ale gra toczy się dalej.",
    ),
    (
        TimeRanOut("finish_turn"),
        "The time of the whole game is up; it ends with this turn.",
        "Czas całej gry minął; gra skończy się z końcem tej tury.",
    ),
    (
        TimeRanOut("finish_round"),
        "The time of the whole game is up; it ends with this round.",
        "Czas całej gry minął; gra skończy się z końcem tej rundy.",
    ),
    (TimeRanOut("immediate"), "The time of the whole game is up.", "Czas całej gry minął."),
    (
        TimeCalled(),
        "The game ends because its time is up.",
        "Gra kończy się, ponieważ minął jej czas.",
    ),
    (
        missed(2, "turn", 2),
        "Orange did not decide in time (missed in a row: 2).",
        "Pomarańczowy nie zdążył na czas (z rzędu: 2).",
    ),
    (
        GraceGiven(0, deadline("turn", 1, 60, grace=True)),
        "Red gets the time once more, because the service was away.",
        "Czerwony dostaje czas jeszcze raz, bo serwis był niedostępny.",
    ),
    (LotsDrawn(0, 0, 4), "Lots were drawn for Red.", "Czerwony – zdecydował los."),
    (PauseAsked(0, 1), "Red asked for a pause.", "Czerwony poprosił o przerwę."),
    (GamePaused(), "The players paused the game.", "Gracze wstrzymali grę."),
    (
        GamePaused("rain"),
        "A referee paused the game (reason: rain).",
        "Sędzia wstrzymał grę (powód: rain).",
    ),
    (GameResumed(), "The game goes on.", "Gra toczy się dalej."),
    (
        GameResumed("sun"),
        "A referee let the game go on (reason: sun).",
        "Sędzia wznowił grę (powód: sun).",
    ),
    (
        TimeAdded((0,), 1_000, "a call"),
        "A referee gave Red 1 second more (reason: a call).",
        "Sędzia dodał czas: Czerwony, 1 sekundę (powód: a call).",
    ),
    (
        TimeAdded((0, 2), 22_000, "a call", limit=True),
        "A referee gave Red and Orange 22 seconds more (reason: a call).",
        "Sędzia dodał czas: Czerwony i Pomarańczowy, 22 sekundy (powód: a call).",
    ),
]
