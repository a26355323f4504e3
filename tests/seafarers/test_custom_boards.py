"""Organizers' own maps: what is read, what is completed, and what is refused where."""

import json
import re
from copy import deepcopy

import msgspec
import pytest

from domain.base.island import layout as base
from domain.grid.geometry import geometry, nodes_in
from domain.ids import SPECTATOR
from domain.seafarers.game import SEAFARERS
from domain.seafarers.maps.areas import (
    areas_on,
    bonus_areas,
    islands,
    pirate_start,
    robber_start,
    start_areas,
    start_nodes,
)
from domain.seafarers.maps.charting import lay_printed, lay_variable
from domain.seafarers.maps.checks import fewest_nodes
from domain.seafarers.maps.layout import SCENARIOS, grid_of, layout_of
from domain.seafarers.maps.own_maps import read_layout
from domain.table.lobby import OpenGame
from tests.kit import nothing
from tests.seafarers.charts import chance
from tests.seafarers.kit import OwnChart
from tests.service import ROOT

PAGE = (ROOT / "docs/layouts.md").read_text()


def sample(ruleset):
    """The example of the page for a ruleset."""
    (text,) = re.findall(rf"^```json {ruleset}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    return json.loads(text)


SHORE = sample("seafarers")


def tile(q, r, terrain, number=None, **more):
    return {"q": q, "r": r, "terrain": terrain, "number": number, **more}


def strips(*rows):
    """Rows of fields (`.`), deserts (`d`) and sea (`~`), from the west."""
    kinds = {".": ("fields", 4), "d": ("desert", None), "~": ("sea", None)}
    return [
        tile(q - (r + 1) // 2, r, *kinds[mark])
        for r, row in enumerate(rows)
        for q, mark in enumerate(row)
    ]


TWO_ISLANDS = {"hexes": strips("....~..", "....~..", ".d..~..", "....~..")}
# Sea and land of the eastern part are shuffled; two columns of sea keep it apart.
MOVING = {
    "hexes": strips("....~~..~", "....~~~..", "....~~..~", "....~~~.."),
    "variable": {
        "groups": [
            {"areas": ["island-1"], "shuffle": ["numbers"]},
            {
                "areas": ["island-2"],
                "hexes": [[8, 0], [5, 1], [7, 2], [4, 3]],
                "shuffle": ["terrain", "numbers"],
            },
        ],
    },
}


def changed(path, value, raw=SHORE):
    """A map with one field changed, by its path."""
    raw = deepcopy(raw)
    *way, last = [int(step) if step.isdigit() else step for step in re.findall(r"[\w-]+", path)]
    inner = raw
    for step in way:
        inner = inner.setdefault(step, {}) if isinstance(step, str) else inner[step]
    inner[last] = value
    return raw


def refused(raw, players=4):
    with pytest.raises(base.BadLayout) as refusal:
        read_layout(raw, players)
    assert str(refusal.value)
    assert list(refusal.value.details) == ["field"]
    return refusal.value.details["field"]


# What is read


@pytest.mark.parametrize("players", [3, 4])
def test_the_examples_of_the_page_can_be_played(players):
    assert base.read_layout(sample("base"), players).title == "Two lakes"
    layout = read_layout(SHORE, players)
    laid = lay_variable(layout, chance())
    areas = areas_on(layout, laid.tiles)
    assert start_areas(layout, areas) == ("home",)
    assert bonus_areas(layout, areas) == ("shore",)
    assert len(laid.harbours) == 3
    assert grid_of(layout).hexes[pirate_start(layout, laid.tiles)] == (3, 1)
    assert laid.tiles[robber_start(layout, laid.tiles)].terrain == "desert"


def test_a_base_layout_is_one_of_seafarers_as_well():
    raw = sample("base")
    old, new = base.read_layout(raw, 4), read_layout(raw, 4)
    assert [(hex_.q, hex_.r, hex_.terrain, hex_.number) for hex_ in old.hexes] == [
        (hex_.q, hex_.r, hex_.terrain, hex_.number) for hex_ in new.hexes
    ]
    assert [slot.type for slot in new.ports.slots] == [port.type for port in old.ports.slots]


def test_hexes_alone_make_a_map():
    layout = read_layout(TWO_ISLANDS, 4)
    tiles = lay_printed(layout, chance()).tiles
    areas = areas_on(layout, tiles)
    assert list(areas) == ["island-1", "island-2"]
    assert list(areas.values()) == islands(tiles)
    assert {area.kind for area in layout.areas.values()} == {"start"}
    assert start_areas(layout, areas) == ("island-1", "island-2")
    assert bonus_areas(layout, areas) == ()
    assert layout.robber.hex == (0, 2)
    assert layout.pirate.used
    assert layout.pirate.hex is None
    assert layout.start.coastal_ship == "may"
    assert (layout.start.settlements, layout.start.resources_from) == (2, 2)
    assert layout.victory_points == 10
    assert lay_variable(layout, chance()).tiles == tiles


def test_without_a_desert_the_robber_starts_off_the_board():
    layout = read_layout({"hexes": strips(*["....."] * 5)}, 4)
    assert layout.robber.used
    assert layout.robber.hex is None


def test_islands_of_a_map_can_be_named_by_their_number():
    raw = TWO_ISLANDS | {"start": {"areas": ["island-1"]}, "bonus": {"vp": 2}}
    layout = read_layout(raw, 3)
    assert [layout.areas[name].kind for name in layout.areas] == ["start", "bonus"]
    areas = areas_on(layout, lay_printed(layout, chance()).tiles)
    # By default all areas pay but those of the own first settlements.
    assert bonus_areas(layout, areas) == ("island-1", "island-2")
    home = read_layout(raw | {"bonus": {"vp": 2, "home": "start-areas"}}, 3)
    assert bonus_areas(home, areas) == ("island-2",)


def test_hidden_hexes_are_an_area_of_their_own():
    hexes = [*strips(*["....~"] * 4), tile(5, 0, "fog"), tile(4, 1, "fog")]
    layout = read_layout({"hexes": hexes, "fog": {"tiles": ["gold", "sea"], "numbers": [5]}}, 4)
    assert {name: area.kind for name, area in layout.areas.items()} == {
        "island-1": "start",
        "fog": "fog",
    }
    areas = areas_on(layout, lay_printed(layout, chance()).tiles)
    assert start_areas(layout, areas) == ("island-1",)


def test_nobody_starts_beside_hidden_hexes():
    hexes = [*strips(*["...."] * 5), tile(4, 0, "fog")]
    layout = read_layout({"hexes": hexes, "fog": {"tiles": ["sea"], "numbers": []}}, 3)
    grid = grid_of(layout)
    areas = areas_on(layout, lay_printed(layout, chance()).tiles)
    hidden = grid.hex_nodes[grid.hex_ids[4, 0]]
    assert grid.hex_nodes[grid.hex_ids[3, 0]] & hidden
    assert not start_nodes(layout, areas) & hidden


def test_harbours_that_are_dealt_may_be_given_by_their_slots():
    raw = changed("ports", {"mode": "shuffle", "slots": sample("base")["ports"]["slots"][::2]})
    layout = read_layout(raw, 4)
    kinds = {tuple(h.kind for h in lay_printed(layout, chance(i)).harbours) for i in range(20)}
    assert kinds == {("3:1", "wool"), ("wool", "3:1")}


def test_a_pool_in_another_order_changes_nothing_on_fixed_harbours():
    ports = {"slots": sample("base")["ports"]["slots"][::2], "pool": ["wool", "3:1"]}
    laid = lay_printed(read_layout(changed("ports", ports), 4), chance())
    assert [harbour.kind for harbour in laid.harbours] == ["3:1", "wool"]


def test_what_was_read_reads_as_the_same_again():
    for raw in (SHORE, TWO_ISLANDS, MOVING, sample("base")):
        layout = read_layout(raw, 4)
        assert read_layout(msgspec.json.decode(msgspec.json.encode(layout)), 4) == layout


def test_hexes_in_any_order_make_the_same_map():
    backwards = SHORE | {"hexes": SHORE["hexes"][::-1]}
    layout = read_layout(backwards, 4)
    assert layout == read_layout(SHORE, 4)
    tiles = lay_printed(layout, chance()).tiles
    assert grid_of(layout) is geometry(tuple((tile.q, tile.r) for tile in tiles))


@pytest.mark.parametrize("scenario", [1, 2, 3, 4])
def test_a_scenarios_board_can_be_posted_as_a_map(scenario):
    """What is on it that other maps do not have has to go."""
    raw = msgspec.to_builtins(layout_of(scenario, 3))
    del raw["scenario"]
    # The printed islands for three break the rule for the variable ones.
    raw.get("variable", {}).get("constraints", {}).pop("min_pips", None)
    assert read_layout(raw, 3).areas == layout_of(scenario, 3).areas


def test_the_boards_of_the_other_scenarios_are_for_their_rules_alone():
    boards = {scenario: msgspec.to_builtins(layout_of(scenario, 3)) for scenario in SCENARIOS[4:]}
    # Land without numbers, terrain left open, and what goes with the rules of a scenario.
    assert {scenario: refused(raw, 3) for scenario, raw in boards.items()} == {
        5: "hexes[0].number",
        6: "hexes[14].number",
        7: "hexes[6].number",
        8: "scenario",
        9: "hexes[0].terrain",
    }
    del boards[8]["scenario"]
    assert refused(boards[8], 3) == "specials"


# Land that moves


def test_land_that_moves_makes_new_islands():
    layout = read_layout(MOVING | {"bonus": {"vp": 1, "areas": ["island-2"]}}, 4)
    names = set()
    for seed in range(40):
        tiles = lay_variable(layout, chance(seed)).tiles
        areas = areas_on(layout, tiles)
        assert sorted(areas.values()) == sorted(islands(tiles))
        assert bonus_areas(layout, areas) == tuple(name for name in areas if name != "island-1")
        assert start_areas(layout, areas) == tuple(areas)
        names |= set(areas)
    # The second island is gone for good, once land has moved.
    assert {"island-1", "island-3", "island-4"} <= names


def test_players_are_told_what_the_areas_are():
    table = OwnChart(SHORE).given().state
    told = {area.id: area for area in SEAFARERS.view(table, SPECTATOR).board.areas}
    for name, area in SHORE["areas"].items():
        assert told[name].kind == area["kind"]
        assert told[name].label == area.get("label", "")
    assert sum(len(area.hexes) for area in told.values()) == 15


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("ports", {"slots": [{"land": [6, 0], "sea": [6, -1], "type": "3:1"}]}, "ports.slots[0]"),
        ("start.areas", ["island-2"], "start.areas[0]"),
        ("robber.choices", [[6, 0]], "robber.choices[0]"),
        ("variable.groups[1].hexes", [[4, 0]], "variable.groups"),
    ],
    ids=["a harbour", "a start area", "the robber", "beside other land"],
)
def test_some_things_need_land_that_stays(path, value, field):
    assert refused(changed(path, value, MOVING)) == field


