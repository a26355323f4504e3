"""The drawn table shows what the view shows, once, and nothing else; and it can do no harm."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, islice
from math import dist
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from msgspec.json import decode, encode
from msgspec.structs import replace

from domain.base.events import DevelopmentCardBought, RobberMoved, TradeCountered, TradeOffered
from domain.base.game import BASE
from domain.cards import CARD_KINDS, RESOURCES
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.table.closing import GameVoided, SeatResigned
from domain.table.lobby import GameAbandoned, SeatTaken
from hexledger.self_play import Setup
from presentation.base.captions import CAPTIONS
from presentation.base.sentences_en import TERRAINS
from presentation.base.svg import drawing as drawing_in
from presentation.base.svg_symbols import RED_TOKEN, SIDE
from presentation.registry import presentation_of
from presentation.svg.look import Look
from tests.games import SETUPS, commits, viewers
from tests.kit import (
    cities,
    corner,
    dealt,
    given,
    hex_at,
    holding,
    layout,
    lobby,
    main_of,
    nothing,
    ring,
    roads,
    seated,
    settlements,
    turn_of,
)

View = Any
SVG = "{http://www.w3.org/2000/svg}"
HARMLESS = {
    "circle",
    "defs",
    "desc",
    "ellipse",
    "g",
    "path",
    "rect",
    "svg",
    "text",
    "title",
    "tspan",
    "use",
}
SAYING = {"text", "title", "desc"}
MOST_BYTES = 60_000
BADGE = 18.5
PIECES = (
    ("road", "edge", "roads"),
    ("settlement", "node", "settlements"),
    ("city", "node", "cities"),
)
"""What they are called, where they stand, and where a view has them."""


def parsed(drawn: str) -> Element:
    return ElementTree.fromstring(drawn.encode())


def drawing(view: View, *, named: bool = False) -> str:
    """A picture; every player may have their id for a name."""
    people = [seat.player for seat in view.seats if seat.player is not None and named]
    return drawing_in(view, "en", dict(zip(people, people, strict=True)))


def drawn(view: View, *, named: bool = False) -> Element:
    return parsed(drawing(view, named=named))


def told(root: Element) -> str:
    """All that can be read, without titles and descriptions."""
    return "\n".join("".join(part.itertext()) for part in root.iter(f"{SVG}text"))


def marked(root: Element, name: str) -> dict[int, Element]:
    """Elements by the number in one of their data attributes, each number once."""
    found = [part for part in root.iter() if part.get(f"data-{name}") is not None]
    numbers = [int(part.get(f"data-{name}", "")) for part in found]
    assert len(set(numbers)) == len(numbers), f"data-{name} twice"
    return dict(zip(numbers, found, strict=True))


def row(root: Element, seat: int) -> Element:
    return marked(root, "row")[seat]


def counts(root: Element, seat: int) -> dict[str, int]:
    """The numbers in a seat's row, by their column."""
    return {
        part.get("data-count", ""): int(part.text or "")
        for part in row(root, seat).iter()
        if part.get("data-count") is not None
    }


def pieces(root: Element, piece: str, place: str) -> Counter[tuple[int, int]]:
    """Seat and place of every piece of a kind."""
    return Counter(
        (int(part.get("data-seat", "")), int(part.get(f"data-{place}", "")))
        for part in root.iter()
        if part.get("data-piece") == piece
    )


def uses(part: Element) -> list[str]:
    return [one.get("href", "") for one in part.iter(f"{SVG}use")]


def assert_harmless(text: str, most_bytes: int = MOST_BYTES) -> None:
    """Well-formed, small, complete in itself, and good under any content security policy."""
    root = parsed(text)
    assert len(text.encode()) < most_bytes
    assert {part.tag.removeprefix(SVG) for part in root.iter()} <= HARMLESS
    ids = [part.get("id") for part in root.iter() if part.get("id") is not None]
    assert len(set(ids)) == len(ids)
    for part in root.iter():
        for name, value in part.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert "url(" not in value
            assert name != "href" or value.removeprefix("#") in ids
    assert text.count("http") == 1, "the namespace alone"


