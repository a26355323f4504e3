"""The options of a Seafarers game: defaults, every value, and what is refused when opening."""

import json
from typing import Any

import msgspec
import pytest

from api.calls.rulesets import describe
from domain.base.commands import EndTurn, MoveRobber, RollDice, TradeWithBank
from domain.base.events import BoardLaid
from domain.cards import EACH_IN_BANK, RESOURCES
from domain.choices import Choice
from domain.refusals import Malformed
from domain.seafarers.commands import BuildShip, MovePirate
from domain.seafarers.events import GoldClaimed
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.layout import SCENARIOS, layout_of
from domain.seafarers.options import POINTS, PRESETS, read_options
from domain.table.lobby import OpenGame
from presentation.registry import presentation_of
from tests.kit import (
    Scene,
    dealt,
    lobby,
    main_of,
    nothing,
    rolled,
    seated,
    settlements,
    turn_of,
)
from tests.seafarers.kit import Chart, P, Q, S, Steady, ships

SEA = Chart(1)
A_THIRD = SEA.node((0, 1), (0, 2), (1, 1))

DEFAULTS_2025: dict[str, Any] = {
    "edition": "2025",
    "scenario": 1,
    "setup": "printed",
    "play": "scenario",
    "board": "scenario",
    "robber_start": None,
    "phases": "combined",
    "start_player": "highest_roll",
    "start_seat": None,
    "target_points": 14,
    "discard_limit": 7,
    "friendly_robber": False,
    "bank_visible": True,
}
DEFAULTS_CLASSIC = DEFAULTS_2025 | {
    "edition": "classic",
    "phases": "separate",
    "start_player": "seat",
    "start_seat": 0,
}
EDITIONS = {"2025": DEFAULTS_2025, "classic": DEFAULTS_CLASSIC}
TARGETS = {1: 14, 2: 13, 3: 12, 4: 14, 5: 13, 6: 14, 7: 10, 8: 10, 9: 12}

LAGOON = {
    "hexes": [
        {"q": 0, "r": 0, "terrain": "sea"},
        *(
            {"q": q, "r": r, "terrain": terrain, "number": number, "area": "ring"}
            for q, r, terrain, number in (
                (1, 0, "hills", 6),
                (1, -1, "forest", 4),
                (0, -1, "pasture", 9),
                (-1, 0, "fields", 8),
                (-1, 1, "mountains", 3),
                (0, 1, "forest", 10),
                (2, -1, "fields", 5),
                (2, 0, "pasture", 11),
            )
        ),
    ],
    "areas": {"ring": {"kind": "start"}},
}
"""A small map of somebody's own."""


def chosen(players: int = 4, **options: Any) -> dict[str, Any]:
    """The options as they are recorded."""
    found: dict[str, Any] = msgspec.to_builtins(read_options(options, players))
    return found


def refused(code: str, players: int = 4, **options: Any) -> dict[str, Any]:
    """The details of the refusal with this code."""
    with pytest.raises(Malformed) as refusal:
        read_options(options, players)
    assert refusal.value.code == code
    return refusal.value.details


# Defaults


def test_without_options_the_first_scenario_is_played_as_printed() -> None:
    assert chosen() == DEFAULTS_2025


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_sets_the_defaults(edition: str) -> None:
    assert chosen(edition=edition) == EDITIONS[edition]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("scenario", "target"), TARGETS.items())
def test_a_scenario_says_how_many_points_win(scenario: int, target: int, players: int) -> None:
    assert chosen(players, scenario=scenario)["target_points"] == target
    assert chosen(players, scenario=scenario, play="free")["target_points"] == target
    assert chosen(players, scenario=scenario, target_points=8)["target_points"] == 8


def test_every_scenario_is_a_preset() -> None:
    assert list(PRESETS) == [f"scenario-{number}" for number in SCENARIOS]
    for number, preset in zip(SCENARIOS, PRESETS.values(), strict=True):
        assert chosen(**preset)["scenario"] == number


