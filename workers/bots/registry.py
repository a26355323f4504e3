"""Every bot by its ruleset and name."""

from domain.choices import Below
from domain.ids import Seat
from domain.messages import Command
from domain.table.state import Table
from workers.bots.base import planner as base
from workers.bots.bot import Bot, turn_of
from workers.bots.dice.planner import choose_by_odds
from workers.bots.duel import planner as duel
from workers.bots.random_bot import choose_at_random
from workers.bots.seafarers import planner as seafarers

RANDOM = "random"

BOTS: dict[str, dict[str, Bot]] = {
    "base": {"planner": base.choose_by_plan},
    "dice": {"planner": choose_by_odds},
    "duel": {"planner": duel.choose_by_plan},
    "seafarers": {"planner": seafarers.choose_by_plan},
}
"""The bots of each ruleset; `random` plays all of them."""


class UnknownBot(LookupError):
    """The ruleset has no bot of this name."""


def names_of(ruleset: str) -> tuple[str, ...]:
    """Return the names of the bots that play a ruleset."""
    return RANDOM, *BOTS.get(ruleset, ())


def bot_named(ruleset: str, name: str) -> Bot:
    if name == RANDOM:
        return choose_at_random
    bot = BOTS.get(ruleset, {}).get(name)
    if bot is None:
        known = ", ".join(names_of(ruleset))
        raise UnknownBot(f"there is no bot {name!r} for {ruleset}; there are {known}")
    return bot


def choose(
    state: Table, seat: Seat, bot: str, below: Below, *, player_trades: bool = True
) -> Command:
    """Return the command of this bot for a seat that must act now."""
    turn = turn_of(state, seat, below, player_trades=player_trades)
    return bot_named(state.ruleset.name, bot)(turn, below)
