"""Statistics: what the public facts of a game add up to."""

import json
from collections import Counter
from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given

from domain.base import events as e
from domain.base.game import BASE
from domain.base.island.board import YIELDS
from domain.base.statistics import COUNTERS
from domain.base.statistics_kept import BaseStats, SeatStats
from domain.base.view_types import BasePlayView, HexView
from domain.cards import RESOURCES
from domain.chance.chi_square import chance_of_straying
from domain.chance.dice_sums import WAYS, show_dice
from domain.ids import SPECTATOR, Seat
from domain.messages import Event
from domain.table.closing import GameWon, ResultRecorded, SeatResigned
from domain.table.lobby import GameStarted
from domain.table.pauses import GamePaused, GameResumed
from domain.table.state import Standing
from hexledger.self_play import Setup
from tests import kit
from tests.games import commits, refolded, setups
from tests.soak import examples

STATISTICS = BASE.statistics
NOTHING = dict.fromkeys(RESOURCES, 0)
HILLS, CORNER = (0, -1), "N"
"""A crossing of hills with a 6, pasture with a 2 and mountains with a 10."""
UNCOUNTED = {
    "call_answered",
    "call_withdrawn",
    "game_rewound",
    "player_replaced",
    "position_copied",
    "referee_called",
    "rules_changed",
    "ruling_issued",
    "seat_disqualified",
    # Statistics begin with it.
    "game_opened",
    *("seat_taken", "seat_left", "nonce_added", "game_started", "game_abandoned"),
    *("invitation_made", "invitation_revoked", "seat_reserved", "seat_released"),
    *("player_turned_away", "lobby_lapsed"),
    *("board_laid", "start_rolled", "first_player_chosen", "founding_began"),
    *("discards_required", "discard_chosen", "robber_roused", "robber_stayed"),
    *("free_roads_granted", "free_roads_ended"),
    *("bot_seated", "bot_dismissed", "seat_handed_over", "seat_returned"),
    *("deadlines_set", "deadlines_lifted", "deadline_passed", "grace_given", "lots_drawn"),
    *("time_limit_set", "time_limit_held", "time_ran_out", "time_called", "time_added"),
    *("pause_asked", "game_paused", "game_resumed", "challenge_missed"),
    *("trade_accepted", "trade_refused", "trade_countered", "offer_withdrawn"),
    *("turn_began", "longest_road_awarded", "largest_army_awarded"),
    *("seat_resigned", "game_won", "game_voided", "result_recorded"),
    *("seed_revealed", "ledger_closed", "moved"),
}
"""Facts that no seat's counts need: turns, points and the result are read off the table."""


def counted(*facts: kit.Facts, second: int = 0) -> dict[str, Any]:
    """The statistics of a started game with these facts, each so many seconds after the last."""
    start = [kit.opened(), kit.seated(), GameStarted(), kit.laid(), e.FirstPlayerChosen(seat=0)]
    state, stats = BASE.new_game(), STATISTICS.begin()
    for event in kit.flat(start):
        tell(stats, state, event, 0)
    for n, event in enumerate(kit.flat(facts)):
        tell(stats, state, event, n * second * 1_000)
    return shown_of(stats)


def shown_of(stats: BaseStats[SeatStats]) -> Any:
    """What a client is sent of them."""
    return kit.sent(STATISTICS.show(stats))


def tell(stats: BaseStats[SeatStats], state: Any, event: Event, at: int) -> None:
    BASE.evolve(state, event)
    STATISTICS.count(stats, state, event, at)


def some(cards: dict[str, int]) -> dict[str, int]:
    return {resource: count for resource, count in cards.items() if count}


# Over random games


@examples(10)
@given(setups())
def test_redacted_and_full_events_give_the_same_statistics(setup: Setup) -> None:
    """On whichever state they are counted, and whether or not they were stored in between."""
    folds = [[STATISTICS.begin(), refolded(setup, [])] for _ in range(2)]
    mixed = STATISTICS.begin()
    for n, (_, _, events) in enumerate(commits(setup, quitting=True)):
        folds[1][0] = msgspec.json.decode(msgspec.json.encode(folds[1][0]), type=STATISTICS.kept)
        for event in events:
            redacted = BASE.redact(event, SPECTATOR)
            tell(*folds[0], event, n * 700)
            tell(*folds[1], redacted, n * 700)
            STATISTICS.count(mixed, folds[0][1], redacted, n * 700)
        if n % 20 == 0:
            assert folds[0][0] == folds[1][0]
    assert folds[0][0] == folds[1][0] == mixed
    shown = [shown_of(stats) for stats in (folds[0][0], folds[1][0], mixed)]
    assert json.dumps(shown[0]) == json.dumps(shown[1]) == json.dumps(shown[2])
    assert json.loads(json.dumps(shown[0])) == shown[0]


