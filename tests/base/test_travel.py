"""The travel edition: six two-sided pieces, as printed, arranged by its procedure."""

from collections import Counter
from itertools import permutations, product

import pytest

from domain.base.commands import BuildSettlement, TradeWithBank
from domain.base.events import BankTraded, FoundingBegan, SettlementBuilt, TurnBegan
from domain.base.island.layout import read_layout
from domain.base.island.travel_pieces import (
    ALL_A,
    SIDES,
    LaidPiece,
    draw_arrangement,
    island_of,
)
from domain.chance.draws import SeededChance
from domain.ruleset import play
from domain.table.lobby import OpenGame, StartGame, TakeSeat
from tests.base.test_boards import HARBOUR_KINDS, PAYS, PIECES, TERRAIN, TOKENS, pieces_of
from tests.kit import (
    COLOURS,
    HARBOURS,
    ISLAND,
    PLAYERS,
    ScriptedChance,
    corner,
    dealt,
    edge,
    given,
    hex_at,
    lobby,
    main_of,
    nothing,
    roads,
    seated,
    settlements,
    sides,
)

CORNERS = [(2, -2), (2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2)]
"""By slot, clockwise from the upper right."""
SIZES = {1: "large", 2: "small", 3: "large", 4: "small", 5: "large", 6: "small"}
LARGE, SMALL = (1, 3, 5), (2, 4, 6)

# Large: corner, coast before it (clockwise), coast after it, inside; harbours before and after.
# Small: corner, inside, and for piece 6 the middle; the harbour at the corner.
PRINTED = {
    "A1": ("forest 9", "pasture 2", "hills 10", "pasture 4", "grain", "ore"),
    "B1": ("pasture 10", "forest 4", "pasture 9", "hills 2", "ore", "grain"),
    "A2": ("mountains 8", "forest 3", "3:1"),
    "B2": ("forest 8", "mountains 3", "3:1"),
    "A3": ("pasture 11", "pasture 5", "fields 6", "fields 4", "wool", "3:1"),
    "B3": ("pasture 6", "fields 11", "pasture 4", "fields 5", "3:1", "wool"),
    "A4": ("hills 5", "mountains 3", "3:1"),
    "B4": ("mountains 5", "hills 3", "3:1"),
    "A5": ("fields 9", "forest 8", "fields 12", "forest 11", "brick", "lumber"),
    "B5": ("fields 8", "forest 12", "forest 9", "fields 11", "lumber", "brick"),
    "A6": ("mountains 10", "hills 6", "desert", "3:1"),
    "B6": ("desert", "mountains 6", "hills 10", "3:1"),
}


def halfway(one, other):
    return (one[0] + other[0]) // 2, (one[1] + other[1]) // 2


def printed(label, slot):
    """What a side shows in a slot: tiles by place, harbours by land and sea."""
    *shown, last = PRINTED[label]
    tip = CORNERS[slot]
    inside = halfway(tip, (0, 0))
    if label[1] in "135":
        before, after = halfway(CORNERS[slot - 1], tip), halfway(tip, CORNERS[(slot + 1) % 6])
        places, harbours = [tip, before, after, inside], {before: shown.pop(), after: last}
    else:
        places, harbours = [tip, inside, (0, 0)], {tip: last}
    tiles = {place: tile(text) for place, text in zip(places, shown, strict=False)}
    # Every harbour looks out the way its corner does.
    out = {(land[0] + inside[0], land[1] + inside[1]): land for land in harbours}
    return tiles, {(land, sea): harbours[land] for sea, land in out.items()}


def tile(text):
    terrain, _, number = text.partition(" ")
    return terrain, int(number) if number else None


def laid(*labels):
    """An arrangement as a client sends it: labels by slot, such as A1, B2."""
    return [
        {"slot": slot, "piece": int(label[1]), "side": label[0]}
        for slot, label in enumerate(labels)
    ]


def changed(at, **fields):
    """The beginners' arrangement, but for one entry."""
    arrangement = laid(*ALL_A_LABELS)
    arrangement[at] |= fields
    return arrangement


ALL_A_LABELS = [f"A{piece}" for piece in SIZES]
MIXED = ["B4", "B3", "A6", "A5", "B2", "A1"]


