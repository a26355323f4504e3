"""Set-up: neutral settlements, trade cards, and what founding earns."""

import pytest

from domain.base.commands import BuildCity, BuildSettlement, PlaceRoad, PlaceSettlement
from domain.base.events import CityBuilt, ResourcesProduced, SettlementBuilt
from domain.chance.draws import SeededChance
from domain.duel.commands import DiscardKnight
from domain.duel.game import DUEL
from domain.ids import SPECTATOR
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.table.lobby import OpenGame, StartGame, TakeSeat
from tests import kit
from tests.duel.kit import AT_N1, AT_N2, N1, N2, founding, given, main_of, taken, trade_cards
from tests.kit import (
    corner,
    dealt,
    edge,
    hex_at,
    knights,
    node,
    roads,
    settlements,
    sides,
    turn_of,
)


def started(colours=(None, None), **options):
    """A game from its very first command."""
    state, chance = DUEL.new_game(), SeededChance(b"seed", "key")
    play(state, OpenGame("ada", "g", 2, options), chance)
    for player, colour in zip(("ada", "ben"), colours, strict=True):
        play(state, TakeSeat(player, None, colour), chance)
    play(state, StartGame("ada"), chance)
    return state


@pytest.mark.parametrize("board", ["travel", "beginner"])
def test_case_1_a_new_game_has_four_trade_cards_each_and_two_neutral_settlements(board):
    state = started(board=board)
    assert (state.trade_cards, state.pool) == ([4, 4], 6)
    assert [network.settlements for network in state.networks] == [0, 0, 1 << AT_N1, 1 << AT_N2]
    assert not any(network.roads for network in state.networks)
    assert lands_at(state, AT_N1) == {("hills", 6), ("pasture", 2), ("pasture", 4)}
    assert lands_at(state, AT_N2) == {("mountains", 3), ("fields", 6), ("fields", 4)}
    assert state.board.tiles[state.robber].terrain == "desert"
    assert state.phase == "founding"


def lands_at(state, at):
    tiles = [state.board.tiles[hex_] for hex_ in state.board.geometry.node_hexes[at]]
    return {(tile.terrain, tile.number) for tile in tiles}


@pytest.mark.parametrize("board", ["random", "scattered", "beginner", "travel"])
def test_the_neutral_players_start_on_the_same_nodes_of_every_board(board):
    state = started(board=board)
    assert [network.settlements for network in state.networks[2:]] == [1 << AT_N1, 1 << AT_N2]


@pytest.mark.parametrize(
    ("chosen", "left"),
    [
        ((None, None), ("orange", "white")),
        (("white", "blue"), ("red", "orange")),
        (("orange", "red"), ("blue", "white")),
    ],
)
def test_the_neutral_players_have_the_unused_colours_in_the_order_of_the_box(chosen, left):
    neutrals = DUEL.view(started(chosen), SPECTATOR).neutrals
    assert [(place.seat, place.colour) for place in neutrals] == list(
        zip((N1, N2), left, strict=True)
    )


def test_case_2_no_one_founds_next_to_a_neutral_settlement():
    scene = given(founding())
    scene.when(PlaceSettlement(0, node((0, -1), (0, 0), (1, -1))))
    scene.then_refused("settlement/too_close")


def test_case_3_founding_at_the_desert_earns_two_and_places_no_neutral_piece():
    at = node((0, 0), (1, -1), (1, 0))
    scene = given(founding()).when(PlaceSettlement(0, at))
    scene.then(SettlementBuilt(0, at, free=True), taken(0, 2))
    assert trade_cards(scene) == (6, 4, 4)
    assert scene.state.phase == "founding"
    road = edge((0, 0), (1, 0))
    scene.when(PlaceRoad(0, road)).then(kit.RoadBuilt(0, road, free=True))
    assert scene.state.turn_seat == 1


def test_case_5_a_harbour_earns_what_any_coast_does_and_a_city_nothing():
    at = node((2, 0), (3, -1), (3, 0))
    scene = given(founding(1, 0)).when(PlaceSettlement(1, at))
    scene.then(SettlementBuilt(1, at, free=True), taken(1, 1))
    scene.given(main_of(1), dealt(1, ore=3, grain=2)).when(BuildCity(1, at))
    scene.then(CityBuilt(1, at))
    assert trade_cards(scene) == (4, 5, 5)
    assert scene.state.phase == "main"


