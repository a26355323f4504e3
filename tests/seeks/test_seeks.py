"""Quick games: who is matched with whom, and what becomes of a seek."""

from typing import Any

import pytest

from commands.desk import Desk
from commands.refusals import KeyReused
from commands.seeks.refusals import (
    AlreadySeeking,
    BotsInRatedSeek,
    NoSuchSeek,
    SeekMatched,
    SeekWithoutClock,
    SeekWithoutOthers,
)
from commands.seeks.seek_store import MOST_OWN
from commands.seeks.seeks import KEEP_MS
from commands.seeks.wishes import LIVE_SECONDS, SLOW_SECONDS
from domain.ids import PlayerId
from domain.options import BadOption, UnknownOption
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.table.lobby import WrongPlayerCount
from tests.seeks.house import BASE, House


def test_two_strangers_play_at_once():
    house = House()
    first = house.post("ada")
    assert (first.status, first.game, first.fitting) == ("waiting", None, 0)
    second = house.post("bob")
    assert second.status == "matched"
    first = house.read(first)
    assert (first.status, first.game) == ("matched", second.game)
    table = house.table(second.game)
    assert {chair.player for chair in table.chairs} == {"ada", "bob"}
    assert table.phase not in ("lobby", "over")
    assert (table.host, table.invited_only, table.rated) == ("ada", True, False)
    assert table.watch is not None


def test_both_are_told_where_they_play():
    house = House()
    first, second = house.post("ada"), house.post("bob")
    assert set(house.town.notices) == {
        ("ada", f"seek-{first.seek_id}"),
        ("bob", f"seek-{second.seek_id}"),
    }
    for body in house.town.notices.values():
        assert body["game_id"] == second.game
        assert body["players"] == house.seated(second.game)
    for (player, _), body in house.town.notices.items():
        assert body["players"][body["seat"]] == player


def test_the_seats_are_drawn_by_lot():
    orders = set()
    for n in range(40):
        house = House()
        house.post("ada", key=str(n))
        orders.add(tuple(house.seated(house.post("bob", key=str(n)).game)))
    assert orders == {("ada", "bob"), ("bob", "ada")}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruleset_has_quick_games_of_its_usual_size(ruleset: str):
    house = House()
    people = [f"u-{n}" for n in range(RULESETS[ruleset].seats[-1])]
    seeks = [house.post(player, ruleset=ruleset) for player in people]
    assert [seek.status for seek in seeks] == ["waiting"] * (len(people) - 1) + ["matched"]
    assert sorted(map(str, house.seated(seeks[-1].game))) == people


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"ruleset": "dice", "players": 2}),
        ({**BASE, "players": 3}, {**BASE, "players": 4}),
        ({}, {"options": {"clock": "correspondence"}}),
        ({}, {"options": {"target_points": 5}}),
        ({}, {"rated": True}),
        ({"below": 5.0}, {"rating": -6.0}),
        ({"rating": 20.0}, {"above": 10.0}),
        ({"below": 5.0, "rating": 10.0}, {"rating": 4.0, "below": 1.0, "above": 100.0}),
    ],
)
def test_those_who_look_for_something_else_do_not_meet(one: dict[str, Any], other: dict[str, Any]):
    house = House()
    assert house.post("ada", **one).status == "waiting"
    found = house.post("bob", **other)
    assert (found.status, found.fitting) == ("waiting", 0)


def test_the_same_options_in_other_words_meet():
    house = House()
    usual = {"target_points": 10, "clock": {"turn_seconds": 120}}
    assert house.post("ada").status == "waiting"
    assert house.post("bob", options=usual).status == "matched"


def test_ratings_within_both_bands_meet():
    house = House()
    first = house.post("ada", rating=10.0, below=5.0, above=5.0)
    second = house.post("bob", rating=14.5, below=5.0, above=0.0)
    assert (first.wish.low, first.wish.high) == (5, 15)
    assert second.status == "matched"


