"""What the laws need to know of the base game."""

from collections.abc import Mapping
from random import Random

from domain.base import commands as c
from domain.base import events as e
from domain.base.network import survey
from domain.base.production import survey_payouts
from domain.base.state import CITIES_EACH, DECK, ROADS_EACH, SETTLEMENTS_EACH, Game
from domain.cards import CARD_KINDS, EACH_IN_BANK, RESOURCES, holds
from domain.grid.geometry import bits, mask_of
from domain.ids import Seat, Viewer
from domain.messages import Command
from domain.table.closing import GameWon

REVEALING = (e.CardStolen, e.ResourceMonopolized, e.CardsDiscarded, e.CardsReturned, GameWon)
"""Facts by which the rules themselves tell what was hidden."""
OPEN_FIELDS = frozenset(
    {
        ("board_laid", "robber"),
        ("first_player_chosen", "draw"),
        ("longest_road_awarded", "seat"),
        ("largest_army_awarded", "seat"),
    }
)


def assert_conserved(state: Game) -> None:
    if state.networks:
        assert_cards_conserved(state, DECK)
        assert_pieces_conserved(state, [network.roads for network in state.networks])


def assert_cards_conserved(state: Game, deck: Mapping[str, int]) -> None:
    for resource in RESOURCES:
        held = sum(hand[resource] for hand in state.hands)
        assert state.bank[resource] >= 0
        assert all(hand[resource] >= 0 for hand in state.hands)
        assert state.bank[resource] + held == EACH_IN_BANK
    for kind in CARD_KINDS:
        held = sum(cards[kind] for cards in state.cards)
        played = sum(state.knights) if kind == "knight" else 0
        assert state.deck[kind] >= 0
        assert state.deck[kind] + held + played + state.spent[kind] == deck[kind]
    assert state.cards_held == [sum(cards.values()) for cards in state.cards]


def assert_pieces_conserved(state: Game, ways: list[int]) -> None:
    """`ways` are all edges that each seat has a piece on."""
    roads = buildings = 0
    for network, own in zip(state.networks, ways, strict=True):
        assert network.roads.bit_count() <= ROADS_EACH
        assert network.settlements.bit_count() <= SETTLEMENTS_EACH
        assert network.cities.bit_count() <= CITIES_EACH
        assert not roads & own
        assert not buildings & network.buildings
        assert not network.settlements & network.cities
        roads |= own
        buildings |= network.buildings
    assert roads == state.roads_taken
    assert buildings == state.buildings


def survey_anew(state: Game) -> None:
    """Work out anew all that follows from where the pieces are."""
    grid = state.board.geometry
    for i, network in enumerate(state.networks):
        ends = [grid.edge_nodes[edge] for edge in bits(network.roads)]
        network.reached = mask_of(node for pair in ends for node in pair)
        touched = [grid.node_hexes[node] for node in bits(network.buildings)]
        network.hexes = mask_of(hex_ for hexes in touched for hex_ in hexes)
        survey(state, Seat(i))
    survey_payouts(state, range(len(state.payouts)))


def bank_covers(state: Game, command: Command) -> bool:
    """Whether the bank has what is taken from it; some games do not show how much that is."""
    return not isinstance(command, c.TradeWithBank) or holds(state.bank, command.take)


def exchange_cards(state: Game, viewer: Viewer, random: Random) -> bool:
    """Swap a card between two other hands; both stay as large as they were."""
    promised = state.offer.answers if state.offer is not None else {}
    others = [seat for seat in state.playing if seat != viewer and seat not in promised]
    if len(others) < 2:
        return False  # what a standing answer promises is known
    one, two = random.sample(others, 2)
    gives = [resource for resource in RESOURCES if state.hands[one][resource]]
    takes = [resource for resource in RESOURCES if state.hands[two][resource]]
    if not gives or not takes:
        return False
    give, take = random.choice(gives), random.choice(takes)
    for hand, resource, count in ((one, give, -1), (two, give, 1), (two, take, -1), (one, take, 1)):
        state.hands[hand][resource] += count
    return give != take


def exchange_development_cards(state: Game, viewer: Viewer, random: Random) -> bool:
    """Swap a hidden development card of another seat with one of the deck."""
    seat = random.choice([seat for seat in state.playing if seat != viewer])
    held = [kind for kind in CARD_KINDS if state.cards[seat][kind]]
    left = [kind for kind in CARD_KINDS if state.deck[kind]]
    if not held or not left:
        return False
    old, new = random.choice(held), random.choice(left)
    state.cards[seat][old] -= 1
    state.cards[seat][new] += 1
    state.deck[old] += 1
    state.deck[new] -= 1
    if seat == state.turn_seat and state.fresh.get(old):
        state.fresh[old] -= 1
        state.fresh[new] = state.fresh.get(new, 0) + 1
    return old != new


def tempts(state: Game, seat: Seat, random: Random) -> list[Command]:
    """Things a seat may try, legal or not."""
    tries: list[Command] = [
        c.EndTurn(seat),
        c.RollDice(seat),
        c.AcceptTrade(seat),
        c.RefuseTrade(seat),
        c.BuyDevelopmentCard(seat),
        c.PlayKnight(seat),
        *(c.ConfirmTrade(seat, other) for other in state.playing),
        *(c.MoveRobber(seat, hex_) for hex_ in range(len(state.board.tiles))),
        *(c.OfferTrade(seat, {give: 1}, {take: 1}) for give in RESOURCES for take in RESOURCES),
        *(c.CounterTrade(seat, {give: 1}, {"ore": 2}) for give in RESOURCES),
        *(c.BuildRoad(seat, edge) for edge in range(0, 72, 5)),
    ]
    return random.sample(tries, 8)
