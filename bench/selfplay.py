"""Random self-play next to catanatron: four seats, no trades between players.

On both sides every legal action is listed at every step and every decision leaves a record: ours
are events, built and folded; theirs are actions. Games end after 1000 turns on both.
"""

from collections.abc import Callable

from catanatron import Color, Game, RandomPlayer

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, alternate, ratios
from hexledger.self_play import RandomGame, Setup


def measure(effort: Effort) -> list[Row]:
    """Games and decisions a second, with other games in every turn."""
    timings = alternate(
        "self-play",
        effort,
        turns=effort.size(10, 1),
        ours=self_play(Setup(player_trades=False, seed="bench"), 12),
        reference=_reference(3),
    )
    ours, reference = timings["ours"], timings["reference"]
    rows = []
    for what, bar in (("games", Bar(least=5.0, aim=8.0)), ("decisions", Bar(least=4.5))):
        by_wall = ratios(ours.rates(what, wall=True), reference.rates(what, wall=True))
        rows.append(
            Row(
                what=f"self-play, {what}",
                ours=Figure.over(ours.rates(what), f"{what}/s"),
                reference=Figure.over(reference.rates(what), f"{what}/s"),
                ratio=ratios(ours.rates(what), reference.rates(what)),
                bar=bar,
                details={
                    "reference": "catanatron",
                    "ratio_by_wall_time": by_wall.value,
                    "our_decisions_per_game": ours.mean("decisions", "games"),
                    "their_decisions_per_game": reference.mean("decisions", "games"),
                    "our_events_per_game": ours.mean("events", "games"),
                },
            )
        )
    return rows


def self_play(setup: Setup, games: int) -> Callable[[int], Amounts]:
    """So many random games a turn."""

    def side(turn: int) -> Amounts:
        decisions = events = 0
        for index in range(turn * games, (turn + 1) * games):
            played = RandomGame(setup, index, record=False).play()
            decisions += played.decisions
            events += played.events
        return {"games": games, "decisions": decisions, "events": events}

    return side


def _reference(games: int) -> Callable[[int], Amounts]:
    def side(turn: int) -> Amounts:
        decisions = 0
        for index in range(turn * games, (turn + 1) * games):
            # It takes a seed of 0 for none.
            game = Game([RandomPlayer(color) for color in Color], seed=index + 1)
            game.play()
            decisions += len(game.state.actions)
        return {"games": games, "decisions": decisions}

    return side
