"""Tables at sea, drawn: everything a view shows is in the picture, and can be told apart."""

import re
from collections import Counter
from itertools import pairwise
from math import atan2, degrees, dist
from typing import Any
from unicodedata import east_asian_width
from xml.etree.ElementTree import Element

import pytest

from domain.base.events import Terrain
from presentation.base.captions import CAPTIONS as BASE_CAPTIONS
from presentation.base.svg_symbols import SIDE
from presentation.presentation import TextPicture
from presentation.seafarers import svg
from presentation.seafarers.captions import CAPTIONS, captions_in
from presentation.seafarers.svg_panel import COUNTERS, sea_sheet
from presentation.seafarers.text import picture as text_picture
from presentation.seafarers.words import NOUNS_EN, NOUNS_PL, WORDS_EN, WORDS_PL
from presentation.terminal.table_text import SEAT_INKS
from tests.base.test_drawing import (
    BADGE,
    PIECES,
    assert_harmless,
    harbour_places,
    marked,
    parsed,
    pieces,
    plural,
    row,
    told,
    uses,
)
from tests.seafarers.views import (
    TOKENS,
    Place,
    View,
    board_of,
    edge_at,
    framed,
    grid_of,
    islands,
    node_at,
    seat_of,
    table_of,
    typed,
    typed_board,
)

SVG = "{http://www.w3.org/2000/svg}"
WIDTHS = {35: 4, 42: 5, 49: 6}
LANGUAGES = ("en", "pl")
WONDERS = ("theater", "great_bridge", "monument", "great_wall", "cathedral")
MOST_BYTES = 80_000
LETTER_WIDTH = 7
"""Of a letter in a title of a column, on average."""

# Two islands in a sea of two rings: land in the middle, an islet to the east.
LAND: dict[Place, tuple[str, int | None]] = {
    (0, 0): ("gold", 6),
    (0, -1): ("forest", 4),
    (-1, 0): ("desert", None),
    (0, 1): ("fog", None),
    (2, 0): ("hills", 8),
}
NEAR = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if max(abs(q), abs(r), abs(q + r)) <= 2]
SMALL = [(q, r, *LAND.get((q, r), ("sea", None))) for q, r in NEAR]
GRID = grid_of(SMALL)
HARBOURS = (((2, 0), (1, 0), "3:1"), ((0, -1), (1, -1), "ore"))
STRAIT = edge_at(GRID, (1, 0), (1, -1))
"""An edge at sea."""


def drawing(view: View, language: str) -> str:
    return svg.drawing(typed(view), language)


def draw_board(board: View, language: str, title: str) -> str:
    return svg.draw_board(typed_board(board), language, title)


def picture(view: View) -> TextPicture:
    return text_picture(typed(view))


def small(*seats: View, tokens: Any = (), **more: Any) -> View:
    """A table with these seats at the two islands."""
    places = {key: more.pop(key) for key in ("robber", "pirate") if key in more}
    board = board_of(SMALL, HARBOURS, tokens, **places)
    return table_of(board, list(seats) or [seat_of(0), seat_of(1)], **more)


