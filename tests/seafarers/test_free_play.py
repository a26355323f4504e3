"""Free play: the map of any scenario with the plain rules of the sea."""

from collections.abc import Iterator
from typing import Any

import pytest

from domain.base.commands import (
    BuildSettlement,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    RollDice,
)
from domain.base.events import LongestRoadAwarded, RobberMoved, SettlementBuilt
from domain.base.state import CITIES_EACH, NOWHERE, ROADS_EACH, SETTLEMENTS_EACH
from domain.cards import EACH_IN_BANK, RESOURCES
from domain.grid.geometry import bits, hexes_in, nodes_in
from domain.ids import SPECTATOR
from domain.messages import Event
from domain.seafarers.commands import BuildShip, MovePirate, PlaceShip
from domain.seafarers.events import MarkersTaken, PirateMoved
from domain.seafarers.game import SEAFARERS
from domain.seafarers.state import SHIPS_EACH, Voyage
from hexledger.self_play import RandomGame, Setup
from tests.kit import Facts, Scene, dealt, lobby, main_of, seated, sent, settlements, turn_of
from tests.seafarers.kit import Chart, P, Steady, ships

MAPS = (1, 2, 3, 4, 5, 6, 7, 8)
EVERY_MAP = pytest.mark.parametrize("scenario", MAPS)
EVERY_TABLE = pytest.mark.parametrize("players", [3, 4])
EVERY_SETUP = pytest.mark.parametrize("setup", ["printed", "variable"])


def free(scenario: int, players: int = 4, *facts: Facts, **options: Any) -> Scene:
    """The map of a scenario as it is dealt for free play, the first settlements due."""
    options = {"scenario": scenario, "play": "free", "start_player": "seat", **options}
    scene = lobby(seated(players), players=players, ruleset=SEAFARERS, **options)
    begin = scene.state.ruleset.flow.begin(scene.state, Steady())
    for event in begin:
        scene.given(event)
    return scene.given(*facts)


def founded(scene: Scene) -> Scene:
    """All first settlements placed, with the first piece that fits."""
    while scene.state.phase == "founding":
        seat = scene.state.turn_seat
        scene.when(scene.offers(seat, PlaceSettlement)[0])
        kinds = (PlaceShip, PlaceRoad) if scene.state.founded % 2 else (PlaceRoad, PlaceShip)
        scene.when(next(offer for kind in kinds for offer in scene.offers(seat, kind)))
    return scene


@EVERY_MAP
@EVERY_TABLE
def test_two_settlements_each_on_the_starting_lands(scenario: int, players: int) -> None:
    scene, layout = free(scenario, players), Chart(scenario, players).layout
    state = scene.state
    seats = tuple(range(players))
    assert state.founding_order == (*seats, *reversed(seats))
    hexes = [hex_ for area in layout.start.areas for hex_ in hexes_in(state.areas[area])]
    allowed = {node for hex_ in hexes for node in nodes_in(state.board.geometry.hex_nodes[hex_])}
    assert {offer.node for offer in scene.offers(P, PlaceSettlement)} == allowed
    founded(scene)
    assert (scene.state.phase, scene.state.turn) == ("roll", 1)
    for seat in seats:
        assert scene.points(seat) == 2
        assert scene.hand(seat), "the second settlement pays"


@EVERY_MAP
def test_a_settlement_on_the_coast_takes_a_road_or_a_ship(scenario: int) -> None:
    scene = free(scenario)
    board = scene.state.board
    coast = next(
        offer
        for offer in scene.offers(P, PlaceSettlement)
        if board.sea_edges_at(1 << offer.node)
        and board.geometry.node_edges[offer.node] & board.edges
    )
    scene.when(coast)
    assert scene.offers(P, PlaceShip)
    assert scene.offers(P, PlaceRoad)


@EVERY_MAP
@EVERY_TABLE
@pytest.mark.parametrize("friendly", [False, True])
def test_robber_and_pirate_both_move_also_from_off_the_board(
    scenario: int, players: int, friendly: bool
) -> None:
    layout = Chart(scenario, players).layout
    for kind, moved in ((MoveRobber, RobberMoved), (MovePirate, PirateMoved)):
        scene = founded(free(scenario, players, friendly_robber=friendly))
        state = scene.state
        assert (state.robber == NOWHERE) == (layout.robber.hex is None)
        assert (state.pirate == NOWHERE) == (layout.pirate.hex is None)
        scene.when(RollDice(P), dice=(3, 4))
        offers = scene.offers(P, kind)
        assert offers or friendly
        here = state.robber if kind is MoveRobber else state.pirate
        assert here not in {offer.hex for offer in offers}
        quiet = [offer for offer in offers if offer.victim is None]
        if quiet:
            scene.when(quiet[0]).then(moved(seat=P, hex=quiet[0].hex))
            assert scene.state.phase == "main"


def test_the_robber_of_map_7_and_the_pirate_of_map_8_wait_off_the_board() -> None:
    assert free(7).state.robber == NOWHERE
    assert free(7).state.pirate != NOWHERE
    assert free(8).state.pirate == NOWHERE
    assert free(8).state.robber != NOWHERE
    view = founded(free(8)).view(SPECTATOR)
    assert view["board"]["pirate"] is None


@EVERY_MAP
def test_the_robber_may_go_to_any_land(scenario: int) -> None:
    scene = founded(free(scenario)).when(RollDice(P), dice=(3, 4))
    land = set(bits(scene.state.board.land)) - {scene.state.robber}
    assert {offer.hex for offer in scene.offers(P, MoveRobber)} == land
    sea = set(bits(scene.state.board.sea)) - {scene.state.pirate}
    assert {offer.hex for offer in scene.offers(P, MovePirate)} == sea


