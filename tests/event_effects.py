"""Which parts of a view an event changes: observed in recorded games, and as a page says it.

`python -m tests.event_effects` writes the table of `docs/following.md` anew.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, TypeAlias

from api.schemas.commands import tag_of
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.registry import RULESETS
from domain.table.state import Table
from domain.table.view import TableView, fields_of
from tests.games import OwnFold
from tests.golden.files import GoldenGame, golden_games

PAGE = Path(__file__).parents[1] / "docs" / "following.md"
VIEWERS: tuple[Viewer, ...] = (Seat(0), SPECTATOR, ORGANIZER)
WHOLE = "the whole view"
NOTHING = "nothing"
ANYTHING = ("game_rewound", "position_copied")
"""They may change anything, more than recorded games show."""
_LISTS = ("seats", "neutrals")
"""Parts of a view that have parts of their own, by number."""
_HEAD = "| event | changes |\n| --- | --- |\n"
_ROW = re.compile(r"^\| `(\w+)` \| (.*) \|$", re.MULTILINE)

Effects: TypeAlias = dict[str, set[str]]
"""By type of event: the parts of the view that it may change."""


def changed_parts(old: TableView | None, new: TableView) -> set[str]:
    """The parts that differ: `phase`, `seats[].roads`, `board.robber`; numbers are left out."""
    if old is None:
        return {WHOLE}
    before, after = fields_of(old), fields_of(new)
    return {
        part
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
        for part in _inner_parts(name, before.get(name), after.get(name))
    }


def _inner_parts(name: str, old: Any, new: Any) -> Iterator[str]:
    if name in _LISTS and old and new and len(old) == len(new):
        for one, other in zip(old, new, strict=True):
            yield from (f"{name}[].{field}" for field in _changed_fields(one, other))
    elif name == "board" and old is not None and new is not None:
        yield from (f"{name}.{field}" for field in _changed_fields(old, new))
    else:
        yield name


def _changed_fields(old: Any, new: Any) -> Iterator[str]:
    before, after = fields_of(old), fields_of(new)
    if type(old) is not type(new):
        yield from sorted(before.keys() ^ after.keys())
    yield from (name for name in before.keys() & after.keys() if before[name] != after[name])


def views_of(state: Table) -> dict[Viewer, TableView] | None:
    """The views of all viewers; None between two events of the start, when there are none."""
    try:
        return {viewer: state.ruleset.view(state, viewer) for viewer in VIEWERS}
    except (AssertionError, LookupError, AttributeError):
        return None


def observed(game: GoldenGame) -> Effects:
    """The effects of every event of a recorded game, one by one."""
    found: Effects = defaultdict(set)
    own = OwnFold(game.ruleset)
    state = own.state
    views: dict[Viewer, TableView] = {}
    for _, events in game.decisions():
        waiting: list[str] = []
        for event in own.events(events):
            waiting.append(tag_of(type(event)))
            shown = views_of(state)
            if shown is None:
                continue
            told = [tag for tag in waiting if tag in ANYTHING] or waiting
            for viewer, new in shown.items():
                parts = changed_parts(views.get(viewer), new)
                for tag in told:
                    found[tag] |= parts
            views, waiting = shown, []
        assert not waiting, "after a commit there is a view"
    return dict(found)


def listed() -> Effects:
    """The effects as the page lists them."""
    rows = _ROW.findall(PAGE.read_text().partition(_HEAD)[2])
    return {tag: set(re.findall("`([^`]+)`", parts)) or _in_words(parts) for tag, parts in rows}


def _in_words(text: str) -> set[str]:
    return set() if text == NOTHING else {text}


def covering(games: Iterable[GoldenGame]) -> list[GoldenGame]:
    """A few games that together have every type of event."""
    types = {game.title: set(game.record().ending.events) for game in games}
    by_title = {game.title: game for game in games}
    left, chosen = set().union(*types.values()), list[GoldenGame]()
    while left:
        best = max(types, key=lambda title: len(types[title] & left))
        left -= types[best]
        chosen.append(by_title[best])
    return chosen


def as_table(effects: Effects) -> str:
    rows = [
        f"| `{tag}` | {', '.join(_shown(part) for part in sorted(parts)) or NOTHING} |\n"
        for tag, parts in sorted(effects.items())
    ]
    return _HEAD + "".join(rows)


def _shown(part: str) -> str:
    return part if part == WHOLE else f"`{part}`"


def all_types() -> set[str]:
    return {tag_of(kind) for ruleset in RULESETS.values() for kind in ruleset.events}


def main() -> None:
    effects: Effects = {tag: set() for tag in all_types()}
    with ProcessPoolExecutor(2) as pool:
        for found in pool.map(observed, golden_games()):
            for tag, parts in found.items():
                effects[tag] |= parts
    effects |= {tag: {WHOLE} for tag in ANYTHING}
    text = PAGE.read_text()
    start = text.index(_HEAD)
    end = max(found.end() for found in _ROW.finditer(text)) if _ROW.search(text) else start
    PAGE.write_text(text[:start] + as_table(effects) + text[max(end + 1, start + len(_HEAD)) :])


if __name__ == "__main__":
    main()
