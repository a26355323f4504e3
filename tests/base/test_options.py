"""Options: every value, the defaults of every edition, and what is refused when opening."""

import json

import pytest

from domain.base.events import BoardLaid
from domain.table.lobby import OpenGame, StartGame
from tests.kit import ISLAND, hex_at, layout, lobby, nothing, seated

DEFAULTS_2025 = {
    "edition": "2025",
    "phases": "combined",
    "board": "random",
    "harbours": "frame_pieces",
    "start_player": "highest_roll",
    "start_seat": None,
    "target_points": 10,
    "discard_limit": 7,
    "friendly_robber": False,
    "bank_visible": True,
}
DEFAULTS_CLASSIC = DEFAULTS_2025 | {
    "edition": "classic",
    "phases": "separate",
    "harbours": "fixed",
    "start_player": "seat",
    "start_seat": 0,
}
# The travel edition's own board is looked at in test_travel.
DEFAULTS_TRAVEL = DEFAULTS_CLASSIC | {"edition": "travel", "board": "random"}
EDITIONS = {"2025": DEFAULTS_2025, "classic": DEFAULTS_CLASSIC, "travel": DEFAULTS_TRAVEL}


def hexes(*changes):
    """The hexes of the layout, these instead of what lies at their place."""
    places = {(tile["q"], tile["r"]): tile for tile in layout()["hexes"]}
    return [*(places | {(tile["q"], tile["r"]): tile for tile in changes}).values()]


def tile(q, r, terrain, number=None):
    return {"q": q, "r": r, "terrain": terrain, "number": number}


def opening(players=4, **options):
    return nothing().when(OpenGame("ada", game="g", players=players, options=options))


def chosen(**options):
    return opening(**options).events[0].options


# Editions and their defaults


def test_without_options_the_2025_edition_is_played():
    assert chosen() == DEFAULTS_2025


def test_an_edition_sets_the_defaults():
    assert chosen(edition="2025") == DEFAULTS_2025
    assert chosen(edition="classic") == DEFAULTS_CLASSIC


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("phases", "combined"),
        ("phases", "separate"),
        ("board", "random"),
        ("board", "scattered"),
        ("harbours", "frame_pieces"),
        ("harbours", "shuffled"),
        ("harbours", "fixed"),
        ("start_player", "highest_roll"),
        ("start_player", "draw"),
        ("target_points", 3),
        ("target_points", 10),
        ("target_points", 12),
        ("target_points", 20),
        ("discard_limit", 1),
        ("discard_limit", 7),
        ("discard_limit", 95),
        ("friendly_robber", True),
        ("friendly_robber", False),
        ("bank_visible", True),
        ("bank_visible", False),
    ],
)
def test_each_option_may_be_chosen_in_each_edition(edition, name, value):
    expected = EDITIONS[edition] | {name: value}
    if name == "start_player":
        expected["start_seat"] = None
    assert chosen(**{"edition": edition, "board": "random", name: value}) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_host_may_name_the_seat_that_begins(edition):
    options = chosen(edition=edition, start_player="seat", start_seat=2)
    assert (options["start_player"], options["start_seat"]) == ("seat", 2)


def test_who_names_no_seat_lets_the_first_begin():
    assert chosen(start_player="seat")["start_seat"] == 0


@pytest.mark.parametrize("edition", ["classic", "travel"])
def test_in_the_older_editions_naming_the_seat_is_enough(edition):
    assert chosen(edition=edition, start_seat=3)["start_seat"] == 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_beginners_island_has_fixed_harbours_in_every_edition(edition):
    options = chosen(edition=edition, board="beginner")
    assert (options["board"], options["harbours"]) == ("beginner", "fixed")
    assert chosen(edition=edition, board="beginner", harbours="fixed") == options


# Refusals


@pytest.mark.parametrize("name", ["colour", "Edition", "", "turn_limit"])
def test_an_unknown_option_is_refused(name):
    opening(**{name: 1}).then_refused("options/unknown")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("edition", "1995"),
        ("edition", 2025),
        ("edition", None),
        ("phases", "both"),
        ("board", "flat"),
        ("board", None),
        ("board", 7),
        ("board", []),
        ("harbours", "none"),
        ("start_player", "oldest"),
        ("start_player", None),
        ("target_points", 2),
        ("target_points", 21),
        ("target_points", "10"),
        ("target_points", True),
        ("target_points", None),
        ("discard_limit", 0),
        ("discard_limit", 96),
        ("discard_limit", -7),
        ("friendly_robber", "on"),
        ("friendly_robber", 1),
        ("bank_visible", None),
        ("start_seat", "first"),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name, value):
    opening(**{name: value}).then_refused("options/bad_value")


