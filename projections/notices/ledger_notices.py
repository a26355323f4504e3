"""Follows the ledger and adds the notices of new commits."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from itertools import chain as chained
from typing import TypeVar

from domain.messages import Event
from domain.table.state import LOBBY, Table
from eventlog.chain import Chain
from eventlog.live_games import LiveGames
from eventlog.redis_keys import TOURNAMENT_PARTITION, is_tournament, partition_of
from eventlog.tournaments import LiveTournaments
from projections.across_games.index_reader import IndexEntries, IndexReader
from projections.notices.followed_tournaments import FollowedTournaments
from projections.notices.game_notices import (
    Moment,
    moment_of,
    notices_of,
    people_at,
    reservation_notices,
)
from projections.notices.notice_store import CommitNotices, NoticeStore
from projections.notices.one_ledger import notices_unless_it_fails
from projections.notices.read_positions import ReadPositions
from projections.notices.receiver_store import ReceiverStore
from projections.one_game.game_at import require_folded

CHAINS_IN_MEMORY = 1_000
"""How many games with people stay folded in memory, beside the live folds."""
GAMES_IN_MEMORY = 20_000
"""For how many games it is known in memory whether people play in them."""
COMMITS_AT_ONCE = 100
"""How many commits with notices are written in one step."""
NOTICES_AT_ONCE = 400
"""After so many notices no further commit is added to a step."""
UNKNOWN = -1
"""Stands for the version to read on from if the index was trimmed: a lobby is read as a whole, and
a started game without any notice so far from its last commit on."""
SAVE_POSITION_EVERY = 100
"""The position is saved after so many index entries without notices: a write costs a sync."""

V = TypeVar("V")


class _FollowedGame:
    """A game that is folded commit by commit."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        self.moment = moment_of(chain.state)


