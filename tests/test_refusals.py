"""Refusals: every code is there once, in one form, with a sentence that helps."""

import ast
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import commands
import domain
import eventlog
from domain.refusals import Forbidden, Malformed, RuleViolation, catalogue

ROOT = Path(domain.__file__).parent.parent
ROOMS = (domain, eventlog, commands)
"""Where commands are read, judged and appended."""
MODULES = [
    importlib.import_module(found.name)
    for room in ROOMS
    for found in pkgutil.walk_packages(room.__path__, f"{room.__name__}.")
]
GROUPS = (Malformed, Forbidden)
"""Kinds of refusal that only others derive from."""
CODE = re.compile(r"[a-z]+(_[a-z]+)*/[a-z]+(_[a-z]+)*")


def kinds(parent: type[RuleViolation] = RuleViolation) -> Iterator[type[RuleViolation]]:
    for kind in parent.__subclasses__():
        room = kind.__module__.partition(".")[0]
        if room in {one.__name__ for one in ROOMS} and kind not in GROUPS:
            yield kind
        yield from kinds(kind)


KINDS = sorted(set(kinds()), key=lambda kind: kind.code)


@pytest.mark.parametrize("kind", KINDS)
def test_a_code_reads_topic_and_reason(kind: type[RuleViolation]):
    assert "code" in vars(kind), "a code is said, not inherited"
    assert CODE.fullmatch(kind.code)


def test_no_code_is_used_twice():
    counted = Counter(kind.code for kind in KINDS)
    assert [code for code, count in counted.items() if count > 1] == []


def test_no_name_is_used_twice():
    counted = Counter(kind.__name__ for kind in KINDS)
    assert [name for name, count in counted.items() if count > 1] == []


def test_the_catalogue_has_every_refusal_in_order():
    listed = {code: kind for code, kind in catalogue().items() if kind in KINDS}
    assert listed == {kind.code: kind for kind in KINDS}
    assert list(listed) == sorted(listed)


def test_the_catalogue_is_complete_wherever_commands_are_read_and_judged():
    program = (
        "import commands.desk\n"
        "from domain.refusals import catalogue\n"
        "print(*catalogue(), sep='\\n')"
    )
    listed = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout.split()
    # These are beside the ledger: no command is judged by what they refuse.
    beside = (
        "commands.accounts",
        "commands.copies",
        "commands.rematches",
        "commands.seeks",
        "commands.talk",
    )
    assert listed == [kind.code for kind in KINDS if not kind.__module__.startswith(beside)]


def test_a_refusal_keeps_its_details_beside_its_sentence():
    refusal = KINDS[0]("do this instead", edge=3)
    assert str(refusal) == "do this instead"
    assert refusal.details == {"edge": 3}
    assert KINDS[0]("no details").details == {}


def test_a_refusal_has_no_argument_but_its_sentence():
    for kind in KINDS:
        assert inspect.signature(kind) == inspect.signature(RuleViolation)


# What the source says


class Said:
    """A refusal as it stands in the source: its kind, and its sentence with {} for values."""

    def __init__(self, kind: str, sentence: ast.expr, where: str) -> None:
        self.kind = kind
        self.where = where
        self.sentence = flat(sentence)


def flat(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(flat(part) for part in node.values)
    if isinstance(node, ast.BinOp):
        return flat(node.left) + flat(node.right)
    return "{}"


def said() -> Iterator[Said]:
    names = {kind.__name__ for kind in KINDS}
    for module in MODULES:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                kind, arguments = node.func.id, node.args
            elif isinstance(node, ast.Tuple) and len(node.elts) == 2:
                # A table of refusals: kind and sentence.
                named = node.elts[0]
                kind = getattr(named, "id", "") or getattr(named, "attr", "")
                arguments = node.elts[1:]
            else:
                continue
            if kind in names:
                yield Said(kind, arguments[0], f"{module.__name__}:{node.lineno}")


SAID = list(said())


def test_every_refusal_there_is_can_come():
    unsaid = {kind.__name__ for kind in KINDS} - {one.kind for one in SAID}
    assert unsaid == set()


@pytest.mark.parametrize("one", SAID, ids=lambda one: f"{one.kind} {one.where}")
def test_a_refusal_says_what_to_do_in_a_sentence(one: Said):
    sentence = one.sentence
    assert sentence == sentence.strip()
    assert len(sentence.split()) >= 3 or set(sentence) <= set("{}: "), "of its own, or of values"
    assert not sentence.endswith((".", "!", ",", ":", ";")), "without a full stop, all alike"
    assert not sentence[0].isupper(), "without a capital, all alike"
    assert "None" not in sentence
    assert "\n" not in sentence
    assert "  " not in sentence
