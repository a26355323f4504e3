"""Keeping the catalogue current: it reads what happened in the partitions' indexes."""

import logging
from collections.abc import Iterable
from threading import Lock

from msgspec import Struct

from domain.refusals import RuleViolation
from eventlog.commit import codec_for
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGame, LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.redis_keys import partition_of
from projections.across_games import index_reader
from projections.across_games.catalogue_store import (
    PROJECTION,
    Entry,
    Places,
    Register,
    read_entry,
)
from projections.across_games.challenge_attempts import attempt_of
from projections.across_games.index_reader import Index, Indexes
from projections.across_games.results import result_of
from projections.across_games.set_aside import SetAside
from projections.across_games.summaries import summarize
from projections.one_game.checkpoints import checkpoint_of
from projections.one_game.game_at import require_folded

SKIPPED = 100
"""So many entries that change nothing are rather read again than noted: a write costs a sync."""

logger = logging.getLogger(__name__)


class Edition(Struct, frozen=True):
    """A catalogue that is being made: the games to enter, and where the indexes ended before."""

    number: int
    reached: dict[int, bytes]
    games: list[str]


class Cataloguer:
    """Enters games in the catalogue when they have changed in a way that it shows."""

    def __init__(self, games: LiveGames, register: Register, trust: TrustedKeys) -> None:
        self._games = games
        self._register = register
        self._trust = trust
        self.set_aside = SetAside(games.ledger.redis)
        self._indexes = Indexes(games.ledger.redis)
        self._lock = Lock()

    def catch_up(self) -> int:
        """Read the indexes to their ends; the edition that is current then."""
        with self._lock:
            while True:
                places = self._register.places()
                if places is None:
                    self._make()
                elif self._follow(places):
                    return places.edition

    def make_anew(self) -> None:
        """Make the catalogue from the logs and let it be read, whatever is stored."""
        with self._lock:
            self._make()

    def begin_edition(self) -> Edition:
        """Begin to make the catalogue anew, from the logs alone."""
        number = self._register.new_edition()
        reached = self._indexes.ends()
        # Listed after that: a game that is opened later is told of in its index.
        return Edition(number, reached, self._all_games())

    def publish(self, edition: Edition) -> None:
        """Let an edition be read in which all games have been entered."""
        self._register.publish(edition.number, edition.reached)
        self._register.clean()

    def enter(self, edition: int, game: str) -> bool:
        """Enter a game as it is now; False if it cannot be read, and then it is set aside.

        The game is looked at after its entry: so what is entered is never older than that.
        """
        while True:
            seen = self._register.entry(edition, game)
            try:
                with self._games.hold(game) as live:
                    require_folded(live)
                    entry = self._entry(live, read_entry(seen))
            except RuleViolation as refusal:
                logger.info("not catalogued: %s", refusal, extra={"game": game})
                return False
            except UNREACHABLE:
                # That is no game's fault.
                raise
            except Exception as error:
                self.set_aside.add_unreadable(edition, game, error)
                return False
            if self._register.enter(edition, entry, seen):
                return True

    def _make(self) -> None:
        edition = self.begin_edition()
        for game in edition.games:
            self.enter(edition.number, game)
        self.publish(edition)

    def _all_games(self) -> list[str]:
        return sorted(set(self._games.ledger.games()))

    def _entry(self, live: LiveGame, old: Entry | None) -> Entry:
        opened_at = self._opened_at(live) if old is None else old.summary.opened_at
        result = result_of(live, self._games.ledger, self._trust)
        return Entry(
            checkpoint_of(live.folded, PROJECTION),
            summarize(live, opened_at),
            result,
            attempt_of(live, result),
        )

    def _opened_at(self, live: LiveGame) -> int:
        ((_, first),) = self._games.ledger.read(live.game, 0, 1)
        return codec_for(live.folded.ruleset).outline(first).at

    def _follow(self, places: Places) -> bool:
        """Catch up in one edition; False if another one is read by now."""
        while True:
            news = self._indexes.read(places.reached)
            count = sum(map(len, news.values()))
            entered = self._enter_changed(places.edition, _latest(news.values()))
            entered += self._enter_lost(places, news)
            if not entered and count < SKIPPED:
                return True
            reached = {partition: entries[-1][0] for partition, entries in news.items()}
            if not self._register.advance(places, reached):
                return False
            if all(len(entries) < index_reader.AT_ONCE for entries in news.values()):
                return True
            places = Places(places.edition, {**places.reached, **reached})

    def _enter_changed(self, edition: int, changed: dict[str, tuple[int, str]]) -> int:
        """While a game goes on nobody sits down or leaves, so most commits change nothing here."""
        games = list(changed)
        entered = 0
        for game, old in zip(games, self._register.entries(edition, games), strict=True):
            version, status = changed[game]
            if old is not None:
                is_going_on = status == old.summary.status == "playing"
                if is_going_on or old.checkpoint.version >= version:
                    continue
            self.enter(edition, game)
            entered += 1
        return entered

    def _enter_lost(self, places: Places, news: dict[int, Index]) -> int:
        """Where an index no longer has what was read last, the logs are asked instead."""
        lost = self._indexes.lost(places.reached, list(news))
        games = [game for game in self._all_games() if partition_of(game) in lost] if lost else []
        for game in games:
            self.enter(places.edition, game)
        return len(games)


def _latest(news: Iterable[Index]) -> dict[str, tuple[int, str]]:
    """The last version and status of every game that is told of."""
    return {
        fields[b"game"].decode(): (int(fields[b"version"]), fields[b"status"].decode())
        for entries in news
        for _, fields in entries
    }
