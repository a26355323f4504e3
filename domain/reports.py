"""What a report over games says, as plain data: of one game, and of several added up.

The report of a game is small and is made once. It names players by id, never seats, so that the
reports of several games can be added up line by line. Times are in milliseconds.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from domain.chance.chi_square import Fit
from domain.dealings import Counts, TakingKind
from domain.table.state import Outcome

ChoiceKind: TypeAlias = Literal["trades", "thefts"]


class SlowDecision(Struct, frozen=True):
    """A decision that took long."""

    game: str
    version: int
    ms: int


class Pace(Struct, frozen=True):
    """The decisions of a player in a game."""

    player: str
    tenths: dict[int, int]
    """By tenths of a second: how many decisions took so long."""
    ms: int
    slowest: tuple[SlowDecision, ...]
    missed: tuple[int, ...]
    """The versions in which a deadline of theirs passed."""


class TradesOfPair(Struct, frozen=True):
    """The trades between two players: what the first gave, and what they took for it."""

    player: str
    other: str
    given: Counts
    taken: Counts
    versions: tuple[int, ...]


class Answers(Struct, frozen=True):
    """How a player answered the offers of another one, who is named first."""

    player: str
    other: str
    asked: tuple[int, ...]
    """The versions of the offers."""
    accepted: tuple[int, ...]
    countered: tuple[int, ...]
    refused: tuple[int, ...]
    """The versions of the answers."""


class TakingsOfPair(Struct, frozen=True):
    """What a player took from another one in one way."""

    player: str
    other: str
    kind: TakingKind
    count: int
    cards: Counts
    """As far as it is known which cards they were."""
    versions: tuple[int, ...]


class ChoicesOfPair(Struct, frozen=True):
    """How often a player chose another one, when they could."""

    kind: ChoiceKind
    player: str
    other: str
    cases: dict[int, int]
    """By number of players to choose from: how often the other one was among them."""
    versions: tuple[int, ...]
    """When they were chosen."""
    instead: tuple[int, ...]
    """When somebody else was."""


class LuckOfPlayer(Struct, frozen=True):
    """What the dice gave a player, and what fair dice give: see `domain.statistics.LuckCounts`."""

    player: str
    due: int
    ways: int
    spread: int


class GameReport(Struct, frozen=True, kw_only=True):
    """All that reports need of one game."""

    game: str
    ruleset: str
    version: int
    is_closed: bool
    players: tuple[str | None, ...]
    """By seat, at the end."""
    outcome: Outcome | None
    winners: tuple[str, ...]
    turns: int
    began_at: int | None
    last_at: int | None
    pace: tuple[Pace, ...] = ()
    trades: tuple[TradesOfPair, ...] = ()
    answers: tuple[Answers, ...] = ()
    takings: tuple[TakingsOfPair, ...] = ()
    choices: tuple[ChoicesOfPair, ...] = ()
    rolled: Counts = {}
    weights: Counts = {}
    luck: tuple[LuckOfPlayer, ...] = ()


class Place(Struct, frozen=True):
    """A version of a game on which a line of a report rests."""

    game: str
    version: int


class GameLine(Struct, frozen=True, kw_only=True):
    """A game that the report is about."""

    game: str
    ruleset: str
    version: int
    is_closed: bool
    players: tuple[str | None, ...]
    outcome: Outcome | None
    winners: tuple[str, ...]
    turns: int
    began_at: int | None
    last_at: int | None


class PaceLine(Struct, frozen=True, kw_only=True):
    """How long a player took for their own decisions, the wait for others and pauses left out."""

    player: str
    decisions: int
    total_ms: int
    median_ms: int | None
    """To a tenth of a second."""
    slowest: tuple[SlowDecision, ...]
    missed_deadlines: int
    rests_on: tuple[Place, ...]
    """Missed deadlines."""
    games: tuple[str, ...]
    """In whose logs the decisions are, each with its time."""


class TradeLine(Struct, frozen=True, kw_only=True):
    """The trades of a pair: what the first player gave and took, and what that leaves them with."""

    player: str
    other: str
    trades: int
    given: Counts
    taken: Counts
    cards_given: int
    cards_taken: int
    balance: int
    """Cards that the first player took more than they gave."""
    rests_on: tuple[Place, ...]


class OfferLine(Struct, frozen=True, kw_only=True):
    """How often a player was offered a trade by another one, and what came of it."""

    player: str
    """Who made the offers."""
    other: str
    """Who was asked."""
    asked: int
    accepted: int
    countered: int
    refused: int
    rests_on: tuple[Place, ...]
    """The offers and the answers."""
    refusals: tuple[Place, ...]


class TakingLine(Struct, frozen=True, kw_only=True):
    """What a player took from another one, and how."""

    player: str
    other: str
    kind: TakingKind
    times: int
    count: int
    cards: Counts
    rests_on: tuple[Place, ...]


class ChoiceLine(Struct, frozen=True, kw_only=True):
    """How often a player chose another one, against an even choice among all at the table.

    It is a figure, and no accusation: `p_or_more` is how likely an even choice leads to this count
    or to a higher one, `p_or_less` to this count or to a lower one.
    """

    kind: ChoiceKind
    player: str
    other: str
    count: int
    cases: int
    share: float
    expected: float
    p_or_more: float
    p_or_less: float
    rests_on: tuple[Place, ...]
    """Where the other one was chosen."""
    instead: tuple[Place, ...]
    """Where somebody else was."""


class OutcomeLine(Struct, frozen=True):
    """How often the dice fell to something, and how often that is expected."""

    outcome: str
    count: int
    expected: float


class DiceLine(Struct, frozen=True, kw_only=True):
    """All rolls with dice of one kind against expectation."""

    rulesets: tuple[str, ...]
    rolls: int
    outcomes: tuple[OutcomeLine, ...]
    fit: Fit | None
    games: tuple[str, ...]
    """In whose logs the rolls are."""


class LuckLine(Struct, frozen=True, kw_only=True):
    """The luck of a player in cards: what the dice gave, less what fair dice give."""

    player: str
    expected: float
    due: int
    luck: float
    deviations: float | None
    games: tuple[str, ...]


class Report(Struct, frozen=True, kw_only=True):
    """A report over games."""

    games: tuple[GameLine, ...]
    pace: tuple[PaceLine, ...]
    trades: tuple[TradeLine, ...]
    offers: tuple[OfferLine, ...]
    takings: tuple[TakingLine, ...]
    choices: tuple[ChoiceLine, ...]
    dice: tuple[DiceLine, ...]
    luck: tuple[LuckLine, ...]
