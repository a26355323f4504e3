"""What a ruleset offers: the one interface through which the house plays any game of the family."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from domain.bots import bot_actions, stand_in_actions
from domain.chance import Chance
from domain.choices import Below, Choice, ChoiceKind, SpelledOut
from domain.clock import settle
from domain.closing import Resign
from domain.deadlines import Decision, TableOptions
from domain.ids import PlayerId, Seat, Viewer
from domain.lobby import player_actions
from domain.messages import Command, Event, Occasion, author_field
from domain.pausing import pause_actions
from domain.rulebook import Rulebook
from domain.statistics import Statistics
from domain.table import CLOSED, LOBBY, MOVED, OVER, PAUSED, Score, Standing, Table
from domain.wellformed import require_well_formed

Action: TypeAlias = Command | Choice
Redactor: TypeAlias = Callable[[Any, Viewer], Event]
View: TypeAlias = dict[str, Any]
Picture: TypeAlias = list[list[tuple[str, str]]]
"""Lines of text, each in pieces with a style: colour names such as `bold blue`, or nothing."""


@dataclass(frozen=True, eq=False)
class Ruleset:
    """One game of the family, under one name. All its functions are pure over plain data."""

    name: str
    rules: int
    """The version of its judgements, pinned by the first event of a game."""
    schema: int
    """The version of its stored shapes."""
    seats: range
    """For how many players it is."""
    rulebook: Rulebook
    blank: Callable[["Ruleset"], Table]
    refer: Callable[[Any], None]
    """Set what follows from the rest of a state: its references to code."""
    options: type[TableOptions]
    """All its options, complete."""
    presets: Mapping[str, Mapping[str, Any]]
    """Options that set the defaults of the others, by name, the usual ones first."""
    read_options: Callable[[Mapping[str, Any], int], Any]
    colours: Callable[[Any, int], tuple[str, ...]]
    begin: Callable[[Any, Chance], Iterable[Event]]
    aftermath: Callable[[Any], Iterable[Event]]
    moves: Callable[[Any, Seat], list[Action]]
    to_act: Callable[[Any], list[Seat]]
    decision: Callable[[Any, Seat], Decision]
    """What a seat that is to act has to decide."""
    least: Callable[[Any, Seat], list[Action]]
    """The least that an absent seat can do; of several the house draws one by lot."""
    begins_round: Callable[[Any], bool]
    """Whether the turn that is on is the first of its round."""
    bots: tuple[str, ...]
    """The names of the bots that know it."""
    choices: Mapping[type[Command], ChoiceKind]
    view: Callable[[Any, Viewer], View]
    board: Callable[[View], View]
    """The part of a view that lies on the table: the same for every viewer."""
    hand: Callable[[View, Seat], View]
    """The part of a view that a seat holds, as far as this view shows it."""
    score: Callable[[Any, Viewer], list[Score]]
    rank: Callable[[Any], Iterable[Standing]]
    """The lines of the result, winners first."""
    number_rolls: frozenset[type[Event]]
    """Events whose `dice` add up to the number rolled."""
    offers: frozenset[type[Event]]
    """Events that offer something to the seats in `to`, who are asked for an answer."""
    redactors: Mapping[type[Event], Redactor]
    languages: tuple[str, ...]
    """In which it is narrated."""
    narrate: Callable[[Any, Event, str], str]
    """A fact as a sentence, told after it was folded: state, event, language."""
    picture: Callable[[View], Picture]
    """A view as text for a terminal."""
    drawing: Callable[[View, str], str]
    """A view as an SVG picture."""
    statistics: Statistics
    upcasters: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]
    """How a stored commit of an older schema is lifted by one step, by its schema number."""
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """What its presets are called, by preset and language, as far as they have a name."""
    is_shareable: bool = False
    """Whether labels tell all draws of a solo game apart, so that games can share their chance."""

    def new_game(self) -> Table:
        """A table on which nothing has happened yet."""
        return self.blank(self)

    @property
    def commands(self) -> tuple[type[Command], ...]:
        return tuple(self.rulebook.deciders)

    @property
    def events(self) -> tuple[type[Event], ...]:
        return tuple(self.rulebook.evolvers)

    def decide(self, state: Table, command: Command, chance: Chance) -> Iterator[Event]:
        """Judge when the first fact is asked for: raise then, or yield fact after fact."""
        require_well_formed(command)
        yield from self.rulebook.deciders[type(command)](state, command, chance)

    def canonical(self, state: Table, command: Command) -> Command:
        """The full form of a command, with nothing left out that can only be one thing.

        `decide` accepts a command if `actions` lists its full form, or an open choice that has it
        within its bounds, and refuses every other.
        """
        complete = self.rulebook.completers.get(type(command))
        return command if complete is None else complete(state, command)

    def evolve(self, state: Table, event: Event) -> None:
        """Apply a fact, in place; total and silent."""
        self.rulebook.evolvers[type(event)](state, event)

    def actions(self, state: Table, seat: Seat) -> list[Action]:
        """Every legal command of a seat: its moves, and its right to return, pause or leave."""
        if state.phase == LOBBY:
            player = state.chairs[seat].player if 0 <= seat < len(state.chairs) else None
            return [] if player is None else self.lobby_actions(state, player)
        if state.phase in ("", OVER, CLOSED, MOVED) or not 0 <= seat < len(state.chairs):
            return []
        if state.chairs[seat].resigned:
            return []
        if state.phase == PAUSED:
            return [*pause_actions(state, seat)]
        return [
            *self.moves(state, seat),
            *stand_in_actions(state, seat),
            *pause_actions(state, seat),
            Resign(seat),
        ]

    def lobby_actions(self, state: Table, player: PlayerId) -> list[Action]:
        """Every legal command of a person before the start, seated or not."""
        return [*player_actions(state, player), *bot_actions(state, player)]

    def decisions(self, state: Table) -> dict[Seat, Decision]:
        """What the game waits for, by seat."""
        return {seat: self.decision(state, seat) for seat in self.to_act(state)}

    def spell_out(self, state: Table, choice: Choice) -> SpelledOut:
        """Template, bounds and a legal example of an open choice."""
        kind = choice.command
        fields = [name for name in kind.__struct_encode_fields__ if name != author_field(kind)]
        return SpelledOut(
            template={"type": kind.__struct_config__.tag, **dict.fromkeys(fields)},
            bounds=self.choices[kind].bounds(state, choice.author),
            example=self.sample(state, choice, lambda n: 0),
        )

    def sample(self, state: Table, choice: Choice, below: Below) -> Command:
        """One legal command of an open choice; `below` is the chooser's own randomness."""
        return self.choices[choice.command].sample(state, choice.author, below)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        """What this viewer may know of a fact. One that nobody has ruled on is an error."""
        return self.redactors[type(event)](event, viewer)


