"""What a person may do in a tournament, in words, with the names of the people in it."""

from typing import Any

import msgspec

from domain.tournament.actions import TournamentAction
from domain.tournament.state import Tournament
from presentation.tournament.actions import action_in_words
from projections.one_game.action_words import names_filled_in
from projections.one_game.player_names import NamesOf, names_among


def actions_in_words(
    state: Tournament,
    actions: list[TournamentAction],
    listed: list[dict[str, Any]],
    lang: str,
    names_of: NamesOf | None,
) -> list[dict[str, Any]]:
    """The actions as they are listed, each with its label, topic, touches and form."""
    people = {*state.staff, *(entry.person for entry in state.entries.values())}
    names = names_among(people, names_of)
    words = [action_in_words(lang, state, action) for action in actions]
    return [
        form | names_filled_in(msgspec.to_builtins(spoken, str_keys=True), names)
        for form, spoken in zip(listed, words, strict=True)
    ]
