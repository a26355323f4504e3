"""Parts of a ruleset that are for another state than it has."""

from domain.base.game import BASE
from domain.base.state import Game
from domain.dice.game import DICE_GAME
from domain.ids import Viewer
from domain.ruleset import Flow, Ruleset, Scoring
from domain.seafarers.game import SEAFARERS
from domain.seafarers.state import Voyage
from domain.table.state import Score


def points_at_sea(state: Voyage, viewer: Viewer) -> list[Score]:
    return []


#: Argument "score" to "Scoring" has incompatible type "Callable[[Voyage, Literal['spectator',
#: 'organizer'] | Seat], list[Score]]"; expected "Callable[[Game, Literal['spectator', 'organizer']
#: | Seat], list[Score]]" [arg-type]
SCORING: Scoring[Game] = Scoring(score=points_at_sea, rank=BASE.scoring.rank)
#: Incompatible types in assignment (expression has type "Flow[Voyage]", variable has type
#: "Flow[Game]") [assignment]
FLOW: Flow[Game] = SEAFARERS.flow
#: Incompatible types in assignment (expression has type "Ruleset[Voyage]", variable has type
#: "Ruleset[Game]") [assignment]
OTHER: Ruleset[Game] = SEAFARERS
#: Argument 1 has incompatible type "domain.base.state.Game"; expected "domain.dice.state.Game"
#: [arg-type]
DICE_GAME.flow.to_act(BASE.new_game())
