"""The two kinds of message: commands are wishes, events are facts."""

from typing import dataclass_transform

from msgspec import Struct, field

from domain.ids import SYSTEM, PlayerId, Seat
from domain.seats_named import seats_named


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Event(Struct, frozen=True, tag_field="type", omit_defaults=True, gc=False):
    """A fact, in the past tense. Its stored shape never changes."""

    @property
    def main_seat(self) -> Seat | None:
        """The seat that acted, or that the fact is about; None if there is none, or several."""
        seat: Seat | None = getattr(self, "seat", None)
        return seat

    @property
    def concerned(self) -> tuple[Seat, ...]:
        """Every seat that the fact names, each once: thief and victim, both sides of a trade.

        They follow from the types of the fields. A fact with a field that has the type of a seat
        and names none at the table says so by a property of its own.
        """
        return seats_named(self)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True, gc=False):
    """A wish, in the imperative."""


class SeatCommand(Command):
    """A wish of a seat. The seat comes from who is asking, never from the posted body."""

    seat: Seat


class PlayerCommand(Command):
    """A wish of a person who may not be seated yet."""

    player: PlayerId


class CallCommand(PlayerCommand):
    """A wish of a person for which there is a call of its own; it cannot be posted as a command."""


class OrganizerCommand(Command):
    """A wish of a referee, who has no seat in the game."""

    organizer: PlayerId


class SystemCommand(Command):
    """A command of the server itself."""


class Occasion(Struct, frozen=True):
    """When (ms) a command is given, and by whom: a player, a bot, a referee or the server."""

    at: int = 0
    actor: str = ""


TIME_FIELD = "at"
"""The field for the time of a command (ms), which the server sets."""


def server_fields(command: type[Command]) -> frozenset[str]:
    """The fields that the server fills in; a posted body does not carry them."""
    author = author_field(command)
    return frozenset({TIME_FIELD} if author is None else {TIME_FIELD, author})


def author_field(command: type[Command]) -> str | None:
    """The field that says who is asking; a posted body does not carry it."""
    for kind, name in ((SeatCommand, "seat"), (PlayerCommand, "player")):
        if issubclass(command, kind):
            return name
    return "organizer" if issubclass(command, OrganizerCommand) else None


def authors_of(command: Command) -> tuple[str, ...]:
    """Who may be the actor of a commit with a command that names its author, or the server's."""
    if isinstance(command, PlayerCommand):
        return (command.player,)
    if isinstance(command, OrganizerCommand):
        return (command.organizer,)
    return (SYSTEM,)
