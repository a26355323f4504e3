"""The events that every game of the family has, as sentences in English and Polish."""

from domain.ids import Seat
from domain.messages import Event
from domain.table.bots import BotDismissed
from domain.table.clocks import DeadlinesLifted, DeadlinesSet, TimeRanOut
from domain.table.closing import GameWon, ResultRecorded, SeatResigned
from domain.table.deadlines import SECOND_MS
from domain.table.invitations import InvitationMade
from domain.table.lobby import SeatLeft
from domain.table.pauses import GamePaused, GameResumed, TimeAdded
from domain.table.replacing import PlayerReplaced
from domain.table.reservations import PlayerTurnedAway, SeatReleased, SeatReservedFor
from domain.table.state import Table
from presentation.actions.table_words import ENGLISH_ACTIONS, POLISH_ACTIONS
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    SentenceChooser,
    Word,
    uninflected,
)
from presentation.table_sentences import (
    ENGLISH_NOUNS,
    ENGLISH_SENTENCES,
    POLISH_NOUNS,
    POLISH_SENTENCES,
)


def _by_number(language: Language, state: Table, event: Event) -> ChosenSentence:
    """A seat without a player is told by its number, because it has no colour."""
    return str(event.__struct_config__.tag), {"number": event.main_seat}


def _invitation_made(language: Language, state: Table, event: InvitationMade) -> ChosenSentence:
    if event.seat is None:
        return "invitation_made", {}
    return "invitation_made.seat", {"number": event.seat}


def _deadlines_set(language: Language, state: Table, event: DeadlinesSet) -> ChosenSentence:
    return "deadlines_set", {"who": format_seats(language, state, tuple(event.deadlines))}


def _deadlines_lifted(language: Language, state: Table, event: DeadlinesLifted) -> ChosenSentence:
    return "deadlines_lifted", {"who": format_seats(language, state, tuple(event.rests))}


def _time_ran_out(language: Language, state: Table, event: TimeRanOut) -> ChosenSentence:
    return f"time_ran_out.{event.policy}", {}


def _pause(language: Language, state: Table, event: GamePaused | GameResumed) -> ChosenSentence:
    tag = str(event.__struct_config__.tag)
    if isinstance(event, GamePaused) and event.by_call:
        return "game_paused.by_call", {}
    return f"{tag}.by_organizer" if event.reason else tag, {}


