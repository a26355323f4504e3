"""Closed games for tests, as entries of the catalogue: players, ranks, and when they ended."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from domain.ids import PlayerId
from projections.across_games.catalogue_entries import CatalogueEntry
from projections.across_games.catalogue_store import CatalogueStore, key_of
from projections.across_games.player_records import PlayerRecord, records_after
from projections.across_games.results import Result
from projections.across_games.score_store import (
    COUNTED,
    RECORDS,
    TO_COUNT,
    UNDO,
    ScoreStore,
    leaderboard_name,
)
from projections.across_games.score_updates import ScoreUpdater
from projections.across_games.set_aside import SetAside
from projections.across_games.summaries import Summary
from projections.one_game.checkpoints import Checkpoint

PEOPLE = tuple(PlayerId(f"u-{name}") for name in ("ada", "bea", "cyd", "dan", "eve", "fay"))
HEAD = "0" * 64


def closed_game(
    game: str,
    at: int,
    players: Sequence[str],
    ranks: Sequence[int | None] | None = None,
    **changes: Any,
) -> CatalogueEntry:
    """A closed game. Without `ranks` the seats rank in their order, and the first seat wins."""
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
        is_rateable=changes.pop("is_rateable", True),
        is_cut_short=changes.pop("is_cut_short", False),
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
    return CatalogueEntry(Checkpoint("1", 99, HEAD), summary, result)


def some_games(count: int, luck: Random) -> list[CatalogueEntry]:
    """Closed games of all kinds; some of them end at the same time."""
    found = []
    for n in range(count):
        players: list[str] = luck.sample(PEOPLE, luck.choice([3, 4]))
        if luck.random() < 0.15:
            players[-1] = "bot:planner:1"
        ranks = [1, *(luck.choice([2, 3]) for _ in players[1:])]
        luck.shuffle(ranks)
        found.append(
            closed_game(
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


def expected_records(games: Iterable[CatalogueEntry]) -> dict[str, PlayerRecord]:
    """The records that games lead to, from the results alone."""
    records: dict[str, PlayerRecord] = {}
    for game in sorted(games, key=lambda one: one.closing_member):
        records.update(records_after(game, records))
    return records


class ScoreProcess:
    """A process that counts closed games in one generation of the catalogue."""

    def __init__(self, redis: Any, generation: int = 1) -> None:
        self.redis = redis
        self.generation = generation
        self.catalogue_store = CatalogueStore(redis)
        self.score_store = ScoreStore(redis)
        self.updater = ScoreUpdater(self.catalogue_store, self.score_store, SetAside(redis))

    def put(self, entry: CatalogueEntry) -> None:
        seen = self.catalogue_store.entry(self.generation, entry.summary.game_id)
        assert self.catalogue_store.put_entry(self.generation, entry, seen)

    def count(self) -> int:
        return self.updater.count_games(self.generation)

    def set_aside(self) -> dict[str, str]:
        return SetAside(self.redis).reasons(self.generation)

    def records(self) -> dict[str, PlayerRecord | None]:
        names = [name.decode() for name in self.redis.hkeys(self._key(RECORDS))]
        return self.score_store.records(self.generation, names)

    def leaderboard(self, ruleset: str) -> list[str]:
        """The members of a leaderboard, the best first."""
        found = self.redis.zrange(self._key(leaderboard_name(ruleset)), 0, -1)
        return [member.decode() for member in found[::-1]]

    def state(self) -> dict[str, Any]:
        """Everything that is stored about scores, in a form that can be compared."""
        return {
            "records": self.records(),
            "leaderboards": {ruleset: self.leaderboard(ruleset) for ruleset in ("base", "other")},
            "undo": self.redis.hgetall(self._key(UNDO)),
            "counted": self.redis.zrange(self._key(COUNTED), 0, -1),
            "to count": self.redis.zrange(self._key(TO_COUNT), 0, -1),
        }

    def _key(self, name: str) -> str:
        return key_of(self.generation, name)
