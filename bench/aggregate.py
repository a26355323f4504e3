"""The reference for folds: a game as an aggregate, the way the eventsourcing library teaches it.

It keeps hands, bank, pieces and the open offer, which is less than our fold works out (no longest
road, no awards, no lists of what pays whom). Facts that change none of these are noted.
"""

from typing import Any
from uuid import UUID

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.recorded import RULESET
from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST, ROAD_COST, SETTLEMENT_COST
from domain.cards import EACH_IN_BANK, RESOURCES
from domain.messages import Event
from eventlog.ledger_file import LedgerFile

Cards = dict[str, int]


class Match(Aggregate):
    """A game. Its methods are named after our events, so that a ledger can be told to it."""

    @event("Opened")
    def __init__(self, players: int) -> None:
        self.bank = dict.fromkeys(RESOURCES, EACH_IN_BANK)
        self.hands = [dict.fromkeys(RESOURCES, 0) for _ in range(players)]
        self.roads: list[list[int]] = [[] for _ in range(players)]
        self.settlements: list[list[int]] = [[] for _ in range(players)]
        self.cities: list[list[int]] = [[] for _ in range(players)]
        self.cards_bought = [0] * players
        self.turn = 0
        self.turn_seat = 0
        self.rolled: list[int] | None = None
        self.robber = 0
        self.offer: dict[str, Any] | None = None
        self.answers: dict[int, str] = {}
        self.noted: dict[str, dict[str, Any]] = {}

    @event("TurnBegan")
    def turn_began(self, seat: int, turn: int) -> None:
        self.turn_seat = seat
        self.turn = turn
        self.rolled = None
        self.offer = None

    @event("DiceRolled")
    def dice_rolled(self, seat: int, dice: list[int], draw: int) -> None:
        self.rolled = dice

    @event("ResourcesProduced")
    def resources_produced(self, gains: dict[str, Cards], short: list[str] | None = None) -> None:
        for seat, cards in gains.items():
            _move(self.bank, self.hands[int(seat)], cards)

    @event("TradeOffered")
    def trade_offered(self, seat: int, give: Cards, want: Cards, to: list[int]) -> None:
        self.offer = {"give": give, "want": want, "to": to}
        self.answers = {}

    @event("TradeRefused")
    def trade_refused(self, seat: int) -> None:
        self.answers[seat] = "refused"

    @event("TradeCountered")
    def trade_countered(self, seat: int, give: Cards, want: Cards) -> None:
        self.answers[seat] = "countered"

    @event("TradeAccepted")
    def trade_accepted(self, seat: int) -> None:
        self.answers[seat] = "accepted"

    @event("OfferWithdrawn")
    def offer_withdrawn(self, seat: int) -> None:
        self.offer = None

    @event("TradeConfirmed")
    def trade_confirmed(self, seat: int, partner: int, give: Cards, take: Cards) -> None:
        _move(self.hands[seat], self.hands[partner], give)
        _move(self.hands[partner], self.hands[seat], take)
        self.offer = None

    @event("BankTraded")
    def bank_traded(self, seat: int, give: Cards, take: Cards) -> None:
        _move(self.hands[seat], self.bank, give)
        _move(self.bank, self.hands[seat], take)

    @event("RobberMoved")
    def robber_moved(self, seat: int, hex: int) -> None:
        self.robber = hex

    @event("CardStolen")
    def card_stolen(self, thief: int, victim: int, resource: str, draw: int) -> None:
        _move(self.hands[victim], self.hands[thief], {resource: 1})

    @event("CardsDiscarded")
    def cards_discarded(self, discards: dict[str, Cards]) -> None:
        for seat, cards in discards.items():
            _move(self.hands[int(seat)], self.bank, cards)

    @event("ResourcesInvented")
    def resources_invented(self, seat: int, cards: Cards) -> None:
        _move(self.bank, self.hands[seat], cards)

    @event("ResourceMonopolized")
    def resource_monopolized(self, seat: int, resource: str, taken: dict[str, int]) -> None:
        for victim, count in taken.items():
            _move(self.hands[int(victim)], self.hands[seat], {resource: count})

    @event("RoadBuilt")
    def road_built(self, seat: int, edge: int, free: bool = False) -> None:
        self.roads[seat].append(edge)
        if not free:
            _move(self.hands[seat], self.bank, ROAD_COST)

    @event("SettlementBuilt")
    def settlement_built(self, seat: int, node: int, free: bool = False) -> None:
        self.settlements[seat].append(node)
        if not free:
            _move(self.hands[seat], self.bank, SETTLEMENT_COST)

    @event("CityBuilt")
    def city_built(self, seat: int, node: int) -> None:
        self.settlements[seat].remove(node)
        self.cities[seat].append(node)
        _move(self.hands[seat], self.bank, CITY_COST)

    @event("DevelopmentCardBought")
    def development_card_bought(self, seat: int, kind: str, draw: int) -> None:
        self.cards_bought[seat] += 1
        _move(self.hands[seat], self.bank, DEVELOPMENT_CARD_COST)

    @event("Noted")
    def note(self, kind: str, facts: dict[str, Any]) -> None:
        self.noted[kind] = facts


def _move(source: Cards, target: Cards, cards: Cards) -> None:
    for resource, count in cards.items():
        source[resource] -= count
        target[resource] += count


def store(application: Application[UUID], ledger: LedgerFile) -> UUID:
    """Tell a ledger to an aggregate, save it as an application does by default; its id."""
    match = Match(players=4)
    for events in ledger.events_by_commit(RULESET):
        for fact in events:
            _tell(match, fact)
    application.save(match)
    return match.id


def _tell(match: Match, fact: Event) -> None:
    values = msgspec.to_builtins(fact, str_keys=True)
    kind = values.pop("type")
    method = getattr(match, kind, None)
    if method is not None:
        method(**values)
    else:
        match.note(kind, values)
