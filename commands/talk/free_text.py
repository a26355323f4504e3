"""The rules for free text: visible characters of one line that disturb no other line."""

import re
import unicodedata
from typing import Final

from commands.player_names import flaw_of_text

LONGEST_TEXT: Final = 500
MOST_MARKS: Final = 4
"""So many marks may stand on one letter; more of them would cover the lines around it."""
_MARKS: Final = ("Mn", "Me")
_TOO_MANY_MARKS: Final = "Too many marks stand on one letter."


def flaw_of_words(text: str) -> str | None:
    """A sentence that says why this text cannot be said; None if it can."""
    kinds = "".join("m" if unicodedata.category(one) in _MARKS else "." for one in text)
    if re.search("m" * (MOST_MARKS + 1), kinds):
        return _TOO_MANY_MARKS
    return flaw_of_text(text)
