"""Open choices: legal commands that are too many to list."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, final

from msgspec import UNSET, Struct, UnsetType

from domain.cards import Resource
from domain.ids import Seat
from domain.messages import Command
from domain.table.state import S_contra

Below: TypeAlias = Callable[[int], int]
"""The chooser's own randomness: a number from 0 to n-1."""


@final
class Choice(Struct, frozen=True, gc=False):
    """A command whose fields its author fills in, within bounds."""

    command: type[Command]
    author: Any
    """The seat or player who may choose."""


class Bound(Struct, frozen=True, kw_only=True):
    """What one field of an open choice may hold. Only the bounds that apply are sent."""

    total: int | str | UnsetType = UNSET
    """How many cards exactly, or a sentence that says how many."""
    least_total: int | UnsetType = UNSET
    """How many cards at least."""
    most: dict[Resource, int] | UnsetType = UNSET
    """How many cards of each resource at most. There is none of a resource that is not named."""
    seats: list[Seat] | UnsetType = UNSET
    """The seats that may be named."""
    all: UnsetType | None = UNSET
    """The value that means all these seats."""
    each_of: list[int] | UnsetType = UNSET
    """The values that may be in the list."""
    least: int | UnsetType = UNSET
    """How many values the list has at least."""
    each_once: bool | UnsetType = UNSET
    """Whether each value may be in the list only once."""
    one_of: Sequence[int | Resource | None] | UnsetType = UNSET
    """The values of which the field has one."""
    none_of: Sequence[str] | UnsetType = UNSET
    """The values that the field may not have."""
    spans: list[tuple[int, int]] | UnsetType = UNSET
    """Spans of numbers, both ends included, of which the field has one number."""
    pattern: str | UnsetType = UNSET
    """The regular expression that the text must match."""
    advice: str | UnsetType = UNSET
    """How to choose well."""
    suggested: Sequence[str] | UnsetType = UNSET
    """Some of the texts that the field may hold."""


class DrawnAtRandom(NamedTuple):
    """A note on the type of a field: a text that its author draws at random from an alphabet."""

    alphabet: str


class BankRate(Struct, frozen=True):
    """A way to trade with the bank: a resource to give, how many cards a lot has, how many lots."""

    resource: Resource
    rate: int
    most_lots: int


Bounds: TypeAlias = dict[str, Bound | list[BankRate] | list[str]]
"""What each field may hold, by its name. `apart` lists fields that may have nothing in common."""


@dataclass(frozen=True, slots=True)
class ChoiceKind(Generic[S_contra]):
    """How one kind of open choice is bounded and sampled, for the author who may choose."""

    bounds: Callable[[S_contra, Any], Bounds]
    sample: Callable[[S_contra, Any, Below], Command]
    between_players: bool = False
    """Whether it is a wish to trade with another player."""


class SpelledOut(Struct, frozen=True):
    """An open choice in full: the fixed part, what each field may hold, and one legal example."""

    template: dict[str, str | None]
    """The `type` of the command, and its other fields, which are null."""
    bounds: Bounds
    example: Command