def assert_shows(view: View, root: Element) -> None:
    """Every hex, token, piece and harbour of a view, each once."""
    board = view.board
    hexes = marked(root, "hex")
    assert hexes.keys() == {hex_.id for hex_ in board.hexes}
    for hex_ in board.hexes:
        shown = hexes[hex_.id]
        number = hex_.number
        assert f"#hx-{hex_.terrain}" in uses(shown)
        assert (f"#hx-token-{number}" in uses(shown)) == (number is not None)
        assert sum(one.startswith("#hx-token") for one in uses(shown)) <= 1
    harbours = {edge: part.get("data-kind") for edge, part in marked(root, "harbour").items()}
    assert harbours == {harbour.edge: harbour.kind for harbour in board.harbours}
    for piece, place, field in PIECES:
        assert pieces(root, piece, place) == Counter(
            (seat.seat, where) for seat in view.seats for where in getattr(seat, field)
        )
    assert list(marked(root, "robber")) == [board.robber]
    assert marked(root, "row").keys() == {seat.seat for seat in view.seats}
    for seat, score in zip(view.seats, view.score, strict=True):
        assert counts(root, seat.seat) == {
            "points": score.points,
            "cards": seat.resource_cards,
            "dev": seat.development_cards,
            "knights": seat.knights,
            "road": seat.road_length,
        }


@pytest.mark.parametrize("options", SETUPS.values(), ids=SETUPS)
def test_the_table_shows_every_token_piece_and_harbour_once(options: dict[str, Any]) -> None:
    setup = Setup(options=options, seed="drawing", max_turns=100)
    for i, (state, _, _) in enumerate(commits(setup)):
        if i % 150 == 5:
            for viewer in viewers(state):
                assert_harmless(drawing(BASE.view(state, viewer)))
            if state.networks:
                view = BASE.view(state, SPECTATOR)
                assert_shows(view, drawn(view))
    for viewer in viewers(state):
        view = BASE.view(state, viewer)
        assert_harmless(drawing(view))
        assert_shows(view, drawn(view))


def test_a_picture_can_be_drawn_of_every_moment_even_from_stored_json() -> None:
    phases = set()
    setup = Setup(options={"discard_limit": 4}, seed="moments", max_turns=60)
    for i, (state, _, _) in enumerate(commits(setup)):
        if i % 25 == 0 or state.phase not in phases:
            view = BASE.view(state, i % 4 if i % 3 else ORGANIZER)
            assert drawing(decode(encode(view), type=type(view))) == drawing(view)
            phases.add(state.phase)
    assert {"lobby", "founding", "roll", "main", "discard", "robber", "closed"} <= phases


