"""The picture of a dice game, for those who see it and for those who have it read to them."""

import pytest

from domain.ids import SPECTATOR
from presentation.registry import presentation_of
from tests.dice.kit import given, turns

DICE = presentation_of("dice")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "1 settlement, 1 city, 1 knight"),
        ("pl", "osady: 1, miasta: 1, rycerze: 1"),
    ],
)
def test_one_thing_is_not_counted_as_many(language: str, sentence: str) -> None:
    view = given(turns("R0 S3 C7 K1")).typed_view(SPECTATOR)
    assert sentence in DICE.svg(view, language)


@pytest.mark.parametrize("language", DICE.languages)
def test_a_picture_says_in_which_language_it_is(language: str) -> None:
    view = given().typed_view(SPECTATOR)
    assert f'lang="{language}"' in DICE.svg(view, language).split(">")[0]