def crowded(count: int) -> View:
    """A map of so many hexes, with pieces or tokens on most of its edges and crossings."""
    tiles = islands(WIDTHS[count])
    board = board_of(tiles, robber=framed(WIDTHS[count])[0])
    kinds = {hex_["id"]: hex_["terrain"] for hex_ in board["hexes"]}
    at_sea = [
        edge["id"]
        for edge in board["edges"]
        if any(kinds[hex_] == "sea" for hex_ in edge["hexes"])
        and all(kinds[hex_] != "fog" for hex_ in edge["hexes"])
    ]
    coast = [
        edge["id"]
        for edge in board["edges"]
        if sorted((kinds[hex_] == "sea", kinds[hex_] == "fog") for hex_ in edge["hexes"])
        == [(False, False), (True, False)]
    ]
    inland = [
        edge["id"]
        for edge in board["edges"]
        if all(kinds[hex_] not in ("sea", "fog") for hex_ in edge["hexes"])
    ]
    nodes = [
        node["id"]
        for node in board["nodes"]
        if any(kinds[hex_] not in ("sea", "fog") for hex_ in node["hexes"])
    ]
    seats = [
        seat_of(
            i,
            ships=at_sea[3 + i :: 9],
            roads=inland[i::9],
            settlements=nodes[i::18],
            cities=nodes[9 + i :: 27],
            warship_edges=at_sea[3 + i :: 9][:2],
            warships=2,
            ships_left=3,
            counters=dict.fromkeys(COUNTERS, i + 1),
        )
        for i in range(4)
    ]
    board["tokens"] = [
        {"kind": "gift_point", "edge": coast[0]},
        {"kind": "gift_card", "edge": coast[9]},
        {"kind": "gift_harbour", "edge": coast[18], "harbour": "wool"},
        {"kind": "hidden_harbour", "edge": coast[27]},
        {"kind": "village", "node": nodes[4], "number": 8, "count": 5},
        {"kind": "village", "node": nodes[22], "number": 11, "count": 0},
        *({"kind": "fortress", "node": nodes[5 + 18 * i], "seat": i, "count": 3} for i in (0, 1)),
        *({"kind": "crossing", "node": nodes[6 + 18 * i], "seat": i} for i in (0, 1)),
        {"kind": "wasteland", "node": nodes[7]},
        {"kind": "strait", "node": nodes[8]},
        {"kind": "warning", "node": nodes[16]},
    ]
    board["harbours"] = [
        {"edge": edge, "kind": kind, "nodes": board["edges"][edge]["nodes"]}
        for edge, kind in zip(coast[12::12], ("3:1", "ore", "brick"), strict=False)
    ]
    board["pirate"] = max(kinds)
    return table_of(
        board,
        seats,
        longest_road=1,
        largest_army=2,
        wonders=[
            {"wonder": wonder, "seat": None if i % 2 else i // 2, "level": i}
            for i, wonder in enumerate(WONDERS)
        ],
        gold=[{"seat": 1, "count": 2}, {"seat": 3, "count": 1}],
        ship_moved=True,
        scenario={"number": 7, "title": "The Pirate Islands"},
    )


def tokens_of(root: Element) -> Counter[tuple[tuple[str, str], ...]]:
    """The data of every token, whatever its kind."""
    return Counter(
        tuple(
            sorted(
                (name.removeprefix("data-"), value)
                for name, value in part.attrib.items()
                if name.startswith("data-")
            )
        )
        for part in root.iter()
        if part.get("data-token")
    )


def data_of(token: View) -> tuple[tuple[str, str], ...]:
    named = {"kind": "token", "harbour": "kind"}
    return tuple(sorted((named.get(key, key), str(value)) for key, value in token.items()))


def assert_shows(view: View, root: Element) -> None:
    """Every hex, piece, harbour and token of a view, each once."""
    board = view["board"]
    hexes = marked(root, "hex")
    assert hexes.keys() == {hex_["id"] for hex_ in board["hexes"]}
    for hex_ in board["hexes"]:
        used = uses(hexes[hex_["id"]]) or [hexes[hex_["id"]].get("href")]
        assert f"#hx-{hex_['terrain']}" in used
        assert (f"#hx-token-{hex_['number']}" in used) == (hex_["number"] is not None)
    harbours = {edge: part.get("data-kind") for edge, part in marked(root, "harbour").items()}
    assert harbours == {harbour["edge"]: harbour["kind"] for harbour in board["harbours"]}
    armed = {edge for seat in view["seats"] for edge in seat.get("warship_edges", ())}
    for piece, place, field in PIECES:
        assert pieces(root, piece, place) == Counter(
            (seat["seat"], where) for seat in view["seats"] for where in seat[field]
        )
    for piece in ("ship", "warship"):
        assert pieces(root, piece, "edge") == Counter(
            (seat["seat"], edge)
            for seat in view["seats"]
            for edge in seat["ships"]
            if (edge in armed) == (piece == "warship")
        )
    assert tokens_of(root) == Counter(map(data_of, board["tokens"]))
    for mark in ("robber", "pirate"):
        assert list(marked(root, mark)) == [i for i in [board[mark]] if i is not None]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", WIDTHS)
def test_a_crowded_table_shows_everything_once(count: int, language: str) -> None:
    view = crowded(count)
    assert sum(not hex_["frame"] for hex_ in view["board"]["hexes"]) == count
    assert {token["kind"] for token in view["board"]["tokens"]} == set(TOKENS)
    text = drawing(view, language)
    assert_harmless(text, MOST_BYTES)
    root = parsed(text)
    assert root.get("lang") == language
    assert_shows(view, root)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_token_is_named(language: str) -> None:
    view = crowded(42)
    names = {}
    for part in parsed(drawing(view, language)).iter():
        if part.get("data-token"):
            names[part.get("data-token")] = part.findtext(f"{SVG}title")
    assert names.keys() == set(TOKENS)
    assert len(set(names.values())) == len(names)
    assert all(names.values())
    if language == "en":
        assert names["gift_harbour"] == "gift: harbour 2:1 wool"
        assert names["village"] == "village 11: 0 bales of cloth"
        assert names["fortress"] == "Blue: fortress with 3 markers"


def test_a_ship_lies_along_its_edge_and_is_no_road() -> None:
    for edge in range(len(GRID.edge_nodes)):
        view = small(seat_of(0, ships=[edge], roads=[edge]))
        root = parsed(drawing(view, "en"))
        ship, road = (
            next(part for part in root.iter() if part.get("data-piece") == piece)
            for piece in ("ship", "road")
        )
        assert ship.get("transform") == road.get("transform")
        (ax, ay), (bx, by) = sorted(GRID.node_places[node] for node in GRID.edge_nodes[edge])
        turned = int(re.findall(r"rotate\((-?\d+)\)", ship.get("transform", ""))[0])
        assert turned == round(degrees(atan2(by - ay, bx - ax)))
    root = parsed(drawing(crowded(35), "en"))
    symbols = {part.get("id"): part for part in root.iter() if part.get("id")}
    looks = [
        {path.get("d") for path in symbols[f"hx-{piece}-0"].iter(f"{SVG}path")}
        for piece in ("ship", "warship", "road")
    ]
    assert not looks[0] & looks[2]
    assert not looks[1] & looks[2]
    assert looks[0] - looks[1]
    assert looks[1] - looks[0]


def test_ships_tell_their_owner_without_colour() -> None:
    root = parsed(drawing(crowded(35), "en"))
    symbols = {part.get("id"): part for part in root.iter() if part.get("id")}
    for seat in range(4):
        for piece in ("road", "ship", "warship"):
            bars = [p.get("d", "").count("v8") for p in symbols[f"hx-{piece}-{seat}"].iter()]
            assert sum(bars) == seat


def test_the_pirate_is_seen_on_every_sea_hex_and_hides_no_harbour() -> None:
    for hex_ in board_of(SMALL)["hexes"]:
        if hex_["terrain"] != "sea":
            continue
        view = small(pirate=(hex_["q"], hex_["r"]))
        root = parsed(drawing(view, "en"))
        left, top, width, _ = map(float, root.get("viewBox", "").split())
        bottom = SIDE * max(place["y"] for place in view["board"]["nodes"]) + 84
        pirate = marked(root, "pirate")[hex_["id"]]
        x, y = float(pirate.get("x", "")), float(pirate.get("y", ""))
        assert pirate.findtext(f"{SVG}title") == "pirate"
        assert dist((x, y), (SIDE * hex_["x"], SIDE * hex_["y"])) <= 31
        assert left + 25 < x < left + width - 25
        assert top + 25 < y < bottom - 25
        for badge in harbour_places(root):
            assert dist((x, y), badge) > BADGE + 17


@pytest.mark.parametrize("language", LANGUAGES)
def test_robber_and_pirate_may_be_off_the_board(language: str) -> None:
    view = small()
    root = parsed(drawing(view, language))
    assert_shows(view, root)
    captions = captions_in(language)
    for mark in ("robber", "pirate"):
        assert captions.say(f"{mark}.off") in (root.findtext(f"{SVG}desc") or "")
    assert not any("☠" in text or "♜" in text for line in picture(view) for text, _ in line)


def test_gold_and_fog_are_tiles_and_fog_has_no_coast() -> None:
    view = small(robber=(0, 0))
    root = parsed(drawing(view, "en"))
    assert_shows(view, root)
    names = {
        part.get("data-terrain"): part.findtext(f"{SVG}title")
        for part in marked(root, "hex").values()
    }
    assert names["gold"] == "gold river 6"
    assert names["fog"] == "fog"
    (coast,) = [part for part in root.iter() if part.get("id") == "hx-land"]
    assert coast.get("d", "").count("M") == sum(kind != "fog" for kind, _ in LAND.values())


def test_the_panel_counts_ships_left_and_what_the_scenario_counts() -> None:
    view = small(
        seat_of(0, ships=[STRAIT], counters={"markers": 4, "harbours_in_hand": 1}),
        seat_of(1, counters={"markers": 0, "harbours_in_hand": 0}),
    )
    root = parsed(drawing(view, "en"))
    counts = {
        part.get("data-count"): int(part.text or "")
        for part in row(root, 0).iter()
        if part.get("data-count")
    }
    assert counts == {
        "points": 5,
        "cards": 4,
        "dev": 1,
        "knights": 0,
        "road": 5,
        "ships": 14,
        "markers": 4,
        "harbours_in_hand": 1,
    }
    assert "ships left" in told(root)
    assert "cloth" not in told(root)


@pytest.mark.parametrize("language", LANGUAGES)
def test_titles_of_columns_do_not_touch(language: str) -> None:
    captions, view = captions_in(language), crowded(49)
    sheet = sea_sheet(typed(view), captions)
    spans = []
    for name, middle in sorted(sheet.columns.values(), key=lambda column: column[1]):
        half = LETTER_WIDTH * len(captions.say(f"column.{name}")) / 2
        spans.append((middle - half, middle + half))
    assert all(one[1] < other[0] for one, other in pairwise(spans))
    assert 16 + LETTER_WIDTH * len(sheet.heading) < spans[0][0]
    assert spans[-1][1] < sheet.width


@pytest.mark.parametrize("language", LANGUAGES)
def test_wonders_and_gold_have_rows_while_there_are_any(language: str) -> None:
    captions = captions_in(language)
    plain = parsed(drawing(small(), language))
    assert captions.say("gold") not in told(plain)
    root = parsed(drawing(crowded(49), language))
    wonders = [part for part in root.iter() if part.get("data-wonder")]
    assert [part.get("data-wonder") for part in wonders] == list(WONDERS)
    assert [part.get("data-owner") for part in wonders] == ["0", None, "1", None, "2"]
    assert [captions.word(wonder) in told(root) for wonder in WONDERS] == [True] * 5
    assert "2/4" in told(wonders[2])
    due = {seat: part.get("data-count") for seat, part in marked(root, "gold").items()}
    assert due == {1: "2", 3: "1"}


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "Scenario 3: The Fog Islands"), ("pl", "Scenariusz 3: Oceania")],
)
def test_the_scenario_is_named(language: str, name: str) -> None:
    titles = {"title": "The Fog Islands", "title_pl": "Oceania"}
    view = small(scenario={"number": 3, **titles}, ship_moved=True)
    root = parsed(drawing(view, language))
    described = root.findtext(f"{SVG}desc") or ""
    assert name in told(root)
    assert described.startswith(f"{name}.")
    moved = captions_in(language).say("ship_moved")
    assert moved in told(root)
    assert moved.capitalize() in described


