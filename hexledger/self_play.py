"""Simulated games: a seed gives the same games in every process, with random moves or bots."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.choices import Choice
from domain.ids import SYSTEM, PlayerId, Seat
from domain.messages import Command, Event, Occasion, SeatCommand
from domain.registry import ruleset_named
from domain.ruleset import Action, AnyRuleset, play, play_listed
from domain.table.closing import CloseGame, VoidGame
from domain.table.lobby import AddNonce, OpenGame, StartGame, TakeSeat
from domain.table.state import OVER, Table
from eventlog.commit import make_commit, seal
from eventlog.ledger_file import genesis, header_line, write_ledger
from workers.bots.bot import turn_of
from workers.bots.registry import RANDOM, bot_named

STARTED_AT = 1_767_225_600_000
"""Simulated games begin in the first second of 2026, and every commit takes a second."""
SECOND = 1_000


@dataclass(frozen=True)
class Setup:
    """The ruleset, players, options and bots of simulated games."""

    ruleset: str = "base"
    players: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "0"
    player_trades: bool = True
    max_turns: int = 1_000
    bots: tuple[str, ...] = ()
    """The name of the bot in each seat; if empty, all seats choose at random."""
    rules: int | None = None
    """The version of the rules; the newest one, unless given."""


@dataclass
class PlayedGame:
    """One simulated game that has been played."""

    index: int
    game: str
    state: Table
    decisions: int
    events: int
    dice: Counter[int]
    ledger: bytes | None


class Recorder:
    """Seals every commit of a game as it is played."""

    def __init__(self, ruleset: AnyRuleset, game: str, seed: bytes) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.header = header_line(game, ruleset)
        self.head = genesis(self.header)
        self.lines: list[bytes] = []

    def record(self, at: int, actor: str, command: Command, events: list[Event]) -> None:
        commit = make_commit(
            self.ruleset,
            version=len(self.lines) + 1,
            at=at,
            actor=actor,
            command=command,
            events=events,
            seed=self.seed,
        )
        line, self.head = seal(commit, self.head)
        self.lines.append(line)

    def ledger(self) -> bytes:
        return write_ledger(self.header, self.lines)


class RandomGame:
    """One game whose seats choose at random among all legal commands."""

    def __init__(self, setup: Setup, index: int, *, record: bool) -> None:
        self.setup = setup
        self.index = index
        self.ruleset = ruleset_named(setup.ruleset, setup.rules)
        self.game = hashlib.sha256(f"game:{setup.seed}:{index}".encode()).hexdigest()[:32]
        master = hashlib.sha256(f"master:{setup.seed}".encode()).digest()
        seed = seed_of(master, self.game)
        self.chance = SeededChance(seed, key_id_of(master))
        self.luck = Random(f"{setup.seed}:{index}")
        self.random = self.luck.random
        self.state = self.ruleset.new_game()
        self.at = STARTED_AT
        self.recorder = Recorder(self.ruleset, self.game, seed) if record else None

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def play(self) -> PlayedGame:
        """Play the whole game and close it: as `commits` does, but a twentieth quicker."""
        state, chance, random = self.state, self.chance, self.random
        to_act, moves_of = self.ruleset.flow.to_act, self.ruleset.flow.moves
        rolls, dice = self.ruleset.notable.number_rolls, Counter[int]()
        events = sum(len(self.do(opening.player, opening)) for opening in self._opening())
        players = [chair.player or "" for chair in state.chairs]
        record = self.recorder.record if self.recorder is not None else None
        limit, decisions = self.setup.max_turns, 0
        # The time matters only in a game that has clocks or is recorded.
        is_timed = record is not None or state.watch is not None
        while state.phase != OVER and state.turn <= limit:
            seat = to_act(state)[0]
            moves = moves_of(state, seat)
            action = moves[int(random() * len(moves))]
            command = self.fill_in(action, moves) if type(action) is Choice else action
            if is_timed:
                self.at += SECOND
                facts = play_listed(state, command, chance, Occasion(self.at, players[seat]))
            else:
                facts = play_listed(state, command, chance)
            decisions += 1
            events += len(facts)
            if type(facts[0]) in rolls:
                dice[sum(facts[0].dice)] += 1  # type: ignore[attr-defined]
            if record is not None:
                record(self.at, players[seat], command, facts)
        events += sum(len(self.do(SYSTEM, closing)) for closing in self._closing())
        ledger = self.recorder.ledger() if self.recorder is not None else None
        return PlayedGame(self.index, self.game, state, decisions, events, dice, ledger)

    def commits(self) -> Iterator[tuple[str, Command, list[Event]]]:
        """Play the game; yields actor, command and events of each commit after folding it."""
        for opening in self._opening():
            yield opening.player, opening, self.do(opening.player, opening)
        while self.state.phase != OVER and self.state.turn <= self.setup.max_turns:
            seat = self.ruleset.flow.to_act(self.state)[0]
            command = self.choose(seat)
            actor = self.state.chairs[seat].player or ""
            yield actor, command, self.do(actor, command)
        for closing in self._closing():
            yield SYSTEM, closing, self.do(SYSTEM, closing)

    def choose(self, seat: Seat) -> Command:
        """The next command of a seat that has to act."""
        moves = self.ruleset.flow.moves(self.state, seat)
        action = moves[self.below(len(moves))]
        return self.fill_in(action, moves) if isinstance(action, Choice) else action

    def do(self, actor: str, command: Command) -> list[Event]:
        """Carry out a command, and record it if this game is recorded."""
        self.at += SECOND
        events = play(self.state, command, self.chance, Occasion(self.at, actor))
        if self.recorder is not None:
            self.recorder.record(self.at, actor, command, events)
        return events

    def _closing(self) -> Iterator[VoidGame | CloseGame]:
        if self.state.phase != OVER:
            yield VoidGame(reason="the turn limit of the simulation")
        yield CloseGame()

    def fill_in(self, choice: Choice, moves: list[Action]) -> Command:
        """A random command for an open choice, or another action if players do not trade."""
        kinds = self.ruleset.flow.choices
        while True:
            if self.setup.player_trades or not kinds[choice.command].between_players:
                return self.ruleset.sample(self.state, choice, self.below)
            action = moves[self.below(len(moves))]
            if not isinstance(action, Choice):
                return action
            choice = action

    def _opening(self) -> Iterator[OpenGame | TakeSeat | AddNonce | StartGame]:
        players = [PlayerId(f"random-{i}") for i in range(self.setup.players)]
        host = PlayerId("random-0")
        yield OpenGame(host, self.game, self.setup.players, dict(self.setup.options))
        for player in players:
            yield TakeSeat(player)
            yield AddNonce(player, f"{self.luck.getrandbits(128):032x}")
        yield StartGame(host)


class BotGame(RandomGame):
    """One game that bots play; each bot sees only what its seat may know."""

    def __init__(self, setup: Setup, index: int, *, record: bool) -> None:
        super().__init__(setup, index, record=record)
        self.bots = [bot_named(setup.ruleset, name) for name in setup.bots]

    def play(self) -> PlayedGame:
        decisions = events = 0
        rolls, dice = self.ruleset.notable.number_rolls, Counter[int]()
        for _, command, facts in self.commits():
            events += len(facts)
            decisions += isinstance(command, SeatCommand)
            if type(facts[0]) in rolls:
                dice[sum(facts[0].dice)] += 1  # type: ignore[attr-defined]
        ledger = self.recorder.ledger() if self.recorder is not None else None
        return PlayedGame(self.index, self.game, self.state, decisions, events, dice, ledger)

    def choose(self, seat: Seat) -> Command:
        trades = self.setup.player_trades
        turn = turn_of(self.state, seat, self.below, player_trades=trades)
        return self.bots[seat](turn, self.below)


def game_of(setup: Setup, index: int, *, record: bool) -> RandomGame:
    """A game to be played: a `RandomGame` if all bots are random, as that is quicker."""
    kind = RandomGame if set(setup.bots) <= {RANDOM} else BotGame
    return kind(setup, index, record=record)
