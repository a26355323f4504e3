"""The Fog Islands: 2.3 of the settled rules, on the map for four players; and fog on own maps."""

import copy
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from domain.base.commands import (
    BuildRoad,
    MoveRobber,
    PlaceRoad,
    PlaceSettlement,
    PlayRoadBuilding,
    RollDice,
)
from domain.base.events import (
    LongestRoadAwarded,
    ResourcesProduced,
    RoadBuilt,
    SettlementBuilt,
    TurnBegan,
)
from domain.base.network import paths_at
from domain.cards import RESOURCES
from domain.grid.geometry import nodes_in
from domain.ids import SPECTATOR
from domain.ledger_rules import fold
from domain.messages import Event
from domain.seafarers.commands import BuildShip, MovePirate, MoveShip, PickGold, PlaceShip
from domain.seafarers.events import (
    DiscoveryPaid,
    GoldClaimed,
    GoldPicked,
    HexDiscovered,
    ShipBuilt,
    ShipMoved,
)
from domain.seafarers.game import SEAFARERS
from domain.seafarers.shipping.ships import links
from domain.seafarers.state import SHIPS_EACH, Voyage
from domain.state_bytes import freeze, thaw
from domain.table.closing import GameWon, Resign
from domain.table.lobby import StartGame
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from tests import kit
from tests.games import refolded, viewers
from tests.kit import Scene, dealt, holding, main_of, seated, sent, settlements, turn_of
from tests.seafarers.kit import Chart, P, Q, ships

FOG = Chart(3, 4)
WEST = FOG.node((0, 0), (1, -1), (1, 0))
"""A crossing of the south-western island; one ship from it leads to the hidden hex (2, -1)."""
OUT = FOG.edge((1, -1), (1, 0))
HIDDEN = FOG.hex(2, -1)
EAST = FOG.node((4, -1), (4, 0), (5, -1))


def drawn(scene: Scene, terrain: str, number: int | None = None) -> dict[str, list[int]]:
    """The draws by which this tile comes, and this number."""
    unseen = scene.state.unseen
    script = {"fog": [_first(unseen.tiles, terrain)]}
    if number is not None:
        script["fog_number"] = [_first(unseen.numbers, number)]
    return script


def _first(pile: dict[Any, int], wanted: Any) -> int:
    """The place of the first of a kind, if the pile is laid out by kind."""
    kinds = list(pile)
    return sum(pile[kind] for kind in kinds[: kinds.index(wanted)])


def discovered(
    place: tuple[int, int], terrain: str, number: int | None = None, seat: int = P
) -> HexDiscovered:
    draws = 1 if number is None else 2
    return HexDiscovered(seat, FOG.hex(*place), terrain, number, draw=0, draws=draws)  # type: ignore[arg-type]


def founded() -> Scene:
    return FOG.founding().when(PlaceSettlement(P, WEST))


def found(scene: Scene) -> list[tuple[int, str, int | None]]:
    """What the last command discovered."""
    hexes = [event for event in scene.events if isinstance(event, HexDiscovered)]
    return [(event.hex, event.terrain, event.number) for event in hexes]


# The cases


def test_case_3_1_a_starting_ship_discovers() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "forest", 5))
    assert found(scene) == [(HIDDEN, "forest", 5)]
    assert scene.state.turn_seat == Q


def test_case_3_2_the_land_found_pays_a_card_and_gets_its_number() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "hills", 8)).then(
        ShipBuilt(P, OUT, free=True),
        discovered((2, -1), "hills", 8),
        DiscoveryPaid(P, "brick"),
    )
    assert scene.chance.drawn == [("fog", 12), ("fog_number", 10)]
    assert scene.hand(P) == {"brick": 1}
    tile = scene.state.board.tiles[HIDDEN]
    assert (tile.terrain, tile.number) == ("hills", 8)


