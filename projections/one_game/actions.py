"""The legal commands of a player, in the form that a client posts, and in words if asked for."""

from dataclasses import dataclass
from typing import Any

from domain.choices import Choice, SpelledOut
from domain.ids import SPECTATOR, PlayerId, Seat, Viewer
from domain.messages import Command
from domain.posting import post_form
from domain.ruleset import Action
from domain.table.state import LOBBY, Table


@dataclass(frozen=True)
class Listed:
    """All legal commands of a player; open choices are spelled out."""

    seat: Seat | None
    found: list[Command | SpelledOut]

    @property
    def viewer(self) -> Viewer:
        """As whom the player sees the table. A referee is told no more than the public."""
        return SPECTATOR if self.seat is None else self.seat

    def plain(self) -> dict[str, Any]:
        """As a client posts them."""
        return {"seat": self.seat, "actions": [_post_form(action) for action in self.found]}


def list_actions(state: Table, player: PlayerId | None, *, is_referee: bool = False) -> Listed:
    """Return a player's seat and all their legal commands; a spectator has none.

    A referee who has a seat is a player there.
    """
    if player is None:
        return Listed(None, [])
    seat, found = state.seat_of(player), list[Action]()
    if state.phase == LOBBY:
        found = state.ruleset.lobby_actions(state, player)
    elif seat is not None:
        found = state.ruleset.actions(state, seat)
    if is_referee and seat is None:
        found += state.ruleset.referee_actions(state, player)
    return Listed(
        seat,
        [
            state.ruleset.spell_out(state, action) if isinstance(action, Choice) else action
            for action in found
        ],
    )


def _post_form(action: Command | SpelledOut) -> dict[str, Any]:
    if not isinstance(action, SpelledOut):
        return {"command": post_form(action)}
    return {
        "template": action.template,
        "bounds": action.bounds,
        "example": post_form(action.example),
    }
