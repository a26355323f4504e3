"""The two kinds of message: commands are wishes, events are facts."""

from typing import dataclass_transform

from msgspec import Struct, field

from domain.ids import PlayerId, Seat


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """A fact, in the past tense. Its stored shape never changes."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A wish, in the imperative."""


class SeatCommand(Command):
    """A wish of a seat. The seat comes from who is asking, never from the posted body."""

    seat: Seat


class PlayerCommand(Command):
    """A wish of a person who may not be seated yet."""

    player: PlayerId


class SystemCommand(Command):
    """A wish of the house: a referee or a worker."""


def author_field(command: type[Command]) -> str | None:
    """The field that says who is asking; a posted body does not carry it."""
    if issubclass(command, SeatCommand):
        return "seat"
    return "player" if issubclass(command, PlayerCommand) else None
