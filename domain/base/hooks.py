"""What a variant may change, by name. The rules call these and never ask for the variant."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias

from domain.cards import Resource
from domain.chance.draws import Chance
from domain.ids import EdgeId, NodeId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.table.state import S_contra

WrongPhase: TypeAlias = Mapping[str, tuple[type[RuleViolation], str]]
"""By phase: how a wish that does not belong there is refused, and in which words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks(Generic[S_contra]):
    """Named rules that an option, scenario or variant replaces, by `dataclasses.replace`."""

    building_ends_trading: bool
    """Whether the first thing built or bought in a turn ends its trade."""
    first_player: Callable[[S_contra, Chance], Iterator[Event]]
    """Find out who begins."""
    deal: Callable[[S_contra, Chance], Iterator[Event]]
    """Lay the board."""
    prepare: Callable[[S_contra], Iterator[Event]]
    """What comes between the board and the first placement, and that this may begin."""
    starting_pieces: Callable[[S_contra], Iterator[Event]]
    """What stands on the board before the first placement, and what it pays."""
    founding_order: Callable[[S_contra, Seat], tuple[Seat, ...]]
    """The seats in the order in which they found, one entry a settlement, from the first player."""
    founding_pays: Callable[[S_contra, Seat], bool]
    """Whether the next founding settlement of a seat brings resources."""
    start_nodes: Callable[[S_contra, Seat], int]
    """Where a seat may found, but for the distance rule."""
    start_roads: Callable[[S_contra, NodeId], int]
    """Where the road of a founding settlement may lie, taken or not."""
    sites: Callable[[S_contra, Seat], int]
    """Where a seat's ways lead to a place for a settlement, but for the distance rule."""
    settlements_left: Callable[[S_contra, Seat], int]
    """How many settlements a seat still has to place."""
    closed_to_roads: Callable[[S_contra], int]
    """Paths on which nobody may lay a road."""
    road_length: Callable[[S_contra, Seat, EdgeId | None], int]
    """How long a seat's longest road is, if nothing but this edge has changed since it was known;
    or worked out anew."""
    free_ways: Callable[[S_contra, Seat], int]
    """How many pieces a road building card lets a seat lay now."""
    for_sale: Callable[[S_contra], int]
    """How many development cards can be bought."""
    knight_serves: Callable[[S_contra, Seat], bool]
    """Whether a seat has any use for a knight."""
    on_knight: Callable[[S_contra, Seat], Event]
    """What a knight brings."""
    still_to_roll: Callable[[S_contra], bool]
    """Whether the dice of this turn are still to be rolled."""
    bank_rates: Callable[[S_contra, Seat, Resource], tuple[int, ...]]
    """At which rates a seat may give a resource to the bank now; none if trade is over."""
    wrong_phase: WrongPhase
    """By phase: how a wish that does not belong there is refused."""
    robber_hexes: Callable[[S_contra, Seat], int]
    """Where the robber may go; empty if it has to stay."""
    robbable: Callable[[S_contra, Seat], list[Seat]]
    """Whom this seat may rob, wherever they have buildings."""
    produce: Callable[[S_contra, int], Event | None]
    """What any other number than a seven brings."""
    on_seven: Callable[[S_contra, Seat], Event]
    """What a seven brings instead of production."""
    rouse: Callable[[S_contra, Seat], Event]
    """What a seat has to move on a seven."""
    after_discards: Callable[[S_contra], Event]
    """What follows when all discards of a seven are in."""
    awards: tuple[Callable[[S_contra], Event | None], ...]
    """The special cards, judged in this order once the facts stand."""
    visible_points: Callable[[S_contra, Seat], int]
    """Points that everybody can count on the table."""
    card_points: Callable[[S_contra, Seat], int]
    """Points that a seat hides in its hand."""
    won: Callable[[S_contra, Seat], bool]
    """Whether this seat has won now that it is its turn."""
