"""Seafarers put together: rulebook and hooks of the base game, the sea and the scenarios."""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from domain.base import game as base
from domain.base import turn
from domain.rulebook import Rulebook
from domain.seafarers import (
    absence,
    actions,
    aftermath,
    building,
    dealing,
    discovery,
    gold,
    harbours,
    islands,
    open_choices,
    pirate,
    resigning,
    rolling,
    score,
    view,
)
from domain.seafarers.hooks import SeaHooks, extended
from domain.seafarers.maps.layout import SeaLayout
from domain.seafarers.options import (
    PRESETS,
    SeaOptions,
    colours,
    layout_for,
    read_options,
)
from domain.seafarers.redaction import REDACTORS
from domain.seafarers.scenarios import SCENARIOS
from domain.seafarers.shipping import ships
from domain.seafarers.state import GOLD, Voyage
from domain.seafarers.statistics import STATISTICS
from domain.table import lobby
from domain.table.lobby import GameOpened

rulebook = Rulebook(
    base.rulebook,
    dealing.rulebook,
    rolling.rulebook,
    ships.rulebook,
    building.rulebook,
    pirate.rulebook,
    gold.rulebook,
    islands.rulebook,
    discovery.rulebook,
    harbours.rulebook,
    resigning.rulebook,
    *(scenario.rulebook for scenario in SCENARIOS.values()),
)

WRONG_PHASE: dict[str, Any] = {
    **turn.WRONG_PHASE,
    GOLD: (gold.GoldOpen, "somebody has to take cards of choice first"),
}
for _scenario in SCENARIOS.values():
    WRONG_PHASE |= _scenario.wrong_phase

SEA: Final[dict[str, Any]] = {
    "deck": dealing.whole_deck,
    "deal": dealing.deal,
    "lay_tokens": dealing.no_tokens,
    "founding_order": dealing.founding_order,
    "founding_pays": dealing.founding_pays,
    "start_nodes": dealing.start_nodes,
    "start_roads": building.start_roads,
    "sites": building.along_ways,
    "lands": building.any_land,
    "road_length": ships.route_length,
    "free_ways": ships.free_ways,
    "ship_edges": ships.open_waters,
    "movable_ships": ships.heads,
    "ship_targets": ships.other_waters,
    "route_ends": ships.own_buildings,
    "wrong_phase": WRONG_PHASE,
    "rouse": pirate.rouse,
    "on_knight": pirate.rouse,
    "robber_hexes": pirate.any_land,
    "may_move_pirate": pirate.obeys_all,
    "pirate_hexes": pirate.any_sea,
    "plunderable": pirate.robbable_owners,
    "spoils": pirate.no_choice,
    "loot": pirate.random_card,
    "on_way_placed": building.nothing_found,
    "on_settled": islands.first_settlements_pay,
    "before_production": None,
    "income": None,
    "prepare_on": resigning.nothing_prepared,
    "forget_seat": resigning.nothing_kept,
    "place_harbour": harbours.none_due,
    "visible_points": score.visible_points,
    "extra_points": None,
    "tie_break": score.no_tie_break,
    "won": score.reached_target,
    "over": None,
    "on_left": resigning.nothing_follows,
    "own_moves": None,
    "own_least": absence.any_move,
    "own_phases": (),
    "tokens": view.no_tokens,
    "counters": view.no_counters,
    "own_pieces": view.no_other_pieces,
    "own_view": view.nothing_more,
}
"""The plain rules of the sea."""


def hooks_for(options: SeaOptions, players: int) -> SeaHooks:
    """The rules that these options choose; games on a map of ours share them."""
    if options.scenario is None:
        return _hooks(options, players)
    return _shared(
        players,
        *(getattr(options, name) for name in _CHOOSING),
    )


@lru_cache(maxsize=256)
def _shared(players: int, *chosen: Any) -> SeaHooks:
    raw = dict(zip(_CHOOSING, chosen, strict=True))
    return _hooks(read_options(raw, players), players)


def _hooks(options: SeaOptions, players: int) -> SeaHooks:
    layout = layout_for(options, players)
    changes = {**SEA, "layout": layout, **_used(layout)}
    changes["building_ends_trading"] = options.phases == "separate"
    changes["first_player"] = base.FIRST_PLAYER[options.start_player]
    if options.friendly_robber:
        changes |= pirate.FRIENDLY | _used(layout)
    if layout.fog is not None:
        changes |= discovery.FOG
    if options.play == "scenario" and options.scenario is not None:
        changes |= SCENARIOS[options.scenario].hooks
    return extended(base.HOOKS, **changes)


def _used(layout: SeaLayout) -> dict[str, Any]:
    """A piece that takes no part in the game has nowhere to go."""
    unused = {"robber_hexes": layout.robber.used, "pirate_hexes": layout.pirate.used}
    return {name: pirate.no_hex for name, used in unused.items() if not used}


_CHOOSING = ("scenario", "play", "phases", "start_player", "friendly_robber")
"""The options on which it depends which rules are played by."""


def refer(state: Voyage) -> None:
    """The hooks follow from the options, once there are any."""
    if state.options is not None:
        state.hooks = hooks_for(state.options, len(state.chairs))


@rulebook.evolves(GameOpened)
def game_opened(state: Voyage, event: GameOpened) -> None:
    lobby.game_opened(state, event)
    refer(state)


VIEW_TYPES: Final = sum(
    (scenario.view_types for scenario in SCENARIOS.values()),
    start=view.VIEW_TYPES + discovery.VIEW_TYPES,
)

SEAFARERS: Final = replace(
    base.BASE,
    name="seafarers",
    rules=1,
    schema=1,
    seats=range(3, 5),
    rulebook=rulebook,
    blank=lambda ruleset: Voyage(ruleset=ruleset),
    refer=refer,
    options=SeaOptions,
    presets=PRESETS,
    read_options=read_options,
    colours=colours,
    aftermath=aftermath.aftermath,
    moves=actions.moves,
    to_act=actions.to_act,
    decision=absence.decision,
    least=absence.least,
    choices={**lobby.CHOICES, **open_choices.CHOICES},
    view=view.view,
    board=view.board,
    hand=view.hand,
    view_types=VIEW_TYPES,
    score=score.score,
    rank=score.rank,
    redactors=REDACTORS,
    statistics=STATISTICS,
    upcasters={},
)
