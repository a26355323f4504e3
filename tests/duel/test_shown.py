"""What is shown of a game for two: sentences, views, pictures, statistics."""

import re

import pytest

from domain.base.commands import RollDice
from domain.base.events import LongestRoadAwarded
from domain.duel.events import (
    CardsDrawn,
    CardsGivenBack,
    NeutralRoadBuilt,
    TradeCardsPaid,
)
from domain.duel.game import DUEL
from domain.ids import SPECTATOR, Seat
from domain.table.lobby import OpenGame
from hexledger.self_play import Setup
from presentation.registry import presentation_of
from tests import kit
from tests.duel.kit import AT_N1, AT_N2, N1, N2, given, main_of, neutral_roads
from tests.games import commits
from tests.kit import corner, dealt, ring, sent, settlements, turn_of


@pytest.mark.parametrize(
    ("event", "english", "polish"),
    [
        (
            NeutralRoadBuilt(0, N1, 7),
            "Red laid a road on edge 7 for Neutral Orange.",
            "Czerwony położył na krawędzi 7 drogę Neutralnego Pomarańczowego.",
        ),
        (
            LongestRoadAwarded(N2, 6),
            "Neutral White now has the longest road, with a length of 6.",
            "Neutralny Biały ma teraz najdłuższą drogę, o długości 6.",
        ),
        (TradeCardsPaid(1, 2), "Blue paid 2 trade cards.", "Niebieski zapłacił 2 karty handlu."),
        (
            CardsDrawn(0, 1, 2, {"ore": 2}, 5),
            "Red forced a trade on Blue and drew 2 ore.",
            "Czerwony wymusił handel i wylosował od Niebieskiego: 2 × ruda.",
        ),
        (
            CardsGivenBack(0, 1, 2, None),
            "Red gave Blue 2 cards back.",
            "Czerwony oddał Niebieskiemu w zamian 2 karty.",
        ),
    ],
)
def test_a_fact_is_told(event, english, polish):
    state = given(turn_of(0)).state
    assert presentation_of(DUEL.name).narrate(state, event, "en") == english
    assert presentation_of(DUEL.name).narrate(state, event, "pl") == polish


def test_the_board_shows_neutral_pieces_after_those_of_the_seats():
    scene = given(settlements(0, corner((2, 0), "SE")), neutral_roads(N1, *ring((0, -1), 2)))
    pieces = sent(DUEL.views.board(scene.typed_view(SPECTATOR)))["pieces"]
    assert [place["colour"] for place in pieces] == ["red", "blue", "orange", "white"]
    assert [place["settlements"] for place in pieces[2:]] == [[AT_N1], [AT_N2]]
    assert sorted(pieces[2]["roads"]) == sorted(ring((0, -1), 2))


def test_a_hand_tells_its_trade_cards():
    view = given(turn_of(0)).typed_view(0)
    assert [DUEL.views.hand(view, Seat(i)).trade_cards for i in range(2)] == [4, 4]


@pytest.mark.parametrize(
    ("language", "pool", "neutral"),
    [("en", "6 in the pool", "neutral"), ("pl", "w puli: 6", "neutralny")],
)
def test_the_picture_has_neutral_pieces_and_trade_cards(language, pool, neutral):
    roads = neutral_roads(N1, *ring((0, -1), 5))
    scene = given(roads, LongestRoadAwarded(N1, 5), main_of(0))
    drawn = presentation_of(DUEL.name).svg(scene.typed_view(SPECTATOR), language)
    assert drawn.count(f'href="#hx-road-{N1}"') == 5 + 1
    assert re.findall(r'data-neutral="(\d)"', drawn) == ["2", "3"]
    assert drawn.count('data-trade-cards="4"') == 2
    assert drawn.count('data-award="longest_road"') == 1
    assert pool in drawn
    assert f">{neutral}<" in drawn


def test_the_text_has_a_line_for_every_neutral_player():
    lines = [
        "".join(text for text, _ in line)
        for line in presentation_of(DUEL.name).text(given().typed_view(SPECTATOR))
    ]
    assert [line.split()[1] for line in lines if line.endswith("neutral")] == ["Orange", "White"]
    assert "Trade cards in the pool 6" in lines


def test_statistics_count_every_throw_and_what_became_of_the_trade_cards():
    stats, thrown, taken = DUEL.statistics.begin(), 0, [0, 0]
    for state, _, events in commits(Setup("duel", 2, {"target_points": 6}, seed="counted")):
        for event in events:
            DUEL.statistics.count(stats, state, event, 0)
            thrown += type(event) in DUEL.notable.number_rolls
            if type(event).__name__ == "TradeCardsTaken":
                taken[event.seat] += event.count
    shown = sent(DUEL.statistics.show(stats))
    assert shown["dice"]["rolls"] == thrown
    for line, count, held in zip(shown["seats"], taken, state.trade_cards, strict=True):
        assert line["trade_cards"]["taken"] == count
        assert count - line["trade_cards"]["paid"] == held
        assert line["trade_cards"]["forced_trades"] <= line["trade_cards"]["actions"]


def test_no_more_is_expected_of_a_second_roll_than_it_can_bring():
    scene = given(settlements(0, corner((0, -1), "SW")), turn_of(0))
    stats = DUEL.statistics.begin()
    for event in kit.flat([kit.opened(2, DUEL)]):
        DUEL.statistics.count(stats, scene.state, event, 0)
    ways = stats.seats[0].production.ways
    for dice, brick in (((1, 5), 5), ((5, 5), 5)):
        for event in scene.when(RollDice(0), dice=dice).events:
            DUEL.statistics.count(stats, scene.state, event, 0)
        assert ways["brick"] == brick


def test_a_wrong_number_of_players_is_refused_in_words():
    scene = kit.nothing(DUEL).when(OpenGame("ada", "g", 3, {}))
    assert str(scene.refusal) == "duel is for 2 players"
    scene.then_refused("options/players")


def test_cards_in_hand_are_hidden_from_the_other_player():
    view = given(dealt(0, ore=2), turn_of(0)).view(1)
    assert view["seats"][0]["resources"] is None
    assert view["seats"][0]["resource_cards"] == 2