def test_case_3_3_sea_takes_no_number_and_pays_no_card_and_ships_sail_on() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "sea")).then(
        ShipBuilt(P, OUT, free=True), discovered((2, -1), "sea")
    )
    assert scene.hand(P) == {}
    assert sum(scene.state.unseen.numbers.values()) == 10
    onward = FOG.edge((1, -1), (2, -1))
    given = FOG.given(settlements(P, WEST), ships(P, OUT), main_of(P))
    given.given(dealt(P, lumber=2, wool=2))
    given.when(BuildShip(P, onward)).then_refused("ship/not_at_sea")
    given.given(discovered((2, -1), "sea"))
    given.when(BuildShip(P, onward), fog=[0])
    assert found(given) == [(FOG.hex(2, -2), "sea", None)]


def test_case_3_4_nobody_goes_on_until_a_card_for_gold_is_picked() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "gold", 4)).then(
        ShipBuilt(P, OUT, free=True), discovered((2, -1), "gold", 4), GoldClaimed({P: 1})
    )
    node = FOG.node((4, -1), (4, 0), (5, -1))
    scene.when(PlaceSettlement(Q, node)).then_refused("phase/gold_open")
    assert scene.state.ruleset.flow.to_act(scene.state) == [P]
    scene.when(PickGold(P, {"ore": 1})).then(GoldPicked(P, {"ore": 1}))
    scene.when(PlaceSettlement(Q, node)).then(SettlementBuilt(Q, node, free=True))


def test_case_3_5_one_starting_node_has_no_sea_edge_that_the_pirate_leaves_free() -> None:
    node = FOG.node((5, 0), (6, -1), (6, 0))
    ship, road = FOG.edge((5, 0), (6, 0)), FOG.edge((5, 0), (6, -1))
    scene = FOG.founding().when(PlaceSettlement(P, node))
    scene.when(PlaceShip(P, ship)).then_refused("ship/pirate_near")
    scene.when(PlaceRoad(P, road)).then(RoadBuilt(P, road, free=True))
    fresh = FOG.founding().state
    start = fresh.hooks.start_nodes(fresh, P)
    around = FOG.grid.hex_edges[fresh.pirate]
    assert [
        node
        for node in nodes_in(start)
        if fresh.board.sea_edges_at(1 << node)
        and not FOG.grid.node_edges[node] & fresh.board.sea_edges & ~around
    ] == [node]


def test_case_3_6_the_eastern_island_discovers_too() -> None:
    scene = FOG.founding().when(PlaceSettlement(P, EAST))
    scene.when(PlaceShip(P, FOG.edge((4, -1), (4, 0))), **drawn(scene, "pasture", 11))
    assert found(scene) == [(FOG.hex(3, 0), "pasture", 11)]


def test_case_3_7_a_road_discovers() -> None:
    there = FOG.node((1, -1), (1, 0), (2, -1))
    road = FOG.edge((1, 0), (2, -1))
    scene = FOG.given(
        settlements(P, WEST), ships(P, OUT), discovered((2, -1), "hills", 8), settlements(P, there)
    )
    scene.given(main_of(P), dealt(P, brick=1, lumber=1))
    scene.when(BuildRoad(P, road), **drawn(scene, "mountains", 12)).then(
        RoadBuilt(P, road), discovered((2, 0), "mountains", 12), DiscoveryPaid(P, "ore")
    )


def test_case_3_8_a_moved_ship_discovers_and_is_paid() -> None:
    beside = FOG.edge((0, 0), (1, -1))
    scene = FOG.given(settlements(P, WEST), ships(P, beside), main_of(P))
    scene.when(MoveShip(P, beside, OUT), **drawn(scene, "fields", 3)).then(
        ShipMoved(P, beside, OUT), discovered((2, -1), "fields", 3), DiscoveryPaid(P, "grain")
    )


def test_case_3_9_gold_found_by_the_first_free_ship_is_picked_before_the_second() -> None:
    second = FOG.edge((0, 0), (1, -1))
    scene = FOG.given(holding(P, "road_building"), settlements(P, WEST), turn_of(P))
    scene.when(PlayRoadBuilding(P))
    scene.when(PlaceShip(P, OUT), **drawn(scene, "gold", 6))
    scene.when(PlaceShip(P, second)).then_refused("phase/gold_open")
    scene.when(PickGold(P, {"wool": 1}))
    scene.when(PlaceShip(P, second)).then(ShipBuilt(P, second, free=True))
    assert scene.state.phase == "roll"


