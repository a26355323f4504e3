"""Random games at sea, reckoned once more from the map alone: what rolls pay, what lands bring."""

from collections import Counter
from collections.abc import Iterator

import pytest

from domain.base.events import DiceRolled, ResourcesProduced, SettlementBuilt
from domain.base.island.board import YIELDS
from domain.grid.geometry import nodes_in
from domain.ids import Seat
from domain.messages import Event
from domain.seafarers.events import GoldClaimed, MarkersTaken
from domain.seafarers.state import Voyage
from hexledger.self_play import RandomGame, Setup
from tests.games import ATOLL

GAMES = [
    *(
        ({"scenario": n, "setup": setup}, n)
        for n in (1, 2, 4, 9)
        for setup in ("printed", "variable")
    ),
    ({"board": ATOLL}, 0),
]
HOME = {1: {"main"}, 4: {"main", "desert"}}
"""By scenario: lands that pay nobody."""
BONUS = {1: 2, 2: 2, 4: 2, 9: 1}


def buildings(state: Voyage, hex_: int, seat: Seat) -> int:
    """What a seat has at a hex: a settlement counts one, a city two."""
    grid, network = state.board.geometry, state.networks[seat]
    return sum(hex_ in grid.node_hexes[node] for node in nodes_in(network.settlements)) + 2 * sum(
        hex_ in grid.node_hexes[node] for node in nodes_in(network.cities)
    )


def due(state: Voyage, number: int) -> Iterator[tuple[Seat, str, int]]:
    """What a number owes: to whom, which terrain, how much of it."""
    for hex_, tile in enumerate(state.board.tiles):
        if tile.number == number and hex_ != state.robber:
            for seat in state.playing:
                count = buildings(state, hex_, seat)
                if count:
                    yield seat, tile.terrain, count


def assert_paid(state: Voyage, bank: dict[str, int], events: list[Event]) -> None:
    """The roll paid what the bank had; gold came after it, in turn order."""
    number = sum(next(event.dice for event in events if isinstance(event, DiceRolled)))
    owed: Counter[tuple[Seat, str]] = Counter()
    gold: Counter[Seat] = Counter()
    for seat, terrain, count in due(state, number):
        if terrain == "gold":
            gold[seat] += count
        else:
            owed[seat, YIELDS[terrain]] += count  # type: ignore[index]
    paid: dict[tuple[Seat, str], int] = {}
    for (seat, resource), count in owed.items():
        claims = [owed[other, resource] for other in state.playing if owed[other, resource]]
        if sum(claims) <= bank[resource]:
            paid[seat, resource] = count
        elif len(claims) == 1 and bank[resource]:
            paid[seat, resource] = bank[resource]
    told = {
        (seat, resource): count
        for event in events
        if isinstance(event, ResourcesProduced)
        for seat, cards in event.gains.items()
        for resource, count in cards.items()
    }
    assert told == paid
    seats = len(state.chairs)
    order = sorted(gold, key=lambda seat: (seat - state.turn_seat) % seats)
    claimed = [list(event.claims.items()) for event in events if isinstance(event, GoldClaimed)]
    is_left = sum(bank.values()) > sum(paid.values())
    assert claimed == ([[(seat, gold[seat]) for seat in order]] if order and is_left else [])


def assert_brought(
    state: Voyage, scenario: int, known: list[set[str]], events: list[Event]
) -> None:
    """Every land that is new to a seat pays it once; what it founds on first never pays it."""
    for event in events:
        if isinstance(event, SettlementBuilt):
            hexes = state.board.geometry.node_hexes[event.node]
            lands = {
                area for area, land in state.areas.items() if any(land >> h & 1 for h in hexes)
            }
            new = lands - known[event.seat] - HOME.get(scenario, set())
            told = [(one.area, one.count) for one in events if isinstance(one, MarkersTaken)]
            assert sorted(told) == sorted((area, BONUS[scenario]) for area in new if not event.free)
            known[event.seat] |= lands


@pytest.mark.parametrize(("options", "scenario"), GAMES)
def test_rolls_pay_and_new_lands_bring_what_can_be_counted_on_the_map(
    options: dict[str, object], scenario: int
) -> None:
    for index, players in enumerate((3, 4)):
        setup = Setup("seafarers", players, options, seed="reckoned", max_turns=300)
        game = RandomGame(setup, index, record=False)
        state, known = game.state, [set[str]() for _ in range(players)]
        assert isinstance(state, Voyage)
        bank = dict(state.bank)
        for _, _, events in game.commits():
            rolls = [event for event in events if isinstance(event, DiceRolled)]
            if rolls and sum(rolls[0].dice) != 7:
                assert_paid(state, bank, events)
            if scenario and state.networks:
                assert_brought(state, scenario, known, events)
            bank = dict(state.bank)
