"""Scenario 1, Heading for New Shores."""

from random import Random

from domain.base.commands import (
    BuildCity,
    BuildSettlement,
    EndTurn,
    PlaceRoad,
    PlaceSettlement,
    RollDice,
)
from domain.base.costs import CITY_COST, SETTLEMENT_COST
from domain.grid.geometry import neighbours
from domain.seafarers.commands import BuildShip, PlaceShip
from domain.seafarers.events import MarkersTaken
from domain.seafarers.maps.areas import islands
from domain.seafarers.maps.charting import lay_variable
from domain.seafarers.shipping.ships import SHIP_COST
from domain.table.closing import GameWon
from tests.kit import Scene, cities, dealt, knights, main_of, rolled, settlements, turn_of
from tests.seafarers.kit import Chart, Lots, P, Q, R, ships

SEA = Chart(1, 4)
NW = SEA.node((3, -3), (3, -2), (4, -3))
NW_SHIPS = SEA.edges(((3, -2), (4, -2)), ((3, -2), (4, -3)))
A = SEA.node((3, -2), (3, -1), (4, -2))
SE = SEA.node((3, 2), (3, 3), (4, 2))
SE_SHIP = SEA.edge((3, 2), (4, 2))


def test_case_1_1_first_settlements_stand_on_the_main_island() -> None:
    scene = SEA.founding()
    scene.when(PlaceSettlement(P, SEA.node((5, -1), (5, 0), (6, -1))))
    scene.then_refused("founding/outside_start_area")


def test_case_1_2_no_ship_inland() -> None:
    node = SEA.node((1, 0), (1, 1), (2, 0))
    scene = SEA.founding().when(PlaceSettlement(P, node))
    edge = SEA.edge((1, 0), (1, 1))
    scene.when(PlaceShip(P, edge)).then_refused("ship/not_at_sea")
    scene.when(PlaceRoad(P, edge))
    assert scene.state.turn_seat == Q


def on_the_way_to_nw(*facts: object) -> Scene:
    """P can pay for two settlements and a city, and has ships to both places of the island."""
    further = SEA.edges(((3, -3), (4, -3)), ((4, -4), (4, -3)))
    return SEA.given(
        settlements(P, A),
        ships(P, *NW_SHIPS, further[0]),
        *facts,  # type: ignore[arg-type]
        main_of(P),
        dealt(P, **SETTLEMENT_COST),
        dealt(P, **SETTLEMENT_COST),
        dealt(P, **CITY_COST),
    )


def test_case_1_3_only_the_first_settlement_on_an_island_pays() -> None:
    scene = on_the_way_to_nw()
    assert scene.points(P) == 1
    scene.when(BuildSettlement(P, NW))
    scene.then_ends(MarkersTaken(seat=P, area="isle-nw", count=2))
    assert scene.points(P) == 1 + 3
    another = SEA.node((2, -3), (2, -2), (3, -3))
    scene.given(ships(P, *SEA.edges(((3, -3), (3, -2)), ((2, -2), (3, -3)))))
    scene.when(BuildSettlement(P, another))
    assert scene.points(P) == 1 + 3 + 1
    scene.when(BuildCity(P, NW))
    assert scene.points(P) == 1 + 3 + 1 + 1


def test_case_1_4_others_on_the_island_do_not_matter() -> None:
    scene = on_the_way_to_nw(
        settlements(Q, SEA.node((2, -4), (2, -3), (3, -4))),
        MarkersTaken(seat=Q, area="isle-nw", count=2),
    )
    scene.when(BuildSettlement(P, NW))
    assert scene.points(P) == 1 + 3


def test_case_1_5_special_points_win_at_once() -> None:
    home = SEA.node((2, 2), (3, 1), (3, 2))
    scene = SEA.given(
        settlements(P, home),
        ships(P, SEA.edge((3, 1), (3, 2)), SEA.edge((3, 2), (4, 1)), SE_SHIP),
        ships(P, SEA.edge((2, 2), (3, 2))),
        cities(P, SEA.node((0, 0), (0, 1), (1, 0)), SEA.node((1, 1), (2, 0), (2, 1))),
        cities(P, SEA.node((-1, 2), (-1, 3), (0, 2)), SEA.node((1, -1), (1, 0), (2, -1))),
        knights(P, 3),
        main_of(P),
        dealt(P, **SETTLEMENT_COST),
    )
    scene.state.largest_army = P
    assert scene.points(P) == 11
    scene.when(BuildSettlement(P, SE))
    scene.then_ends(MarkersTaken(seat=P, area="isle-se", count=2), GameWon(seats=(P,), points=14))


