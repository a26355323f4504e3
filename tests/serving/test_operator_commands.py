"""The operator's commands, run against a running Redis."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from eventlog.tournaments import LiveTournaments
from hexledger.cli import export_import, token
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from projections.tournaments.lists import TournamentLists
from tests.commands.backend import Backend
from tests.eventlog.test_tournament_bundle import cup, exported
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
    token.run(Namespace(name=None, role=role, device=None, scopes=None, json=True))
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


def test_a_tournament_with_its_games_is_imported_listed_and_exported(
    store: Store, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "cup.zip", tmp_path / "out"
    path.write_bytes(exported())
    export_import.run_import(Namespace(files=[path]))
    export_import.run_import(Namespace(files=[path]))
    said = capsys.readouterr().out
    assert f"{path}: imported" in said
    assert f"{path}: already on this server" in said
    tournaments = LiveTournaments(store.client())
    (summary,), _ = TournamentLists(tournaments).page("closed", None, None, 10)
    assert summary.tournament_id == cup().id
    export_import.run_export(Namespace(games=[cup().id], closed=False, move=False, out=out))
    assert (out / f"{cup().id}.zip").read_bytes() == exported()
    with pytest.raises(Problem, match="cannot be moved"):
        export_import.run_export(Namespace(games=[cup().id], closed=False, move=True, out=out))
    nobody = f"tour-{'0' * 32}"
    with pytest.raises(Problem, match="there is no such tournament"):
        export_import.run_export(Namespace(games=[nobody], closed=False, move=False, out=out))
