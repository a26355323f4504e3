"""Random self-play of the game for two next to the base game, without trades between players."""

from bench.report import Bar, Row
from bench.rounds import Effort, Figure, alternate, ratios
from bench.selfplay import self_play
from hexledger.self_play import Setup


def measure(effort: Effort) -> list[Row]:
    """Games a second, with other games in every turn."""
    timings = alternate(
        "self-play for two",
        effort,
        turns=effort.size(8, 1),
        duel=self_play(Setup("duel", 2, player_trades=False, seed="bench"), 6),
        base=self_play(Setup(player_trades=False, seed="bench"), 6),
    )
    duel, base = timings["duel"], timings["base"]
    return [
        Row(
            what="self-play for two, games",
            ours=Figure.over(duel.rates("games"), "games/s"),
            reference=Figure.over(base.rates("games"), "games/s"),
            ratio=ratios(duel.rates("games"), base.rates("games")),
            bar=Bar(least=0.6),
            details={
                "reference": "the base game with four seats",
                "our_decisions_per_game": duel.mean("decisions", "games"),
                "their_decisions_per_game": base.mean("decisions", "games"),
                "our_events_per_game": duel.mean("events", "games"),
            },
        )
    ]