def test_room_to_start_is_counted_for_the_worst_deal():
    assert [fewest_nodes(hexes) for hexes in (1, 2, 3, 7, 19)] == [6, 10, 13, 24, 54]
    # Seven hexes: room for six settlements if they lie apart, but not as a flower.
    scattered = [[0, 0], [2, 0], [4, 0], [6, 0], [0, 2], [2, 2], [4, 2]]
    hexes = [
        tile(q, r, *(("fields", 4) if [q, r] in scattered else ("sea", None)))
        for r in range(3)
        for q in range(7)
    ]
    everywhere = [[hex_["q"], hex_["r"]] for hex_ in hexes]
    assert read_layout({"hexes": hexes}, 3)
    group = {"hexes": everywhere, "shuffle": ["terrain", "numbers"]}
    raw = {"hexes": hexes, "variable": {"groups": [group]}}
    assert read_layout(raw | {"start": {"settlements": 1, "resources_from": 1}}, 3)
    assert refused(raw | {"start": {"settlements": 3, "resources_from": 1}}, 3) == "start"


def test_a_map_on_which_hardly_any_deal_is_good_stays_as_it_is():
    hexes = [
        tile(q, r, "fields", 6 if (q - r) % 3 == 0 else 3) for q in range(10) for r in range(10)
    ]
    raw = {
        "hexes": hexes,
        "variable": {
            "groups": [{"areas": ["island-1"], "shuffle": ["terrain", "numbers"]}],
            "constraints": {"no_adjacent_red": True},
        },
    }
    layout = read_layout(raw, 4)
    luck = chance()
    assert lay_variable(layout, luck).tiles == lay_printed(layout, luck).tiles


