"""The Forgotten Tribe in sentences."""

from domain.messages import Event
from domain.seafarers.scenarios.forgotten_tribe import events as facts
from presentation.base.narration import variant_by_field
from presentation.language import SentenceChooser
from presentation.seafarers.harbour_words import format_harbour
from presentation.seafarers.scenario import Phrases, ScenarioSentences

ENGLISH = Phrases(
    {
        "gifts_dealt": "The gifts of the tribe lie on the coasts of its islands.",
        "gift_point_taken": "{seat} found a gift on edge {edge}: a special point.",
        "gift_card_taken": "{seat} found a gift on edge {edge}, a development card: {kind}.",
        "gift_card_taken.hidden": "{seat} found a gift on edge {edge}: a development card.",
        "gift_harbour_taken": "{seat} found a gift on edge {edge}: {harbour}.",
        "harbour_due": "{seat} has to place a harbour.",
        "harbour_placed": "{seat} placed {harbour} on edge {edge}.",
        "prompt.place_harbour": "place a harbour",
    }
)
POLISH = Phrases(
    {
        "gifts_dealt": "Podarunki tubylców leżą na wybrzeżach ich wysp.",
        "gift_point_taken": "{seat} znalazł podarunek na krawędzi {edge}: punkt specjalny.",
        "gift_card_taken": "{seat} znalazł podarunek na krawędzi {edge}, kartę rozwoju: {kind}.",
        "gift_card_taken.hidden": "{seat} znalazł podarunek na krawędzi {edge}: kartę rozwoju.",
        "gift_harbour_taken": "{seat} znalazł podarunek na krawędzi {edge}: {harbour}.",
        "harbour_due": "{seat} musi położyć port.",
        "harbour_placed": "{seat} położył {harbour} na krawędzi {edge}.",
        "prompt.place_harbour": "położyć port",
    }
)
SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    facts.GiftCardTaken: variant_by_field("kind", "hidden", when=False)
}


SENTENCES = ScenarioSentences(
    ENGLISH,
    POLISH,
    field_formatters={"harbour": format_harbour},
    sentence_choosers=SENTENCE_CHOOSERS,
)
