"""The facts of a base game as sentences, in English and Polish."""

from collections.abc import Mapping
from typing import Any

from domain.base import events as facts
from domain.base.state import Game
from domain.cards import Resource
from domain.ids import HexId
from domain.messages import Event
from presentation import narration
from presentation.base.sentences_en import BASE_ENGLISH
from presentation.base.sentences_pl import BASE_POLISH
from presentation.narration import (
    Language,
    Narrator,
    Speller,
    Teller,
    Told,
    Word,
    spell_seat,
    spell_seats,
)


def narrate(state: Game, event: Event, language: str) -> str:
    """A fact as a sentence, told after it was folded; English for a language we do not speak."""
    return NARRATOR.narrate(state, event, language)


def _cards(language: Language, state: Game, cards: Mapping[Resource, int]) -> str:
    if not cards:
        return language.say("cards.none")
    return language.listed(
        language.say("cards", count=count, resource=language.words[resource])
        for resource, count in cards.items()
    )


def spell_hex(language: Language, state: Game, hex_: HexId) -> str:
    tile = state.board.tiles[hex_]
    terrain = language.words[tile.terrain]
    if tile.number is None:
        return language.say("hex.bare", terrain=terrain)
    return language.say("hex", terrain=terrain, number=tile.number)


def spell_word(language: Language, state: Game, value: str) -> Word:
    return language.words[value]


def _dice(language: Language, state: Game, dice: tuple[int, int]) -> str:
    return f"{sum(dice)} ({dice[0]} + {dice[1]})"


SPELLERS: dict[str, Speller] = {
    **narration.SPELLERS,
    **dict.fromkeys(("thief", "victim", "partner"), spell_seat),
    **dict.fromkeys(("to", "order"), spell_seats),
    **dict.fromkeys(("cards", "give", "take", "want"), _cards),
    **dict.fromkeys(("resource", "kind"), spell_word),
    **dict.fromkeys(("hex", "robber"), spell_hex),
    "dice": _dice,
}


def told_by(field: str, variant: str, *, when: bool) -> Teller:
    """Another sentence if a field is given, or is not. Zero counts as given: it is a seat."""

    def tell(language: Language, state: Game, event: Any) -> Told:
        value, tag = getattr(event, field), event.__struct_config__.tag
        given = value is not None and value is not False
        return f"{tag}.{variant}" if given is when else tag, {}

    return tell


def _resources_produced(language: Language, state: Game, event: facts.ResourcesProduced) -> Told:
    shares = {seat: _cards(language, state, cards) for seat, cards in event.gains.items()}
    gains = language.for_each("resources_produced.each", state, shares)
    if not event.short:
        return "resources_produced", {"gains": gains}
    short = language.joined(language.words[resource] for resource in event.short)
    key = "resources_produced.short" if gains else "resources_produced.nothing"
    return key, {"gains": gains, "short": short}


def _discards_required(language: Language, state: Game, event: facts.DiscardsRequired) -> Told:
    shares = {seat: language.counted(count, "card") for seat, count in event.counts.items()}
    counts = language.for_each("discards_required.each", state, shares)
    return "discards_required", {"counts": counts}


def _cards_discarded(language: Language, state: Game, event: facts.CardsDiscarded) -> Told:
    shares = {seat: _cards(language, state, cards) for seat, cards in event.discards.items()}
    discards = language.for_each("cards_discarded.each", state, shares)
    return "cards_discarded", {"discards": discards}


def _free_roads_granted(language: Language, state: Game, event: facts.FreeRoadsGranted) -> Told:
    return "free_roads_granted", {"roads": language.counted(event.count, "road")}


def _resource_monopolized(
    language: Language, state: Game, event: facts.ResourceMonopolized
) -> Told:
    if not event.taken:
        return "resource_monopolized.in_vain", {}
    shares = {seat: language.counted(count, "card") for seat, count in event.taken.items()}
    taken = language.for_each("resource_monopolized.each", state, shares)
    return "resource_monopolized", {"taken": taken}


def _victory_cards_revealed(
    language: Language, state: Game, event: facts.VictoryCardsRevealed
) -> Told:
    return "victory_cards_revealed", {"worth": language.counted(event.count, "point")}


def _largest_army_awarded(language: Language, state: Game, event: facts.LargestArmyAwarded) -> Told:
    if event.seat is None:
        return "largest_army_awarded.nobody", {}
    return "largest_army_awarded", {"army": language.counted(event.knights, "knight")}


TELLERS: dict[type[Event], Teller] = {
    **narration.TELLERS,
    facts.FirstPlayerChosen: told_by("draw", "by_lot", when=True),
    facts.SettlementBuilt: told_by("free", "free", when=True),
    facts.RoadBuilt: told_by("free", "free", when=True),
    facts.DiscardChosen: told_by("cards", "hidden", when=False),
    facts.CardStolen: told_by("resource", "hidden", when=False),
    facts.DevelopmentCardBought: told_by("kind", "hidden", when=False),
    facts.LongestRoadAwarded: told_by("seat", "nobody", when=False),
    facts.LargestArmyAwarded: _largest_army_awarded,
    facts.VictoryCardsRevealed: _victory_cards_revealed,
    facts.ResourcesProduced: _resources_produced,
    facts.DiscardsRequired: _discards_required,
    facts.CardsDiscarded: _cards_discarded,
    facts.FreeRoadsGranted: _free_roads_granted,
    facts.ResourceMonopolized: _resource_monopolized,
}

NARRATOR = Narrator(
    languages={"en": BASE_ENGLISH, "pl": BASE_POLISH}, spellers=SPELLERS, tellers=TELLERS
)