@examples(8)
@given(setups())
def test_what_came_and_went_adds_up_to_the_hand(setup: Setup) -> None:
    stats, stolen = STATISTICS.begin(), [Counter[str]() for _ in range(setup.players)]
    state = refolded(setup, [])
    for n, (_, _, events) in enumerate(commits(setup, quitting=True)):
        for event in events:
            tell(stats, state, event, n)
            if isinstance(event, e.CardStolen):
                stolen[event.thief][str(event.resource)] += 1
                stolen[event.victim][str(event.resource)] -= 1
        if n % 10 == 0 and state.hands:
            for seat, shown in enumerate(shown_of(stats)["seats"]):
                held = {r: came_less_went(shown, r) + stolen[seat][r] for r in RESOURCES}
                assert held == {r: state.hands[seat][r] for r in RESOURCES}
                thefts = shown["robber"]["thefts"] - shown["robber"]["robbed"]
                assert thefts == stolen[seat].total()


def came_less_went(seat: dict[str, Any], resource: str) -> int:
    came = ("production", "founding"), ("production", "received"), ("trades", "taken")
    came += ("bank", "taken"), ("monopoly", "taken")
    went = ("trades", "given"), ("bank", "given"), ("monopoly", "lost"), ("discards", "cards")
    balance: int = (
        seat["invention"][resource] - seat["spent"][resource] - seat["returned"][resource]
    )
    balance += sum(seat[part][line][resource] for part, line in came)
    return balance - sum(seat[part][line][resource] for part, line in went)


@examples(8)
@given(setups())
def test_production_equals_a_count_on_the_board_at_each_roll(setup: Setup) -> None:
    stats, state = STATISTICS.begin(), refolded(setup, [])
    due, blocked, ways = ([Counter[str]() for _ in range(setup.players)] for _ in range(3))
    for n, (_, _, events) in enumerate(commits(setup, quitting=True)):
        for event in events:
            tell(stats, state, event, n)
            if isinstance(event, e.DiceRolled):
                for seat, hex_, cards in payable(BASE.view(state, SPECTATOR)):
                    resource = YIELDS[hex_.terrain]
                    ways[seat][resource] += cards * WAYS[hex_.number]
                    if hex_.number == sum(event.dice):
                        due[seat][resource] += cards
                        blocked[seat][resource] += cards * (hex_.id == state.robber)
    for seat, shown in enumerate(shown_of(stats)["seats"]):
        production = shown["production"]
        assert some(production["due"]) == some(due[seat])
        assert some(production["blocked"]) == some(blocked[seat])
        expected = {r: round(ways[seat][r] / 36, 2) for r in RESOURCES}
        assert production["expected"] == expected
        assert production["cards"]["due"] == due[seat].total()


@examples(6)
@given(setups())
def test_luck_is_what_the_dice_gave_less_what_they_give_on_the_average(setup: Setup) -> None:
    """Counted on the board anew, with all 36 ways that the dice may fall."""
    stats, state = STATISTICS.begin(), refolded(setup, [])
    luck = [Fraction(0)] * setup.players
    variance = [Fraction(0)] * setup.players
    for n, (_, _, events) in enumerate(commits(setup, quitting=True)):
        for event in events:
            tell(stats, state, event, n)
            if isinstance(event, e.DiceRolled):
                board = payable(BASE.view(state, SPECTATOR))
                for seat in range(setup.players):
                    falls = [brought(board, seat, a + b) for a in range(1, 7) for b in range(1, 7)]
                    mean = Fraction(sum(falls), 36)
                    luck[seat] += brought(board, seat, sum(event.dice)) - mean
                    variance[seat] += Fraction(sum(fall**2 for fall in falls), 36) - mean**2
    shown = shown_of(stats)["luck"]
    assert "Robber and bank" in shown["how"]
    for seat, line in enumerate(shown["seats"]):
        assert line["seat"] == seat
        assert line["luck"] == pytest.approx(float(luck[seat]), abs=0.006)
        if variance[seat]:
            deviations = float(luck[seat]) / float(variance[seat]) ** 0.5
            assert line["deviations"] == pytest.approx(deviations, abs=0.006)
        else:
            assert line["deviations"] is None