def opening(players=4, **options):
    return nothing().when(OpenGame("ada", game="g", players=players, options=options))


def chosen(**options):
    return opening(**options).events[0].options


def started(players=4, colours=COLOURS, **options):
    """The events of a start; who begins is named, so that nothing but the board is drawn."""
    scene = lobby(seated(players, colours), players=players, start_player="seat", **options)
    return scene.when(StartGame("ada")).events


def tiles_of(board):
    return {(tile.q, tile.r): (tile.terrain, tile.number) for tile in board.tiles}


def harbours_of(board):
    return {harbour.edge: harbour.kind for harbour in board.harbours}


def islands():
    """Every legal arrangement once, by slot: labels."""
    for first, large, small, faces in product(
        (0, 1), permutations(LARGE), permutations(SMALL), product("AB", repeat=6)
    ):
        order = [piece for pair in zip(large, small, strict=True) for piece in pair]
        order = order[-first:] + order[:-first]
        yield tuple(f"{side}{piece}" for side, piece in zip(faces, order, strict=True))


def labels_of(arrangement):
    by_slot = sorted(arrangement, key=lambda one: one.slot)
    return tuple(f"{one.side}{one.piece}" for one in by_slot)


# The pieces


@pytest.mark.parametrize("label", PRINTED)
@pytest.mark.parametrize("slot", range(6))
def test_every_side_of_every_piece_lies_as_printed_in_every_slot(label, slot):
    laid_piece = LaidPiece(slot=slot, piece=int(label[1]), side=label[0])
    island = island_of((laid_piece,))
    tiles, harbours = printed(label, slot)
    assert {(one.q, one.r): (one.terrain, one.number) for one in island.hexes} == tiles
    assert {(one.land, one.sea): one.type for one in island.ports.slots} == harbours


def test_there_are_three_large_pieces_of_four_hexes_and_three_small_ones_of_two_or_three():
    hexes = {piece: len(printed(f"A{piece}", 0)[0]) for piece in SIZES}
    assert [hexes[piece] for piece in LARGE] == [4, 4, 4]
    assert sorted(hexes[piece] for piece in SMALL) == [2, 2, 3]


def test_every_side_looks_out_to_sea_with_its_harbours():
    for label, slot in product(PRINTED, range(6)):
        assert all(sea not in ISLAND for _, sea in printed(label, slot)[1])


# The beginners' island


def test_all_a_sides_clockwise_make_the_beginners_island():
    board = started(board="travel")[1]
    assert tiles_of(board) == ISLAND
    assert harbours_of(board) == {sides(*where)[0]: kind for where, kind in HARBOURS.items()}
    assert board.robber == hex_at(0, 0)
    assert (board.draw, board.draws) == (0, 0)


def test_the_beginners_order_is_a1_to_a6_from_the_upper_right():
    assert labels_of(ALL_A) == tuple(ALL_A_LABELS)


@pytest.mark.parametrize("colours", [COLOURS, ("white", "orange", "red", "blue")])
def test_beginners_find_their_pieces_standing_and_get_cards_for_the_lettered_settlement(colours):
    events = started(colours=colours, board="travel")
    expected = []
    for seat, colour in enumerate(colours):
        (first, first_road), (second, second_road) = PIECES[colour]
        expected += settlements(seat, first) + roads(seat, first_road)
        expected += settlements(seat, second) + roads(seat, second_road)
        expected.append(dealt(seat, **PAYS[colour]))
    assert pieces_of(events) == expected
    assert not any(isinstance(event, FoundingBegan) for event in events)
    assert events[-1] == TurnBegan(seat=0, turn=1)


@pytest.mark.parametrize("edition", ["travel", "classic", "2025"])
def test_three_beginners_play_without_red(edition):
    # The travel book says so, whatever else is played by another.
    scene = lobby(players=3, edition=edition, board="travel")
    scene.when(TakeSeat("ada", colour="red")).then_refused("seat/colour_not_in_play")
    for player in PLAYERS[:3]:
        scene.when(TakeSeat(player))
    assert [chair.colour for chair in scene.state.chairs] == ["blue", "orange", "white"]
    standing = {
        event.node
        for event in started(3, ("blue", "orange", "white"), edition=edition, board="travel")
        if isinstance(event, SettlementBuilt)
    }
    assert standing == {place for colour in COLOURS[1:] for place, _ in PIECES[colour]}


