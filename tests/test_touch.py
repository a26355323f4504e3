"""Pictures that are touched: every place that a command can name has an area, with a name."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import msgspec
import pytest

from domain.choices import Bound
from domain.ids import ORGANIZER, SPECTATOR, EdgeId, HexId, NodeId, Seat, Viewer
from domain.messages import SeatCommand, server_fields
from domain.registry import RULESETS
from domain.table.state import Table
from hexledger.self_play import Setup
from presentation.base.svg_symbols import RED_TOKEN
from presentation.registry import presentation_of
from presentation.seafarers.svg_touch import SEA_FIELDS
from presentation.svg.look import PARTS, WIDTHS, Look
from presentation.svg.seat_marks import SEAT_FILLS
from presentation.svg.symbols import DEEP, FAINT, GOLD, INK, PAPER, RESOURCE_GROUNDS, SAND
from projections.one_game.actions import list_actions
from tests.base.test_drawing import assert_harmless
from tests.games import commits

SVG = "{http://www.w3.org/2000/svg}"
GAMES: dict[str, Setup] = {
    "base": Setup("base", 4, seed="touch", max_turns=16),
    "duel": Setup("duel", 2, seed="touch", max_turns=16),
    "dice": Setup("dice", 3, seed="touch", max_turns=16),
    **{
        f"seafarers {number}": Setup(
            "seafarers", 4, {"scenario": number}, seed="touch", max_turns=16
        )
        for number in range(1, 10)
    },
}
STEPS = {"dice": 2}
STEP = 17
"""Every so many commits a picture is drawn."""
IN_WORDS = {"face", "loot", "rate", "text", "at"}
"""Fields that name no place: a client lists what they may be."""
ID_TYPES = {HexId: "hex", NodeId: "node", EdgeId: "edge", Seat: "seat"}


def states(setup: Setup) -> Iterator[Table]:
    """Some moments of a game, one of every phase among them."""
    phases: set[str] = set()
    for i, (state, _, _) in enumerate(commits(setup)):
        if i % STEPS.get(setup.ruleset, STEP) == 0 or state.phase not in phases:
            phases.add(state.phase)
            yield state


def draw(state: Table, viewer: Viewer, language: str = "en", **look: Any) -> str:
    own = viewer if isinstance(viewer, int) else None
    view = state.ruleset.view(state, viewer)
    wanted = Look(**{"touch": True, "own": own, **look})
    return presentation_of(state.ruleset.name).svg(view, language, {}, wanted)


def touched(root: Element) -> Element:
    (group,) = (part for part in root.iter() if part.get("class") == "hx-touch")
    return group


def areas(root: Element) -> list[Element]:
    return [part for part in touched(root).iter() if part.get("data-place")]


def kinds_of(group: Element, command: str, field: str) -> set[str]:
    """The kinds of places that a field names, as the picture says."""
    found = set()
    for name, value in group.attrib.items():
        kind = re.fullmatch("data-(.+)-fields", name)
        if kind and {field, f"{command}.{field}"} & set(value.split()):
            found.add(kind[1])
    return found


def ids_in(value: Any) -> list[str]:
    return [str(part) for part in (value if isinstance(value, list | dict | tuple) else [value])]


def wishes(action: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Command, field and id of everything that an action names."""
    command = action.get("command") or action["example"]
    for field, value in command.items():
        if field != "type":
            yield from ((command["type"], field, id_) for id_ in ids_in(value))
    for field, bound in action.get("bounds", {}).items():
        if not isinstance(bound, Bound):
            continue  # It says which fields must differ.
        for name in ("most", "seats", "each_of"):
            allowed = getattr(bound, name)
            if allowed is not msgspec.UNSET:
                yield from ((command["type"], field, id_) for id_ in ids_in(allowed))


@pytest.mark.parametrize("setup", GAMES.values(), ids=GAMES)
def test_what_an_action_names_can_be_touched(setup: Setup) -> None:
    named = 0
    for state in states(setup):
        for seat in state.ruleset.flow.to_act(state):
            listed = list_actions(state, state.chairs[seat].player).plain()
            root = ElementTree.fromstring(draw(state, seat))
            group, there = (
                touched(root),
                {(area.get("data-place"), area.get("data-id")) for area in areas(root)},
            )
            for action in listed["actions"]:
                for command, field, id_ in wishes(action):
                    if field in IN_WORDS:
                        continue
                    kinds = kinds_of(group, command, field)
                    assert kinds, f"{command}.{field} names no place"
                    assert any((kind, id_) in there for kind in kinds), (command, field, id_)
                    named += 1
    assert named > 30


@pytest.mark.parametrize("name", RULESETS)
def test_the_picture_says_which_fields_name_its_places(name: str) -> None:
    state = next(
        state
        for state in states(next(s for s in GAMES.values() if s.ruleset == name))
        if state.turn
    )
    group = touched(ElementTree.fromstring(draw(state, Seat(0))))
    for command in RULESETS[name].commands:
        if not issubclass(command, SeatCommand):
            continue
        tag = str(command.__struct_config__.tag)
        for field in msgspec.structs.fields(command):
            if field.name in server_fields(command) or field.name in IN_WORDS:
                continue
            kinds = kinds_of(group, tag, field.encode_name)
            assert kinds, f"{tag}.{field.encode_name} names no place"
            if field.type in ID_TYPES:
                assert kinds == {ID_TYPES[field.type]}


