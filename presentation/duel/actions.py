"""What only a seat of a game for two may do, in English and Polish."""

from typing import Final

ENGLISH_ACTIONS: Final = {
    "place_neutral_road": "Place a neutral road",
    "place_neutral_road.this": "Place a road for {neutral} {edge}",
    "place_neutral_settlement": "Place a neutral settlement",
    "place_neutral_settlement.this": "Place a settlement for {neutral} {node}",
    "force_trade": "Force a trade",
    "force_trade.this": "Force a trade for {price}: draw two cards and give two back",
    "give_back": "Give cards back",
    "give_back.this": "Give back {cards}",
    "send_robber_to_desert": "Send the robber to the desert",
    "send_robber_to_desert.this": "Send the robber to {hex} for {price}",
    "discard_knight": "Give up a played knight and take two trade cards",
    "prompt.neutral_building": "place a piece for a neutral player",
    "prompt.forced_trade": "give cards back",
}
POLISH_ACTIONS: Final = {
    "place_neutral_road": "Połóż neutralną drogę",
    "place_neutral_road.this": "Połóż drogę {neutral.genitive} {edge}",
    "place_neutral_settlement": "Postaw neutralną osadę",
    "place_neutral_settlement.this": "Postaw osadę {neutral.genitive} {node}",
    "force_trade": "Wymuś handel",
    "force_trade.this": "Wymuś handel za {price}: wylosuj dwie karty i oddaj dwie",
    "give_back": "Oddaj karty",
    "give_back.this": "Oddaj karty: {cards}",
    "send_robber_to_desert": "Wyślij złodzieja na pustynię",
    "send_robber_to_desert.this": "Wyślij złodzieja na {hex.accusative} za {price}",
    "discard_knight": "Oddaj zagranego rycerza i weź dwie karty handlu",
    "prompt.neutral_building": "postawić element neutralnego gracza",
    "prompt.forced_trade": "oddać karty",
}
