"""Summaries of games, as lists of games show them. All of it is public."""

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.ids import PlayerId, Seat
from domain.table.deadlines import TableOptions
from domain.table.state import Outcome
from eventlog.due_work import GameStatus, status_of
from eventlog.live_games import LiveGame


class Start(Struct, frozen=True):
    """The commit with which a game started."""

    at: int
    version: int


class Summary(Struct, frozen=True):
    """A game as an item of a list."""

    game_id: str
    ruleset: str
    rules: int
    players: int
    seats: tuple[PlayerId | None, ...]
    status: GameStatus
    phase: str
    turn: int
    to_act: tuple[Seat, ...]
    host: PlayerId | None
    listed: bool
    options: dict[str, Any]
    """The options without large maps: of a map that the host has drawn only the title is here."""
    version: int
    opened_at: int
    updated_at: int
    outcome: Outcome | None
    winners: tuple[Seat, ...]
    quarantined: bool
    challenge: str | None = None
    """The name of the challenge that the game belongs to."""
    start: Start | None = None
    """When the game started; None before that."""
    invited_only: bool = False
    """Whether nobody sits down without an invitation or a reserved seat."""
    rated: bool = True
    """Whether its result may count for ratings."""
    rules_missing: bool = False
    """Whether this server lacks its rules: then it is kept and shown, but cannot be played here."""

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby lists it, so that any player may find it and take a seat.

        With a spectator delay it is listed while a seat is free: its start must not be noticed.
        """
        is_for_anybody = self.listed and not self.invited_only and not self.rules_missing
        if self.spectator_delay_ms and None not in self.seats:
            return False
        return self.status == "lobby" and is_for_anybody and not self.quarantined

    @property
    def spectator_delay_ms(self) -> int:
        """How much later than the seats spectators see the game."""
        return int(self.options.get("spectator_delay_seconds", 0)) * 1_000

    @property
    def is_delayed(self) -> bool:
        """Whether spectators do not know yet what the seats of this game know."""
        return self.status in ("playing", "over") and self.spectator_delay_ms > 0

    @property
    def is_watchable(self) -> bool:
        """Whether the list of games to watch has it.

        A game with a spectator delay stays there until it is closed: that it is over is news, too.
        """
        is_on = self.status == "playing" or self.is_delayed
        is_shown = self.listed and not self.quarantined and not self.rules_missing
        return is_on and is_shown and self.challenge is None

    @property
    def people(self) -> set[PlayerId]:
        """The players who opened the game or have a seat in it."""
        return {person for person in (self.host, *self.seats) if person is not None}


def show_summary(game: Summary) -> dict[str, Any]:
    """A game as an item of a list, in plain values."""
    shown: dict[str, Any] = msgspec.to_builtins(game)
    del shown["start"]
    return {**shown, "started_at": None if game.start is None else game.start.at}


def as_started(game: Summary) -> Summary:
    """A running game as it was when it started: all that the public may know of it at any time."""
    start = game.start or Start(game.opened_at, 1)
    return replace(
        game,
        status="playing",
        phase="playing",
        turn=0,
        to_act=(),
        version=start.version,
        updated_at=start.at,
        outcome=None,
        winners=(),
    )


def summarize(live: LiveGame, opened_at: int, start: Start | None = None) -> Summary:
    """Summarize a loaded game as it is now."""
    state, ruleset = live.state, live.state.ruleset
    status = status_of(state)
    return Summary(
        game_id=live.game,
        ruleset=ruleset.name,
        rules=ruleset.rules,
        players=len(state.chairs),
        seats=tuple(chair.player for chair in state.chairs),
        status=status,
        phase=state.phase,
        turn=state.turn,
        to_act=tuple(ruleset.flow.to_act(state)) if status == "playing" else (),
        host=state.host,
        listed=state.listed,
        options=options_for_lists(_plain(state.options)),
        version=live.version,
        opened_at=opened_at,
        updated_at=live.folded.at,
        outcome=state.outcome,
        winners=state.winners,
        quarantined=live.fault is not None,
        challenge=None if state.challenge is None else state.challenge.name,
        start=start,
        invited_only=state.invited_only,
        rated=state.rated,
        rules_missing=live.lacks_rules,
    )


def options_for_lists(options: dict[str, Any]) -> dict[str, Any]:
    """Return options as lists show them: a map that the host has drawn is cut to its title."""
    board = options.get("board")
    if not isinstance(board, dict):
        return options
    return {**options, "board": {"title": board.get("title", "")}}


def _plain(options: TableOptions) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(options, str_keys=True)
    return plain
