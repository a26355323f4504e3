"""A hall in which tournaments are played without games: commands, made-up results and a clock."""

import hashlib
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec import UNSET

from domain.chance.draws import SeededChance
from domain.ids import PlayerId, Seat
from domain.messages import Command, Event, Occasion, authors_of
from domain.refusals import RuleViolation
from domain.registry import TOURNAMENT
from domain.state_bytes import freeze
from domain.tournament.actions import FieldBound, OpenChoice
from domain.tournament.drafting import DraftRound, PublishRound
from domain.tournament.due import due_at, due_command, games_running
from domain.tournament.entering import Register
from domain.tournament.opening import OpenTournament
from domain.tournament.playing import RecordGames, StartRound, TableGame, tables_to_open
from domain.tournament.results import RecordResult
from domain.tournament.setup import GameSetup, Setup
from domain.tournament.starting import StartTournament
from domain.tournament.state import Tournament
from domain.tournament.table_starts import start_after

HOST = PlayerId("olga")
REFEREE = PlayerId("rita")
COLOURS = ("red", "blue", "orange", "white")
STARTS_AT = 1_000_000
MINUTE = 60_000


def setup(**changes: Any) -> Setup:
    games = GameSetup(ruleset="base", options={}, colours=COLOURS, bots=("planner", "random"))
    return Setup(**{"title": "Open", "games": games, "capacity": 16, **changes})


def person(number: int) -> PlayerId:
    return PlayerId(f"p{number:02}")


class Hall:
    """One tournament, with everything that was done in it."""

    def __init__(self, chosen: Setup | None = None, **changes: Any) -> None:
        self.state: Tournament = TOURNAMENT.blank_state()
        self.chance = SeededChance(hashlib.sha256(b"hall").digest(), "key")
        self.at = 0
        self.commits: list[tuple[Command, tuple[Event, ...], int]] = []
        digest = changes.pop("code_digest", None)
        nonce_seconds = changes.pop("nonce_seconds", 0)
        opening = OpenTournament(
            HOST,
            game="t",
            setup=chosen or setup(**changes),
            referees=(REFEREE,),
            code_digest=digest,
            nonce_seconds=nonce_seconds,
        )
        self.do(opening)

    @property
    def events(self) -> list[Event]:
        return [event for _, events, _ in self.commits for event in events]

    def do(self, command: Command) -> list[Event]:
        """Have a command judged. A refusal changes nothing."""
        before = freeze(self.state)
        TOURNAMENT.fix_key(self.state, self.chance)
        occasion = Occasion(self.at, str(authors_of(command)[0]))
        try:
            events = TOURNAMENT.play(self.state, command, self.chance, occasion)
        except RuleViolation:
            assert freeze(self.state) == before
            raise
        self.commits.append((command, tuple(events), self.at))
        return events

    def refused(self, command: Command) -> str:
        """The code with which a command is refused."""
        try:
            self.do(command)
        except RuleViolation as refusal:
            return refusal.code
        raise AssertionError(f"accepted: {command}")

    def wait(self, minutes: float) -> None:
        """Let time pass, and the service do what is due then."""
        self.at += int(minutes * MINUTE)
        while (command := due_command(self.state, self.at)) is not None:
            self.do(command)

    def open_tables(self) -> None:
        """What the service does when tables are to be opened."""
        ahead = tables_to_open(self.state)
        if ahead:
            games = tuple(
                TableGame(one.table, f"game-{one.round}-{one.table}-{one.attempt}") for one in ahead
            )
            starts_at = None
            if self.state.nonce_seconds:
                starts_at = start_after(self.state, self.at, ahead)
            self.do(RecordGames(ahead[0].round, games, starts_at))

    def finish_game(
        self, table: int, points: Sequence[int] = (), winners: Sequence[int] = (0,)
    ) -> list[Event]:
        """What the service does when the game of a table is closed."""
        current = self.state.rounds[-1]
        game = current.tables[table - 1].game or ""
        seats = len(current.tables[table - 1].entrants)
        return self.do(
            RecordResult(
                at=self.at,
                round=current.number,
                table=table,
                game=game,
                head=hashlib.sha256(game.encode()).hexdigest(),
                points=tuple(points) or (10, 8, 6, 4)[:seats],
                winners=tuple(Seat(seat) for seat in winners),
                outcome="won" if winners else "void",
            )
        )

    def finish_games(self) -> None:
        for table in games_running(self.state):
            self.finish_game(table)


