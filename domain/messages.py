"""The two kinds of message: commands are wishes, events are facts."""

from typing import dataclass_transform

from msgspec import Struct, field

from domain.ids import PlayerId, Seat


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """A fact, in the past tense. Its stored shape never changes."""

    @property
    def main_seat(self) -> Seat | None:
        """The seat that acted, or that the fact is about; None if there is none, or several."""
        seat: Seat | None = getattr(self, "seat", None)
        return seat


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A wish, in the imperative."""


class SeatCommand(Command):
    """A wish of a seat. The seat comes from who is asking, never from the posted body."""

    seat: Seat


class PlayerCommand(Command):
    """A wish of a person who may not be seated yet."""

    player: PlayerId


class OrganizerCommand(Command):
    """A wish of a referee, who has no seat in the game."""

    organizer: PlayerId


class SystemCommand(Command):
    """A command of the server itself."""


class Occasion(Struct, frozen=True):
    """When (ms) a command is given, and by whom: a player, a bot, a referee or the server."""

    at: int = 0
    actor: str = ""


def author_field(command: type[Command]) -> str | None:
    """The field that says who is asking; a posted body does not carry it."""
    for kind, name in ((SeatCommand, "seat"), (PlayerCommand, "player")):
        if issubclass(command, kind):
            return name
    return "organizer" if issubclass(command, OrganizerCommand) else None