def test_an_own_map_is_called_by_its_title_in_the_language() -> None:
    titled = {"number": None, "title": "The far shore", "title_pl": "Daleki brzeg"}
    assert "Daleki brzeg" in told(parsed(drawing(small(scenario=titled), "pl")))
    assert "The far shore" in told(parsed(drawing(small(scenario=titled), "en")))
    only = titled | {"title_pl": ""}
    assert "The far shore" in told(parsed(drawing(small(scenario=only), "pl")))


def test_the_terminal_calls_things_as_at_sea() -> None:
    view = small(seat_of(0), seat_of(1), longest_road=1)
    lines = ["".join(text for text, _ in line) for line in picture(view)]
    assert any(line.endswith("longest trade route") for line in lines)
    assert any(line.startswith("longest trade route ") for line in lines)
    assert not any("longest road" in line for line in lines)


def test_the_title_of_an_own_map_is_only_text() -> None:
    for title in ("<script>alert(1)</script>", "x" * 64, "很长的名字" * 12, ""):
        view = small(scenario={"number": None, "title": title})
        text = drawing(view, "en")
        assert_harmless(text)
        assert ("Own map" in text) == (title == "")
        assert picture(view)[0] == [(title or "Own map", "bold")]


def test_those_who_do_not_see_it_are_told_the_state_of_the_game() -> None:
    first = seat_of(0, ships=[STRAIT, 0], counters={"cloth": 3})
    view = small(
        first,
        seat_of(1, counters={"cloth": 1}),
        tokens=[
            {"kind": "gift_point", "edge": 0},
            {"kind": "gift_point", "edge": 3},
            {
                "kind": "village",
                "node": node_at(GRID, (1, 0), (2, 0), (2, -1)),
                "number": 9,
                "count": 4,
            },
        ],
        robber=(0, 0),
        pirate=(1, 0),
        longest_road=1,
        gold=[{"seat": 1, "count": 2}],
        wonders=[{"wonder": "theater", "seat": 0, "level": 3}],
    )
    root = parsed(drawing(view, "en"))
    assert root.findtext(f"{SVG}desc") == (
        "Scenario 1: Heading for New Shores. "
        "Red: 5 points, 0 settlements, 0 cities, 0 roads, 4 cards, 2 ships and 13 left, "
        "3 bales of cloth. "
        "Blue: 6 points, 0 settlements, 0 cities, 0 roads, 4 cards, 0 ships and 15 left, "
        "1 bale of cloth, longest trade route. "
        f"The robber is on gold river 6. The pirate is on hex {view['board']['pirate']}. "
        "On the board: 2 × gift: 1 special point; village 9: 4 bales of cloth. "
        "To be taken from the gold river: Blue 2. "
        "Theater: Red, level 3."
    )


