"""Neutral building: a piece for a neutral player after every own road and settlement."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from domain.base import awards, building
from domain.base.building import (
    lay_road,
    require_road_edge,
    require_settlement_node,
    road_edges,
    set_settlement,
    settlement_nodes,
)
from domain.base.development import end_impossible_roads
from domain.base.events import RoadBuilt, SettlementBuilt
from domain.base.hooks import WrongPhase
from domain.base.state import FREE_ROADS, Game
from domain.base.turn import require, resume
from domain.chance.draws import Chance
from domain.duel.commands import PlaceNeutralRoad, PlaceNeutralSettlement
from domain.duel.events import (
    NeutralBuildingDue,
    NeutralBuildingLapsed,
    NeutralRoadBuilt,
    NeutralSettlementBuilt,
)
from domain.duel.state import NEUTRAL_BUILDING, NEUTRALS, Duel, Piece
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Duel]()
decides = rulebook.decides
evolves = rulebook.evolves


class NeutralBuildingOpen(RuleViolation):
    """You have built, so a piece for a neutral player has to be placed first."""

    code = "phase/neutral_building_open"


class NoSuchNeutral(RuleViolation):
    """There is no neutral player of this number; `details.neutrals` lists both."""

    code = "neutral/unknown"


class OtherPieceDue(RuleViolation):
    """Another piece has to be placed for a neutral player: the one in `details.piece`."""

    code = "neutral/other_piece_due"


WRONG_PHASE: Final[WrongPhase] = {
    NEUTRAL_BUILDING: (NeutralBuildingOpen, "place the neutral piece first"),
}
PLACES: Final[dict[Piece, Callable[[Game, Seat], int]]] = {
    "road": road_edges,
    "settlement": settlement_nodes,
}
"""Where a colour may place a piece, by the rules for everybody."""


def aftermath(state: Duel) -> Iterable[Event]:
    """Awards and victory come first; who has not won then builds for a neutral player."""
    return awards.aftermath(state) if state.built is None else _settle(state, state.built)


def _settle(state: Duel, built: Piece) -> Iterator[Event]:
    yield from awards.aftermath(state)
    if not state.outcome:
        yield _counterpart(state, built)


def _counterpart(state: Duel, built: Piece) -> Event:
    """The same piece as was built; a road where no settlement can be placed."""
    pieces: tuple[Piece, ...] = (built, "road")
    for piece in pieces:
        if any(PLACES[piece](state, neutral) for neutral in NEUTRALS):
            return NeutralBuildingDue(state.turn_seat, piece)
    return NeutralBuildingLapsed(state.turn_seat)


def require_due(state: Duel, seat: Seat, neutral: Seat, piece: Piece) -> None:
    require(state, seat, NEUTRAL_BUILDING)
    if neutral not in NEUTRALS:
        raise NoSuchNeutral("that is no neutral player", neutrals=NEUTRALS)
    if state.neutral_due != piece:
        raise OtherPieceDue(f"place a {state.neutral_due}", piece=state.neutral_due)


@decides(PlaceNeutralRoad)
def place_neutral_road(state: Duel, command: PlaceNeutralRoad, chance: Chance) -> Iterator[Event]:
    seat, neutral = command.seat, command.neutral
    require_due(state, seat, neutral, "road")
    require_road_edge(state, neutral, command.edge)
    yield NeutralRoadBuilt(seat, neutral, command.edge)
    yield from end_impossible_roads(state, seat)


@decides(PlaceNeutralSettlement)
def place_neutral_settlement(
    state: Duel, command: PlaceNeutralSettlement, chance: Chance
) -> Iterator[Event]:
    seat, neutral = command.seat, command.neutral
    require_due(state, seat, neutral, "settlement")
    require_settlement_node(state, neutral, command.node)
    yield NeutralSettlementBuilt(seat, neutral, command.node)


@evolves(RoadBuilt)
def road_built(state: Duel, event: RoadBuilt) -> None:
    building.road_built(state, event)
    if state.turn:
        state.built = "road"


@evolves(SettlementBuilt)
def settlement_built(state: Duel, event: SettlementBuilt) -> None:
    building.settlement_built(state, event)
    if state.turn:
        state.built = "settlement"


@evolves(NeutralBuildingDue)
def neutral_building_due(state: Duel, event: NeutralBuildingDue) -> None:
    state.built = None
    state.neutral_due = event.piece
    state.phase = NEUTRAL_BUILDING


@evolves(NeutralBuildingLapsed)
def neutral_building_lapsed(state: Duel, event: NeutralBuildingLapsed) -> None:
    state.built = None


@evolves(NeutralRoadBuilt)
def neutral_road_built(state: Duel, event: NeutralRoadBuilt) -> None:
    lay_road(state, event.neutral, event.edge)
    _go_on(state)


@evolves(NeutralSettlementBuilt)
def neutral_settlement_built(state: Duel, event: NeutralSettlementBuilt) -> None:
    set_settlement(state, event.neutral, event.node)
    _go_on(state)


def _go_on(state: Duel) -> None:
    """A card's second free road comes after the neutral counterpart of the first."""
    state.neutral_due = None
    state.phase = FREE_ROADS if state.free_roads else resume(state)
