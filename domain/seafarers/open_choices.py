"""Open choices at sea: spelled out for clients, and sampled for random players."""

from domain.base import open_choices as base
from domain.base.open_choices import held, some
from domain.cards import full_bank
from domain.choices import Below, Bound, Bounds, ChoiceKind
from domain.ids import Seat
from domain.messages import Command
from domain.seafarers.commands import PickGold
from domain.seafarers.gold import cards_due
from domain.seafarers.state import Voyage


def _gold_bounds(state: Voyage, seat: Seat) -> Bounds:
    """As many cards as are due, and the bank as far as it is shown."""
    bank = state.bank if state.options.bank_visible else full_bank()
    return {"cards": Bound(total=cards_due(state), most=held(bank))}


def _sample_gold(state: Voyage, seat: Seat, below: Below) -> Command:
    return PickGold(seat, some(held(state.bank), cards_due(state), below))


CHOICES: dict[type[Command], ChoiceKind[Voyage]] = {
    **base.CHOICES,
    PickGold: ChoiceKind(_gold_bounds, _sample_gold),
}