def brought(board: list[tuple[Seat, HexView, int]], seat: int, number: int) -> int:
    return sum(cards for who, hex_, cards in board if who == seat and hex_.number == number)


def test_luck_leaves_the_robber_aside_and_tells_what_came() -> None:
    """A village at a 6, a 2 and a 10 expects a quarter of a card; the robber keeps the brick."""
    node = kit.corner(HILLS, CORNER)
    there = e.RobberMoved(seat=0, hex=kit.hex_at(*HILLS))
    roll = (kit.turn_of(0), there, kit.rolled(0, 3, 3))
    robbed = counted(kit.settlements(1, node), roll)["luck"]["seats"][1]
    assert (robbed["expected"], robbed["due"], robbed["received"]) == (0.25, 1, 0)
    assert (robbed["luck"], robbed["deviations"]) == (0.75, 1.73)


def test_who_has_nothing_on_the_board_has_no_luck() -> None:
    nobody = counted(kit.turn_of(0), kit.rolled(0, 3, 3))["luck"]["seats"][2]
    assert (nobody["luck"], nobody["deviations"]) == (0.0, None)


def payable(view: BasePlayView) -> list[tuple[Seat, HexView, int]]:
    """Seat, hex and cards for each building at each numbered hex, as anybody can see it."""
    board = view.board
    return [
        (seat.seat, board.hexes[hex_], cards)
        for seat in view.seats
        if not seat.resigned
        for nodes, cards in ((seat.settlements, 1), (seat.cities, 2))
        for node in nodes
        for hex_ in board.nodes[node].hexes
        if board.hexes[hex_].number is not None
    ]


@examples(8)
@given(setups())
def test_turns_points_and_the_result_are_told_as_they_were(setup: Setup) -> None:
    stats, twin = STATISTICS.begin(), refolded(setup, [])
    rolls, last, waited = Counter[str](), list[int](), Counter[int]()
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        for event in events:
            tell(stats, twin, event, n * 1_000)
            if isinstance(event, e.DiceRolled):
                rolls[str(sum(event.dice))] += 1
        if not state.standings:
            last = [line.points for line in BASE.score(state, SPECTATOR)]
            assert not last or stats.turns[-1].points == last
        waited.update(BASE.flow.to_act(state))
    shown = shown_of(stats)
    assert some(stats.dice) == dict(rolls)
    assert [line["turn"] for line in shown["points_over_time"]] == list(range(state.turn + 1))
    assert shown["points_over_time"][-1]["points"] == last
    assert shown["turns"] == state.turn == sum(seat["turns"] for seat in shown["seats"])
    assert shown["result"]["outcome"] == state.outcome
    standings = [line["points"] for line in shown["result"]["standings"]]
    assert standings == [line.points for line in state.standings]
    spent_ms = [seat["thinking_ms"] for seat in shown["seats"]]
    assert spent_ms == [waited[seat] * 1_000 for seat in range(setup.players)]


# Scene by scene


def test_every_fact_is_counted_or_known_to_need_no_counting() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in BASE.events}
    counted_tags = {str(kind.__struct_config__.tag) for kind in COUNTERS.by_event}
    assert tags - counted_tags == UNCOUNTED
    assert not counted_tags & UNCOUNTED


def test_of_a_game_that_nobody_opened_there_is_nothing_to_tell() -> None:
    shown = shown_of(STATISTICS.begin())
    assert shown["turns"] == 0
    assert shown["seats"] == []
    assert shown["points_over_time"] == []
    assert shown["result"] is None
    assert shown["dice"]["fit"] is None
    assert [line["count"] for line in shown["dice"]["numbers"]] == [0] * 11


def test_the_dice_are_told_number_by_number_against_their_expectation() -> None:
    dice = counted(kit.turn_of(0), [kit.rolled(0, 3, 3) for _ in range(36)])["dice"]
    assert dice["rolls"] == 36
    assert [line["number"] for line in dice["numbers"]] == list(range(2, 13))
    assert [line["count"] for line in dice["numbers"]] == [0, 0, 0, 0, 36, 0, 0, 0, 0, 0, 0]
    assert [line["expected"] for line in dice["numbers"]] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    # 31²/5 for the 6, and every other number is missing as often as it was expected.
    assert dice["fit"]["chi_square"] == 31**2 / 5 + 31
    assert dice["fit"]["degrees_of_freedom"] == 10


