"""The Pirate Islands: every seat fights its way along one sea route to a fortress of its own."""

from dataclasses import replace

from domain.base.state import MAIN, ROLL
from domain.ids import Seat
from domain.rulebook import Rulebook
from domain.ruleset import Action
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.pirate import no_hex
from domain.seafarers.scenario import Scenario
from domain.seafarers.scenarios.pirate_islands import (
    fleet,
    fortress,
    route,
    statistics,
    theft,
    view,
    warships,
)
from domain.seafarers.scenarios.pirate_islands.commands import AttackFortress, PlayVictoryPoint
from domain.seafarers.scenarios.pirate_islands.events import PUBLIC
from domain.seafarers.scenarios.pirate_islands.state import Piracy
from domain.seafarers.scenarios.pirate_islands.theft import THEFT, TheftOpen
from domain.seafarers.state import Voyage


def moves(state: Voyage, seat: Seat) -> list[Action]:
    """Answers to the offer of a theft; else a card for a warship, and the attack."""
    if state.phase == THEFT:
        return theft.thefts(state, seat)
    found: list[Action] = []
    if state.phase in (ROLL, MAIN) and warships.may_play_point(state, seat):
        found.append(PlayVictoryPoint(seat))
    if state.phase == MAIN and fortress.may_attack(state, seat):
        found.append(AttackFortress(seat))
    return found


def hooks(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """Routes, fortresses and the fleet, on the plain rules of the sea."""
    return replace(
        sea,
        colours=route.colours,
        deck=warships.deck,
        lay_tokens=fortress.raise_fortresses,
        starting_pieces=fortress.standing_pieces,
        lands=route.lands,
        closed_to_roads=route.edges_of_routes,
        settlements_left=route.settlements_left,
        ship_edges=route.next_edges,
        movable_ships=route.head,
        ship_targets=route.other_edges,
        knight_serves=warships.has_plain_ship,
        on_knight=warships.arm,
        before_production=fleet.sail,
        rouse=theft.offer_theft,
        pirate_hexes=no_hex,
        awards=(),
        card_points=warships.no_points,
        won=fortress.won,
        on_left=fleet.depart,
        own_moves=moves,
        own_least=theft.no_theft,
        own_phases=(THEFT,),
        tokens=view.tokens,
        counters=view.counters,
        own_pieces=view.pieces,
        own_view=view.fleet_path,
    )


SCENARIO = Scenario(
    number=route.NUMBER,
    hooks=hooks,
    state=Piracy,
    rulebook=Rulebook[Voyage](fleet.rulebook, warships.rulebook, theft.rulebook, fortress.rulebook),
    public=PUBLIC,
    wrong_phase={THEFT: (TheftOpen, "draw a card from a player, or decline, first")},
    view_types=view.VIEW_TYPES,
    counters=statistics.COUNTERS,
    counted=statistics.COUNTED,
)