def test_case_3_10_an_empty_bank_pays_nothing_and_the_number_lies_all_the_same() -> None:
    scene = FOG.given(settlements(P, WEST), dealt(Q, grain=19), main_of(P))
    scene.given(dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, OUT), **drawn(scene, "fields", 9)).then(
        ShipBuilt(P, OUT), discovered((2, -1), "fields", 9)
    )
    assert scene.hand(P) == {}
    assert scene.state.board.tiles[HIDDEN].number == 9


def test_case_3_11_robber_and_pirate_keep_away_from_hidden_hexes() -> None:
    scene = FOG.given(discovered((2, -1), "sea"), turn_of(P)).when(RollDice(P), dice=(3, 4))
    hidden = FOG.hex(3, 0)
    scene.when(MoveRobber(P, hidden)).then_refused("robber/not_on_land")
    scene.when(MovePirate(P, hidden)).then_refused("pirate/not_at_sea")
    scene.when(MovePirate(P, HIDDEN))
    assert scene.state.pirate == HIDDEN


def test_case_3_12_the_twelfth_hex_takes_the_last_tile_and_the_last_number() -> None:
    layout = FOG.layout
    assert layout.fog is not None
    hidden = [hex_.place for hex_ in layout.hexes if hex_.terrain == "fog" and hex_.q != 2]
    hidden += [(2, -3), (2, -2), (2, 0)]
    tiles, numbers = list(layout.fog.tiles), list(layout.fog.numbers)
    tiles.remove("gold")
    numbers.remove(6)
    left = iter(numbers)
    facts = [
        discovered(place, terrain, None if terrain == "sea" else next(left))
        for place, terrain in zip(hidden, tiles, strict=True)
    ]
    scene = FOG.given(facts, settlements(P, WEST), main_of(P), dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, OUT), fog=[0], fog_number=[0])
    assert scene.chance.drawn == [("fog", 1), ("fog_number", 1)]
    assert found(scene) == [(HIDDEN, "gold", 6)]
    assert scene.view(SPECTATOR)["fog"] == {"tiles": [], "numbers": []}
    assert not scene.state.board.hidden


# What is settled besides


def test_3_4_road_building_before_the_roll_discovers() -> None:
    scene = FOG.given(holding(P, "road_building"), settlements(P, WEST), turn_of(P))
    scene.when(PlayRoadBuilding(P))
    scene.when(PlaceShip(P, OUT), **drawn(scene, "forest", 10))
    assert scene.hand(P) == {"lumber": 1}


def test_3_5_no_starting_settlement_touches_a_hidden_hex() -> None:
    for players in (3, 4):
        chart = Chart(3, players)
        state = chart.founding().state
        for node in nodes_in(state.hooks.start_nodes(state, P)):
            assert not any(state.board.hidden >> i & 1 for i in chart.grid.node_hexes[node])


def test_3_7_red_numbers_come_to_lie_side_by_side_and_on_gold() -> None:
    scene = FOG.given(discovered((2, -2), "forest", 6), settlements(P, WEST), main_of(P))
    scene.given(dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, OUT), **drawn(scene, "gold", 8))
    assert found(scene) == [(HIDDEN, "gold", 8)]


def test_3_9_views_tell_what_is_left_and_nothing_of_what_lies_where() -> None:
    scene = FOG.founding()
    for viewer in viewers(scene.state):
        view = scene.view(viewer)
        assert sorted(view["fog"]["tiles"]) == sorted(FOG.layout.fog.tiles)  # type: ignore[union-attr]
        hexes = [hex_ for hex_ in view["board"]["hexes"] if hex_["terrain"] == "fog"]
        assert len(hexes) == 12
        assert {hex_["number"] for hex_ in hexes} == {None}