def test_a_three_pays_one_lumber_to_white_and_one_ore_to_blue_and_to_orange():
    # The example of the introduction.
    scene = lobby(seated(), board="travel", start_player="seat").when(StartGame("ada"))
    paid = scene.state.payouts[3].gains
    assert paid == {1: {"ore": 1}, 2: {"ore": 1}, 3: {"lumber": 1}}


# Arranged by the host


def test_the_host_says_which_piece_lies_in_which_slot_and_which_side_is_up():
    events = started(board="travel", arrangement=laid(*MIXED))
    tiles, harbours = {}, {}
    for slot, label in enumerate(MIXED):
        own_tiles, own_harbours = printed(label, slot)
        tiles |= own_tiles
        harbours |= own_harbours
    assert tiles_of(events[1]) == tiles
    assert harbours_of(events[1]) == {edge(*where): kind for where, kind in harbours.items()}
    assert events[1].draws == 0


def test_the_robber_starts_on_the_desert_wherever_it_lies():
    for labels in (["A1", "B6", "A3", "A2", "A5", "A4"], ["A2", "A3", "B6", "A5", "A4", "A1"]):
        board = started(board="travel", arrangement=laid(*labels))[1]
        assert board.robber == hex_at(*CORNERS[labels.index("B6")])


def test_after_an_arrangement_of_their_own_all_players_found():
    for arrangement in (laid(*MIXED), laid(*ALL_A_LABELS)):
        events = started(board="travel", arrangement=arrangement)
        assert pieces_of(events) == []
        assert events[-1] == FoundingBegan(order=(0, 1, 2, 3, 3, 2, 1, 0))


def test_three_who_found_choose_from_all_colours():
    scene = lobby(players=3, board="travel", arrangement="random")
    scene.when(TakeSeat("ada", colour="red")).when(TakeSeat("ben", colour="white"))
    assert [chair.colour for chair in scene.state.chairs[:2]] == ["red", "white"]


def test_an_arrangement_is_recorded_with_the_options():
    arrangement = laid(*MIXED)
    assert chosen(board="travel", arrangement=arrangement)["arrangement"] == arrangement
    told = lobby(seated(), board="travel", arrangement=arrangement).view(0)["options"]
    assert [dict(one) for one in told["arrangement"]] == arrangement


def test_the_pieces_may_be_listed_in_any_order():
    arrangement = laid(*MIXED)
    backwards = started(board="travel", arrangement=arrangement[::-1])[1]
    assert tiles_of(backwards) == tiles_of(started(board="travel", arrangement=arrangement)[1])


def test_any_corner_may_have_the_first_large_piece():
    for first in range(6):
        arrangement = [one | {"slot": (one["slot"] + first) % 6} for one in laid(*ALL_A_LABELS)]
        assert chosen(board="travel", arrangement=arrangement)["arrangement"] == arrangement


@pytest.mark.parametrize(
    ("arrangement", "field"),
    [
        (changed(2, piece=1), "arrangement[2].piece"),
        (changed(3, slot=2), "arrangement[3].slot"),
        (changed(1, piece=3), "arrangement[1].piece"),
        (changed(4, piece=6), "arrangement[4].piece"),
        (laid("A2", "A4", "A6", "A1", "A3", "A5"), "arrangement[1].piece"),
        (laid("A1", "A3", "A2", "A4", "A5", "A6"), "arrangement[1].piece"),
        (laid("A1", "A2", "A3", "A5", "A4", "A6"), "arrangement[3].piece"),
        (changed(5, side="C"), "arrangement[5].side"),
        (changed(5, side="a"), "arrangement[5].side"),
        (changed(5, side=None), "arrangement[5].side"),
        (changed(0, slot=6), "arrangement[0].slot"),
        (changed(0, slot=-1), "arrangement[0].slot"),
        (changed(0, slot="upper right"), "arrangement[0].slot"),
        (changed(0, piece=0), "arrangement[0].piece"),
        (changed(0, piece=7), "arrangement[0].piece"),
        (changed(0, piece="A1"), "arrangement[0].piece"),
        (changed(0, turned=1), "arrangement[0]"),
        ([{"slot": 0, "piece": 1}, *laid(*ALL_A_LABELS)[1:]], "arrangement[0]"),
        ([*laid(*ALL_A_LABELS)[:5], "A6"], "arrangement[5]"),
        (laid(*ALL_A_LABELS)[:5], "arrangement"),
        (laid(*ALL_A_LABELS) * 2, "arrangement"),
        ([], "arrangement"),
    ],
    ids=[
        "a piece twice",
        "a slot twice",
        "a large piece beside a large one",
        "a small piece beside a small one",
        "all small pieces first",
        "two neighbours exchanged",
        "two later neighbours exchanged",
        "no such side",
        "a side in small",
        "a side of nothing",
        "a slot too many",
        "a slot below the first",
        "a slot by its name",
        "no piece",
        "a piece too many",
        "a piece by its label",
        "an unknown field",
        "a side missing",
        "a piece that is no object",
        "a piece missing",
        "twelve pieces",
        "nothing",
    ],
)
def test_an_arrangement_that_cannot_lie_is_refused_and_the_field_named(arrangement, field):
    scene = opening(board="travel", arrangement=arrangement)
    refusal = scene.refusal
    scene.then_refused("options/bad_arrangement")
    assert refusal.details["field"] == field
    assert str(refusal).startswith(f"{field}: ")