def test_the_picture_says_the_same_in_polish() -> None:
    english = re.compile(
        r"\b(Red|Blue|Turn|cards?|points?|ships?|gold|fog|pirate|robber|gift|village|harbour|level"
        r"|nobody|moved|wonder|board|hex|route|special|markers)\b"
    )
    root = parsed(drawing(crowded(49), "pl"))
    for part in root.iter():
        if part.tag.removeprefix(SVG) in ("text", "title", "desc"):
            assert not english.search("".join(part.itertext())), part.text


def test_both_languages_have_all_the_words() -> None:
    assert CAPTIONS.keys() == BASE_CAPTIONS.keys() == set(LANGUAGES)
    english, polish = (CAPTIONS[language] for language in LANGUAGES)
    assert plural(english.texts) == plural(polish.texts) > plural(BASE_CAPTIONS["en"].texts)
    assert english.phases.keys() <= polish.phases.keys()
    assert WORDS_EN.keys() == WORDS_PL.keys()
    assert NOUNS_EN.keys() == NOUNS_PL.keys()
    terrains = _literals(Terrain)
    assert terrains > {"gold", "fog", "sea"}
    for captions in CAPTIONS.values():
        assert terrains <= captions.language.words.keys()
        assert all(captions.word(name) != name.replace("_", " ") for name in WONDERS)
        assert all(
            f"column.{name}" in captions.texts and name in captions.texts for name in COUNTERS
        )
    for word in WORDS_PL.values():
        assert len(word) == 5
        assert word.accusative != word.instrumental
    for captions in BASE_CAPTIONS.values():
        assert "theater" not in captions.language.words


