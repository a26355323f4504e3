"""The bot that knows no rules: it does whatever is legal, at random, in any ruleset."""

from domain.choices import Below, Choice
from domain.messages import Command
from workers.bots.bot import Turn


def choose_at_random(turn: Turn, below: Below) -> Command:
    """Any of the actions, each as likely; an open choice is filled in at random."""
    action = turn.actions[below(len(turn.actions))]
    return turn.sample(action) if isinstance(action, Choice) else action