def test_the_gift_harbours_of_map_5_are_ordinary_harbours() -> None:
    scene = free(5)
    layout, board = Chart(5).layout, scene.state.board
    assert len(board.harbours) == len(layout.ports.slots) == 6
    harbour = board.harbours[0]
    node = board.geometry.edge_nodes[harbour.edge][0]
    scene.given(settlements(P, node), turn_of(P))
    assert scene.state.networks[P].harbours == (harbour.kind,)
    assert scene.view(P)["board"]["tokens"] == []


def test_the_islands_of_the_tribe_and_of_the_villages_are_open() -> None:
    five, six = Chart(5), Chart(6)
    settled_by_ship(
        five,
        five.node((0, -2), (0, -1), (1, -2)),
        five.edges(((0, -2), (1, -2)), ((1, -3), (1, -2))),
        five.node((1, -3), (1, -2), (2, -3)),
    )
    scene = settled_by_ship(
        six,
        six.node((2, -2), (2, -1), (3, -2)),
        six.edges(((2, -2), (2, -1)), ((1, -1), (2, -1))),
        six.node((1, -1), (1, 0), (2, -1)),
    )
    assert scene.state.scenario_state is None


def test_a_first_settlement_on_new_land_brings_no_special_points() -> None:
    one = Chart(1)
    settled_by_ship(
        one,
        one.node((3, -2), (3, -1), (4, -2)),
        one.edges(((3, -2), (4, -2)), ((3, -2), (4, -3))),
        one.node((3, -3), (3, -2), (4, -3)),
    )


def settled_by_ship(chart: Chart, home: int, line: list[int], there: int) -> Scene:
    """P sails from a settlement to a crossing and builds there: two points, no more."""
    facts = (settlements(P, home), ships(P, *line), main_of(P))
    scene = free(chart.options["scenario"], chart.players, turn_of(P), facts)
    scene.given(dealt(P, brick=1, lumber=1, wool=1, grain=1))
    scene.when(BuildSettlement(P, there)).then(SettlementBuilt(seat=P, node=there))
    assert scene.points(P) == 2
    return scene


def test_there_is_an_award_for_the_longest_route_on_every_map() -> None:
    six = Chart(6)
    ring = list(bits(six.grid.hex_edges[six.hex(3, -2)]))
    home = six.node((3, -3), (3, -2), (4, -3))
    facts = (settlements(P, home), ships(P, *ring[:-1]), dealt(P, lumber=1, wool=1))
    scene = free(6, 4, main_of(P), facts).when(BuildShip(P, ring[-1]))
    assert isinstance(scene.events[-1], LongestRoadAwarded)
    assert scene.points(P) == 3


def test_closed_crossings_of_map_8_are_open_from_the_start() -> None:
    scene, layout = free(8), Chart(8).layout
    closed = {
        scene.state.board.geometry.node_by_hexes[node] for node in layout.start.forbidden_nodes
    }
    assert closed <= {offer.node for offer in scene.offers(P, PlaceSettlement)}


@EVERY_MAP
@EVERY_TABLE
@EVERY_SETUP
def test_random_games_go_on_with_the_plain_rules(scenario: int, players: int, setup: str) -> None:
    for state, events in moments(scenario, players, setup, turns=60):
        assert not any(isinstance(event, MarkersTaken) for event in events)
        if not state.networks:
            continue
        assert_conserved(state)
        assert state.markers == [0] * players
        if state.phase not in ("over", "closed"):
            assert all(
                state.ruleset.flow.moves(state, seat) for seat in state.ruleset.flow.to_act(state)
            )
    view = sent(state.ruleset.view(state, SPECTATOR))
    assert view["scenario"]["play"] == "free"
    assert view["board"]["tokens"] == []
    assert {name for seat in view["seats"] for name in seat["counters"]} == {"markers"}
    assert all(line.sources["markers"] == 0 for line in state.standings)


@EVERY_MAP
def test_a_random_game_ends(scenario: int) -> None:
    *_, (state, _) = moments(scenario, 3 + scenario % 2, "printed", turns=3_000, target_points=8)
    assert state.outcome == "won"
    winner = state.standings[0]
    assert winner.points >= 8
    assert winner.seat == state.turn_seat


def moments(
    scenario: int, players: int, setup: str, turns: int, **options: Any
) -> Iterator[tuple[Voyage, list[Event]]]:
    """A random game, commit by commit."""
    options = {"scenario": scenario, "setup": setup, "play": "free", **options}
    table = Setup("seafarers", players, options, seed="free", max_turns=turns, player_trades=False)
    game = RandomGame(table, 0, record=False)
    for _, _, events in game.commits():
        yield game.state, events  # type: ignore[misc]


def assert_conserved(state: Voyage) -> None:
    for resource in RESOURCES:
        held = sum(hand[resource] for hand in state.hands)
        assert state.bank[resource] + held == EACH_IN_BANK
    ways = 0
    for network, fleet in zip(state.networks, state.fleets, strict=True):
        assert not ways & (network.roads | fleet.ships)
        assert not network.roads & fleet.ships
        ways |= network.roads | fleet.ships
        assert network.roads.bit_count() <= ROADS_EACH
        assert fleet.ships.bit_count() <= SHIPS_EACH
        assert network.settlements.bit_count() <= SETTLEMENTS_EACH
        assert network.cities.bit_count() <= CITIES_EACH
    assert ways == state.roads_taken
