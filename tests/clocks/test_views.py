"""What everybody sees of the clocks."""

from domain.ids import ORGANIZER, SPECTATOR
from domain.table.bots import SeatHandedOver
from domain.table.clocks import TimeLimitSet
from tests.clocks.facts import missed, ms, running, timed
from tests.kit import given, main_of


def test_a_game_without_clocks_has_none_to_show():
    assert given(main_of(0)).view(0)["clock"] is None


def test_deadlines_banks_and_misses_are_for_all_to_see():
    facts = (main_of(0), running(0, "turn", 1, 60, bank=5), missed(0, "turn", 2))
    scene = timed(*facts, running(2, "answer", 11, 20), running(1, "answer", 11, 30))
    scene.given(TimeLimitSet(ms(600)))
    for viewer in (0, 3, SPECTATOR, ORGANIZER):
        assert scene.view(viewer)["clock"] == {
            "deadlines": [
                {"seat": 1, "decision": "answer", "due": ms(30)},
                {"seat": 2, "decision": "answer", "due": ms(20)},
            ],
            "banks": [0, 0, 0, 0],
            "misses": [2, 0, 0, 0],
            "ends_at": ms(600),
            "is_time_up": False,
        }


def test_a_seat_that_a_bot_plays_says_so():
    scene = timed(main_of(0), SeatHandedOver(2, "planner"))
    assert [seat["bot"] for seat in scene.view(SPECTATOR)["seats"]] == [None, None, "planner", None]
