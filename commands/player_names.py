"""The rules for names of players: a name must be visible and must not mislead others."""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

ZERO_WIDTH_NON_JOINER, ZERO_WIDTH_JOINER = "\u200c", "\u200d"
RESERVED = frozenset(
    {
        *("admin", "administrator", "bot", "hexledger", "moderator", "operator", "organiser"),
        *("organizer", "referee", "root", "server", "staff", "support", "system"),
        # The same in Polish, the other language of the tables, without its accents.
        *("organizator", "sedzia"),
    }
)
"""Names that would look like people or programs of the service."""

_NOT_PRINTABLE = "Only printable characters, without spaces around them."
_STRAY_JOINER = "An invisible joiner stands where it joins nothing."
_INVISIBLE = "At least one character has to be visible, and none may be blank."
_RESERVED = "This name is reserved; choose another one."

# Letters and signs that are invisible, although their category does not say so.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
# Letters of other scripts and signs that look like those of the reserved names.
_LOOK_ALIKE = str.maketrans(
    "аαвβсϲԁеε3ɡһніιɩӏl1|ǀкκмпоο0рρгѕ5тτυνхχуγ∶꞉ː",  # noqa: RUF001  # they are the point
    "aabbccdeeeghhiiiiiiiikkmnooopprssttuvxxyy:::",
)
_BOT = re.compile(r"bot\s*:")
"""Ids of bots in ledgers begin like this."""
_VIRAMA = 9
"""The combining class of signs that remove the vowel of a letter in an Indian script."""
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_EMOJI_STYLE = "\ufe0f"
_LEFT_RIGHT_ARROW = "\u2194"


def flaw_of(name: str) -> str | None:
    """A sentence that says why a player cannot have this name; None if they can."""
    if flaw := flaw_of_text(name):
        return flaw
    if _is_reserved(name):
        return _RESERVED
    return None


def flaw_of_text(text: str) -> str | None:
    """A sentence that says why a text of one line cannot be shown to others; None if it can."""
    if text != text.strip() or not all(
        one.isprintable() or one in (ZERO_WIDTH_JOINER, ZERO_WIDTH_NON_JOINER) for one in text
    ):
        return _NOT_PRINTABLE
    if not all(_is_joiner_in_place(text, place) for place in range(len(text))):
        return _STRAY_JOINER
    if not _BLANK.isdisjoint(text) or not any(map(_is_visible, text)):
        return _INVISIBLE
    return None


def _is_joiner_in_place(name: str, place: int) -> bool:
    """Whether the character there is no joiner, or one that changes how the name looks.

    As RFC 5892 (appendix A) allows joiners in domain names, and Unicode (UTS #51) in emoji.
    """
    if name[place] not in (ZERO_WIDTH_JOINER, ZERO_WIDTH_NON_JOINER):
        return True
    before, joiner, after = name[:place], name[place], name[place + 1 :]
    if before and unicodedata.combining(before[-1]) == _VIRAMA:
        return True
    if joiner == ZERO_WIDTH_JOINER:
        return _ends_with_emoji(before) and _is_pictograph(after[:1])
    joins_next = _first_letter(reversed(before)) in _letters_with("initial")
    return joins_next and _first_letter(after) in _letters_with("final")


def _first_letter(text: Iterable[str]) -> str:
    """The first character that is not a combining mark."""
    return next((one for one in text if unicodedata.category(one) != "Mn"), "")


@cache
def _letters_with(form: str) -> frozenset[str]:
    """Arabic letters that have an initial form, and so join the next letter; or a final one.

    Python does not know how letters join, but it knows the characters of their single forms.
    """
    forms = (
        unicodedata.decomposition(chr(code)).split()
        for code in (*range(0xFB50, 0xFE00), *range(0xFE70, 0xFF00))
    )
    return frozenset(
        chr(int(parts[1], 16)) for parts in forms if len(parts) == 2 and parts[0] == f"<{form}>"
    )


def _ends_with_emoji(text: str) -> bool:
    text = text.removesuffix(_EMOJI_STYLE)
    if text and ord(text[-1]) in _SKIN_TONES:
        text = text[:-1]
    return _is_pictograph(text[-1:])


def _is_pictograph(character: str) -> bool:
    if character == _LEFT_RIGHT_ARROW:
        return True
    is_symbol = character != "" and unicodedata.category(character) == "So"
    return is_symbol and (0x2190 <= ord(character) < 0x2C00 or 0x1F000 <= ord(character) < 0x1FB00)


def _is_visible(character: str) -> bool:
    return character not in _BLANK and unicodedata.category(character)[0] not in "MZC"


def _is_reserved(name: str) -> bool:
    """Whether a name looks like a reserved one, ignoring case, width, accents and spaces."""
    looks = _looks_of(name)
    return _letters_of(looks) in _reserved_letters() or _BOT.match(looks) is not None


@cache
def _reserved_letters() -> frozenset[str]:
    return frozenset(_letters_of(_looks_of(name)) for name in RESERVED)


def _looks_of(name: str) -> str:
    """A text that is the same for all names that look alike."""
    folded = unicodedata.normalize("NFKD", name).casefold().translate(_LOOK_ALIKE)
    return "".join(one for one in folded if unicodedata.category(one)[0] not in "MC")


def _letters_of(text: str) -> str:
    return "".join(filter(str.isalnum, text))
