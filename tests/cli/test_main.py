"""The command line as a whole: every command is there, and none pays for the others."""

import subprocess
import sys

import pytest

from hexledger.cli.main import COMMANDS
from tests.cli.test_simulate import ROOT, hexledger

__all__ = ["hexledger"]

IMPORTED_FOR_HELP = """
import sys
from hexledger.cli.main import main
try:
    main(["--help"])
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_takes(hexledger, name: str):
    result = hexledger(name, "--help")
    assert result.status == 0
    assert result.out.startswith(f"usage: hexledger {name} [-h]")


def test_help_needs_no_more_than_the_names_of_the_commands():
    command = [sys.executable, "-c", IMPORTED_FOR_HELP]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert set(COMMANDS) <= set(done.stdout.split())
    heavy = {"cryptography", "flask", "gevent", "msgspec", "openskill", "redis", "rich", "rq"}
    assert heavy & set(done.stderr.split()) == set()
