"""Sentences about the sea, in English and Polish. Scenarios add their own."""

from presentation.base.sentences_en import BASE_ENGLISH
from presentation.base.sentences_pl import BASE_POLISH
from presentation.seafarers.actions import ENGLISH_ACTIONS, POLISH_ACTIONS
from presentation.seafarers.scenarios import SCENARIO_SENTENCES
from presentation.seafarers.words import WORDS_EN, WORDS_PL

ENGLISH = {
    "board_laid": "The map is laid out, and the robber starts on {robber}.",
    "board_laid.no_robber": "The map is laid out; the robber is not on it yet.",
    "pirate_set": "The pirate starts on {hex}.",
    "ship_built": "{seat} built a ship on edge {edge}.",
    "ship_built.free": "{seat} placed a ship on edge {edge} at no cost.",
    "ship_moved": "{seat} moved the ship on edge {ship} to edge {edge}.",
    "pirate_moved": "{seat} moved the pirate to {hex}.",
    "gold_claimed": "{claims}.",
    "gold_claimed.each": "{seat} may take {share} of choice",
    "gold_picked": "{seat} took {cards} from the bank.",
    "hex_discovered": "{seat} discovered {hex}.",
    "discovery_paid": "{seat} got a card for the discovery: {resource}.",
    "markers_taken": "{seat} gets {points} for settling on new land.",
    "robber_roused": "{seat} has to move the robber or the pirate.",
    "robber_roused.alone": "{seat} has to move the robber.",
    "robber_stayed": "Neither robber nor pirate has anywhere to go.",
    "longest_road_awarded": "{seat} now has the longest trade route, with a length of {length}.",
    "longest_road_awarded.nobody": "Nobody has the longest trade route any more.",
    "free_roads_ended": "{seat} lays no more free pieces.",
    "sea": "sea hex {number}",
    "frame": "the sea at the rim, hex {number}",
    "harbour": "a harbour for {resource}",
    "harbour.any": "a 3:1 harbour",
}
ENGLISH_NOUNS = {"road": ("road or ship", "roads or ships")}
POLISH = {
    "board_laid": "Mapa jest ułożona, a złodziej wchodzi na {robber}.",
    "board_laid.no_robber": "Mapa jest ułożona; złodzieja jeszcze na niej nie ma.",
    "pirate_set": "Pirat zaczyna na polu: {hex}.",
    "ship_built": "{seat} zbudował statek na krawędzi {edge}.",
    "ship_built.free": "{seat} położył bez opłaty statek na krawędzi {edge}.",
    "ship_moved": "{seat} przesunął statek z krawędzi {ship} na krawędź {edge}.",
    "pirate_moved": "{seat} przesunął pirata na pole: {hex}.",
    "gold_claimed": "{claims}.",
    "gold_claimed.each": "{seat} może wziąć {share} do wyboru",
    "gold_picked": "{seat} wziął karty z banku: {cards}.",
    "hex_discovered": "{seat} odkrył {hex}.",
    "discovery_paid": "{seat} dostał kartę za odkrycie: {resource}.",
    "markers_taken": "{seat} dostał {points} za osadę na nowym lądzie.",
    "robber_roused": "{seat} musi przesunąć złodzieja albo pirata.",
    "robber_roused.alone": "{seat} musi przesunąć złodzieja.",
    "robber_stayed": "Ani złodziej, ani pirat nie ma dokąd pójść.",
    "longest_road_awarded": "{seat} ma teraz najdłuższą drogę handlową, o długości {length}.",
    "longest_road_awarded.nobody": "Nikt nie ma już najdłuższej drogi handlowej.",
    "free_roads_ended": "{seat} nie kładzie już darmowych dróg ani statków.",
    "sea": "morze nr {number}",
    "frame": "morze na skraju mapy nr {number}",
    "harbour": "port na {resource.accusative}",
    "harbour.any": "port 3:1",
}
POLISH_NOUNS = {"road": ("drogę lub statek", "drogi lub statki", "dróg lub statków")}

SEA_ENGLISH = BASE_ENGLISH.extended({**ENGLISH, **ENGLISH_ACTIONS}, WORDS_EN, ENGLISH_NOUNS)
SEA_POLISH = BASE_POLISH.extended({**POLISH, **POLISH_ACTIONS}, WORDS_PL, POLISH_NOUNS)
for _scenario in SCENARIO_SENTENCES:
    _english, _polish = _scenario.english, _scenario.polish
    SEA_ENGLISH = SEA_ENGLISH.extended(_english.sentences, {}, _english.nouns)
    SEA_POLISH = SEA_POLISH.extended(_polish.sentences, {}, _polish.nouns)
