"""The facts of a base game as sentences, in English and Polish."""

from collections.abc import Mapping
from typing import Any

from domain.base import events as facts
from domain.base.state import Game
from domain.cards import Resource
from domain.ids import HexId
from domain.messages import Event
from presentation import table_narration
from presentation.base.sentences_en import BASE_ENGLISH
from presentation.base.sentences_pl import BASE_POLISH
from presentation.language import (
    ChosenSentence,
    FieldFormatter,
    Language,
    Narrator,
    SentenceChooser,
    Word,
)
from presentation.table_narration import format_seat, format_seats


def narrate(state: Game, event: Event, language: str) -> str:
    """An event as a sentence, in English if the language is unknown; `state` includes the event."""
    return NARRATOR.narrate(state, event, language)


def format_cards(language: Language, state: object, cards: Mapping[Resource, int]) -> str:
    if not cards:
        return language.say("cards.none")
    return language.listed(
        language.say("cards", count=count, resource=language.words[resource])
        for resource, count in cards.items()
    )


def format_hex(language: Language, state: Game, hex_: HexId) -> str:
    tile = state.board.tiles[hex_]
    terrain = language.words[tile.terrain]
    if tile.number is None:
        return language.say("hex.bare", terrain=terrain)
    return language.say("hex", terrain=terrain, number=tile.number)


def format_word(language: Language, state: Game, value: str) -> Word:
    return language.words[value]


def _dice(language: Language, state: Game, dice: tuple[int, int]) -> str:
    return f"{sum(dice)} ({dice[0]} + {dice[1]})"


FIELD_FORMATTERS: dict[str, FieldFormatter] = {
    **table_narration.FIELD_FORMATTERS,
    **dict.fromkeys(("thief", "victim", "partner"), format_seat),
    **dict.fromkeys(("to", "order"), format_seats),
    **dict.fromkeys(("cards", "give", "take", "want"), format_cards),
    **dict.fromkeys(("resource", "kind"), format_word),
    **dict.fromkeys(("hex", "robber"), format_hex),
    "dice": _dice,
}


def variant_by_field(field: str, variant: str, *, when: bool) -> SentenceChooser:
    """Another sentence if a field is given, or is not. Zero counts as given: it is a seat."""

    def tell(language: Language, state: Game, event: Any) -> ChosenSentence:
        value, tag = getattr(event, field), event.__struct_config__.tag
        given = value is not None and value is not False
        return f"{tag}.{variant}" if given is when else tag, {}

    return tell


def _resources_produced(
    language: Language, state: Game, event: facts.ResourcesProduced
) -> ChosenSentence:
    shares = {seat: format_cards(language, state, cards) for seat, cards in event.gains.items()}
    gains = language.for_each("resources_produced.each", state, shares)
    if not event.short:
        return "resources_produced", {"gains": gains}
    short = language.joined(language.words[resource] for resource in event.short)
    key = "resources_produced.short" if gains else "resources_produced.nothing"
    return key, {"gains": gains, "short": short}


def _discards_required(
    language: Language, state: Game, event: facts.DiscardsRequired
) -> ChosenSentence:
    shares = {seat: language.counted(count, "card") for seat, count in event.counts.items()}
    counts = language.for_each("discards_required.each", state, shares)
    return "discards_required", {"counts": counts}


def _cards_discarded(
    language: Language, state: Game, event: facts.CardsDiscarded
) -> ChosenSentence:
    shares = {seat: format_cards(language, state, cards) for seat, cards in event.discards.items()}
    discards = language.for_each("cards_discarded.each", state, shares)
    return "cards_discarded", {"discards": discards}


def _free_roads_granted(
    language: Language, state: Game, event: facts.FreeRoadsGranted
) -> ChosenSentence:
    return "free_roads_granted", {"roads": language.counted(event.count, "road")}


def _resource_monopolized(
    language: Language, state: Game, event: facts.ResourceMonopolized
) -> ChosenSentence:
    if not event.taken:
        return "resource_monopolized.in_vain", {}
    shares = {seat: language.counted(count, "card") for seat, count in event.taken.items()}
    taken = language.for_each("resource_monopolized.each", state, shares)
    return "resource_monopolized", {"taken": taken}


def _victory_cards_revealed(
    language: Language, state: Game, event: facts.VictoryCardsRevealed
) -> ChosenSentence:
    return "victory_cards_revealed", {"worth": language.counted(event.count, "point")}


def _largest_army_awarded(
    language: Language, state: Game, event: facts.LargestArmyAwarded
) -> ChosenSentence:
    if event.seat is None:
        return "largest_army_awarded.nobody", {}
    return "largest_army_awarded", {"army": language.counted(event.knights, "knight")}


SENTENCE_CHOOSERS: dict[type[Event], SentenceChooser] = {
    **table_narration.SENTENCE_CHOOSERS,
    facts.FirstPlayerChosen: variant_by_field("draw", "by_lot", when=True),
    facts.SettlementBuilt: variant_by_field("free", "free", when=True),
    facts.RoadBuilt: variant_by_field("free", "free", when=True),
    facts.DiscardChosen: variant_by_field("cards", "hidden", when=False),
    facts.CardStolen: variant_by_field("resource", "hidden", when=False),
    facts.DevelopmentCardBought: variant_by_field("kind", "hidden", when=False),
    facts.LongestRoadAwarded: variant_by_field("seat", "nobody", when=False),
    facts.LargestArmyAwarded: _largest_army_awarded,
    facts.VictoryCardsRevealed: _victory_cards_revealed,
    facts.ResourcesProduced: _resources_produced,
    facts.DiscardsRequired: _discards_required,
    facts.CardsDiscarded: _cards_discarded,
    facts.FreeRoadsGranted: _free_roads_granted,
    facts.ResourceMonopolized: _resource_monopolized,
}

NARRATOR = Narrator(
    languages={"en": BASE_ENGLISH, "pl": BASE_POLISH},
    field_formatters=FIELD_FORMATTERS,
    sentence_choosers=SENTENCE_CHOOSERS,
)
