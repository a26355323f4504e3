"""Seafarers next to the base game: self-play of scenario 1, and the memory of a live game."""

from bench.memory import own_sizes
from bench.report import Bar, Row
from bench.rounds import Effort, Figure, alternate, ratios
from bench.selfplay import self_play
from hexledger.self_play import RandomGame, Setup

SCENARIO_1 = Setup("seafarers", 4, {"scenario": 1}, seed="bench", player_trades=False)
BASE = Setup(player_trades=False, seed="bench")


def measure(effort: Effort) -> list[Row]:
    """Decisions a second, and what a game at its end needs for itself."""
    return [_self_play(effort), _memory(effort)]


def _self_play(effort: Effort) -> Row:
    timings = alternate(
        "self-play at sea",
        effort,
        turns=effort.size(8, 1),
        sea=self_play(SCENARIO_1, 3),
        base=self_play(BASE, 6),
    )
    sea, base = timings["sea"], timings["base"]
    return Row(
        what="self-play at sea, decisions",
        ours=Figure.over(sea.rates("decisions"), "decisions/s"),
        reference=Figure.over(base.rates("decisions"), "decisions/s"),
        ratio=ratios(sea.rates("decisions"), base.rates("decisions")),
        bar=Bar(least=0.5),
        details={
            "reference": "the base game with four seats",
            "our_decisions_per_game": sea.mean("decisions", "games"),
            "their_decisions_per_game": base.mean("decisions", "games"),
        },
    )


def _memory(effort: Effort) -> Row:
    """The largest of several games on either side, the boards left out as they are shared."""
    games = effort.size(16, 3)
    sizes = {}
    for name, setup in (("sea", SCENARIO_1), ("base", BASE)):
        states = [
            RandomGame(setup, i, record=False).play().state
            for i in effort.counted(f"memory, {name}", games)
        ]
        sizes[name] = own_sizes(states, [[state.board] for state in states])  # type: ignore[attr-defined]
    sea, base = sizes["sea"], sizes["base"]
    largest = max(sea) / max(base)
    return Row(
        what="memory of a live game at sea, largest",
        ours=Figure(max(sea), min(sea), max(sea), "KiB"),
        reference=Figure(max(base), min(base), max(base), "KiB"),
        ratio=Figure(largest, largest, largest, "×"),
        bar=Bar(most=2.0),
        details={"reference": "the base game", "games": games},
    )