def test_a_refusal_says_what_belongs_there():
    for arrangement, words in (
        (changed(1, piece=3), "slot 1 takes a small piece"),
        (changed(2, piece=1), "piece 1 is laid already"),
        (changed(3, slot=2), "a piece lies in slot 2 already"),
        ([{"slot": 0, "piece": 1}, *laid(*ALL_A_LABELS)[1:]], "`side`"),
    ):
        assert words in str(opening(board="travel", arrangement=arrangement).refusal)


@pytest.mark.parametrize("value", ["scattered", "A1", "", None, 7, True, {}, {"A1": 0}])
def test_what_is_no_arrangement_at_all_is_refused(value):
    opening(board="travel", arrangement=value).then_refused("options/bad_value")


# Drawn


def drawn(start, large, small, faces):
    script = {"corner": [start], "large": large, "small": small, "side": faces}
    chance = ScriptedChance(script)
    arrangement = draw_arrangement(chance)
    assert not chance.leftover()
    return arrangement


def test_a_large_piece_is_laid_first_then_small_and_large_by_turns_clockwise():
    for start in range(6):
        arrangement = drawn(start, (0, 1), (2, 0), (0, 1, 1, 0, 0, 1))
        assert [one.slot for one in arrangement] == [(start + i) % 6 for i in range(6)]
        assert [SIZES[one.piece] for one in arrangement] == ["large", "small"] * 3
        assert "".join(one.side for one in arrangement) == "ABBAAB"


def test_every_legal_arrangement_can_be_drawn_each_as_likely_and_no_other():
    orders = list(product(range(3), range(2)))
    counted = Counter(
        labels_of(drawn(start, large, small, faces))
        for start, large, small in product(range(6), orders, orders)
        for faces in product(range(len(SIDES)), repeat=6)
    )
    legal = set(islands())
    assert len(legal) == 4608
    assert set(counted) == legal
    assert set(counted.values()) == {3}, "by each of its large pieces as the first"


def test_every_legal_arrangement_is_accepted_and_makes_another_island_with_everything_on_it():
    seen = set()
    for labels in islands():
        chosen_ones = tuple(
            LaidPiece(slot=slot, piece=int(label[1]), side=label[0])
            for slot, label in enumerate(labels)
        )
        island = island_of(chosen_ones)
        tiles = {(one.q, one.r): (one.terrain, one.number) for one in island.hexes}
        assert tiles.keys() == ISLAND.keys()
        assert Counter(terrain for terrain, _ in tiles.values()) == TERRAIN
        numbers = [number for _, number in tiles.values() if number is not None]
        assert Counter(numbers) == Counter(TOKENS)
        assert Counter(port.type for port in island.ports.slots) == HARBOUR_KINDS
        seen.add(frozenset(tiles.items()))
    assert len(seen) == 4608


