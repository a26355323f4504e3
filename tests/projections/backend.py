"""A server for tests: a ledger in memory, its desk, and readers beside it."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import fakeredis
import msgspec

from commands.carrier import Receipt
from commands.desk import Desk, Opening
from domain.chance.draws import mac
from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Seat, Viewer
from domain.ledger_rules import fold
from domain.registry import RULESETS
from domain.table.state import Table
from eventlog.commit import codec_for
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from eventlog.redis_keys import new_game_id, partition_of
from projections.across_games.catalogue import Catalogue
from projections.across_games.scores import Scores
from projections.one_game.views import Views

MASTER = b"the master secret of these tests"
PLAYERS = [PlayerId(name) for name in ("ada", "bea", "cyd", "dan")]
QUICK = {"target_points": 4}
BASE = RULESETS["base"]
VIEWERS: list[Viewer] = [SPECTATOR, ORGANIZER, Seat(0), Seat(1), Seat(2)]
UNWANTED = {"resign", "offer_trade"}
EAGER = {"build_settlement", "build_city", "buy_development_card"}


class Reader:
    """A process that only reads."""

    def __init__(self, redis: Any) -> None:
        self.games = LiveGames(Ledger(redis))
        self.views = Views(self.games)
        self.catalogue = Catalogue(self.games)
        self.scores = Scores(redis, self.catalogue.updater)


class Backend(Reader):
    """A process that takes commands and reads. The same things happen every time."""

    def __init__(self, redis: Any = None) -> None:
        self.redis = redis or fakeredis.FakeRedis(server=fakeredis.FakeServer())
        super().__init__(self.redis)
        self.now = 1_700_000_000_000
        self.desk = Desk(self.games, MASTER, clock=self._clock)

    @property
    def ledger(self) -> Ledger:
        return self.games.ledger

    def reader(self) -> Reader:
        """Another process on the same ledger."""
        return Reader(self.redis)

    def sibling(self) -> "Backend":
        """Another process that takes commands on the same ledger."""
        return Backend(self.redis)

    def open(
        self, name: str, *, players: int = 3, listed: bool = True, host: PlayerId = PLAYERS[0]
    ) -> str:
        opening = Opening("base", players, QUICK, listed)
        return self.desk.open_game(opening, host, name).game

    def open_beside(self, game: str, name: str) -> str:
        """A game in the same partition."""
        for i in count():
            key = f"{name}:{i}"
            bits = mac(MASTER, f"game:{PLAYERS[0]}:{key}".encode())
            if partition_of(new_game_id(bits)) == partition_of(game):
                return self.open(key)
        raise AssertionError

    def seat(self, game: str, *players: PlayerId) -> None:
        for player in players:
            self.desk.submit(game, {"type": "take_seat"}, player)

    def start(self, name: str, players: int = 3) -> str:
        """A game in which everybody sits and the first settlement is due."""
        game = self.open(name, players=players)
        self.seat(game, *PLAYERS[:players])
        self.desk.submit(game, {"type": "start_game"}, PLAYERS[0])
        return game

    def play(self, game: str, commits: int = 10_000, seed: int = 0) -> Iterator[Receipt]:
        """Play on at random, knowing nothing but what `actions` offers."""
        random = Random(f"{game}:{seed}")
        for _ in range(commits):
            state = self.state(game)
            if state.outcome is not None:
                return
            player = state.chairs[random.choice(state.ruleset.flow.to_act(state))].player
            assert player is not None
            yield self.desk.submit(game, self.choose_command(game, player, random), player)

    def choose_command(self, game: str, player: PlayerId, random: Random) -> dict[str, Any]:
        """One of the commands that a player may post."""
        offered = self.views.actions(game, player).value()["actions"]
        posted = [action.get("command") or action["example"] for action in offered]
        posted = [body for body in posted if body["type"] not in UNWANTED]
        eager = [body for body in posted if body["type"] in EAGER]
        return random.choice(eager or posted)  # type: ignore[no-any-return]

    def finish(self, game: str) -> int:
        """Play to the end and close. Returns the last version."""
        for _ in self.play(game):
            pass
        return self.desk.close_game(game).version

    def end(self, game: str) -> int:
        """Void the game and close it. Returns the last version."""
        self.desk.void_game(game, "that was long enough")
        return self.desk.close_game(game).version

    def state(self, game: str) -> Table:
        with self.games.hold(game) as live:
            return live.state

    def folded(self, game: str, at: int | None = None) -> Table:
        """Fold a state from the log alone."""
        codec = codec_for(BASE)
        lines = self.ledger.read_all(game, until=at)
        return fold(
            BASE.new_game(), (event for _, line in lines for event in codec.events_of(line))
        )

    def _clock(self) -> int:
        self.now += 1_000
        return self.now


def plain(value: object) -> Any:
    """Encode a value as JSON and decode it again."""
    return msgspec.json.decode(msgspec.json.encode(value))