def in_full(event: Event, viewer: Viewer) -> Event:
    """For facts that everybody may know."""
    return event


NO_OCCASION = Occasion()


def unfold(
    state: Table, command: Command, chance: Chance, occasion: Occasion = NO_OCCASION
) -> Iterator[Event]:
    """Judge a command, and fold each fact it brings, aftermath included, before yielding it."""
    require_well_formed(command)
    ruleset = state.ruleset
    evolvers = ruleset.rulebook.evolvers
    chance.index = state.next_draw
    for event in ruleset.rulebook.deciders[type(command)](state, command, chance):
        evolvers[type(event)](state, event)
        yield event
    for event in ruleset.aftermath(state):
        evolvers[type(event)](state, event)
        yield event
    if state.watch is not None:
        for event in settle(state, command, occasion):
            evolvers[type(event)](state, event)
            yield event


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
    for event in ruleset.aftermath(state):
        evolvers[type(event)](state, event)
        events.append(event)
    if state.watch is not None:
        for event in settle(state, command, occasion):
            evolvers[type(event)](state, event)
            events.append(event)
    return events


def fold(state: Table, events: Iterable[Event]) -> Table:
    """Apply facts in order."""
    evolvers = state.ruleset.rulebook.evolvers
    for event in events:
        evolvers[type(event)](state, event)
    return state
