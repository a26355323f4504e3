"""The New World in sentences."""

from domain.messages import Event
from domain.seafarers.scenarios.new_world import messages as facts
from domain.seafarers.state import Voyage
from presentation.language import ChosenSentence, Language, SentenceChooser
from presentation.seafarers.harbour_words import format_harbour
from presentation.seafarers.scenario import Phrases, ScenarioSentences

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
        "accept_board": "Keep this board",
        "ask_redeal": "Ask for another deal",
        "prompt.vote": "say whether the board is kept",
        "prompt.harbours": "place a harbour, face down",
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
        "accept_board": "Zatrzymaj tę planszę",
        "ask_redeal": "Poproś o nowe rozłożenie planszy",
        "prompt.vote": "zdecydować, czy plansza zostaje",
        "prompt.harbours": "położyć zakryty port",
    }
)


def _harbours_turned_up(
    language: Language, state: Voyage, event: facts.HarboursTurnedUp
) -> ChosenSentence:
    if not event.harbours:
        return "harbours_turned_up.none", {}
    places = language.listed(
        language.say(
            "harbours_turned_up.each",
            harbour=format_harbour(language, state, harbour.kind),
            edge=harbour.edge,
        )
        for harbour in event.harbours
    )
    return "harbours_turned_up", {"places": places}


SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    facts.HarboursTurnedUp: _harbours_turned_up
}


SENTENCES = ScenarioSentences(ENGLISH, POLISH, sentence_choosers=SENTENCE_CHOOSERS)
