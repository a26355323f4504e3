"""Statistics of a base game: what the dice brought to each seat, and what it did with it."""

from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from domain.base import events as facts
from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST, ROAD_COST, SETTLEMENT_COST
from domain.base.luck import HOW, show_luck, spread
from domain.base.production import tally
from domain.base.state import Game
from domain.cards import CARD_KINDS, RESOURCES, Resource
from domain.chance.dice_sums import ALL_WAYS, WAYS, begin_numbers, count_number, show_dice
from domain.ids import Seat
from domain.messages import Event
from domain.statistics import (
    Counters,
    Statistics,
    Stats,
    begin_shared,
    count_shared,
    show_shared,
)
from domain.table.lobby import GameOpened

G = TypeVar("G", bound=Game)

COUNTERS: Final = Counters[Game]()
counts = COUNTERS.counts
PLAYABLE: Final = tuple(kind for kind in CARD_KINDS if kind != "victory_point")


def begin() -> Stats:
    return {**begin_shared(), "dice": begin_numbers(), "seats": []}


def counting(counters: Counters[G]) -> Callable[[Stats, G, Event, int], None]:
    """How a fact is counted: in what all games share, and by its counter."""

    def count(stats: Stats, state: G, event: Event, at: int) -> None:
        count_shared(stats, state, at)
        count_number(stats["dice"], state, event)
        counters.count(stats["seats"], state, event)

    return count


def show(stats: Stats) -> Stats:
    """Sums and expectations by seat. A theft was counted once, and both sides are told of it."""
    seats: list[Stats] = stats["seats"]
    return {
        **show_shared(stats),
        "dice": show_dice(stats["dice"]),
        "luck": {
            "how": HOW,
            "seats": [{"seat": i, **show_luck(seat["production"])} for i, seat in enumerate(seats)],
        },
        "seats": [
            {
                "seat": i,
                "turns": sum(turn["seat"] == i for turn in stats["turns"]),
                "thinking_ms": stats["thinking_ms"][i],
                "production": _show_production(seat),
                **{name: seat[name] for name in ("spent", "built", "trades", "bank")},
                "robber": {
                    "moves": seat["robber_moves"],
                    "thefts": sum(seat["stolen_from"]),
                    "stolen_from": seat["stolen_from"],
                    "robbed": sum(other["stolen_from"][i] for other in seats),
                    "robbed_by": [other["stolen_from"][i] for other in seats],
                },
                "discards": seat["discards"],
                "development_cards": seat["development_cards"],
                "monopoly": seat["monopoly"],
                "invention": seat["invention"],
                "returned": seat["returned"],
            }
            for i, seat in enumerate(seats)
        ],
    }


def _show_production(seat: Stats) -> Stats:
    """By resource: `due` is what the dice gave, `expected` what they would give on the average,
    robber and bank left aside; `blocked` and `short` is what those kept back."""
    kept: Stats = seat["production"]
    lines: Stats = {
        "founding": kept["founding"],
        "expected": {name: round(kept["ways"][name] / ALL_WAYS, 2) for name in RESOURCES},
        "due": {
            name: sum(kept[part][name] for part in ("received", "blocked", "short"))
            for name in RESOURCES
        },
        **{part: kept[part] for part in ("blocked", "short", "received")},
    }
    sums = {name: sum(line.values()) for name, line in lines.items()}
    sums["expected"] = round(sum(kept["ways"].values()) / ALL_WAYS, 2)
    return {**lines, "cards": sums}


def _seat(seats: int) -> Stats:
    """All that is counted of one seat."""
    return {
        "production": {
            "founding": no_cards(),
            "ways": no_cards(),
            "spread": 0,
            "received": no_cards(),
            "blocked": no_cards(),
            "short": no_cards(),
        },
        "spent": no_cards(),
        "built": {"roads": 0, "settlements": 0, "cities": 0},
        "trades": {
            "offers": 0,
            "made": 0,
            "made_with": [0] * seats,
            "given": no_cards(),
            "taken": no_cards(),
        },
        "bank": {
            "trades": 0,
            "by_rate": {"2": 0, "3": 0, "4": 0},
            "given": no_cards(),
            "taken": no_cards(),
        },
        "robber_moves": 0,
        "stolen_from": [0] * seats,
        "discards": {"times": 0, "cards": no_cards()},
        "development_cards": {
            "bought": 0,
            "played": dict.fromkeys(PLAYABLE, 0),
            "victory_points_shown": 0,
        },
        "monopoly": {"taken": no_cards(), "lost": no_cards()},
        "invention": no_cards(),
        "returned": no_cards(),
    }


def no_cards() -> dict[str, int]:
    return dict.fromkeys(RESOURCES, 0)


def add_cards(line: dict[str, int], cards: Mapping[Resource, int], times: int = 1) -> None:
    for resource, number in cards.items():
        line[resource] += times * number


@counts(GameOpened)
def game_opened(seats: list[Stats], state: Game, event: GameOpened) -> None:
    seats += [_seat(event.players) for _ in range(event.players)]


@counts(facts.DiceRolled)
def _dice_rolled(seats: list[Stats], state: Game, event: facts.DiceRolled) -> None:
    """What any roll would have brought, and what this one cannot."""
    expect(seats, state)
    count_blocked(seats, state, event)


def expect(seats: list[Stats], state: Game, but: int | None = None) -> None:
    """What every number brings but one that does not count, in as many ways as it falls."""
    for number, ways in WAYS.items():
        for seat, cards in state.payouts[number].gains.items() if number != but else ():
            add_cards(seats[seat]["production"]["ways"], cards, ways)
    for seat, variance in spread(state.payouts, but).items():
        seats[seat]["production"]["spread"] += variance


