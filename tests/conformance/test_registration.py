"""A registered ruleset brings along everything; one that does not fails here."""

from dataclasses import replace
from typing import NoReturn

import pytest

from domain.dice.game import DICE_GAME
from domain.messages import SeatCommand
from domain.registry import RULESETS
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset
from presentation.presentation import Presentation
from presentation.registry import PRESENTATIONS, presentation_of
from tests.conformance.checking import CHECKS
from tests.probes import PROBES

DICE = presentation_of("dice")
FAULTS = (AssertionError, LookupError, NotImplementedError, SyntaxError, TypeError)


@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.parametrize("check", CHECKS)
def test_every_ruleset_has(name: str, check: str) -> None:
    CHECKS[check](RULESETS[name])


def test_nothing_is_probed_that_is_not_registered() -> None:
    assert set(PROBES) == set(RULESETS)


def forgotten(*arguments: object) -> NoReturn:
    raise NotImplementedError


def half_told(state: object, event: object, language: str) -> str:
    """A narration that somebody forgot to add a sentence to."""
    return DICE.narrate(state, event, "en")


def without_a_redactor() -> Ruleset:
    redactors = dict(DICE_GAME.views.redactors)
    redactors.popitem()
    return replace(DICE_GAME, views=replace(DICE_GAME.views, redactors=redactors))


def with_a_command_of_no_schema() -> Ruleset:
    """A command that the schemas cannot tell clients about."""

    class Shout(SeatCommand, tag="shout"):
        """Say something."""

        loudness: float

    rulebook = Rulebook(DICE_GAME.rulebook)
    rulebook.decides(Shout)(forgotten)
    return replace(DICE_GAME, rulebook=rulebook)


@pytest.mark.parametrize(
    ("crippled", "missing"),
    [
        (replace(DICE_GAME, name="nowhere"), "golden games"),
        (replace(DICE_GAME, name="nowhere"), "probe"),
        (replace(DICE_GAME, schema=2), "golden games"),
        (with_a_command_of_no_schema(), "schema"),
        (without_a_redactor(), "redaction"),
        (replace(DICE_GAME, bots=("nobody",)), "bots"),
    ],
)
def test_what_is_missing_is_found(crippled: Ruleset, missing: str) -> None:
    with pytest.raises(FAULTS):
        CHECKS[missing](crippled)


@pytest.mark.parametrize(
    ("crippled", "missing"),
    [
        (replace(DICE, narrate=forgotten), "narration"),
        (replace(DICE, narrate=half_told), "narration"),
        (replace(DICE, languages=("en",)), "narration"),
        (replace(DICE, text=forgotten), "picture"),
        (replace(DICE, text=lambda view: []), "picture"),
        (replace(DICE, svg=lambda view, language: ""), "drawing"),
    ],
)
def test_what_is_missing_from_a_presentation_is_found(
    crippled: Presentation, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PRESENTATIONS, "dice", crippled)
    with pytest.raises(FAULTS):
        CHECKS[missing](DICE_GAME)
