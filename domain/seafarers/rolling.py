"""What a roll brings at sea, and how a turn goes on after an open choice."""

from collections.abc import Iterator

from domain.base import development, turn
from domain.base.commands import RollDice
from domain.base.development import BankShort
from domain.base.events import DiceRolled, FreeRoadsEnded, TurnBegan
from domain.base.founding import first_turn
from domain.base.state import DISCARD, FOUNDING, FREE_ROADS, ROLL
from domain.base.turn import next_turn, require, resume, two_dice, what_falls
from domain.cards import holds
from domain.chance.draws import Chance
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.seafarers.commands import PickGold
from domain.seafarers.events import GoldPicked
from domain.seafarers.gold import cards_due, claim, claims_on, settle_claims
from domain.seafarers.state import GOLD, Voyage
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves


class NoClaim(RuleViolation):
    """You have no cards of your choice to take now; nothing is asked of you."""

    code = "gold/not_due"


class WrongPick(RuleViolation):
    """That is not the number of cards to take; choose exactly `details.count`."""

    code = "gold/wrong_total"


@decides(RollDice)
def roll_dice(state: Voyage, command: RollDice, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, ROLL)
    draw = chance.index
    rolled = DiceRolled(command.seat, two_dice(chance), draw)
    hooks, gold = state.hooks, state.board.gold[sum(rolled.dice)]
    if hooks.before_production is None and hooks.income is None and not gold:
        yield from what_falls(state, rolled)
    else:
        yield from _at_sea(state, rolled, chance)


def _at_sea(state: Voyage, rolled: DiceRolled, chance: Chance) -> Iterator[Event]:
    """What a roll brings where it brings more than on land."""
    yield rolled
    if state.hooks.before_production is not None:
        yield from state.hooks.before_production(state, chance)
    if state.phase != GOLD:
        yield from bring(state)


def bring(state: Voyage) -> Iterator[Event]:
    """A seven, or the production, what else the number brings, and the gold."""
    assert state.rolled is not None
    number = sum(state.rolled)
    hooks = state.hooks
    if number == 7:
        yield hooks.on_seven(state, state.turn_seat)
        return
    produced = hooks.produce(state, number)
    if produced is not None:
        yield produced
    if hooks.income is not None:
        yield from hooks.income(state, number)
    if state.board.gold[number]:
        yield from claim(state, claims_on(state, number))


@decides(PickGold)
def pick_gold(state: Voyage, command: PickGold, chance: Chance) -> Iterator[Event]:
    seat, cards = command.seat, command.cards
    require_seat_in_play(state, seat)
    if state.phase != GOLD or state.claims[0].seat != seat:
        raise NoClaim("you have no cards of your choice to take now")
    count = cards_due(state)
    if sum(cards.values()) != count:
        raise WrongPick(f"take exactly {count} cards", count=count)
    if not holds(state.bank, cards):
        raise BankShort("the bank does not have these cards")
    harvest_due = state.harvest_due
    yield GoldPicked(seat=seat, cards=cards)
    yield from settle_claims(state)
    yield from go_on(state, harvest_due=harvest_due)


def go_on(state: Voyage, *, harvest_due: bool) -> Iterator[Event]:
    """What was put off until an open choice was done; dice that have fallen bring what they bring,
    even if who rolled them has left meanwhile."""
    if state.phase == GOLD:
        return
    if state.phase == FOUNDING:
        if state.founded == len(state.founding_order):
            yield first_turn(state)
        return
    if harvest_due:
        yield from bring(state)
    if state.phase not in (GOLD, DISCARD) and state.chairs[state.turn_seat].resigned:
        yield next_turn(state)


@evolves(TurnBegan)
def turn_began(state: Voyage, event: TurnBegan) -> None:
    turn.turn_began(state, event)
    state.ship_moved = False
    state.ships_placed = 0
    state.harvest_due = False


@evolves(FreeRoadsEnded)
def free_roads_ended(state: Voyage, event: FreeRoadsEnded) -> None:
    """If what the last piece found has left a choice open, that comes first."""
    if state.phase == FREE_ROADS:
        development.free_roads_ended(state, event)
    else:
        state.free_roads = 0
        state.resumes = resume(state)
