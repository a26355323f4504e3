"""The dice game put together: one rulebook from its chapters."""

from domain.dice import building, rolling, score, turn, turning
from domain.dice.absence import begins_round, decision, least
from domain.dice.actions import moves, to_act
from domain.dice.open_choices import CHOICES
from domain.dice.options import Options, colours, read_options
from domain.dice.redaction import REDACTORS
from domain.dice.state import Game
from domain.dice.statistics import STATISTICS
from domain.dice.view import board, hand, view
from domain.dice.view_types import VIEW_TYPES
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset
from domain.table import lobby, rules

DICE_GAME = Ruleset(
    name="dice",
    rules=1,
    schema=1,
    seats=range(1, 5),
    rulebook=Rulebook(
        rules.rulebook,
        turn.rulebook,
        rolling.rulebook,
        turning.rulebook,
        building.rulebook,
    ),
    blank=lambda ruleset: Game(ruleset=ruleset),
    refer=lambda state: None,
    options=Options,
    presets={"usual": {}},
    read_options=read_options,
    colours=colours,
    begin=turn.begin,
    aftermath=lambda state: (),
    moves=moves,
    to_act=to_act,
    decision=decision,
    least=least,
    begins_round=begins_round,
    bots=("planner", "random"),
    choices={**lobby.CHOICES, **CHOICES},
    view=view,
    board=board,
    hand=hand,
    view_types=VIEW_TYPES,
    score=score.score,
    rank=score.rank,
    number_rolls=frozenset(),
    offers=frozenset(),
    redactors=REDACTORS,
    statistics=STATISTICS,
    upcasters={},
    is_shareable=True,
)
