"""Follows the ledger and adds the notices that players want to the outbox."""

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
from projections.webhooks.read_positions import ReadPositions

CHAINS_IN_MEMORY = 1_000
"""How many games of players with webhooks stay folded in memory, beside the live folds."""
PLAYER_LISTS_IN_MEMORY = 20_000
SAVE_POSITION_EVERY = 100
"""The position is saved after so many index entries without notices: a write costs a sync."""

V = TypeVar("V")

logger = logging.getLogger(__name__)


class OutboxWriter:
    """Adds the notices of new commits to the outbox.

    Several processes may do so at once, or do it again: the outbox takes every notice once.
    """

    def __init__(self, games: LiveGames, outbox: Outbox) -> None:
        self._games = games
        self._outbox = outbox
        self._positions = ReadPositions(games.ledger.redis)
        self._indexes = IndexReader(games.ledger.redis)
        self._read_to: dict[int, bytes] = {}
        self._unsaved: dict[int, bytes] = {}
        self._skipped = 0
        self._chains: OrderedDict[str, Chain] = OrderedDict()
        self._players_by_game: OrderedDict[str, list[PlayerId]] = OrderedDict()

    def catch_up(self) -> int:
        """Read the new entries of the indexes. Returns how many there were."""
        if not self._read_to:
            self._read_to = self._positions.load()
        new_entries = self._indexes.read(self._read_to)
        added = 0
        if new_entries and not self._outbox.webhooks.is_empty():
            for game, after in self._games_to_read(new_entries).items():
                added += self._add_notices_or_skip(game, after)
        count = sum(map(len, new_entries.values()))
        self._skipped += count
        read = {partition: entries[-1][0] for partition, entries in new_entries.items()}
        self._read_to |= read
        self._unsaved |= read
        if self._unsaved and (added or self._skipped >= SAVE_POSITION_EVERY):
            self._positions.save(self._unsaved)
            self._unsaved, self._skipped = {}, 0
        return count

    def _games_to_read(self, new_entries: dict[int, IndexEntries]) -> dict[str, int]:
        """Return the games that may lead to notices, each with the version to read on from."""
        after_versions = dict(_started_games(new_entries.values()))
        lost_partitions = self._indexes.lost_partitions(self._read_to, list(new_entries))
        for game in self._games_in_progress() if lost_partitions else ():
            if partition_of(game) in lost_partitions:
                # A game without any notice so far is read from its last commit on.
                last = self._games.ledger.head(game) - 1
                after_versions[game] = self._outbox.last_notified_version(game) or max(last, 0)
        return after_versions

    def _games_in_progress(self) -> set[str]:
        """Return the games that may lead to notices, without reading the indexes."""
        return {*self._games.ledger.open_games(), *self._outbox.notified_games()}

    def _add_notices_or_skip(self, game: str, after: int) -> int:
        try:
            return self._add_notices(game, after)
        except (RuleViolation, BrokenChain) as failure:
            # One game that cannot be read does not delay the others.
            logger.warning("this game leads to no notices: %s", failure, extra={"game": game})
            self._chains.pop(game, None)
            return 0

    def _add_notices(self, game: str, after: int) -> int:
        webhooks = self._outbox.webhooks.find_all(self._players(game))
        if not webhooks:
            self._chains.pop(game, None)
            return 0
        wanted_kinds = {player: webhook.kinds for player, webhook in webhooks.items()}
        after = max(after, self._outbox.last_notified_version(game))
        chain = self._chain(game, after)
        added = 0
        for version, line in self._games.ledger.read_all(game, chain.version):
            before, events = moment_of(chain.state), list[Event]()

            def collect(state: Table, event: Event, *_: int, events: list[Event] = events) -> None:
                events.append(event)

            chain.apply(version, line, collect)
            if version <= after:
                continue
            notices = notices_of(game, before, chain, events, wanted_kinds)
            if notices:
                is_last = moment_of(chain.state).is_over
                added += self._outbox.add_notices(game, version, notices, is_last=is_last)
        return added

    def _players(self, game: str) -> list[PlayerId]:
        """Return the players of a game. They stay the same once the game has started."""
        if game not in self._players_by_game:
            with self._games.hold(game) as live:
                require_folded(live)
                chairs = live.state.chairs
                self._players_by_game[game] = [
                    one.player for one in chairs if one.player is not None
                ]
            _drop_oldest(self._players_by_game, PLAYER_LISTS_IN_MEMORY)
        return self._players_by_game[game]

    def _chain(self, game: str, after: int) -> Chain:
        """Return a fold of the game up to this version or an earlier one."""
        chain = self._chains.get(game)
        if chain is None or chain.version > after:
            chain = self._games.chain_at(game, after)
        self._chains[game] = chain
        self._chains.move_to_end(game)
        _drop_oldest(self._chains, CHAINS_IN_MEMORY)
        return chain


def _started_games(new_entries: Iterable[IndexEntries]) -> Iterable[tuple[str, int]]:
    """Yield games that have left the lobby, with the version before their first new commit."""
    seen = set()
    for entries in new_entries:
        for _, fields in entries:
            game = fields[b"game"].decode()
            if game not in seen and fields[b"status"] != b"lobby":
                seen.add(game)
                yield game, int(fields[b"version"]) - 1


def _drop_oldest(cache: OrderedDict[str, V], most: int) -> None:
    while len(cache) > most:
        cache.popitem(last=False)
