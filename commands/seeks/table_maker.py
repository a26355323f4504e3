"""Makes the table of a match: opens a game, seats everybody and starts it.

Every step has an idempotency key that follows from the match, so any process may do it again.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from commands.desk import Desk, Guards, Opening
from commands.refusals import Busy
from commands.seeks.seek import Match
from commands.seeks.seek_store import SeekStore
from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation
from domain.table.bots import bot_id
from domain.table.lobby import SeatsFree
from domain.table.seats import AlreadyStarted
from domain.table.state import LOBBY, OVER

ATTEMPTS = 3
BOT = "planner"
SECONDS_AFTER_DISSOLVING = 60
"""Those who wait again, because another player has gone, wait so long without a sign of life."""

Names: TypeAlias = Callable[[Sequence[str]], Mapping[str, str | None]]
"""Returns the names of players; None for a player who is erased."""
Tell: TypeAlias = Callable[[PlayerId, str, Mapping[str, Any]], object]
"""Tells a player something, once for each id."""

logger = logging.getLogger(__name__)


class TableMaker:
    """Makes the tables of matches. Several processes may make the same one."""

    def __init__(self, store: SeekStore, desk: Desk, names: Names, tell: Tell) -> None:
        self._store = store
        self._desk = desk
        self._names = names
        self._tell = tell

    def make(self, match: Match) -> list[str]:
        """Make a table, or dissolve it if a player has gone. Returns seeks that wait again."""
        for _ in range(ATTEMPTS):
            try:
                if not self._has_started(match):
                    gone = self._erased(match)
                    if gone:
                        return self._dissolve(match, gone)
                    self._open_and_start(match)
                return self._finish(match)
            except Busy:
                raise
            except RuleViolation as refusal:
                if self._store.match(match.match_id) is None:
                    # Another process has ended the match, which explains the refusal.
                    return []
                if isinstance(refusal, AlreadyStarted):
                    continue
                if isinstance(refusal, SeatsFree):
                    # A player has left the table, which is the end of their seek.
                    return self._dissolve(match, self._without_seat(match))
                logger.exception("a quick game could not be opened", extra={"code": refusal.code})
                return self._settle(match, dict.fromkeys(_seeks(match), f"failed {refusal.code}"))
        raise Busy("the table of this seek is being made; send it again")

    def _game(self, match: Match) -> str:
        return self._desk.derived_game(_key(match))

    def _has_started(self, match: Match) -> bool:
        game = self._game(match)
        if not self._desk.games.ledger.head(game):
            return False
        with self._desk.games.hold(game) as live:
            return live.state.phase not in (LOBBY, OVER) or live.state.turn > 0

    def _erased(self, match: Match) -> list[str]:
        names = self._names(match.players)
        return [seek for seek, wish in match.seeks if names[wish.player] is None]

    def _open_and_start(self, match: Match) -> None:
        game = self._open(match)
        self._seat_everybody(match, game)
        self._submit(match, game, match.players[0], {"type": "start_game"})

    def _finish(self, match: Match) -> list[str]:
        """Tell everybody that the game has started. Told first: a crash then loses no notice."""
        game = self._game(match)
        players = [
            bot_id(BOT, Seat(seat)) if player is None else player
            for seat, player in enumerate(match.seating)
        ]
        for seek, wish in match.seeks:
            body = {
                "seek_id": seek,
                "game_id": game,
                "ruleset": wish.table.ruleset,
                "seat": players.index(wish.player),
                "players": players,
            }
            self._tell(wish.player, f"seek-{seek}", body)
        return self._settle(match, dict.fromkeys(_seeks(match), f"seated {game}"))

    def _dissolve(self, match: Match, gone: Sequence[str]) -> list[str]:
        """End the seeks of those who have gone; all others wait again at their old place."""
        if self._desk.games.ledger.head(self._game(match)):
            body = {"type": "abandon_game"}
            self._submit(match, self._game(match), match.players[0], body)
        return self._settle(match, dict.fromkeys(gone, "left"))

    def _open(self, match: Match) -> str:
        table = match.table
        opening = Opening(
            table.ruleset,
            table.players,
            table.options,
            invited_only=True,
            reserved=match.seating,
            rated=table.rated,
            quick=True,
        )
        return self._desk.open_table(opening, match.players[0], _key(match)).game

    def _seat_everybody(self, match: Match, game: str) -> None:
        nonces = {wish.player: wish.nonce for _, wish in match.seeks}
        for seat, player in enumerate(match.seating):
            if player is None:
                continue
            self._submit(match, game, player, {"type": "take_seat", "seat": seat})
            if nonces[player] is not None:
                body = {"type": "add_nonce", "nonce": nonces[player]}
                self._submit(match, game, player, body)
        for number in range(match.bots):
            body = {"type": "seat_bot", "bot": BOT}
            self._submit(match, game, match.players[0], body, number)

    def _submit(
        self, match: Match, game: str, player: PlayerId, body: dict[str, Any], number: int = 0
    ) -> None:
        key = f"{_key(match)}:{body['type']}:{number}"
        self._desk.submit(game, body, player, Guards(key))

    def _without_seat(self, match: Match) -> list[str]:
        with self._desk.games.hold(self._game(match)) as live:
            seated = [chair.player for chair in live.state.chairs]
        return [seek for seek, wish in match.seeks if wish.player not in seated]

    def _settle(self, match: Match, ended: Mapping[str, str]) -> list[str]:
        now = self._desk.clock()
        waiting = self._store.settle(match, now, ended, SECONDS_AFTER_DISSOLVING)
        return [seek for seek, _ in waiting]


def _key(match: Match) -> str:
    return f"match:{match.match_id}"


def _seeks(match: Match) -> list[str]:
    return [seek for seek, _ in match.seeks]
