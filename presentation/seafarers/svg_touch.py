"""What lies on the places of a drawn sea, for the names of the areas to touch."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from domain.seafarers.view_types import EdgeTokenView, HasShips, LaidSea, NodeTokenView
from presentation.base.svg_touch import BASE_FIELDS, base_marks
from presentation.captions import Captions
from presentation.seafarers.scenarios.pirate_islands import warships_of
from presentation.seafarers.svg_tokens import place_of, token_name
from presentation.svg.touch import Fields

SEA_FIELDS: Final[Fields] = {
    **BASE_FIELDS,
    "edge": f"{BASE_FIELDS['edge']} move_ship.from move_ship.to",
    "bank": f"{BASE_FIELDS['bank']} pick_gold.cards",
    "wonder": "wonder",
    "harbour": "harbour",
}
"""The fields of the commands of all scenarios."""


def sea_marks(
    board: LaidSea, places: Sequence[HasShips], captions: Captions
) -> defaultdict[tuple[str, int], list[str]]:
    """What the base game knows, ships, tokens and the pirate."""
    marks = base_marks(board, places, captions)
    for place in places:
        owner, armed = captions.called(place), warships_of(place)
        for edge in place.ships:
            ship = captions.word("warship" if edge in armed else "ship")
            marks["edge", edge].append(f"{owner}: {ship}")
    seats = {place.seat: place for place in places}
    for token in board.tokens:
        named = token_name(token, place_of(token, seats), captions)
        if isinstance(token, EdgeTokenView):
            marks["edge", token.edge].append(named)
        elif isinstance(token, NodeTokenView):
            marks["node", token.node].append(named)
    if board.pirate is not None:
        marks["hex", board.pirate].append(captions.say("pirate"))
    return marks