def count_blocked(seats: list[Stats], state: Game, event: facts.DiceRolled) -> None:
    """What the robber kept back of a roll."""
    number = sum(event.dice)
    if state.board.tiles[state.robber].number == number:
        left = tally(state, number, state.robber).gains
        _add_missing(seats, "blocked", state.payouts[number].gains, left)


@counts(facts.ResourcesProduced)
def _resources_produced(seats: list[Stats], state: Game, event: facts.ResourcesProduced) -> None:
    line = "founding" if state.rolled is None else "received"
    for seat, cards in event.gains.items():
        add_cards(seats[seat]["production"][line], cards)
    if event.short and state.rolled is not None:
        entitled = tally(state, sum(state.rolled), state.robber).gains
        _add_missing(seats, "short", entitled, event.gains)


def _add_missing(
    seats: list[Stats],
    line: str,
    entitled: Mapping[Seat, Mapping[Resource, int]],
    paid: Mapping[Seat, Mapping[Resource, int]],
) -> None:
    for seat, cards in entitled.items():
        add_cards(seats[seat]["production"][line], cards)
        add_cards(seats[seat]["production"][line], paid.get(seat, {}), -1)


@counts(facts.RoadBuilt)
def _road_built(seats: list[Stats], state: Game, event: facts.RoadBuilt) -> None:
    seats[event.seat]["built"]["roads"] += 1
    if not event.free:
        add_cards(seats[event.seat]["spent"], ROAD_COST)


@counts(facts.SettlementBuilt)
def _settlement_built(seats: list[Stats], state: Game, event: facts.SettlementBuilt) -> None:
    seats[event.seat]["built"]["settlements"] += 1
    if not event.free:
        add_cards(seats[event.seat]["spent"], SETTLEMENT_COST)


@counts(facts.CityBuilt)
def _city_built(seats: list[Stats], state: Game, event: facts.CityBuilt) -> None:
    seats[event.seat]["built"]["cities"] += 1
    add_cards(seats[event.seat]["spent"], CITY_COST)


@counts(facts.DevelopmentCardBought)
def _development_card_bought(
    seats: list[Stats], state: Game, event: facts.DevelopmentCardBought
) -> None:
    seats[event.seat]["development_cards"]["bought"] += 1
    add_cards(seats[event.seat]["spent"], DEVELOPMENT_CARD_COST)


@counts(facts.DevelopmentCardPlayed)
def _development_card_played(
    seats: list[Stats], state: Game, event: facts.DevelopmentCardPlayed
) -> None:
    played = seats[event.seat]["development_cards"]["played"]
    played[event.kind] = played.get(event.kind, 0) + 1


@counts(facts.VictoryCardsRevealed)
def _victory_cards_revealed(
    seats: list[Stats], state: Game, event: facts.VictoryCardsRevealed
) -> None:
    seats[event.seat]["development_cards"]["victory_points_shown"] = event.count


@counts(facts.ResourcesInvented)
def _resources_invented(seats: list[Stats], state: Game, event: facts.ResourcesInvented) -> None:
    add_cards(seats[event.seat]["invention"], event.cards)


@counts(facts.ResourceMonopolized)
def _resource_monopolized(
    seats: list[Stats], state: Game, event: facts.ResourceMonopolized
) -> None:
    for victim, number in event.taken.items():
        seats[event.seat]["monopoly"]["taken"][event.resource] += number
        seats[victim]["monopoly"]["lost"][event.resource] += number


@counts(facts.TradeOffered)
def _trade_offered(seats: list[Stats], state: Game, event: facts.TradeOffered) -> None:
    seats[event.seat]["trades"]["offers"] += 1


@counts(facts.TradeConfirmed)
def _trade_confirmed(seats: list[Stats], state: Game, event: facts.TradeConfirmed) -> None:
    sides = (
        (event.seat, event.partner, event.give, event.take),
        (event.partner, event.seat, event.take, event.give),
    )
    for seat, partner, given, taken in sides:
        trades = seats[seat]["trades"]
        trades["made"] += 1
        trades["made_with"][partner] += 1
        add_cards(trades["given"], given)
        add_cards(trades["taken"], taken)


@counts(facts.BankTraded)
def _bank_traded(seats: list[Stats], state: Game, event: facts.BankTraded) -> None:
    """A rate counts for every card that it brought."""
    bank, taken = seats[event.seat]["bank"], sum(event.take.values())
    rate = str(sum(event.give.values()) // taken)
    bank["trades"] += 1
    bank["by_rate"][rate] = bank["by_rate"].get(rate, 0) + taken
    add_cards(bank["given"], event.give)
    add_cards(bank["taken"], event.take)


@counts(facts.RobberMoved)
def _robber_moved(seats: list[Stats], state: Game, event: facts.RobberMoved) -> None:
    seats[event.seat]["robber_moves"] += 1


@counts(facts.CardStolen)
def _card_stolen(seats: list[Stats], state: Game, event: facts.CardStolen) -> None:
    seats[event.thief]["stolen_from"][event.victim] += 1


@counts(facts.CardsDiscarded)
def _cards_discarded(seats: list[Stats], state: Game, event: facts.CardsDiscarded) -> None:
    for seat, cards in event.discards.items():
        seats[seat]["discards"]["times"] += 1
        add_cards(seats[seat]["discards"]["cards"], cards)


@counts(facts.CardsReturned)
def _cards_returned(seats: list[Stats], state: Game, event: facts.CardsReturned) -> None:
    add_cards(seats[event.seat]["returned"], event.cards)


STATISTICS: Final = Statistics(version=2, begin=begin, count=counting(COUNTERS), show=show)
