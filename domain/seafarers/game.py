"""Seafarers put together: rulebook and hooks of the base game, the sea and the scenarios."""

from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from domain.base import game as base
from domain.base.hooks import WrongPhase
from domain.ledger_rules import StateKind
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.ruleset import ClockRules, Flow, Opening, Ruleset, Scoring, Views
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
    plain_rules,
    resigning,
    rolling,
    score,
    view,
)
from domain.seafarers.events import ShipBuilt
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.maps.layout import SeaLayout
from domain.seafarers.options import (
    PRESETS,
    SeaOptions,
    layout_for,
    layout_in,
    read_options,
)
from domain.seafarers.prices import PRICES
from domain.seafarers.redaction import REDACTORS
from domain.seafarers.scenarios import SCENARIOS
from domain.seafarers.shipping import ships
from domain.seafarers.state import Voyage
from domain.seafarers.statistics import STATISTICS
from domain.table import lobby, rules
from domain.table.copying import with_copies
from domain.table.lobby import GameOpened

rulebook = Rulebook[Voyage](
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

WRONG_PHASE: Final[WrongPhase] = {
    **plain_rules.WRONG_PHASE,
    **{
        phase: refusal
        for scenario in SCENARIOS.values()
        for phase, refusal in scenario.wrong_phase.items()
    },
}


SCENARIO_STATES: Final = tuple(
    scenario.state for scenario in SCENARIOS.values() if scenario.state is not None
)
SCENARIO_TAKINGS: Final = {
    kind: read for scenario in SCENARIOS.values() for kind, read in scenario.takings.items()
}
SCENARIO_BUILDINGS: Final = frozenset[type[Event]]().union(
    *(scenario.buildings for scenario in SCENARIOS.values())
)


class Chosen(NamedTuple):
    """The options on which it depends which rules are played by."""

    scenario: int | None
    play: str
    phases: str
    start_player: str
    friendly_robber: bool


def hooks_for(options: SeaOptions, players: int) -> SeaHooks[Voyage]:
    """The rules that these options choose; games on a map of ours share them."""
    chosen = Chosen(
        options.scenario,
        options.play,
        options.phases,
        options.start_player,
        options.friendly_robber,
    )
    if options.scenario is None:
        return _hooks(layout_for(options, players), chosen)
    return _shared(chosen, players)


@lru_cache(maxsize=256)
def _shared(chosen: Chosen, players: int) -> SeaHooks[Voyage]:
    return _hooks(layout_in("scenario", chosen.scenario, chosen.play, players), chosen)


def _hooks(layout: SeaLayout, chosen: Chosen) -> SeaHooks[Voyage]:
    hooks = replace(
        plain_rules.plain_rules(layout),
        wrong_phase=WRONG_PHASE,
        building_ends_trading=chosen.phases == "separate",
        first_player=base.FIRST_PLAYER[chosen.start_player],
    )
    if chosen.friendly_robber:
        hooks = pirate.friendly(hooks)
    # A piece that takes no part in the game has nowhere to go.
    if not layout.robber.used:
        hooks = replace(hooks, robber_hexes=pirate.no_hex)
    if not layout.pirate.used:
        hooks = replace(hooks, pirate_hexes=pirate.no_hex)
    if layout.fog is not None:
        hooks = discovery.with_hidden_hexes(hooks)
    if chosen.play == "scenario" and chosen.scenario is not None:
        hooks = SCENARIOS[chosen.scenario].hooks(hooks)
    return hooks


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

SEAFARERS: Final[Ruleset[Voyage]] = Ruleset(
    name="seafarers",
    rules=2,
    schema=1,
    upcasters={},
    seats=range(3, 5),
    bots=base.BASE.bots,
    state=StateKind(
        blank=lambda ruleset: Voyage(ruleset=ruleset),
        refer=refer,
        part_types={"scenario_state": SCENARIO_STATES},
    ),
    opening=Opening(
        options=SeaOptions,
        presets=PRESETS,
        read_options=read_options,
        colours=lambda state: state.hooks.colours(len(state.chairs)),
    ),
    rulebook=rulebook,
    flow=Flow(
        begin=base.BASE.flow.begin,
        aftermath=aftermath.aftermath,
        to_act=actions.to_act,
        moves=actions.moves,
        choices={**rules.CHOICES, **open_choices.CHOICES},
    ),
    clock=ClockRules(
        decision=absence.decision,
        least=absence.least,
        begins_round=base.BASE.clock.begins_round,
    ),
    views=Views(
        view=view.view,
        board=view.board,
        hand=view.hand,
        geometry=base.BASE.views.geometry,
        types=VIEW_TYPES,
        redactors=with_copies(REDACTORS),
    ),
    scoring=Scoring(score=score.score, rank=score.rank),
    statistics=STATISTICS,
    notable=replace(
        base.BASE.notable,
        takings={**base.BASE.notable.takings, **SCENARIO_TAKINGS},
        buildings=base.BASE.notable.buildings | {ShipBuilt} | SCENARIO_BUILDINGS,
    ),
    prices=PRICES,
)
