"""Names in sentences: filled into marks when a sentence is read, in every language."""

import pytest

from domain.base import events as facts
from domain.ids import Seat
from domain.table.clocks import TimeRanOut
from domain.table.pauses import GamePaused
from presentation.player_names import NO_NAMES, marked, players_in, with_names, without_marks
from presentation.registry import presentation_of
from tests.projections.backend import Backend

BASE = presentation_of("base")
ANNA, JAN = "Anna", "Jan"


@pytest.fixture(scope="module")
def backend() -> Backend:
    return Backend()


STOLEN = facts.CardStolen(thief=Seat(0), victim=Seat(1), resource="ore", draw=1)


@pytest.mark.parametrize(
    ("language", "named", "nameless"),
    [
        (
            "en",
            "Red (Anna) stole a card from Blue (Jan): ore.",
            "Red stole a card from Blue: ore.",
        ),
        (
            "pl",
            "Czerwony (Anna) ukradł Niebieskiemu (Jan) rudę.",
            "Czerwony ukradł Niebieskiemu rudę.",
        ),
    ],
)
def test_the_colour_is_inflected_and_the_name_is_not(
    backend: Backend, language: str, named: str, nameless: str
) -> None:
    state = backend.folded(backend.start(f"inflected-{language}"))
    template = BASE.template(state, STOLEN, language)
    ids = [chair.player for chair in state.chairs]
    assert players_in(template) == set(ids[:2])
    names = {ids[0]: ANNA, ids[1]: JAN}
    assert with_names(template, names).replace("\u2068", "").replace("\u2069", "") == named
    assert with_names(template, {ids[0]: None, ids[1]: None}) == nameless
    assert with_names(template, NO_NAMES) == BASE.narrate(state, STOLEN, language) == nameless


def test_a_reason_cannot_look_like_a_mark(backend: Backend) -> None:
    state = backend.folded(backend.start("reason"))
    forged = marked(str(state.chairs[0].player), "Red")
    template = BASE.template(state, GamePaused(reason=f"because {forged}"), "en")
    assert players_in(template) == set()
    assert without_marks(forged) in template
    assert "Anna" not in with_names(template, {str(state.chairs[0].player): ANNA})


def test_a_name_is_isolated_from_the_words_around_it() -> None:
    assert with_names(marked("u-1", "Red"), {"u-1": "עדה"}) == "Red (\u2068עדה\u2069)"


def test_a_bot_is_named_by_its_kind_and_needs_no_entry() -> None:
    assert with_names(marked("bot:planner:2", "Blue"), NO_NAMES) == "Blue (\u2068bot:planner\u2069)"


def test_a_sentence_without_players_is_left_alone(backend: Backend) -> None:
    state = backend.folded(backend.start("alone"))
    event = TimeRanOut(policy="immediate")
    assert BASE.template(state, event, "pl") == BASE.narrate(state, event, "pl")
