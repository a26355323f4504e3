"""The base game in English."""

from domain.base.events import IslandTerrain
from domain.cards import CARD_KINDS, RESOURCES
from presentation.base.actions_en import ACTIONS
from presentation.language import Word, uninflected
from presentation.table_narration import ENGLISH

TERRAINS: tuple[IslandTerrain, ...] = (
    "hills",
    "forest",
    "pasture",
    "fields",
    "mountains",
    "desert",
)

SENTENCES = {
    "board_laid": "The island is laid out, and the robber starts on {robber}.",
    "start_rolled": "{seat} rolled {dice} to see who begins.",
    "founding_began": "The first settlements are placed in this order: {order}.",
    "settlement_built": "{seat} built a settlement on node {node}.",
    "settlement_built.free": "{seat} founded a settlement on node {node}.",
    "road_built": "{seat} built a road on edge {edge}.",
    "road_built.free": "{seat} laid a road on edge {edge} at no cost.",
    "city_built": "{seat} turned the settlement on node {node} into a city.",
    "dice_rolled": "{seat} rolled {dice}.",
    "resources_produced": "{gains}.",
    "resources_produced.short": "{gains}; the bank ran short of {short}.",
    "resources_produced.nothing": "Nobody gets anything, as the bank ran short of {short}.",
    "resources_produced.each": "{seat} gets {share}",
    "discards_required": "{counts}.",
    "discards_required.each": "{seat} has to discard {share}",
    "discard_chosen": "{seat} set aside {cards} to discard.",
    "discard_chosen.hidden": "{seat} chose what to discard.",
    "cards_discarded": "{discards}.",
    "cards_discarded.each": "{seat} discards {share}",
    "victory_cards_revealed": "{seat} showed victory-point cards worth {worth}.",
    "cards_returned": "{seat} gave {cards} back to the bank.",
    "robber_roused": "{seat} has to move the robber.",
    "robber_moved": "{seat} moved the robber to {hex}.",
    "robber_stayed": "The robber has nowhere to go and stays where it is.",
    "card_stolen": "{thief} stole a card from {victim}: {resource}.",
    "card_stolen.hidden": "{thief} stole a card from {victim}.",
    "development_card_bought": "{seat} bought a development card: {kind}.",
    "development_card_bought.hidden": "{seat} bought a development card.",
    "development_card_played": "{seat} played a development card: {kind}.",
    "free_roads_granted": "{seat} may lay {roads} at no cost.",
    "free_roads_ended": "{seat} lays no more free roads.",
    "resources_invented": "{seat} took {cards} from the bank.",
    "resource_monopolized": "{seat} claimed all {resource}: {taken}.",
    "resource_monopolized.in_vain": "{seat} claimed all {resource}, but nobody had any.",
    "resource_monopolized.each": "{seat} hands over {share}",
    "bank_traded": "{seat} traded {give} to the bank for {take}.",
    "trade_offered": "{seat} offered {to} a trade: {give} for {want}.",
    "trade_accepted": "{seat} accepted the offer.",
    "trade_refused": "{seat} declined the offer.",
    "trade_countered": "{seat} made a counter-offer: {give} for {want}.",
    "trade_confirmed": "{seat} traded {give} to {partner} for {take}.",
    "offer_withdrawn": "{seat} withdrew the offer.",
    "longest_road_awarded": "{seat} now has the longest road, with a length of {length}.",
    "longest_road_awarded.nobody": "Nobody has the longest road any more.",
    "largest_army_awarded": "{seat} now has the largest army, with {army}.",
    "largest_army_awarded.nobody": "Nobody has the largest army any more.",
    "cards": "{count} {resource}",
    "cards.none": "nothing",
    "hex": "the {terrain} with {number}",
    "hex.bare": "the {terrain}",
}

WORDS: dict[str, Word] = {
    name: uninflected(name.replace("_", " "))
    for name in (*RESOURCES, *CARD_KINDS, *TERRAINS, "sea")
}

NOUNS = {
    "card": ("card", "cards"),
    "knight": ("knight", "knights"),
    "road": ("road", "roads"),
}

BASE_ENGLISH = ENGLISH.extended({**SENTENCES, **ACTIONS}, WORDS, NOUNS)
