"""A registered ruleset brings along everything; one that does not fails here."""

from dataclasses import replace
from typing import NoReturn

import pytest

from domain.dice.game import DICE_GAME
from domain.messages import SeatCommand
from domain.registry import RULESETS
from domain.rulebook import Rulebook
from domain.ruleset import Ruleset
from presentation.registry import presentation_of
from tests.conformance.checking import CHECKS
from tests.probes import PROBES


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
    return presentation_of(DICE_GAME.name).narrate(state, event, "en")


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
        (replace(DICE_GAME, narrate=forgotten), "narration"),
        (replace(DICE_GAME, narrate=half_told), "narration"),
        (replace(DICE_GAME, languages=("en",)), "narration"),
        (replace(DICE_GAME, picture=forgotten), "picture"),
        (replace(DICE_GAME, picture=lambda view: []), "picture"),
        (replace(DICE_GAME, drawing=lambda view: ""), "drawing"),
        (with_a_command_of_no_schema(), "schema"),
        (without_a_redactor(), "redaction"),
        (replace(DICE_GAME, bots=("nobody",)), "bots"),
    ],
)
def test_what_is_missing_is_found(crippled: Ruleset, missing: str) -> None:
    with pytest.raises((AssertionError, LookupError, NotImplementedError, SyntaxError, TypeError)):
        CHECKS[missing](crippled)
