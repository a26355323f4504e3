"""Wonders as they are seen, told and counted."""

from msgspec import to_builtins

from domain.base.statistics import Counters, add_cards, marking
from domain.hexgrid import nodes_in
from domain.ids import Seat, Viewer
from domain.narration import Language, Word
from domain.ruleset import View
from domain.seafarers.scenario import Phrases
from domain.seafarers.scenarios.wonders.messages import LevelBuilt
from domain.seafarers.scenarios.wonders.rules import cost_of, marked, of_map, works_of
from domain.seafarers.specials import WonderId
from domain.seafarers.state import Voyage
from domain.statistics import Stats

ENGLISH = Phrases(
    {
        "wonder_claimed": "{seat} took the card of the {wonder}.",
        "level_built": "{seat} built level {level} of the {wonder}.",
    }
)
POLISH = Phrases(
    {
        "wonder_claimed": "{seat} wziął kartę cudu: {wonder}.",
        "level_built": "{seat} zbudował poziom {level} {wonder.genitive}.",
    }
)
COUNTERS: Counters = {}
counts = marking(COUNTERS)
COUNTED = {"wonder_levels": 0}


def tokens(state: Voyage) -> list[View]:
    """The marked crossings, which are closed to first settlements."""
    grid, places = state.board.geometry, of_map(state)
    return [
        {"kind": kind, "node": node}
        for kind in ("wasteland", "strait", "warning")
        for node in nodes_in(marked(grid, getattr(places, kind)))
    ]


def counters(state: Voyage, seat: Seat) -> dict[str, int]:
    return {"wonder_level": works_of(state).levels[seat]}


def wonders(state: Voyage, viewer: Viewer) -> View:
    """Every wonder: who builds it and how high it is, what it asks for and what a level costs."""
    works = works_of(state)
    lines = []
    for wonder in of_map(state).wonders:
        seat = works.builders.get(wonder.id)
        lines.append(
            {
                "wonder": wonder.id,
                "seat": seat,
                "level": 0 if seat is None else works.levels[seat],
                "levels": of_map(state).levels,
                "requires": to_builtins(wonder.requires),
                "cost": dict(wonder.cost_per_level),
            }
        )
    return {"wonders": lines}


def spell_wonder(language: Language, state: Voyage, wonder: WonderId) -> Word:
    return language.words[wonder]


@counts(LevelBuilt)
def _level_built(seats: list[Stats], state: Voyage, event: LevelBuilt) -> None:
    seats[event.seat]["scenario"]["wonder_levels"] += 1
    add_cards(seats[event.seat]["spent"], cost_of(state, event.wonder))
