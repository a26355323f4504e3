"""Golden games: recorded ledgers replay to their recorded end and hash."""

from pathlib import Path

import msgspec
import pytest

from domain.registry import RULESETS
from domain.ruleset import fold
from eventlog.ledger_file import read_ledger
from eventlog.verification import VerificationStatus, verify
from tests.clocks.games import timed_of
from tests.games import SETUPS_OF
from tests.golden.recording import final, ledgers
from tests.probes import PROBES

LEDGERS = ledgers()
OPEN = ("moved",)
"""Games that did not come to their end here."""


@pytest.mark.parametrize("path", LEDGERS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_game_is_sound_and_ends_as_recorded(path: Path) -> None:
    data = path.read_bytes()
    verdict = verify(data, allow_open=path.stem in OPEN)
    assert verdict.status == VerificationStatus.SOUND, verdict.message
    ledger = read_ledger(data)
    ruleset = RULESETS[ledger.header.ruleset]
    state = ruleset.new_game()
    for events in ledger.facts(ruleset):
        fold(state, events)
    recorded = msgspec.json.decode(path.with_suffix(".json").read_bytes())
    ending = final(state)
    # A view may learn to tell more; what it told stays.
    assert {name: ending[name] for name in recorded} == recorded


def test_every_ruleset_has_golden_games_of_every_schema() -> None:
    found = {(path.parent.name, read_ledger(path.read_bytes()).header.schema) for path in LEDGERS}
    for ruleset in RULESETS.values():
        for schema in range(1, ruleset.schema + 1):
            assert (ruleset.name, schema) in found


def test_every_option_has_a_golden_game() -> None:
    for name, ruleset in RULESETS.items():
        recorded = {path.stem for path in LEDGERS if path.parent.name == name}
        assert set(SETUPS_OF[name]) | set(timed_of(ruleset)) <= recorded


def test_every_command_and_every_event_is_in_some_golden_game() -> None:
    for ruleset in RULESETS.values():
        text = b"".join(path.read_bytes() for path in LEDGERS if path.parent.name == ruleset.name)
        tags = {str(kind.__struct_config__.tag) for kind in (*ruleset.commands, *ruleset.events)}
        tags -= PROBES[ruleset.name].unheard_of
        tags -= set() if ruleset.is_shareable else {"challenge_missed"}
        assert [tag for tag in sorted(tags) if b'{"type":"%s"' % tag.encode() not in text] == []
