"""What is shown, told and counted of the preparations in the New World."""

from domain.base.statistics import Counters, marking
from domain.ids import Viewer
from domain.messages import Event
from domain.narration import Language, Teller, Told
from domain.ruleset import View
from domain.seafarers.scenario import Phrases
from domain.seafarers.scenarios.new_world import messages as facts
from domain.seafarers.spelling import spell_harbour
from domain.seafarers.state import Voyage
from domain.statistics import Stats

ENGLISH = Phrases(
    {
        "vote_began": "Is the board to be kept? {order} are asked in this order.",
        "redeal_asked": "{seat} asked for another deal.",
        "board_accepted": "{seat} accepted the board, so it stays.",
        "harbours_began": "Harbours are placed face down, {count} of them; {seat} begins.",
        "harbour_token_placed": "{seat} placed a harbour face down on edge {edge}.",
        "harbours_turned_up": "The harbours are turned up: {places}.",
        "harbours_turned_up.each": "{harbour} on edge {edge}",
        "harbours_turned_up.none": "There is no harbour in this world.",
    }
)
POLISH = Phrases(
    {
        "vote_began": "Czy plansza zostaje? Kolejno odpowiadają: {order}.",
        "redeal_asked": "{seat} poprosił o nowe rozłożenie planszy.",
        "board_accepted": "{seat} zaakceptował planszę, więc ona zostaje.",
        "harbours_began": "Gracze kładą kolejno zakryte porty ({count}); zaczyna {seat}.",
        "harbour_token_placed": "{seat} położył zakryty port na krawędzi {edge}.",
        "harbours_turned_up": "Porty są odkryte: {places}.",
        "harbours_turned_up.each": "{harbour} na krawędzi {edge}",
        "harbours_turned_up.none": "W tym świecie nie ma portów.",
    }
)

PUBLIC = (
    facts.VoteBegan,
    facts.RedealAsked,
    facts.BoardAccepted,
    facts.HarboursBegan,
    facts.HarbourTokenPlaced,
    facts.HarboursTurnedUp,
)


def _harbours_turned_up(language: Language, state: Voyage, event: facts.HarboursTurnedUp) -> Told:
    if not event.harbours:
        return "harbours_turned_up.none", {}
    places = language.listed(
        language.say(
            "harbours_turned_up.each",
            harbour=spell_harbour(language, state, harbour.kind),
            edge=harbour.edge,
        )
        for harbour in event.harbours
    )
    return "harbours_turned_up", {"places": places}


TELLERS: dict[type[Event], Teller] = {facts.HarboursTurnedUp: _harbours_turned_up}


def tokens(state: Voyage) -> list[View]:
    """Harbours that lie face down."""
    placed = state.preparation.harbours if state.preparation is not None else ()
    return [{"kind": "hidden_harbour", "edge": edge} for edge in placed]


def own_view(state: Voyage, viewer: Viewer) -> View:
    """Who is still asked about the board, and how many harbours are left to place."""
    preparation = state.preparation
    return {
        "voters": list(preparation.voters) if preparation is not None else [],
        "harbours_left": preparation.harbours_left if preparation is not None else 0,
    }


COUNTED = {"redeals_asked": 0, "harbours_placed": 0}
COUNTERS: Counters = {}
counts = marking(COUNTERS)


@counts(facts.RedealAsked)
def _redeal_asked(seats: list[Stats], state: Voyage, event: facts.RedealAsked) -> None:
    seats[event.seat]["scenario"]["redeals_asked"] += 1


@counts(facts.HarbourTokenPlaced)
def _token_placed(seats: list[Stats], state: Voyage, event: facts.HarbourTokenPlaced) -> None:
    seats[event.seat]["scenario"]["harbours_placed"] += 1
