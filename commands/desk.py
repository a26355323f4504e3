"""The desk: takes requests for all games and answers with receipts."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from commands.carrier import Carrier, Receipt
from commands.observer import Observer
from commands.requests import (
    Chooser,
    ClosingOrder,
    DueWork,
    NoCommand,
    OpeningRequest,
    Order,
    PostedCommand,
    key_digest,
)
from domain.chance.draws import commitment_of, mac, seed_of
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.registry import ruleset_named
from domain.table.challenges import Challenge
from domain.table.closing import MoveGame, VoidGame
from domain.table.lobby import OpenGame
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.redis_keys import new_game_id
from eventlog.server_time import now_ms

logger = logging.getLogger(__name__)


class Guards(Struct, frozen=True):
    """Conditions that a client puts on its command."""

    key: str | None = None
    """Idempotency key: a command with this key is carried out once, however often it is sent."""
    version: int | None = None
    """The version that the game must be at."""


NO_GUARDS = Guards()


class Opening(Struct, frozen=True):
    """What a client asks for when it opens a game."""

    ruleset: str
    players: int
    options: dict[str, Any]
    listed: bool = True


class Desk:
    """The write side of the service, for all games."""

    def __init__(
        self,
        games: LiveGames,
        master: bytes,
        *,
        nudge: Callable[[str], None] = lambda game: None,
        observer: Observer | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """`nudge` is called with a game in which a worker has something to do right now."""
        self.games = games
        self.clock = clock
        self._master = master
        # The clock is looked up at each call, so that a test can replace the desk's.
        self._carrier = Carrier(games, master, nudge, observer or Observer(), lambda: self.clock())

    def open_game(self, opening: Opening, player: PlayerId, key: str | None = None) -> Receipt:
        """Open a game. The same key gives the same game, on any server with this master secret."""
        ruleset = ruleset_named(opening.ruleset)
        randomness = None if key is None else mac(self._master, f"game:{player}:{key}".encode())
        command = OpenGame(
            player, new_game_id(randomness), opening.players, opening.options, opening.listed
        )
        digest = None if key is None else key_digest(player, key)
        return self._carrier.carry(OpeningRequest(command, ruleset, digest))

    def open_attempt(self, ruleset: str, challenge: Challenge, player: PlayerId) -> Receipt:
        """Open or find a player's only game of a challenge, on any server with this secret."""
        game = self.attempt_id(challenge, player)
        command = OpenGame(player, game, 1, {}, listed=False, challenge=challenge)
        digest = key_digest(player, challenge.name)
        return self._carrier.carry(OpeningRequest(command, ruleset_named(ruleset), digest))

    def attempt_id(self, challenge: Challenge, player: PlayerId) -> str:
        """The id of a player's game of a challenge, whether it exists or not."""
        return new_game_id(mac(self._master, f"attempt:{challenge.name}:{player}".encode()))

    def commitment(self, challenge: Challenge) -> str:
        """The hash of a challenge's seed, which is public at any time."""
        return commitment_of(seed_of(self._master, challenge.name))

    def revealed_seed(self, challenge: Challenge) -> bytes | None:
        """The seed of a challenge that has closed; None before that."""
        is_closed = self.clock() >= challenge.closes_at
        return seed_of(self._master, challenge.name) if is_closed else None

    def submit(
        self,
        game: str,
        body: object,
        player: PlayerId,
        guards: Guards = NO_GUARDS,
        *,
        is_organizer: bool = False,
    ) -> Receipt:
        """Carry out a command that a person posted, or refuse it with a code."""
        key = None if guards.key is None else key_digest(player, guards.key)
        posted = PostedCommand(game, body, player, is_organizer, key, guards.version)
        while True:
            receipt = self._carrier.carry(posted)
            if receipt is not NoCommand.DEADLINE_FIRST:
                return receipt
            for _ in self.run_due_work(game):
                pass

    def run_due_work(self, game: str, choose: Chooser | None = None) -> Iterator[Receipt]:
        """Let deadlines expire, let bots move, and close the game, as far as that is due by now.

        Yields a receipt for each commit. It may be called at any time, and stopped after any
        receipt. Without `choose` the bots are left to another process.
        """
        min_version: int | None = None
        while True:
            receipt = self._carrier.carry(DueWork(game, choose, min_version))
            if receipt is NoCommand.NOTHING_DUE:
                return
            yield receipt
            min_version = receipt.version

    def run_overdue_work(self, game: str) -> None:
        """Run the overdue work of a game that is about to be read, so that the read shows it.

        A failure is only logged: the game can still be read.
        """
        due = self.games.due(game)
        if due is not None and due <= self.clock():
            try:
                for _ in self.run_due_work(game):
                    pass
            except RuleViolation as refusal:
                logger.info(
                    "due work refused: %s", refusal, extra={"game": game, "code": refusal.code}
                )
            except UNREACHABLE as error:
                # Perhaps only writes fail, and the game can still be read.
                logger.warning("due work failed: %s", error, extra={"game": game})

    def close_game(self, game: str) -> Receipt:
        """Record the result of a game that is over, and reveal its seed."""
        return self._carrier.carry(ClosingOrder(game))

    def void_game(self, game: str, reason: str) -> Receipt:
        """End a game without a winner."""
        return self._carrier.carry(Order(game, VoidGame(reason)))

    def move_game(self, game: str) -> Receipt:
        """End a game on this server because another server continues it."""
        return self._carrier.carry(Order(game, MoveGame()))
