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
from domain.ids import PlayerId, Seat
from domain.lobby import AddNonce, OpenGame, StartGame, TakeSeat
from domain.messages import Command, Event
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
        self.random = Random(f"{setup.seed}:{index}").random
        self.player_trades = setup.player_trades
        self.state = self.ruleset.new_game()
        self.recorder = Recorder(self.ruleset, self.game, seed) if record else None
        self.decisions = self.events = 0
        self.dice: Counter[int] = Counter()

    def below(self, n: int) -> int:
        return int(self.random() * n)

    def play(self) -> Played:
        for command in self._opening():
            self.do(command, command.player)
        players = [chair.player or "" for chair in self.state.chairs]
        while self.state.phase != OVER:
            if self.state.turn > self.setup.max_turns:
                self.do(VoidGame("the turn limit of the simulation"), SYSTEM)
                break
            seat = self.ruleset.to_act(self.state)[0]
            self.do(self.choose(seat), players[seat])
            self.decisions += 1
        self.do(CloseGame(), SYSTEM)
        ledger = self.recorder.ledger() if self.recorder is not None else None
        return Played(
            self.index, self.game, self.state, self.decisions, self.events, self.dice, ledger
        )

    def _opening(self) -> Iterator[OpenGame | TakeSeat | AddNonce | StartGame]:
        players = [PlayerId(f"random-{i}") for i in range(self.setup.players)]
        host = players[0]
        yield OpenGame(host, self.game, self.setup.players, dict(self.setup.options))
        for player in players:
            yield TakeSeat(player)
            yield AddNonce(player, f"{self.below(1 << 52):032x}")
        yield StartGame(host)

    def choose(self, seat: Seat) -> Command:
        """One of the legal commands, each action as likely; trades only if they are wanted."""
        moves = self.ruleset.moves(self.state, seat)
        while True:
            action: Action = moves[int(self.random() * len(moves))]
            if not isinstance(action, Choice):
                return action
            if self.player_trades or not self.ruleset.choices[action.command].between_players:
                return self.ruleset.sample(self.state, action, self.below)

    def do(self, command: Command, actor: str) -> None:
        events = play(self.state, command, self.chance)
        self.events += len(events)
        dice: tuple[int, int] | None = getattr(events[0], "dice", None)
        if dice is not None:
            self.dice[sum(dice)] += 1
        if self.recorder is not None:
            self.recorder.record(actor, command, events)