def test_3_10_a_card_of_choice_comes_before_the_award_and_victory() -> None:
    """Four ships and one more are the longest route; with it the player wins."""
    line = FOG.edges(((0, 0), (1, -1)), ((0, -1), (1, -1)), ((0, -1), (1, -2)), ((0, -1), (0, -2)))
    scene = FOG.given(settlements(P, WEST), ships(P, *line), target_points=3)
    scene.given(main_of(P), dealt(P, lumber=1, wool=1))
    scene.when(BuildShip(P, OUT), **drawn(scene, "gold", 4)).then(
        ShipBuilt(P, OUT), discovered((2, -1), "gold", 4), GoldClaimed({P: 1})
    )
    scene.when(PickGold(P, {"ore": 1})).then(
        GoldPicked(P, {"ore": 1}), LongestRoadAwarded(P, 5), GameWon((P,), 3)
    )


def test_gold_found_by_the_last_starting_piece_is_picked_before_the_first_turn() -> None:
    scene = FOG.founding(order=(P,)).when(PlaceSettlement(P, WEST))
    scene.when(PlaceShip(P, OUT), **drawn(scene, "gold", 5))
    assert scene.state.phase == "gold"
    scene.when(PickGold(P, {"ore": 1})).then(GoldPicked(P, {"ore": 1}), TurnBegan(P, 1))


def test_gold_is_not_asked_for_when_its_finder_resigns() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "gold", 5))
    scene.when(Resign(P))
    assert scene.state.phase == "founding"
    assert scene.state.turn_seat == Q


def test_roads_of_everybody_lead_on_to_what_one_has_found() -> None:
    """Q's settlement on land found by P has roads where there was fog."""
    there = FOG.node((1, -1), (1, 0), (2, -1))
    scene = FOG.given(settlements(P, WEST), ships(P, OUT), discovered((2, -1), "hills", 8))
    scene.given(settlements(Q, there), discovered((2, -2), "forest", 4), main_of(Q))
    scene.given(dealt(Q, brick=1, lumber=1))
    assert FOG.edge((1, -1), (2, -1)) in {one.edge for one in scene.offers(Q, BuildRoad)}


def test_a_discovered_hex_produces() -> None:
    there = FOG.node((1, -1), (1, 0), (2, -1))
    scene = FOG.given(
        settlements(P, WEST), ships(P, OUT), discovered((2, -1), "hills", 8), settlements(P, there)
    )
    scene.given(turn_of(Q)).when(RollDice(Q), dice=(4, 4))
    assert scene.events[1:] == [ResourcesProduced({P: {"brick": 1}})]


def test_the_variable_setup_leaves_the_fog_as_it_is() -> None:
    for players in (3, 4):
        game = RandomGame(_setup(players, setup="variable"), 0, record=False)
        for _, command, _ in game.commits():
            if isinstance(command, StartGame):
                break
        state = game.state
        assert isinstance(state, Voyage)
        printed = FOG.layout if players == 4 else Chart(3, 3).layout
        fog = {hex_.place for hex_ in printed.hexes if hex_.terrain == "fog"}
        assert {(t.q, t.r) for t in state.board.tiles if t.terrain == "fog"} == fog
        assert state.board.tiles[state.robber].number == 12


def test_a_discovery_is_told_in_both_languages() -> None:
    scene = founded()
    scene.when(PlaceShip(P, OUT), **drawn(scene, "hills", 8))
    told = [
        [
            presentation_of(SEAFARERS.name).narrate(scene.state, event, language)
            for event in scene.events[1:]
        ]
        for language in ("en", "pl")
    ]
    assert told == [
        ["Red discovered the hills with 8.", "Red got a card for the discovery: brick."],
        ["Czerwony odkrył wzgórza z 8.", "Czerwony dostał kartę za odkrycie: glina."],
    ]


# Random games


def _setup(players: int, **options: Any) -> Setup:
    return Setup("seafarers", players, {"scenario": 3, **options}, seed=f"fog-{players}")


