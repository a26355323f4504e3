"""Rounds before they start: drawing a draft, changing it by hand, publishing it.

The seed of a draft is drawn from the tournament's chance. The search that turns it into tables, its
cost and the bound that no seating goes below are published with it, so anybody can repeat it.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.course import is_playing, next_of, tied_at_cut
from domain.tournament.entering import find_entrant
from domain.tournament.formats.progress import Finished, NextRound
from domain.tournament.seating.cost import cost_of
from domain.tournament.seating.draft import seat_round
from domain.tournament.seating.problem import (
    Cost,
    PlayedRound,
    SeatingProblem,
    TablePlayers,
)
from domain.tournament.seating.sizes import table_sizes
from domain.tournament.setup import Reason
from domain.tournament.staff import OwnTable, require_organizer
from domain.tournament.starting import new_seed
from domain.tournament.state import (
    Plan,
    Round,
    RoundTable,
    Tournament,
    require_running,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class DraftRound(PlayerCommand, tag="draft_round"):
    """An organizer has the seating of the next round drawn."""


class SwapPlayers(PlayerCommand, tag="swap_players"):
    """An organizer exchanges two players in a draft; one of them may be sitting out."""

    first: PlayerId
    second: PlayerId


class MovePlayer(PlayerCommand, tag="move_player"):
    """An organizer moves a player to the last seat of another table, which is smaller by one."""

    entrant: PlayerId
    table: int
    """Counts from 1."""


class DiscardRound(PlayerCommand, tag="discard_round"):
    """An organizer throws a draft away, or takes a published round back, to draw it again."""

    reason: Reason


class PublishRound(PlayerCommand, tag="publish_round"):
    """An organizer shows the seating to everybody."""


class RoundDrafted(Event, tag="round_drafted"):
    """The seating of a round was drawn. Only staff see its plan."""

    round: int
    draw: int
    author: PlayerId
    plan: Plan | None = None


class DraftChanged(Event, tag="draft_changed"):
    """An organizer changed a draft by hand. Only staff see how."""

    round: int
    author: PlayerId
    plan: Plan | None = None


class RoundDiscarded(Event, tag="round_discarded"):
    """A draft, or a published round, is not going to be played."""

    round: int
    reason: str
    author: PlayerId


class RoundPublished(Event, tag="round_published"):
    """Everybody may know who sits where."""

    round: int
    plan: Plan
    author: PlayerId


class RoundOpen(RuleViolation):
    """A round is a draft, published or running; `details.status` tells which. Finish it first, or
    discard it."""

    code = "round/not_closed"


class NoMoreRounds(RuleViolation):
    """All rounds have been played; finish the tournament."""

    code = "round/no_more"


class NoDraft(RuleViolation):
    """There is no draft of a round; draw one by `draft_round`."""

    code = "round/no_draft"


class NothingToDiscard(RuleViolation):
    """There is no draft and no published round; one that runs or is closed stays."""

    code = "round/nothing_to_discard"


class SamePlayer(RuleViolation):
    """Name two different players who are not both sitting out."""

    code = "round/same_player"


class NotInRound(RuleViolation):
    """This player does not play in this round; the draft lists who does."""

    code = "round/not_in_round"


class BadMove(RuleViolation):
    """A player moves from a table to one that has one player fewer; swap two players instead."""

    code = "round/bad_move"


class RoundPlayerGone(RuleViolation):
    """A player of this round takes no part any more; discard it and draw it again, or let somebody
    take over the place. `details.players` lists who is gone."""

    code = "round/player_gone"


def require_next_round(state: Tournament) -> NextRound:
    """The round that can be drawn now, or a refusal."""
    require_running(state)
    if state.open_round is not None:
        raise RoundOpen("a round is not closed yet", status=state.open_round.status)
    coming = next_of(state)
    if isinstance(coming, Finished):
        raise NoMoreRounds("all rounds have been played")
    # Raises if they cannot be split into tables.
    table_sizes(len(coming.players), state.chosen.sizes)
    return coming


def require_draft(state: Tournament) -> tuple[Round, Plan]:
    """The draft, or a refusal."""
    require_running(state)
    draft = state.open_round
    if draft is None or draft.status != "draft" or draft.plan is None:
        raise NoDraft("there is no draft")
    return draft, draft.plan


def require_discardable(state: Tournament) -> Round:
    require_running(state)
    current = state.open_round
    if current is None or current.status == "running":
        raise NothingToDiscard("there is nothing to discard")
    return current


def problem_of(state: Tournament, round_ahead: Plan | NextRound, seed: str) -> SeatingProblem:
    """What the seating of a round follows from."""
    return SeatingProblem(
        players=round_ahead.players,
        seed=seed,
        manner=round_ahead.manner,
        levels=round_ahead.levels,
        sizes=state.chosen.sizes,
        history=tuple(
            PlayedRound(
                tuple(table.entrants for table in one.tables),
                one.plan.byes,
                one.plan.seed,
            )
            for one in state.rounds
            if one.status == "closed" and one.plan is not None
        ),
        forbidden=tuple((pair.first, pair.second) for pair in state.pairs),
    )


@decides(DraftRound)
def draft_round(state: Tournament, command: DraftRound, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    coming = require_next_round(state)
    draw = chance.index
    seed = new_seed(chance, "seating")
    seating = seat_round(problem_of(state, coming, seed))
    plan = Plan(
        phase=coming.phase,
        round_of_phase=coming.round_of_phase,
        rounds_of_phase=coming.rounds_of_phase,
        manner=coming.manner,
        counts=coming.counts,
        choice_by_rank=coming.choice_by_rank,
        players=coming.players,
        levels=coming.levels,
        out=coming.out,
        tables=seating.tables,
        byes=seating.byes,
        cost=seating.cost,
        bound=seating.bound,
        seed=seating.seed,
        method=seating.method,
    )
    yield RoundDrafted(coming.number, draw, command.player, plan)


@evolves(RoundDrafted)
def round_drafted(state: Tournament, event: RoundDrafted) -> None:
    state.next_draw = event.draw + 1
    tied = tied_at_cut(state) if event.plan is not None else ()
    state.rounds.append(Round(number=event.round, plan=event.plan, tied_at_cut=tied))


@decides(SwapPlayers)
def swap_players(state: Tournament, command: SwapPlayers, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    draft, plan = require_draft(state)
    first, second = find_entrant(state, command.first), find_entrant(state, command.second)
    require_in_round(plan, first, second)
    if first == second or {first, second} <= {*plan.byes}:
        raise SamePlayer("name two different players who are not both sitting out")
    if {first, second} & own_company(state, plan, command.player):
        raise OwnTable("you play at this table")
    other = {first: second, second: first}
    tables = tuple(tuple(other.get(one, one) for one in table) for table in plan.tables)
    byes = tuple(other.get(one, one) for one in plan.byes)
    yield DraftChanged(draft.number, command.player, _changed(state, plan, tables, byes))


@decides(MovePlayer)
def move_player(state: Tournament, command: MovePlayer, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    draft, plan = require_draft(state)
    entrant = find_entrant(state, command.entrant)
    require_in_round(plan, entrant)
    if command.table not in tables_to_move_to(plan, entrant):
        raise BadMove("this player cannot be moved there", tables=tables_to_move_to(plan, entrant))
    if {entrant, *plan.tables[command.table - 1]} & own_company(state, plan, command.player):
        raise OwnTable("you play at this table")
    tables = tuple(
        (*table, entrant)
        if number == command.table
        else tuple(one for one in table if one != entrant)
        for number, table in enumerate(plan.tables, start=1)
    )
    yield DraftChanged(draft.number, command.player, _changed(state, plan, tables, plan.byes))


def require_in_round(plan: Plan, *entrants: PlayerId) -> None:
    for entrant in entrants:
        if entrant not in plan.players:
            raise NotInRound("this player does not play in this round")


def own_company(state: Tournament, plan: Plan, organizer: PlayerId) -> frozenset[PlayerId]:
    """The entrants about whom an organizer who plays in a draft cannot decide: their own, and those
    at its table."""
    own = state.entrant_of(organizer)
    if own is None or own not in plan.players:
        return frozenset()
    return frozenset({own}.union(*(table for table in plan.tables if own in table)))


def tables_to_move_to(plan: Plan, entrant: PlayerId) -> list[int]:
    """The tables, from 1 on, that have one player fewer than the one where this entrant sits."""
    size = next((len(table) for table in plan.tables if entrant in table), 0)
    return [i for i, table in enumerate(plan.tables, start=1) if len(table) == size - 1]


def _changed(
    state: Tournament, plan: Plan, tables: tuple[TablePlayers, ...], byes: tuple[PlayerId, ...]
) -> Plan:
    problem = problem_of(state, plan, plan.seed)
    cost: Cost = cost_of(problem, tables, byes)
    return replace(plan, tables=tables, byes=byes, cost=cost, changes=plan.changes + 1)


@evolves(DraftChanged)
def draft_changed(state: Tournament, event: DraftChanged) -> None:
    state.rounds[-1].plan = event.plan


@decides(DiscardRound)
def discard_round(state: Tournament, command: DiscardRound, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    current = require_discardable(state)
    yield RoundDiscarded(current.number, command.reason, command.player)


@evolves(RoundDiscarded)
def round_discarded(state: Tournament, event: RoundDiscarded) -> None:
    state.rounds.pop()


def require_all_there(state: Tournament, plan: Plan) -> None:
    """Raise if somebody who is to play takes no part any more."""
    gone = [state.person(one) for one in plan.players if not is_playing(state, one)]
    if gone:
        raise RoundPlayerGone("players of this round take no part any more", players=gone)


def require_publishable(state: Tournament) -> tuple[Round, Plan]:
    draft, plan = require_draft(state)
    require_all_there(state, plan)
    return draft, plan


@decides(PublishRound)
def publish_round(state: Tournament, command: PublishRound, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    draft, plan = require_publishable(state)
    yield RoundPublished(draft.number, plan, command.player)


@evolves(RoundPublished)
def round_published(state: Tournament, event: RoundPublished) -> None:
    plan, published = event.plan, state.rounds[-1]
    published.status, published.plan = "published", plan
    published.tied_at_cut = tied_at_cut(state)
    published.tables = [
        RoundTable(
            entrants=table,
            players=tuple(state.person(one) for one in table),
            choosers=tuple(one for one in plan.players if one in table)
            if plan.choice_by_rank
            else (),
        )
        for table in plan.tables
    ]


def redact_draft(event: RoundDrafted) -> RoundDrafted:
    """What the public may know of a draft: that there is one."""
    return RoundDrafted(event.round, event.draw, event.author)


def redact_change(event: DraftChanged) -> DraftChanged:
    return DraftChanged(event.round, event.author)


PUBLIC: tuple[type[Event], ...] = (RoundDiscarded, RoundPublished)
"""Facts that everybody may know in full."""
