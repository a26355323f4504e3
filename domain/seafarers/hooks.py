"""What a scenario may change, by name. The rules of the sea never ask for the scenario."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.base.hooks import Hooks
from domain.chance.draws import Chance
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.ruleset import Action
from domain.seafarers.maps.layout import SeaLayout

if TYPE_CHECKING:
    from domain.seafarers.commands import Loot, PlaceHarbour
    from domain.seafarers.state import Voyage
    from domain.seafarers.view_types import SeaPlayView, SeaSeatView, TokenView


@dataclass(frozen=True, slots=True)
class SeaHooks(Hooks):
    """The named rules of the base game, and those of the sea."""

    layout: SeaLayout
    """The map that is played on, as it was before anything was dealt."""
    deck: Callable[[int], Mapping[str, int]]
    """The development cards with which so many play."""
    lay_tokens: Callable[["Voyage"], None]
    """Sets what only this map or scenario keeps track of, when the board has been laid."""
    lands: Callable[["Voyage", Seat], int]
    """Nodes that are open to a seat's settlements once the game is on, reached or not."""
    ship_edges: Callable[["Voyage", Seat], int]
    """Where a seat may place its next ship, whoever pays for it."""
    movable_ships: Callable[["Voyage", Seat], int]
    """Ships of a seat that may be moved, but for those placed this turn and the pirate."""
    ship_targets: Callable[["Voyage", Seat, EdgeId], int]
    """Where a seat may move this ship."""
    route_ends: Callable[["Voyage", Seat], int]
    """Nodes that close a shipping route of a seat."""
    on_way_placed: Callable[["Voyage", Seat, EdgeId, Chance], Iterable[Event]]
    """What follows when a road or ship of a seat comes to lie on an edge."""
    on_settled: Callable[["Voyage", Seat, NodeId, Chance], Iterable[Event]]
    """What follows when a settlement was built."""
    before_production: Callable[["Voyage", Chance], Iterable[Event]] | None
    """What the dice bring before anything else, if there is any such thing."""
    income: Callable[["Voyage", int], Iterable[Event]] | None
    """What a number brings after the production, if anything."""
    may_move_pirate: Callable[["Voyage", Seat], bool]
    """Whether the pirate obeys a seat at all."""
    pirate_hexes: Callable[["Voyage", Seat], int]
    """Where a seat may move the pirate; empty if it may not."""
    plunderable: Callable[["Voyage", Seat], list[Seat]]
    """Whom a seat may rob with the pirate, wherever they have ships."""
    prepare_on: Callable[["Voyage", Chance], Iterable[Event]]
    """What follows on somebody's leaving in a choice of the scenario before the first turn."""
    forget_seat: Callable[["Voyage", Seat], None]
    """Do without a seat that has left, in what the scenario keeps track of."""
    place_harbour: Callable[["Voyage", "PlaceHarbour", Chance], Iterable[Event]]
    """How a seat lays a harbour token, where the players do that."""
    spoils: Callable[["Voyage", Seat], tuple["Loot", ...]]
    """What there is to choose from when a seat is robbed with the pirate; empty if nothing."""
    loot: Callable[["Voyage", Seat, Seat, "Loot | None", Chance], Event]
    """What the pirate's victim loses: thief, victim, and what was chosen."""
    extra_points: Callable[["Voyage", Seat], dict[str, int]] | None
    """Points that only the scenario has and everybody can count, by source."""
    tie_break: Callable[["Voyage", Seat], int]
    """What decides between seats with equal points: who has more of it comes first."""
    over: Callable[["Voyage"], Iterable[Event]] | None
    """Another end than that somebody wins on his turn, if there is any."""
    on_left: Callable[["Voyage"], Iterable[Event]]
    """What follows when a seat has left the game and others play on."""
    own_moves: Callable[["Voyage", Seat], list[Action]] | None
    """Commands of the scenario by which the seat whose turn it is can go on."""
    own_least: Callable[["Voyage", Seat], list[Action]]
    """The least that it can do in an open choice of the scenario."""
    tokens: Callable[["Voyage"], tuple["TokenView", ...]]
    """What lies on the board besides: a kind, a place, and what it shows."""
    counters: Callable[["Voyage", Seat], dict[str, int]]
    """What a seat has of things that only the scenario counts."""
    own_pieces: Callable[["Voyage", "SeaSeatView"], "SeaSeatView"]
    """A seat with what the scenario has to show of its pieces besides."""
    own_view: Callable[["Voyage", "SeaPlayView"], "SeaPlayView"]
    """The view with what the scenario has to show besides."""
    own_phases: tuple[str, ...]
    """Open choices of the scenario in which it waits for the seat whose turn it is."""


def extended(hooks: Hooks, **more: Any) -> SeaHooks:
    """The rules of the base game with these added and replaced."""
    named = {name: getattr(hooks, name) for name in Hooks.__slots__}
    return SeaHooks(**{**named, **more})