def test_the_oldest_seek_comes_first():
    house = House()
    first, second = house.post("ada", rating=1.0), house.post("bob", rating=9.0, below=1.0)
    third = house.post("cyd", rating=5.0)
    assert house.read(second).status == "waiting"
    assert set(house.seated(third.game)) == {"ada", "cyd"}
    assert house.table(third.game).host == "ada"
    assert house.read(first).game == third.game


def test_a_choice_with_which_no_table_can_be_filled_is_taken_back():
    """The oldest fits the newcomer, but nobody else; the two others fit both each other and her."""
    house = House()
    oldest = house.post("old", rating=0.0, below=10.0, above=10.0, **BASE)
    house.post("bob", rating=20.0, below=15.0, above=15.0, **BASE)
    house.post("cyd", rating=20.0, below=15.0, above=15.0, **BASE)
    newest = house.post("ada", rating=10.0, **BASE)
    assert set(house.seated(newest.game)) == {"ada", "bob", "cyd"}
    assert house.read(oldest).status == "waiting"


def test_how_many_others_fit_is_said():
    house = House()
    first = house.post("ada", **BASE)
    house.post("far", rating=50.0, below=10.0, **BASE)
    assert house.post("bob", **BASE).fitting == 1
    assert house.read(first).fitting == 1


def test_a_nonce_of_the_seeker_is_part_of_the_chance():
    house = House()
    house.post("ada", nonce="a" * 32)
    found = house.post("bob")
    assert house.table(found.game).nonces == ["a" * 32]


# Leaving and expiring


def test_leaving_is_clean():
    house = House()
    seek = house.post("ada")
    assert house.seeks.leave(PlayerId("ada"), seek.seek_id).status == "left"
    assert house.seeks.leave(PlayerId("ada"), seek.seek_id).status == "left"
    assert house.post("bob").status == "waiting"
    assert house.read(seek).status == "left"
    assert house.post("ada").status == "matched"


def test_a_seek_that_has_led_to_a_game_cannot_be_left():
    house = House()
    seek, other = house.post("ada"), house.post("bob")
    with pytest.raises(SeekMatched) as refusal:
        house.seeks.leave(PlayerId("ada"), seek.seek_id)
    assert refusal.value.details["game_id"] == other.game


def test_an_absent_player_is_not_seated():
    house = House()
    absent = house.post("ada")
    house.later(LIVE_SECONDS)
    assert house.post("bob").status == "waiting"
    house.seeks.sweep()
    assert house.read(absent).status == "expired"
    assert house.post("ada").status == "matched"


def test_a_sign_of_life_lets_a_seek_wait_on():
    house = House()
    seek = house.post("ada")
    for _ in range(5):
        house.later(LIVE_SECONDS - 1)
        house.seeks.sweep()
        found = house.read(seek)
        assert (found.status, found.expires_at) == ("waiting", house.town.now + LIVE_SECONDS * 1000)
    assert house.post("bob").status == "matched"


def test_nobody_has_to_be_there_for_a_slow_game():
    house = House()
    slow = {"options": {"clock": "correspondence"}}
    house.post("ada", **slow)
    house.later(SLOW_SECONDS - 1)
    house.seeks.sweep()
    assert house.post("bob", **slow).status == "matched"


def test_a_seek_of_somebody_else_is_unknown():
    house = House()
    seek = house.post("ada")
    for player, name in (("bob", seek.seek_id), ("ada", "s-other")):
        with pytest.raises(NoSuchSeek):
            house.seeks.read(PlayerId(player), name)
        with pytest.raises(NoSuchSeek):
            house.seeks.leave(PlayerId(player), name)


# One seek at a time


def test_a_player_looks_for_one_game_at_a_time():
    house = House()
    seek = house.post("ada")
    with pytest.raises(AlreadySeeking) as refusal:
        house.post("ada", **BASE)
    assert refusal.value.details["seek_id"] == seek.seek_id
    house.later(LIVE_SECONDS)
    assert house.post("ada", **BASE).status == "waiting"
    assert house.read(seek).status == "expired"


