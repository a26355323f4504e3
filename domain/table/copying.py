"""Copies: a new game that goes on from where a closed game once stood."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from domain.chance.draws import Chance
from domain.ids import Seat, Viewer
from domain.ledger_rules import Redactor
from domain.messages import CallCommand, Command, Event
from domain.rulebook import Rulebook
from domain.table.bots import BotSeated, UnknownBot
from domain.table.closing import SeatResigned
from domain.table.lobby import (
    GameOpened,
    GameStarted,
    SeatTaken,
    fix_key,
    require_new_game,
    require_player_count,
)
from domain.table.state import CopiedFrom, SeatResignedAlready, Table, UnknownSeat

E = TypeVar("E")

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class Position(Struct, frozen=True, omit_defaults=True):
    """Where a game once stood: how it was opened, and the events that led there."""

    options: dict[str, Any]
    colours: tuple[str, ...]
    """By seat."""
    events: tuple[Any, ...] = ()
    """Events of its ruleset, whichever that is."""


class CopyPosition(CallCommand, tag="copy_position", omit_defaults=True):
    """Open a game that goes on from a position of another one, as this seat and against bots."""

    game: str
    source: CopiedFrom
    seat: Seat
    bot: str
    position: Position


class PositionCopied(Event, Generic[E], tag="position_copied"):
    """The game stands where another one stood. It goes on with a chance of its own."""

    source: CopiedFrom
    events: tuple[
        Annotated[
            E,
            Meta(
                extra_json_schema={
                    "type": "object",
                    "description": "An event of the other game, as you may know it",
                    "properties": {"type": {"type": "string"}},
                    "required": ["type"],
                }
            ),
        ],
        ...,
    ]
    """The events of the other game that led to this position."""


@decides(CopyPosition)
def copy_position(state: Table, command: CopyPosition, chance: Chance) -> Iterator[Event]:
    require_new_game(state, command.game)
    ruleset, position = state.ruleset, command.position
    players = len(position.colours)
    require_player_count(ruleset, players)
    ruleset.opening.read_options(position.options, players)
    if command.bot not in ruleset.bots:
        raise UnknownBot("there is no such bot", bots=list(ruleset.bots))
    if not 0 <= command.seat < players:
        raise UnknownSeat(f"seats go from 0 to {players - 1}", seat=command.seat)
    if SeatResigned(command.seat) in position.events:
        raise SeatResignedAlready("this seat had left the game by then", seat=command.seat)
    yield GameOpened(
        game=command.game,
        ruleset=ruleset.name,
        rules=ruleset.rules,
        players=players,
        options=position.options,
        host=command.player,
        commitment=chance.commitment,
        key_id=chance.key_id,
        listed=False,
        invited_only=True,
        rated=False,
    )
    for i, colour in enumerate(position.colours):
        if i == command.seat:
            yield SeatTaken(command.seat, command.player, colour)
        else:
            yield BotSeated(Seat(i), command.bot, colour)
    fix_key(state, chance)
    yield GameStarted()
    yield PositionCopied(command.source, position.events)


@evolves(PositionCopied)
def position_copied(state: Table, event: PositionCopied[Event]) -> None:
    evolve = state.ruleset.evolve
    for one in event.events:
        evolve(state, one)
    state.copied_from = event.source
    # Those draws were of another chance; this game counts its own.
    state.next_draw = 0


def as_stored(command: Command) -> Command:
    """A command as its commit holds it: copied events are stored once, in the event."""
    if not isinstance(command, CopyPosition):
        return command
    return replace(command, position=replace(command.position, events=()))


def as_judged(command: Command, recorded: Sequence[Event]) -> Command:
    """A stored command as it was judged, together with the events that were stored for it."""
    if not isinstance(command, CopyPosition):
        return command
    copied = next((event.events for event in recorded if isinstance(event, PositionCopied)), ())
    return replace(command, position=replace(command.position, events=copied))


def with_copies(redactors: Mapping[type[Event], Redactor]) -> dict[type[Event], Redactor]:
    """The same redactors, and one for copies: each copied event is redacted by its own."""

    def redact(event: PositionCopied[Event], viewer: Viewer) -> Event:
        known = tuple(redactors[type(one)](one, viewer) for one in event.events)
        return replace(event, events=known)

    return {**redactors, PositionCopied: redact}