@pytest.mark.parametrize(
    ("chi_square", "p"),
    [(0, 1), (3.940, 0.95), (9.342, 0.5), (18.307, 0.05), (23.209, 0.01), (29.588, 0.001)],
)
def test_the_chance_of_straying_agrees_with_the_printed_tables(chi_square: float, p: float) -> None:
    assert chance_of_straying(chi_square, 10) == pytest.approx(p, rel=1e-3)


@pytest.mark.parametrize(
    ("times", "more_twelves", "reading"),
    [(1, 0, "too_few_rolls"), (5, 0, "as_expected"), (5, 10, "unusual"), (5, 15, "very_unusual")],
)
def test_the_fit_is_read_only_when_there_are_rolls_enough(
    times: int, more_twelves: int, reading: str
) -> None:
    counts = {str(number): times * ways for number, ways in WAYS.items()}
    counts["12"] += more_twelves
    fit = kit.sent(show_dice(counts))["fit"]
    assert fit["reading"] == reading
    assert (fit["chi_square"] == 0) == (fit["p"] == 1) == (not more_twelves)


def test_a_settlement_expects_by_the_ways_of_its_numbers_and_a_city_twice_as_much() -> None:
    node = kit.corner(HILLS, CORNER)
    roll = (kit.turn_of(0), kit.rolled(0, 1, 2))
    village = counted(kit.settlements(1, node), roll)["seats"][1]["production"]
    city = counted(kit.cities(1, node), roll)["seats"][1]["production"]
    assert some(village["expected"]) == {"brick": 0.14, "wool": 0.03, "ore": 0.08}
    assert some(city["expected"]) == {"brick": 0.28, "wool": 0.06, "ore": 0.17}
    assert village["cards"]["expected"] == 0.25
    assert city["cards"]["expected"] == 0.5
    assert village["due"] == village["received"] == NOTHING


def test_founding_cards_are_told_apart_from_what_the_dice_bring() -> None:
    production = counted(
        kit.settlements(1, kit.corner(HILLS, CORNER)),
        kit.dealt(1, brick=1, wool=1, ore=1),
        kit.turn_of(0),
        kit.rolled(0, 3, 3),
        kit.dealt(1, brick=1),
    )["seats"][1]["production"]
    assert some(production["founding"]) == {"brick": 1, "wool": 1, "ore": 1}
    assert some(production["received"]) == some(production["due"]) == {"brick": 1}
    assert production["cards"]["received"] == 1


def test_what_the_robber_keeps_back_is_told() -> None:
    production = counted(
        kit.cities(1, kit.corner(HILLS, CORNER)),
        kit.turn_of(0),
        e.RobberMoved(seat=0, hex=kit.hex_at(*HILLS)),
        kit.rolled(0, 3, 3),
    )["seats"][1]["production"]
    assert some(production["blocked"]) == some(production["due"]) == {"brick": 2}
    assert production["received"] == production["short"] == NOTHING


def test_what_the_bank_was_too_short_of_is_told_beside_what_the_robber_kept() -> None:
    production = counted(
        kit.cities(1, kit.corner((2, -2), "S"), kit.corner((0, 0), "N")),
        kit.dealt(2, brick=18),
        kit.turn_of(0),
        e.RobberMoved(seat=0, hex=kit.hex_at(2, -1)),
        kit.rolled(0, 3, 3),
        e.ResourcesProduced(gains={1: {"brick": 1}}, short=("brick",)),
        kit.rolled(0, 5, 5),
    )["seats"][1]["production"]
    assert some(production["short"]) == {"brick": 1}
    assert some(production["received"]) == {"brick": 1}
    assert some(production["blocked"]) == {"brick": 2}
    assert some(production["due"]) == {"brick": 4}


def test_a_trade_counts_for_both_sides() -> None:
    seats = counted(
        kit.dealt(0, wool=2),
        kit.dealt(2, ore=1),
        kit.main_of(0),
        e.TradeOffered(seat=0, give={"wool": 2}, want={"ore": 1}, to=(1, 2)),
        e.TradeAccepted(seat=2),
        e.TradeConfirmed(seat=0, partner=2, give={"wool": 2}, take={"ore": 1}),
    )["seats"]
    wool, ore = {**NOTHING, "wool": 2}, {**NOTHING, "ore": 1}
    assert seats[0]["trades"] == {
        "offers": 1,
        "made": 1,
        "made_with": [0, 0, 1, 0],
        "given": wool,
        "taken": ore,
    }
    assert seats[2]["trades"] == {
        "offers": 0,
        "made": 1,
        "made_with": [1, 0, 0, 0],
        "given": ore,
        "taken": wool,
    }
    assert seats[1]["trades"]["made"] == 0


