"""Short forms: what a command may leave out is met in play, accepted and written down."""

import re
from pathlib import Path

import pytest
from msgspec.structs import fields, replace

from domain.choices import Choice
from domain.messages import Command
from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.table.state import Table
from hexledger.self_play import Setup
from tests.games import SETUPS_OF, commits
from tests.laws.test_law_2 import is_accepted

DOCS = Path(__file__).parents[2] / "docs"
MET_IN = {
    "base": ("default",),
    "dice": ("default",),
    "duel": ("default",),
    "seafarers": ("5-printed", "6-printed"),
}
"""In which games all short forms of a ruleset can be met."""


def short_forms(state: Table, command: Command) -> list[tuple[str, str]]:
    """What a listed command may leave out now, with the kind of command."""
    ruleset, found = state.ruleset, []
    for name in command.__struct_fields__:
        if getattr(command, name) is not None and name in optional(type(command)):
            short = replace(command, **{name: None})
            if ruleset.canonical(state, short) == command:
                assert is_accepted(state, short), short
                found.append((str(type(command).__struct_config__.tag), name))
    return found


def optional(kind: type[Command]) -> set[str]:
    """The fields that a client need not fill in."""
    return {field.name for field in fields(kind) if field.default is None}


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_short_form_is_met_and_documented(ruleset: Ruleset) -> None:
    met: set[tuple[str, str]] = set()
    for name in MET_IN[ruleset.name]:
        setup = Setup(ruleset.name, ruleset.seats[-1], SETUPS_OF[ruleset.name][name], seed="short")
        for state, _, _ in commits(setup):
            for seat in ruleset.flow.to_act(state):
                for action in ruleset.flow.moves(state, seat):
                    if not isinstance(action, Choice):
                        met.update(short_forms(state, action))
    assert {tag for tag, _ in met} == {
        kind.__struct_config__.tag for kind in ruleset.rulebook.completers
    }
    assert met <= documented(), met


def documented() -> set[tuple[str, str]]:
    """The table of short forms in the guide for client developers."""
    table = (DOCS / "guide.md").read_text().split("| short form of |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", table, re.MULTILINE)
    return {(tag, name) for tag, names in rows for name in re.findall(r"`(\w+)`", names)}


def test_no_other_short_form_is_documented() -> None:
    books = [ruleset.rulebook for ruleset in RULESETS.values()]
    tags = {kind.__struct_config__.tag for book in books for kind in book.completers}
    assert {tag for tag, _ in documented()} == tags
    ruling = (DOCS / "rulings.md").read_text().split("- **Short forms.**")[1].split("\n- ")[0]
    assert set(re.findall(r"`(\w+)`", ruling)) == {word for row in documented() for word in row}
