"""Development cards: buying them, and what each kind does."""

from collections.abc import Iterator

from domain.base.building import pay, require_cards, require_road_edge, road_edges
from domain.base.commands import (
    BuyDevelopmentCard,
    PlaceRoad,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    StopPlacing,
)
from domain.base.costs import DEVELOPMENT_CARD_COST
from domain.base.events import (
    DevelopmentCardBought,
    DevelopmentCardPlayed,
    FreeRoadsEnded,
    FreeRoadsGranted,
    ResourceMonopolized,
    ResourcesInvented,
    RoadBuilt,
)
from domain.base.founding import place_founding_road
from domain.base.robber import forget_answer
from domain.base.state import FOUNDING, FREE_ROADS, MAIN, ROADS_EACH, Game
from domain.base.turn import require, require_no_choice_open, resume
from domain.cards import CARD_KINDS, UNKNOWN, CardKind, Hand, holds, move_cards, size
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook

rulebook = Rulebook[Game]()
decides = rulebook.decides
evolves = rulebook.evolves

INVENTED = 2
FREE_ROADS_OF_A_CARD = 2


class DeckEmpty(RuleViolation):
    """All development cards are sold; none can be bought any more."""

    code = "card/deck_empty"


class CardNotHeld(RuleViolation):
    """You hold no such development card; look at your hand."""

    code = "card/not_held"


class CardFresh(RuleViolation):
    """A development card cannot be played in the turn it was bought; wait for your next turn."""

    code = "card/bought_this_turn"


class CardPlayedAlready(RuleViolation):
    """One development card may be played a turn, and you have played one; wait a turn."""

    code = "card/one_per_turn"


class BankEmpty(RuleViolation):
    """The bank has no cards to take; play the card another time."""

    code = "card/bank_empty"


class WrongInvention(RuleViolation):
    """That is not the number of cards to take; choose exactly `details.count`."""

    code = "card/wrong_number_of_cards"


class BankShort(RuleViolation):
    """The bank does not have these cards; choose others, or fewer."""

    code = "bank/too_few_cards"


class NoRoadPossible(RuleViolation):
    """You have no road left, or no place for one; play the card another time."""

    code = "card/no_road_possible"


class NoUse(RuleViolation):
    """The card would do nothing for you now; play it another time."""

    code = "card/no_use"


class FirstRoadDue(RuleViolation):
    """Only the second free road may be left out; place the first one."""

    code = "card/place_one_road_first"


@decides(BuyDevelopmentCard)
def buy_development_card(
    state: Game, command: BuyDevelopmentCard, chance: Chance
) -> Iterator[Event]:
    require(state, command.seat, MAIN)
    if not state.hooks.for_sale(state):
        raise DeckEmpty("all development cards are sold")
    require_cards(
        state, command.seat, DEVELOPMENT_CARD_COST, "a development card costs wool, grain and ore"
    )
    draw = chance.index
    kind = nth_kind(state.deck, chance.below(size(state.deck), "card"))
    yield DevelopmentCardBought(seat=command.seat, kind=kind, draw=draw)


def nth_kind(deck: Hand, n: int) -> CardKind:
    """The n-th card of the deck laid out by kind, so that a random n is a random card."""
    for kind in CARD_KINDS:
        n -= deck[kind]
        if n < 0:
            return kind
    raise IndexError("the deck holds fewer cards")


@evolves(DevelopmentCardBought)
def development_card_bought(state: Game, event: DevelopmentCardBought) -> None:
    take_card(state, event.seat, event.kind)
    state.next_draw = event.draw + 1
    pay(state, event.seat, DEVELOPMENT_CARD_COST)


def take_card(state: Game, seat: Seat, kind: str | None) -> None:
    """A card of the deck comes into the hand of the seat whose turn it is."""
    kind = kind or UNKNOWN
    state.deck[kind] -= 1
    state.cards[seat][kind] += 1
    state.cards_held[seat] += 1
    state.fresh[kind] = state.fresh.get(kind, 0) + 1
    state.unsettled = True


def is_playable(state: Game, seat: Seat, kind: str) -> bool:
    """Whether the seat whose turn it is may play this kind now, its effect left aside."""
    return not state.card_played and state.cards[seat][kind] > state.fresh.get(kind, 0)


def require_playable(state: Game, seat: Seat, kind: CardKind) -> None:
    require_no_choice_open(state, seat)
    if is_playable(state, seat, kind):
        return
    name = kind.replace("_", " ")
    if not state.cards[seat][kind]:
        raise CardNotHeld(f"you hold no {name} card")
    if state.card_played:
        raise CardPlayedAlready("one development card a turn, and you have played one")
    raise CardFresh(f"a {name} card can be played from the turn after it was bought")


