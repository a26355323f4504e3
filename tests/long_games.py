"""Random games of every option to their end: `python -m tests.long_games [GAMES] [NAME…]`.

Every ledger is verified. A game that is not won within so many turns is told with what repeats
it: nobody may be able to win it any more. A name is that of a ruleset, or of one of its setups
as in `seafarers:4-free`.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median

from domain.registry import RULESETS
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import RandomGame, Setup
from tests.probes import PROBES

GAMES = 20
MOST_TURNS = 3_000


@dataclass
class Lengths:
    """How long the games of one setup were, and which of them were no good."""

    turns: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def add(self, setup: Setup, index: int) -> None:
        played = RandomGame(setup, index, record=True).play()
        assert played.ledger is not None
        verdict = verify(played.ledger)
        which = f"{setup.players} players, seed {setup.seed!r}, game {index}"
        if verdict.status != VerificationStatus.SOUND:
            self.faults.append(f"{which}: {verdict.message}")
        if played.state.outcome == "won":
            self.turns.append(played.state.turn)
        else:
            self.faults.append(f"{which}: not won in {setup.max_turns} turns")

    def told(self) -> str:
        if not self.turns:
            return "no game was won"
        shortest, longest, half = min(self.turns), max(self.turns), median(self.turns)
        return f"{len(self.turns)} won in {shortest} to {longest} turns, half of them in {half:g}"


def chosen(names: list[str]) -> Iterator[tuple[str, str]]:
    for ruleset, probe in PROBES.items():
        for name in probe.setups:
            if not names or ruleset in names or f"{ruleset}:{name}" in names:
                yield ruleset, name


def main(games: int, names: list[str]) -> int:
    """Half of the games with trade between players, for every number of players in turn."""
    faults = 0
    for ruleset, name in chosen(names):
        seats, lengths = RULESETS[ruleset].seats, Lengths()
        for index in range(games):
            setup = Setup(
                ruleset,
                seats[index % len(seats)],
                PROBES[ruleset].setups[name],
                seed=f"long-{name}",
                player_trades=index // len(seats) % 2 == 0,
                max_turns=MOST_TURNS,
            )
            lengths.add(setup, index)
        print(f"{ruleset}:{name}: {lengths.told()}", flush=True)
        for fault in lengths.faults:
            print(f"  {fault}", flush=True)
        faults += len(lengths.faults)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    count, *wanted = sys.argv[1:] or [str(GAMES)]
    raise SystemExit(main(int(count), wanted))
