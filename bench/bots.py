"""The planner's time for a decision, next to the time in which the legal actions are listed.

Three ways through the same games of four planners: folding what was decided, listing the actions
before every decision as well, and deciding anew. What folding costs is taken off the other two.
Every game has a board of its own, so the planner meets it as it does at a table.
"""

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, Timings, alternate, ratios
from domain.messages import Command, SeatCommand
from domain.ruleset import play
from hexledger.self_play import BotGame, Setup

SETUP = Setup(seed="bench", bots=("planner",) * 4)
MICROSECONDS = 1e6


def measure(effort: Effort) -> list[Row]:
    """Time for one decision, its listing and its view included, with other games in every turn."""
    games, turns = effort.size(2, 1), effort.size(6, 1)
    played = (effort.rounds * turns + 1) * games
    scripts = [_record(index) for index in effort.counted("planner, games to decide", played)]

    def folding(turn: int) -> Amounts:
        return _replay(scripts, range(turn * games, (turn + 1) * games), listing=False)

    def listing(turn: int) -> Amounts:
        return _replay(scripts, range(turn * games, (turn + 1) * games), listing=True)

    def deciding(turn: int) -> Amounts:
        indices = range(turn * games, (turn + 1) * games)
        done = [BotGame(SETUP, index, record=False).play() for index in indices]
        return {"decisions": sum(game.decisions for game in done)}

    sides = {"folding": folding, "listing": listing, "deciding": deciding}
    timings = alternate("planner", effort, turns, **sides)
    decided = _beyond(timings["deciding"], timings["folding"])
    listed = _beyond(timings["listing"], timings["folding"])
    decisions = sum(isinstance(command, SeatCommand) for script in scripts for command in script)
    return [
        Row(
            what="planner, time for a decision",
            ours=Figure.over(decided, "µs"),
            reference=Figure.over(listed, "µs"),
            ratio=ratios(decided, listed),
            bar=Bar(most=20.0),
            details={
                "reference": "one listing of the legal actions",
                "games": played,
                "decisions_per_game": decisions / played,
            },
        )
    ]


def _record(index: int) -> list[Command]:
    return [command for _, command, _ in BotGame(SETUP, index, record=False).commits()]


def _replay(scripts: list[list[Command]], indices: range, *, listing: bool) -> Amounts:
    """Fold these games again, with or without listing the actions before every decision."""
    decisions = 0
    for index in indices:
        game = BotGame(SETUP, index, record=False)
        state, chance, actions = game.state, game.chance, game.ruleset.actions
        for command in scripts[index]:
            if isinstance(command, SeatCommand):
                decisions += 1
                if listing:
                    actions(state, command.seat)
            play(state, command, chance)
    return {"decisions": decisions}


def _beyond(timings: Timings, base: Timings) -> list[float]:
    """Microseconds for a decision beyond what folding it takes, round by round."""
    pairs = zip(timings.costs("decisions"), base.costs("decisions"), strict=True)
    return [(cost - folding) * MICROSECONDS for cost, folding in pairs]