def test_trades_with_the_bank_are_told_by_rate() -> None:
    bank = counted(
        kit.dealt(0, wool=14),
        kit.main_of(0),
        e.BankTraded(seat=0, give={"wool": 4}, take={"ore": 1}),
        e.BankTraded(seat=0, give={"wool": 6}, take={"ore": 1, "brick": 1}),
        e.BankTraded(seat=0, give={"wool": 4}, take={"ore": 2}),
    )["seats"][0]["bank"]
    assert bank == {
        "trades": 3,
        "by_rate": {"2": 2, "3": 2, "4": 1},
        "given": {**NOTHING, "wool": 14},
        "taken": {**NOTHING, "ore": 4, "brick": 1},
    }


@pytest.mark.parametrize("stolen", ["ore", None])
def test_thefts_are_told_by_thief_and_by_victim(stolen: Any) -> None:
    theft = e.CardStolen(thief=1, victim=3, resource=stolen, draw=0)
    moved = e.RobberMoved(seat=1, hex=kit.hex_at(*HILLS))
    seats = counted(kit.dealt(3, ore=1), kit.main_of(1), moved, theft)["seats"]
    assert seats[1]["robber"] == {
        "moves": 1,
        "thefts": 1,
        "stolen_from": [0, 0, 0, 1],
        "robbed": 0,
        "robbed_by": [0, 0, 0, 0],
    }
    assert seats[3]["robber"]["robbed_by"] == [0, 1, 0, 0]
    assert seats[3]["robber"]["robbed"] == 1


def test_discards_and_returned_cards_are_told_by_resource() -> None:
    seats = counted(
        kit.dealt(2, ore=9),
        kit.turn_of(0),
        kit.rolled(0, 3, 4),
        e.DiscardsRequired(counts={2: 4}),
        e.DiscardChosen(seat=2, cards=None),
        e.CardsDiscarded(discards={2: {"ore": 4}}),
        e.CardsReturned(seat=2, cards={"ore": 5}),
        SeatResigned(seat=2),
    )["seats"]
    assert seats[2]["discards"] == {"times": 1, "cards": {**NOTHING, "ore": 4}}
    assert some(seats[2]["returned"]) == {"ore": 5}


def test_development_cards_are_told_when_played_and_never_when_bought() -> None:
    seat = counted(
        kit.holding(0, "knight", "knight", "monopoly", "victory_point"),
        kit.main_of(0),
        kit.played(0, "knight"),
        e.VictoryCardsRevealed(seat=0, count=1),
    )["seats"][0]
    assert seat["development_cards"] == {
        "bought": 4,
        "played": {"knight": 1, "road_building": 0, "invention": 0, "monopoly": 0},
        "victory_points_shown": 1,
    }
    assert some(seat["spent"]) == {"wool": 4, "grain": 4, "ore": 4}


def test_monopoly_and_invention_are_told_by_what_they_took() -> None:
    seats = counted(
        kit.dealt(1, ore=2),
        kit.dealt(3, ore=1),
        kit.holding(0, "monopoly", "invention"),
        kit.main_of(0),
        kit.played(0, "monopoly"),
        e.ResourceMonopolized(seat=0, resource="ore", taken={1: 2, 3: 1}),
        kit.played(0, "invention"),
        e.ResourcesInvented(seat=0, cards={"wool": 2}),
    )["seats"]
    assert some(seats[0]["monopoly"]["taken"]) == {"ore": 3}
    assert some(seats[1]["monopoly"]["lost"]) == {"ore": 2}
    assert some(seats[0]["invention"]) == {"wool": 2}


def test_pieces_are_told_and_paid_only_if_they_were_not_free() -> None:
    road, other = kit.sides(HILLS, "NE", "NW")
    seat = counted(
        kit.cities(0, kit.corner(HILLS, CORNER)),
        kit.roads(0, road),
        kit.dealt(0, brick=1, lumber=1),
        kit.main_of(0),
        e.RoadBuilt(seat=0, edge=other),
    )["seats"][0]
    assert seat["built"] == {"roads": 2, "settlements": 1, "cities": 1}
    assert some(seat["spent"]) == {"brick": 1, "lumber": 1, "grain": 2, "ore": 3}