def test_every_scenario_has_a_title_in_every_language() -> None:
    titles = describe(SEAFARERS)["options"]["titles"]
    assert list(titles) == list(PRESETS)
    assert titles["scenario-3"] == {"en": "The Fog Islands", "pl": "Oceania"}
    for names in titles.values():
        assert set(names) == set(presentation_of(SEAFARERS.name).languages)
        assert all(names.values())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("setup", "printed"),
        ("setup", "variable"),
        ("play", "scenario"),
        ("play", "free"),
        ("board", "scenario"),
        ("phases", "combined"),
        ("phases", "separate"),
        ("start_player", "highest_roll"),
        ("start_player", "draw"),
        ("target_points", 3),
        ("target_points", 20),
        ("discard_limit", 1),
        ("discard_limit", 95),
        ("friendly_robber", True),
        ("friendly_robber", False),
        ("bank_visible", True),
        ("bank_visible", False),
    ],
)
def test_each_option_may_be_chosen_in_each_edition(edition: str, name: str, value: Any) -> None:
    expected = EDITIONS[edition] | {name: value}
    if name == "start_player":
        expected["start_seat"] = None
    assert chosen(**{"edition": edition, name: value}) == expected


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("setup", ["printed", "variable"])
@pytest.mark.parametrize("play", ["scenario", "free"])
def test_every_scenario_has_both_set_ups_and_both_ways_to_play(
    scenario: int, setup: str, play: str, players: int
) -> None:
    options = chosen(players, scenario=scenario, setup=setup, play=play)
    assert (options["scenario"], options["setup"], options["play"]) == (scenario, setup, play)


def test_the_host_may_name_the_seat_that_begins() -> None:
    assert chosen(start_player="seat", start_seat=2)["start_seat"] == 2
    assert chosen(start_player="seat")["start_seat"] == 0
    assert chosen(edition="classic", start_seat=3)["start_seat"] == 3


def test_options_are_recorded_in_full_and_read_back_as_they_were() -> None:
    options = chosen(scenario=4, robber_start=[3, -3], setup="variable", friendly_robber=True)
    stored = json.loads(json.dumps(options))
    assert chosen(**stored) == options
    state = lobby(seated(), ruleset=SEAFARERS, **stored).state
    assert state.options.robber_start == (3, -3)
    assert state.options.friendly_robber


# Where the robber starts


@pytest.mark.parametrize("play", ["scenario", "free"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(
    ("scenario", "choices"),
    [
        (4, [(3, -3), (2, -2), (1, -1)]),
        (5, [(5, -3), (-1, 3), (3, 3)]),
        (8, [(1, 0), (0, 1), (0, 2)]),
    ],
)
def test_where_there_are_several_deserts_the_host_chooses_one(
    scenario: int, choices: list[tuple[int, int]], players: int, play: str
) -> None:
    assert sorted(layout_of(scenario, players).robber.choices) == sorted(choices)
    for choice in choices:
        options = chosen(players, scenario=scenario, robber_start=list(choice), play=play)
        assert tuple(options["robber_start"]) == choice
    wrong = {"scenario": scenario, "robber_start": [0, 0], "play": play}
    assert refused("options/bad_value", players, **wrong)["option"] == "robber_start"


@pytest.mark.parametrize("scenario", [1, 2, 3, 6, 7, 9])
def test_elsewhere_the_robber_starts_where_the_map_says(scenario: int) -> None:
    details = refused("options/bad_value", scenario=scenario, robber_start=[1, 1])
    assert details == {"option": "robber_start", "choices": ()}


# Refusals


@pytest.mark.parametrize("name", ["harbours", "arrangement", "Scenario", "", "fog"])
def test_an_unknown_option_is_refused(name: str) -> None:
    details = refused("options/unknown", **{name: 1})
    assert "scenario" in details["options"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "2015"),
        ("edition", "travel"),
        ("edition", None),
        ("scenario", 0),
        ("scenario", 10),
        ("scenario", "1"),
        ("scenario", True),
        ("setup", "random"),
        ("setup", None),
        ("play", "wild"),
        ("board", "random"),
        ("board", None),
        ("board", 1),
        ("robber_start", [1]),
        ("robber_start", "desert"),
        ("phases", "both"),
        ("start_player", "oldest"),
        ("start_seat", "first"),
        ("target_points", 2),
        ("target_points", 21),
        ("target_points", None),
        ("discard_limit", 0),
        ("discard_limit", 96),
        ("friendly_robber", 1),
        ("bank_visible", None),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, value: Any) -> None:
    assert refused("options/bad_value", **{name: value})["option"] == name


@pytest.mark.parametrize("players", [1, 2, 5])
def test_three_or_four_sail(players: int) -> None:
    opening = OpenGame("ada", game="g", players=players, options={})
    nothing(SEAFARERS).when(opening).then_refused("options/players")


@pytest.mark.parametrize(("players", "seat"), [(3, 3), (4, 4), (4, -1)])
def test_the_seat_that_begins_has_to_exist(players: int, seat: int) -> None:
    refused("options/bad_value", players, start_player="seat", start_seat=seat)


@pytest.mark.parametrize("start_player", ["highest_roll", "draw"])
def test_a_named_seat_contradicts_another_way_to_choose_who_begins(start_player: str) -> None:
    refused("options/contradictory", start_player=start_player, start_seat=1)


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"scenario": None}, "scenario"),
        ({"board": LAGOON, "scenario": 1}, "scenario"),
        ({"board": LAGOON, "play": "scenario"}, "play"),
        ({"board": LAGOON, "setup": "variable"}, "setup"),
        ({"start_seat": 1}, "start_seat"),
    ],
)
def test_what_does_not_go_together_is_refused_by_name(options: dict[str, Any], named: str) -> None:
    assert refused("options/contradictory", **options)["option"] == named