def _assert_charted(state: Voyage) -> None:
    """Tiles and numbers of the fog are on the board or left, and all that follows is true."""
    layout = state.hooks.layout
    assert layout.fog is not None
    assert state.unseen is not None
    places = {hex_.place for hex_ in layout.hexes if hex_.terrain == "fog"}
    turned = [tile for tile in state.board.tiles if (tile.q, tile.r) in places]
    up = [tile for tile in turned if tile.terrain != "fog"]
    left = sent(SEAFARERS.view(state, SPECTATOR))["fog"]
    assert state.board.hidden.bit_count() + len(up) == len(layout.fog.tiles)
    tiles = [tile.terrain for tile in up]
    numbers = [tile.number for tile in up if tile.number is not None]
    assert sorted(tiles + left["tiles"]) == sorted(layout.fog.tiles)
    assert sorted(numbers + left["numbers"]) == sorted(layout.fog.numbers)
    for seat, (network, fleet) in enumerate(zip(state.networks, state.fleets, strict=True)):
        foreign = state.buildings & ~network.buildings
        starts = network.reached & ~foreign | network.buildings
        assert network.open_edges == paths_at(state, starts)
        assert fleet.open_edges == links(state, seat, fleet.reached)  # type: ignore[arg-type]
        assert not network.roads & fleet.ships
        assert fleet.ships.bit_count() <= SHIPS_EACH


def _played(setup: Setup, index: int = 0) -> Iterator[tuple[Voyage, list[Event]]]:
    game = RandomGame(setup, index, record=False)
    for _, _, events in game.commits():
        assert isinstance(game.state, Voyage)
        yield game.state, events


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    "options",
    [{}, {"setup": "variable"}, {"play": "free"}, {"friendly_robber": True, "bank_visible": False}],
)
def test_what_follows_from_discoveries_is_true_in_random_games(
    players: int, options: dict[str, Any]
) -> None:
    setup = _setup(players, **options)
    told: list[Event] = []
    state = None
    for state, events in _played(setup):
        told += events
        hexes = [event for event in events if isinstance(event, HexDiscovered)]
        assert len(hexes) <= 1, "3.5: one piece finds one hex on the printed maps"
        if hexes:
            _assert_charted(state)
    assert state is not None
    assert freeze(refolded(setup, told)) == freeze(state)
    assert freeze(thaw(SEAFARERS, freeze(state))) == freeze(state)
    for viewer in viewers(state):
        seen = refolded(setup, [SEAFARERS.redact(event, viewer) for event in told])
        assert SEAFARERS.view(seen, viewer) == SEAFARERS.view(state, viewer)


# Fog on own maps

OWN: dict[str, Any] = {
    "hexes": [
        {"q": q, "r": 0, "terrain": terrain, "number": number, "area": "home"}
        for q, (terrain, number) in enumerate(
            [
                ("forest", 3),
                ("pasture", 4),
                ("fields", 5),
                ("hills", 6),
                ("mountains", 8),
                ("forest", 11),
                ("pasture", 10),
                ("hills", 9),
            ],
            start=-2,
        )
    ]
    + [{"q": q, "r": r, "terrain": "fog", "area": "mist"} for q, r in ((0, -1), (1, -1), (0, 1))],
    "areas": {"home": {"kind": "start"}, "mist": {"kind": "fog"}},
    "fog": {"tiles": ["gold", "fields", "sea"], "numbers": [9, 10]},
}
"""A row of land with fog on both sides."""


def own_map(*facts: Event) -> Scene:
    scene = kit.lobby(
        seated(3), players=3, ruleset=SEAFARERS, board=OWN, start_player="seat", target_points=5
    )
    return scene.when(StartGame("ada")).given(*facts)  # type: ignore[arg-type]


def _own(scene: Scene) -> Any:
    return scene.state.board.geometry


def test_a_road_on_an_own_map_discovers() -> None:
    scene = own_map()
    grid = _own(scene)
    road, onward = grid.edge_by_hexes[(-1, 0), (0, -1)], grid.edge_by_hexes[(-1, 0), (0, 0)]
    start = grid.node_by_hexes[(-1, 0), (-1, 1), (0, 0)]
    assert not scene.state.board.edges >> road & 1, "nothing lies at a hidden hex"
    scene.given(settlements(P, start), main_of(P), dealt(P, brick=2, lumber=2))
    scene.when(BuildRoad(P, onward), fog=[1], fog_number=[1]).then(
        RoadBuilt(P, onward),
        HexDiscovered(P, grid.hex_ids[0, -1], "fields", 10, draw=0, draws=2),
        DiscoveryPaid(P, "grain"),
    )
    scene.when(BuildRoad(P, road)).then(RoadBuilt(P, road))


