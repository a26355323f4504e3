"""The base game in Polish."""

from presentation.base.actions_pl import ACTIONS
from presentation.language import Word
from presentation.table_narration import POLISH, POLISH_RESOURCES

SENTENCES = {
    "board_laid": "Wyspa jest rozłożona, a złodziej trafia na {robber}.",
    "start_rolled": "{seat} wyrzucił {dice} w rzucie o rozpoczęcie gry.",
    "founding_began": "Pierwsze osady stawiają kolejno: {order}.",
    "settlement_built": "{seat} zbudował osadę na skrzyżowaniu {node}.",
    "settlement_built.free": "{seat} założył osadę na skrzyżowaniu {node}.",
    "road_built": "{seat} zbudował drogę na krawędzi {edge}.",
    "road_built.free": "{seat} położył bez opłaty drogę na krawędzi {edge}.",
    "city_built": "{seat} rozbudował osadę na skrzyżowaniu {node} w miasto.",
    "dice_rolled": "{seat} wyrzucił {dice}.",
    "resources_produced": "{gains}.",
    "resources_produced.short": "{gains}; bankowi zabrakło {short.genitive}.",
    "resources_produced.nothing": "Nikt nic nie dostaje, bo bankowi zabrakło {short.genitive}.",
    "resources_produced.each": "{seat} dostaje: {share}",
    "discards_required": "{counts}.",
    "discards_required.each": "{seat} musi odrzucić {share}",
    "discard_chosen": "{seat} odłożył karty do odrzucenia: {cards}.",
    "discard_chosen.hidden": "{seat} wybrał karty do odrzucenia.",
    "cards_discarded": "{discards}.",
    "cards_discarded.each": "{seat} odrzuca: {share}",
    "victory_cards_revealed": "{seat} odkrył karty zwycięstwa warte {worth}.",
    "cards_returned": "{seat} zwrócił karty do banku: {cards}.",
    "robber_roused": "{seat} musi przesunąć złodzieja.",
    "robber_moved": "{seat} przesunął złodzieja na {hex}.",
    "robber_stayed": "Złodziej nie ma dokąd pójść i zostaje na miejscu.",
    "card_stolen": "{thief} ukradł {victim.dative} {resource.accusative}.",
    "card_stolen.hidden": "{thief} ukradł {victim.dative} kartę.",
    "development_card_bought": "{seat} kupił kartę rozwoju: {kind}.",
    "development_card_bought.hidden": "{seat} kupił kartę rozwoju.",
    "development_card_played": "{seat} zagrał kartę rozwoju: {kind}.",
    "free_roads_granted": "{seat} może bez opłaty położyć {roads}.",
    "free_roads_ended": "{seat} nie kładzie już darmowych dróg.",
    "resources_invented": "{seat} wziął karty z banku: {cards}.",
    "resource_monopolized": "{seat} ogłosił monopol na {resource.accusative}: {taken}.",
    "resource_monopolized.in_vain": (
        "{seat} ogłosił monopol na {resource.accusative}, ale nikt nie miał takich kart."
    ),
    "resource_monopolized.each": "{seat} oddaje {share}",
    "bank_traded": "{seat} wymienił się z bankiem: oddał {give}, dostał {take}.",
    "trade_offered": "{seat} zaproponował {to.dative} wymianę: daje {give}, chce {want}.",
    "trade_accepted": "{seat} przyjął ofertę.",
    "trade_refused": "{seat} odrzucił ofertę.",
    "trade_countered": "{seat} odpowiedział kontrofertą: daje {give}, chce {want}.",
    "trade_confirmed": (
        "{seat} wymienił się z {partner.instrumental}: oddał {give}, dostał {take}."
    ),
    "offer_withdrawn": "{seat} wycofał ofertę.",
    "longest_road_awarded": "{seat} ma teraz najdłuższą drogę, o długości {length}.",
    "longest_road_awarded.nobody": "Nikt nie ma już najdłuższej drogi.",
    "largest_army_awarded": "{seat} ma teraz największą armię: {army}.",
    "largest_army_awarded.nobody": "Nikt nie ma już największej armii.",
    "cards": "{count} × {resource}",
    "cards.none": "nic",
    "hex": "{terrain.accusative} z {number}",
    "hex.bare": "{terrain.accusative}",
}

WORDS = {
    **POLISH_RESOURCES,
    "knight": Word("rycerz", "rycerza", "rycerzowi", "rycerza", "rycerzem"),
    "victory_point": Word(
        "punkt zwycięstwa",
        "punktu zwycięstwa",
        "punktowi zwycięstwa",
        "punkt zwycięstwa",
        "punktem zwycięstwa",
    ),
    "road_building": Word(
        "budowa drogi", "budowy drogi", "budowie drogi", "budowę drogi", "budową drogi"
    ),
    "invention": Word("wynalazek", "wynalazku", "wynalazkowi", "wynalazek", "wynalazkiem"),
    "monopoly": Word("monopol", "monopolu", "monopolowi", "monopol", "monopolem"),
    "hills": Word("wzgórza", "wzgórz", "wzgórzom", "wzgórza", "wzgórzami"),
    "forest": Word("las", "lasu", "lasowi", "las", "lasem"),
    "pasture": Word("pastwisko", "pastwiska", "pastwisku", "pastwisko", "pastwiskiem"),
    "fields": Word("pola", "pól", "polom", "pola", "polami"),
    "mountains": Word("góry", "gór", "górom", "góry", "górami"),
    "desert": Word("pustynia", "pustyni", "pustyni", "pustynię", "pustynią"),
    "sea": Word("morze", "morza", "morzu", "morze", "morzem"),
}

NOUNS = {
    "card": ("kartę", "karty", "kart"),
    "knight": ("rycerza", "rycerzy", "rycerzy"),
    "road": ("drogę", "drogi", "dróg"),
}

BASE_POLISH = POLISH.extended({**SENTENCES, **ACTIONS}, WORDS, NOUNS)
