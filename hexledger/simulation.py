"""Random games from a seed: the same seed plays the same games, in any process."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domain.chance import SeededChance, key_id_of, seed_of
from domain.choices import Choice
from domain.closing import CloseGame, VoidGame
from domain.ids import PlayerId
from domain.lobby import AddNonce, OpenGame, StartGame, TakeSeat
from domain.messages import Command, Event, SeatCommand
from domain.registry import ruleset_named
from domain.ruleset import Action, Ruleset, play
from domain.table import OVER, Table
from eventlog.commit import make_commit, seal
from eventlog.ledgerfile import genesis, header_line, write_ledger
from eventlog.verification import SYSTEM

STARTED_AT = 1_767_225_600_000
"""When simulated games are played: the first second of 2026, a second for every commit."""
SECOND = 1_000


@dataclass(frozen=True)
class Setup:
    """What kind of games are simulated."""

    ruleset: str = "base"
    players: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: str = "0"
    player_trades: bool = True
    max_turns: int = 1_000


@dataclass
class Played:
    """What became of one simulated game."""

    index: int
    game: str
    state: Table
    decisions: int
    events: int
    dice: Counter[int]
    ledger: bytes | None


class Recorder:
    """Seals every commit of a game as it is played."""

    def __init__(self, ruleset: Ruleset, game: str, seed: bytes) -> None:
        self.ruleset = ruleset
        self.seed = seed
        self.header = header_line(game, ruleset)
        self.head = genesis(self.header)
        self.lines: list[bytes] = []

    def record(self, actor: str, command: Command, events: list[Event]) -> None:
        version = len(self.lines) + 1
        commit = make_commit(
            self.ruleset,
            version=version,
            at=STARTED_AT + version * SECOND,
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
    """One game whose seats choose at random among everything that is legal."""

    def __init__(self, setup: Setup, index: int, *, record: bool) -> None:
        self.setup = setup
        self.index = index
        self.ruleset = ruleset_named(setup.ruleset)
        self.game = hashlib.sha256(f"game:{setup.seed}:{index}".encode()).hexdigest()[:32]
        master = hashlib.sha256(f"master:{setup.seed}".encode()).digest()
        seed = seed_of(master, self.game)
        self.chance = SeededChance(seed, key_id_of(master))
        self.luck = Random(f"{setup.seed}:{index}")
        self.random = self.luck.random
        self.player_trades = setup.player_trades
        self.state = self.ruleset.new_game()
        self.recorder = Recorder(self.ruleset, self.game, seed) if record else None

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def play(self) -> Played:
        """The whole game, to its closed ledger."""
        decisions = events = 0
        dice: Counter[int] = Counter()
        rolls = self.ruleset.number_rolls
        record = self.recorder.record if self.recorder is not None else None
        for actor, command, facts in self.commits():
            decisions += isinstance(command, SeatCommand)
            events += len(facts)
            if type(facts[0]) in rolls:
                dice[sum(facts[0].dice)] += 1  # type: ignore[attr-defined]
            if record is not None:
                record(actor, command, facts)
        ledger = self.recorder.ledger() if self.recorder is not None else None
        return Played(self.index, self.game, self.state, decisions, events, dice, ledger)

    def commits(self) -> Iterator[tuple[str, Command, list[Event]]]:
        """Play on, telling actor, command and events of every commit once it is folded."""
        state, chance, random = self.state, self.chance, self.random
        to_act, moves_of = self.ruleset.to_act, self.ruleset.moves
        for opening in self._opening():
            yield opening.player, opening, play(state, opening, chance)
        players = [chair.player or "" for chair in state.chairs]
        limit = self.setup.max_turns
        while state.phase != OVER and state.turn <= limit:
            seat = to_act(state)[0]
            moves = moves_of(state, seat)
            action = moves[int(random() * len(moves))]
            command = self.fill_in(action, moves) if type(action) is Choice else action
            yield players[seat], command, play(state, command, chance)
        if state.phase != OVER:
            void = VoidGame("the turn limit of the simulation")
            yield SYSTEM, void, play(state, void, chance)
        yield SYSTEM, CloseGame(), play(state, CloseGame(), chance)

    def fill_in(self, choice: Choice, moves: list[Action]) -> Command:
        """An open choice made at random, or another action if trades are not wanted."""
        while True:
            if self.player_trades or not self.ruleset.choices[choice.command].between_players:
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