def test_an_island_of_pieces_keeps_the_rules_of_layouts():
    for labels in (ALL_A_LABELS, MIXED, ["B6", "B5", "B4", "B3", "B2", "B1"]):
        pieces = [LaidPiece(**one) for one in laid(*labels)]
        raw = island_of(tuple(pieces))
        assert read_layout({"hexes": raw.hexes, "ports": raw.ports}, 4).hexes == raw.hexes


def test_a_random_arrangement_counts_its_draws():
    state = lobby(seated(), board="travel", arrangement="random", start_player="draw").state
    events = play(state, StartGame("ada"), SeededChance(bytes(32), "k"))
    board, first = events[1], events[2]
    # A corner, two draws for the order of each size, a side for each piece.
    assert (board.draw, board.draws, first.draw) == (0, 11, 11)
    assert events[-1] == FoundingBegan(order=events[-1].order)


def test_every_seed_draws_its_own_arrangement_and_always_the_same():
    def board(seed):
        state = lobby(seated(), board="travel", arrangement="random").state
        return play(state, StartGame("ada"), SeededChance(bytes([seed]) * 32, "k"))[1]

    boards = [board(seed) for seed in range(12)]
    assert len({one.tiles for one in boards}) == 12
    assert board(5) == boards[5]
    assert len({one.robber for one in boards}) > 2


# The edition


def test_the_travel_edition_has_its_own_board_and_separate_phases():
    assert chosen(edition="travel") == {
        "edition": "travel",
        "phases": "separate",
        "board": "travel",
        "harbours": "fixed",
        "start_player": "seat",
        "start_seat": 0,
        "target_points": 10,
        "discard_limit": 7,
        "friendly_robber": False,
        "bank_visible": True,
        "arrangement": "beginner",
    }


def test_every_board_may_be_chosen_in_the_travel_edition():
    for board in ("random", "scattered", "beginner"):
        options = chosen(edition="travel", board=board)
        assert (options["board"], options["phases"]) == (board, "separate")
        assert "arrangement" not in options
    assert chosen(edition="travel", phases="combined")["phases"] == "combined"
    assert chosen(edition="travel", arrangement="random")["arrangement"] == "random"


@pytest.mark.parametrize("edition", ["2025", "classic"])
def test_the_travel_board_may_be_chosen_in_every_edition(edition):
    options = chosen(edition=edition, board="travel")
    assert (options["arrangement"], options["harbours"]) == ("beginner", "fixed")
    assert options["phases"] == {"2025": "combined", "classic": "separate"}[edition]


@pytest.mark.parametrize("harbours", ["frame_pieces", "shuffled"])
def test_the_harbours_are_printed_on_the_pieces(harbours):
    opening(board="travel", harbours=harbours).then_refused("options/contradictory")
    opening(edition="travel", harbours=harbours).then_refused("options/contradictory")


@pytest.mark.parametrize("arrangement", ["beginner", "random", laid(*MIXED)])
def test_an_arrangement_goes_with_the_travel_board_alone(arrangement):
    for options in ({}, {"edition": "travel", "board": "random"}, {"board": "beginner"}):
        opening(**options, arrangement=arrangement).then_refused("options/contradictory")


THREE_FOR_ONE = TradeWithBank(0, give="brick", rate=3, take={"ore": 1})


def at_the_harbour(**options):
    """Seat 0 may settle at a 3:1 harbour, and then still has cards to trade."""
    way = (settlements(0, corner((2, 0), "NW")), roads(0, *sides((2, 0), "NW", "NE")))
    cards = dealt(0, brick=4, lumber=1, wool=1, grain=1)
    scene = given(way, cards, main_of(0), **options)
    return scene.when(BuildSettlement(0, corner((2, 0), "NE")))


def test_a_harbour_just_built_serves_from_the_next_turn_in_the_travel_edition():
    scene = at_the_harbour(edition="travel")
    scene.when(THREE_FOR_ONE).then_refused("trade/building_began")
    scene.given(main_of(1), main_of(2), main_of(3), main_of(0)).when(THREE_FOR_ONE)
    scene.then(BankTraded(seat=0, give={"brick": 3}, take={"ore": 1}))


def test_where_the_division_is_lifted_a_harbour_serves_at_once():
    scene = at_the_harbour(edition="travel", phases="combined").when(THREE_FOR_ONE)
    scene.then(BankTraded(seat=0, give={"brick": 3}, take={"ore": 1}))
