"""The names of players in sentences. What is stored has only ids, in marks, so names can change.

A name comes from outside. It stands in brackets behind the colour, which carries the case and the
gender of the sentence, so no name is ever inflected. Isolating it (UAX #9) keeps letters that run
from right to left from moving the words around them.
"""

import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from domain.table.bots import is_bot

Names: TypeAlias = Mapping[str, str | None]
"""Names by player id: None for a player who is erased, and no entry if nothing is known."""

NO_NAMES: Final[Names] = {}

_BEGIN, _MIDDLE, _END = "\x02", "\x1f", "\x03"
_MARK: Final = re.compile(f"{_BEGIN}([^{_MIDDLE}]*){_MIDDLE}([^{_END}]*){_END}")
_NO_MARKS: Final = str.maketrans("", "", _BEGIN + _MIDDLE + _END)
_ISOLATE, _POP = "\u2068", "\u2069"


def marked(player: str, word: str) -> str:
    """A word for a seat, with a mark that says which player it stands for."""
    return f"{_BEGIN}{player}{_MIDDLE}{word}{_END}"


def without_marks(text: str) -> str:
    """A text from outside that cannot be taken for a mark."""
    return text.translate(_NO_MARKS)


def players_in(text: str) -> set[str]:
    """The ids of the players whom a sentence names."""
    return {player for player, _ in _MARK.findall(text)}


def with_names(text: str, names: Names) -> str:
    """A sentence with the names of its players; a player without one is called by their colour."""
    return _MARK.sub(lambda found: named(found[2], name_of(found[1], names)), text)


def name_of(player: str, names: Names) -> str | None:
    """The name of a player, or the kind of a bot; None if there is none."""
    # No player may have a name that begins with `bot:`.
    return player.rsplit(":", 1)[0] if is_bot(player) else names.get(player)


def named(word: str, name: str | None) -> str:
    """What a seat is called, and the name of its player if they have one."""
    return word if name is None else f"{word} ({isolated(name)})"


def isolated(name: str) -> str:
    """A name whose direction of writing does not change the text around it."""
    return f"{_ISOLATE}{name}{_POP}"