def test_several_hidden_hexes_at_once_come_by_q_then_r_and_gold_last() -> None:
    """No play leads here, as nobody starts at hidden hexes: 3.5."""
    scene = own_map()
    grid = _own(scene)
    node = grid.node_by_hexes[(0, 0), (1, -1), (1, 0)]
    road = grid.edge_by_hexes[(0, 0), (1, 0)]
    south, north = grid.hex_ids[0, 1], grid.hex_ids[1, -1]
    scene.given(settlements(P, node), main_of(P), dealt(P, brick=1, lumber=1))
    scene.when(BuildRoad(P, road), fog=[0, 0], fog_number=[0, 0]).then(
        RoadBuilt(P, road),
        HexDiscovered(P, south, "gold", 9, draw=0, draws=2),
        HexDiscovered(P, north, "fields", 10, draw=0, draws=2),
        DiscoveryPaid(P, "grain"),
        GoldClaimed({P: 1}),
    )
    first, second = [event for event in scene.events if isinstance(event, HexDiscovered)]
    assert second.draw == first.draw + first.draws
    assert scene.state.payouts[10].gains == {P: {"grain": 1}}, "its settlement touches the new hex"


def test_sea_that_is_found_belongs_to_no_land() -> None:
    scene = own_map()
    grid = _own(scene)
    sea, land = grid.hex_ids[1, -1], grid.hex_ids[0, 1]
    assert scene.state.areas["mist"] >> sea & 1
    scene.given(HexDiscovered(P, sea, "sea", None, draw=0, draws=1))
    scene.given(HexDiscovered(P, land, "fields", 9, draw=1, draws=2))
    assert not scene.state.areas["mist"] >> sea & 1
    assert scene.state.areas["mist"] >> land & 1


def test_own_maps_with_fog_are_played_to_their_end() -> None:
    options = {"board": OWN, "target_points": 4}
    for index in range(5):
        setup = Setup("seafarers", 3, options, seed="own", max_turns=400)
        for state, events in _played(setup, index):
            if any(isinstance(one, HexDiscovered) for one in events):
                _assert_charted(state)


def test_evolving_leaves_other_games_alone() -> None:
    """Boards are shared by copies of a state; a discovery makes a new one."""
    state = founded().state
    twin = copy.copy(state)
    board = state.board
    fold(state, [discovered((2, -1), "sea")])
    assert twin.board is board
    assert board.tiles[HIDDEN].terrain == "fog"


def test_what_was_discovered_is_counted() -> None:
    stats = SEAFARERS.statistics.begin()
    told: list[Event] = []
    for state, events in _played(_setup(4)):
        told += events
        for event in events:
            SEAFARERS.statistics.count(stats, state, event, 0)
    hexes = Counter(event.seat for event in told if isinstance(event, HexDiscovered))
    paid = Counter(
        (event.seat, event.resource) for event in told if isinstance(event, DiscoveryPaid)
    )
    assert hexes
    assert paid
    for line in sent(SEAFARERS.statistics.show(stats))["seats"]:
        seat = line["seat"]
        assert line["sea"]["hexes_discovered"] == hexes[seat]
        assert line["found"] == {resource: paid[seat, resource] for resource in RESOURCES}


def test_founding_roads_of_inland_settlements_may_still_be_roads() -> None:
    node = FOG.node((0, 1), (0, 2), (1, 1))
    inland = FOG.node((-1, 2), (0, 1), (0, 2))
    assert FOG.founding().state.board.sea_edges_at(1 << node)
    road = FOG.edge((0, 1), (0, 2))
    scene = FOG.founding().when(PlaceSettlement(P, inland))
    scene.when(PlaceRoad(P, road)).then(RoadBuilt(P, road, free=True))
    coastal = FOG.founding().when(PlaceSettlement(P, node))
    coastal.when(PlaceRoad(P, road)).then_refused("founding/ship_due")