def test_a_player_who_has_a_game_may_look_for_another():
    house = House()
    house.post("ada")
    first = house.post("bob")
    house.post("ada")
    assert house.post("bob").game != first.game


def test_a_repeated_request_makes_one_seek():
    house = House()
    seek = house.post("ada", key="k")
    assert house.post("ada", key="k").seek_id == seek.seek_id
    with pytest.raises(KeyReused):
        house.post("ada", key="k", **BASE)
    found = house.post("bob", key="k")
    assert found.seek_id != seek.seek_id
    assert house.post("ada", key="k").game == found.game


def test_only_the_last_seeks_of_a_player_are_kept():
    house = House()
    for _ in range(MOST_OWN + 5):
        house.seeks.leave(PlayerId("ada"), house.post("ada").seek_id)
        house.later(1)
    last = house.post("ada")
    own = house.seeks.own(PlayerId("ada"))
    assert len(own) == MOST_OWN
    assert own[0].seek_id == last.seek_id
    assert [seek.status for seek in own[1:]] == ["left"] * (MOST_OWN - 1)


def test_what_has_ended_is_forgotten_after_a_day():
    house = House()
    house.post("ada")
    house.post("bob")
    house.seeks.leave(PlayerId("cyd"), house.post("cyd").seek_id)
    house.later(KEEP_MS / 1_000 + 1)
    house.seeks.sweep()
    left = {key.decode() for key in house.town.redis.keys("{seeks}:*")}
    assert left == {"{seeks}:order", "{seeks}:news"}


# Bots


def test_bots_take_the_free_seats_after_a_time():
    house = House()
    seek = house.post("ada", bots_after_seconds=30, **BASE)
    house.later(29)
    house.seeks.sweep()
    assert house.read(seek).status == "waiting"
    house.later(1)
    house.seeks.sweep()
    seated = house.seated(house.read(seek).game)
    assert sorted(str(one).split(":")[0] for one in seated) == ["ada", "bot", "bot"]
    assert all(one == "ada" or str(one).startswith("bot:planner:") for one in seated)


def test_people_who_allow_bots_play_together_with_them():
    house = House()
    first = house.post("ada", bots_after_seconds=10, **BASE)
    second = house.post("bob", bots_after_seconds=300, **BASE)
    alone = house.post("far", rating=50.0, below=1.0, bots_after_seconds=300, **BASE)
    house.later(10)
    house.seeks.sweep()
    game = house.read(first).game
    assert house.read(second).game == game
    assert {"ada", "bob"} < set(house.seated(game))
    assert house.read(alone).status == "waiting"


def test_nobody_gets_a_bot_who_does_not_allow_it():
    house = House()
    first = house.post("ada", bots_after_seconds=10, **BASE)
    second = house.post("bob", **BASE)
    house.later(10)
    house.seeks.sweep()
    assert sum(str(one).startswith("bot:") for one in house.seated(house.read(first).game)) == 2
    assert house.read(second).status == "waiting"


# What is refused


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        ({"ruleset": "dice", "players": 1}, SeekWithoutOthers),
        ({"players": 3}, WrongPlayerCount),
        ({"options": {"clock": "none"}}, SeekWithoutClock),
        ({"options": {"clock": "sundial"}}, BadOption),
        ({"options": {"dragons": 2}}, UnknownOption),
        ({"rated": True, "bots_after_seconds": 5}, BotsInRatedSeek),
        ({"ruleset": "chess"}, RuleViolation),
    ],
)
def test_a_game_that_could_not_be_opened_is_refused(
    wanted: dict[str, Any], refusal: type[RuleViolation]
):
    house = House()
    with pytest.raises(refusal):
        house.post("ada", **wanted)
    assert house.town.redis.keys("{seeks}:*") == []


# Crashes, and players who go away


class Crash(Exception):
    """The process dies."""


