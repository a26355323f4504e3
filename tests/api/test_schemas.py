"""Schemas derived from the domain agree with it: they take and refuse what it takes and refuses."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import Schema, ValidationError
from msgspec import inspect as types

from api.calls.rulesets import ruleset_description
from api.schemas.commands import AnyCommandSchema, command_schema, field_for, postable, tag_of
from api.schemas.common import NewGameSchema, PlayerNameSchema, RulesetsSchema
from domain.cards import RESOURCES
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.messages import Command, OrganizerCommand, SystemCommand, server_fields
from domain.posting import Author, post_form, read_command
from domain.refusals import Malformed, RuleViolation
from domain.registry import RULESETS
from domain.ruleset import Action, Ruleset
from domain.table.state import LOBBY, Table
from hexledger.self_play import Setup
from tests.games import LAKE, commits
from tests.soak import examples

ADA = Author(PlayerId("ada"), Seat(0))
REFEREE = Author(PlayerId("ref"), is_organizer=True)
COMMANDS = [(ruleset, kind) for ruleset in RULESETS.values() for kind in postable(ruleset)]
FOR_REFEREES = {tag_of(kind) for _, kind in COMMANDS if issubclass(kind, OrganizerCommand)}


def name_of(value: Any) -> str:
    return value.name if isinstance(value, Ruleset) else tag_of(value)


def is_understood(ruleset: Ruleset, body: dict[str, Any]) -> bool:
    try:
        read_command(ruleset, body, ADA if body.get("type") not in FOR_REFEREES else REFEREE)
    except Malformed:
        return False
    return True


# Commands


def test_every_command_of_a_player_has_a_schema_but_those_with_a_call_of_their_own():
    for ruleset in RULESETS.values():
        kinds = {kind for kind in ruleset.commands if not issubclass(kind, SystemCommand)}
        assert {tag_of(kind) for kind in kinds - set(postable(ruleset))} == {
            "open_game",
            "make_invitation",
            "revoke_invitation",
            "reserve_seat",
            "release_seat",
            "turn_away",
            "copy_position",
        }


@pytest.mark.parametrize(("ruleset", "kind"), COMMANDS, ids=name_of)
def test_a_schema_has_the_fields_of_its_command_but_not_its_author(
    ruleset: Ruleset, kind: type[Command]
):
    schema = command_schema(ruleset, kind)()
    filled_in = server_fields(kind)
    wanted = ["type", *(name for name in kind.__struct_encode_fields__ if name not in filled_in)]
    assert list(schema.fields) == wanted
    assert type(schema).__doc__ == kind.__doc__
    assert kind.__doc__, "it is described to client developers"


def actions_of(setup: Setup) -> Iterator[tuple[Table, Action]]:
    """Everything that anybody may do at some moments of a random game."""
    luck = Random(setup.seed)
    for state, _, _ in commits(setup):
        if luck.random() < 0.1 or state.phase == LOBBY:
            for seat in range(len(state.chairs)):
                for action in state.ruleset.actions(state, Seat(seat)):
                    yield state, action
            for action in state.ruleset.lobby_actions(state, PlayerId("somebody")):
                yield state, action


@pytest.mark.parametrize(
    "options", [{}, {"edition": "classic", "target_points": 5}, {"board": LAKE}], ids=str
)
def test_every_legal_command_fits_its_schema_as_it_is_posted(options: dict[str, Any]):
    seen = set()
    for state, action in actions_of(Setup(options=options, seed="schemas", max_turns=120)):
        ruleset = state.ruleset
        if isinstance(action, Choice):
            action = ruleset.spell_out(state, action).example
        body = json.loads(json.dumps(post_form(action)))
        command_schema(ruleset, type(action))().load(body)
        assert AnyCommandSchema().load(body) == body
        seen.add(tag_of(type(action)))
    assert len(seen) > 15


WORDS = st.sampled_from([*RESOURCES, "gold", "", "red", "0123456789abcdef" * 2, "A" * 32, "0" * 33])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 19, 20, 95, 2**63 - 1, 0.0, 1.0, 1.5, -0.0, 1e300])
SCALARS = st.none() | st.booleans() | NUMBERS | WORDS | st.text(max_size=3)
COUNTS = st.integers(1, 19) | SCALARS
CARDS = st.dictionaries(st.sampled_from([*RESOURCES, *RESOURCES, "gold"]), COUNTS, max_size=4)
LISTS = st.lists(st.integers(0, 3) | SCALARS, max_size=4)
ANYTHING = st.integers(0, 60) | SCALARS | CARDS | LISTS | st.lists(LISTS, max_size=2)


def plausible(kind: types.Type) -> st.SearchStrategy[Any]:
    """Values of a type, mostly, so that garbage in one field is not hidden by another."""
    match kind:
        case types.UnionType():
            return st.one_of(*(plausible(inner) for inner in kind.types))
        case types.IntType():
            return st.integers(kind.ge or 0, kind.le or 60)
        case types.LiteralType():
            return st.sampled_from(kind.values)
        case types.DictType():
            return st.dictionaries(plausible(kind.key_type), plausible(kind.value_type))
        case types.VarTupleType():
            return st.lists(plausible(kind.item_type), max_size=3)
        case types.NoneType():
            return st.none()
    return WORDS


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Ruleset, type[Command], dict[str, Any]]:
    """What clients post: right, nearly right, or garbage; always under a known type."""
    ruleset, kind = draw(st.sampled_from(COMMANDS))
    body: dict[str, Any] = {"type": tag_of(kind)}
    shape = types.type_info(kind)
    assert isinstance(shape, types.StructType)
    for field in shape.fields:
        if field.name in server_fields(kind):
            continue
        how = draw(st.sampled_from(["well", "well", "well", "badly", "not"]))
        if how != "not":
            body[field.encode_name] = draw(plausible(field.type) if how == "well" else ANYTHING)
    if draw(st.integers(0, 9)) == 0:
        name = draw(st.sampled_from(["seat", "player", "edge", "Edge", "", "type "]))
        body[name] = draw(ANYTHING)
    return ruleset, kind, body


@examples(1000)
@given(bodies())
def test_a_schema_takes_just_what_the_domain_understands(
    posted: tuple[Ruleset, type[Command], dict[str, Any]],
):
    ruleset, kind, body = posted
    found = command_schema(ruleset, kind)().validate(body)
    assert (found == {}) == is_understood(ruleset, body), found


@pytest.mark.parametrize("edge", [True, False, 1.0, 1.5, "1", None, [1], {"edge": 1}])
def test_only_a_whole_number_is_a_number(edge: Any):
    for ruleset, kind in COMMANDS:
        if tag_of(kind) == "build_road":
            body = {"type": "build_road", "edge": edge}
            assert command_schema(ruleset, kind)().validate(body)
            assert not is_understood(ruleset, body)


@pytest.mark.parametrize(("ruleset", "kind"), COMMANDS, ids=name_of)
def test_an_unknown_field_and_another_type_are_refused(ruleset: Ruleset, kind: type[Command]):
    schema = command_schema(ruleset, kind)()
    assert "colour_of_the_sky" in schema.validate({"type": tag_of(kind), "colour_of_the_sky": 1})
    assert "type" in schema.validate({"type": "fly"})
    assert "type" in schema.validate({})


def test_a_type_without_a_field_is_a_programming_error():
    with pytest.raises(TypeError, match="add a case"):
        field_for(types.type_info(int | str))


class Truth(msgspec.Struct):
    is_true: bool
    pair: tuple[int, bool]
    rest: Any


@pytest.mark.parametrize("value", [True, False, 0, 1, "true", None])
@pytest.mark.parametrize("other", [True, 1, "x"])
def test_fields_that_no_command_has_yet_agree_with_the_domain_too(value: Any, other: Any):
    shape = types.type_info(Truth)
    assert isinstance(shape, types.StructType)
    schema = Schema.from_dict({f.name: field_for(f.type, required=True) for f in shape.fields})
    body = {"is_true": value, "pair": [1, other], "rest": {"any": [other]}}
    try:
        msgspec.convert(body, Truth)
        fits = True
    except msgspec.ValidationError:
        fits = False
    assert (schema().validate(body) == {}) == fits


# Any command


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ([], "command/not_an_object"),
        ("roll_dice", "command/not_an_object"),
        (None, "command/not_an_object"),
        ({}, "command/missing_field"),
        ({"edge": 3}, "command/missing_field"),
        ({"type": "fly"}, "command/unknown_type"),
        ({"type": None}, "command/unknown_type"),
        ({"type": ["roll_dice"]}, "command/unknown_type"),
        ({"type": {}}, "command/unknown_type"),
    ],
)
def test_what_is_a_command_in_no_ruleset_is_refused_as_every_ruleset_would(body: Any, code: str):
    with pytest.raises(RuleViolation) as refused:
        AnyCommandSchema().load(body)
    assert refused.value.code == code
    for ruleset in RULESETS.values():
        with pytest.raises(RuleViolation) as refused:
            read_command(ruleset, body, ADA)
        assert refused.value.code == code


def test_a_game_is_not_opened_by_a_command():
    with pytest.raises(RuleViolation) as refused:
        AnyCommandSchema().load({"type": "open_game", "game": "g", "players": 3, "options": {}})
    assert refused.value.code == "command/not_for_players"


def test_the_fields_of_a_known_command_are_left_to_its_ruleset():
    body = {"type": "build_road", "edge": "x", "colour": [1]}
    assert AnyCommandSchema().load(body) == body


# Players and games


@pytest.mark.parametrize("name", ["Ada", "Łucja Żak", "李", "x" * 40, "O'Hara"])
def test_a_name_may_be_any_printable_text(name: str):
    assert PlayerNameSchema().load({"name": name}) == {"name": name}


@pytest.mark.parametrize("name", ["bot:planner:0", "Admin", "\u3164", "A\u200dda"])
def test_a_name_that_would_mislead_is_refused(name: str):
    with pytest.raises(ValidationError):
        PlayerNameSchema().load({"name": name})


@pytest.mark.parametrize("name", ["", " ", " Ada", "Ada\n", "A\0", "x" * 41, "\u202e", None, 7])
def test_a_name_that_cannot_be_shown_is_refused(name: Any):
    with pytest.raises(ValidationError):
        PlayerNameSchema().load({"name": name})


def test_a_game_is_listed_with_default_options_unless_it_says_otherwise():
    loaded = NewGameSchema().load({"ruleset": "base", "players": 4})
    assert loaded == {
        "ruleset": "base",
        "players": 4,
        "options": {},
        "listed": True,
        "invited_only": False,
        "reserved": [],
        "rated": False,
    }


@pytest.mark.parametrize(
    "change",
    [
        {"players": "4"},
        {"players": 4.0},
        {"players": 0},
        {"players": 10**6},
        {"options": []},
        {"options": None},
        {"listed": 1},
        {"listed": "yes"},
        {"ruleset": None},
        {"host": "ada"},
    ],
)
def test_a_game_that_cannot_be_meant_is_refused(change: dict[str, Any]):
    with pytest.raises(ValidationError):
        NewGameSchema().load({"ruleset": "base", "players": 4, **change})


# Rulesets


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=name_of)
def test_a_ruleset_is_described(ruleset: Ruleset):
    shown = ruleset_description(ruleset)
    assert RulesetsSchema().dump({"rulesets": [shown]}) == {"rulesets": [shown]}
    assert json.loads(json.dumps(shown)) == shown
    assert shown["name"] == ruleset.name
    assert range(shown["players"]["min"], shown["players"]["max"] + 1) == ruleset.seats
    assert "take_seat" in shown["commands"]
    assert {"en", "pl"} <= set(shown["languages"])


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=name_of)
def test_the_defaults_that_are_told_are_those_that_are_taken(ruleset: Ruleset):
    shown = ruleset_description(ruleset)["options"]
    for players in ruleset.seats:
        usual = msgspec.to_builtins(ruleset.opening.read_options({}, players))
        options = shown["schema"]["properties"].items()
        defaults = {name: option["default"] for name, option in options if "default" in option}
        assert defaults == usual
        for preset, options in shown["presets"].items():
            assert msgspec.to_builtins(ruleset.opening.read_options(options, players)) == options, (
                preset
            )


def test_every_option_of_a_schema_may_be_left_out_and_no_other_given():
    for ruleset in RULESETS.values():
        schema = ruleset_description(ruleset)["options"]["schema"]
        assert "required" not in schema
        assert schema["additionalProperties"] is False
