"""Statistics: counted once, stored, brought back, and the same at any time."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.ids import SPECTATOR
from eventlog.commit import codec_for
from projections.one_game import statistics
from projections.one_game.stored_views import STEP, StoredViews, view_key
from tests.projections.house import BASE, House, plain


def expected(house: House, game: str, at: int | None = None) -> dict[str, Any]:
    """Counted from the log alone, from what everybody may know."""
    codec, state, stats = codec_for(BASE), BASE.new_game(), BASE.statistics.begin()
    version = 0
    for version, line in house.ledger.read_all(game, until=at):  # noqa: B007
        told = codec.outline(line)
        for event in told.events:
            known = BASE.redact(event, SPECTATOR)
            BASE.evolve(state, known)
            BASE.statistics.count(stats, state, known, told.at)
    return {"version": version, **plain(BASE.statistics.show(stats))}


@pytest.fixture(scope="module")
def played() -> tuple[House, str]:
    house = House()
    game = house.start("counted")
    house.finish(game)
    return house, game


def test_statistics_are_what_everybody_could_have_counted(played: tuple[House, str]):
    house, game = played
    told = expected(house, game)
    assert house.views.stats(game).value() == told
    assert house.reader().views.stats(game).value() == told


@pytest.mark.parametrize("at", [1, 5, 30, 99])
def test_statistics_can_be_read_as_they_were(played: tuple[House, str], at: int):
    house, game = played
    assert house.views.stats(game, at).value() == expected(house, game, at)


def test_every_commit_counts_at_once_in_two_processes():
    house = House()
    game = house.start("both")
    other = house.reader()
    for receipt in house.play(game, 2 * STEP + 5):
        found = house.views.stats(game)
        assert found.version == receipt.version
        if receipt.version % 3 == 0:
            assert other.views.stats(game) == found
    assert house.views.stats(game).value() == expected(house, game)


def test_statistics_go_on_from_what_is_stored(monkeypatch: pytest.MonkeyPatch):
    house = House()
    game = house.start("on")
    for _ in house.play(game, 60):
        house.views.stats(game)
    counted: list[int] = []
    count = BASE.statistics.count

    class Counting(statistics.StatisticsFold):
        def apply(self, state: Any, event: Any, version: int, at: int) -> None:
            counted.append(version)
            count(self.stats, state, event, at)

    monkeypatch.setattr(statistics, "StatisticsFold", Counting)
    assert house.reader().views.stats(game).value() == expected(house, game)
    stored = StoredViews(house.redis).find(game, "stats")
    assert stored is not None
    assert min(counted) == stored.checkpoint.version + 1


SPOILING: dict[str, Callable[[bytes], bytes]] = {
    "garbage": lambda stored: b"garbage",
    "no json": lambda stored: stored.split(b"\n")[0] + b"\n{",
    "no statistics": lambda stored: stored.split(b"\n")[0] + b"\n[]",
    "other projection": lambda stored: b"1.0" + stored[3:],
    "other past": lambda stored: b"%s %s %s\n{}" % (*stored.split(b" ", 2)[:2], b"0" * 64),
    "future": lambda stored: b"%s 9999 %s\n{}" % (stored.split(b" ", 1)[0], b"0" * 64),
}


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("spoil", SPOILING.values(), ids=SPOILING)
def test_what_cannot_be_used_is_counted_anew(spoil: Callable[[bytes], bytes], ended: bool):
    house = House()
    game = house.start("spoilt")
    for _ in house.play(game, STEP + 5):
        house.views.stats(game)
    if ended:
        house.end(game)
        house.views.stats(game)
    key = view_key(game, "stats")
    house.redis.set(key, spoil(house.redis.get(key)))
    assert house.reader().views.stats(game).value() == expected(house, game)
