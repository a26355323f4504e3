"""Copies: play on from where a closed game once stood, against bots. What if?"""

from msgspec import Struct

from commands.carrier import Receipt
from commands.desk import Desk
from domain.ids import PlayerId, Seat
from domain.positions import is_in_play, position_of
from domain.refusals import RuleViolation
from domain.ruleset import AnyRuleset
from domain.table.copying import Position
from domain.table.state import CLOSED, CopiedFrom
from eventlog.commit import codec_for
from eventlog.refusals import NotClosed


class VersionNotInPlay(RuleViolation):
    """A game can be copied only at a version at which it was in play: started, and not over."""

    code = "copy/not_in_play"


class CopyWish(Struct, frozen=True):
    """Which game is copied, at which version, for which seat and against which bot."""

    game: str
    version: int
    seat: int
    bot: str | None = None
    """None means the ruleset's own choice."""


class Copies:
    """Opens games that go on from positions of closed games."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._games = desk.games

    def open(self, wish: CopyWish, player: PlayerId, key: str | None = None) -> Receipt:
        """Open a copy. The same key gives the same game."""
        with self._games.hold(wish.game) as live:
            live.require_sound()
            if live.state.phase != CLOSED:
                raise NotClosed("only a closed game can be copied; wait for its end")
        ruleset, source, position = self._read(wish)
        bot = ruleset.bots[0] if wish.bot is None else wish.bot
        return self._desk.copy_position(
            ruleset, source, position, player, seat=Seat(wish.seat), bot=bot, key=key
        )

    def _read(self, wish: CopyWish) -> tuple[AnyRuleset, CopiedFrom, Position]:
        """The ruleset of a game, and its position at a version, which is read from the log."""
        chain = self._games.chain_at(wish.game, wish.version)
        if not is_in_play(chain.state):
            raise VersionNotInPlay("at that version the game was not in play", version=wish.version)
        lines = self._games.ledger.read_all(wish.game, until=wish.version)
        events_of = codec_for(chain.ruleset).events_of
        position = position_of(chain.state, (events_of(line) for _, line in lines))
        source = CopiedFrom(wish.game, wish.version, chain.head.hex())
        return chain.state.ruleset, source, position
