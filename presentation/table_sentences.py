"""Sentences about bots, clocks and pauses, in English and Polish."""

from typing import Final

ENGLISH_SENTENCES: Final = {
    "bot_seated": "A bot plays {seat}.",
    "bot_dismissed": "The bot left seat {number}.",
    "seat_handed_over": "{seat} is away; a bot moves until they are back.",
    "seat_returned": "{seat} is back.",
    "deadlines_set": "The clock is running for {who}.",
    "deadlines_lifted": "The clock has stopped for {who}.",
    "time_limit_set": "The time of the whole game is running.",
    "time_limit_held": "The time of the whole game stands still.",
    "time_ran_out.none": "The time of the whole game is up, and it goes on all the same.",
    "time_ran_out.finish_turn": "The time of the whole game is up; it ends with this turn.",
    "time_ran_out.finish_round": "The time of the whole game is up; it ends with this round.",
    "time_ran_out.immediate": "The time of the whole game is up.",
    "time_called": "The game ends because its time is up.",
    "deadline_passed": "{seat} did not decide in time (missed in a row: {misses}).",
    "grace_given": "{seat} gets the time once more, because the service was away.",
    "challenge_missed": "The challenge has closed; the game ends unfinished.",
    "lots_drawn": "Lots were drawn for {seat}.",
    "pause_asked": "{seat} asked for a pause.",
    "game_paused": "The players paused the game.",
    "game_paused.by_organizer": "A referee paused the game (reason: {reason}).",
    "game_resumed": "The game goes on.",
    "game_resumed.by_organizer": "A referee let the game go on (reason: {reason}).",
    "time_added": "A referee gave {seats} {time} more (reason: {reason}).",
}
ENGLISH_NOUNS: Final = {"second": ("second", "seconds")}

POLISH_SENTENCES: Final = {
    "bot_seated": "{seat} – gra bot.",
    "bot_dismissed": "Bot zwolnił miejsce {number}.",
    "seat_handed_over": "{seat} jest nieobecny; do powrotu zastępuje go bot.",
    "seat_returned": "{seat} wrócił do gry.",
    "deadlines_set": "Zegar odmierza czas: {who}.",
    "deadlines_lifted": "Zegar zatrzymano: {who}.",
    "time_limit_set": "Biegnie czas całej gry.",
    "time_limit_held": "Czas całej gry został wstrzymany.",
    "time_ran_out.none": "Czas całej gry minął, ale gra toczy się dalej.",
    "time_ran_out.finish_turn": "Czas całej gry minął; gra skończy się z końcem tej tury.",
    "time_ran_out.finish_round": "Czas całej gry minął; gra skończy się z końcem tej rundy.",
    "time_ran_out.immediate": "Czas całej gry minął.",
    "time_called": "Gra kończy się, ponieważ minął jej czas.",
    "deadline_passed": "{seat} nie zdążył na czas (z rzędu: {misses}).",
    "grace_given": "{seat} dostaje czas jeszcze raz, bo serwis był niedostępny.",
    "challenge_missed": "Wyzwanie dobiegło końca; gra pozostaje nieukończona.",
    "lots_drawn": "{seat} – zdecydował los.",
    "pause_asked": "{seat} poprosił o przerwę.",
    "game_paused": "Gracze wstrzymali grę.",
    "game_paused.by_organizer": "Sędzia wstrzymał grę (powód: {reason}).",
    "game_resumed": "Gra toczy się dalej.",
    "game_resumed.by_organizer": "Sędzia wznowił grę (powód: {reason}).",
    "time_added": "Sędzia dodał czas: {seats.nominative}, {time} (powód: {reason}).",
}
POLISH_NOUNS: Final = {"second": ("sekundę", "sekundy", "sekund")}