# What is refused

BAD = {
    "no object": ([], "layout"),
    "nothing": ({}, "hexes"),
    "no hexes": ({"hexes": []}, "hexes"),
    "an unknown field": (changed("depth", 3), "depth"),
    "an unknown field of a hex": (changed("hexes[2].depth", 3), "hexes[2].depth"),
    "a name that cannot be written": (changed("title", "\ud800"), "title"),
    "an area that cannot be written": (
        {"hexes": [], "areas": {"\ud800": {"kind": "start"}}},
        "areas",
    ),
    "an unknown terrain": (changed("hexes[2].terrain", "swamp"), "hexes[2].terrain"),
    "terrain left open": (changed("hexes[2].terrain", None), "hexes[2].terrain"),
    "too far out": (changed("hexes[2].q", 21), "hexes[2].q"),
    "two hexes at one place": (
        SHORE | {"hexes": [*SHORE["hexes"], tile(0, 0, "sea")]},
        "hexes[19]",
    ),
    "a number on the desert": (changed("hexes[8].number", 4), "hexes[8].number"),
    "a number on the sea": (changed("hexes[3].number", 4), "hexes[3].number"),
    "a number in the fog": (changed("hexes[4].number", 4), "hexes[4].number"),
    "no number on gold": (changed("hexes[5].number", None), "hexes[5].number"),
    "a seven": (changed("hexes[0].number", 7), "hexes[0].number"),
    "a thirteen": (changed("hexes[0].number", 13), "hexes[0].number"),
    "a hex apart": (SHORE | {"hexes": [*SHORE["hexes"], tile(9, 0, "sea")]}, "hexes"),
    "too many hexes": (
        {"hexes": [tile(q, r, "fields", 3) for q in range(11) for r in range(10)]},
        "hexes",
    ),
    "land without an area": (changed("hexes[0].area", None), "hexes[0].area"),
    "sea in an area": (changed("hexes[3].area", "home"), "hexes[3].area"),
    "an area that is not": (changed("hexes[0].area", "elsewhere"), "hexes[0].area"),
    "areas that are not told": (
        {key: value for key, value in SHORE.items() if key != "areas"},
        "hexes[0].area",
    ),
    "land in the mist": (changed("hexes[5].area", "mist"), "hexes[5].area"),
    "fog ashore": (changed("hexes[4].area", "shore"), "hexes[4].area"),
    "an area without hexes": (changed("areas.elsewhere", {"kind": "bonus"}), "areas.elsewhere"),
    "an area in two parts": (changed("hexes[0].area", "shore"), "areas.shore"),
    "an area of a scenario": (changed("areas.shore.kind", "tribe"), "areas.shore.kind"),
    "specials": (changed("specials", layout_of(8, 4).specials), "specials"),
    "a scenario": (changed("scenario", 3), "scenario"),
    "a pile": (changed("random", {"tiles": [], "numbers": []}), "random"),
    "gifts": (changed("ports.mode", "gift"), "ports.mode"),
    "harbours left to the players": (changed("ports.mode", "placed-by-players"), "ports.mode"),
    "another number of players": (changed("players", [3]), "players"),
    "a harbour at sea": (changed("ports.slots[1].land", [3, 0]), "ports.slots[1].land"),
    "a harbour in the fog": (changed("ports.slots[1].land", [4, 0]), "ports.slots[1].land"),
    "a harbour off the map": (changed("ports.slots[1].land", [9, 9]), "ports.slots[1].land"),
    "a harbour inland": (changed("ports.slots[1].sea", [1, 0]), "ports.slots[1].sea"),
    "a harbour far out": (changed("ports.slots[1].sea", [3, 1]), "ports.slots[1].sea"),
    "a harbour for gold": (changed("ports.slots[1].type", "gold"), "ports.slots[1].type"),
    "two harbours at one crossing": (
        changed("ports.slots[1]", {"land": [0, -1], "sea": [1, -2]}),
        "ports.slots[1]",
    ),
    "two harbours in one place": (
        changed("ports.slots[1]", SHORE["ports"]["slots"][0]),
        "ports.slots[1]",
    ),
    "a small pool": (changed("ports.pool", ["3:1"]), "ports.pool"),
    "neither pool nor type": (changed("ports.pool", []), "ports.slots[0].type"),
    "fixed harbours without a type": (changed("ports.mode", "fixed"), "ports.slots[0].type"),
    "a pool of other types": (
        changed("ports", sample("base")["ports"] | {"pool": ["3:1", "ore", "ore"]}, SHORE)
        | {"hexes": sample("base")["hexes"], "areas": {}, "fog": None, "variable": None}
        | {"start": {}, "bonus": {}, "pirate": {}},
        "ports.pool",
    ),
    "the robber at sea": (changed("robber.hex", [3, 0]), "robber.hex"),
    "the robber in the fog": (changed("robber.hex", [4, 0]), "robber.hex"),
    "the robber on the frame": (changed("robber.hex", [0, -2]), "robber.hex"),
    "a robber that is not used": (
        changed("robber", {"used": False, "hex": [0, 0]}),
        "robber.hex",
    ),
    "a choice at sea": (changed("robber.choices", [[0, 0], [3, 0]]), "robber.choices[1]"),
    "a choice twice": (changed("robber.choices", [[0, 0], [0, 0]]), "robber.choices[1]"),
    "the robber kept from nowhere": (
        changed("robber.forbidden_areas", ["shore", "elsewhere"]),
        "robber.forbidden_areas[1]",
    ),
    "the pirate ashore": (changed("pirate.hex", [0, 0]), "pirate.hex"),
    "the pirate in the fog": (changed("pirate.hex", [4, 0]), "pirate.hex"),
    "the pirate far out": (changed("pirate.hex", [9, 9]), "pirate.hex"),
    "a pirate that is not used": (
        changed("pirate", {"used": False, "hex": [3, 0]}),
        "pirate.hex",
    ),
    "a start nowhere": (changed("start.areas", ["elsewhere"]), "start.areas[0]"),
    "no start": (changed("start.areas", []), "start"),
    "a start named twice": (changed("start.areas", ["home", "home"]), "start.areas[1]"),
    "a start in the mist": (changed("start.areas", ["mist"]), "start.areas[0]"),
    "a start on a small shore": (changed("start.areas", ["shore"]), "start"),
    "no settlements": (changed("start.settlements", 0), "start.settlements"),
    "too many settlements": (changed("start.settlements", 4), "start.settlements"),
    "a third that pays of two": (changed("start.resources_from", 3), "start.resources_from"),
    "a node that is none": (
        changed("start.forbidden_nodes", [[[0, 0], [1, 0], [2, 0]]]),
        "start.forbidden_nodes[0]",
    ),
    "a node out of order": (
        changed("start.forbidden_nodes", [[[1, 0], [0, 0], [0, 1]]]),
        "start.forbidden_nodes[0]",
    ),
    "a node twice": (
        changed("start.forbidden_nodes", [[[0, 0], [0, 1], [1, 0]]] * 2),
        "start.forbidden_nodes[1]",
    ),
    "a bonus nowhere": (changed("bonus.areas", ["elsewhere"]), "bonus.areas[0]"),
    "a great bonus": (changed("bonus.vp", 6), "bonus.vp"),
    "fog without tiles": (changed("fog", None), "fog"),
    "tiles without fog": (
        {"hexes": TWO_ISLANDS["hexes"], "fog": {"tiles": ["sea"], "numbers": []}},
        "fog.tiles",
    ),
    "too few tiles": (changed("fog.tiles", ["sea"]), "fog.tiles"),
    "fog under the fog": (changed("fog.tiles", ["sea", "fog"]), "fog.tiles[1]"),
    "a number too many": (changed("fog.numbers", [5, 6]), "fog.numbers"),
    "a number too few": (changed("fog.numbers", []), "fog.numbers"),
    "a seven in the fog": (changed("fog.numbers", [7]), "fog.numbers[0]"),
    "few points": (changed("victory_points", 2), "victory_points"),
    "many points": (changed("victory_points", 21), "victory_points"),
    "a group of nowhere": (
        changed("variable.groups[0].areas", ["elsewhere"]),
        "variable.groups[0].areas[0]",
    ),
    "a group off the map": (
        changed("variable.groups[0].hexes", [[9, 9]]),
        "variable.groups[0].hexes[0]",
    ),
    "a group of nothing": (changed("variable.groups[0].areas", []), "variable.groups[0]"),
    "a group that shuffles nothing": (
        changed("variable.groups[0].shuffle", []),
        "variable.groups[0].shuffle",
    ),
    "a group that shuffles twice": (
        changed("variable.groups[0].shuffle", ["ports", "ports"]),
        "variable.groups[0].shuffle",
    ),
    "groups that share a hex": (
        changed("variable.groups", SHORE["variable"]["groups"] * 2),
        "variable.groups[1]",
    ),
    "a group in the fog": (
        changed("variable.groups[0].areas", ["shore", "mist"]),
        "variable.groups[0]",
    ),
    "numbers forbidden off the map": (
        changed("variable.constraints.forbidden", [{"numbers": [2], "hexes": [[9, 9]]}]),
        "variable.constraints.forbidden[0].hexes[0]",
    ),
    "a forbidden seven": (
        changed("variable.constraints.forbidden", [{"numbers": [7], "hexes": []}]),
        "variable.constraints.forbidden[0].numbers",
    ),
    "too many rules": (
        changed("variable.constraints.forbidden", [{"numbers": [], "hexes": []}] * 21),
        "variable.constraints.forbidden",
    ),
    "a terrain kept from red twice": (
        changed("variable.constraints.no_red_on", ["gold", "gold"]),
        "variable.constraints.no_red_on",
    ),
    "a map that breaks its own rule": (
        changed("variable.constraints.no_red_on", ["fields"]),
        "variable.constraints",
    ),
    "red beside red": (changed("hexes[7].number", 6), "variable.constraints"),
    "weak numbers": (
        changed("variable.constraints.min_pips", {"pasture": 3}),
        "variable.constraints",
    ),
    "more dots than there are": (
        changed("variable.constraints.min_pips", {"pasture": 6}),
        "variable.constraints.min_pips[...]",
    ),
}


