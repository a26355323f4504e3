"""Penalties: by a referee, with a reason, and cancellable with a trace."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.entering import find_entrant
from domain.tournament.setup import Reason
from domain.tournament.staff import OwnTable, require_staff
from domain.tournament.standings.results import PenaltyKind
from domain.tournament.state import PenaltyRecord, Tournament, require_running

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

MOST_DEDUCTED = 1_000
MOST_PENALTIES = 10_000


class WarnPlayer(PlayerCommand, tag="warn_player"):
    """A referee warns a player."""

    entrant: PlayerId
    reason: Reason


class DeductPoints(PlayerCommand, tag="deduct_points"):
    """A referee takes points away from a player in the standings."""

    entrant: PlayerId
    points: Annotated[int, Meta(ge=1, le=MOST_DEDUCTED)]
    reason: Reason


class LoseGame(PlayerCommand, tag="lose_game"):
    """A referee has a player lose their game of a round: it counts nothing for them."""

    entrant: PlayerId
    round: int
    reason: Reason


class DisqualifyPlayer(PlayerCommand, tag="disqualify_player"):
    """A referee takes a player out of the tournament; they have no rank."""

    entrant: PlayerId
    reason: Reason


class CancelPenalty(PlayerCommand, tag="cancel_penalty"):
    """A referee takes a penalty back; it stays on record."""

    penalty: int
    reason: Reason


class PenaltyImposed(Event, tag="penalty_imposed"):
    """A referee imposed a penalty."""

    penalty: int
    entrant: PlayerId
    kind: PenaltyKind
    reason: str
    author: PlayerId
    points: int = 0
    """How many are taken away."""
    round: int | None = None
    """The round of the game that is lost."""


class PenaltyCancelled(Event, tag="penalty_cancelled"):
    """A referee took a penalty back."""

    penalty: int
    reason: str
    author: PlayerId


class NotInPlay(RuleViolation):
    """This player has not taken part since the start, so there is nothing to penalize."""

    code = "penalty/not_playing"


class NoGameInRound(RuleViolation):
    """This player has no game in this round, or it has not started; `details.rounds` lists those in
    which they have one."""

    code = "penalty/no_game"


class PenaltyInForce(RuleViolation):
    """This player is disqualified, or has lost this game, already; nothing has to be done."""

    code = "penalty/in_force"


class NoSuchPenalty(RuleViolation):
    """There is no penalty of this number in force; `details.penalties` lists those there are."""

    code = "penalty/unknown"


class TooManyPenalties(RuleViolation):
    """A tournament has at most 10,000 penalties, those that were cancelled included."""

    code = "penalty/too_many"


def can_be_penalized(state: Tournament, entrant: PlayerId) -> bool:
    """Who takes part since the start, or did."""
    return state.entries[entrant].status in ("playing", "dropped")


def rounds_to_lose(state: Tournament, entrant: PlayerId) -> list[int]:
    """The rounds that have started in which an entrant has a game that is not lost yet."""
    lost = {
        one.round
        for one in state.penalties.values()
        if (one.kind, one.entrant) == ("game", entrant) and one.is_in_force
    }
    return [
        one.number
        for one in state.rounds
        if one.status in ("running", "closed")
        and one.number not in lost
        and any(entrant in table.entrants for table in one.tables)
    ]


def too_close_to(
    state: Tournament, referee: PlayerId, round_number: int | None = None
) -> frozenset[PlayerId]:
    """The entrants about whom a referee cannot decide: their own entry, and who sits at their table
    in a round, the last one unless told."""
    own = state.entrant_of(referee)
    if own is None:
        return frozenset()
    rounds = state.rounds[-1:] if round_number is None else [state.rounds[round_number - 1]]
    tables = [table.entrants for one in rounds for table in one.tables]
    return frozenset({own}.union(*(table for table in tables if own in table)))


def _require_far(
    state: Tournament, referee: PlayerId, entrant: PlayerId, round_number: int | None = None
) -> None:
    if entrant in too_close_to(state, referee, round_number):
        raise OwnTable("this is about you, or about a player at your table")


def _require_penalizable(state: Tournament, referee: PlayerId, person: PlayerId) -> PlayerId:
    require_staff(state, referee)
    require_running(state)
    entrant = find_entrant(state, person)
    if not can_be_penalized(state, entrant):
        raise NotInPlay("this player has not taken part since the start")
    if len(state.penalties) >= MOST_PENALTIES:
        raise TooManyPenalties(f"a tournament has at most {MOST_PENALTIES} penalties")
    return entrant


@decides(WarnPlayer)
def warn_player(state: Tournament, command: WarnPlayer, chance: Chance) -> Iterator[Event]:
    entrant = _require_penalizable(state, command.player, command.entrant)
    _require_far(state, command.player, entrant)
    yield _imposed(state, entrant, "warning", command)


@decides(DeductPoints)
def deduct_points(state: Tournament, command: DeductPoints, chance: Chance) -> Iterator[Event]:
    entrant = _require_penalizable(state, command.player, command.entrant)
    _require_far(state, command.player, entrant)
    yield _imposed(state, entrant, "points", command, points=command.points)


@decides(LoseGame)
def lose_game(state: Tournament, command: LoseGame, chance: Chance) -> Iterator[Event]:
    entrant = _require_penalizable(state, command.player, command.entrant)
    rounds = rounds_to_lose(state, entrant)
    if command.round not in rounds:
        raise NoGameInRound("there is no game that they could lose", rounds=rounds)
    _require_far(state, command.player, entrant, command.round)
    yield _imposed(state, entrant, "game", command, round_number=command.round)


@decides(DisqualifyPlayer)
def disqualify_player(
    state: Tournament, command: DisqualifyPlayer, chance: Chance
) -> Iterator[Event]:
    entrant = _require_penalizable(state, command.player, command.entrant)
    _require_far(state, command.player, entrant)
    if state.is_disqualified(entrant):
        raise PenaltyInForce("this player is disqualified")
    yield _imposed(state, entrant, "disqualification", command)


def _imposed(
    state: Tournament,
    entrant: PlayerId,
    kind: PenaltyKind,
    command: WarnPlayer | DeductPoints | LoseGame | DisqualifyPlayer,
    points: int = 0,
    round_number: int | None = None,
) -> PenaltyImposed:
    number, author = len(state.penalties) + 1, command.player
    return PenaltyImposed(number, entrant, kind, command.reason, author, points, round_number)


@evolves(PenaltyImposed)
def penalty_imposed(state: Tournament, event: PenaltyImposed) -> None:
    state.penalties[event.penalty] = PenaltyRecord(
        entrant=event.entrant,
        player=state.person(event.entrant),
        kind=event.kind,
        points=event.points,
        round=event.round,
        reason=event.reason,
        author=event.author,
    )


def penalties_to_cancel(state: Tournament) -> list[int]:
    return [number for number, penalty in state.penalties.items() if penalty.is_in_force]


def can_cancel(state: Tournament, referee: PlayerId, number: int) -> bool:
    """Whether a referee may decide about this penalty."""
    penalty = state.penalties[number]
    return penalty.entrant not in too_close_to(state, referee, penalty.round)


@decides(CancelPenalty)
def cancel_penalty(state: Tournament, command: CancelPenalty, chance: Chance) -> Iterator[Event]:
    require_staff(state, command.player)
    penalties = penalties_to_cancel(state)
    if command.penalty not in penalties:
        raise NoSuchPenalty("there is no such penalty in force", penalties=penalties)
    if not can_cancel(state, command.player, command.penalty):
        raise OwnTable("this is about you, or about a player at your table")
    yield PenaltyCancelled(command.penalty, command.reason, command.player)


@evolves(PenaltyCancelled)
def penalty_cancelled(state: Tournament, event: PenaltyCancelled) -> None:
    penalty = state.penalties[event.penalty]
    penalty.cancelled_by, penalty.cancelled_because = event.author, event.reason


PUBLIC: tuple[type[Event], ...] = (PenaltyImposed, PenaltyCancelled)
"""Facts that everybody may know in full."""
