"""The operator's commands, run against a running Redis."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hexledger.cli import export_import, token
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from tests.commands.backend import Backend
from tests.redises import PROGRAMS, Store, Stores


@pytest.fixture
def store(stores: Stores, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Store]:
    found = stores.named(next(iter(PROGRAMS)))
    found.wipe()
    monkeypatch.setenv("HEXLEDGER_REDIS_URL", found.url)
    monkeypatch.setenv("HEXLEDGER_DATA_DIR", str(tmp_path))
    yield found
    found.close_clients()


@pytest.mark.parametrize("role", ["player", "organizer"])
def test_a_token_without_a_name_is_named_by_its_role(
    store: Store, role: str, capsys: pytest.CaptureFixture[str]
) -> None:
    token.run(Namespace(name=None, role=role, json=True))
    row = msgspec.json.decode(capsys.readouterr().out)
    with connect(store.url) as redis:
        assert redis.hget(f"player:{row['player_id']}", "name") == role.encode()


def test_an_export_says_why_it_cannot_be(store: Store, tmp_path: Path) -> None:
    game = Backend(store.client()).lobby()

    def export(name: str) -> str:
        with pytest.raises(Problem) as refused:
            export_import.run_export(
                Namespace(games=[name], closed=False, move=False, out=tmp_path / "out")
            )
        return str(refused.value)

    assert export("nope") == "nope: there is no such game"
    assert export(game).endswith("; --move ends an open game on this server and exports it")
