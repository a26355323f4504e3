"""The seven: discards, moving the robber, and theft."""

from collections.abc import Iterator

from msgspec.structs import replace

from domain.base.commands import Discard, MoveRobber
from domain.base.events import (
    CardsDiscarded,
    CardStolen,
    DiscardChosen,
    DiscardsRequired,
    RobberMoved,
    RobberRoused,
    RobberStayed,
)
from domain.base.state import DISCARD, ROBBER, Game
from domain.base.turn import next_turn, refuse_turn, require, resume
from domain.cards import UNKNOWN, holds, move_cards, nth_card, size
from domain.chance.draws import Chance
from domain.ids import HexId, Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.short_forms import the_only
from domain.table.state import require_seat_in_play

rulebook = Rulebook[Game]()
decides = rulebook.decides
completes = rulebook.completes
evolves = rulebook.evolves

FRIENDLY_UP_TO = 2
"""The friendly robber spares seats with no more visible points than this."""


class NoDiscardDue(RuleViolation):
    """You have no cards to discard now; nothing is asked of you."""

    code = "discard/not_due"


class DiscardChosenAlready(RuleViolation):
    """Your discard is set aside already; wait for the others."""

    code = "discard/already_chosen"


class WrongDiscardTotal(RuleViolation):
    """That is not the number of cards to discard; choose exactly `details.due`."""

    code = "discard/wrong_total"


class DiscardNotHeld(RuleViolation):
    """You can only discard cards that you hold; look at your hand and choose again."""

    code = "discard/not_held"


class NoSuchHex(RuleViolation):
    """The board has no hex of this number; take one from the board's view."""

    code = "board/no_such_hex"


class RobberThere(RuleViolation):
    """The robber stands on this hex already; choose another."""

    code = "robber/same_hex"


class RobberOnLandOnly(RuleViolation):
    """The robber stays on land; choose a land hex."""

    code = "robber/not_on_land"


class HexSpared(RuleViolation):
    """The friendly robber spares seats with few points on this hex; choose another."""

    code = "robber/hex_spared"


class VictimNeeded(RuleViolation):
    """Several seats can be robbed here; name one of `details.victims`."""

    code = "robber/choose_victim"


class NoSuchVictim(RuleViolation):
    """This seat cannot be robbed here; name one of `details.victims`, or nobody if it is empty."""

    code = "robber/no_such_victim"


