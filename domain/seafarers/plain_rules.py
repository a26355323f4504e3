"""The plain rules of the sea, hook by hook: what scenarios and options start from."""

from domain.base import game as base
from domain.base import turn
from domain.base.hooks import WrongPhase
from domain.seafarers import (
    absence,
    building,
    dealing,
    gold,
    harbours,
    islands,
    pirate,
    resigning,
    score,
    view,
)
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.layout import SeaLayout
from domain.seafarers.shipping import ships
from domain.seafarers.state import GOLD, Voyage

WRONG_PHASE: WrongPhase = {
    **turn.WRONG_PHASE,
    GOLD: (gold.GoldOpen, "a seat has to take cards of choice first"),
}


def plain_rules(layout: SeaLayout) -> SeaHooks[Voyage]:
    """The rules for this map, if nothing but the map itself changes them."""
    land = base.HOOKS
    return SeaHooks(
        building_ends_trading=land.building_ends_trading,
        first_player=land.first_player,
        deal=dealing.deal,
        prepare=land.prepare,
        starting_pieces=land.starting_pieces,
        founding_order=dealing.founding_order,
        founding_pays=dealing.founding_pays,
        start_nodes=dealing.start_nodes,
        start_roads=building.start_roads,
        sites=building.along_ways,
        settlements_left=land.settlements_left,
        closed_to_roads=land.closed_to_roads,
        road_length=ships.route_length,
        free_ways=ships.free_ways,
        for_sale=land.for_sale,
        knight_serves=land.knight_serves,
        on_knight=pirate.rouse,
        still_to_roll=land.still_to_roll,
        bank_rates=land.bank_rates,
        wrong_phase=WRONG_PHASE,
        robber_hexes=pirate.any_land,
        robbable=land.robbable,
        produce=land.produce,
        on_seven=land.on_seven,
        rouse=pirate.rouse,
        after_discards=land.after_discards,
        awards=land.awards,
        visible_points=score.visible_points,
        card_points=land.card_points,
        won=score.reached_target,
        layout=layout,
        specials=None,
        colours=dealing.all_colours,
        deck=dealing.whole_deck,
        lay_tokens=dealing.no_tokens,
        lands=building.any_land,
        ship_edges=ships.open_waters,
        movable_ships=ships.heads,
        ship_targets=ships.other_waters,
        route_ends=ships.own_buildings,
        on_way_placed=building.nothing_found,
        on_settled=islands.first_settlements_pay,
        before_production=None,
        income=None,
        may_move_pirate=pirate.obeys_all,
        pirate_hexes=pirate.any_sea,
        plunderable=pirate.robbable_owners,
        prepare_on=resigning.nothing_prepared,
        forget_seat=resigning.nothing_kept,
        place_harbour=harbours.none_due,
        spoils=pirate.no_choice,
        loot=pirate.random_card,
        extra_points=None,
        tie_break=score.no_tie_break,
        over=None,
        on_left=resigning.nothing_follows,
        own_moves=None,
        own_least=absence.any_move,
        tokens=view.no_tokens,
        counters=view.no_counters,
        own_pieces=view.no_other_pieces,
        own_view=view.nothing_more,
        own_phases=(),
    )
