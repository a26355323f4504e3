"""What only the sea has a name for, in English and Polish."""

from typing import Final

from presentation.language import Word, uninflected

WORDS_EN: Final[dict[str, Word]] = {
    "gold": uninflected("gold river"),
    "fog": uninflected("fog"),
    "card": uninflected("card"),
    "ship": uninflected("ship"),
    "warship": uninflected("warship"),
    "pirate": uninflected("pirate"),
    "village": uninflected("village"),
    "fortress": uninflected("fortress"),
    "cloth": uninflected("cloth"),
    "theater": uninflected("Theater"),
    "great_bridge": uninflected("Great Bridge"),
    "monument": uninflected("Monument"),
    "great_wall": uninflected("Great Wall"),
    "cathedral": uninflected("Cathedral"),
}
WORDS_PL: Final[dict[str, Word]] = {
    "gold": Word(
        "złotonośna rzeka",
        "złotonośnej rzeki",
        "złotonośnej rzece",
        "złotonośną rzekę",
        "złotonośną rzeką",
    ),
    "fog": Word("mgła", "mgły", "mgle", "mgłę", "mgłą"),
    "card": Word("karta", "karty", "karcie", "kartę", "kartą"),
    "ship": Word("statek", "statku", "statkowi", "statek", "statkiem"),
    "warship": Word(
        "okręt wojenny",
        "okrętu wojennego",
        "okrętowi wojennemu",
        "okręt wojenny",
        "okrętem wojennym",
    ),
    "pirate": Word("pirat", "pirata", "piratowi", "pirata", "piratem"),
    "village": Word("wioska", "wioski", "wiosce", "wioskę", "wioską"),
    "fortress": Word("twierdza", "twierdzy", "twierdzy", "twierdzę", "twierdzą"),
    "cloth": Word("tkanina", "tkaniny", "tkaninie", "tkaninę", "tkaniną"),
    "theater": Word("Teatr", "Teatru", "Teatrowi", "Teatr", "Teatrem"),
    "great_bridge": Word(
        "Wielki Most", "Wielkiego Mostu", "Wielkiemu Mostowi", "Wielki Most", "Wielkim Mostem"
    ),
    "monument": Word("Monument", "Monumentu", "Monumentowi", "Monument", "Monumentem"),
    "great_wall": Word(
        "Wielki Mur", "Wielkiego Muru", "Wielkiemu Murowi", "Wielki Mur", "Wielkim Murem"
    ),
    "cathedral": Word("Katedra", "Katedry", "Katedrze", "Katedrę", "Katedrą"),
}

NOUNS_EN: Final = {
    "ship": ("ship", "ships"),
    "warship": ("warship", "warships"),
    "cloth": ("bale of cloth", "bales of cloth"),
    "marker": ("marker", "markers"),
    "level": ("level", "levels"),
}
NOUNS_PL: Final = {
    "ship": ("statek", "statki", "statków"),
    "warship": ("okręt wojenny", "okręty wojenne", "okrętów wojennych"),
    "cloth": ("belę tkaniny", "bele tkaniny", "bel tkaniny"),
    "marker": ("znacznik", "znaczniki", "znaczników"),
    "level": ("poziom", "poziomy", "poziomów"),
}
