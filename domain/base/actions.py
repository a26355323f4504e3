"""Every legal command of a seat, from the predicates by which the rules judge."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations_with_replacement

from domain.base.building import city_nodes, road_edges, settlement_nodes
from domain.base.commands import (
    AcceptTrade,
    BuildCity,
    BuildRoad,
    BuildSettlement,
    BuyDevelopmentCard,
    ConfirmTrade,
    CounterTrade,
    Discard,
    EndTurn,
    MoveRobber,
    OfferTrade,
    PlaceRoad,
    PlaceSettlement,
    PlayInvention,
    PlayKnight,
    PlayMonopoly,
    PlayRoadBuilding,
    RefuseTrade,
    RollDice,
    StopPlacing,
    TradeWithBank,
    WithdrawOffer,
)
from domain.base.costs import affordable
from domain.base.development import invention_count, is_playable
from domain.base.founding import founding_edges, founding_nodes
from domain.base.maritime import may_trade
from domain.base.state import DISCARD, FOUNDING, FREE_ROADS, MAIN, ROBBER, ROLL, Game, Offer
from domain.base.trading import OFFERS_A_TURN, terms_with
from domain.cards import RESOURCES, Cards, Resource, holds, size
from domain.choices import Choice
from domain.grid.geometry import edges_in, hexes_in, nodes_in
from domain.ids import Seat
from domain.ruleset import Action


def moves(state: Game, seat: Seat) -> list[Action]:
    """Everything by which this seat can take the game further now."""
    if seat == state.turn_seat:
        lister = _BY_PHASE.get(state.phase)
        return lister(state, seat) if lister is not None else []
    if state.phase == DISCARD:
        return _discards(state, seat)
    if state.offer is not None and state.phase == MAIN:
        return _answers(state, seat, state.offer)
    return []


def to_act(state: Game) -> list[Seat]:
    """The seats that the game waits for; several may be asked together."""
    phase = state.phase
    if phase == DISCARD:
        return [seat for seat in state.discards_due if seat not in state.discards_chosen]
    if state.offer is not None and phase == MAIN:
        asked = [seat for seat in state.offer.to if seat not in state.offer.answers]
        if asked:
            return asked
    return [state.turn_seat] if phase in _BY_PHASE else []


def _founding(state: Game, seat: Seat) -> list[Action]:
    if state.founding_node is None:
        return [PlaceSettlement(seat, node) for node in nodes_in(founding_nodes(state, seat))]
    return [PlaceRoad(seat, edge) for edge in edges_in(founding_edges(state))]


def _roll(state: Game, seat: Seat) -> list[Action]:
    found: list[Action] = [RollDice(seat)]
    if state.cards_held[seat] and not state.card_played:
        found += _cards(state, seat)
    return found


def _discards(state: Game, seat: Seat) -> list[Action]:
    if seat in state.discards_due and seat not in state.discards_chosen:
        return [Choice(Discard, seat)]
    return []


def _robber(state: Game, seat: Seat) -> list[Action]:
    hexes = nobody = state.hooks.robber_hexes(state, seat)
    found: list[Action] = []
    for victim in state.hooks.robbable(state, seat):
        touched = state.networks[victim].hexes
        nobody &= ~touched
        found += [MoveRobber(seat, hex_, victim) for hex_ in hexes_in(hexes & touched)]
    found += [MoveRobber(seat, hex_) for hex_ in hexes_in(nobody)]
    return found


def _free_roads(state: Game, seat: Seat) -> list[Action]:
    found: list[Action] = [PlaceRoad(seat, edge) for edge in edges_in(road_edges(state, seat))]
    if state.free_road_placed:
        found.append(StopPlacing(seat))
    return found


def _main(state: Game, seat: Seat) -> list[Action]:
    found: list[Action] = [EndTurn(seat)]
    if state.cards_held[seat] and not state.card_played:
        found += _cards(state, seat)
    pieces, most = affordable(tuple(state.hands[seat].values()))
    if pieces:
        found += _purchases(state, seat, pieces)
    if most >= state.networks[seat].best_rate:
        found += _bank_trades(state, seat)
    if may_trade(state):
        if state.offer is not None:
            found += _conclusions(state, seat, state.offer)
        elif most and state.offers_made < OFFERS_A_TURN:
            found.append(Choice(OfferTrade, seat))
    return found


def _purchases(state: Game, seat: Seat, pieces: frozenset[str]) -> list[Action]:
    found: list[Action] = []
    if "road" in pieces:
        found += [BuildRoad(seat, edge) for edge in edges_in(road_edges(state, seat))]
    if "settlement" in pieces:
        found += [BuildSettlement(seat, node) for node in nodes_in(settlement_nodes(state, seat))]
    if "city" in pieces:
        found += [BuildCity(seat, node) for node in nodes_in(city_nodes(state, seat))]
    if "development_card" in pieces and state.hooks.for_sale(state):
        found.append(BuyDevelopmentCard(seat))
    return found


def _cards(state: Game, seat: Seat) -> list[Action]:
    found: list[Action] = []
    for kind, count in state.cards[seat].items():
        if count and kind in _PLAYS and is_playable(state, seat, kind):
            found += _PLAYS[kind](state, seat)
    return found


def _knights(state: Game, seat: Seat) -> list[Action]:
    return [PlayKnight(seat)] if state.hooks.knight_serves(state, seat) else []


def _road_buildings(state: Game, seat: Seat) -> list[Action]:
    return [PlayRoadBuilding(seat)] if state.hooks.free_ways(state, seat) else []


def _inventions(state: Game, seat: Seat) -> list[Action]:
    count = invention_count(state)
    found: list[Action] = []
    for choice in combinations_with_replacement(RESOURCES, count) if count else ():
        cards: Cards = {resource: choice.count(resource) for resource in choice}
        if holds(state.bank, cards):
            found.append(PlayInvention(seat, cards))
    return found


def _monopolies(state: Game, seat: Seat) -> list[Action]:
    return [PlayMonopoly(seat, resource) for resource in RESOURCES]


def _bank_trades(state: Game, seat: Seat) -> list[Action]:
    """One lot at a time, at every rate; several lots are an open choice."""
    hand, bank, network = state.hands[seat], state.bank, state.networks[seat]
    in_bank = RESOURCES if all(bank.values()) else tuple(r for r in RESOURCES if bank[r])
    best, bank_rates = network.best_rate, state.hooks.bank_rates
    several = False
    found: list[Action] = []
    for give in RESOURCES:
        held = hand[give]
        if held >= best:
            for rate in bank_rates(state, seat, give):
                if held >= rate:
                    found += _lots(seat, give, rate, in_bank)
                    if held >= 2 * rate and size(bank) - bank[give] > 1:
                        several = True
    if several:
        found.append(Choice(TradeWithBank, seat))
    return found


@lru_cache(maxsize=1 << 12)
def _lots(
    seat: Seat, give: Resource, rate: int, in_bank: tuple[Resource, ...]
) -> tuple[TradeWithBank, ...]:
    return tuple(TradeWithBank(seat, give, rate, {take: 1}) for take in in_bank if take != give)


def lots_by_rate(state: Game, seat: Seat) -> Iterator[tuple[Resource, int, int]]:
    """Resource, rate, and how many lots of it hand and bank allow at once."""
    hand, bank = state.hands[seat], state.bank
    for give in RESOURCES:
        for rate in state.hooks.bank_rates(state, seat, give):
            yield give, rate, min(hand[give] // rate, size(bank) - bank[give])


def _conclusions(state: Game, seat: Seat, offer: Offer) -> list[Action]:
    found: list[Action] = [WithdrawOffer(seat)]
    for partner in offer.to:
        terms = terms_with(offer, partner)
        if terms is not None and holds(state.hands[seat], terms[0]):
            found.append(ConfirmTrade(seat, partner))
    return found


def _answers(state: Game, seat: Seat, offer: Offer) -> list[Action]:
    if seat not in offer.to or seat in offer.answers:
        return []
    found: list[Action] = [RefuseTrade(seat)]
    if holds(state.hands[seat], offer.want):
        found.append(AcceptTrade(seat))
    if any(state.hands[seat].values()):
        found.append(Choice(CounterTrade, seat))
    return found


_PLAYS: dict[str, Callable[[Game, Seat], list[Action]]] = {
    "knight": _knights,
    "road_building": _road_buildings,
    "invention": _inventions,
    "monopoly": _monopolies,
}
_BY_PHASE: dict[str, Callable[[Game, Seat], list[Action]]] = {
    FOUNDING: _founding,
    ROLL: _roll,
    DISCARD: _discards,
    ROBBER: _robber,
    FREE_ROADS: _free_roads,
    MAIN: _main,
}