def _time_added(language: Language, state: Table, event: TimeAdded) -> ChosenSentence:
    return "time_added", {"time": language.counted(event.ms // SECOND_MS, "second")}


def _seat_resigned(language: Language, state: Table, event: SeatResigned) -> ChosenSentence:
    is_excluded = state.chairs[event.seat].disqualified
    return "seat_resigned.disqualified" if is_excluded else "seat_resigned", {}


def _player_replaced(language: Language, state: Table, event: PlayerReplaced) -> ChosenSentence:
    return "player_replaced.bot" if event.bot else "player_replaced", {}


def _game_won(language: Language, state: Table, event: GameWon) -> ChosenSentence:
    return "game_won" if len(event.seats) == 1 else "game_won.shared", {}


def _result_recorded(language: Language, state: Table, event: ResultRecorded) -> ChosenSentence:
    if not event.standings:
        return "result_recorded.no_points", {}
    won = event.outcome == "won"
    places = "; ".join(
        language.say(
            "result_recorded.points" if line.rank is None else "result_recorded.rank",
            rank=line.rank,
            seat=language.name(state, line.seat),
            points=language.counted(line.points, "point"),
        )
        for line in event.standings
    )
    return "result_recorded" if won else "result_recorded.no_winner", {"places": places}


ENGLISH = Language(
    sentences={
        "game_opened": "A game was opened; seats at the table: {players}.",
        "seat_taken": "{seat} sat down at the table.",
        "seat_left": "Seat {number} is free again.",
        "nonce_added": "{seat} added a random number of their own to the seed.",
        "game_started": "The game started.",
        "first_player_chosen": "{seat} begins.",
        "first_player_chosen.by_lot": "The lot fell on {seat}, who begins.",
        "turn_began": "Turn {turn}: {seat} is up.",
        "game_abandoned": "The host called the game off before it started.",
        "seat_resigned": "{seat} resigned from the game.",
        "game_won": "{seats} won the game with {points}.",
        "game_won.shared": "{seats} share the win with {points}.",
        "game_voided": "The game was declared void (reason: {reason}).",
        "result_recorded": "The result stands: {places}.",
        "result_recorded.no_winner": "The game ended without a winner: {places}.",
        "result_recorded.no_points": "The game ended before anybody had points.",
        "result_recorded.rank": "{rank}. {seat} with {points}",
        "result_recorded.points": "{seat} has {points}",
        "seed_revealed": "The seed was revealed: {seed}.",
        "ledger_closed": "The ledger was closed.",
        "moved": "The game was moved to another server.",
        **ENGLISH_SENTENCES,
        **ENGLISH_ACTIONS,
    },
    words={
        colour: uninflected(colour.capitalize()) for colour in ("red", "blue", "orange", "white")
    },
    nouns={"point": ("point", "points"), **ENGLISH_NOUNS},
    noun_form=lambda count: int(count != 1),
    seat=uninflected("Seat"),
    conjunction="and",
)


def _polish_form(count: int) -> int:
    """One; two to four, but not in the teens; all others. What is below zero counts alike."""
    count = abs(count)
    if count == 1:
        return 0
    return 1 if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else 2


POLISH = Language(
    sentences={
        "game_opened": "Otwarto grę; liczba miejsc przy stole: {players}.",
        "seat_taken": "{seat} zasiadł do stołu.",
        "seat_left": "Miejsce {number} jest znów wolne.",
        "nonce_added": "{seat} dołożył do ziarna losowości własną liczbę.",
        "game_started": "Gra się rozpoczęła.",
        "first_player_chosen": "Zaczyna {seat}.",
        "first_player_chosen.by_lot": "Los wskazał, że zaczyna {seat}.",
        "turn_began": "Tura {turn}: gra {seat}.",
        "game_abandoned": "Gospodarz odwołał grę, zanim się zaczęła.",
        "seat_resigned": "{seat} zrezygnował z dalszej gry.",
        "game_won": "{seats} wygrał grę, mając {points}.",
        "game_won.shared": "{seats} dzielą się zwycięstwem, mając {points}.",
        "game_voided": "Grę unieważniono (powód: {reason}).",
        "result_recorded": "Wynik końcowy: {places}.",
        "result_recorded.no_winner": "Gra skończyła się bez zwycięzcy: {places}.",
        "result_recorded.no_points": "Gra skończyła się, zanim ktokolwiek zdobył punkty.",
        "result_recorded.rank": "{rank}. {seat} – {points}",
        "result_recorded.points": "{seat} ma {points}",
        "seed_revealed": "Ujawniono ziarno losowości: {seed}.",
        "ledger_closed": "Księga gry została zamknięta.",
        "moved": "Gra została przeniesiona na inny serwer.",
        **POLISH_SENTENCES,
        **POLISH_ACTIONS,
    },
    words={
        "red": Word("Czerwony", "Czerwonego", "Czerwonemu", "Czerwonego", "Czerwonym"),
        "blue": Word("Niebieski", "Niebieskiego", "Niebieskiemu", "Niebieskiego", "Niebieskim"),
        "orange": Word(
            "Pomarańczowy", "Pomarańczowego", "Pomarańczowemu", "Pomarańczowego", "Pomarańczowym"
        ),
        "white": Word("Biały", "Białego", "Białemu", "Białego", "Białym"),
    },
    nouns={"point": ("punkt", "punkty", "punktów"), **POLISH_NOUNS},
    noun_form=_polish_form,
    seat=Word(
        "Gracz z miejsca",
        "Gracza z miejsca",
        "Graczowi z miejsca",
        "Gracza z miejsca",
        "Graczem z miejsca",
    ),
    conjunction="i",
)


POLISH_RESOURCES: dict[str, Word] = {
    "brick": Word("glina", "gliny", "glinie", "glinę", "gliną"),
    "lumber": Word("drewno", "drewna", "drewnu", "drewno", "drewnem"),
    "wool": Word("wełna", "wełny", "wełnie", "wełnę", "wełną"),
    "grain": Word("zboże", "zboża", "zbożu", "zboże", "zbożem"),
    "ore": Word("ruda", "rudy", "rudzie", "rudę", "rudą"),
}


def format_seat(language: Language, state: Table, seat: Seat) -> Word:
    return language.name(state, seat)


def format_seats(language: Language, state: Table, seats: tuple[Seat, ...]) -> Word:
    return language.joined(language.name(state, seat) for seat in seats)


FIELD_FORMATTERS: dict[str, FieldFormatter] = {
    "seat": format_seat,
    "seats": format_seats,
    "points": lambda language, state, points: language.counted(points, "point"),
}
SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    SeatLeft: _by_number,
    InvitationMade: _invitation_made,
    SeatReservedFor: _by_number,
    SeatReleased: _by_number,
    PlayerTurnedAway: _by_number,
    GameWon: _game_won,
    ResultRecorded: _result_recorded,
    BotDismissed: _by_number,
    DeadlinesSet: _deadlines_set,
    DeadlinesLifted: _deadlines_lifted,
    TimeRanOut: _time_ran_out,
    GamePaused: _pause,
    GameResumed: _pause,
    TimeAdded: _time_added,
    SeatResigned: _seat_resigned,
    PlayerReplaced: _player_replaced,
}
