"""What a person may do in a tournament, in words: labels by topic, and open choices as forms.

The words are made from the state, but name only what the command and its bounds hold already.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import UNSET, UnsetType

from domain.ids import PlayerId
from domain.messages import Command, author_field
from domain.touches import Touch
from domain.tournament.actions import FieldBound, OpenChoice, TournamentAction
from domain.tournament.state import Tournament
from presentation.actions.forms import FormField, FormValue
from presentation.actions.phrasebook import tag_of
from presentation.language import Language, Word
from presentation.player_names import without_marks
from presentation.tournament import actions_en, actions_pl
from presentation.tournament.narration import NARRATOR, name_of_person

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "entries": (
        "register",
        "withdraw",
        "check_in",
        "approve_entry",
        "decline_entry",
        "check_in_entrant",
        "call_check_in",
        "add_bot",
        "drop_entrant",
        "readmit_entrant",
        "substitute_entrant",
    ),
    "rounds": (
        "start_tournament",
        "draft_round",
        "publish_round",
        "start_round",
        "discard_round",
        "swap_players",
        "move_player",
        "choose_seat",
        "choose_colour",
    ),
    "results": ("sign_result", "appeal_result", "reject_appeal", "award_table", "replay_table"),
    "penalties": (
        "warn_player",
        "deduct_points",
        "lose_game",
        "disqualify_player",
        "cancel_penalty",
    ),
    "seating": ("forbid_pair", "allow_pair"),
    "staff": ("appoint_staff", "install_staff", "remove_staff"),
    "end": ("finish_tournament", "end_early", "cancel_tournament"),
}
"""Commands by what they are about."""
PERSONS: Final = frozenset({"entrant", "substitute", "person", "first", "second"})
"""The fields that name somebody."""
NUMBERED: Final = frozenset({"table", "round", "appeal", "penalty"})
"""The fields that name a thing of the tournament by its number."""
LONGEST_ID: Final = 64
BOOKS: Final = {"en": actions_en.ACTIONS, "pl": actions_pl.ACTIONS}


def languages() -> dict[str, Language]:
    """The languages of the log with the words for actions, and with marks for players."""
    return {
        code: NARRATOR.spoken(code).extended(book, words={}, nouns={})
        for code, book in BOOKS.items()
    }


LANGUAGES: Final = languages()


def action_in_words(lang: str, state: Tournament, action: TournamentAction) -> dict[str, Any]:
    """Label, group, topic and touches of an action, and the form of an open choice."""
    language = LANGUAGES[lang]
    command = action.example if isinstance(action, OpenChoice) else action
    fixed = action.fixed if isinstance(action, OpenChoice) else _fields(command)
    tag = tag_of(type(command))
    topic = next(topic for topic, tags in TOPICS.items() if tag in tags)
    words = {
        "label": _label(language, state, tag, action),
        "group": tag,
        "group_label": language.sentences[tag],
        "topic": topic,
        "topic_label": language.sentences[f"topic.{topic}"],
        "touches": list(_touches(fixed)),
    }
    if isinstance(action, OpenChoice):
        return words | {"form": form_of(language, state, action)}
    return words


def _fields(command: Command) -> dict[str, Any]:
    author = author_field(type(command))
    return {name: getattr(command, name) for name in command.__struct_fields__ if name != author}


def _label(language: Language, state: Tournament, tag: str, action: TournamentAction) -> str:
    """What it does, in the imperative. What is fixed is named."""
    if isinstance(action, OpenChoice):
        fixed = {**action.fixed, **_only_choices(action)}
        key = _variant(language, tag, action, fixed)
    else:
        fixed = _fields(action)
        key = f"{tag}.this"
    named = {name: _value(language, state, name, value) for name, value in fixed.items()}
    if "seat" in fixed:
        named["seat_number"] = fixed["seat"] + 1
    return language.say(key if key in language.sentences else tag, **named)


def _only_choices(action: OpenChoice) -> dict[str, Any]:
    """The two who are kept apart are chosen in either order, so that they are as good as fixed."""
    bounds = [action.bounds.get(name) for name in ("first", "second")]
    values = [None if bound is None else bound.one_of for bound in bounds]
    if isinstance(values[0], list) and len(values[0]) == 2 and values[0] == values[1]:
        return dict(zip(("first", "second"), values[0], strict=True))
    return {}


def _variant(language: Language, tag: str, action: OpenChoice, fixed: Mapping[str, Any]) -> str:
    if "role" in fixed:
        return f"{tag}.{fixed['role']}"
    if tag == "swap_players":
        first, second = (action.bounds[name].one_of for name in ("first", "second"))
        return f"{tag}.bye" if not set(second) <= set(first) else tag  # type: ignore[arg-type]
    return f"{tag}.this" if fixed else tag


def _touches(fixed: Mapping[str, Any]) -> Iterator[Touch]:
    """What a command names for sure: people by `player`, other things by their numbers."""
    for name, value in fixed.items():
        if name in PERSONS:
            yield Touch(name, "player", value)
        elif name in NUMBERED:
            yield Touch(name, name, value)


def form_of(language: Language, state: Tournament, choice: OpenChoice) -> list[FormField]:
    """The fields of an open choice, in the order in which they are asked for."""
    return [
        _field(language, state, choice, name, choice.bounds[name])
        for name in choice.template
        if name in choice.bounds
    ]


def _field(
    language: Language, state: Tournament, choice: OpenChoice, name: str, bound: FieldBound
) -> FormField:
    other = () if isinstance(bound.other_than, UnsetType) else (bound.other_than,)
    more: dict[str, Any] = {"apart_from": other}
    if not isinstance(bound.one_of, UnsetType):
        values = tuple(_form_value(language, state, name, one) for one in bound.one_of)
        more |= {"kind": "choice", "values": values, "place": _place(name)}
    elif not isinstance(bound.each_of, UnsetType):
        values = tuple(_at_table(language, state, choice, seat) for seat in bound.each_of)
        more |= {"kind": "choices", "values": values, "least": 0, "greatest": len(values)}
    elif not isinstance(bound.items, UnsetType):
        values = tuple(_at_table(language, state, choice, seat) for seat in range(bound.items))
        more |= {"kind": "numbers", "values": values, "least": bound.least, "greatest": bound.most}
    elif not isinstance(bound.longest, UnsetType):
        more |= {"kind": "text", "least_length": 1, "greatest_length": bound.longest}
    elif bound.person is True:
        taken = () if isinstance(bound.but_not, UnsetType) else tuple(bound.but_not)
        more |= {"kind": "text", "least_length": 1, "greatest_length": LONGEST_ID}
        more |= {"none_of": taken, "place": "player"}
    else:
        more |= {"kind": "number", "least": bound.least, "greatest": bound.most}
    return FormField(
        name=name,
        label=language.sentences[f"field.{name}"],
        required=True,
        hint=language.sentences.get(f"hint.{name}", "") if "one_of" not in _set(bound) else "",
        **more,
    )


def _set(bound: FieldBound) -> set[str]:
    return {name for name in bound.__struct_fields__ if getattr(bound, name) is not UNSET}


def _place(name: str) -> str | UnsetType:
    if name in PERSONS:
        return "player"
    return name if name in NUMBERED else UNSET


def _form_value(language: Language, state: Tournament, name: str, value: str | int) -> FormValue:
    if name == "table":
        return FormValue(value, language.say("value.table", table=value))
    return FormValue(value, str(_value(language, state, name, value)))


def _at_table(language: Language, state: Tournament, choice: OpenChoice, seat: int) -> FormValue:
    """A seat by the player who sits there."""
    assert state.open_round is not None
    table = state.open_round.tables[choice.fixed["table"] - 1]
    return FormValue(seat, str(name_of_person(language, state, table.players[seat])))


def _value(language: Language, state: Tournament, name: str, value: Any) -> object:
    if name in PERSONS:
        return name_of_person(language, state, PlayerId(value))
    if name == "colour":
        word: Word | None = language.words.get(value)
        return value if word is None else str(word).lower()
    return without_marks(value) if isinstance(value, str) else value