@pytest.mark.parametrize(("players", "seat"), [(3, 3), (4, 4), (4, -1)])
def test_the_seat_that_begins_has_to_exist(players, seat):
    scene = opening(players, start_player="seat", start_seat=seat)
    scene.then_refused("options/bad_value")


@pytest.mark.parametrize("harbours", ["frame_pieces", "shuffled"])
def test_the_beginners_island_contradicts_other_harbours(harbours):
    opening(board="beginner", harbours=harbours).then_refused("options/contradictory")


@pytest.mark.parametrize("start_player", ["highest_roll", "draw"])
def test_a_named_seat_contradicts_another_way_to_choose_who_begins(start_player):
    opening(start_player=start_player, start_seat=1).then_refused("options/contradictory")
    scene = opening(edition="classic", start_player=start_player, start_seat=1)
    scene.then_refused("options/contradictory")


def test_a_named_seat_contradicts_the_roll_of_the_2025_edition():
    opening(start_seat=1).then_refused("options/contradictory")


def test_a_layout_contradicts_frame_pieces():
    opening(board=layout(), harbours="frame_pieces").then_refused("options/contradictory")


# An explicit layout


def test_a_layout_is_recorded_with_the_options_and_laid_as_it_is():
    options = chosen(board=layout(title="My island"), start_player="seat")
    stored = json.loads(json.dumps(options))
    scene = lobby(seated(), **stored).when(StartGame("ada"))
    board = scene.events[1]
    assert isinstance(board, BoardLaid)
    island = {(tile.q, tile.r): (tile.terrain, tile.number) for tile in board.tiles}
    assert island == ISLAND
    assert board.robber == hex_at(0, 0)
    assert len(board.harbours) == 9


@pytest.mark.parametrize("harbours", ["fixed", "shuffled"])
def test_the_harbours_of_a_layout_are_fixed_or_shuffled(harbours):
    assert chosen(board=layout(), harbours=harbours)["harbours"] == harbours
    assert chosen(board=layout())["harbours"] == "fixed"


def test_shuffled_harbours_of_a_layout_keep_their_places():
    options = {"board": layout(), "harbours": "shuffled", "start_player": "seat"}
    scene = lobby(seated(), **options)
    scene.when(StartGame("ada"), harbours=[0] * 8)
    as_given = lobby(seated(), **{**options, "harbours": "fixed"}).when(StartGame("ada"))
    shuffled, fixed = (one.events[1].harbours for one in (scene, as_given))
    assert [one.edge for one in shuffled] == [one.edge for one in fixed]
    assert [one.kind for one in shuffled] != [one.kind for one in fixed]
    assert sorted(one.kind for one in shuffled) == sorted(one.kind for one in fixed)


def test_without_a_place_the_robber_starts_on_the_desert():
    board = layout(robber=None)
    scene = lobby(seated(), board=board, start_player="seat").when(StartGame("ada"))
    assert scene.events[1].robber == hex_at(0, 0)


def test_a_layout_may_put_the_robber_elsewhere():
    board = layout(robber={"hex": [1, 0]})
    scene = lobby(seated(), board=board, start_player="seat").when(StartGame("ada"))
    assert scene.events[1].robber == hex_at(1, 0)


def test_a_layout_may_have_lakes_and_no_harbours():
    assert "hexes" in chosen(board={"hexes": hexes(tile(1, 0, "sea"))})["board"]


