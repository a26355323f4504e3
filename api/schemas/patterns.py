"""Texts of requests that have to match a pattern."""

import re

from marshmallow import ValidationError
from marshmallow.validate import Validator


class Pattern(Validator):
    """A pattern from `^` to `$` that the whole text has to match.

    Python's `$` also matches before a line break at the end, and its `\\Z` is an error in the
    patterns of other languages, for which the API description has them.
    """

    def __init__(self, pattern: str) -> None:
        self.regex = re.compile(pattern)

    def __call__(self, value: str) -> str:
        if self.regex.fullmatch(value) is None:
            raise ValidationError("String does not match expected pattern.")
        return value