THREE = Chart(1, 3)


def test_case_1_6_the_robber_starts_on_the_12_of_three_players() -> None:
    there = THREE.node((2, -3), (2, -2), (3, -3))
    assert THREE.layout.robber.hex == (2, -3)
    scene = THREE.given(settlements(Q, there), turn_of(P))
    scene.when(RollDice(P), dice=(6, 6)).then(rolled(P, 6, 6))


def test_case_1_7_the_pirate_starts_beside_the_coast() -> None:
    edge = THREE.edge((4, 0), (5, 0))
    scene = THREE.given(
        settlements(P, THREE.node((4, 0), (5, -1), (5, 0))), main_of(P), dealt(P, **SHIP_COST)
    )
    scene.when(BuildShip(P, edge)).then_refused("ship/pirate_near")


def test_case_1_8_points_on_the_turn_of_another_wait() -> None:
    """R has the longest route; Q's settlement cuts it, and P alone has the longest then."""
    cut = SEA.node((2, -2), (2, -1), (3, -2))
    rs = SEA.edges(
        ((1, -1), (2, -2)), ((2, -2), (2, -1)), ((2, -1), (3, -2)), ((3, -2), (3, -1)),
        ((3, -2), (4, -2)), ((3, -2), (4, -3)),
    )  # fmt: skip
    ps = SEA.edges(
        ((2, 2), (3, 2)), ((3, 1), (3, 2)), ((3, 2), (4, 1)), ((3, 2), (4, 2)), ((3, 2), (3, 3)),
    )  # fmt: skip
    scene = SEA.given(
        settlements(R, SEA.node((1, -2), (1, -1), (2, -2))),
        ships(R, *rs),
        ships(P, *ps),
        settlements(P, SEA.node((2, 2), (2, 3), (3, 2))),
        cities(P, SEA.node((0, 0), (0, 1), (1, 0)), SEA.node((1, 1), (2, 0), (2, 1))),
        cities(P, SEA.node((-1, 2), (-1, 3), (0, 2)), SEA.node((1, -1), (1, 0), (2, -1))),
        [MarkersTaken(seat=P, area=area, count=2) for area in ("isle-nw", "isle-ne")],
        ships(Q, SEA.edge((2, -2), (3, -2))),
        dealt(Q, **SETTLEMENT_COST),
        main_of(Q),
    )
    scene.state.longest_road = R
    assert scene.state.road_lengths == [5, 1, 6, 0]
    assert scene.points(P) == 13
    scene.when(BuildSettlement(Q, cut))
    assert scene.points(P) == 15
    assert scene.state.outcome is None
    scene.when(EndTurn(Q))
    scene.given(turn_of(R, 3), rolled(R, 1, 1), turn_of(3, 4), rolled(3, 1, 1))
    scene.when(EndTurn(3)).then_ends(GameWon(seats=(P,), points=15))


def test_case_1_9_the_variable_map_keeps_its_tiles() -> None:
    framed = {(4, -3), (6, -3), (6, -1), (5, 1)} | {
        hex_.place for hex_ in SEA.layout.hexes if (hex_.area or "").startswith("isle")
    }
    printed = {hex_.place: hex_ for hex_ in SEA.layout.hexes}
    main = [place for place, hex_ in printed.items() if hex_.area == "main"]
    for seed in range(20):
        chart = lay_variable(SEA.layout, Lots(Random(seed)))  # type: ignore[arg-type]
        tiles = {(tile.q, tile.r): tile for tile in chart.tiles}
        kinds = sorted(str(tiles[place].terrain) for place in main)
        assert kinds == sorted(str(printed[place].terrain) for place in main)
        assert len(main) == 19
        assert len(framed) == 13
        assert sum(tiles[place].terrain == "sea" for place in framed) == 4
        red = {place for place, tile in tiles.items() if tile.number in (6, 8)}
        assert not any(red & set(neighbours(place)) for place in red)
        assert len(islands(chart.tiles)) >= 2


def test_case_1_10_three_islands_are_all_there_is() -> None:
    paid = [MarkersTaken(seat=P, area=area, count=2) for area in ("isle-nw", "isle-ne", "isle-se")]
    scene = on_the_way_to_nw(paid)
    scene.when(BuildSettlement(P, NW))
    assert scene.view(P)["score"][P]["sources"]["markers"] == 6
