"""A state as canonical bytes, and back: equal states are equal to the last bit, in any process."""

import hashlib
from dataclasses import fields
from functools import lru_cache, reduce
from operator import or_
from typing import Any, get_type_hints

import msgspec

from domain.ledger_rules import AnyRules, Rules
from domain.ledger_state import L, LedgerState
from domain.ruleset import AnyRuleset

LAYOUT_DIGITS = 16


class Unthawable(Exception):
    """These bytes are not what a state of this ruleset freezes to."""


def freeze(state: LedgerState) -> bytes:
    """Everything that is true in a game or a tournament, as bytes."""
    return msgspec.json.encode(
        {name: getattr(state, name) for name in _frozen_names(state)}, enc_hook=_facts
    )


def thaw(ruleset: Rules[L], data: bytes) -> L:
    """The state that froze to these bytes: the ledger goes on from it as if it had been folded.

    Anything else raises `Unthawable`. That the state could have come about is not looked into.
    """
    try:
        frozen = _decoder(ruleset).decode(data)
        state = ruleset.blank_state()
        for name in frozen.__struct_fields__:
            setattr(state, name, getattr(frozen, name))
        ruleset.state.refer(state)
    except (msgspec.DecodeError, ValueError, LookupError, RecursionError) as error:
        raise Unthawable(f"not a frozen state of {ruleset.name}: {error}") from error
    if freeze(state) != data:
        raise Unthawable(f"not a frozen state of {ruleset.name}: written in another form")
    return state


@lru_cache(maxsize=64)
def layout_of(ruleset: AnyRules) -> str:
    """A digest of what a frozen state is made of: names and types, the Structs within included.

    A reworded docstring may change it too, which costs a fold and nothing else.
    """
    schema = msgspec.json.schema(_frozen_type(ruleset), schema_hook=_facts_schema)
    return hashlib.sha256(msgspec.json.encode(schema)).hexdigest()[:LAYOUT_DIGITS]


def _frozen_names(state: LedgerState) -> list[str]:
    return [field.name for field in fields(state) if field.name not in state.REFERENCES]


@lru_cache(maxsize=64)
def _decoder(ruleset: AnyRules) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_frozen_type(ruleset), dec_hook=_from_facts)


def _frozen_type(ruleset: AnyRules) -> type[msgspec.Struct]:
    """What is frozen of a state, as a Struct. A field that starts as None may still be so."""
    blank = ruleset.blank_state()
    hints = get_type_hints(
        type(blank), localns={"AnyRuleset": AnyRuleset, "AnyRules": AnyRules}, include_extras=True
    )
    hints |= {name: reduce(or_, kinds) for name, kinds in ruleset.state.part_types.items()}
    kinds = [
        (name, hints[name] | None if getattr(blank, name) is None else hints[name])
        for name in _frozen_names(blank)
    ]
    return msgspec.defstruct(type(blank).__name__, kinds, forbid_unknown_fields=True)


def _facts(value: Any) -> Any:
    """What stands for an object that is built from facts, such as a board."""
    return value.facts()


def _from_facts(kind: Any, raw: Any) -> Any:
    """Such an object again."""
    return kind(*msgspec.convert(raw, _facts_type(kind)))


def _facts_schema(kind: Any) -> dict[str, Any]:
    return msgspec.json.schema(_facts_type(kind))


@lru_cache(maxsize=64)
def _facts_type(kind: Any) -> Any:
    return get_type_hints(kind.facts, include_extras=True)["return"]
