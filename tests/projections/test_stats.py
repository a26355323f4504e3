"""Statistics: counted once, stored, brought back, and the same at any time."""

from collections.abc import Callable
from typing import Any

import pytest

from domain.ids import SPECTATOR
from eventlog.commit import codec_for
from projections.one_game import statistics
from projections.one_game.stored_views import STEP, StoredViews, view_key
from tests.projections.backend import BASE, Backend, plain


def expected(backend: Backend, game: str, at: int | None = None) -> dict[str, Any]:
    """Counted from the log alone, from what everybody may know."""
    codec, state, stats = codec_for(BASE), BASE.new_game(), BASE.statistics.begin()
    version = 0
    for version, line in backend.ledger.read_all(game, until=at):  # noqa: B007
        outline = codec.outline(line)
        for event in outline.events:
            known = BASE.redact(event, SPECTATOR)
            BASE.evolve(state, known)
            BASE.statistics.count(stats, state, known, outline.at)
    return {"version": version, "ruleset": BASE.name, **plain(BASE.statistics.show(stats))}


@pytest.fixture(scope="module")
def played() -> tuple[Backend, str]:
    backend = Backend()
    game = backend.start("counted")
    backend.finish(game)
    return backend, game


def test_statistics_are_what_everybody_could_have_counted(played: tuple[Backend, str]):
    backend, game = played
    stats = expected(backend, game)
    assert backend.views.stats(game).value() == stats
    assert backend.reader().views.stats(game).value() == stats


@pytest.mark.parametrize("at", [1, 5, 30, 99])
def test_statistics_can_be_read_as_they_were(played: tuple[Backend, str], at: int):
    backend, game = played
    assert backend.views.stats(game, at).value() == expected(backend, game, at)


def test_every_commit_counts_at_once_in_two_processes():
    backend = Backend()
    game = backend.start("both")
    other = backend.reader()
    for receipt in backend.play(game, 2 * STEP + 5):
        found = backend.views.stats(game)
        assert found.version == receipt.version
        if receipt.version % 3 == 0:
            assert other.views.stats(game) == found
    assert backend.views.stats(game).value() == expected(backend, game)


def test_statistics_go_on_from_what_is_stored(monkeypatch: pytest.MonkeyPatch):
    backend = Backend()
    game = backend.start("on")
    for _ in backend.play(game, 60):
        backend.views.stats(game)
    counted: list[int] = []
    count = BASE.statistics.count

    class Counting(statistics.StatisticsFold):
        def apply(self, state: Any, event: Any, version: int, at: int) -> None:
            counted.append(version)
            count(self.stats, state, event, at)

    monkeypatch.setattr(statistics, "StatisticsFold", Counting)
    assert backend.reader().views.stats(game).value() == expected(backend, game)
    stored = StoredViews(backend.redis).find(game, "stats")
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
    backend = Backend()
    game = backend.start("damaged")
    for _ in backend.play(game, STEP + 5):
        backend.views.stats(game)
    if ended:
        backend.end(game)
        backend.views.stats(game)
    key = view_key(game, "stats")
    backend.redis.set(key, spoil(backend.redis.get(key)))
    assert backend.reader().views.stats(game).value() == expected(backend, game)