def test_time_is_that_of_the_seat_that_is_to_act() -> None:
    shown = counted(
        kit.turn_of(0),  # at 0 s
        kit.rolled(0, 1, 1),  # 10 s
        kit.turn_of(1, turn=2),  # 20 s
        kit.rolled(1, 1, 1),  # 30 s
        kit.turn_of(2, turn=3),  # 40 s
        GameWon(seats=(2,), points=10),  # 50 s
        ResultRecorded(outcome="won", standings=(Standing(2, 1, 10, {}),)),  # 60 s
        second=10,
    )
    assert [seat["thinking_ms"] for seat in shown["seats"]] == [20_000, 20_000, 10_000, 0]
    assert [seat["turns"] for seat in shown["seats"]] == [1, 1, 1, 0]
    assert shown["last_at"] == 60_000


def test_the_wait_for_answers_is_the_time_of_those_who_are_asked() -> None:
    shown = counted(
        kit.dealt(0, brick=1),
        kit.dealt(1, ore=1),
        kit.turn_of(0),  # at 20 s
        kit.rolled(0, 1, 1),  # 30 s
        e.TradeOffered(seat=0, give={"brick": 1}, want={"ore": 1}, to=(1, 2)),  # 40 s
        e.TradeRefused(seat=2),  # 50 s
        e.TradeAccepted(seat=1),  # 60 s
        e.TradeConfirmed(seat=0, partner=1, give={"brick": 1}, take={"ore": 1}),  # 70 s
        kit.turn_of(1, turn=2),  # 80 s
        second=10,
    )
    # Before the first turn it waits for nobody; seat 0 has 20 to 40 s, and 60 to 80 s.
    assert [seat["thinking_ms"] for seat in shown["seats"]] == [40_000, 20_000, 10_000, 0]


def test_at_a_seven_each_seat_has_the_time_up_to_its_own_discard() -> None:
    shown = counted(
        kit.dealt(1, brick=8),
        kit.dealt(2, ore=8),
        kit.turn_of(0),  # at 20 s
        kit.rolled(0, 3, 4),  # 30 s
        e.DiscardsRequired(counts={1: 4, 2: 4}),  # 40 s
        e.DiscardChosen(seat=2, cards={"ore": 4}),  # 50 s
        e.DiscardChosen(seat=1, cards={"brick": 4}),  # 60 s
        e.CardsDiscarded(discards={1: {"brick": 4}, 2: {"ore": 4}}),  # 60 s and 10
        e.RobberRoused(seat=0),  # 80 s
        kit.turn_of(1, turn=2),  # 90 s
        second=10,
    )
    assert [seat["thinking_ms"] for seat in shown["seats"]] == [30_000, 20_000, 10_000, 0]


def test_in_a_pause_nobody_thinks() -> None:
    shown = counted(
        kit.turn_of(0),  # at 0 s
        GamePaused(reason="fire alarm"),  # 10 s
        GameResumed(reason="false alarm"),  # 20 s
        kit.rolled(0, 1, 1),  # 30 s
        second=10,
    )
    assert [seat["thinking_ms"] for seat in shown["seats"]] == [20_000, 0, 0, 0]


def test_points_are_told_as_they_stood_at_the_end_of_each_turn() -> None:
    village, town = kit.corner(HILLS, CORNER), kit.corner((0, 1), "S")
    shown = counted(
        kit.settlements(1, village),
        kit.turn_of(0),
        kit.settlements(0, town),
        kit.turn_of(1, turn=2),
        e.LongestRoadAwarded(seat=1, length=5),
        GameWon(seats=(1,), points=3),
        ResultRecorded(outcome="won", standings=(Standing(1, 1, 4, {}),)),
    )
    points = [(line["turn"], line["seat"], line["points"]) for line in shown["points_over_time"]]
    assert points == [(0, None, [0, 1, 0, 0]), (1, 0, [1, 1, 0, 0]), (2, 1, [1, 3, 0, 0])]
    assert shown["result"] == {
        "outcome": "won",
        "winners": [1],
        "standings": [{"seat": 1, "rank": 1, "points": 4, "sources": {}}],
    }