def test_the_largest_map_is_still_a_small_picture() -> None:
    terrains = ("hills", "forest", "pasture", "fields", "mountains")
    board = {
        "hexes": [
            {"q": q - r // 2, "r": r, "terrain": terrains[(q + 2 * r) % 5], "number": 4}
            for r in range(-5, 5)
            for q in range(-5, 5)
        ],
        "robber": {"hex": [0, 0]},
    }
    *_, (state, _, _) = commits(Setup(options={"board": board}, seed="large", max_turns=300))
    view = BASE.view(state, ORGANIZER)
    assert_shows(view, drawn(view))
    assert_harmless(drawing(view))


def test_everything_on_the_board_lies_within_the_picture() -> None:
    for name in ("default", "layout", "layout-no-harbours"):
        *_, (state, _, _) = commits(Setup(options=SETUPS[name], seed="box", max_turns=1))
        view = BASE.view(state, SPECTATOR)
        root = drawn(view)
        left, top, width, height = map(float, root.get("viewBox", "").split())
        for node in view.board.nodes:
            assert left + 20 < SIDE * node.x < left + width - 20
            assert top + 20 < SIDE * node.y < top + height - 20
        for x, y in harbour_places(root):
            assert left + BADGE < x < left + width - BADGE
            assert top + BADGE < y < top + height - BADGE


def harbour_places(root: Element) -> list[tuple[float, float]]:
    places = []
    for harbour in marked(root, "harbour").values():
        inside = harbour.get("transform", "").removeprefix("translate(").removesuffix(")")
        x, y = map(float, inside.split())
        places.append((x, y))
    return places


def test_three_harbours_of_one_lake_lie_side_by_side() -> None:
    lake = layout()
    lake["hexes"] = [
        tile | ({"terrain": "sea", "number": None} if (tile["q"], tile["r"]) == (0, 0) else {})
        for tile in lake["hexes"]
    ]
    lake["ports"] = {
        "slots": [
            {"land": [1, 0], "sea": [0, 0], "type": "lumber"},
            {"land": [0, -1], "sea": [0, 0], "type": "brick"},
            {"land": [-1, 1], "sea": [0, 0], "type": "3:1"},
        ]
    }
    lake["robber"] = {"hex": [1, 0]}
    *_, (state, _, _) = commits(Setup(options={"board": lake}, seed="lake", max_turns=1))
    view = BASE.view(state, SPECTATOR)
    root = drawn(view)
    assert_shows(view, root)
    assert min(dist(*two) for two in combinations(harbour_places(root), 2)) > 2 * BADGE


def test_a_map_of_several_islands_can_be_drawn() -> None:
    """No layout may have them yet, but a view of one is as good as any other."""
    view = given(settlements(0, corner((2, -2), "N"))).typed_view(SPECTATOR)
    hexes = tuple(
        replace(hex_, terrain="sea", number=None) if hex_.r == 0 and not hex_.frame else hex_
        for hex_ in view.board.hexes
    )
    board = replace(view.board, hexes=hexes, harbours=(), robber=hex_at(0, 1))
    view = replace(view, board=board)
    assert_shows(view, drawn(view))
    assert_harmless(drawing(view))


def test_tokens_have_a_pip_for_every_way_to_roll_them_and_red_ones_are_stronger() -> None:
    root = drawn(given().typed_view(SPECTATOR))
    ways = Counter(one + other for one in range(1, 7) for other in range(1, 7))
    tokens = {
        int(part.get("id", "").removeprefix("hx-token-")): part
        for part in root.iter()
        if part.get("id", "").startswith("hx-token-")
    }
    assert set(tokens) == set(range(2, 13)) - {7}
    for number, part in tokens.items():
        disc, *pips = part.iter(f"{SVG}circle")
        (label,) = part.iter(f"{SVG}text")
        assert len(pips) == ways[number]
        assert label.text == str(number)
        red = number in (6, 8)
        assert (part.get("fill") == RED_TOKEN) == red
        assert (float(disc.get("stroke-width", "")) > 2) == red
        assert (int(label.get("font-size", "")) > 28) == red


def test_harbours_name_their_rate() -> None:
    view = given().typed_view(SPECTATOR)
    for harbour in marked(drawn(view), "harbour").values():
        kind = harbour.get("data-kind")
        if kind == "3:1":
            assert told(harbour) == "3:1"
            assert not uses(harbour)
        else:
            assert told(harbour) == "2:1"
            assert uses(harbour) == [f"#hx-{kind}"]


def test_the_robber_stands_on_its_hex_and_the_token_can_still_be_read() -> None:
    scene = given()
    for place in ((0, -2), (0, 2)):
        scene.given(RobberMoved(seat=0, hex=hex_at(*place)))
        view = scene.typed_view(SPECTATOR)
        root = drawn(view)
        assert_shows(view, root)
        (robbed,) = [hex_ for hex_ in view.board.hexes if hex_.id == hex_at(*place)]
        robber = marked(root, "robber")[robbed.id]
        assert float(robber.get("x", "")) == pytest.approx(SIDE * robbed.x, abs=0.1)
        assert float(robber.get("y", "")) < SIDE * robbed.y - 20


def test_pieces_tell_their_owner_without_colour() -> None:
    root = drawn(given().typed_view(SPECTATOR))
    symbols = {part.get("id"): part for part in root.iter() if part.get("id")}
    for seat, letter in enumerate("RBOW"):
        assert told(symbols[f"hx-settlement-{seat}"]) == letter
        assert told(symbols[f"hx-city-{seat}"]) == letter
        bars = [part.get("d", "").count("v8") for part in symbols[f"hx-road-{seat}"]]
        assert sum(bars) == seat


SCENE = (
    settlements(0, corner((0, 0), "N")),
    roads(0, *ring((0, 0), 5)),
    cities(1, corner((2, 0), "NE")),
    dealt(0, ore=2, wool=1),
    dealt(1, brick=3),
    holding(1, "monopoly", "victory_point"),
    main_of(0),
)


def test_the_panel_tells_turn_dice_bank_and_deck() -> None:
    root = drawn(given(SCENE).typed_view(SPECTATOR))
    shown = told(root)
    assert "Turn 1 · Red: trading and building" in shown
    assert "23 cards in the deck" in shown
    assert "Bank" in shown
    (dice,) = [part for part in root.iter() if part.get("data-dice")]
    assert dice.get("data-dice") == "1 1"
    assert len(list(dice.iter(f"{SVG}circle"))) == 2
    assert list(marked(root, "to-act")) == [0]


def test_dice_show_as_many_pips_as_were_rolled() -> None:
    for state, _, _ in commits(Setup(seed="dice", max_turns=12)):
        view = BASE.view(state, SPECTATOR)
        dice = [part for part in drawn(view).iter() if part.get("data-dice")]
        assert len(dice) == (view.rolled is not None)
        for part in dice:
            assert len(list(part.iter(f"{SVG}circle"))) == sum(view.rolled)


def test_awards_mark_the_number_that_won_them() -> None:
    for state, _, _ in commits(Setup(seed="awards", max_turns=300)):
        if state.longest_road is not None and state.largest_army is not None:
            break
    view = BASE.view(state, SPECTATOR)
    root = drawn(view)
    for award in ("longest_road", "largest_army"):
        holders = [
            seat.seat
            for seat in view.seats
            if any(part.get("data-award") == award for part in row(root, seat.seat).iter())
        ]
        assert holders == [getattr(view, award)]
    assert told(root).count("+2") == 2


def test_a_seat_that_resigned_is_struck_out() -> None:
    root = drawn(given(main_of(0), SeatResigned(seat=2)).typed_view(SPECTATOR))
    for seat in range(4):
        struck = [part.get("text-decoration") for part in row(root, seat).iter(f"{SVG}text")]
        assert ("line-through" in struck) == (seat == 2)


def test_the_winner_is_told_and_crowned() -> None:
    *_, (state, _, _) = commits(Setup(seed="winner", options={"target_points": 4}))
    view = BASE.view(state, SPECTATOR)
    root = drawn(view)
    (winner,) = view.winners
    name = view.seats[winner].colour.capitalize()
    assert f"{name} won with {view.score[winner].points} points" in told(root)
    assert list(marked(root, "winner")) == [winner]
    assert "won with" in (root.findtext(f"{SVG}title") or "")


def test_seats_that_are_asked_are_said_to_answer() -> None:
    offered = TradeOffered(seat=0, give={"ore": 1}, want={"wool": 1}, to=(1, 3))
    view = given(main_of(0), offered).typed_view(SPECTATOR)
    assert "Blue, White: answering an offer" in told(drawn(view))
    assert "Niebieski, Biały: odpowiedź na ofertę" in told(parsed(drawing_in(view, "pl")))


def test_a_long_name_fits_without_being_pressed() -> None:
    view = given(main_of(0)).typed_view(SPECTATOR)
    (long,) = [
        part for part in parsed(drawing_in(view, "pl")).iter() if part.text == "Pomarańczowy"
    ]
    # A bold letter is about six tenths as wide as it is high, and 82 is all the room there is.
    assert len("Pomarańczowy") * float(long.get("font-size") or 18) * 0.6 < 90


def test_a_game_without_a_winner_says_so() -> None:
    root = drawn(given(main_of(0), GameVoided(reason="rain")).typed_view(SPECTATOR))
    assert "This game is void" in told(root)
    assert not marked(root, "winner")


def test_before_the_start_the_seats_wait_at_an_unknown_island() -> None:
    root = drawn(lobby(seated(2)).typed_view(SPECTATOR), named=True)
    assert told(root).splitlines()[-8:] == [
        "Waiting for the start",
        "Red",
        "ada",
        "host",
        "Blue",
        "ben",
        "seat 2 is free",
        "seat 3 is free",
    ]
    assert root.findtext(f"{SVG}desc") == "2 of 4 seats are taken."
    assert not marked(root, "hex")
    for scene, words in (
        (nothing(), "Nobody has opened this game yet"),
        (lobby(GameAbandoned()), "This game is abandoned"),
    ):
        view = scene.typed_view(SPECTATOR)
        assert words in told(drawn(view))
        assert_harmless(drawing(view))


def test_those_who_do_not_see_it_are_told_the_state_of_the_game() -> None:
    root = drawn(given(SCENE, RobberMoved(seat=0, hex=hex_at(0, -1))).typed_view(SPECTATOR))
    assert root.findtext(f"{SVG}title") == "Turn 1. Red: trading and building"
    assert root.findtext(f"{SVG}desc") == (
        "Red: 1 point, 1 settlement, 0 cities, 5 roads, 3 cards. "
        "Blue: 2 points, 0 settlements, 1 city, 0 roads, 3 cards. "
        "Orange: 0 points, 0 settlements, 0 cities, 0 roads, 0 cards. "
        "White: 0 points, 0 settlements, 0 cities, 0 roads, 0 cards. "
        "The robber is on hills 6."
    )


@pytest.mark.parametrize(
    "player",
    [
        "<script>alert(1)</script>",
        "\"/><image href='http://evil'/>",
        "&lt;b&gt;",
        "a\x00b\x1b\ud800\uffff",
        "很长很长很长很长很长很长很长的名字",
        "x" * 10_000,
        "",
    ],
)
def test_a_hostile_name_is_only_text(player: str) -> None:
    usual = lobby(SeatTaken(seat=0, player="ada", colour="red"))
    hostile = lobby(SeatTaken(seat=0, player=player, colour="red"))
    shown = drawn(usual.typed_view(SPECTATOR), named=True)
    tags = [part.tag for part in shown.iter() if part.text != "host"]
    root = drawn(hostile.typed_view(SPECTATOR), named=True)
    assert [part.tag for part in root.iter()] == tags
    picture = drawing(hostile.typed_view(SPECTATOR), named=True)
    assert_harmless(picture.replace("http://evil", ""))
    view = given(main_of(0)).typed_view(ORGANIZER)
    view = replace(view, seats=(replace(view.seats[0], player=player), *view.seats[1:]))
    assert len(drawing(view, named=True)) < MOST_BYTES
    assert_shows(view, drawn(view, named=True))


def test_hidden_cards_change_nothing_in_the_drawing() -> None:
    """Two tables that differ only in what seat 1 holds."""
    one, other = (
        given(
            dealt(1, brick=bricks),
            dealt(2, brick=3 - bricks),
            dealt(1, ore=3 - bricks),
            dealt(2, ore=bricks),
            dealt(1, wool=1, grain=1, ore=1),
            DevelopmentCardBought(seat=1, kind=kind, draw=0),
            turn_of(0),
        )
        for bricks, kind in ((1, "victory_point"), (2, "knight"))
    )
    for viewer in (0, 3, SPECTATOR):
        assert drawing(one.typed_view(viewer)) == drawing(other.typed_view(viewer))
    for viewer in (1, 2, ORGANIZER):
        assert drawing(one.typed_view(viewer)) != drawing(other.typed_view(viewer))


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            "Red offers ore 1 for wool 2. Blue: makes a counter-offer. Blue offers wool 1 for "
            "ore 1. White: has not answered.",
        ),
        (
            "pl",
            "Oferta (Czerwony): daje ruda 1, chce wełna 2. Niebieski: składa kontrofertę. Oferta "
            "(Niebieski): daje wełna 1, chce ruda 1. Biały: jeszcze bez odpowiedzi.",
        ),
    ],
)
def test_the_open_offer_and_the_answers_to_it_are_drawn_and_told(
    language: str, sentences: str
) -> None:
    offered = TradeOffered(seat=0, give={"ore": 1}, want={"wool": 2}, to=(1, 3))
    countered = TradeCountered(seat=1, give={"wool": 1}, want={"ore": 1})
    scene = given(dealt(0, ore=1), dealt(1, wool=1), main_of(0), offered, countered)
    for width in ("wide", "narrow"):
        look = Look(width=width)
        root = parsed(drawing_in(scene.typed_view(SPECTATOR), language, {}, look))
        assert sentences in (root.findtext(f"{SVG}desc") or "")
        row = marked(root, "offer")[0]
        cards = ["#hx-ore", "#hx-wool"]
        shown = [use for use in uses(row) if use in cards]
        assert shown == ["#hx-ore", "#hx-wool", "#hx-wool", "#hx-ore"]
    settled = given(main_of(0)).typed_view(SPECTATOR)
    assert not marked(parsed(drawing_in(settled, language)), "offer")


