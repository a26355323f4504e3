"""What a ruleset offers: the one interface through which any game of the family is played."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar, get_args

from msgspec import Struct

from domain.chance.draws import Chance
from domain.choices import Below, Choice, ChoiceKind, SpelledOut
from domain.dealings import AnswerKind, Takings, Trades
from domain.ids import SPECTATOR, PlayerId, Seat, Viewer
from domain.ledger_rules import NO_OCCASION, Redactor, Rules
from domain.messages import (
    Command,
    Event,
    Occasion,
    SeatCommand,
    authors_of,
    server_fields,
)
from domain.prices import Price
from domain.statistics import Statistics
from domain.table.bots import bot_actions, mover_of, stand_in_actions
from domain.table.clocks import settle
from domain.table.closing import Resign
from domain.table.deadlines import Decision, TableOptions
from domain.table.geometry import GeometryApart, board_apart
from domain.table.lobby import GameOpened, fix_key, player_actions
from domain.table.pauses import pause_actions
from domain.table.referee_actions import referee_actions
from domain.table.refereeing import call_actions
from domain.table.state import (
    CLOSED,
    LOBBY,
    MOVED,
    OVER,
    PAUSED,
    S,
    S_contra,
    Score,
    Standing,
    Table,
)
from domain.table.view import TableView, ViewTypes, fields_of
from domain.well_formed import require_well_formed

Action: TypeAlias = Command | Choice
V = TypeVar("V", bound=TableView)


@dataclass(frozen=True, kw_only=True)
class Opening(Generic[S_contra]):
    """What is chosen when a game is opened."""

    options: type[TableOptions]
    """All its options, complete."""
    presets: Mapping[str, Mapping[str, Any]]
    """Options that set the defaults of the others, by name, the usual ones first."""
    read_options: Callable[[Mapping[str, Any], int], TableOptions]
    """Options as a client gives them, for so many players, completed or refused."""
    colours: Callable[[S_contra], tuple[str, ...]]
    """The colours in play, once the options are known."""
    is_shareable: bool = False
    """Whether labels tell all draws of a solo game apart, so that games can share their chance."""


@dataclass(frozen=True, kw_only=True)
class Flow(Generic[S_contra]):
    """How a game goes on: who is to act, what they may do, and what follows by itself."""

    begin: Callable[[S_contra, Chance], Iterable[Event]]
    """What follows on the start."""
    aftermath: Callable[[S_contra], Iterable[Event]]
    """What follows on any command once its own facts stand."""
    to_act: Callable[[S_contra], list[Seat]]
    """The seats that the game waits for."""
    moves: Callable[[S_contra, Seat], list[Action]]
    """Everything by which a seat can take the game further now."""
    choices: Mapping[type[Command], ChoiceKind[S_contra]]
    """How open choices are bounded and sampled."""


@dataclass(frozen=True, kw_only=True)
class ClockRules(Generic[S_contra]):
    """What the clocks have to know of a game."""

    decision: Callable[[S_contra, Seat], Decision]
    """What a seat that is to act has to decide."""
    least: Callable[[S_contra, Seat], list[Action]]
    """The least that an absent seat can do; of several one is drawn by lot."""
    begins_round: Callable[[S_contra], bool]
    """Whether the turn that is on is the first of its round."""


@dataclass(frozen=True, kw_only=True)
class Views(Generic[S_contra, V]):
    """What a viewer may know of the state and of the facts. `V` is the class of its views."""

    view: Callable[[S_contra, Viewer], V]
    """Everything this viewer may know now."""
    board: Callable[[V], Struct]
    """The part of a view that lies on the table: the same for every viewer."""
    hand: Callable[[V, Seat], Struct]
    """The part of a view that a seat holds, as far as this view shows it."""
    geometry: GeometryApart[S_contra]
    """How a board is shown apart from what never changes on it."""
    types: ViewTypes
    """The classes of views, boards and hands, from which the API is described."""
    redactors: Mapping[type[Event], Redactor]
    """What a viewer may know of each fact."""


@dataclass(frozen=True, kw_only=True)
class Scoring(Generic[S_contra]):
    """What seats have reached."""

    score: Callable[[S_contra, Viewer], list[Score]]
    """Points by source, as far as a viewer may know."""
    rank: Callable[[S_contra], Iterable[Standing]]
    """The lines of the result, winners first."""


NotableKind: TypeAlias = Literal["seven", "taking", "trade", "building"]
"""What readers of a record go through one after the other, in every game."""
NOTABLE_KINDS: Final[tuple[NotableKind, ...]] = get_args(NotableKind)
_SEVEN: Final = 7


@dataclass(frozen=True, kw_only=True)
class NotableEvents:
    """Events with a meaning that is the same in every game."""

    number_rolls: frozenset[type[Event]] = frozenset()
    """Events whose `dice` add up to the number rolled."""
    offers: frozenset[type[Event]] = frozenset()
    """Events that offer something to the seats in `to`, who are asked for an answer."""
    answers: Mapping[type[Event], AnswerKind] = field(default_factory=dict)
    """Events that answer the open offer, which is one of the seat whose turn it is."""
    trades: Trades = field(default_factory=dict)
    """Events by which cards change hands with the consent of both sides."""
    takings: Takings = field(default_factory=dict)
    """Events by which a seat takes something from another one."""
    buildings: frozenset[type[Event]] = frozenset()
    """Events by which a piece comes onto the board or the sheet."""

    def kind_of(self, event: Event) -> NotableKind | None:
        """Of which kind an event is, if it is of one. Everybody may know it."""
        kind = type(event)
        if kind in self.number_rolls:
            dice: tuple[int, int] = event.dice  # type: ignore[attr-defined]  # by its definition
            return "seven" if sum(dice) == _SEVEN else None
        if kind in self.takings:
            return "taking"
        if kind in self.trades:
            return "trade"
        return "building" if kind in self.buildings else None


@dataclass(frozen=True, eq=False, kw_only=True)
class Ruleset(Rules[S]):
    """One game of the family."""

    opened: type[Event] = GameOpened
    seats: range
    """For how many players it is."""
    bots: tuple[str, ...]
    """The names of the bots that know it."""
    opening: Opening[S]
    flow: Flow[S]
    clock: ClockRules[S]
    views: Views[S, Any]
    """Readers of any ruleset do not know the class of its views."""
    scoring: Scoring[S]
    statistics: Statistics[S, Any]
    """Readers of any ruleset do not know the class of what it counts in either."""
    notable: NotableEvents
    prices: tuple[Price, ...] = ()
    """What its pieces and cards cost."""

    def new_game(self) -> S:
        """A table on which nothing has happened yet."""
        return self.blank_state()

    def play(self, state: S, command: Command, chance: Chance, occasion: Occasion) -> list[Event]:
        return play(state, command, chance, occasion)

    def consequences(self, state: S, command: Command, occasion: Occasion) -> Iterator[Event]:
        yield from self.flow.aftermath(state)
        if state.watch is not None:
            yield from settle(state, command, occasion)

    def viewer_of(self, state: S, player: PlayerId) -> Viewer:
        seat = state.seat_of(player)
        return SPECTATOR if seat is None else seat

    def authors(self, state: S, command: Command) -> tuple[str | None, ...]:
        if isinstance(command, SeatCommand):
            return (mover_of(state, command.seat),)
        return authors_of(command)

    def fix_key(self, state: S, chance: Chance) -> None:
        if state.phase not in ("", LOBBY):
            fix_key(state, chance)

    def canonical(self, state: S, command: Command) -> Command:
        """The full form of a command, with nothing left out that can only be one thing.

        `decide` accepts a command if `actions` lists its full form, or an open choice that has it
        within its bounds, and refuses every other.
        """
        complete = self.rulebook.completers.get(type(command))
        return command if complete is None else complete(state, command)

    def actions(self, state: S, seat: Seat) -> list[Action]:
        """Every legal command of a seat: its moves, and its right to return, pause or leave."""
        if state.phase == LOBBY:
            player = state.chairs[seat].player if 0 <= seat < len(state.chairs) else None
            return [] if player is None else self.lobby_actions(state, player)
        if state.phase in ("", OVER, CLOSED, MOVED) or not 0 <= seat < len(state.chairs):
            return []
        if state.chairs[seat].resigned:
            return []
        if state.phase == PAUSED:
            return [*pause_actions(state, seat), *call_actions(state, seat)]
        return [
            *self.flow.moves(state, seat),
            *stand_in_actions(state, seat),
            *pause_actions(state, seat),
            *call_actions(state, seat),
            Resign(seat),
        ]

    def lobby_actions(self, state: S, player: PlayerId) -> list[Action]:
        """Every legal command of a person before the start, seated or not."""
        return [*player_actions(state, player), *bot_actions(state, player)]

    def referee_actions(self, state: S, organizer: PlayerId) -> list[Action]:
        """Every legal command of a referee, who has no seat."""
        return [*referee_actions(state, organizer)]

    def decisions(self, state: S) -> dict[Seat, Decision]:
        """What the game waits for, by seat."""
        return {seat: self.clock.decision(state, seat) for seat in self.flow.to_act(state)}

    def spell_out(self, state: S, choice: Choice) -> SpelledOut:
        """Template, bounds and a legal example of an open choice."""
        kind = choice.command
        filled_in = server_fields(kind)
        fields = [name for name in kind.__struct_encode_fields__ if name not in filled_in]
        return SpelledOut(
            template={"type": str(kind.__struct_config__.tag), **dict.fromkeys(fields)},
            bounds=self.flow.choices[kind].bounds(state, choice.author),
            example=self.sample(state, choice, lambda n: 0),
        )

    def sample(self, state: S, choice: Choice, below: Below) -> Command:
        """One legal command of an open choice; `below` is the chooser's own randomness."""
        return self.flow.choices[choice.command].sample(state, choice.author, below)

    def view(self, state: S, viewer: Viewer) -> TableView:
        """Everything this viewer may know now."""
        shown: TableView = self.views.view(state, viewer)
        return shown

    def view_apart(self, state: S, viewer: Viewer) -> dict[str, Any]:
        """The same by field, with a board that only names its geometry."""
        fields = fields_of(self.view(state, viewer))
        board = fields["board"]
        if board is not None:
            fields["board"] = board_apart(self.views.geometry, state, board)
        return fields

    def board_apart(self, state: S) -> dict[str, Any]:
        """The board with its pieces, the same for every viewer, in that form."""
        board = self.views.board(self.view(state, SPECTATOR))
        return board_apart(self.views.geometry, state, board)

    def score(self, state: S, viewer: Viewer) -> list[Score]:
        """Points by source, as far as this viewer may know."""
        return self.scoring.score(state, viewer)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return self.views.redactors[type(event)](event, viewer)

    def concerned(self, state: S, event: Event) -> tuple[Seat, ...]:
        """The seats that a fact is about: those it names, and who made the offer it answers."""
        seats = event.concerned
        return (*seats, state.turn_seat) if type(event) in self.notable.answers else seats


