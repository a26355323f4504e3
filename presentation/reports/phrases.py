"""The words of reports in English and Polish."""

from collections.abc import Mapping
from typing import Final

from presentation.table_narration import POLISH_RESOURCES

ENGLISH: Final[Mapping[str, str]] = {
    "title": "Report over games: {count}",
    "games": "Games",
    "game": "{game}: {ruleset}, {state}; versions {version}, turns {turns}; players: {players}",
    "won": "won by {winners}",
    "void": "void",
    "abandoned": "given up",
    "open": "not over",
    "pace": "Pace",
    "pace.about": "Own decisions only: the wait for others and pauses do not count.",
    "pace.line": (
        "{player}: decisions {decisions}, median {median} s, in all {total} s; "
        "missed deadlines {missed}; slowest: {slowest}"
    ),
    "slow": "{seconds} s ({place})",
    "trades": "Trades by pair",
    "trades.line": (
        "{player} and {other}: trades {trades}; {player} gave {given} and took {taken}; "
        "balance {balance} ({places})"
    ),
    "offers": "Offers and refusals by pair",
    "offers.line": (
        "{player} to {other}: offers {asked}, accepted {accepted}, countered {countered}, "
        "refused {refused}{places}"
    ),
    "takings": "Who took from whom",
    "takings.line": "{player} from {other}, {kind}: times {times}, taken {cards} ({places})",
    "theft": "theft",
    "monopoly": "monopoly",
    "forced_trade": "forced trade",
    "given_back": "given back after a forced trade",
    "cloth": "theft of cloth",
    "choices": "Who was chosen, against an even choice",
    "choices.trades": (
        "{player} traded with {other} in {count} of {cases} trades ({share} %). An even choice "
        "among all at the table: {expected} %. It leads to {count} or more with a chance of "
        "{more} %, to {count} or fewer with {less} %{places}"
    ),
    "choices.thefts": (
        "{player} robbed {other} in {count} of {cases} thefts ({share} %). An even choice "
        "among all at the table: {expected} %. It leads to {count} or more with a chance of "
        "{more} %, to {count} or fewer with {less} %{places}"
    ),
    "dice": "Dice against expectation",
    "dice.line": "{rulesets}: rolls {rolls}; {outcomes}; {fit} ({places})",
    "dice.outcome": "{outcome}: {count} (expected {expected})",
    "dice.no_fit": "nothing was rolled",
    "dice.fit": "chi-square {chi_square}, degrees of freedom {degrees}, p = {p}: {reading}",
    "too_few_rolls": "too few rolls to tell",
    "as_expected": "as expected",
    "unusual": "unusual",
    "very_unusual": "very unusual",
    "luck": "Luck",
    "luck.line": (
        "{player}: the dice gave {due} cards, {expected} are expected; luck {luck}, "
        "standard deviations {deviations} ({places})"
    ),
    "none": "none",
    "unknown_cards": "not known which",
    "more": "and {count} more",
    "notes": "Notes",
    "note.choices": (
        "Who was chosen is a figure with its base rate, and no accusation. People have good "
        "reasons to trade with or rob one another: what they have, where they build, who leads. "
        "Of {count} figures here, about {chance} are below 5 % on each side by chance alone."
    ),
    "note.refusals": (
        "A ledger has no refused commands, so a report cannot list them. The service counts them "
        "by code in its metrics. Refusals here are those of trade offers."
    ),
    "note.no_trades": "In these games nobody traded with another player: {games}.",
    "note.open": "These games are not closed; their figures may change: {games}.",
}
POLISH: Final[Mapping[str, str]] = {
    "title": "Raport z gier: {count}",
    "games": "Gry",
    "game": "{game}: {ruleset}, {state}; wersje {version}, tury {turns}; gracze: {players}",
    "won": "wygrana: {winners}",
    "void": "unieważniona",
    "abandoned": "porzucona",
    "open": "nieukończona",
    "pace": "Tempo",
    "pace.about": "Tylko własne decyzje: czekanie na innych i przerwy się nie liczą.",
    "pace.line": (
        "{player}: decyzje {decisions}, mediana {median} s, razem {total} s; "
        "przekroczone terminy {missed}; najwolniejsze: {slowest}"
    ),
    "slow": "{seconds} s ({place})",
    "trades": "Wymiany w parach",
    "trades.line": (
        "{player} i {other}: wymiany {trades}; {player} – oddane {given}, wzięte {taken}; "
        "bilans {balance} ({places})"
    ),
    "offers": "Oferty i odmowy w parach",
    "offers.line": (
        "{player} dla {other}: oferty {asked}, przyjęte {accepted}, kontroferty {countered}, "
        "odrzucone {refused}{places}"
    ),
    "takings": "Kto komu zabrał",
    "takings.line": "{player} od {other}, {kind}: razy {times}, zabrane {cards} ({places})",
    "theft": "kradzież",
    "monopoly": "monopol",
    "forced_trade": "wymuszona wymiana",
    "given_back": "zwrot po wymuszonej wymianie",
    "cloth": "kradzież sukna",
    "choices": "Kogo wybierano, na tle równego wyboru",
    "choices.trades": (
        "{player} i {other}: {count} z {cases} wymian ({share} %). Przy równym wyborze wśród "
        "wszystkich przy stole: {expected} %. Prawdopodobieństwo {count} lub więcej: {more} %, "
        "{count} lub mniej: {less} %{places}"
    ),
    "choices.thefts": (
        "{player} od {other}: {count} z {cases} kradzieży ({share} %). Przy równym wyborze wśród "
        "wszystkich przy stole: {expected} %. Prawdopodobieństwo {count} lub więcej: {more} %, "
        "{count} lub mniej: {less} %{places}"
    ),
    "dice": "Kości na tle oczekiwań",
    "dice.line": "{rulesets}: rzuty {rolls}; {outcomes}; {fit} ({places})",
    "dice.outcome": "{outcome}: {count} (oczekiwane {expected})",
    "dice.no_fit": "nie było rzutów",
    "dice.fit": "chi-kwadrat {chi_square}, stopnie swobody {degrees}, p = {p}: {reading}",
    "too_few_rolls": "za mało rzutów, by to ocenić",
    "as_expected": "zgodnie z oczekiwaniami",
    "unusual": "nietypowo",
    "very_unusual": "bardzo nietypowo",
    "luck": "Szczęście",
    "luck.line": (
        "{player}: kości dały kart {due}, oczekiwane {expected}; szczęście {luck}, "
        "odchylenia standardowe {deviations} ({places})"
    ),
    "none": "brak",
    "unknown_cards": "nie wiadomo jakie",
    "more": "i jeszcze {count}",
    "notes": "Uwagi",
    "note.choices": (
        "To, kogo wybierano, jest liczbą na tle częstości bazowej, a nie oskarżeniem. Są dobre "
        "powody, by z kimś handlować lub komuś zabierać: co ma, gdzie buduje, kto prowadzi. "
        "Z {count} podanych tu liczb około {chance} leży poniżej 5 % z każdej strony przez "
        "sam przypadek."
    ),
    "note.refusals": (
        "W księdze nie ma odrzuconych poleceń, więc raport nie może ich podać. Usługa liczy je "
        "według kodów w swoich metrykach. Odmowy w tym raporcie dotyczą ofert wymiany."
    ),
    "note.no_trades": "W tych grach nikt nie wymieniał się z innym graczem: {games}.",
    "note.open": "Te gry nie są zamknięte, więc liczby mogą się zmienić: {games}.",
}
PHRASES: Final = {"en": ENGLISH, "pl": POLISH}
CARDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {},
    "pl": {kind: str(word) for kind, word in POLISH_RESOURCES.items()},
}
"""What kinds of cards are called, if not by their own names."""
