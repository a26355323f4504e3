"""A build that lacks a version of rules, for tests."""

import pytest

from domain.registry import RULESETS
from eventlog.commit import codec_for


def lose_rules(monkeypatch: pytest.MonkeyPatch, name: str, number: int) -> None:
    """From now on this build lacks these rules, as one does that is older than they are."""
    versions = RULESETS[name].versions
    others = [version for version in versions if version.rules != number]
    monkeypatch.delitem(versions._by_number, number)
    if RULESETS[name].rules == number:
        monkeypatch.setitem(RULESETS, name, others[-1])
    codec_for.cache_clear()