AnyRuleset: TypeAlias = Ruleset[Any]
"""A ruleset of which nobody knows here what its states are: a table's own, or one by its name."""


def in_full(event: Event, viewer: Viewer) -> Event:
    """For facts that everybody may know."""
    return event


def play(
    state: Table, command: Command, chance: Chance, occasion: Occasion = NO_OCCASION
) -> list[Event]:
    """All facts that a command brings, folded. A refusal changes nothing."""
    require_well_formed(command)
    return play_listed(state, command, chance, occasion)


def play_listed(
    state: Table, command: Command, chance: Chance, occasion: Occasion = NO_OCCASION
) -> list[Event]:
    """The same for a command that a ruleset has listed or sampled itself, so it is well formed.

    As quick as can be: a list of `unfold` would take a twentieth of a decision longer, and to look
    at the fields another twentieth.
    """
    ruleset = state.ruleset
    rulebook = ruleset.rulebook
    evolvers = rulebook.evolvers
    chance.index = state.next_draw
    events: list[Event] = []
    for event in rulebook.deciders[type(command)](state, command, chance):
        evolvers[type(event)](state, event)
        events.append(event)
    for event in ruleset.flow.aftermath(state):
        evolvers[type(event)](state, event)
        events.append(event)
    if state.watch is not None:
        for event in settle(state, command, occasion):
            evolvers[type(event)](state, event)
            events.append(event)
    return events