def places_of(root: Element, kind: str) -> list[Element]:
    return [area for area in areas(root) if area.get("data-place") == kind]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("setup", GAMES.values(), ids=GAMES)
def test_every_place_is_there_once_and_has_a_name_of_its_own(setup: Setup, language: str) -> None:
    *_, state = states(setup)
    root = ElementTree.fromstring(draw(state, Seat(0), language))
    found = areas(root)
    ids = Counter((a.get("data-place"), a.get("data-id"), a.get("data-seat")) for a in found)
    assert set(ids.values()) == {1}
    for kind in {area.get("data-place") for area in found} - {"die"}:
        names = [area.findtext(f"{SVG}title") for area in places_of(root, str(kind))]
        assert all(names)
        assert len(set(names)) == len(names)
    board = state.ruleset.view(state, Seat(0)).board
    if state.ruleset.name != "dice":
        for kind, things in (("hex", board.hexes), ("edge", board.edges), ("node", board.nodes)):
            shown = {area.get("data-id") for area in places_of(root, kind)}
            assert shown == {str(thing.id) for thing in things}
    # Nodes lie above edges, and edges above hexes.
    order = [area.get("data-place") for area in found]
    if "hex" in order:
        kept = [kind for kind in order if kind in ("hex", "edge", "node")]
        assert kept == sorted(kept, key=["hex", "edge", "node"].index)


def test_areas_are_large_enough_for_a_finger_and_inside_the_picture() -> None:
    for setup in GAMES.values():
        *_, state = states(setup)
        if setup.ruleset == "dice":
            continue
        root = ElementTree.fromstring(draw(state, SPECTATOR, part="board"))
        left, top, width, height = map(float, root.get("viewBox", "").split())
        for node in places_of(root, "node"):
            x, y, radius = (float(node.get(name, "")) for name in ("cx", "cy", "r"))
            assert left < x < left + width
            assert top < y < top + height
            # 24 pixels on a screen of 360, unless the next node is too near: a side is 60.
            assert radius == pytest.approx(min(12 * width / 360, 28), abs=0.1)


@pytest.mark.parametrize("setup", GAMES.values(), ids=GAMES)
def test_every_form_of_a_picture_is_harmless(setup: Setup) -> None:
    *_, state = states(setup)
    for part in PARTS:
        for width in WIDTHS:
            for touch in (False, True):
                text = draw(state, ORGANIZER, part=part, width=width, touch=touch)
                assert_harmless(text, 130_000)
                root = ElementTree.fromstring(text)
                assert root.get("role") == ("group" if touch else "img")
                assert ("hx-touch" in text) == touch


@pytest.mark.parametrize("setup", GAMES.values(), ids=GAMES)
def test_two_pictures_of_one_page_share_no_id(setup: Setup) -> None:
    *_, state = states(setup)
    plain = draw(state, Seat(0))
    left, right = (draw(state, Seat(0), prefix=prefix) for prefix in ("left", "right"))
    found = [set(re.findall(' id="([^"]+)"', text)) for text in (left, right)]
    assert found[0]
    assert not found[0] & found[1]
    assert all(id_.startswith("left-") for id_ in found[0])
    assert_harmless(left, 130_000)
    assert re.sub('( [a-z-]+="#?)left-', r"\1hx-", left) == plain


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("setup", GAMES.values(), ids=GAMES)
def test_text_can_be_read_on_a_screen_of_360_pixels(setup: Setup, language: str) -> None:
    *_, state = states(setup)
    part = "whole" if setup.ruleset == "dice" else "panel"
    root = ElementTree.fromstring(draw(state, ORGANIZER, language, part=part, width="narrow"))
    scale = 360 / float(root.get("viewBox", "").split()[2])
    drawn = [part for part in root if part.tag != f"{SVG}defs"]
    sizes = [float(p.get("font-size", "99")) for group in drawn for p in group.iter()]
    assert min(sizes) * scale >= 11


def test_the_sheet_of_the_seat_that_looks_comes_first_on_a_narrow_screen() -> None:
    *_, state = states(GAMES["dice"])
    for own, order in ((Seat(1), ["1", "2", "0"]), (SPECTATOR, ["0", "1", "2"])):
        root = ElementTree.fromstring(draw(state, own, width="narrow"))
        assert [p.get("data-sheet") for p in root.iter() if p.get("data-sheet")] == order
        roads = places_of(root, "road")
        assert bool(roads) == (own is not SPECTATOR)


def test_a_harbour_in_hand_is_a_place_only_where_there_are_any() -> None:
    assert SEA_FIELDS["harbour"] == "harbour"
    for number in (1, 5):
        *_, state = states(GAMES[f"seafarers {number}"])
        view = state.ruleset.view(state, SPECTATOR)
        held = getattr(view, "harbours_in_hand", ())
        root = ElementTree.fromstring(draw(state, SPECTATOR))
        assert len(places_of(root, "harbour")) == len(held)


def luminance(colour: str) -> float:
    """As the Web Content Accessibility Guidelines count it."""
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_small_print_stands_out_from_its_ground() -> None:
    pairs = [(ink, ground) for ink in (INK, FAINT) for ground in (PAPER, SAND)]
    pairs += [(INK, ground) for ground in (GOLD, *RESOURCE_GROUNDS.values())]
    pairs += [(RED_TOKEN, PAPER), ("#fff", DEEP)]
    pairs += [
        ("#22303a" if c in ("orange", "white") else "#fff", SEAT_FILLS[c]) for c in SEAT_FILLS
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
