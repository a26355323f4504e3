"""Random self-play of the dice game, and what its planner takes for a game."""

from bench.report import Row
from bench.rounds import Effort, Figure, alternate
from bench.selfplay import self_play
from hexledger.self_play import BotGame, Setup

SEATS = 4
GAMES = 20


def measure(effort: Effort) -> list[Row]:
    """Games a second, with other games in every turn."""
    timings = alternate(
        "dice game",
        effort,
        turns=effort.size(4, 1),
        random=self_play(Setup("dice", SEATS, seed="bench"), GAMES),
        planner=_planned,
    )
    return [
        Row(
            what=f"dice game, {bot}",
            ours=Figure.over(timings[bot].rates("games"), "games/s"),
            details={"seats": seats, "decisions_per_game": timings[bot].mean("decisions", "games")},
        )
        for bot, seats in (("random", SEATS), ("planner", 1))
    ]


def _planned(turn: int) -> dict[str, int]:
    """One game that the planner plays alone."""
    setup = Setup("dice", 1, seed="bench", bots=("planner",))
    return {"games": 1, "decisions": BotGame(setup, turn, record=False).play().decisions}
