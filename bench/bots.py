"""The planner's time for a decision, next to the time in which the legal actions are listed.

Three ways through the same games of four planners: only folding what was decided, listing the actions
before every decision as well, and deciding anew. What folding costs is taken off the other two. The
boards are new to the planner in every game, as they are at a table.
"""

from bench.report import Bar, Row
from bench.rounds import Amounts, Effort, Figure, Timings, alternate, ratios
from domain.messages import Command, SeatCommand
from domain.ruleset import play
from hexledger.simulation import BotGame, Setup

SETUP = Setup(seed="bench", bots=("planner",) * 4)
LISTINGS = 1
"""How often the actions are listed for one decision: once is too quick to be told from folding."""
MICROSECONDS = 1e6


def measure(effort: Effort) -> list[Row]:
    """Time for one decision, view and listing included, with other games in every turn."""
    games, turns = effort.size(2, 1), effort.size(4, 1)
    played = (effort.rounds * turns + 1) * games
    scripts = [_record(index) for index in effort.counted("planner, games to decide", played)]

    def indices(turn: int) -> range:
        return range(turn * games, (turn + 1) * games)

    def folding(turn: int) -> Amounts:
        return {"decisions": sum(_replay(index, scripts[index], 0) for index in indices(turn))}

    def listing(turn: int) -> Amounts:
        return {
            "decisions": sum(_replay(index, scripts[index], LISTINGS) for index in indices(turn))
        }

    def deciding(turn: int) -> Amounts:
        done = [BotGame(SETUP, index, record=False).play() for index in indices(turn)]
        return {"decisions": sum(game.decisions for game in done)}

    timings = alternate(
        "planner", effort, turns, folding=folding, listing=listing, deciding=deciding
    )
    folded = timings["folding"]
    decision = _beyond(timings["deciding"], folded)
    listed = [cost / LISTINGS for cost in _beyond(timings["listing"], folded)]
    decisions = sum(1 for script in scripts for command in script if _is_decision(command))
    return [
        Row(
            what="planner, time for a decision",
            ours=Figure.over(decision, "µs"),
            reference=Figure.over(listed, "µs"),
            ratio=ratios(decision, listed),
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


def _replay(index: int, script: list[Command], listings: int) -> int:
    """Fold a game again, listing the actions so often before every decision; how many there were."""
    game = BotGame(SETUP, index, record=False)
    state, chance, actions = game.state, game.chance, game.ruleset.actions
    decisions = 0
    for command in script:
        if _is_decision(command):
            decisions += 1
            for _ in range(listings):
                actions(state, command.seat)  # type: ignore[attr-defined]
        play(state, command, chance)
    return decisions


def _is_decision(command: Command) -> bool:
    return isinstance(command, SeatCommand)


def _beyond(timings: Timings, base: Timings) -> list[float]:
    """Microseconds for a decision beyond what folding it takes, round by round."""
    return [
        (cost - least) * MICROSECONDS
        for cost, least in zip(timings.costs("decisions"), base.costs("decisions"), strict=True)
    ]
