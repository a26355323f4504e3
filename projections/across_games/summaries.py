"""Summaries of games, as lists of games show them. All of it is public."""

from typing import Any

import msgspec
from msgspec import Struct

from domain.ids import PlayerId, Seat
from domain.table.deadlines import TableOptions
from domain.table.state import Outcome
from eventlog.due_work import GameStatus, status_of
from eventlog.live_games import LiveGame


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

    @property
    def is_in_lobby(self) -> bool:
        """Whether the lobby lists it, so that any player may find it and take a seat."""
        return self.status == "lobby" and self.listed and not self.quarantined

    @property
    def people(self) -> set[PlayerId]:
        """The players who opened the game or have a seat in it."""
        return {person for person in (self.host, *self.seats) if person is not None}


def summarize(live: LiveGame, opened_at: int) -> Summary:
    """Summarize a loaded game as it is now."""
    state, ruleset = live.state, live.folded.ruleset
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
        options=_options_for_lists(state.options),
        version=live.version,
        opened_at=opened_at,
        updated_at=live.folded.at,
        outcome=state.outcome,
        winners=state.winners,
        quarantined=live.fault is not None,
        challenge=None if state.challenge is None else state.challenge.name,
    )


def _options_for_lists(options: TableOptions) -> dict[str, Any]:
    """Return options as lists show them: a map that the host has drawn is cut to its title."""
    listed: dict[str, Any] = msgspec.to_builtins(options, str_keys=True)
    if isinstance(listed.get("board"), dict):
        listed["board"] = {"title": listed["board"].get("title", "")}
    return listed