def test_a_picture_that_is_touched_tells_no_hidden_cards() -> None:
    one, other = (
        given(
            dealt(1, brick=bricks, ore=3 - bricks),
            dealt(2, brick=3 - bricks, ore=bricks),
            holding(1, kind),
            turn_of(0),
        ).typed_view(0)
        for bricks, kind in ((1, "victory_point"), (2, "knight"))
    )
    look = Look(touch=True, own=Seat(0))
    assert drawing_in(one, "en", {}, look) == drawing_in(other, "en", {}, look)


def test_only_the_own_hand_is_open() -> None:
    scene = given(SCENE)
    kinds = [kind.replace("_", " ") for kind in CARD_KINDS]
    for viewer, shown in ((SPECTATOR, []), (0, [0]), (1, [1]), (ORGANIZER, [0, 1, 2, 3])):
        root = drawn(scene.typed_view(viewer))
        assert list(marked(root, "hand")) == shown
        assert list(marked(root, "cards")) == [seat for seat in shown if seat == 1]
        told_cards = [kind for kind in kinds if f"× {kind}" in told(root)]
        assert told_cards == (["victory point", "monopoly"] if 1 in shown else [])
    hand = marked(drawn(scene.typed_view(0)), "hand")[0]
    assert uses(hand) == [f"#hx-{resource}" for resource in RESOURCES]
    assert told(hand).split() == ["0", "0", "1", "0", "2"]


