"""What the laws need to know of Seafarers."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Final, get_args

from domain.base.events import HarbourKind
from domain.base.state import SETTLEMENTS_EACH
from domain.cards import RESOURCES, holds
from domain.ids import Seat
from domain.messages import Command
from domain.seafarers import commands as c
from domain.seafarers.maps.chart import ends_of
from domain.seafarers.scenarios.cloth.state import Cloth, cloth_of
from domain.seafarers.scenarios.forgotten_tribe.map import tribe_of
from domain.seafarers.scenarios.forgotten_tribe.state import Gifts, gifts_of
from domain.seafarers.scenarios.new_world.state import Preparation, preparation_of
from domain.seafarers.scenarios.pirate_islands import commands as pirates
from domain.seafarers.scenarios.pirate_islands.events import FleetPlundered
from domain.seafarers.scenarios.pirate_islands.state import Piracy, piracy_of
from domain.seafarers.scenarios.wonders.map import WonderId, of_map
from domain.seafarers.scenarios.wonders.messages import BuildLevel, ClaimWonder, WonderClaimed
from domain.seafarers.scenarios.wonders.state import Works, works_of
from domain.seafarers.shipping.ships import survey_fleet
from domain.seafarers.state import SHIPS_EACH, ScenarioState, Voyage
from tests.base import probing as base

OPEN_FIELDS = base.OPEN_FIELDS | {("hex_discovered", "number")}
REVEALING = (*base.REVEALING, WonderClaimed, FleetPlundered)
"""A wonder may ask for points, hidden ones included."""
BALES: Final = 50
"""All the cloth there is."""
HARBOURS: Final = get_args(HarbourKind)
LOOT: Final = get_args(c.Loot)


def assert_conserved(state: Voyage) -> None:
    if not state.networks:
        return
    base.assert_cards_conserved(state, state.hooks.deck(len(state.chairs)))
    fleets = [fleet.ships for fleet in state.fleets]
    ways = [network.roads | ships for network, ships in zip(state.networks, fleets, strict=True)]
    base.assert_pieces_conserved(state, ways)
    for network, fleet in zip(state.networks, state.fleets, strict=True):
        assert fleet.ships.bit_count() <= SHIPS_EACH
        assert not fleet.ships & network.roads
        assert not fleet.ships & ~state.board.sea_edges
        assert not network.roads & ~state.board.edges
        assert fleet.reached == ends_of(state.board.geometry, fleet.ships)
    assert (state.phase == "gold") == bool(state.claims) or state.outcome or state.pause
    assert min(state.markers) >= 0
    if state.unseen is not None:
        _assert_fog(state)
    if state.scenario_state is not None:
        SCENARIO_STATES[type(state.scenario_state)](state)


def survey_anew(state: Voyage) -> None:
    """Work out anew all that follows from where the pieces are."""
    for i in range(len(state.fleets)):
        survey_fleet(state, Seat(i))
    base.survey_anew(state)


def _assert_fog(state: Voyage) -> None:
    """Tiles and numbers of the fog are on the board or still to be found."""
    fog, unseen = state.hooks.layout.fog, state.unseen
    assert fog is not None
    assert unseen is not None
    hidden = [hex_.place for hex_ in state.hooks.layout.hexes if hex_.terrain == "fog"]
    turned = [tile for tile in state.board.tiles if (tile.q, tile.r) in hidden]
    found = [tile for tile in turned if tile.terrain != "fog"]
    assert min((*unseen.tiles.values(), *unseen.numbers.values())) >= 0
    assert Counter(tile.terrain for tile in found) + Counter(unseen.tiles) == Counter(fog.tiles)
    numbers = Counter(tile.number for tile in found if tile.number is not None)
    assert numbers + Counter(unseen.numbers) == Counter(fog.numbers)
    assert state.board.hidden.bit_count() == len(hidden) - len(found)


def _assert_gifts(state: Voyage) -> None:
    """Points and harbours of the tribe lie on its coasts, or somebody has them."""
    tribe, gifts = tribe_of(state), gifts_of(state)
    assert gifts.points.bit_count() + sum(state.markers) == len(tribe.points)
    assert gifts.cards.bit_count() <= min(len(tribe.cards), sum(state.deck.values()))
    placed = [harbour.kind for harbour in state.board.harbours]
    held = [kind for hand in gifts.hands for kind in hand]
    assert Counter([*gifts.harbours.values(), *placed, *held]) == Counter(
        state.hooks.layout.ports.kinds
    )


def _assert_cloth(state: Voyage) -> None:
    cloth = cloth_of(state)
    lying = [village.cloth for village in cloth.villages]
    assert min((*lying, cloth.supply, *cloth.seats)) >= 0
    assert sum(lying) + cloth.supply + sum(cloth.seats) == BALES


def _assert_wonders(state: Voyage) -> None:
    """Everybody builds one wonder at most, and nobody builds none."""
    wonders, works = of_map(state), works_of(state)
    assert len(set(works.builders.values())) == len(works.builders)
    for seat, level in enumerate(works.levels):
        assert 0 <= level <= (wonders.levels if seat in works.builders.values() else 0)


def _assert_preparation(state: Voyage) -> None:
    """Harbour tokens wait, or lie face down."""
    preparation = preparation_of(state)
    if state.phase == "harbours":
        placed = len(preparation.harbours)
        assert placed + preparation.harbours_left == len(state.hooks.layout.ports.kinds)


def _assert_piracy(state: Voyage) -> None:
    """A fortress that stands is one of the five settlements, and only ships are warships."""
    piracy = piracy_of(state)
    for seat, (network, fleet) in enumerate(zip(state.networks, state.fleets, strict=True)):
        standing = piracy.markers[seat] > 0
        assert network.settlements.bit_count() + standing <= SETTLEMENTS_EACH
        assert 0 <= piracy.warships[seat] <= fleet.ships.bit_count()


SCENARIO_STATES: Final[dict[type[ScenarioState], Callable[[Voyage], None]]] = {
    Gifts: _assert_gifts,
    Cloth: _assert_cloth,
    Works: _assert_wonders,
    Preparation: _assert_preparation,
    Piracy: _assert_piracy,
}
"""What is conserved, by what a scenario keeps track of."""


def bank_covers(state: Voyage, command: Command) -> bool:
    """Whether the bank has what is taken from it; some games do not show how much that is."""
    if isinstance(command, c.PickGold):
        return holds(state.bank, command.cards)
    return base.bank_covers(state, command)


def tempts(state: Voyage, seat: Seat, random: Random) -> list[Command]:
    """Things a seat may try, legal or not."""
    edges = len(state.board.geometry.edge_nodes)
    return [
        *base.tempts(state, seat, random),
        c.BuildShip(seat, random.randrange(edges)),
        c.MoveShip(seat, random.randrange(edges), random.randrange(edges)),
        c.MovePirate(seat, random.randrange(len(state.board.geometry.hexes))),
        c.PlaceHarbour(seat, random.randrange(edges)),
        c.PickGold(seat, {random.choice(RESOURCES): 1}),
        BuildLevel(seat),
        ClaimWonder(seat, random.choice(get_args(WonderId))),
        pirates.PlayVictoryPoint(seat),
        pirates.StealCard(seat, random.randrange(len(state.chairs))),
    ]