def test_case_6_at_the_desert_and_on_the_coast_earns_three():
    arrangement = [
        {"slot": slot, "piece": slot + 1, "side": "B" if slot == 5 else "A"} for slot in range(6)
    ]
    state = started(edition="travel", arrangement=arrangement)
    seat, at = state.turn_seat, node((-1, -2), (0, -3), (0, -2))
    assert state.board.tiles[hex_at(0, -2)].terrain == "desert"
    events = play(state, PlaceSettlement(seat, at), SeededChance(b"seed", "key"))
    assert events == [SettlementBuilt(seat, at, free=True), taken(seat, 3)]


def test_the_second_settlement_pays_resources_and_earns_trade_cards():
    at = node((0, 0), (1, -1), (1, 0))
    scene = given(settlements(0, corner((-2, 2), "S")), founding(0)).when(PlaceSettlement(0, at))
    harvest = ResourcesProduced(gains={0: {"wool": 1, "lumber": 1}})
    scene.then(SettlementBuilt(0, at, free=True), harvest, taken(0, 2))


def test_founding_goes_one_two_two_one_and_gives_the_neutral_players_nothing():
    scene = given(founding())
    for seat, place in (
        (0, corner((-2, 0), "NW")),
        (1, corner((2, 0), "SE")),
        (1, corner((2, -2), "N")),
        (0, corner((-2, 2), "S")),
    ):
        assert scene.state.turn_seat == seat
        scene.when(PlaceSettlement(seat, place))
        scene.when(PlaceRoad(seat, scene.offers(seat, PlaceRoad)[0].edge))
    counts = [
        (network.roads.bit_count(), network.settlements.bit_count())
        for network in scene.state.networks
    ]
    assert counts == [(2, 2), (2, 2), (0, 1), (0, 1)]
    assert (scene.state.phase, scene.state.turn_seat) == ("roll", 0)


def test_a_settlement_that_is_built_earns_like_one_that_is_founded():
    at = corner((0, 0), "SE")
    scene = given(
        roads(0, *sides((0, 0), "E")), main_of(0), dealt(0, brick=1, lumber=1, wool=1, grain=1)
    )
    scene.when(BuildSettlement(0, at))
    assert trade_cards(scene) == (6, 4, 4)


def test_case_25_no_more_than_seven_trade_cards_are_held():
    at = corner((0, 0), "SE")
    scene = given(
        taken(0, 2),
        knights(0, 1),
        roads(0, *sides((0, 0), "E")),
        main_of(0),
        dealt(0, brick=1, lumber=1, wool=1, grain=1),
    )
    assert trade_cards(scene) == (6, 4, 4)
    scene.when(BuildSettlement(0, at))
    assert taken(0, 1) in scene.events
    assert trade_cards(scene) == (7, 4, 3)
    scene.given(turn_of(0)).when(DiscardKnight(0)).then_refused("tradecard/hand_full")


@pytest.mark.parametrize("players", [1, 3, 4])
def test_it_is_for_two_players(players):
    scene = kit.nothing(DUEL).when(OpenGame("ada", "g", players, {}))
    scene.then_refused("options/players")


def layout_of(*hexes):
    return {
        "hexes": [{"q": q, "r": r, "terrain": "hills", "number": 6} for q, r in hexes],
        "robber": {"hex": list(hexes[0])},
    }


@pytest.mark.parametrize(
    "hexes",
    [
        [(q, r) for q in range(10, 14) for r in range(4)],
        [(0, -1), (0, 0), (0, 1), (1, -1)],
    ],
)
def test_a_layout_without_room_for_the_neutral_players_is_refused(hexes):
    with pytest.raises(RuleViolation) as refusal:
        DUEL.opening.read_options({"board": layout_of(*hexes)}, 2)
    assert refusal.value.code == "options/bad_layout"
    assert refusal.value.details == {"field": "hexes"}


def test_a_layout_with_room_is_taken():
    state = started(board=kit.layout())
    assert state.networks[N1].settlements == 1 << AT_N1