BAD_LAYOUTS = {
    "no hexes given": ("hexes", {}),
    "hexes are no list": ("hexes", {"hexes": "all"}),
    "no hexes": ("hexes", {"hexes": []}),
    "an unknown field": ("extra", layout(extra=1)),
    "an unknown field of a hex": ("hexes[0].area", layout(hexes=[tile(0, 0, "sea") | {"area": 1}])),
    "an unknown terrain": ("hexes[9].terrain", layout(hexes=hexes(tile(0, 0, "swamp")))),
    "too far out": ("hexes[19].q", layout(hexes=hexes(tile(21, 0, "sea")))),
    "two hexes at one place": ("hexes[19]", layout(hexes=[*hexes(), tile(0, 1, "fields", 3)])),
    "a number on the desert": ("hexes[9].number", layout(hexes=hexes(tile(0, 0, "desert", 5)))),
    "a number on the sea": ("hexes[14].number", layout(hexes=hexes(tile(0, 1, "sea", 5)))),
    "no number on a field": ("hexes[14].number", layout(hexes=hexes(tile(0, 1, "fields")))),
    "a seven": ("hexes[14].number", layout(hexes=hexes(tile(0, 1, "fields", 7)))),
    "a one": ("hexes[14].number", layout(hexes=hexes(tile(0, 1, "fields", 1)))),
    "a thirteen": ("hexes[14].number", layout(hexes=hexes(tile(0, 1, "fields", 13)))),
    "two islands": ("hexes", layout(hexes=hexes(tile(5, 0, "fields", 3)))),
    "too small to found on": (
        "hexes",
        layout(hexes=hexes()[:4], ports={}, robber={"hex": [0, -2]}),
    ),
    "too many hexes": (
        "hexes",
        layout(hexes=[tile(q, r, "fields", 3) for q in range(11) for r in range(10)], ports={}),
    ),
    "the robber beside the island": ("robber.hex", layout(robber={"hex": [3, 0]})),
    "the robber at sea": ("robber.hex", layout(hexes=hexes(tile(0, 0, "sea")))),
    "no place for the robber": (
        "robber",
        layout(hexes=hexes(tile(0, 0, "fields", 3)), robber=None),
    ),
    "a harbour without land": (
        "ports.slots[0].land",
        layout(ports={"slots": [{"land": [3, 0], "sea": [2, 0], "type": "3:1"}]}),
    ),
    "a harbour inland": (
        "ports.slots[0].sea",
        layout(ports={"slots": [{"land": [2, 0], "sea": [1, 0], "type": "3:1"}]}),
    ),
    "a harbour far out": (
        "ports.slots[0].sea",
        layout(ports={"slots": [{"land": [2, 0], "sea": [4, 0], "type": "3:1"}]}),
    ),
    "a harbour for gold": (
        "ports.slots[0].type",
        layout(ports={"slots": [{"land": [2, 0], "sea": [3, 0], "type": "gold"}]}),
    ),
    "two harbours at one crossing": (
        "ports.slots[1]",
        layout(
            ports={
                "slots": [
                    {"land": [2, 0], "sea": [3, 0], "type": "3:1"},
                    {"land": [2, 0], "sea": [2, 1], "type": "ore"},
                ]
            }
        ),
    ),
    "a title that cannot be written": ("title", layout(title="\ud800")),
    "a field that cannot be written": ("layout", {"\ud800": 1}),
    "a title with a control character": ("title", layout(title="At\x00oll")),
    "a title of two lines": ("title", layout(title="At\noll")),
    "a title with a line separator": ("title", layout(title="At\u2028oll")),
    "an id with a control character": ("id", layout(id="\x7f")),
}


@pytest.mark.parametrize(("field", "board"), BAD_LAYOUTS.values(), ids=BAD_LAYOUTS)
def test_a_layout_that_cannot_be_played_is_refused(field, board):
    scene = opening(board=board)
    assert scene.refusal.details == {"field": field}
    scene.then_refused("options/bad_layout")


def test_a_title_may_hold_whatever_can_be_read():
    title = "Ostrów\u200d – کاتان ‌🏝️"
    assert opening(board=layout(title=title)).state.options.board.title == title


def test_a_game_that_was_opened_with_an_unreadable_title_is_still_folded():
    assert lobby(board=layout(title="At\x00oll")).state.options.board.title == "At\x00oll"


def test_a_hidden_bank_is_shown_to_no_player():
    scene = lobby(seated(), board="beginner", start_player="seat", bank_visible=False)
    scene.when(StartGame("ada"))
    assert scene.view(0)["bank"] is None
    assert scene.view("spectator")["bank"] is None
    assert scene.view("organizer")["bank"] is not None


def test_an_open_bank_is_shown_to_everybody():
    scene = lobby(seated(), board="beginner", start_player="seat").when(StartGame("ada"))
    for viewer in (0, 3, "spectator"):
        assert scene.view(viewer)["bank"] == scene.bank()
