"""The base game put together: one rulebook from its chapters, and hooks by option."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

from msgspec import UnsetType

from domain.base import (
    awards,
    building,
    dealings,
    development,
    founding,
    maritime,
    network,
    production,
    resigning,
    robber,
    score,
    trading,
    turn,
    view_parts,
)
from domain.base.absence import begins_round, decision, least
from domain.base.actions import moves, to_act
from domain.base.events import (
    CityBuilt,
    DiceRolled,
    RoadBuilt,
    SettlementBuilt,
    TradeOffered,
)
from domain.base.geometry_apart import GEOMETRY
from domain.base.hooks import Hooks
from domain.base.island import dealing, travel_dealing
from domain.base.island.layout import Layout, refuse_first, unreadable
from domain.base.open_choices import CHOICES
from domain.base.options import DEFAULTS, Options, colours, read_options
from domain.base.prices import PRICES
from domain.base.redaction import REDACTORS
from domain.base.state import Game
from domain.base.statistics import STATISTICS
from domain.base.view import view
from domain.chance.draws import Chance
from domain.ledger_rules import StateKind
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.ruleset import ClockRules, Flow, NotableEvents, Opening, Ruleset, Scoring, Views
from domain.table import closing, rules
from domain.table.copying import with_copies
from domain.table.lobby import GameOpened, OpenGame, game_opened, open_game

StartRule: TypeAlias = Callable[[Game, Chance], Iterator[Event]]
"""A rule for the start of a game: who begins, or how the board is laid."""

rulebook = Rulebook[Game](
    rules.rulebook,
    dealing.rulebook,
    founding.rulebook,
    turn.rulebook,
    production.rulebook,
    robber.rulebook,
    building.rulebook,
    development.rulebook,
    maritime.rulebook,
    trading.rulebook,
    awards.rulebook,
    resigning.rulebook,
)

HOOKS: Final[Hooks[Game]] = Hooks(
    building_ends_trading=False,
    first_player=dealing.highest_roll_begins,
    deal=dealing.deal_random,
    prepare=dealing.begin_founding,
    starting_pieces=dealing.no_pieces,
    founding_order=dealing.snake,
    founding_pays=founding.second_settlement,
    start_nodes=founding.whole_island,
    start_roads=founding.any_path,
    sites=building.along_roads,
    settlements_left=building.settlements_left,
    closed_to_roads=building.no_path_closed,
    road_length=network.road_length,
    free_ways=development.free_roads,
    for_sale=development.whole_deck,
    knight_serves=development.always_serves,
    on_knight=robber.rouse_robber,
    still_to_roll=turn.not_rolled,
    bank_rates=maritime.usual_rates,
    wrong_phase=turn.WRONG_PHASE,
    robber_hexes=robber.any_land,
    robbable=robber.others_with_cards,
    produce=production.produce,
    on_seven=robber.on_seven,
    rouse=robber.rouse_robber,
    after_discards=robber.after_discards,
    awards=(awards.longest_road, awards.largest_army),
    visible_points=score.visible_points,
    card_points=score.card_points,
    won=score.reached_target,
)

FIRST_PLAYER: Final[Mapping[str, StartRule]] = {
    "highest_roll": dealing.highest_roll_begins,
    "seat": dealing.named_seat_begins,
    "draw": dealing.lot_decides,
}


DEALS: Final[Mapping[str, StartRule]] = {
    "random": dealing.deal_random,
    "scattered": dealing.deal_scattered,
    "beginner": dealing.deal_beginner,
}
"""How the island is laid, by board."""
TRAVEL_DEALS: Final[Mapping[str | UnsetType, StartRule]] = {
    "beginner": travel_dealing.deal_all_a,
    "random": travel_dealing.deal_drawn,
}
"""How the travel board is laid, by arrangement."""


def hooks_for(options: Options) -> Hooks[Game]:
    """The rules that these options choose."""
    hooks = replace(
        HOOKS,
        building_ends_trading=options.phases == "separate",
        first_player=FIRST_PLAYER[options.start_player],
        deal=_deal_for(options),
    )
    if "beginner" in (options.board, options.arrangement):
        hooks = replace(
            hooks,
            starting_pieces=dealing.printed_pieces,
            founding_order=dealing.no_founding,
        )
    if options.friendly_robber:
        hooks = replace(
            hooks,
            robber_hexes=robber.spare_the_weak,
            robbable=robber.strong_others_with_cards,
        )
    return hooks


def _deal_for(options: Options) -> StartRule:
    if isinstance(options.board, Layout):
        return dealing.deal_layout
    if isinstance(options.arrangement, tuple):
        return travel_dealing.deal_arrangement
    if options.board == "travel":
        return TRAVEL_DEALS[options.arrangement]
    return DEALS[options.board]


def refer(state: Game) -> None:
    """The hooks follow from the options, once there are any."""
    if state.options is not None:
        state.hooks = hooks_for(state.options)


@rulebook.decides(OpenGame)
def open_base_game(state: Game, command: OpenGame, chance: Chance) -> Iterator[Event]:
    """A new map has texts that can be read. Rules 1 allowed others, and such a game is played as it
    is, so this is asked here and not whenever options are read."""
    for event in open_game(state, command, chance):
        if isinstance(event, GameOpened):
            refuse_first(unreadable(command.options.get("board")))
        yield event


@rulebook.evolves(GameOpened)
def base_game_opened(state: Game, event: GameOpened) -> None:
    game_opened(state, event)
    refer(state)


BASE: Final[Ruleset[Game]] = Ruleset(
    name="base",
    rules=2,
    schema=1,
    upcasters={},
    seats=range(3, 5),
    bots=("planner", "random"),
    state=StateKind(blank=lambda ruleset: Game(ruleset=ruleset), refer=refer),
    opening=Opening(
        options=Options,
        presets={edition: {"edition": edition} for edition in DEFAULTS},
        read_options=read_options,
        colours=lambda state: colours(state.options, len(state.chairs)),
    ),
    rulebook=rulebook,
    flow=Flow(
        begin=dealing.begin,
        aftermath=awards.aftermath,
        to_act=to_act,
        moves=moves,
        choices={**rules.CHOICES, **CHOICES},
    ),
    clock=ClockRules(decision=decision, least=least, begins_round=begins_round),
    views=Views(
        view=view,
        board=view_parts.board,
        hand=view_parts.hand,
        geometry=GEOMETRY,
        types=view_parts.VIEW_TYPES,
        redactors=with_copies(REDACTORS),
    ),
    scoring=Scoring(score=score.score, rank=closing.rank),
    statistics=STATISTICS,
    notable=NotableEvents(
        number_rolls=frozenset({DiceRolled}),
        offers=frozenset({TradeOffered}),
        answers=dealings.ANSWERS,
        trades=dealings.TRADES,
        takings=dealings.TAKINGS,
        buildings=frozenset({RoadBuilt, SettlementBuilt, CityBuilt}),
    ),
    prices=PRICES,
)
