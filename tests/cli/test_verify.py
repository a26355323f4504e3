"""`hexledger verify`: a line a file, and a status for all."""

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest

from eventlog.ledger_file import read_ledger, write_ledger
from eventlog.signing import SigningKey
from hexledger.cli.main import main
from hexledger.self_play import RandomGame, Setup
from tests.cli.test_simulate import PROGRAM, ROOT, hexledger, in_a_process
from tests.eventlog.forgeries import short

__all__ = ["hexledger"]

NAMES = ("sound", "flipped", "open", "cut", "foreign", "junk", "empty")


def sealed(header: bytes, lines: list[bytes]) -> bytes:
    """The same bodies behind another header, sealed anew."""
    head, parts = hashlib.sha256(header).digest(), [header]
    for line in lines:
        body = line[: line.rindex(b',"hash":"')]
        head = hashlib.sha256(head + body).digest()
        parts.append(body + b',"hash":"' + head.hex().encode() + b'"}')
    return b"\n".join([*parts, b""])


def test_a_signature_is_checked_with_the_keys_that_are_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, other = SigningKey(bytes(32)), SigningKey(bytes(range(32)))
    header, *lines = short().splitlines()
    path = tmp_path / "signed.ndjson"
    path.write_bytes(write_ledger(header, lines, key.sign(read_ledger(short()).head)))
    for keys, status, message in (
        ([], 0, "signature not checked"),
        ([key], 0, "signature valid"),
        ([other, key], 0, "signature valid"),
        ([other], 1, "the signature was made with none of the given keys"),
    ):
        given = [part for one in keys for part in ("--key", one.public.hex())]
        assert main(["verify", str(path), *given]) == status
        assert message in capsys.readouterr().out.replace("\n", " ")
    assert main(["verify", str(path), "--key", "abc"]) == 2


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """Ledger files of every kind of soundness, by name."""
    game = RandomGame(Setup(options={"board": "beginner"}, seed="cli", max_turns=4), 0, record=True)
    ledger = game.play().ledger
    assert ledger is not None
    header, *lines = ledger.splitlines()
    flipped = bytearray(ledger)
    flipped[len(ledger) // 2] ^= 1
    contents = {
        "sound": ledger,
        "flipped": bytes(flipped),
        "open": b"\n".join([header, *lines[:-2], b""]),
        "cut": ledger[:-9],
        "foreign": sealed(header.replace(b'"base"', b'"chess"'), lines),
        "junk": bytes(range(256)) * 8,
        "empty": b"",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    return {name: tmp_path / name for name in contents}


def test_a_sound_ledger_has_status_0_and_one_line(hexledger, files):
    result = hexledger("verify", files["sound"])
    head = json.loads(files["sound"].read_bytes().splitlines()[-1])["hash"]
    assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == 1
    assert result.out.startswith(f"{files['sound']}: sound, ")
    assert head in result.out


@pytest.mark.parametrize(
    ("name", "status", "word"),
    [
        ("flipped", 1, "commit "),
        ("open", 1, "not closed"),
        ("cut", 1, "cut off"),
        ("junk", 1, "header"),
        ("empty", 1, "empty"),
        ("foreign", 2, "chess"),
    ],
)
def test_a_ledger_that_is_not_sound_says_why_in_one_line(hexledger, files, name, status, word):
    result = hexledger("verify", files[name])
    assert result.status == status
    assert result.err == ""
    assert result.out.count("\n") == 1
    assert result.out.startswith(f"{files[name]}: ")
    assert word in result.out


def test_the_first_bad_commit_is_named(hexledger, files):
    before = files["sound"].read_bytes()[: files["sound"].stat().st_size // 2]
    version = before.count(b"\n")
    assert f": commit {version}: " in hexledger("verify", files["flipped"]).out


def test_an_open_ledger_is_sound_so_far_if_that_is_asked_for(hexledger, files):
    result = hexledger("verify", "--open", files["open"])
    assert result.status == 0
    assert "sound so far" in result.out
    assert hexledger("verify", "--open", files["sound"]).status == 0
    assert hexledger("verify", "--open", files["flipped"]).status == 1
    assert hexledger("verify", "--open", files["cut"]).status == 1


def test_every_file_has_a_line_and_one_unsound_file_spoils_all(hexledger, files):
    result = hexledger("verify", *(files[name] for name in NAMES))
    lines = result.out.splitlines()
    assert [line.split(": ")[0] for line in lines] == [str(files[name]) for name in NAMES]
    assert result.status == 1


def test_a_ledger_that_cannot_be_judged_comes_before_sound_and_after_unsound(hexledger, files):
    assert hexledger("verify", files["sound"], files["foreign"]).status == 2
    assert hexledger("verify", files["foreign"], files["sound"]).status == 2
    assert hexledger("verify", files["foreign"], files["junk"], files["sound"]).status == 1
    assert hexledger("verify", files["sound"], files["sound"]).status == 0


def test_files_that_cannot_be_read_have_a_line_each(hexledger, files, tmp_path: Path):
    (tmp_path / "folder").mkdir()
    result = hexledger("verify", "nowhere", tmp_path / "folder", files["sound"])
    assert result.status == 1
    assert result.err == ""
    missing, folder, sound = result.out.splitlines()
    assert missing.startswith("nowhere: ")
    assert "No such file" in missing
    assert folder.startswith(f"{tmp_path / 'folder'}: ")
    assert "directory" in folder
    assert "sound" in sound


def test_the_verdicts_are_told_to_machines(hexledger, files):
    result = hexledger("verify", "--json", *(files[name] for name in NAMES), "nowhere")
    assert result.status == 1
    assert result.err == ""
    rows = json.loads(result.out)
    assert [row["file"] for row in rows] == [*(str(files[name]) for name in NAMES), "nowhere"]
    assert [row["status"] for row in rows] == [0, 1, 1, 1, 2, 1, 1, 1]
    sound, flipped = rows[:2]
    assert set(sound) == {
        "file",
        "status",
        "message",
        "game",
        "commits",
        "draws",
        "head",
        "bad_commit",
        "copied_from",
        "copy",
        "signature",
    }
    assert sound["commits"] == files["sound"].read_bytes().count(b"\n") - 1
    assert sound["draws"] > 0
    assert sound["bad_commit"] is None
    assert flipped["bad_commit"] > 0
    assert rows[4]["game"] == sound["game"]


@pytest.mark.parametrize("name", ["[red]a[/red]", "[/]", "a b", "%s", "{}", ":bomb:", "gra-ó.nd"])
def test_a_file_is_called_by_its_name(hexledger, files, tmp_path: Path, name: str):
    path = tmp_path / name.replace("/", "_")
    path.write_bytes(files["sound"].read_bytes())
    assert hexledger("verify", path.name).out.startswith(f"{path.name}: sound, ")


def test_a_file_whose_name_is_no_text_is_verified_too(hexledger, files, tmp_path: Path):
    name = os.fsdecode(b"\xff.ndjson")
    (tmp_path / name).write_bytes(files["sound"].read_bytes())
    result = hexledger("verify", "--json", name)
    assert result.status == 0
    assert json.loads(result.out)[0]["status"] == 0


def test_a_process_ends_with_the_status(files):
    assert in_a_process("verify", files["sound"]).status == 0
    assert in_a_process("verify", files["sound"], files["flipped"]).status == 1
    result = in_a_process("verify", files["foreign"], files["sound"])
    assert (result.status, result.err) == (2, "")
    assert result.out.count("\n") == 2


@pytest.mark.parametrize(
    "arguments", [["verify", "{sound}"], ["verify", "--json", "{sound}"], ["replay", "{sound}"]]
)
def test_a_reader_who_has_had_enough_is_no_sign_of_tampering(files, arguments: list[str]):
    # As `hexledger verify … | head -0`: nobody reads what we write.
    reading, writing = os.pipe()
    os.close(reading)
    # The output waits in a buffer, as it does for most users.
    environment = {name: os.environ[name] for name in os.environ if name != "PYTHONUNBUFFERED"}
    try:
        done = subprocess.run(
            [*PROGRAM, *(argument.format(**files) for argument in arguments)],
            cwd=ROOT,
            env=environment,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writing)
    assert done.stderr == b""
    assert done.returncode == 0