def _literals(union: Any) -> set[str]:
    members = getattr(union, "__args__", ())
    return {one for member in members for one in getattr(member, "__args__", (member,))}


@pytest.mark.parametrize(
    "phase", ["gold", "vote", "harbours", "place_harbour", "theft", "some_day"]
)
def test_every_phase_has_words(phase: str) -> None:
    view = small(phase=phase)
    for language in LANGUAGES:
        said = captions_in(language).phase(phase)
        assert "_" not in said
        assert said in drawing(view, language)
    assert any(captions_in("en").phase(phase) in text for line in picture(view) for text, _ in line)


def test_a_language_that_is_not_spoken_is_english() -> None:
    assert drawing(small(), "xx") == drawing(small(), "en")


def test_a_token_of_an_unknown_kind_has_a_disc_and_its_name() -> None:
    tokens = [{"kind": "sea_monster", "node": node_at(GRID, (1, 0), (2, 0), (2, -1))}]
    view = small(tokens=tokens)
    root = parsed(drawing(view, "en"))
    assert_shows(view, root)
    (token,) = [part for part in root.iter() if part.get("data-token")]
    assert token.findtext(f"{SVG}title") == "sea monster"
    assert picture(view)


def test_before_the_start_the_scenario_is_told() -> None:
    chair = {"player": "ada", "colour": "red", "resigned": False, "seat": 0}
    free = {"player": None, "colour": None, "resigned": False, "seat": 1}
    view = table_of(None, [], phase="lobby", turn=0, to_act=[], rolled=None)
    view["seats"] = [chair, free]
    for language in LANGUAGES:
        text = drawing(view, language)
        assert_harmless(text)
        name = {"en": "Heading for New Shores", "pl": "Ku nowym brzegom"}[language]
        assert name in told(parsed(text))
        assert name in (parsed(text).findtext(f"{SVG}desc") or "")
    assert any("seat 1 is free" in text for line in picture(view) for text, _ in line)


