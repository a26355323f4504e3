"""Parts of a view: the board is everybody's, a hand is its seat's own."""

import msgspec
from hypothesis import given as sampled

from domain.base.commands import Discard, RollDice
from domain.base.game import BASE
from domain.base.harbours import rates
from domain.cards import CARD_KINDS, RESOURCES
from domain.grid.geometry import bits
from domain.ids import ORGANIZER, SPECTATOR, Seat
from hexledger.self_play import Setup
from tests.games import commits, setups, viewers
from tests.kit import (
    bought,
    cities,
    corner,
    dealt,
    given,
    lobby,
    main_of,
    roads,
    seated,
    sent,
    settlements,
    sides,
    turn_of,
)
from tests.soak import examples

HIDDEN = ("resources", "cards", "bought_this_turn")


@examples(6)
@sampled(setups(max_turns=150))
def test_the_board_is_the_same_for_every_viewer_at_every_commit(setup: Setup) -> None:
    for state, _, _ in commits(setup, quitting=True):
        views = [BASE.view(state, viewer) for viewer in viewers(state)]
        boards = {msgspec.json.encode(BASE.views.board(view)) for view in views}
        assert len(boards) == 1
        if state.networks:
            pieces = BASE.views.board(views[0]).pieces
            for network, lying in zip(state.networks, pieces, strict=True):
                assert lying.roads == bits(network.roads)
                assert lying.settlements == bits(network.settlements)
                assert lying.cities == bits(network.cities)


@examples(6)
@sampled(setups(max_turns=150))
def test_a_hand_shows_the_cards_of_its_seat_and_no_others(setup: Setup) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 5 or not state.networks:
            continue
        for viewer in viewers(state):
            view = BASE.view(state, viewer)
            for seat in range(len(state.chairs)):
                hand = sent(BASE.views.hand(view, Seat(seat)))
                assert hand["seat"] == seat
                assert hand["resource_cards"] == sum(state.hands[seat].values())
                assert hand["development_cards"] == sum(state.cards[seat].values())
                harbours = state.networks[seat].harbours
                assert hand["rates"] == {r: rates(harbours, r)[0] for r in RESOURCES}
                if viewer in (seat, ORGANIZER):
                    assert hand["resources"] == {r: state.hands[seat][r] for r in RESOURCES}
                    assert hand["cards"] == {k: state.cards[seat][k] for k in CARD_KINDS}
                else:
                    assert [hand[name] for name in HIDDEN] == [None] * 3
                    assert hand["discard"] is None or hand["discard"]["cards"] is None


def test_before_the_start_the_board_is_bare() -> None:
    view = lobby(seated(2)).typed_view(SPECTATOR)
    bare: dict[str, list[int]] = {"roads": [], "settlements": [], "cities": []}
    assert sent(BASE.views.board(view)) == {
        "hexes": [],
        "nodes": [],
        "edges": [],
        "harbours": [],
        "robber": None,
        "pieces": [
            {"seat": 0, "colour": "red", **bare},
            {"seat": 1, "colour": "blue", **bare},
            {"seat": 2, "colour": None, **bare},
            {"seat": 3, "colour": None, **bare},
        ],
    }


def test_before_the_start_there_is_no_hand() -> None:
    hand = sent(BASE.views.hand(lobby(seated()).typed_view(2), Seat(2)))
    assert hand.pop("seat") == 2
    assert set(hand.values()) == {None}


def test_a_board_before_and_after_the_start_has_the_same_fields() -> None:
    before, after = lobby(seated()).typed_view(SPECTATOR), given().typed_view(SPECTATOR)
    assert type(BASE.views.board(before)) is type(BASE.views.board(after))
    assert type(BASE.views.hand(before, Seat(0))) is type(BASE.views.hand(after, Seat(0)))


def test_the_board_shows_the_pieces_of_each_seat() -> None:
    at_hills = corner((0, -1), "N")
    road = sides((0, -1), "NE")
    scene = given(settlements(1, at_hills), roads(1, *road), cities(2, corner((0, 1), "S")))
    pieces = sent(BASE.views.board(scene.typed_view(SPECTATOR)))["pieces"]
    assert pieces[1] == {
        "seat": 1,
        "colour": "blue",
        "roads": road,
        "settlements": [at_hills],
        "cities": [],
    }
    assert pieces[2]["cities"] == [corner((0, 1), "S")]


def test_a_hand_tells_what_was_bought_this_turn_and_what_is_left_to_build() -> None:
    scene = given(
        settlements(0, corner((0, -2), "NW")),
        main_of(0),
        dealt(0, wool=2, grain=1, ore=1),
        bought(0, "knight"),
    )
    assert sent(BASE.views.hand(scene.typed_view(0), Seat(0))) == {
        "seat": 0,
        "resource_cards": 1,
        "resources": {"brick": 0, "lumber": 0, "wool": 1, "grain": 0, "ore": 0},
        "development_cards": 1,
        "cards": {**dict.fromkeys(CARD_KINDS, 0), "knight": 1},
        "bought_this_turn": {**dict.fromkeys(CARD_KINDS, 0), "knight": 1},
        "roads_left": 15,
        "settlements_left": 4,
        "cities_left": 4,
        "rates": dict.fromkeys(RESOURCES, 3),
        "discard": None,
    }


def test_a_hand_tells_the_discard_that_is_due() -> None:
    scene = given(turn_of(0), dealt(1, brick=9), dealt(2, wool=8))
    scene.when(RollDice(seat=0), dice=(3, 4))
    due = {"count": 4, "chosen": False, "cards": None}
    assert sent(BASE.views.hand(scene.typed_view(1), Seat(1)))["discard"] == due
    scene.when(Discard(seat=1, cards={"brick": 4}))
    chosen = {"count": 4, "chosen": True, "cards": {"brick": 4}}
    assert sent(BASE.views.hand(scene.typed_view(1), Seat(1)))["discard"] == chosen
    assert sent(BASE.views.hand(scene.typed_view(2), Seat(1)))["discard"] == {
        **chosen,
        "cards": None,
    }
    assert sent(BASE.views.hand(scene.typed_view(0), Seat(0)))["discard"] is None
