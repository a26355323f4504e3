"""What text and tables of reports share: names, numbers, and where a line can be looked up."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeAlias

from domain.dealings import Counts
from domain.reports import Place, Report
from presentation.language import DEFAULT_LANGUAGE
from presentation.player_names import Names, isolated, name_of
from presentation.reports.phrases import CARDS, PHRASES

PlaceLink: TypeAlias = Callable[[Place], str]
"""Where the table can be looked at as it was at a version."""
_IN_TEXT = 3
"""How many places a line of text names."""


class Links:
    """Where the lines of a report can be looked up: on a server, or in files."""

    def __init__(self, table: PlaceLink, log: Callable[[str], str]) -> None:
        self.table = table
        self.log = log
        """Of a game, by its id."""


SERVER_LINKS = Links(
    lambda place: f"/v1/games/{place.game}?at={place.version}",
    lambda game: f"/v1/games/{game}/log?type=dice_rolled",
)


class ReportWriter:
    """Puts parts of a report into words of one language."""

    def __init__(self, report: Report, names: Names, links: Links, language: str) -> None:
        self.language = language if language in PHRASES else DEFAULT_LANGUAGE
        self.links = links
        self._phrases = PHRASES[self.language]
        self._names = names
        players = {player for game in report.games for player in game.players if player}
        self._shared = Counter(name_of(player, names) for player in players)

    def say(self, key: str, **values: object) -> str:
        return self._phrases[key].format(**values)

    def name(self, player: str | None) -> str:
        """What a player is called: by name, with the id too if others have that name."""
        if player is None:
            return self.say("none")
        name = name_of(player, self._names)
        if name is None:
            return player
        return f"{isolated(name)} [{player}]" if self._shared[name] > 1 else isolated(name)

    def number(self, value: float | None) -> str:
        if value is None:
            return "–"
        text = f"{value:.6f}".rstrip("0").rstrip(".")
        text = "0" if text == "-0" else text
        return text.replace(".", ",") if self.language == "pl" else text

    def seconds(self, ms: int | None) -> str:
        return self.number(None if ms is None else ms / 1_000)

    def percent(self, share: float) -> str:
        return self.number(round(share * 100, 4))

    def cards(self, counts: Counts, total: int | None = None) -> str:
        """Cards by kind after their number; some of them may not be known."""
        known = sum(counts.values())
        total = known if total is None else total
        words = CARDS[self.language]
        kinds = [f"{words.get(kind, kind)} {count}" for kind, count in counts.items() if count]
        if known < total:
            kinds.append(self.say("unknown_cards"))
        return f"{total} ({', '.join(kinds)})" if kinds else str(total)

    def places(self, places: Iterable[Place]) -> str:
        """The first places, and how many more there are."""
        return self.some([self.links.table(place) for place in places])

    def some(self, links: list[str]) -> str:
        shown = ", ".join(links[:_IN_TEXT])
        more = len(links) - _IN_TEXT
        return f"{shown}, {self.say('more', count=more)}" if more > 0 else shown

    def notes(self, report: Report) -> list[str]:
        """What a reader has to know about the figures."""
        return list(_notes(self, report))


def _notes(writer: ReportWriter, report: Report) -> Iterable[str]:
    if report.choices:
        count = len(report.choices)
        chance = writer.number(round(count * 0.05, 1))
        yield writer.say("note.choices", count=count, chance=chance)
    yield writer.say("note.refusals")
    traded = {place.game for line in report.trades for place in line.rests_on}
    silent = [game.game for game in report.games if game.game not in traded]
    if silent:
        yield writer.say("note.no_trades", games=", ".join(silent))
    still_open = [game.game for game in report.games if not game.is_closed]
    if still_open:
        yield writer.say("note.open", games=", ".join(still_open))