def on_seven(state: Game, seat: Seat) -> Event:
    """Everybody over the limit discards half, rounded down; then the robber moves."""
    limit = state.options.discard_limit
    sizes = {seat: size(state.hands[seat]) for seat in state.playing}
    counts = {seat: held // 2 for seat, held in sizes.items() if held > limit}
    return DiscardsRequired(counts=counts) if counts else state.hooks.rouse(state, seat)


def rouse_robber(state: Game, seat: Seat) -> RobberRoused | RobberStayed:
    if state.hooks.robber_hexes(state, seat):
        return RobberRoused(seat=seat)
    return RobberStayed(seat=seat)


@decides(Discard)
def discard(state: Game, command: Discard, chance: Chance) -> Iterator[Event]:
    seat, cards = command.seat, command.cards
    require_seat_in_play(state, seat)
    due = state.discards_due.get(seat)
    if due is None:
        if state.phase != DISCARD and seat == state.turn_seat:
            refuse_turn(state, seat)
        raise NoDiscardDue("you have no cards to discard")
    if seat in state.discards_chosen:
        raise DiscardChosenAlready("your discard is set aside; wait for the others")
    if sum(cards.values()) != due:
        raise WrongDiscardTotal(f"choose exactly {due} cards", due=due)
    if not holds(state.hands[seat], cards):
        raise DiscardNotHeld("you can only discard cards that you hold")
    yield DiscardChosen(seat=seat, cards=cards)
    yield from finish_discards(state)


def finish_discards(state: Game) -> Iterator[Event]:
    """When the last discard is in, all go back to the bank together, and the turn goes on."""
    if len(state.discards_chosen) < len(state.discards_due):
        return
    if state.discards_due:
        chosen = {seat: state.discards_chosen[seat] or {} for seat in state.discards_due}
        yield CardsDiscarded(discards=chosen)
    yield state.hooks.after_discards(state)


def after_discards(state: Game) -> Event:
    """The roller moves the robber; if they have resigned meanwhile, the next turn begins."""
    if state.chairs[state.turn_seat].resigned:
        return next_turn(state)
    return state.hooks.rouse(state, state.turn_seat)


@evolves(DiscardsRequired)
def discards_required(state: Game, event: DiscardsRequired) -> None:
    state.phase = DISCARD
    state.discards_due = dict(event.counts)


@evolves(DiscardChosen)
def discard_chosen(state: Game, event: DiscardChosen) -> None:
    state.discards_chosen[event.seat] = event.cards


@evolves(CardsDiscarded)
def cards_discarded(state: Game, event: CardsDiscarded) -> None:
    for seat, cards in event.discards.items():
        move_cards(state.hands[seat], state.bank, cards)
    state.discards_due = {}
    state.discards_chosen = {}


@decides(MoveRobber)
def move_robber(state: Game, command: MoveRobber, chance: Chance) -> Iterator[Event]:
    seat, hex_ = command.seat, command.hex
    require(state, seat, ROBBER)
    require_robber_hex(state, seat, hex_)
    victim = choose_victim(victims_at(state, seat, hex_), command.victim)
    yield RobberMoved(seat=seat, hex=hex_)
    if victim is not None:
        yield steal(state, seat, victim, chance)


@completes(MoveRobber)
def name_victim(state: Game, command: MoveRobber) -> MoveRobber:
    """Who is the only one to be robbed need not be named."""
    if state.phase != ROBBER or command.hex < 0:
        return command
    victims = victims_at(state, command.seat, command.hex)
    return replace(command, victim=the_only(victims, command.victim))


def require_robber_hex(state: Game, seat: Seat, hex_: HexId) -> None:
    if not 0 <= hex_ < len(state.board.tiles):
        raise NoSuchHex("there is no hex with this number on the island", hex=hex_)
    if state.hooks.robber_hexes(state, seat) >> hex_ & 1:
        return
    if hex_ == state.robber:
        raise RobberThere("the robber has to move to another hex", hex=hex_)
    if not state.board.land >> hex_ & 1:
        raise RobberOnLandOnly("the robber stays on land", hex=hex_)
    raise HexSpared("the friendly robber spares seats with few points there", hex=hex_)


def choose_victim(victims: list[Seat], wish: Seat | None) -> Seat | None:
    """Who is robbed; nobody if there is nobody to be robbed."""
    victim = the_only(victims, wish)
    if victim is None and victims:
        raise VictimNeeded("several seats can be robbed here; name the victim", victims=victims)
    if victim is not None and victim not in victims:
        raise NoSuchVictim("that seat cannot be robbed on this hex", victims=victims)
    return victim


def steal(state: Game, thief: Seat, victim: Seat, chance: Chance) -> CardStolen:
    """Draw a random card from a hand."""
    hand = state.hands[victim]
    draw = chance.index
    card = nth_card(hand, chance.below(size(hand), "theft"))
    return CardStolen(thief=thief, victim=victim, resource=card, draw=draw)


@evolves(RobberRoused)
def robber_roused(state: Game, event: RobberRoused) -> None:
    state.phase = ROBBER


@evolves(RobberStayed)
def robber_stayed(state: Game, event: RobberStayed) -> None:
    state.phase = resume(state)


@evolves(RobberMoved)
def robber_moved(state: Game, event: RobberMoved) -> None:
    state.robber = event.hex
    state.phase = resume(state)


@evolves(CardStolen)
def card_stolen(state: Game, event: CardStolen) -> None:
    card = event.resource or UNKNOWN
    state.hands[event.victim][card] -= 1
    state.hands[event.thief][card] += 1
    state.next_draw = event.draw + 1
    forget_answer(state, event.victim)


def forget_answer(state: Game, seat: Seat) -> None:
    """A seat that lost cards may not be able to keep its word: it answers the offer anew.

    Without this, whether the trade can still be confirmed would tell what its hand holds.
    """
    offer = state.offer
    if offer is not None and seat in offer.answers and offer.answers[seat].kind != "refused":
        del offer.answers[seat]


def any_land(state: Game, seat: Seat) -> int:
    """The robber goes to any other land hex, the desert included."""
    return state.board.land & ~(1 << state.robber)


def spare_the_weak(state: Game, seat: Seat) -> int:
    """No hex that touches a seat with few visible points; if none is left, the desert."""
    hexes = any_land(state, seat)
    for weak in spared(state):
        hexes &= ~state.networks[weak].hexes
    if hexes or state.board.deserts >> state.robber & 1:
        return hexes
    return state.board.deserts


def spared(state: Game) -> list[Seat]:
    visible_points = state.hooks.visible_points
    return [seat for seat in state.playing if visible_points(state, seat) <= FRIENDLY_UP_TO]


def victims_at(state: Game, seat: Seat, hex_: HexId) -> list[Seat]:
    """Whom this seat may rob on a hex."""
    candidates = state.hooks.robbable(state, seat)
    return [other for other in candidates if state.networks[other].hexes >> hex_ & 1]


def others_with_cards(state: Game, seat: Seat) -> list[Seat]:
    """Everybody else in the game who holds a card."""
    return [other for other in state.playing if other != seat and size(state.hands[other])]


def strong_others_with_cards(state: Game, seat: Seat) -> list[Seat]:
    """Even on the desert, the last resort, the friendly robber takes nothing from the weak."""
    weak = spared(state)
    return [other for other in others_with_cards(state, seat) if other not in weak]
