"""The table drawn for a terminal shows what the view shows, and nothing else."""

import re
from collections import Counter
from typing import Any
from unicodedata import east_asian_width

import pytest
from msgspec.json import decode, encode
from rich.style import Style

from domain.base.events import DevelopmentCardBought, RobberMoved
from domain.base.game import BASE
from domain.cards import RESOURCES
from domain.ids import ORGANIZER, SPECTATOR
from domain.table.lobby import GameAbandoned
from hexledger.self_play import Setup
from presentation.base.text import picture
from presentation.base.text_island import CITY, RED_TOKEN, ROAD, SETTLEMENT, TOKEN
from presentation.presentation import TextPicture
from presentation.terminal.table_text import SEAT_INKS
from tests.games import SETUPS, commits
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
ROAD_MARKS = {"upright": 3, "sloping": 1}
"""How many whole blocks a road shows; the rest of a sloping one is half blocks."""


def text(drawn: TextPicture) -> str:
    return "\n".join("".join(piece for piece, _ in line) for line in drawn)


def island(drawn: TextPicture) -> TextPicture:
    """The board alone: what comes before the first empty line."""
    return drawn[: drawn.index([])]


def tables(drawn: TextPicture) -> TextPicture:
    return drawn[drawn.index([]) :]


def count(drawn: TextPicture, mark: str, *, ink: str = "", ground: str = "") -> int:
    """How often a mark stands on the board in this ink, on this ground."""
    return sum(
        piece.count(mark)
        for line in island(drawn)
        for piece, style in line
        if style.startswith(ink) and style.endswith(ground)
    )


def assert_shows(view: View, drawn: TextPicture) -> None:
    """Every token, piece and harbour of a view, each as often as it is there."""
    board = view.board
    tokens = Counter(
        (int(piece), RED_TOKEN in style)
        for line in island(drawn)
        for piece, style in line
        if style.endswith(f" on {TOKEN}")
    )
    assert tokens == Counter(
        (tile.number, tile.number in (6, 8)) for tile in board.hexes if tile.number
    )
    places = {node.id: node.x for node in board.nodes}
    upright = {edge.id: places[edge.nodes[0]] == places[edge.nodes[1]] for edge in board.edges}
    for seat in view.seats:
        ink = SEAT_INKS[seat.colour]
        assert count(drawn, SETTLEMENT, ground=f" on {ink}") == len(seat.settlements)
        assert count(drawn, CITY, ground=f" on {ink}") == len(seat.cities)
        blocks = sum(ROAD_MARKS["upright" if upright[road] else "sloping"] for road in seat.roads)
        assert count(drawn, ROAD, ink=f"{ink} on ") == blocks
    words = Counter(re.findall(r"3:1|2:1|\w+", text(island(drawn))))
    kinds = Counter(harbour.kind for harbour in board.harbours)
    assert words["3:1"] == kinds["3:1"]
    assert words["2:1"] == len(board.harbours) - kinds["3:1"]
    for resource in RESOURCES:
        assert words[resource] == kinds[resource]
    assert words["robber"] == 1


@pytest.mark.parametrize("options", SETUPS.values(), ids=SETUPS)
def test_the_board_shows_every_token_piece_and_harbour(options: dict[str, Any]) -> None:
    setup = Setup(options=options, seed="picture", max_turns=100)
    for i, (state, _, _) in enumerate(commits(setup)):
        if i % 100 == 0 and state.networks:
            view = BASE.view(state, SPECTATOR)
            assert_shows(view, picture(view))
    view = BASE.view(state, ORGANIZER)
    assert_shows(view, picture(view))


def test_pieces_of_all_seats_stand_side_by_side() -> None:
    view = given(
        settlements(0, corner((0, 0), "N"), corner((0, 0), "SE")),
        roads(0, *ring((0, 0))),
        cities(1, corner((2, 0), "NE"), corner((2, 0), "S")),
        roads(1, *ring((2, 0), 4)),
        cities(2, corner((-2, 2), "S")),
        settlements(2, corner((-2, 2), "NE")),
        roads(3, *ring((0, -2), 5)),
    ).typed_view(SPECTATOR)
    assert_shows(view, picture(view))


def test_two_harbours_of_one_lake_have_both_their_rates() -> None:
    lake = layout()
    lake["hexes"] = [
        tile | ({"terrain": "sea", "number": None} if (tile["q"], tile["r"]) == (0, 0) else {})
        for tile in lake["hexes"]
    ]
    lake["ports"] = {
        "slots": [
            {"land": [1, 0], "sea": [0, 0], "type": "lumber"},
            {"land": [-1, 0], "sea": [0, 0], "type": "brick"},
        ]
    }
    lake["robber"] = {"hex": [1, 0]}
    *_, (state, _, _) = commits(Setup(options={"board": lake}, seed="lake", max_turns=1))
    view = BASE.view(state, SPECTATOR)
    assert_shows(view, picture(view))


def test_the_robber_is_drawn_where_it_is() -> None:
    scene = given()
    rows = {}
    for place in ((0, -2), (0, 2)):
        scene.given(RobberMoved(seat=0, hex=hex_at(*place)))
        drawn = island(picture(scene.typed_view(SPECTATOR)))
        rows[place] = next(i for i, line in enumerate(drawn) if "robber" in text([line]))
    assert rows[0, 2] - rows[0, -2] == 24