@pytest.mark.parametrize(("raw", "field"), BAD.values(), ids=BAD)
def test_a_map_that_cannot_be_played_is_refused_with_its_field(raw, field):
    assert refused(raw) == field


def test_a_small_island_has_no_room_for_everybody():
    small = {"hexes": strips("..", "...", "..")}
    assert read_layout(small, 3)
    assert refused(small, 4) == "start"


def test_nodes_that_are_closed_at_the_start_leave_less_room():
    small = {"hexes": strips("..", "...", "..")}
    layout = read_layout(small, 3)
    areas = areas_on(layout, lay_printed(layout, chance()).tiles)
    grid = grid_of(layout)
    by_id = {i: node for node, i in grid.node_by_hexes.items()}
    nodes = [by_id[i] for i in nodes_in(start_nodes(layout, areas))]
    closed = len(nodes) - 21
    assert read_layout(small | {"start": {"forbidden_nodes": nodes[:closed]}}, 3)
    assert refused(small | {"start": {"forbidden_nodes": nodes[: closed + 1]}}, 3) == "start"


@pytest.mark.parametrize(
    ("field", "was", "text"),
    [
        ("title", "The far shore", "The far\x00shore"),
        ("areas.shore.label", "the far shore", "the far\u0085shore"),
        ("hexes[4].area", "mist", "mi\x00st"),
    ],
)
def test_texts_that_nobody_can_read_are_refused(field, was, text):
    """Wherever they stand: an area is named by its hexes, too."""
    raw = json.loads(json.dumps(SHORE).replace(json.dumps(was), json.dumps(text)))
    scene = nothing(SEAFARERS).when(OpenGame("ada", "g", 4, {"board": raw}))
    assert scene.refusal.details == {"field": field}
    scene.then_refused("options/bad_layout")


def test_an_area_that_nobody_can_read_is_refused():
    raw = {**SHORE, "areas": {**SHORE["areas"], "be\x07ll": {"kind": "bonus"}}}
    ((field, sentence),) = base.unreadable(raw)
    assert field == "areas"
    assert "'be\\x07ll'" in sentence
