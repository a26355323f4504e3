"""The events of a tournament as sentences, in English and Polish.

Entrants are told by their numbers, staff by their roles; names are filled in by the reader.
"""

from collections.abc import Iterable
from typing import Final

from domain.ids import PlayerId, Seat
from domain.messages import Event
from domain.tournament.appeals import TableAwarded
from domain.tournament.choosing import ChoiceAsked, ColourChosen, SeatChosen
from domain.tournament.drafting import RoundPublished
from domain.tournament.ending import TournamentFinished
from domain.tournament.entering import EntryApproved, PlayerRegistered
from domain.tournament.leaving import EntryWithdrawn, PlayerDropped
from domain.tournament.opening import TournamentOpened
from domain.tournament.pairs import PairAllowed, PairForbidden
from domain.tournament.penalties import PenaltyImposed
from domain.tournament.playing import GamesOpened
from domain.tournament.results import TableResultRecorded
from domain.tournament.starting import PlayerCheckedIn, TournamentStarted
from domain.tournament.state import Tournament
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    Narrator,
    SentenceChooser,
    Word,
)
from presentation.player_names import marked, without_marks
from presentation.table_narration import ENGLISH as TABLE_ENGLISH
from presentation.table_narration import POLISH as TABLE_POLISH
from presentation.tournament import sentences_en, sentences_pl


def _language(
    table: Language, sentences: dict[str, str], words: dict[str, Word], player: Word
) -> Language:
    """The sentences of tournaments alone; colours and counting are those of tables."""
    return Language(
        sentences=sentences,
        words={**table.words, **words},
        nouns=table.nouns,
        noun_form=table.noun_form,
        seat=player,
        conjunction=table.conjunction,
    )


def _entrant(language: Language, state: Tournament, entrant: PlayerId) -> Word:
    """An entrant by the number of the entry, and the name of the person who plays now."""
    entry = state.entries.get(entrant)
    if entry is None:
        # In a redacted event.
        return language.words["person"]
    word = Word(*(f"{case} {entry.number}" for case in language.seat))
    return _mark(language, entry.person, word)


def _earlier(language: Language, state: Tournament, person: PlayerId) -> Word:
    """Somebody who had an entry before: by its number, and their own name."""
    for entry in state.entries.values():
        if person in entry.earlier:
            word = Word(*(f"{case} {entry.number}" for case in language.seat))
            return _mark(language, person, word)
    return _mark(language, person, language.words["person"])


def name_of_person(language: Language, state: Tournament, person: PlayerId) -> Word:
    """Somebody who plays, by the number of the entry; or else one of the staff, by their role."""
    entrant = state.entrant_of(person)
    if entrant is not None:
        return _entrant(language, state, entrant)
    return _member_of_staff(language, state, person)


def _somebody(language: Language, state: Tournament, person: PlayerId) -> Word:
    return _mark(language, person, language.words["person"])


def _member_of_staff(language: Language, state: Tournament, person: PlayerId) -> Word:
    role = state.staff.get(person)
    return _mark(language, person, language.words["person" if role is None else role])


def _author(language: Language, state: Tournament, person: PlayerId) -> Word:
    """Who did it; who is no member of staff is the operator."""
    role = state.staff.get(person)
    return _mark(language, person, language.words["operator" if role is None else role])


def _mark(language: Language, person: PlayerId, word: Word) -> Word:
    if not language.marks_players:
        return word
    return Word(*(marked(without_marks(person), case) for case in word))


def _players(language: Language, state: Tournament, entrants: Iterable[PlayerId]) -> str:
    return ", ".join(str(_entrant(language, state, one)) for one in entrants)


