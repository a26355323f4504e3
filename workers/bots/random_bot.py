"""A bot that knows no rules: it chooses a legal action at random, in any ruleset."""

from domain.choices import Below, Choice
from domain.messages import Command
from workers.bots.bot import Turn


def choose_at_random(turn: Turn, below: Below) -> Command:
    """Choose any action, all equally likely; an open choice is filled in at random."""
    action = turn.actions[below(len(turn.actions))]
    return turn.sample(action) if isinstance(action, Choice) else action
