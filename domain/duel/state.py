"""The state of a game for two: that of the base game, two neutral networks and the trade cards."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from domain.base.hooks import Hooks
from domain.base.state import Game
from domain.ids import Seat
from domain.table.state import COLOURS

SEATS: Final = 2
NEUTRALS: Final = (Seat(2), Seat(3))
"""The neutral players: their networks follow those of the two seats."""
TRADE_CARDS: Final = 14
TRADE_CARDS_AT_FIRST: Final = 4
MOST_TRADE_CARDS: Final = 7

NEUTRAL_BUILDING: Final = "neutral_building"
FORCED_TRADE: Final = "forced_trade"
"""Further phases, both open choices: a neutral piece to be placed, cards to be given back."""

Piece: TypeAlias = Literal["road", "settlement"]


@dataclass(slots=True, kw_only=True, eq=False)
class Duel(Game):
    """Everything that is true in a game for two. Networks and road lengths have four entries."""

    hooks: Hooks["Duel"] = None  # type: ignore[assignment]
    """Narrower than those of the base game: a duel is never given other hooks."""
    trade_cards: list[int] = field(default_factory=list)
    first_roll: tuple[int, int] | None = None
    """The first of the two rolls of this turn."""
    rolled_twice: bool = False
    action_taken: bool = False
    """Whether trade cards have been spent this turn."""
    knight_discarded: bool = False
    built: Piece | None = None
    """What was just built and has no neutral counterpart yet."""
    neutral_due: Piece | None = None
    """What has to be placed for a neutral player."""

    @property
    def pool(self) -> int:
        """The trade cards that nobody holds."""
        return TRADE_CARDS - sum(self.trade_cards)


def opponent_of(seat: Seat) -> Seat:
    """The other player; the neutral ones are nobody's opponents."""
    return Seat(1 - seat)


def neutral_colours(state: Duel) -> tuple[str, ...]:
    """The colours that nobody plays, in the order of the box: those of the neutral players."""
    taken = {chair.colour for chair in state.chairs}
    return tuple(colour for colour in COLOURS if colour not in taken)