# A map of one's own


def test_an_own_map_is_played_free_and_has_no_scenario() -> None:
    options = chosen(board=LAGOON)
    assert (options["scenario"], options["play"]) == (None, "free")
    assert options["target_points"] == POINTS
    assert chosen(board=LAGOON | {"victory_points": 9})["target_points"] == 9
    assert chosen(board=LAGOON, play="free", scenario=None) == options
    stored = json.loads(json.dumps(options))
    assert chosen(**stored) == options


# What the options do


def test_a_hidden_bank_is_in_no_view_and_in_no_bounds() -> None:
    """Taking gold tells no more than that the bank is not empty."""
    facts = (turn_of(P), rolled(P, 1, 1), GoldClaimed(claims={P: 1}))
    shown, hidden = SEA.given(facts), SEA.given(facts, bank_visible=False)
    assert shown.view(Q)["bank"] is not None
    assert hidden.view(Q)["bank"] is None
    shown.given(dealt(Q, ore=19))
    hidden.given(dealt(Q, ore=19))
    assert "ore" not in bounds(shown)["cards"]["most"]
    assert bounds(hidden)["cards"]["most"] == dict.fromkeys(RESOURCES, EACH_IN_BANK)


def bounds(scene: Scene) -> dict[str, Any]:
    """What the open choice of P allows."""
    (choice,) = scene.offers(P, Choice)
    found: dict[str, Any] = msgspec.to_builtins(
        scene.state.ruleset.spell_out(scene.state, choice).bounds
    )
    return found


def test_separate_phases_end_trading_with_the_first_ship() -> None:
    ship = SEA.edge((3, -2), (4, -2))
    trade = TradeWithBank(P, "ore", 4, {"brick": 1})
    home = settlements(P, SEA.node((3, -2), (3, -1), (4, -2)))
    facts = (home, main_of(P), dealt(P, lumber=1, wool=1, ore=4))
    SEA.given(facts).when(BuildShip(P, ship)).when(trade)
    scene = SEA.given(facts, phases="separate").when(BuildShip(P, ship))
    scene.when(trade).then_refused("trade/building_began")


@pytest.mark.parametrize("friendly", [False, True])
def test_the_friendly_robber_spares_the_weak_on_land_and_at_sea(friendly: bool) -> None:
    home, ship = SEA.node((3, -2), (3, -1), (4, -2)), SEA.edge((3, -2), (4, -2))
    facts = (settlements(Q, home), ships(Q, ship), dealt(Q, ore=1), turn_of(P))
    scene = SEA.given(facts, friendly_robber=friendly).when(RollDice(P), dice=(3, 4))
    land, sea = SEA.hex(3, -1), SEA.hex(4, -2)
    assert (land in {offer.hex for offer in scene.offers(P, MoveRobber)}) != friendly
    assert (sea in {offer.hex for offer in scene.offers(P, MovePirate)}) != friendly
    if friendly:
        scene.when(MoveRobber(P, land)).then_refused("robber/hex_spared")
        scene.when(MovePirate(P, sea)).then_refused("pirate/not_there")
    else:
        scene.when(MovePirate(P, sea, Q), theft=[0])


@pytest.mark.parametrize(("points", "is_over"), [(2, False), (3, True)])
def test_the_target_may_be_lowered(points: int, is_over: bool) -> None:
    nodes = [SEA.node((1, 0), (1, 1), (2, 0)), SEA.node((3, -2), (3, -1), (4, -2)), A_THIRD]
    scene = SEA.given(settlements(P, *nodes[:points]), main_of(S), target_points=3)
    scene.when(EndTurn(S))
    assert (scene.state.phase == "over") == is_over


@pytest.mark.parametrize(
    ("scenario", "play"),
    [(scenario, play) for scenario in (4, 5, 8) for play in ("scenario", "free")],
)
def test_the_robber_starts_where_the_host_said(scenario: int, play: str) -> None:
    chart = Chart(scenario)
    for choice in chart.layout.robber.choices:
        options = {"robber_start": choice, "play": play, "start_player": "seat"}
        scene = lobby(seated(), ruleset=SEAFARERS, scenario=scenario, **options)
        assert laid(scene.state).robber == chart.hex(*choice)


def laid(state: Any) -> BoardLaid:
    """The map as it is dealt."""
    return next(event for event in state.hooks.deal(state, Steady()))