def filled(players: int, **changes: Any) -> Hall:
    """A tournament for which so many players have registered."""
    hall = Hall(**changes)
    for number in range(players):
        hall.do(Register(person(number)))
    return hall


def started(players: int, **changes: Any) -> Hall:
    """A tournament that has started with so many players."""
    hall = filled(players, **changes)
    hall.do(StartTournament(HOST))
    return hall


def published(players: int, **changes: Any) -> Hall:
    """A tournament whose first round is published."""
    hall = started(players, **changes)
    publish(hall)
    return hall


def publish(hall: Hall) -> None:
    hall.do(DraftRound(HOST))
    hall.do(PublishRound(HOST))


def running(players: int, **changes: Any) -> Hall:
    """A tournament whose first round is running."""
    hall = published(players, **changes)
    start(hall)
    return hall


def start(hall: Hall) -> None:
    hall.do(StartRound(HOST))
    hall.open_tables()


def play_round(hall: Hall) -> None:
    """A whole round, with the usual results that nobody signs."""
    publish(hall)
    while due_at(hall.state) is not None:
        hall.wait(2)
    start(hall)
    hall.finish_games()
    hall.wait(15)


def random_result(hall: Hall, table: int, random: Random) -> None:
    """A game that is closed, with some result."""
    seats = len(hall.state.rounds[-1].tables[table - 1].entrants)
    points = [random.randint(2, 9) for _ in range(seats)]
    if random.random() < 0.9:
        winner = random.randrange(seats)
        points[winner] = 10
        hall.finish_game(table, points, [winner])
    else:
        hall.finish_game(table, points, [])


# What open choices allow


def sample(choice: OpenChoice, player: PlayerId, random: Random) -> Command:
    """A command within the bounds of an open choice."""
    while True:
        fields = {name: _sample_field(bound, random) for name, bound in choice.bounds.items()}
        command = choice.command(player=player, **choice.fixed, **fields)
        if allows(choice, command):
            return command


def _sample_field(bound: FieldBound, random: Random) -> Any:
    if bound.one_of is not UNSET:
        return random.choice(bound.one_of)
    if bound.each_of is not UNSET:
        return tuple(random.sample(bound.each_of, random.randint(0, len(bound.each_of))))
    if bound.items is not UNSET:
        return tuple(random.randint(bound.least, bound.most) for _ in range(bound.items))
    if bound.longest is not UNSET:
        return "r" * random.randint(1, bound.longest)
    if bound.person is not UNSET:
        return PlayerId(f"guest-{random.randrange(20)}")
    return random.randint(bound.least, bound.most)


def allows(choice: OpenChoice, command: Command) -> bool:
    """Whether a command is within the bounds of an open choice."""
    if type(command) is not choice.command:
        return False
    if any(getattr(command, name) != value for name, value in choice.fixed.items()):
        return False
    return all(
        all(_kept(bound, getattr(command, name), command)) for name, bound in choice.bounds.items()
    )


def _kept(bound: FieldBound, value: Any, command: Command) -> Iterator[bool]:
    """For every bound of a field whether the value keeps it."""
    if bound.one_of is not UNSET:
        yield value in bound.one_of
    if bound.each_of is not UNSET:
        yield len(set(value)) == len(value) and set(value) <= set(bound.each_of)
    if bound.items is not UNSET:
        yield len(value) == bound.items
        yield all(bound.least <= one <= bound.most for one in value)
    elif bound.least is not UNSET:
        yield isinstance(value, int) and bound.least <= value <= bound.most
    if bound.longest is not UNSET:
        yield 1 <= len(value) <= bound.longest
    if bound.person is not UNSET:
        yield 1 <= len(value) <= 64 and value.isprintable() and not value.startswith("bot:")
    if bound.but_not is not UNSET:
        yield value not in bound.but_not
    if bound.other_than is not UNSET:
        other = getattr(command, bound.other_than)
        yield value != other
        if bound.not_with is not UNSET:
            yield all({value, other} != set(pair) for pair in bound.not_with)


def is_listed(actions: Sequence[Command | OpenChoice], command: Command) -> bool:
    return any(
        allows(action, command) if isinstance(action, OpenChoice) else action == command
        for action in actions
    )
