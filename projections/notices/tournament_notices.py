"""Notices of a tournament's commits: what concerns its players, and calls for its staff."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from msgspec import Struct

from domain.ids import PlayerId
from domain.messages import Event
from domain.table.bots import is_bot
from domain.table.refereeing import RefereeCalled
from domain.table.state import Table
from domain.tournament.appeals import (
    AppealRejected,
    ResultAppealed,
    TableAwarded,
    TableReplayed,
)
from domain.tournament.choosing import ChoiceAsked
from domain.tournament.drafting import RoundDiscarded, RoundPublished
from domain.tournament.entering import EntryApproved, EntryDeclined, EntryMovedUp
from domain.tournament.leaving import EntryWithdrawn, PlayerDropped, PlayerReadmitted
from domain.tournament.penalties import PenaltyCancelled, PenaltyImposed
from domain.tournament.playing import GamesOpened
from domain.tournament.results import ResultOpened
from domain.tournament.starting import CheckInOpened
from domain.tournament.state import RoundTable, Tournament
from domain.tournament.substituting import PlayerSubstituted
from eventlog.chain import Chain, LedgerChain
from projections.notices.game_notices import notice_id
from projections.notices.kinds import Kind
from projections.notices.notice import Notice, make_notice


class News(Struct, frozen=True):
    """What one event means for one person."""

    person: PlayerId
    about: str
    details: Mapping[str, Any]
    kind: Kind = "tournament"


def players_of_published_round(state: Tournament) -> list[PlayerId]:
    """Who has been told where they sit in a round that has not started, or that they sit out."""
    current = state.open_round
    if current is None or current.status != "published" or current.plan is None:
        return []
    byes = (state.person(one) for one in current.plan.byes)
    return [*(one for table in current.tables for one in table.players), *byes]


@singledispatch
def news_of(event: Event, state: Tournament, published_for: Sequence[PlayerId]) -> Iterator[News]:
    """What an event means for people. The state has it already.

    `published_for` are those who had been told of a published round before the commit.
    """
    return iter(())


@news_of.register
def _(event: CheckInOpened, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    for entry in state.entries.values():
        if entry.status == "entered" and not entry.checked_in:
            yield News(entry.person, "check_in", {})


@news_of.register
def _(event: EntryApproved, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    details = {"status": event.status, "from": event.author}
    yield News(state.person(event.entrant), "entry_approved", details)


@news_of.register
def _(event: EntryDeclined, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    yield News(state.person(event.entrant), "entry_declined", _decision(event))


@news_of.register
def _(event: EntryMovedUp, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    yield News(state.person(event.entrant), "place_given", {"status": event.status})


@news_of.register(EntryWithdrawn)
@news_of.register(PlayerDropped)
def _(
    event: EntryWithdrawn | PlayerDropped, state: Tournament, _: Sequence[PlayerId]
) -> Iterator[News]:
    person = state.person(event.entrant)
    if event.author not in (None, person):
        yield News(person, "dropped", _decision(event))


@news_of.register
def _(event: PlayerReadmitted, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    yield News(state.person(event.entrant), "readmitted", _decision(event))


@news_of.register
def _(event: PlayerSubstituted, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    yield News(event.left, "replaced", {"substitute": event.substitute, **_decision(event)})
    details = {"replaced": event.left, **_decision(event), **_place_of(state, event.substitute)}
    yield News(event.substitute, "substitute", details)


@news_of.register
def _(event: RoundPublished, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    for number in range(1, len(state.rounds[-1].tables) + 1):
        yield from _at_table(state, number, "round_published", {})
    for entrant in event.plan.byes:
        yield News(state.person(entrant), "bye", {"round": event.round})


@news_of.register
def _(
    event: RoundDiscarded, state: Tournament, published_for: Sequence[PlayerId]
) -> Iterator[News]:
    for person in published_for:
        yield News(person, "round_discarded", {"round": event.round, **_decision(event)})


@news_of.register
def _(event: ChoiceAsked, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    details = {
        "round": event.round,
        "table": event.table,
        "choice": event.choice,
        "until": event.until,
    }
    yield News(state.person(event.entrant), "choice_asked", details)


@news_of.register
def _(event: GamesOpened, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    for one in event.games:
        yield from _at_table(state, one.table, "game_opened", {"game_id": one.game})


@news_of.register
def _(event: ResultOpened, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    about = "result_to_sign" if state.chosen.signing else "result_open"
    yield from _at_table(state, event.table, about, {"until": event.until})


@news_of.register
def _(event: ResultAppealed, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    players = state.rounds[-1].tables[event.table - 1].players
    details = {
        "round": event.round,
        "table": event.table,
        "appeal": event.appeal,
        "reason": event.reason,
        "from": state.person(event.entrant),
    }
    for person in _staff_apart_from(state, players):
        yield News(person, "result_appealed", details, "referee_call")


@news_of.register
def _(event: AppealRejected, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    details = {"decision": "rejected", **_decision(event)}
    yield from _at_table(state, state.appeals[event.appeal].table, "table_decided", details)


@news_of.register
def _(event: TableAwarded, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    details = {"decision": "awarded", **_decision(event)}
    yield from _at_table(state, event.table, "table_decided", details)


@news_of.register
def _(event: TableReplayed, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    details = {"decision": "replayed", **_decision(event)}
    yield from _at_table(state, event.table, "table_decided", details)


@news_of.register
def _(event: PenaltyImposed, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    about = "disqualified" if event.kind == "disqualification" else "penalty"
    details = {"penalty": event.kind, "points": event.points, **_decision(event)}
    if event.round is not None:
        details["round"] = event.round
    yield News(state.person(event.entrant), about, details)


@news_of.register
def _(event: PenaltyCancelled, state: Tournament, _: Sequence[PlayerId]) -> Iterator[News]:
    penalty = state.penalties[event.penalty]
    details = {"penalty": penalty.kind, **_decision(event)}
    yield News(state.person(penalty.entrant), "penalty_cancelled", details)


def _decision(event: Any) -> dict[str, Any]:
    """Who decided it, and why."""
    return {"from": event.author, "reason": event.reason}


def _at_table(
    state: Tournament, number: int, about: str, more: Mapping[str, Any]
) -> Iterator[News]:
    """The same news for everybody at a table of the current round, each with their place."""
    table = state.rounds[-1].tables[number - 1]
    for person in table.players:
        yield News(person, about, {**_place_at(state, number, table, person), **more})


def _place_at(
    state: Tournament, number: int, table: RoundTable, person: PlayerId
) -> dict[str, Any]:
    place: dict[str, Any] = {"round": state.rounds[-1].number, "table": number}
    if table.game is not None or not table.choosers:
        # Until then the seats are chosen.
        place["seat"] = table.players.index(person)
    place["opponents"] = [one for one in table.players if one != person]
    return place


def _place_of(state: Tournament, person: PlayerId) -> dict[str, Any]:
    """Where somebody sits in the round that is not closed; nothing if they do not."""
    current = state.open_round
    for number, table in enumerate(() if current is None else current.tables, start=1):
        if person in table.players and not table.is_sealed:
            game = {} if table.game is None else {"game_id": table.game}
            return {**_place_at(state, number, table, person), **game}
    return {}


def _staff_apart_from(state: Tournament, players: Iterable[PlayerId]) -> list[PlayerId]:
    """The staff who may decide at a table: nobody does so where they play."""
    seated = {*players}
    return [person for person in state.staff if person not in seated]


def tournament_notices(
    tournament: str, chain: LedgerChain[Tournament], news: Iterable[News]
) -> list[Notice]:
    """The notices of a chain's last commit. Bots get none."""
    found = []
    for number, one in enumerate(news):
        if not is_bot(one.person):
            id = notice_id(one.person, tournament, chain.version, f"{one.about}/{number}")
            body = {**_heading(tournament, chain.state, one.about, chain.version), **one.details}
            body["links"] = _links(tournament, body.get("game_id"))
            found.append(make_notice(one.person, one.kind, id, chain.at, body))
    return found