def _tag(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _opened(language: Language, state: Tournament, event: TournamentOpened) -> ChosenSentence:
    setup = event.setup
    return _tag(event), {"title": without_marks(setup.title), "capacity": setup.capacity}


def _by_status(
    language: Language, state: Tournament, event: PlayerRegistered | EntryApproved
) -> ChosenSentence:
    return f"{_tag(event)}.{event.status}", {}


def _by_author(
    language: Language, state: Tournament, event: EntryWithdrawn | PlayerDropped | PlayerCheckedIn
) -> ChosenSentence:
    return _tag(event) if event.author is None else f"{_tag(event)}.by_staff", {}


def _pair(
    language: Language, state: Tournament, event: PairForbidden | PairAllowed
) -> ChosenSentence:
    return f"{_tag(event)}.known" if event.first else _tag(event), {}


def _started(language: Language, state: Tournament, event: TournamentStarted) -> ChosenSentence:
    count = {"count": len(event.entrants)}
    if not event.absent:
        return "tournament_started", count
    absent = _players(language, state, event.absent)
    return "tournament_started.absent", {**count, "absent_players": absent}


def _published(language: Language, state: Tournament, event: RoundPublished) -> ChosenSentence:
    plan = event.plan
    seating = "; ".join(
        language.say(
            "round_published.table", table=number, players=_players(language, state, table)
        )
        for number, table in enumerate(plan.tables, start=1)
    )
    if not plan.byes:
        return "round_published", {"seating": seating}
    byes = _players(language, state, plan.byes)
    return "round_published.byes", {"seating": seating, "byes": byes}


def _asked(language: Language, state: Tournament, event: ChoiceAsked) -> ChosenSentence:
    return f"choice_asked.{event.choice}", {}


def _chosen(
    language: Language, state: Tournament, event: SeatChosen | ColourChosen
) -> ChosenSentence:
    key = f"{_tag(event)}.{event.by}"
    if isinstance(event, SeatChosen):
        return key, {"seat_number": event.seat + 1}
    word = language.words.get(event.colour)
    return key, {"colour": event.colour if word is None else str(word).lower()}


def _games(language: Language, state: Tournament, event: GamesOpened) -> ChosenSentence:
    return "games_opened", {"tables": ", ".join(str(one.table) for one in event.games)}


def _result(
    language: Language, state: Tournament, event: TableResultRecorded | TableAwarded
) -> ChosenSentence:
    entrants = state.rounds[event.round - 1].tables[event.table - 1].entrants

    def name(seat: Seat) -> Word:
        return _entrant(language, state, entrants[seat])

    score = "; ".join(
        language.say("score", player=name(Seat(i)), points=language.counted(points, "point"))
        for i, points in enumerate(event.points)
    )
    more: dict[str, object] = {"score": score}
    if event.winners:
        more["winners_named"] = language.joined(name(seat) for seat in event.winners)
    return f"{_tag(event)}.{event.outcome}", more


def _penalty(language: Language, state: Tournament, event: PenaltyImposed) -> ChosenSentence:
    return f"penalty_imposed.{event.kind}", {"points": language.counted(event.points, "point")}


def _finished(language: Language, state: Tournament, event: TournamentFinished) -> ChosenSentence:
    if event.reason:
        return "tournament_finished.early", {}
    first = [place.player for place in event.ranking if place.rank == 1]
    if not first:
        return "tournament_finished.nobody", {}
    winner = language.joined(_entrant(language, state, one) for one in first)
    key = "tournament_finished" if len(first) == 1 else "tournament_finished.shared"
    return key, {"winner": winner}


FIELD_FORMATTERS: Final[dict[str, FieldFormatter]] = {
    "entrant": _entrant,
    "first": _entrant,
    "second": _entrant,
    "left": _earlier,
    "substitute": _somebody,
    "person": _member_of_staff,
    "author": _author,
}
SENTENCE_CHOOSERS: Final[dict[type[Event], SentenceChooser]] = {
    TournamentOpened: _opened,
    PlayerRegistered: _by_status,
    EntryApproved: _by_status,
    EntryWithdrawn: _by_author,
    PlayerDropped: _by_author,
    PlayerCheckedIn: _by_author,
    PairForbidden: _pair,
    PairAllowed: _pair,
    TournamentStarted: _started,
    RoundPublished: _published,
    ChoiceAsked: _asked,
    SeatChosen: _chosen,
    ColourChosen: _chosen,
    GamesOpened: _games,
    TableResultRecorded: _result,
    TableAwarded: _result,
    PenaltyImposed: _penalty,
    TournamentFinished: _finished,
}

NARRATOR: Final = Narrator(
    languages={
        "en": _language(
            TABLE_ENGLISH, sentences_en.SENTENCES, sentences_en.WORDS, sentences_en.PLAYER
        ),
        "pl": _language(
            TABLE_POLISH, sentences_pl.SENTENCES, sentences_pl.WORDS, sentences_pl.PLAYER
        ),
    },
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)


def narrate(state: Tournament, event: Event, language: str) -> str:
    """An event as a sentence; the state already includes the event. Nobody is named."""
    return NARRATOR.narrate(state, event, language)


def template(state: Tournament, event: Event, language: str) -> str:
    """The same with marks for names, which `player_names.with_names` fills in."""
    return NARRATOR.template(state, event, language)
