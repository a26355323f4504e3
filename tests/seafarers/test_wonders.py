"""Scenario 8, The Wonders of Catan: 2.8 of the settled rules."""

from typing import Any

import pytest

from domain.base.commands import (
    BuildSettlement,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceSettlement,
    PlayKnight,
    RollDice,
)
from domain.base.costs import SETTLEMENT_COST
from domain.base.events import LongestRoadAwarded, RobberMoved, SettlementBuilt, TurnBegan
from domain.cards import RESOURCES
from domain.grid.geometry import neighbours, nodes_in
from domain.ids import SPECTATOR
from domain.messages import Event
from domain.seafarers.commands import MovePirate
from domain.seafarers.events import MarkersTaken
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.layout import layout_of, read_specials
from domain.seafarers.scenarios.wonders.map import WonderId, Wonders
from domain.seafarers.scenarios.wonders.messages import (
    BuildLevel,
    ClaimWonder,
    LevelBuilt,
    WonderClaimed,
)
from domain.seafarers.scenarios.wonders.rules import missing
from domain.seafarers.state import Voyage
from domain.state_bytes import freeze, thaw
from domain.table.closing import GameWon, Resign, SeatResigned
from hexledger.self_play import RandomGame, Setup
from presentation.registry import presentation_of
from tests.games import refolded, viewers
from tests.kit import (
    Facts,
    Scene,
    cities,
    dealt,
    holding,
    main_of,
    roads,
    rolled,
    sent,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, P, Q, R, S, ships

SEA = Chart(8, 4)
INLAND = [
    SEA.node((3, 0), (3, 1), (4, 0)),
    SEA.node((5, 0), (5, 1), (6, 0)),
    SEA.node((2, 0), (2, 1), (3, 0)),
    SEA.node((6, -1), (6, 0), (7, -1)),
    SEA.node((3, -1), (3, 0), (4, -1)),
    SEA.node((3, -2), (4, -3), (4, -2)),
]
"""Crossings of the large island that nothing is the matter with."""
HARBOUR = SEA.node((6, 0), (7, -1), (7, 0))
WASTELAND = SEA.node((1, 0), (1, 1), (2, 0))
STRAIT = SEA.node((5, -2), (6, -3), (6, -2))
OTHER_STRAIT = SEA.node((5, -3), (5, -2), (6, -3))
LINE = [SEA.edge((4, 1), place) for place in neighbours((4, 1))[:5]]
"""Five paths in a row."""
SPECIALS = read_specials(SEA.layout, Wonders)
COST = {wonder.id: wonder.cost_per_level for wonder in SPECIALS.wonders}


def claimed(seat: int, wonder: WonderId, levels: int = 0) -> Facts:
    """A wonder that a seat has taken in an earlier turn, built so high."""
    built = [(dealt(seat, **COST[wonder]), LevelBuilt(seat, wonder, i + 1)) for i in range(levels)]
    return (WonderClaimed(seat, wonder), built)


def ten_points(seat: int) -> list[Facts]:
    return [cities(seat, *INLAND[:4]), settlements(seat, *INLAND[4:])]


def claims(scene: Scene, seat: int = P) -> list[str]:
    return [claim.wonder for claim in scene.offers(seat, ClaimWonder)]


# The cases


@pytest.mark.parametrize("closed", [WASTELAND, OTHER_STRAIT, SEA.node((4, -2), (5, -3), (5, -2))])
def test_case_8_1_marked_crossings_are_closed_to_first_settlements(closed: int) -> None:
    scene = SEA.founding()
    scene.when(PlaceSettlement(P, closed)).then_refused("founding/outside_start_area")


def test_case_8_1_the_rest_of_the_desert_shore_is_open() -> None:
    shore = SEA.node((-1, 1), (0, 0), (0, 1))
    scene = SEA.founding()
    scene.when(PlaceSettlement(P, shore)).then(SettlementBuilt(P, shore, free=True))


def test_case_8_2_the_theater_needs_two_cities() -> None:
    scene = SEA.given(cities(P, INLAND[0]), main_of(P))
    scene.when(ClaimWonder(P, "theater")).then_refused("wonder/conditions_unmet")
    scene.given(cities(P, INLAND[1]))
    scene.when(ClaimWonder(P, "theater")).then(WonderClaimed(P, "theater"))


def test_case_8_3_one_wonder_each_and_each_wonder_once() -> None:
    scene = SEA.given(
        cities(Q, INLAND[4], INLAND[5]),
        claimed(Q, "theater"),
        cities(P, HARBOUR, *INLAND[:2]),
        roads(P, *LINE),
        main_of(P),
    )
    scene.when(ClaimWonder(P, "theater")).then_refused("wonder/taken")
    assert claims(scene) == ["monument", "cathedral"]
    scene.when(ClaimWonder(P, "cathedral")).then(WonderClaimed(P, "cathedral"))
    scene.when(ClaimWonder(P, "monument")).then_refused("wonder/one_each")
    assert claims(scene) == []


def test_case_8_4_levels_are_built_as_often_as_they_can_be_paid() -> None:
    scene = SEA.given(cities(P, *INLAND[:2]), main_of(P), dealt(P, brick=2, lumber=2, wool=6))
    scene.when(ClaimWonder(P, "theater"))
    scene.when(BuildLevel(P)).then(LevelBuilt(P, "theater", 1))
    scene.when(BuildLevel(P)).then(LevelBuilt(P, "theater", 2))
    assert scene.hand(P) == {}
    scene.when(BuildLevel(P)).then_refused("hand/not_enough_cards")


def test_case_8_5_the_fourth_level_wins_whatever_the_points() -> None:
    scene = SEA.given(cities(P, *INLAND[:3]), settlements(P, INLAND[3]), claimed(P, "theater", 3))
    scene.given(main_of(P), dealt(P, **COST["theater"]))
    scene.when(BuildLevel(P)).then(LevelBuilt(P, "theater", 4), GameWon((P,), 7))


@pytest.mark.parametrize(("rival", "wins"), [(0, True), (1, False)])
def test_case_8_6_ten_points_win_with_more_levels_than_anybody(rival: int, wins: bool) -> None:
    scene = SEA.given(ten_points(P), claimed(P, "theater", 1), claimed(R, "great_wall", rival))
    scene.given(main_of(S)).when(EndTurn(S))
    won = [GameWon((P,), 10)] if wins else []
    scene.then(TurnBegan(P, 2), won)


def test_case_8_7_the_level_that_gets_ahead_wins() -> None:
    scene = SEA.given(ten_points(P), claimed(P, "theater", 1), claimed(Q, "great_wall", 1))
    scene.given(main_of(P), dealt(P, **COST["theater"]))
    scene.when(BuildLevel(P)).then(LevelBuilt(P, "theater", 2), GameWon((P,), 10))


def test_case_8_8_conditions_are_asked_to_begin_only() -> None:
    scene = SEA.given(cities(P, HARBOUR), roads(P, *LINE), main_of(P))
    scene.when(ClaimWonder(P, "monument"))
    scene.given(settlements(Q, SEA.node((3, 1), (4, 0), (4, 1))), dealt(P, **COST["monument"]))
    assert scene.state.road_lengths[P] == 3
    scene.when(BuildLevel(P)).then(LevelBuilt(P, "monument", 1))


def test_case_8_9_every_settlement_on_a_small_island_brings_a_marker() -> None:
    first = SEA.node((1, -2), (2, -3), (2, -2))
    second = SEA.node((0, -1), (1, -2), (1, -1))
    coast = SEA.edges(((1, -2), (2, -2)), ((1, -2), (1, -1)))
    scene = SEA.given(ships(P, *coast), main_of(P), dealt(P, brick=2, lumber=2, wool=2, grain=2))
    for node, points in ((first, 2), (second, 4)):
        scene.when(BuildSettlement(P, node)).then(
            SettlementBuilt(P, node), MarkersTaken(P, "isle-nw", 1)
        )
        assert scene.points(P) == points


def test_case_8_10_a_city_on_the_strait_claims_the_bridge() -> None:
    scene = SEA.given(cities(P, STRAIT), main_of(P))
    scene.when(ClaimWonder(P, "great_bridge")).then(WonderClaimed(P, "great_bridge"))
    scene = SEA.given(cities(P, STRAIT), ships(Q, SEA.edge((5, -3), (5, -2))), main_of(Q))
    scene.given(dealt(Q, **SETTLEMENT_COST))
    scene.when(BuildSettlement(Q, OTHER_STRAIT)).then_refused("settlement/too_close")


def test_case_8_11_only_the_robber_is_moved_and_it_may_return_to_a_desert() -> None:
    away = RobberMoved(seat=Q, hex=SEA.hex(4, 0))
    by_seven = SEA.given(away, turn_of(P)).when(RollDice(P), dice=(3, 4))
    by_knight = SEA.given(away, holding(P, "knight"), turn_of(P)).when(PlayKnight(P))
    for scene in (by_seven, by_knight):
        assert scene.offers(P, MovePirate) == []
        scene.when(MovePirate(P, SEA.hex(0, 0))).then_refused("pirate/not_there")
        assert scene.state.hooks.robber_hexes(scene.state, P) & scene.state.board.deserts
        scene.when(MoveRobber(P, SEA.hex(0, 1))).then(RobberMoved(P, SEA.hex(0, 1)))


def test_case_8_12_hidden_point_cards_count_for_the_cathedral() -> None:
    pieces = [cities(P, INLAND[0]), settlements(P, *INLAND[1:4])]
    scene = SEA.given(pieces, main_of(P))
    scene.when(ClaimWonder(P, "cathedral")).then_refused("wonder/conditions_unmet")
    scene = SEA.given(pieces, holding(P, "victory_point"), main_of(P))
    scene.when(ClaimWonder(P, "cathedral")).then(WonderClaimed(P, "cathedral"))


# What is settled besides


def test_8_1_and_8_2_a_claim_costs_nothing_and_reserves_the_wonder() -> None:
    scene = SEA.given(settlements(P, WASTELAND), settlements(Q, STRAIT), main_of(P))
    scene.when(ClaimWonder(P, "great_wall"))
    assert scene.view(SPECTATOR)["wonders"][3] == {
        "wonder": "great_wall",
        "seat": P,
        "level": 0,
        "levels": 4,
        "requires": {"settlement_at": "wasteland"},
        "cost": {"brick": 3, "lumber": 1, "grain": 1},
    }


@pytest.mark.parametrize(("node", "wonder"), [(WASTELAND, "great_wall"), (STRAIT, "great_bridge")])
def test_8_5_a_settlement_or_a_city_on_a_marked_crossing_will_do(
    node: int, wonder: WonderId
) -> None:
    for pieces in (settlements(P, node), cities(P, node)):
        scene = SEA.given(pieces, main_of(P))
        assert claims(scene) == [wonder]
        scene.when(ClaimWonder(P, wonder)).then(WonderClaimed(P, wonder))
    warning = SEA.given(settlements(P, SEA.node((4, -2), (5, -3), (5, -2))), main_of(P))
    assert claims(warning) == []


def test_8_7_the_monument_needs_a_harbour_city_and_a_route_of_five_but_not_the_card() -> None:
    monument = SPECIALS.wonders[2]  # type: ignore[union-attr]
    for pieces, unmet in (
        ([settlements(P, HARBOUR), roads(P, *LINE)], ["harbour_city"]),
        ([cities(P, INLAND[0]), roads(P, *LINE)], ["harbour_city"]),
        ([cities(P, HARBOUR), roads(P, *LINE[:4])], ["route_length"]),
        ([cities(P, HARBOUR), roads(P, *LINE)], []),
    ):
        assert missing(SEA.given(*pieces).state, P, monument) == unmet  # type: ignore[arg-type]
    elsewhere = [SEA.edge((3, 0), place) for place in neighbours((3, 0))]
    scene = SEA.given(cities(P, HARBOUR), roads(P, *LINE), roads(Q, *elsewhere), main_of(P))
    assert scene.state.road_lengths[:2] == [5, 6]
    scene.given(LongestRoadAwarded(Q, 6))
    scene.when(ClaimWonder(P, "monument")).then(WonderClaimed(P, "monument"))


def test_8_9_ten_points_alone_do_not_win() -> None:
    scene = SEA.given(ten_points(P), claimed(P, "theater"), main_of(S))
    scene.when(EndTurn(S)).then(TurnBegan(P, 2))


def test_8_10_claims_and_levels_are_no_points() -> None:
    scene = SEA.given(settlements(P, WASTELAND), claimed(P, "great_wall", 3), main_of(P))
    assert scene.points(P) == 1
    assert scene.view(Q)["seats"][P]["counters"] == {"markers": 0, "wonder_level": 3}


def test_8_11_seventy_two_crossings_are_open_at_the_start() -> None:
    scene = SEA.founding()
    start = scene.state.hooks.start_nodes(scene.state, P)
    assert start.bit_count() == 72
    marked = {token["node"] for token in scene.view(SPECTATOR)["board"]["tokens"]}
    assert len(marked) == 11
    assert marked.isdisjoint(nodes_in(start))


def test_a_claimed_wonder_is_needed_for_a_level() -> None:
    scene = SEA.given(cities(P, *INLAND[:2]), main_of(P), dealt(P, **COST["theater"]))
    scene.when(BuildLevel(P)).then_refused("wonder/none_claimed")


def test_wonders_are_for_the_own_turn_after_the_roll() -> None:
    scene = SEA.given(cities(P, *INLAND[:2]), turn_of(P))
    scene.when(ClaimWonder(P, "theater")).then_refused("phase/roll_first")
    scene.when(BuildLevel(P)).then_refused("phase/roll_first")
    scene.given(rolled(P, 1, 1)).when(ClaimWonder(Q, "theater")).then_refused("turn/not_yours")


def test_a_level_is_something_built_where_the_phases_are_separate() -> None:
    scene = SEA.given(cities(P, *INLAND[:2]), claimed(P, "theater"), phases="separate")
    scene.given(main_of(P), dealt(P, brick=2, lumber=2, wool=6))
    scene.when(BuildLevel(P))
    scene.when(OfferTrade(P, {"wool": 1}, {"ore": 1}, (Q,))).then_refused("trade/building_began")


def test_who_is_ahead_wins_when_his_last_rival_resigns() -> None:
    """A wonder of somebody who left is nobody's rival, and nobody else's either."""
    scene = SEA.given(ten_points(P), claimed(P, "theater", 1), claimed(Q, "great_wall", 1))
    scene.given(main_of(P))
    scene.when(Resign(Q)).then(SeatResigned(Q), GameWon((P,), 10))
    scene = SEA.given(claimed(Q, "great_wall", 1), settlements(P, WASTELAND), main_of(P))
    scene.when(Resign(Q))
    scene.when(ClaimWonder(P, "great_wall")).then_refused("wonder/taken")


@pytest.mark.parametrize("options", [{"scenario": 1}, {"scenario": 8, "play": "free"}])
def test_there_are_no_wonders_elsewhere(options: dict[str, Any]) -> None:
    chart = Chart(options.pop("scenario"))
    scene = chart.given(main_of(P), **options)
    scene.when(ClaimWonder(P, "theater")).then_refused("wonder/not_in_this_game")
    scene.when(BuildLevel(P)).then_refused("wonder/not_in_this_game")
    assert "wonders" not in scene.view(P)


def test_wonders_are_told_in_both_languages() -> None:
    scene = SEA.given(cities(P, STRAIT), main_of(P), dealt(P, **COST["great_bridge"]))
    events: list[Event] = [WonderClaimed(P, "great_bridge"), LevelBuilt(P, "great_bridge", 1)]
    told = [
        [presentation_of(SEAFARERS.name).narrate(scene.state, event, language) for event in events]
        for language in ("en", "pl")
    ]
    assert told == [
        ["Red took the card of the Great Bridge.", "Red built level 1 of the Great Bridge."],
        [
            "Czerwony wziął kartę cudu: Wielki Most.",
            "Czerwony zbudował poziom 1 Wielkiego Mostu.",
        ],
    ]


def test_nothing_is_said_of_a_pirate_that_is_not_there() -> None:
    scene = SEA.given(turn_of(P)).when(RollDice(P), dice=(3, 4))
    told = [
        presentation_of(SEAFARERS.name).narrate(scene.state, scene.events[-1], name)
        for name in ("en", "pl")
    ]
    assert told == ["Red has to move the robber.", "Czerwony musi przesunąć złodzieja."]


# Random games


def _setup(players: int, **options: Any) -> Setup:
    return Setup("seafarers", players, {"scenario": 8, **options}, seed=f"wonders-{players}")


def _assert_sound(state: Voyage) -> None:
    works = state.scenario_state
    assert works is not None
    builders = list(works.builders.values())
    assert len(set(builders)) == len(builders)
    for seat, level in enumerate(works.levels):
        assert 0 <= level <= 4
        assert level == 0 or seat in builders
    for resource in RESOURCES:
        assert state.bank[resource] + sum(hand[resource] for hand in state.hands) == 19


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"setup": "variable"}, {"robber_start": [1, 0], "friendly_robber": True}]
)
def test_random_games_of_wonders_are_sound(players: int, options: dict[str, Any]) -> None:
    setup = _setup(players, **options)
    game = RandomGame(setup, 0, record=False)
    told: list[Event] = []
    stats = SEAFARERS.statistics.begin()
    for _, _, events in game.commits():
        told += events
        for event in events:
            SEAFARERS.statistics.count(stats, game.state, event, 0)
        if any(isinstance(event, WonderClaimed | LevelBuilt) for event in events):
            assert isinstance(game.state, Voyage)
            _assert_sound(game.state)
    state = game.state
    assert isinstance(state, Voyage)
    assert state.scenario_state is not None
    shown = sent(SEAFARERS.statistics.show(stats))["seats"]
    assert [seat["scenario"]["wonder_levels"] for seat in shown] == state.scenario_state.levels
    assert freeze(refolded(setup, told)) == freeze(state)
    assert freeze(thaw(SEAFARERS, freeze(state))) == freeze(state)
    for viewer in viewers(state):
        seen = refolded(setup, [SEAFARERS.redact(event, viewer) for event in told])
        assert SEAFARERS.view(seen, viewer) == SEAFARERS.view(state, viewer)


def test_the_map_is_the_same_for_three_and_four() -> None:
    assert layout_of(8, 3) is layout_of(8, 4)
