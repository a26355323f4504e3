"""A tournament with all its games is verified as one file, and tampering is found."""

import io
import zipfile

import pytest

from commands.tournaments import tables
from domain.ids import Seat
from domain.tournament.game_results import GameResult
from eventlog.bundle_verification import verify_bundle
from eventlog.tournament_bundle import TOURNAMENT_FILE
from eventlog.verification import VerificationStatus
from hexledger.cli.main import main
from tests.api.kit import MASTER, Site
from tests.tournament.service.cups import Cup


@pytest.fixture(scope="module")
def bundles():
    """Two finished tournaments."""
    with Site() as site:
        found = []
        for _ in range(2):
            cup = Cup(site, result_seconds=0).started()
            cup.begin_round()
            cup.play_round()
            cup.do(cup.host, "finish_tournament") if cup.read()["phase"] == "running" else None
            found.append(site.anonymous.get(cup.path + "/bundle").data)
        keys = site.anonymous.read("/v1/keys")["keys"]
        yield [*found, bytes.fromhex(keys[0]["public_key"])]


def unpacked(data):
    with zipfile.ZipFile(io.BytesIO(data)) as bundle:
        return {name: bundle.read(name) for name in bundle.namelist()}


def packed(files):
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as bundle:
        for name, data in files.items():
            bundle.writestr(name, data)
    return written.getvalue()


def test_a_finished_tournament_is_sound_with_its_games(bundles, tmp_path):
    verdict = verify_bundle(bundles[0], public_keys=[bundles[2]])
    assert (verdict.status, verdict.message, verdict.games) == (
        VerificationStatus.SOUND,
        "sound, with 2 games",
        2,
    )
    assert verdict.signature == "valid"
    path = tmp_path / "cup.zip"
    path.write_bytes(bundles[0])
    assert main(["verify", str(path)]) == 0


def test_a_signature_of_another_key_is_found(bundles):
    verdict = verify_bundle(bundles[0], public_keys=[MASTER])
    assert verdict.status == VerificationStatus.UNSOUND


@pytest.mark.parametrize("index", [0, 1, 2])
def test_a_changed_byte_is_found_in_any_file(bundles, index):
    files = unpacked(bundles[0])
    name = list(files)[index]
    lines = files[name].split(b"\n")
    lines[2] = lines[2].replace(b'"at":1', b'"at":2', 1)
    files[name] = b"\n".join(lines)
    verdict = verify_bundle(packed(files))
    assert verdict.status == VerificationStatus.UNSOUND
    assert verdict.message


def test_a_missing_game_is_found(bundles):
    files = unpacked(bundles[0])
    del files[list(files)[1]]
    verdict = verify_bundle(packed(files))
    assert verdict.status == VerificationStatus.UNSOUND
    assert "its ledger is missing" in verdict.message


def test_a_game_of_another_tournament_is_found(bundles):
    files, others = unpacked(bundles[0]), unpacked(bundles[1])
    own, other = list(files)[1], list(others)[1]
    files[own] = others[other]
    assert "another game" in verify_bundle(packed(files)).message
    files = unpacked(bundles[0])
    files[other] = others[other]
    assert "no table of the tournament" in verify_bundle(packed(files)).message


def test_games_that_changed_places_are_found(bundles):
    files = unpacked(bundles[0])
    first, second = list(files)[1:]
    files[first], files[second] = files[second], files[first]
    assert "another game" in verify_bundle(packed(files)).message


def test_a_cut_game_is_found(bundles):
    files = unpacked(bundles[0])
    name = list(files)[1]
    lines = files[name].splitlines(keepends=True)
    files[name] = b"".join(lines[:-2])
    assert verify_bundle(packed(files)).status == VerificationStatus.UNSOUND


def test_what_is_no_bundle_is_refused(bundles):
    assert verify_bundle(b"PK nonsense").status == VerificationStatus.UNSOUND
    files = unpacked(bundles[0])
    del files[TOURNAMENT_FILE]
    assert "has no" in verify_bundle(packed(files)).message


def test_a_result_that_does_not_follow_from_its_game_is_found(monkeypatch):
    """A server that records other points than those of the game cannot hide it."""
    with Site() as site:
        cup = Cup(site, result_seconds=0).started()
        cup.begin_round()
        forged = GameResult((9, 0, 0), (Seat(0),), "won")
        monkeypatch.setattr(tables, "result_of", lambda game: forged)
        cup.play_round()
        cup.do(cup.host, "finish_tournament")
        data = site.anonymous.get(cup.path + "/bundle").data
    verdict = verify_bundle(data)
    assert verdict.status == VerificationStatus.UNSOUND
    assert "the recorded result is not that of the game" in verdict.message
