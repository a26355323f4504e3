"""Open choices of the dice game: which dice to roll again, and what to get for gold."""

from domain.cards import RESOURCES
from domain.choices import Below, Bound, Bounds, ChoiceKind
from domain.dice.commands import ExchangeGold, Reroll
from domain.dice.sheet import DICE
from domain.dice.state import Game
from domain.dice.turning import gold_dice
from domain.grid.geometry import bits
from domain.ids import Seat
from domain.messages import Command


def _reroll_bounds(state: Game, seat: Seat) -> Bounds:
    return {"dice": Bound(each_of=list(range(DICE)), least=1, each_once=True)}


def _exchange_bounds(state: Game, seat: Seat) -> Bounds:
    gold = gold_dice(state)
    return {
        "die": Bound(one_of=gold),
        "given": Bound(one_of=gold),
        "apart": ["die", "given"],
        "face": Bound(one_of=list(RESOURCES)),
    }


def _sample_reroll(state: Game, seat: Seat, below: Below) -> Command:
    """Any of the sets but the empty one, each as likely."""
    return Reroll(seat, bits(1 + below((1 << DICE) - 1)))


def _sample_exchange(state: Game, seat: Seat, below: Below) -> Command:
    gold = gold_dice(state)
    die = gold.pop(below(len(gold)))
    return ExchangeGold(seat, die, gold[below(len(gold))], RESOURCES[below(len(RESOURCES))])


CHOICES: dict[type[Command], ChoiceKind[Game]] = {
    Reroll: ChoiceKind(_reroll_bounds, _sample_reroll),
    ExchangeGold: ChoiceKind(_exchange_bounds, _sample_exchange),
}
