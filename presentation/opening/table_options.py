"""The options that every game has: clocks, bots, spectators, talk."""

from collections.abc import Mapping
from typing import Final

from presentation.opening.words import Texts

TABLE_OPTIONS: Final[Mapping[str, Texts]] = {
    "bot_seconds": {"en": "Seconds that bots think", "pl": "Ile sekund myślą boty"},
    "call_pauses": {
        "en": "Calling a referee pauses the game",
        "pl": "Wezwanie sędziego wstrzymuje grę",
    },
    "clock": {"en": "Clock", "pl": "Zegar"},
    "clock.none": {"en": "No clock", "pl": "Bez zegara"},
    "clock.live": {"en": "Live: two minutes a turn", "pl": "Na żywo: dwie minuty na turę"},
    "clock.correspondence": {"en": "Slow: a day for a turn", "pl": "Wolna gra: doba na turę"},
    "clock.absent": {"en": "If a player stays away", "pl": "Gdy ktoś nie wraca"},
    "clock.absent.bot": {"en": "a bot plays on", "pl": "dalej gra bot"},
    "clock.absent.resign": {"en": "they resign", "pl": "poddaje grę"},
    "clock.answer_seconds": {
        "en": "Seconds to answer an offer",
        "pl": "Sekundy na odpowiedź na ofertę",
    },
    "clock.bank_seconds": {"en": "Seconds in reserve", "pl": "Sekundy w rezerwie"},
    "clock.discard_seconds": {"en": "Seconds to discard", "pl": "Sekundy na odrzucenie kart"},
    "clock.founding_seconds": {
        "en": "Seconds for a placement at the start",
        "pl": "Sekundy na ruch przy zakładaniu osad",
    },
    "clock.misses": {
        "en": "Missed decisions until a player counts as away",
        "pl": "Ile decyzji można przegapić",
    },
    "clock.turn_seconds": {"en": "Seconds for a turn", "pl": "Sekundy na turę"},
    "spectator_delay_seconds": {
        "en": "Seconds that spectators see late",
        "pl": "O ile sekund później widzą widzowie",
    },
    "talk": {"en": "Table talk", "pl": "Rozmowy przy stole"},
    "talk.free": {"en": "free text", "pl": "dowolny tekst"},
    "talk.off": {"en": "off", "pl": "wyłączone"},
    "talk.phrases": {"en": "ready phrases only", "pl": "tylko gotowe zwroty"},
    "time_limit": {"en": "Time limit for the whole game", "pl": "Limit czasu całej gry"},
    "time_limit.seconds": {"en": "Seconds", "pl": "Sekundy"},
    "time_limit.policy": {"en": "When the time is up", "pl": "Gdy czas minie"},
    "time_limit.policy.finish_round": {"en": "finish the round", "pl": "dokończcie rundę"},
    "time_limit.policy.finish_turn": {"en": "finish the turn", "pl": "dokończcie turę"},
    "time_limit.policy.immediate": {"en": "stop at once", "pl": "koniec od razu"},
    "time_limit.policy.none": {"en": "only say so", "pl": "tylko powiadom"},
    "start_player": {"en": "Who begins", "pl": "Kto zaczyna"},
    "start_player.draw": {"en": "drawn by lot", "pl": "losowanie"},
    "start_player.seat": {"en": "the seat named below", "pl": "miejsce podane niżej"},
    "start_seat": {"en": "First seat (from 0)", "pl": "Pierwsze miejsce (od 0)"},
}
