"""The guides as pages beside `/docs`, made from the Markdown of the repository.

The folder `guides` here is a link to `docs`; an installed package has copies of the files.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

FOLDER = Path(__file__).parent / "guides"
FIRST = "guide"
"""The page to begin with."""


class Guide(NamedTuple):
    """A page: its title, and its text as HTML."""

    title: str
    html: str


@cache
def names() -> frozenset[str]:
    """The names of the pages: their paths without `.md`, such as `adr/README`."""
    files = (*FOLDER.glob("*.md"), *FOLDER.glob("adr/*.md"))
    return frozenset(str(path.relative_to(FOLDER).with_suffix("")) for path in files)


@cache
def samples() -> frozenset[str]:
    """Programs that the guides link to."""
    return frozenset(str(path.relative_to(FOLDER)) for path in FOLDER.glob("examples/*.py"))


@cache
def pictures() -> frozenset[str]:
    """Pictures that the guides show."""
    return frozenset(str(path.relative_to(FOLDER)) for path in FOLDER.glob("pictures/*.png"))


def content(name: str) -> bytes:
    """The bytes of a program or a picture."""
    return (FOLDER / name).read_bytes()


@cache
def contents() -> list[tuple[str, str]]:
    """Name and title of every guide, in reading order."""
    top = sorted(name for name in names() if "/" not in name)
    top.sort(key=lambda name: name != FIRST)
    return [(name, _title(_parsed(name))) for name in top]


@cache
def guide(name: str, base: str) -> Guide:
    """A page. Its links to other guides begin with the address `base`."""
    tokens = _parsed(name)
    _name_headings(tokens)
    for token in tokens:
        if token.children:
            token.children = list(_with_links(token.children, posixpath.dirname(name), base))
    return Guide(_title(tokens), _markdown().renderer.render(tokens, _markdown().options, {}))


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _parsed(name: str) -> list[Token]:
    return _markdown().parse((FOLDER / f"{name}.md").read_text(encoding="utf-8"))


def _title(tokens: list[Token]) -> str:
    return next(_text_of(inline) for heading, inline in _headings(tokens))


def _headings(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    """Every heading with its content."""
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            yield before, token


def _name_headings(tokens: list[Token]) -> None:
    """Give headings the names that links to them use, as code hosts do."""
    for heading, inline in _headings(tokens):
        words = re.sub(r"[^\w\- ]", "", _text_of(inline).lower())
        heading.attrSet("id", words.replace(" ", "-"))


def _text_of(inline: Token) -> str:
    return "".join(token.content for token in inline.children or ())


def _with_links(tokens: Iterable[Token], folder: str, base: str) -> Iterator[Token]:
    """Make links point to pages of the server. A link to anything else becomes plain text."""
    is_dropped = False
    for token in tokens:
        if token.type == "image":
            path = posixpath.normpath(posixpath.join(folder, str(token.attrs["src"])))
            token.attrSet("src", f"{base}/{path}")
        if token.type == "link_open":
            address = _address(str(token.attrs["href"]), folder, base)
            is_dropped = address is None
            if address is not None:
                token.attrSet("href", address)
        if not (is_dropped and token.type in ("link_open", "link_close")):
            yield token


def _address(link: str, folder: str, base: str) -> str | None:
    if "://" in link or link.startswith(("#", "/")):
        return link
    path, mark, place = link.partition("#")
    path = posixpath.normpath(posixpath.join(folder, path))
    name = path.removesuffix(".md")
    if name in names() or path in samples():
        return f"{base}/{name}{mark}{place}"
    return None