@evolves(DevelopmentCardPlayed)
def development_card_played(state: Game, event: DevelopmentCardPlayed) -> None:
    state.cards[event.seat][event.kind] -= 1
    state.cards_held[event.seat] -= 1
    state.card_played = True
    state.unsettled = True
    if event.kind == "knight":
        state.knights[event.seat] += 1
    else:
        state.spent[event.kind] += 1


@decides(PlayKnight)
def play_knight(state: Game, command: PlayKnight, chance: Chance) -> Iterator[Event]:
    require_playable(state, command.seat, "knight")
    if not state.hooks.knight_serves(state, command.seat):
        raise NoUse("a knight can do nothing for you now")
    yield DevelopmentCardPlayed(seat=command.seat, kind="knight")
    yield state.hooks.on_knight(state, command.seat)


def always_serves(state: Game, seat: Seat) -> bool:
    """A knight moves the robber, and counts."""
    return True


def whole_deck(state: Game) -> int:
    """All cards that nobody has had can be bought."""
    return size(state.deck)


@decides(PlayRoadBuilding)
def play_road_building(state: Game, command: PlayRoadBuilding, chance: Chance) -> Iterator[Event]:
    seat = command.seat
    require_playable(state, seat, "road_building")
    count = state.hooks.free_ways(state, seat)
    if not count:
        raise NoRoadPossible("there is no piece left, or no place for one")
    yield DevelopmentCardPlayed(seat=seat, kind="road_building")
    yield FreeRoadsGranted(seat=seat, count=count)


def free_roads(state: Game, seat: Seat) -> int:
    """As many roads as the card says, if there is a place for one and they are left."""
    if not road_edges(state, seat):
        return 0
    return min(FREE_ROADS_OF_A_CARD, ROADS_EACH - state.networks[seat].roads.bit_count())


@evolves(FreeRoadsGranted)
def free_roads_granted(state: Game, event: FreeRoadsGranted) -> None:
    state.phase = FREE_ROADS
    state.free_roads = event.count
    state.free_road_placed = False


@decides(PlaceRoad)
def place_road(state: Game, command: PlaceRoad, chance: Chance) -> Iterator[Event]:
    if state.phase == FOUNDING:
        require(state, command.seat, FOUNDING)
        yield from place_founding_road(state, command.seat, command.edge)
        return
    require(state, command.seat, FREE_ROADS)
    require_road_edge(state, command.seat, command.edge)
    yield RoadBuilt(seat=command.seat, edge=command.edge, free=True)
    yield from end_impossible_roads(state, command.seat)


def end_impossible_roads(state: Game, seat: Seat) -> Iterator[Event]:
    """A second free road lapses if no place or no piece is left for it."""
    if state.free_roads and not state.hooks.free_ways(state, seat):
        yield FreeRoadsEnded(seat=seat)


@decides(StopPlacing)
def stop_placing(state: Game, command: StopPlacing, chance: Chance) -> Iterator[Event]:
    require(state, command.seat, FREE_ROADS)
    if not state.free_road_placed:
        raise FirstRoadDue("place the first road; only the second one may be left out")
    yield FreeRoadsEnded(seat=command.seat)


@evolves(FreeRoadsEnded)
def free_roads_ended(state: Game, event: FreeRoadsEnded) -> None:
    state.free_roads = 0
    state.phase = resume(state)


def invention_count(state: Game) -> int:
    """Two cards, or what the bank has left."""
    return min(INVENTED, size(state.bank))


@decides(PlayInvention)
def play_invention(state: Game, command: PlayInvention, chance: Chance) -> Iterator[Event]:
    seat, cards = command.seat, command.cards
    require_playable(state, seat, "invention")
    count = invention_count(state)
    if not count:
        raise BankEmpty("the bank has no cards to take")
    if sum(cards.values()) != count:
        raise WrongInvention(f"choose exactly {count} of the bank's cards", count=count)
    if not holds(state.bank, cards):
        raise BankShort("the bank does not have these cards")
    yield DevelopmentCardPlayed(seat=seat, kind="invention")
    yield ResourcesInvented(seat=seat, cards=cards)


@evolves(ResourcesInvented)
def resources_invented(state: Game, event: ResourcesInvented) -> None:
    move_cards(state.bank, state.hands[event.seat], event.cards)


@decides(PlayMonopoly)
def play_monopoly(state: Game, command: PlayMonopoly, chance: Chance) -> Iterator[Event]:
    seat, resource = command.seat, command.resource
    require_playable(state, seat, "monopoly")
    taken = {
        other: state.hands[other][resource]
        for other in state.playing
        if other != seat and state.hands[other][resource]
    }
    yield DevelopmentCardPlayed(seat=seat, kind="monopoly")
    yield ResourceMonopolized(seat=seat, resource=resource, taken=taken)


@evolves(ResourceMonopolized)
def resource_monopolized(state: Game, event: ResourceMonopolized) -> None:
    for victim, count in event.taken.items():
        state.hands[victim][event.resource] -= count
        state.hands[event.seat][event.resource] += count
        forget_answer(state, victim)
