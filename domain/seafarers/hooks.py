"""What a scenario may change, by name. The rules of the sea never ask for the scenario."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from domain.base.hooks import Hooks
from domain.chance.draws import Chance
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.ruleset import Action
from domain.seafarers.maps.layout import SeaLayout, Specials

if TYPE_CHECKING:
    from domain.seafarers.commands import Loot, PlaceHarbour
    from domain.seafarers.state import Voyage
    from domain.seafarers.view_types import SeaPlayView, SeaSeatView, TokenView


V_contra = TypeVar("V_contra", bound="Voyage", contravariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeaHooks(Hooks[V_contra]):
    """The named rules of the base game, and those of the sea."""

    layout: SeaLayout
    """The map that is played on, as it was before anything was dealt."""
    specials: Specials | None
    """What only this map has, as the scenario reads it; none if that is nothing."""
    colours: Callable[[int], tuple[str, ...]]
    """The colours in play if so many play."""
    deck: Callable[[int], Mapping[str, int]]
    """The development cards with which so many play."""
    lay_tokens: Callable[[V_contra], None]
    """Sets what only this map or scenario keeps track of, when the board has been laid."""
    lands: Callable[[V_contra, Seat], int]
    """Nodes that are open to a seat's settlements once the game is on, reached or not."""
    ship_edges: Callable[[V_contra, Seat], int]
    """Where a seat may place its next ship, paid for or free."""
    movable_ships: Callable[[V_contra, Seat], int]
    """Ships of a seat that may be moved, but for those placed this turn and the pirate."""
    ship_targets: Callable[[V_contra, Seat, EdgeId], int]
    """Where a seat may move this ship."""
    route_ends: Callable[[V_contra, Seat], int]
    """Nodes that close a shipping route of a seat."""
    on_way_placed: Callable[[V_contra, Seat, EdgeId, Chance], Iterable[Event]]
    """What follows when a road or ship of a seat comes to lie on an edge."""
    on_settled: Callable[[V_contra, Seat, NodeId, Chance], Iterable[Event]]
    """What follows when a settlement was built."""
    before_production: Callable[[V_contra, Chance], Iterable[Event]] | None
    """What the dice bring before anything else, if there is any such thing."""
    income: Callable[[V_contra, int], Iterable[Event]] | None
    """What a number brings after the production, if anything."""
    may_move_pirate: Callable[[V_contra, Seat], bool]
    """Whether the pirate obeys a seat at all."""
    pirate_hexes: Callable[[V_contra, Seat], int]
    """Where a seat may move the pirate; empty if it may not."""
    plunderable: Callable[[V_contra, Seat], list[Seat]]
    """Whom a seat may rob with the pirate, wherever they have ships."""
    prepare_on: Callable[[V_contra, Chance], Iterable[Event]]
    """What follows if a seat leaves during a choice of the scenario before the first turn."""
    forget_seat: Callable[[V_contra, Seat], None]
    """Do without a seat that has left, in what the scenario keeps track of."""
    place_harbour: Callable[[V_contra, "PlaceHarbour", Chance], Iterable[Event]]
    """How a seat lays a harbour token, where the players do that."""
    spoils: Callable[[V_contra, Seat], tuple["Loot", ...]]
    """What there is to choose from when a seat is robbed with the pirate; empty if nothing."""
    loot: Callable[[V_contra, Seat, Seat, "Loot | None", Chance], Event]
    """What the pirate's victim loses: thief, victim, and what was chosen."""
    extra_points: Callable[[V_contra, Seat], dict[str, int]] | None
    """Points that only the scenario has and everybody can count, by source."""
    tie_break: Callable[[V_contra, Seat], int]
    """What decides between seats with equal points: who has more of it comes first."""
    over: Callable[[V_contra], Iterable[Event]] | None
    """Another end of the game than that a seat wins in its turn, if there is any."""
    on_left: Callable[[V_contra], Iterable[Event]]
    """What follows when a seat has left the game and others play on."""
    own_moves: Callable[[V_contra, Seat], list[Action]] | None
    """Commands of the scenario by which the seat whose turn it is can go on."""
    own_least: Callable[[V_contra, Seat], list[Action]]
    """The least that it can do in an open choice of the scenario."""
    tokens: Callable[[V_contra], tuple["TokenView", ...]]
    """What lies on the board besides: a kind, a place, and what it shows."""
    counters: Callable[[V_contra, Seat], dict[str, int]]
    """What a seat has of things that only the scenario counts."""
    own_pieces: Callable[[V_contra, "SeaSeatView"], "SeaSeatView"]
    """A seat with what the scenario has to show of its pieces besides."""
    own_view: Callable[[V_contra, "SeaPlayView"], "SeaPlayView"]
    """The view with what the scenario has to show besides."""
    own_phases: tuple[str, ...]
    """Open choices of the scenario in which it waits for the seat whose turn it is."""
