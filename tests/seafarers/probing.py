"""What the laws need to know of Seafarers."""

from collections.abc import Iterator
from random import Random
from typing import get_args

from domain.cards import RESOURCES, holds
from domain.choices import Choice
from domain.hexgrid import bits
from domain.ids import Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.seafarers import commands as c
from domain.seafarers.board import ends_of
from domain.seafarers.gold import cards_due
from domain.seafarers.scenarios.new_world.messages import AcceptBoard, AskRedeal
from domain.seafarers.scenarios.pirate_islands import commands as pirates
from domain.seafarers.scenarios.pirate_islands.events import FleetPlundered
from domain.seafarers.scenarios.wonders.messages import BuildLevel, ClaimWonder, WonderClaimed
from domain.seafarers.specials import Tribe, WonderId
from domain.seafarers.state import SHIPS_EACH, Voyage
from domain.seafarers.tokens import Gifts
from tests.base import probing as base

OPEN_FIELDS = base.OPEN_FIELDS | {("hex_discovered", "number")}
REVEALING = (*base.REVEALING, WonderClaimed, FleetPlundered)
"""A wonder may ask for points, hidden ones included."""
WONDERS: tuple[WonderId, ...] = get_args(WonderId)


def assert_conserved(state: Voyage) -> None:
    if not state.networks:
        return
    base.assert_cards_conserved(state, state.hooks.deck(len(state.chairs)))
    fleets = [fleet.ships for fleet in state.fleets]
    ways = [network.roads | ships for network, ships in zip(state.networks, fleets, strict=True)]
    base.assert_pieces_conserved(state, ways)
    for network, fleet in zip(state.networks, state.fleets, strict=True):
        assert fleet.ships.bit_count() <= SHIPS_EACH
        assert not fleet.ships & network.roads
        assert not fleet.ships & ~state.board.sea_edges
        assert not network.roads & ~state.board.edges
        assert fleet.reached == ends_of(state.board.geometry, fleet.ships)
    assert (state.phase == "gold") == bool(state.claims) or state.outcome or state.pause
    assert min(state.markers) >= 0
    if state.preparation is not None and state.phase == "harbours":
        placed = len(state.preparation.harbours)
        assert placed + state.preparation.harbours_left == len(state.hooks.layout.ports.kinds)
    if state.gifts is not None:
        _assert_gifts_conserved(state, state.gifts)


def _assert_gifts_conserved(state: Voyage, gifts: Gifts) -> None:
    tribe, ports = state.hooks.layout.specials, state.hooks.layout.ports
    assert isinstance(tribe, Tribe)
    assert gifts.points.bit_count() + sum(state.markers) == len(tribe.points)
    taken = [harbour.kind for harbour in state.board.harbours]
    taken += [kind for hand in gifts.hands for kind in hand]
    assert sorted([*taken, *gifts.harbours.values()]) == sorted(ports.kinds)
    assert sum(state.deck.values()) >= gifts.cards.bit_count()


def tries(state: Voyage, seat: Seat) -> Iterator[Command]:
    """Every command of a seat but those that are open choices, ids out of range included."""
    yield from base.tries(state, seat)
    yield AcceptBoard(seat)
    yield AskRedeal(seat)
    for resource in RESOURCES:
        yield c.PickGold(seat, {resource: 1})
    yield BuildLevel(seat)
    for wonder in WONDERS:
        yield ClaimWonder(seat, wonder)
    for kind in (pirates.AttackFortress, pirates.PlayVictoryPoint, pirates.DeclineTheft):
        yield kind(seat)
    for victim in range(-1, len(state.chairs) + 1):
        yield pirates.StealCard(seat, victim)
    if not state.networks:
        return
    grid = state.board.geometry
    edges = range(-1, len(grid.edge_nodes) + 1)
    for edge in edges:
        yield c.BuildShip(seat, edge)
        yield c.PlaceShip(seat, edge)
        yield c.PlaceHarbour(seat, edge)
        yield c.PlaceHarbour(seat, edge, (*RESOURCES, "3:1")[edge % 6])
    own = state.fleets[seat].ships if 0 <= seat < len(state.fleets) else 0
    # Of ships that are not there a few will do, and of all their ways a sixth.
    for ship in (-1, *bits(own), *bits(state.roads_taken & ~own)[:2], edges[-1]):
        for edge in edges[ship % 6 :: 6]:
            yield c.MoveShip(seat, ship, edge)
    for hex_ in range(-1, len(grid.hexes) + 1):
        yield c.MovePirate(seat, hex_)
        for victim in range(-1, len(state.chairs) + 1):
            yield c.MovePirate(seat, hex_, victim)


def spelled(state: Voyage, choice: Choice) -> list[Command]:
    """The cards of choice, if they are few."""
    if choice.command is not c.PickGold or cards_due(state) > 1:
        return []
    picks = [{resource: 1} for resource in RESOURCES]
    return [c.PickGold(choice.author, cards) for cards in picks if holds(state.bank, cards)]


def short_forms(actions: list[Action]) -> list[Command]:
    """The victim may be left out where there is at most one."""
    robbed: dict[int, list[c.MovePirate]] = {}
    for action in actions:
        if isinstance(action, c.MovePirate):
            robbed.setdefault(action.hex, []).append(action)
    at_sea = [c.MovePirate(ways[0].seat, hex_) for hex_, ways in robbed.items() if len(ways) == 1]
    return [*base.short_forms(actions), *at_sea, *_any_harbour(actions)]


def _any_harbour(actions: list[Action]) -> list[Command]:
    """The kind may be left out where there is but one."""
    places = [action for action in actions if isinstance(action, c.PlaceHarbour)]
    if len({place.harbour for place in places}) > 1:
        return []
    return [c.PlaceHarbour(place.seat, place.edge) for place in places]


def tempts(state: Voyage, seat: Seat, random: Random) -> list[Command]:
    """Things a seat may try, legal or not."""
    edges = len(state.board.geometry.edge_nodes)
    return [
        *base.tempts(state, seat, random),
        c.BuildShip(seat, random.randrange(edges)),
        c.MoveShip(seat, random.randrange(edges), random.randrange(edges)),
        c.MovePirate(seat, random.randrange(len(state.board.geometry.hexes))),
        c.PickGold(seat, {random.choice(RESOURCES): 1}),
        BuildLevel(seat),
        ClaimWonder(seat, random.choice(WONDERS)),
        pirates.PlayVictoryPoint(seat),
        pirates.StealCard(seat, random.randrange(len(state.chairs))),
    ]
