"""Commands in short rows: the form in which a golden game keeps what was done.

A row is what one author did without interruption: `[author, item, item, …]`.

- The author is a seat's number, or the id of a player, a referee or the system. A player who acts
  although a bot moves for their seat is written as `[seat, player]`.
- An item is a command: `"end_turn"`, or with values `["build_road", 12]`. The values are the
  fields that a client would post, in the order of the command's class; defaults at the end are
  left out.
- A number in front of a command is the time since the previous command in milliseconds. Without a
  number it is one second.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct

from domain.ids import SYSTEM
from domain.messages import Command, SeatCommand, author_field
from domain.ruleset import Ruleset
from hexledger.self_play import SECOND

Author: TypeAlias = int | str | tuple[int, str]
Row: TypeAlias = list[Any]


class Step(Struct, frozen=True):
    """One command, when it was given and by whom."""

    at: int
    actor: str | None
    """None for the player or bot that moves for the seat of the command."""
    command: Command


def read_rows(rows: Iterable[Row], ruleset: Ruleset, began_at: int) -> Iterator[Step]:
    """The steps that were written down in rows."""
    kinds = {str(kind.__struct_config__.tag): kind for kind in ruleset.commands}
    at, pause = began_at, 0
    for author, *items in rows:
        for item in items:
            if isinstance(item, int):
                pause = item
                continue
            at, pause = at + pause, SECOND
            tag, *values = [item] if isinstance(item, str) else item
            if tag not in kinds:
                raise msgspec.ValidationError(f"there is no command {tag}")
            yield _step(at, author, kinds[tag], values)


def write_rows(steps: Iterable[Step]) -> list[Row]:
    """The rows from which `read_rows` reads these steps."""
    rows: list[Row] = []
    previous = None
    for step in steps:
        author = _author_of(step)
        if not rows or rows[-1][0] != author:
            rows.append([author])
        if previous is not None and step.at - previous != SECOND:
            rows[-1].append(step.at - previous)
        rows[-1].append(_item_of(step, author))
        previous = step.at
    return rows


def tags_in(rows: Iterable[Row]) -> set[str]:
    """The types of all commands in some rows."""
    items = (item for _, *items in rows for item in items if not isinstance(item, int))
    return {item if isinstance(item, str) else item[0] for item in items}


def _step(at: int, author: Any, kind: type[Command], values: list[Any]) -> Step:
    name, fields = _fields(kind)
    given = dict(zip(fields, values, strict=False))
    if name == "seat":
        seat, actor = author if isinstance(author, list | tuple) else (author, None)
        return Step(at, actor, msgspec.convert({**given, name: seat}, kind))
    if name is not None and author != SYSTEM:
        given[name] = author
    return Step(at, author, msgspec.convert(given, kind))


def _author_of(step: Step) -> Author:
    if not isinstance(step.command, SeatCommand):
        assert step.actor is not None
        return step.actor
    seat = step.command.seat
    return seat if step.actor is None else (seat, step.actor)


def _item_of(step: Step, author: Author) -> str | list[Any]:
    kind = type(step.command)
    stored_as = dict(zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True))
    held = [getattr(step.command, stored_as[name]) for name in _fields(kind)[1]]
    values = [
        None if value is UNSET else msgspec.to_builtins(value, str_keys=True) for value in held
    ]
    lengths = range(len(values) + 1)
    shortest = next(n for n in lengths if _says_the_same(step, author, values[:n]))
    tag = str(kind.__struct_config__.tag)
    return [tag, *values[:shortest]] if shortest else tag


def _says_the_same(step: Step, author: Author, values: list[Any]) -> bool:
    try:
        return _step(step.at, author, type(step.command), values) == step
    except msgspec.ValidationError:
        return False


@cache
def _fields(kind: type[Command]) -> tuple[str | None, list[str]]:
    """The field that names the author, and the others: those that a client posts."""
    author = author_field(kind)
    return author, [name for name in kind.__struct_encode_fields__ if name != author]