class LedgerNotices:
    """Adds the notices of new commits to the feeds of people who play, or run a tournament.

    Several processes may do so at once, or do it again: every notice is added once.
    """

    def __init__(self, games: LiveGames, store: NoticeStore | None = None) -> None:
        redis = games.ledger.redis
        self._games = games
        self._tournaments = FollowedTournaments(LiveTournaments(redis))
        self._store = store or NoticeStore(redis)
        self._receivers = ReceiverStore(redis)
        self._positions = ReadPositions(redis)
        self._indexes = IndexReader(redis)
        self._read_to: dict[int, bytes] = {}
        self._unsaved: dict[int, bytes] = {}
        self._skipped = 0
        self._followed: OrderedDict[str, _FollowedGame] = OrderedDict()
        self._has_people: OrderedDict[str, bool] = OrderedDict()

    def restart(self) -> None:
        """Go on from the stored position: another process may have read on meanwhile."""
        self._read_to, self._unsaved, self._skipped = {}, {}, 0

    def catch_up(self, block_ms: int | None = None) -> int:
        """Read the new entries of the indexes. Returns how many there were.

        With `block_ms` it waits so long for the first one, but not on a Cluster.
        """
        if not self._read_to:
            self._read_to = self._positions.load()
        new_entries = self._indexes.read(self._read_to, block_ms)
        added = 0
        if new_entries:
            games, tournaments = self._ledgers_to_read(new_entries)
            found = chained(self._tournaments.notices_after(tournaments), self._new_notices(games))
            for batch in _batches(found):
                added += self._add(batch)
        count = sum(map(len, new_entries.values()))
        self._skipped += count
        read = {partition: entries[-1][0] for partition, entries in new_entries.items()}
        self._read_to |= read
        self._unsaved |= read
        if self._unsaved and (added or self._skipped >= SAVE_POSITION_EVERY):
            self._positions.save(self._unsaved)
            self._unsaved, self._skipped = {}, 0
        return count

    def _ledgers_to_read(
        self, new_entries: dict[int, IndexEntries]
    ) -> tuple[dict[str, int], dict[str, int]]:
        """Return the games and the tournaments that may lead to notices.

        Each has the version to read on from.
        """
        games = dict(_changed_games(new_entries.values()))
        lost_partitions = self._indexes.lost_partitions(self._read_to, list(new_entries))
        for ledger in self._ledgers_in_progress(lost_partitions):
            if partition_of(ledger) in lost_partitions:
                games[ledger] = self._store.last_notified_version(ledger) or UNKNOWN
        tournaments = {one: games.pop(one) for one in list(games) if is_tournament(one)}
        # A tournament of which nobody has been told anything is read as a whole.
        return games, {one: max(after, 0) for one, after in tournaments.items()}

    def _ledgers_in_progress(self, partitions: set[int]) -> set[str]:
        """Return the ledgers that may lead to notices, without reading the indexes."""
        if not partitions:
            return set()
        found = {*self._games.ledger.open_games(), *self._store.notified_games()}
        if TOURNAMENT_PARTITION in partitions:
            found |= self._tournaments.open_tournaments()
        return found

    def _add(self, commits: list[CommitNotices]) -> int:
        players = (notice.player for commit in commits for notice in commit.notices)
        return self._store.add(commits, self._receivers.find_all(players)).notices

    def _new_notices(self, games: dict[str, int]) -> Iterator[CommitNotices]:
        for game, after in games.items():
            yield from notices_unless_it_fails(game, self._notices_of(game, after), self._forget)

    def _forget(self, game: str) -> None:
        self._followed.pop(game, None)

    def _notices_of(self, game: str, after: int) -> Iterator[CommitNotices]:
        is_in_lobby = self._is_in_lobby(game)
        if is_in_lobby or self._are_people_in(game):
            if after == UNKNOWN:
                after = 0 if is_in_lobby else self._games.ledger.head(game) - 1
            yield from self._notices_after(game, after)

    def _notices_after(self, game: str, after: int) -> Iterator[CommitNotices]:
        followed = self._follow(game, after)
        chain = followed.chain
        for version, line in self._games.ledger.read_all(game, chain.version):
            before, events = followed.moment, list[Event]()

            def collect(state: Table, event: Event, *_: int, events: list[Event] = events) -> None:
                events.append(event)

            chain.apply(version, line, collect)
            followed.moment = moment_of(chain.state)
            if version > after:
                if reserved := reservation_notices(game, chain, events):
                    # They belong to no game in progress: it may never start.
                    yield CommitNotices(reserved)
                notices = notices_of(game, before, followed.moment, chain, events)
                notices += self._tournaments.calls(game, chain, events)
                if notices:
                    yield CommitNotices(notices, game, version, _is_end(before, followed.moment))

    def _is_in_lobby(self, game: str) -> bool:
        if game in self._has_people:
            return False
        with self._games.hold(game) as live:
            require_folded(live)
            return live.state.phase == LOBBY

    def _are_people_in(self, game: str) -> bool:
        """Whether people play in a started game, and not only bots.

        A game of bots is looked at again: a referee may have seated a player.
        """
        if not self._has_people.get(game):
            with self._games.hold(game) as live:
                require_folded(live)
                self._has_people[game] = bool(people_at(live.state.chairs))
            _drop_oldest(self._has_people, GAMES_IN_MEMORY)
        return self._has_people[game]

    def _follow(self, game: str, after: int) -> _FollowedGame:
        """Return a fold of the game up to this version or an earlier one."""
        followed = self._followed.get(game)
        if followed is None or followed.chain.version > after:
            followed = _FollowedGame(self._games.chain_at(game, after))
        self._followed[game] = followed
        self._followed.move_to_end(game)
        _drop_oldest(self._followed, CHAINS_IN_MEMORY)
        return followed


def _is_end(before: Moment, now: Moment) -> bool:
    return now.is_over and not before.is_over


def _batches(commits: Iterable[CommitNotices]) -> Iterator[list[CommitNotices]]:
    """Yield commits in groups of which each is written in one step."""
    batch, notices = list[CommitNotices](), 0
    for commit in commits:
        batch.append(commit)
        notices += len(commit.notices)
        if len(batch) >= COMMITS_AT_ONCE or notices >= NOTICES_AT_ONCE:
            yield batch
            batch, notices = [], 0
    if batch:
        yield batch


def _changed_games(new_entries: Iterable[IndexEntries]) -> Iterable[tuple[str, int]]:
    """Yield games with new commits, with the version before the first of them."""
    seen = set()
    for entries in new_entries:
        for _, fields in entries:
            game = fields[b"game"].decode()
            if game not in seen:
                seen.add(game)
                yield game, int(fields[b"version"]) - 1


def _drop_oldest(cache: OrderedDict[str, V], most: int) -> None:
    while len(cache) > most:
        cache.popitem(last=False)
