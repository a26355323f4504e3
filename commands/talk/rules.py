"""Who may say what at a table, judged on the state of the game."""

from typing import Final

from msgspec import UNSET

from commands.talk.refusals import NobodyReads, PhrasesOnly, TalkEnded, TalkOff
from domain.ids import PlayerId, Seat
from domain.table.bots import is_bot
from domain.table.seats import NotSeated
from domain.table.state import CLOSED, MOVED, Table, UnknownSeat
from eventlog.table_talk import Envelope, Words

TALK_AFTER_CLOSING_MS: Final = 10 * 60 * 1_000
"""How long people may still talk after a game is closed."""


def address(state: Table, player: PlayerId, to: Seat | None) -> Envelope:
    """The envelope of a message of a player, to one seat or to all."""
    seat = state.seat_of(player)
    if seat is None:
        raise NotSeated("only players with a seat talk at the table")
    if to is None:
        return Envelope(player, seat)
    if not 0 <= to < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=to)
    addressee = state.chairs[to].player
    if addressee is None or addressee == player or is_bot(addressee):
        raise NobodyReads("nobody else reads messages at this seat", seat=to)
    return Envelope(player, seat, addressee, to)


def require_talk(state: Table, words: Words, at: int, last_commit_at: int) -> None:
    """Raise if these words may not be said in this game at this time (ms)."""
    allowed = state.options.talk
    if allowed == "off" or len(state.chairs) < 2:
        raise TalkOff("there is no table talk in this game")
    if words.text is not None and allowed in (UNSET, "phrases"):
        raise PhrasesOnly("only ready phrases may be said in this game")
    is_late = state.phase == CLOSED and at > last_commit_at + TALK_AFTER_CLOSING_MS
    if is_late or state.phase == MOVED:
        raise TalkEnded("the talk of this game has ended")
