"""The herald: follows the ledger and puts in the outbox what players want to be told."""

import logging
from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeVar

from domain.ids import PlayerId
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.table.state import Table
from eventlog.chain import BrokenChain, Chain
from eventlog.live_games import LiveGames
from eventlog.redis_keys import partition_of
from projections.across_games.index_reader import IndexEntries, IndexReader
from projections.one_game.game_at import require_folded
from projections.webhooks.notices import moment_of, notices_of
from projections.webhooks.outbox import Outbox
from projections.webhooks.read_positions import Places

KEPT_GAMES = 1_000
"""How many games are kept folded, beside the live folds: those of players with webhooks."""
KEPT_SEATS = 20_000
SKIPPED = 100
"""So many entries of which nobody was told are rather read again than noted: a write is a sync."""

V = TypeVar("V")

logger = logging.getLogger(__name__)


class OutboxWriter:
    """Tells the outbox of every commit that means something to somebody, after it happened.

    Several may do so at once, and all of it again: the outbox takes everything once.
    """

    def __init__(self, games: LiveGames, outbox: Outbox) -> None:
        self._games = games
        self._outbox = outbox
        self._places = Places(games.ledger.redis)
        self._indexes = IndexReader(games.ledger.redis)
        self._reached: dict[int, bytes] = {}
        self._unnoted: dict[int, bytes] = {}
        self._skipped = 0
        self._chains: OrderedDict[str, Chain] = OrderedDict()
        self._seats: OrderedDict[str, list[PlayerId]] = OrderedDict()

    def catch_up(self) -> int:
        """Read on from where it was; how many entries of the indexes were new."""
        if not self._reached:
            self._reached = self._places.begin()
        news = self._indexes.read(self._reached)
        told = 0
        if news and not self._outbox.webhooks.is_empty():
            for game, after in self._since(news).items():
                told += self._tell(game, after)
        count = sum(map(len, news.values()))
        self._skipped += count
        read = {partition: entries[-1][0] for partition, entries in news.items()}
        self._reached |= read
        self._unnoted |= read
        if self._unnoted and (told or self._skipped >= SKIPPED):
            self._places.note(self._unnoted)
            self._unnoted, self._skipped = {}, 0
        return count

    def _since(self, news: dict[int, IndexEntries]) -> dict[str, int]:
        """Games to be told of, each after which version."""
        since = dict(_begun(news.values()))
        lost = self._indexes.lost_partitions(self._reached, list(news))
        for game in self._going_on() if lost else ():
            if partition_of(game) in lost:
                # What nobody was told of before begins with the last commit.
                last = self._games.ledger.head(game) - 1
                since[game] = self._outbox.told(game) or max(last, 0)
        return since

    def _going_on(self) -> set[str]:
        """Games of which something may have to be told, without a look at the indexes."""
        return {*self._games.ledger.open_games(), *self._outbox.games()}

    def _tell(self, game: str, after: int) -> int:
        try:
            return self._tell_of(game, after)
        except (RuleViolation, BrokenChain) as failure:
            # One game that cannot be read does not keep the others waiting.
            logger.warning("nobody can be told of this game: %s", failure, extra={"game": game})
            self._chains.pop(game, None)
            return 0

    def _tell_of(self, game: str, after: int) -> int:
        webhooks = self._outbox.webhooks.find_all(self._players(game))
        if not webhooks:
            self._chains.pop(game, None)
            return 0
        wants = {player: webhook.kinds for player, webhook in webhooks.items()}
        after = max(after, self._outbox.told(game))
        chain = self._chain(game, after)
        told = 0
        for version, line in self._games.ledger.read_all(game, chain.version):
            before, events = moment_of(chain.state), list[Event]()

            def hear(state: Table, event: Event, *_: int, events: list[Event] = events) -> None:
                events.append(event)

            chain.apply(version, line, hear)
            notices = notices_of(game, before, chain, events, wants) if version > after else []
            if notices:
                is_last = moment_of(chain.state).is_over
                told += self._outbox.note(game, version, notices, is_last=is_last)
        return told

    def _players(self, game: str) -> list[PlayerId]:
        """Who sits in a game; once it has begun, that does not change any more."""
        if game not in self._seats:
            with self._games.hold(game) as live:
                require_folded(live)
                chairs = live.state.chairs
                self._seats[game] = [one.player for one in chairs if one.player is not None]
            _shrink(self._seats, KEPT_SEATS)
        return self._seats[game]

    def _chain(self, game: str, after: int) -> Chain:
        """A fold of the game that is not beyond a version."""
        chain = self._chains.get(game)
        if chain is None or chain.version > after:
            chain = self._games.chain_at(game, after)
        self._chains[game] = chain
        self._chains.move_to_end(game)
        _shrink(self._chains, KEPT_GAMES)
        return chain


def _begun(news: Iterable[IndexEntries]) -> Iterable[tuple[str, int]]:
    """Games that are told of beyond the lobby, and the version before the first such commit."""
    seen = set()
    for entries in news:
        for _, fields in entries:
            game = fields[b"game"].decode()
            if game not in seen and fields[b"status"] != b"lobby":
                seen.add(game)
                yield game, int(fields[b"version"]) - 1


def _shrink(kept: OrderedDict[str, V], most: int) -> None:
    while len(kept) > most:
        kept.popitem(last=False)