def test_a_bare_board_has_no_panel() -> None:
    tokens = [{"kind": "fortress", "node": 4, "seat": 2, "count": 3}]
    board = board_of(SMALL, HARBOURS, tokens, pirate=(1, 0))
    for language in LANGUAGES:
        text = draw_board(board, language, "Mine & yours")
        assert_harmless(text)
        root = parsed(text)
        assert root.findtext(f"{SVG}title") == "Mine & yours"
        assert_shows(table_of(board, []), root)
        assert not marked(root, "row")
    assert (parsed(draw_board(board, "en", "")).findtext(f"{SVG}desc") or "").startswith(
        "19 hexes: sea 14, forest 1, desert 1, gold river 1, "
    )


def test_a_bare_board_shows_the_pieces_on_it() -> None:
    seat = seat_of(1, ships=[STRAIT], settlements=[node_at(GRID, (1, 0), (2, 0), (2, -1))])
    board = {**board_of(SMALL), "pieces": [seat]}
    assert_shows(table_of(board, [seat]), parsed(draw_board(board, "en", "")))


# As text for a terminal.


def rows_of(drawn: TextPicture) -> list[str]:
    return ["".join(text for text, _ in line) for line in drawn]


@pytest.mark.parametrize("count", WIDTHS)
def test_the_text_shows_ships_by_colour_and_letter(count: int) -> None:
    view = crowded(count)
    view["board"]["tokens"] = []
    drawn = picture(view)
    board = drawn[: drawn.index([])]
    for seat in view["seats"]:
        ink, letter = SEAT_INKS[seat["colour"]], seat["colour"][0].upper()
        hulls = sum(
            text.count(letter)
            for line in board
            for text, style in line
            if style.startswith("bold ") and style.endswith(f" on {ink}")
        )
        assert hulls == len(seat["ships"])
        rams = sum(
            text.count("►") for line in board for text, style in line if style.startswith(ink)
        )
        assert rams == len(seat["warship_edges"])
    shown = "\n".join(rows_of(board))
    assert shown.count("pirate") == 1
    assert shown.count("fog") == sum(hex_["terrain"] == "fog" for hex_ in view["board"]["hexes"])
    assert shown.count("gold") == sum(hex_["terrain"] == "gold" for hex_ in view["board"]["hexes"])