def crash_at(house: House, step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process die before its n-th write at the desk."""
    count = 0

    def dying(method: str) -> Any:
        whole = getattr(Desk, method)

        def call(*arguments: Any, **more: Any) -> Any:
            nonlocal count
            count += 1
            if count > step:
                raise Crash
            return whole(house.desk, *arguments, **more)

        return call

    for method in ("open_table", "submit"):
        monkeypatch.setattr(house.desk, method, dying(method), raising=True)


STEPS = 5
"""Opening, two seats, a nonce and the start; after that only the seeks are left."""


@pytest.mark.parametrize("step", range(STEPS + 1))
@pytest.mark.parametrize("finisher", ["sweep", "reader", "leaver"])
def test_a_table_that_a_process_left_is_finished_by_another(
    step: int, finisher: str, monkeypatch: pytest.MonkeyPatch
):
    house = House()
    other = House(house.town)
    first = other.post("ada", nonce="b" * 32)
    crash_at(house, step, monkeypatch)
    if step < STEPS:
        with pytest.raises(Crash):
            house.post("bob", key="k")
    else:
        monkeypatch.setattr(house.town, "tell", _die)
        house = House(house.town)
        with pytest.raises(Crash):
            house.post("bob", key="k")
        monkeypatch.undo()
    third = House(house.town)
    if finisher == "sweep":
        third.later(2)
        other.seeks.sweep()
    elif finisher == "leaver":
        with pytest.raises(SeekMatched):
            third.seeks.leave(PlayerId("ada"), first.seek_id)
    found = third.read(first)
    assert found.status == "matched"
    assert third.post("bob", key="k").game == found.game
    assert set(third.seated(found.game)) == {"ada", "bob"}
    assert third.table(found.game).nonces == ["b" * 32]
    assert third.table(found.game).phase not in ("lobby", "over")
    assert sorted(set(third.desk.games.ledger.games())) == [found.game]


def _die(*arguments: Any) -> None:
    raise Crash


@pytest.mark.parametrize("step", range(STEPS))
def test_an_erased_player_dissolves_the_table_and_the_others_keep_their_places(
    step: int, monkeypatch: pytest.MonkeyPatch
):
    house = House()
    other = House(house.town)
    first = other.post("ada", nonce="b" * 32)
    crash_at(house, step, monkeypatch)
    with pytest.raises(Crash):
        house.post("bob")
    waiting = other.post("cyd", below=0.0, above=0.0, rating=5.0)
    house.town.erased.add("bob")
    other.seeks.forget(PlayerId("bob"))
    assert other.read(first).status == "waiting"
    last = other.post("dan")
    assert last.game == other.read(first).game
    assert set(other.seated(last.game)) == {"ada", "dan"}
    assert other.table(last.game).host == "ada"
    assert other.read(waiting).status == "waiting"
    for game in set(other.desk.games.ledger.games()) - {last.game}:
        assert other.table(game).outcome == "abandoned"


def test_a_player_who_leaves_the_table_before_the_start_dissolves_it(
    monkeypatch: pytest.MonkeyPatch,
):
    house = House()
    other = House(house.town)
    first = other.post("ada")
    crash_at(house, 3, monkeypatch)
    with pytest.raises(Crash):
        house.post("bob", key="k")
    (game,) = set(other.desk.games.ledger.games())
    other.desk.submit(game, {"type": "leave_seat"}, PlayerId("bob"))
    assert other.read(first).status == "waiting"
    assert other.post("bob", key="k").status == "left"
    assert other.table(game).outcome == "abandoned"
    assert other.post("cyd").game == other.read(first).game


def test_a_table_that_cannot_be_made_is_said_to_its_seekers(monkeypatch: pytest.MonkeyPatch):
    house = House()
    first = house.post("ada")

    def refused(*arguments: Any) -> None:
        raise BadOption("not any more")

    monkeypatch.setattr(house.desk, "open_table", refused)
    second = house.post("bob")
    for seek in (house.read(first), second):
        assert (seek.status, seek.reason) == ("failed", "options/bad_value")
    monkeypatch.undo()
    house.post("ada")
    assert house.post("bob").status == "matched"