def test_the_standard_island_fits_a_terminal_of_eighty_columns() -> None:
    for n in range(40):
        setup = Setup(options={"harbours": "shuffled"}, seed=f"wide-{n}", max_turns=0)
        for state, _, _ in commits(setup):
            if state.networks:
                lines = text(picture(BASE.view(state, ORGANIZER))).splitlines()
                assert max(map(len, lines)) <= 80
                assert 30 <= len(text(island(picture(BASE.view(state, 0)))).splitlines()) <= 40
                break


def test_every_row_of_the_board_is_equally_wide_in_marks_of_one_column() -> None:
    *_, (state, _, _) = commits(Setup(options=SETUPS["layout"], seed="rows", max_turns=60))
    drawn = picture(BASE.view(state, ORGANIZER))
    assert len({len(line) for line in text(island(drawn)).splitlines()}) == 1
    assert all(" on " in f" {style}" for line in island(drawn) for _, style in line)
    assert not [mark for mark in text(drawn) if east_asian_width(mark) in "WF"]
    for line in drawn:
        for _, style in line:
            Style.parse(style)


def test_a_picture_can_be_drawn_of_every_moment_even_from_stored_json() -> None:
    phases = set()
    setup = Setup(options={"discard_limit": 4}, seed="moments", max_turns=60)
    for i, (state, _, _) in enumerate(commits(setup)):
        if i % 10 == 0 or state.phase not in phases:
            view = BASE.view(state, i % 4 if i % 3 else ORGANIZER)
            assert picture(decode(encode(view), type=type(view))) == picture(view)
            phases.add(state.phase)
    assert {"lobby", "founding", "roll", "main", "discard", "robber", "closed"} <= phases


def test_before_the_start_only_the_seats_are_shown() -> None:
    assert text(picture(nothing().typed_view(SPECTATOR))) == "nobody has opened this game yet"
    shown = text(picture(lobby(seated(2)).typed_view(SPECTATOR))).splitlines()
    assert shown == [
        "waiting for the start",
        "● Red      seat 0  host",
        "● Blue     seat 1",
        "○ seat 2 is free",
        "○ seat 3 is free",
    ]
    assert text(picture(lobby(GameAbandoned()).typed_view(SPECTATOR))).startswith(
        "over · abandoned"
    )


SCENE = (
    settlements(0, corner((0, 0), "N")),
    roads(0, *ring((0, 0), 5)),
    cities(1, corner((2, 0), "NE")),
    dealt(0, ore=2, wool=1),
    dealt(1, brick=3),
    holding(1, "monopoly", "victory_point"),
    main_of(0),
)


def test_the_tables_tell_turn_dice_bank_hands_and_points() -> None:
    shown = text(tables(picture(given(SCENE).typed_view(1)))).splitlines()
    assert shown == [
        "",
        "Turn 1 · trading and building · ● Red · dice 1 + 1 = 2",
        "Deck 23   Bank  brick 16 lumber 19 wool 18 grain 19 ore 17",
        "",
        "             cards  dev  knights  road   █   ▲   ■ left",
        "▶ ● Red          3    0        0     5  10   4   4",
        "  ● Blue         3    2        0     0  15   5   3",
        "              brick 3 lumber 0 wool 0 grain 0 ore 0  + victory point 1  + monopoly 1",
        "  ● Orange       0    0        0     0  15   5   4",
        "  ● White        0    0        0     0  15   5   4",
        "",
        "Points                ● Red       ● Blue      ● Orange    ● White   ",
        "settlements             1           –           –           –       ",
        "cities                  –           2           –           –       ",
        "longest road            –           –           –           –       ",
        "largest army            –           –           –           –       ",
        "victory point cards     –           1           –           –       ",
        "all                     1           3           –           –       ",
    ]


def test_awards_stand_beside_their_holders() -> None:
    setup = Setup(seed="awards", max_turns=300)
    for state, _, _ in commits(setup):
        if state.longest_road is not None and state.largest_army is not None:
            break
    view = BASE.view(state, SPECTATOR)
    for award in ("longest road", "largest army"):
        (line,) = [
            line
            for line in text(tables(picture(view))).splitlines()
            if award in line and "●" in line
        ]
        holder = view.seats[getattr(view, award.replace(" ", "_"))]
        assert holder.colour.capitalize() in line


def test_a_hidden_bank_is_not_shown() -> None:
    scene = given(main_of(0), bank_visible=False)
    assert "Bank" not in text(picture(scene.typed_view(0)))
    assert "Bank" in text(picture(scene.typed_view(ORGANIZER)))


def test_hidden_cards_change_nothing_in_the_picture() -> None:
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
        assert picture(one.typed_view(viewer)) == picture(other.typed_view(viewer))
    for viewer in (1, 2, ORGANIZER):
        assert picture(one.typed_view(viewer)) != picture(other.typed_view(viewer))


def test_only_the_own_hand_is_open() -> None:
    scene = given(SCENE)
    hands = re.compile("brick [0-9]+ lumber [0-9]+")
    for viewer, shown in ((SPECTATOR, 0), (0, 1), (1, 1), (ORGANIZER, 4)):
        lines = text(tables(picture(scene.typed_view(viewer)))).splitlines()
        assert len([line for line in lines if hands.search(line) and "Bank" not in line]) == shown
    for viewer in (SPECTATOR, 0):
        assert "monopoly" not in text(picture(scene.typed_view(viewer)))


def test_buildings_tell_their_owner_without_colour() -> None:
    *_, (state, _, _) = commits(Setup(seed="initials", max_turns=120))
    view = BASE.view(state, SPECTATOR)
    drawn = text(picture(view))
    for seat in view.seats:
        initial = seat.colour[0].upper()
        assert drawn.count(f"{initial}▲") == len(seat.settlements)
        assert drawn.count(f"{initial}■") == len(seat.cities)
