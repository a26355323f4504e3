"""Seeks on every kind of Redis: their scripts work on real servers and on a Cluster."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from commands.seeks import redis_keys
from commands.seeks.seek import Seek
from domain.ids import PlayerId
from tests.redises import Store, slot_of
from tests.seeks.house import BASE, House, Town


def test_a_quick_game_is_made_on_every_store(real_store: Store):
    house = House(Town(real_store.client()))
    first = house.post("ada", bots_after_seconds=0, **BASE)
    left = house.post("gone", rating=50.0, below=1.0, **BASE)
    house.seeks.leave(PlayerId("gone"), left.seek_id)
    house.post("bob", bots_after_seconds=60, **BASE)
    house.seeks.sweep()
    seated = house.seated(house.read(first).game)
    assert {"ada", "bob"} < set(seated)
    house.town.erased.add("eve")
    house.post("eve")
    waiting = house.post("dan")
    assert waiting.status == "waiting"
    assert house.post("fay").game == house.read(waiting).game
    house.later(100_000)
    house.seeks.sweep()
    kept = {key for node in real_store.nodes() for key in node.scan_iter(match="{seeks}:*")}
    assert kept == {b"{seeks}:order", b"{seeks}:news"}


def test_all_keys_of_seeks_are_in_one_slot():
    names = [value for name, value in vars(redis_keys).items() if isinstance(value, str)]
    keys = [name for name in names if name.startswith(redis_keys.TAG)]
    keys += [redis_keys.pool_key("a"), redis_keys.own_key("u-1")]
    assert len(keys) > 10
    assert len({slot_of(key) for key in keys}) == 1


def test_two_processes_that_match_at_once_seat_nobody_twice(real_store: Store):
    """Many rounds: two strangers and a third come at the same moment at three processes."""
    town = Town(real_store.client())
    houses = [House(_beside(town, real_store)) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        for n in range(10):
            start = Barrier(3)

            def post(number: int, round_: int = n, start: Barrier = start) -> Seek:
                start.wait()
                return houses[number].post(f"p{round_}-{number}")

            seeks = [houses[0].read(seek) for seek in pool.map(post, range(3))]
            matched = [seek for seek in seeks if seek.status == "matched"]
            (waiting,) = [seek for seek in seeks if seek.status == "waiting"]
            assert len({seek.game for seek in matched}) == 1
            assert set(houses[1].seated(matched[0].game)) == {s.wish.player for s in matched}
            houses[2].seeks.leave(waiting.wish.player, waiting.seek_id)


def _beside(town: Town, store: Store) -> Town:
    other = Town(store.client())
    other.now, other.erased, other.notices = town.now, town.erased, town.notices
    return other
