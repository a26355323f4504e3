"""Rematches: the same people play the same game again, one seat further.

The id of a rematch follows from the finished game, so all who ask come to the same table, at any
server. Every step may be done again.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec
from msgspec import Struct

from commands.desk import Desk, Guards, Opening
from domain.ids import PlayerId, Seat
from domain.refusals import Forbidden, RuleViolation
from domain.table.bots import is_bot
from domain.table.lobby import AlreadyOpen, AlreadySeated, ColourTaken, SeatsFree
from domain.table.seats import AlreadyStarted
from domain.table.state import CLOSED, OVER, Table
from eventlog.due_work import GameStatus, status_of

MOST_GIVEN_UP = 20
"""So many rematches of one game may be given up before they start."""

Names: TypeAlias = Callable[[Sequence[str]], Mapping[str, str | None]]
"""Returns the names of players; None for a player who is erased."""


class NotOverYet(RuleViolation):
    """This game is not over; ask for a rematch when it is."""

    code = "rematch/not_over"


class NotAtThatTable(Forbidden):
    """Only the people who played a game may ask for a rematch of it; open a game of your own."""

    code = "rematch/not_player"


class NoRematchOfChallenge(RuleViolation):
    """A challenge is played once; open a game to play on."""

    code = "rematch/challenge"


class NeverPlayed(RuleViolation):
    """This game was given up before it started; open another one."""

    code = "rematch/not_played"


class PlayerGone(RuleViolation):
    """Another player of this game has erased their account; open a game with others."""

    code = "rematch/player_gone"


class TooManyGivenUp(RuleViolation):
    """The rematch of this game was given up too often; open a game and invite the others."""

    code = "rematch/given_up"


class Rematch(Struct, frozen=True):
    """The table of a rematch."""

    game: str
    version: int
    status: GameStatus
    seat: Seat | None
    """The seat of the player who asked."""
    players: tuple[PlayerId, ...]
    """The people for whom there is a seat, in the order of the seats."""
    missing: tuple[PlayerId, ...]
    """Those of them for whom the table still waits."""


class _Plan(Struct, frozen=True):
    """How a rematch is opened, and who sits there."""

    opening: Opening
    colours: dict[PlayerId, str | None]
    """The people in the order of the seats, with the colour that each had."""
    bots: list[str]


class _Table(Struct, frozen=True):
    """What there is to know of a rematch at one moment."""

    version: int
    status: GameStatus
    host: PlayerId
    seats: tuple[PlayerId | None, ...]
    is_given_up: bool


class Rematches:
    """Opens rematches and seats those who ask for them. The others get notices of the opening."""

    def __init__(self, desk: Desk, *, names: Names) -> None:
        """`names` knows who is erased."""
        self._desk = desk
        self._names = names

    def ask(self, finished: str, player: PlayerId) -> Rematch:
        """Open the rematch of a finished game, or come to its table, and sit down there.

        It starts when everybody has come.
        """
        plan = self._plan(finished, player)
        name = self._name(finished)
        game = self._desk.derived_game(name)
        # If another player asked first, that player is the host.
        with suppress(AlreadyOpen):
            self._desk.open_table(plan.opening, player, name)
        host = self._table(game).host
        for number, bot in enumerate(plan.bots):
            key = Guards(f"rematch:seat_bot:{number}")
            self._desk.submit(game, {"type": "seat_bot", "bot": bot}, host, key)
        self._sit_down(game, player, plan.colours[player])
        self._start_if_full(game, host)
        table, people = self._table(game), tuple(plan.colours)
        return Rematch(
            game,
            table.version,
            table.status,
            Seat(table.seats.index(player)) if player in table.seats else None,
            people,
            tuple(one for one in people if one not in table.seats),
        )

    def _plan(self, finished: str, player: PlayerId) -> _Plan:
        with self._desk.games.hold(finished) as live:
            live.require_sound()
            state = live.state
            _require_rematch(state, player)
            # Everybody moves on by one seat, so that another player begins.
            players = [chair.player for chair in (*state.chairs[1:], state.chairs[0])]
            colours = {
                chair.player: chair.colour
                for chair in (*state.chairs[1:], state.chairs[0])
                if chair.player is not None and not is_bot(chair.player)
            }
            opening = Opening(
                state.ruleset.name,
                len(players),
                msgspec.json.decode(msgspec.json.encode(state.options)),
                listed=state.listed,
                invited_only=True,
                reserved=[one if one in colours else None for one in players],
                rated=state.is_rated,
                rematch_of=finished,
            )
        names = self._names(list(colours))
        gone = [one for one in colours if names[one] is None]
        if gone:
            raise PlayerGone("another player of this game is erased", players=gone)
        bots = [one.split(":")[1] for one in players if one is not None and is_bot(one)]
        return _Plan(opening, colours, bots)

    def _name(self, finished: str) -> str:
        """The name that the id of the rematch follows from; one that was given up is left out."""
        for number in range(MOST_GIVEN_UP):
            name = f"rematch:{finished}:{number}"
            game = self._desk.derived_game(name)
            if not self._desk.games.ledger.head(game) or not self._table(game).is_given_up:
                return name
        raise TooManyGivenUp("the rematch of this game was given up too often")

    def _sit_down(self, game: str, player: PlayerId, colour: str | None) -> None:
        if player in self._table(game).seats:
            return
        # The same player may ask twice at once.
        with suppress(AlreadySeated):
            try:
                self._desk.submit(game, {"type": "take_seat", "colour": colour}, player)
            except ColourTaken:
                self._desk.submit(game, {"type": "take_seat"}, player)

    def _start_if_full(self, game: str, host: PlayerId) -> None:
        table = self._table(game)
        if table.status == "lobby" and None not in table.seats:
            # Another player may come at the same time, or one may just have left.
            with suppress(AlreadyStarted, SeatsFree):
                self._desk.submit(game, {"type": "start_game"}, host)

    def _table(self, game: str) -> _Table:
        with self._desk.games.hold(game) as live:
            state = live.state
            assert state.host is not None, "a game that is open has a host"
            return _Table(
                live.version,
                status_of(state),
                state.host,
                tuple(chair.player for chair in state.chairs),
                state.outcome == "abandoned" and not state.turn,
            )


def _require_rematch(state: Table, player: PlayerId) -> None:
    """Raise unless this player may have a rematch of this game."""
    if state.seat_of(player) is None:
        raise NotAtThatTable("you had no seat in this game")
    if state.challenge is not None:
        raise NoRematchOfChallenge("a challenge is played once")
    if state.phase not in (OVER, CLOSED):
        raise NotOverYet("this game is not over")
    if any(chair.player is None for chair in state.chairs):
        raise NeverPlayed("this game was given up before it started")
