"""A state as canonical bytes: equal states are equal to the last bit, in any process."""

from dataclasses import fields
from typing import Any

import msgspec

from domain.table import Table


def freeze(state: Table) -> bytes:
    """Everything that is true in a game, as bytes."""
    names = [field.name for field in fields(state) if field.name not in state.REFERENCES]
    return msgspec.json.encode({name: getattr(state, name) for name in names}, enc_hook=_facts)


def _facts(value: Any) -> Any:
    """What stands for an object that is built from facts, such as a board."""
    return value.facts()