def test_the_text_of_the_largest_map_is_not_too_wide() -> None:
    view = crowded(49)
    view["board"]["tokens"] = view["board"]["tokens"][4:8]
    for seat in view["seats"]:
        seat["counters"] = {"warships": 3, "fortress": 2}
    drawn = picture(view)
    for line in rows_of(drawn):
        assert len(line) <= 120
        assert not [mark for mark in line if east_asian_width(mark) in "WF"]


def test_the_text_has_a_sign_for_every_token_and_says_what_it_means() -> None:
    tokens = [
        {"kind": "gift_point", "edge": edge_at(GRID, (0, -1), (0, -2))},
        {"kind": "gift_card", "edge": edge_at(GRID, (-1, 0), (-2, 0))},
        {"kind": "gift_harbour", "edge": edge_at(GRID, (2, 0), (3, 0)), "harbour": "wool"},
        {"kind": "hidden_harbour", "edge": edge_at(GRID, (-1, 0), (-2, 1))},
        {
            "kind": "village",
            "node": node_at(GRID, (2, 0), (2, -1), (3, -1)),
            "number": 10,
            "count": 4,
        },
        {
            "kind": "fortress",
            "node": node_at(GRID, (0, -1), (0, -2), (1, -2)),
            "seat": 1,
            "count": 2,
        },
        {"kind": "crossing", "node": node_at(GRID, (2, 0), (1, 1), (2, 1)), "seat": 0},
        {"kind": "warning", "node": node_at(GRID, (0, -1), (-1, 0), (-1, -1))},
    ]
    seat = seat_of(0, settlements=[node_at(GRID, (0, 0), (0, -1), (1, -1))])
    drawn = picture(small(seat, seat_of(1), tokens=tokens))
    board, tables = drawn[: drawn.index([])], drawn[drawn.index([]) :]
    shown = "\n".join(rows_of(board))
    for sign in ("+1", "[?]", "(wool)", "10:4", "♜B2", "(R)", "!", "R▲"):
        assert shown.count(sign) == 1, sign
    assert shown.count("?") == 2
    meaning = "\n".join(rows_of(tables))
    for kind in ("gift point", "gift card", "gift harbour", "village", "fortress", "crossing"):
        assert kind in meaning


def test_the_text_counts_ships_counters_gold_and_wonders() -> None:
    drawn = rows_of(picture(crowded(35)))
    (titles,) = [line for line in drawn if "ships left" in line]
    for name in COUNTERS:
        assert CAPTIONS["en"].say(f"column.{name}") in titles
    (red,) = [line for line in drawn if "● Red" in line and "15" in line]
    assert red.split()[3:] == [
        *("4", "1", "0", "5", "3"),
        *(["1"] * len(COUNTERS)),
        *("15", "5", "4"),
    ]
    assert "● Blue takes 2 from the gold river" in drawn
    assert "Great Bridge  nobody" in drawn
    assert "Cathedral     ● Orange level 4 of 4" in drawn
    assert "Ship moved this turn" in drawn