def referee_call_notices(
    game: str, chain: Chain, events: Iterable[Event], tournament: Tournament
) -> list[Notice]:
    """The notices of a commit in a game of a tournament, for the staff who are called."""
    state: Table = chain.state
    link = state.tournament
    assert link is not None
    players = [chair.player for chair in state.chairs if chair.player is not None]
    found = []
    for event in events:
        if isinstance(event, RefereeCalled):
            body = {
                **_heading(link.tournament, tournament, "referee_called", chain.version),
                "round": link.round,
                "table": link.table,
                "game_id": game,
                "reason": event.text,
                "from": state.chairs[event.seat].player,
                "links": _links(link.tournament, game),
            }
            for person in _staff_apart_from(tournament, players):
                id = notice_id(person, game, chain.version, "referee_call")
                found.append(make_notice(person, "referee_call", id, chain.at, body))
    return found


def _heading(tournament: str, state: Tournament, about: str, version: int) -> dict[str, Any]:
    return {
        "tournament_id": tournament,
        "tournament_title": state.chosen.title,
        "version": version,
        "about": about,
    }


def _links(tournament: str, game: str | None) -> dict[str, str]:
    here = f"/v1/tournaments/{tournament}"
    links = {"tournament": here, "actions": f"{here}/actions"}
    return links if game is None else {**links, "game": f"/v1/games/{game}"}
