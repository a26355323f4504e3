"""The base game put together: one rulebook from its chapters, and hooks by option."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from domain import closing, house, lobby
from domain.base import (
    awards,
    building,
    dealing,
    development,
    founding,
    maritime,
    network,
    parts,
    production,
    resigning,
    robber,
    score,
    trading,
    travel,
    turn,
)
from domain.base.actions import moves, to_act
from domain.base.attendance import begins_round, decision, least
from domain.base.choosing import CHOICES
from domain.base.drawing import drawing
from domain.base.events import DiceRolled, TradeOffered
from domain.base.hooks import Hooks
from domain.base.layout import Layout, refuse_first, unreadable
from domain.base.narration import NARRATOR, narrate
from domain.base.options import DEFAULTS, Options, colours, read_options
from domain.base.picture import picture
from domain.base.redaction import REDACTORS
from domain.base.state import Game
from domain.base.statistics import STATISTICS
from domain.base.view import view
from domain.chance import Chance
from domain.lobby import GameOpened, OpenGame, game_opened, open_game
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset

rulebook = Rulebook(
    house.rulebook,
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

HOOKS = Hooks(
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

BEGINNERS: dict[str, Any] = {
    "starting_pieces": dealing.printed_pieces,
    "founding_order": dealing.no_founding,
}
BOARDS: dict[str, dict[str, Any]] = {
    "random": {},
    "scattered": {"deal": dealing.deal_scattered},
    "beginner": {"deal": dealing.deal_beginner, **BEGINNERS},
}
ARRANGEMENTS: dict[Any, dict[str, Any]] = {
    "beginner": {"deal": travel.deal_all_a, **BEGINNERS},
    "random": {"deal": travel.deal_drawn},
}

FIRST_PLAYER = {
    "highest_roll": dealing.highest_roll_begins,
    "seat": dealing.named_seat_begins,
    "draw": dealing.lot_decides,
}


def board_rules(options: Options) -> dict[str, Any]:
    """The rules that the board chooses."""
    if isinstance(options.board, Layout):
        return {"deal": dealing.deal_layout}
    if isinstance(options.arrangement, tuple):
        return {"deal": travel.deal_arrangement}
    if options.board == "travel":
        return ARRANGEMENTS[options.arrangement]
    return BOARDS[options.board]


def hooks_for(options: Options) -> Hooks:
    """The rules that these options choose."""
    changes = dict(board_rules(options))
    changes["building_ends_trading"] = options.phases == "separate"
    changes["first_player"] = FIRST_PLAYER[options.start_player]
    if options.friendly_robber:
        changes["robber_hexes"] = robber.spare_the_weak
        changes["robbable"] = robber.strong_others_with_cards
    return replace(HOOKS, **changes)


def refer(state: Game) -> None:
    """The hooks follow from the options, once there are any."""
    if state.options is not None:
        state.hooks = hooks_for(state.options)


@rulebook.decides(OpenGame)
def open_base_game(state: Game, command: OpenGame, chance: Chance) -> Iterator[Event]:
    """A new map has texts that can be read. One that was opened with others is played as it is, so
    this is asked here and not whenever options are read."""
    for event in open_game(state, command, chance):
        if isinstance(event, GameOpened):
            refuse_first(unreadable(command.options.get("board")))
        yield event


@rulebook.evolves(GameOpened)
def base_game_opened(state: Game, event: GameOpened) -> None:
    game_opened(state, event)
    refer(state)


BASE = Ruleset(
    name="base",
    rules=1,
    schema=1,
    seats=range(3, 5),
    rulebook=rulebook,
    blank=lambda ruleset: Game(ruleset=ruleset),
    refer=refer,
    options=Options,
    presets={edition: {"edition": edition} for edition in DEFAULTS},
    read_options=read_options,
    colours=colours,
    begin=dealing.begin,
    aftermath=awards.aftermath,
    moves=moves,
    to_act=to_act,
    decision=decision,
    least=least,
    begins_round=begins_round,
    bots=("planner", "random"),
    choices={**lobby.CHOICES, **CHOICES},
    view=view,
    board=parts.board,
    hand=parts.hand,
    score=score.score,
    rank=closing.rank,
    number_rolls=frozenset({DiceRolled}),
    offers=frozenset({TradeOffered}),
    redactors=REDACTORS,
    languages=tuple(NARRATOR.languages),
    narrate=narrate,
    picture=picture,
    drawing=drawing,
    statistics=STATISTICS,
    upcasters={},
)
