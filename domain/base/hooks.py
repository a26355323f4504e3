"""What a variant may change, by name. The rules call these and never ask for the variant."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from domain.chance import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation

if TYPE_CHECKING:
    from domain.base.state import Game


@dataclass(frozen=True, slots=True)
class Hooks:
    """Named rules that an option, scenario or variant replaces."""

    building_ends_trading: bool
    """Whether the first thing built or bought in a turn ends its trade."""
    first_player: Callable[["Game", Chance], Iterator[Event]]
    """Find out who begins."""
    deal: Callable[["Game", Chance], Iterator[Event]]
    """Lay the board."""
    starting_pieces: Callable[["Game"], Iterator[Event]]
    """What stands on the board before the first placement, and what it pays."""
    founding_order: Callable[["Game", Seat], tuple[Seat, ...]]
    """The seats in the order in which they found, one entry a settlement, from the first player."""
    founding_pays: Callable[["Game", Seat], bool]
    """Whether the next founding settlement of a seat brings resources."""
    start_nodes: Callable[["Game", Seat], int]
    """Where a seat may found, but for the distance rule."""
    still_to_roll: Callable[["Game"], bool]
    """Whether the dice of this turn are still to be rolled."""
    wrong_phase: Mapping[str, tuple[type[RuleViolation], str]]
    """By phase: how a wish that does not belong there is refused."""
    robber_hexes: Callable[["Game", Seat], int]
    """Where the robber may go; empty if it has to stay."""
    robbable: Callable[["Game", Seat], list[Seat]]
    """Whom this seat may rob, wherever they have buildings."""
    produce: Callable[["Game", int], Event | None]
    """What any other number than a seven brings."""
    on_seven: Callable[["Game", Seat], Event]
    """What a seven brings instead of production."""
    after_discards: Callable[["Game"], Event]
    """What follows when all discards of a seven are in."""
    awards: tuple[Callable[["Game"], Event | None], ...]
    """The special cards, judged in this order once the facts stand."""
    won: Callable[["Game", Seat], bool]
    """Whether this seat has won now that it is its turn."""
