"""The legal commands of a player, in the form that a client posts."""

from typing import Any

from domain.choices import Choice
from domain.ids import PlayerId
from domain.posting import post_form
from domain.ruleset import Action
from domain.table.state import LOBBY, Table


def actions_of(state: Table, player: PlayerId | None) -> dict[str, Any]:
    """Return a player's seat and all their legal commands; a spectator has none."""
    if player is None:
        return {"seat": None, "actions": []}
    seat, found = state.seat_of(player), list[Action]()
    if state.phase == LOBBY:
        found = state.ruleset.lobby_actions(state, player)
    elif seat is not None:
        found = state.ruleset.actions(state, seat)
    return {"seat": seat, "actions": [_post_form(state, action) for action in found]}


def _post_form(state: Table, action: Action) -> dict[str, Any]:
    if not isinstance(action, Choice):
        return {"command": post_form(action)}
    choice = state.ruleset.spell_out(state, action)
    return {
        "template": choice.template,
        "bounds": choice.bounds,
        "example": post_form(choice.example),
    }
