"""Discovery: a road or ship that touches a hidden hex turns it up, and finds something there."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.base.events import Terrain
from domain.base.island.board import YIELDS
from domain.base.network import paths_at
from domain.base.production import survey_payouts
from domain.chance.draws import Chance
from domain.ids import EdgeId, HexId, Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.events import DiscoveryPaid, HexDiscovered
from domain.seafarers.gold import claim
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.chart import SeaBoard
from domain.seafarers.maps.piles import BARE
from domain.seafarers.shipping.ships import links
from domain.seafarers.state import Unseen, Voyage
from domain.seafarers.view_types import SeaPlayView
from domain.table.view import ViewTypes, fields_of

rulebook = Rulebook[Voyage]()
evolves = rulebook.evolves

Kind = TypeVar("Kind")


def lay_piles(state: Voyage) -> None:
    """All tiles and numbers of the fog lie ready."""
    fog = state.hooks.layout.fog
    assert fog is not None
    state.unseen = Unseen(tiles=dict(Counter(fog.tiles)), numbers=dict(Counter(fog.numbers)))


def discover(state: Voyage, seat: Seat, edge: EdgeId, chance: Chance) -> Iterator[Event]:
    """Every hidden hex that a new road or ship touches is turned up, and brings a card.

    On maps where one piece finds several gold rivers, the cards of choice come last, together.
    """
    rivers = 0
    for hex_ in hidden_at(state, edge):
        found = _turn_up(state, seat, hex_, chance)
        yield found
        resource = YIELDS.get(found.terrain)
        if found.terrain == "gold":
            rivers += 1
        elif resource is not None and state.bank[resource]:
            yield DiscoveryPaid(seat=seat, resource=resource)
    if rivers:
        yield from claim(state, {seat: rivers})


def hidden_at(state: Voyage, edge: EdgeId) -> list[HexId]:
    """The hidden hexes at both ends of an edge, by q, then r."""
    hidden, grid = state.board.hidden, state.board.geometry
    if not hidden:
        return []
    touched = {hex_ for node in grid.edge_nodes[edge] for hex_ in grid.node_hexes[node]}
    return sorted((hex_ for hex_ in touched if hidden >> hex_ & 1), key=grid.hexes.__getitem__)


def _turn_up(state: Voyage, seat: Seat, hex_: HexId, chance: Chance) -> HexDiscovered:
    """Draw a tile, and a number if it takes one: no order is kept of what nobody has seen."""
    assert state.unseen is not None
    draw = chance.index
    terrain: Terrain = _drawn(state.unseen.tiles, chance, "fog")
    number = None if terrain in BARE else _drawn(state.unseen.numbers, chance, "fog_number")
    return HexDiscovered(
        seat=seat, hex=hex_, terrain=terrain, number=number, draw=draw, draws=chance.index - draw
    )


def _drawn(pile: Mapping[Kind, int], chance: Chance, label: str) -> Kind:
    """One of a pile that is laid out by kind, all equally likely."""
    n = chance.below(sum(pile.values()), label)
    for kind, count in pile.items():
        n -= count
        if n < 0:
            return kind
    raise IndexError("the pile is empty")


@evolves(HexDiscovered)
def hex_discovered(state: Voyage, event: HexDiscovered) -> None:
    assert state.unseen is not None
    state.unseen.tiles[event.terrain] -= 1
    if event.number is not None:
        state.unseen.numbers[event.number] -= 1
    state.next_draw = event.draw + event.draws
    tiles = list(state.board.tiles)
    tiles[event.hex] = replace(tiles[event.hex], terrain=event.terrain, number=event.number)
    state.board = SeaBoard(tuple(tiles), state.board.harbours)
    _chart_anew(state, event)


def _chart_anew(state: Voyage, event: HexDiscovered) -> None:
    """What follows from the new hex: where ways lead on, what its number pays, what is land."""
    for i, (network, fleet) in enumerate(zip(state.networks, state.fleets, strict=True)):
        foreign = state.buildings & ~network.buildings
        starts = network.reached & ~foreign | network.buildings
        network.open_edges = paths_at(state, starts)
        fleet.open_edges = links(state, Seat(i), fleet.reached)
    if event.number is not None:
        survey_payouts(state, (event.number,))
    if event.terrain == "sea":
        for area in state.areas:
            state.areas[area] &= ~(1 << event.hex)


@evolves(DiscoveryPaid)
def discovery_paid(state: Voyage, event: DiscoveryPaid) -> None:
    state.bank[event.resource] -= 1
    state.hands[event.seat][event.resource] += 1


class FogView(Struct, frozen=True):
    """What is still to be found, which everybody can count."""

    tiles: tuple[Terrain, ...]
    numbers: tuple[int, ...]


class FogPlayView(SeaPlayView, frozen=True, kw_only=True):
    """A game on a map with hidden hexes."""

    fog: FogView


def show_unseen(state: Voyage, view: SeaPlayView) -> FogPlayView:
    unseen = state.unseen
    assert unseen is not None
    fog = FogView(tiles=_left(unseen.tiles), numbers=_left(unseen.numbers))
    return FogPlayView(**fields_of(view), fog=fog)


def _left(pile: Mapping[Kind, int]) -> tuple[Kind, ...]:
    return tuple(kind for kind, count in pile.items() for _ in range(count))


def with_hidden_hexes(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """The rules of a map with hidden hexes, whatever is played on it."""
    return dataclasses.replace(
        sea, lay_tokens=lay_piles, on_way_placed=discover, own_view=show_unseen
    )


VIEW_TYPES: Final = ViewTypes(views=(FogPlayView,))
