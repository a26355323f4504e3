"""A service for tests of quick games: its processes share one Redis and one clock."""

from collections.abc import Mapping, Sequence
from typing import Any

from fakeredis import FakeRedis, FakeServer

from commands.desk import Desk
from commands.seeks.seek import Seek, SeekRequest
from commands.seeks.seeks import Seeks
from domain.ids import PlayerId
from domain.table.state import Table
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames

MASTER = bytes(range(32))
DUEL: dict[str, Any] = {"ruleset": "duel"}
BASE: dict[str, Any] = {"ruleset": "base", "players": 3}


class Town:
    """What all processes share."""

    def __init__(self, redis: Any = None) -> None:
        self.redis = redis or FakeRedis(server=FakeServer())
        self.now = 1_700_000_000_000
        self.erased: set[str] = set()
        self.notices: dict[tuple[str, str], Mapping[str, Any]] = {}

    def names(self, players: Sequence[str]) -> dict[str, str | None]:
        return {player: None if player in self.erased else player for player in players}

    def tell(self, player: PlayerId, notice: str, body: Mapping[str, Any]) -> None:
        self.notices.setdefault((player, notice), body)


class House:
    """One process."""

    def __init__(self, town: Town | None = None) -> None:
        self.town = town or Town()
        redis = self.town.redis
        self.desk = Desk(LiveGames(Ledger(redis)), MASTER, clock=lambda: self.town.now)
        self.seeks = Seeks(redis, self.desk, names=self.town.names, tell=self.town.tell)

    def post(
        self, player: str, *, rating: float = 0.0, key: str | None = None, **wanted: Any
    ) -> Seek:
        options = {"clock": "live", **wanted.pop("options", {})}
        wanted = {"ruleset": "duel", "players": None, "rated": False, **wanted}
        bounds = {"below": None, "above": None, "bots_after_seconds": None, "nonce": None}
        request = SeekRequest(**{**bounds, **wanted, "options": options})
        return self.seeks.post(PlayerId(player), request, rating, key)

    def read(self, seek: Seek) -> Seek:
        return self.seeks.read(seek.wish.player, seek.seek_id)

    def table(self, game: str | None) -> Table:
        assert game is not None
        with self.desk.games.hold(game) as live:
            return live.state

    def seated(self, game: str | None) -> list[str | None]:
        return [chair.player for chair in self.table(game).chairs]

    def later(self, seconds: float) -> None:
        self.town.now += round(seconds * 1_000)