def test_a_hidden_bank_is_not_shown() -> None:
    scene = given(main_of(0), bank_visible=False)
    assert "Bank" not in told(drawn(scene.typed_view(0)))
    assert "Bank" in told(drawn(scene.typed_view(ORGANIZER)))


def plural(texts: Mapping[str, str]) -> set[str]:
    """The texts without the variants for one thing, which Polish does without."""
    return {name for name in texts if not name.endswith(".one")}


def test_every_language_has_words_for_all_that_a_picture_says() -> None:
    assert set(CAPTIONS) == set(presentation_of(BASE.name).languages)
    for captions in CAPTIONS.values():
        assert plural(captions.texts) == plural(CAPTIONS["en"].texts)
        assert captions.phases.keys() >= CAPTIONS["en"].phases.keys()
        for word in (*RESOURCES, *CARD_KINDS, *TERRAINS, "red", "blue", "orange", "white"):
            assert word in captions.language.words
    for name, said in CAPTIONS["pl"].texts.items():
        assert name == "bank" or said != CAPTIONS["en"].texts[name]


@pytest.mark.parametrize("viewer", [SPECTATOR, Seat(1)])
def test_the_picture_says_the_same_in_every_language(viewer: Viewer) -> None:
    english = re.compile(r"\b(Red|Blue|Orange|White|Turn|cards?|points|hills|forest|wool|robber)\b")
    for state, _, _ in islice(commits(Setup(seed="words", max_turns=60)), None, None, 9):
        view = BASE.view(state, viewer)
        text = drawing_in(view, "pl")
        assert_harmless(text)
        root = parsed(text)
        assert root.get("lang") == "pl"
        said = [part for part in root.iter() if part.tag.removeprefix(SVG) in SAYING]
        for part in said:
            assert not english.search("".join(part.itertext())), part.text
        if view.board is not None:
            assert_shows(view, root)


def test_a_language_that_is_not_spoken_is_english() -> None:
    view = BASE.view(BASE.new_game(), SPECTATOR)
    assert told(parsed(drawing_in(view, "xx"))) == told(parsed(drawing_in(view, "en")))
