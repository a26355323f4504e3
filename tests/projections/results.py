"""Closed games as the catalogue has them, made up: players, ranks, and when they ended."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from domain.ids import PlayerId
from projections.across_games.catalogue_store import Entry, Register, key_of
from projections.across_games.player_records import Line, after_game
from projections.across_games.results import Result
from projections.across_games.score_store import (
    LINES,
    SETTLED,
    TO_SETTLE,
    UNDO,
    Scorebook,
    table_of,
)
from projections.across_games.score_updates import Settler
from projections.across_games.set_aside import SetAside
from projections.across_games.summaries import Summary
from projections.one_game.checkpoints import Checkpoint

PEOPLE = tuple(PlayerId(f"u-{name}") for name in ("ada", "bea", "cyd", "dan", "eve", "fay"))
HEAD = "0" * 64


def ended(
    game: str,
    at: int,
    players: Sequence[str],
    ranks: Sequence[int | None] | None = None,
    **changes: Any,
) -> Entry:
    """A closed game; without ranks the first seat has won, and the others come in order."""
    outcome = changes.pop("outcome", "won")
    given = tuple(ranks) if ranks is not None else tuple(range(1, len(players) + 1))
    if outcome != "won":
        given = (None,) * len(players)
    result = Result(
        ranks=given,
        points=tuple(10 - (rank or 0) for rank in given),
        resigned=changes.pop("resigned", (False,) * len(players)),
        by_bots=changes.pop("by_bots", (False,) * len(players)),
        is_trusted=changes.pop("is_trusted", True),
    )
    summary = Summary(
        game_id=game,
        ruleset=changes.pop("ruleset", "base"),
        rules=1,
        players=len(players),
        seats=tuple(PlayerId(player) for player in players),
        status="closed",
        phase="closed",
        turn=9,
        to_act=(),
        host=PlayerId(players[0]),
        listed=True,
        options={},
        version=99,
        opened_at=at - 1,
        updated_at=at,
        outcome=outcome,
        winners=tuple(seat for seat, rank in enumerate(given) if rank == 1),  # type: ignore[misc]
        quarantined=False,
    )
    assert not changes
    return Entry(Checkpoint("1", 99, HEAD), summary, result)


def some_games(count: int, luck: Random) -> list[Entry]:
    """All kinds of closed games, some of which end in the same instant."""
    found = []
    for n in range(count):
        players: list[str] = luck.sample(PEOPLE, luck.choice([3, 4]))
        if luck.random() < 0.15:
            players[-1] = "bot:planner:1"
        ranks = [1, *(luck.choice([2, 3]) for _ in players[1:])]
        luck.shuffle(ranks)
        found.append(
            ended(
                f"game-{n}",
                1_700_000_000_000 + luck.randrange(count),
                players,
                ranks,
                outcome=luck.choice(["won"] * 5 + ["void", "abandoned"]),
                is_trusted=luck.random() < 0.9,
                ruleset=luck.choice(["base", "base", "other"]),
            )
        )
    return found


def counted(games: Iterable[Entry]) -> dict[str, Line]:
    """The lines that games lead to, from the results alone."""
    lines: dict[str, Line] = {}
    for game in sorted(games, key=lambda one: one.turn):
        lines.update(after_game(game, lines))
    return lines


class Book:
    """A score book in one edition, kept by a process of its own."""

    def __init__(self, redis: Any, edition: int = 1) -> None:
        self.redis = redis
        self.edition = edition
        self.register = Register(redis)
        self.pages = Scorebook(redis)
        self.settler = Settler(self.register, self.pages, SetAside(redis))

    def enter(self, entry: Entry) -> None:
        seen = self.register.entry(self.edition, entry.summary.game_id)
        assert self.register.enter(self.edition, entry, seen)

    def settle(self) -> int:
        return self.settler.settle(self.edition)

    def set_aside(self) -> dict[str, str]:
        return SetAside(self.redis).reasons(self.edition)

    def lines(self) -> dict[str, Line | None]:
        names = [name.decode() for name in self.redis.hkeys(self._key(LINES))]
        return self.pages.lines(self.edition, names)

    def table(self, ruleset: str) -> list[str]:
        """Places, the best first."""
        found = self.redis.zrange(self._key(table_of(ruleset)), 0, -1)
        return [place.decode() for place in found[::-1]]

    def state(self) -> dict[str, Any]:
        """All that is counted, in a form that can be compared."""
        return {
            "lines": self.lines(),
            "tables": {ruleset: self.table(ruleset) for ruleset in ("base", "other")},
            "undo": self.redis.hgetall(self._key(UNDO)),
            "settled": self.redis.zrange(self._key(SETTLED), 0, -1),
            "to settle": self.redis.zrange(self._key(TO_SETTLE), 0, -1),
        }

    def _key(self, name: str) -> str:
        return key_of(self.edition, name)
