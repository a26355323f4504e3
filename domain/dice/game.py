"""The dice game put together: one rulebook from its chapters."""

from typing import Final

from domain.dice import building, rolling, score, turn, turning
from domain.dice.absence import begins_round, decision, least
from domain.dice.actions import moves, to_act
from domain.dice.events import CityBuilt, KnightBuilt, RoadBuilt, SettlementBuilt
from domain.dice.geometry_apart import GEOMETRY
from domain.dice.open_choices import CHOICES
from domain.dice.options import Options, read_options
from domain.dice.prices import PRICES
from domain.dice.redaction import REDACTORS
from domain.dice.state import Game
from domain.dice.statistics import STATISTICS
from domain.dice.view import board, hand, view
from domain.dice.view_types import VIEW_TYPES
from domain.ledger_rules import StateKind
from domain.rulebook import Rulebook
from domain.ruleset import ClockRules, Flow, NotableEvents, Opening, Ruleset, Scoring, Views
from domain.table import rules
from domain.table.copying import with_copies
from domain.table.state import COLOURS

DICE_GAME: Final[Ruleset[Game]] = Ruleset(
    name="dice",
    rules=1,
    schema=1,
    upcasters={},
    seats=range(1, 5),
    bots=("planner", "random"),
    state=StateKind(blank=lambda ruleset: Game(ruleset=ruleset), refer=lambda state: None),
    opening=Opening(
        options=Options,
        presets={"usual": {}},
        read_options=read_options,
        colours=lambda state: COLOURS,
        is_shareable=True,
    ),
    rulebook=Rulebook[Game](
        rules.rulebook,
        turn.rulebook,
        rolling.rulebook,
        turning.rulebook,
        building.rulebook,
    ),
    flow=Flow(
        begin=turn.begin,
        aftermath=lambda state: (),
        to_act=to_act,
        moves=moves,
        choices={**rules.CHOICES, **CHOICES},
    ),
    clock=ClockRules(decision=decision, least=least, begins_round=begins_round),
    views=Views(
        view=view,
        board=board,
        hand=hand,
        geometry=GEOMETRY,
        types=VIEW_TYPES,
        redactors=with_copies(REDACTORS),
    ),
    scoring=Scoring(score=score.score, rank=score.rank),
    statistics=STATISTICS,
    notable=NotableEvents(
        buildings=frozenset({RoadBuilt, SettlementBuilt, CityBuilt, KnightBuilt})
    ),
    prices=PRICES,
)
