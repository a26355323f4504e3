"""The files of the secrets: made once, and private."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hexledger.problems import Problem
from hexledger.secret_files import master_secret
from hexledger.settings import Settings


def test_a_secret_is_made_at_the_first_start_and_kept(tmp_path: Path):
    settings = Settings(data_dir=tmp_path / "new" / "data")
    secret = master_secret(settings)
    assert len(secret) == 32
    assert master_secret(settings) == secret
    path = settings.data_dir / "master-secret"
    assert path.stat().st_mode & 0o777 == 0o600
    assert bytes.fromhex(path.read_text().strip()) == secret
    assert list(settings.data_dir.iterdir()) == [path]
    assert master_secret(Settings(data_dir=tmp_path / "other")) != secret


def test_many_who_start_at_once_agree_on_the_secret(tmp_path: Path):
    settings = Settings(data_dir=tmp_path)
    with ThreadPoolExecutor(16) as pool:
        secrets = set(pool.map(lambda _: master_secret(settings), range(16)))
    assert len(secrets) == 1


def test_a_secret_of_the_environment_makes_no_file(tmp_path: Path):
    settings = Settings(data_dir=tmp_path, master_secret=b"x" * 32)
    assert master_secret(settings) == b"x" * 32
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_file_that_others_may_touch_is_refused(tmp_path: Path, mode: int):
    settings = Settings(data_dir=tmp_path)
    master_secret(settings)
    (tmp_path / "master-secret").chmod(mode)
    with pytest.raises(Problem, match="chmod 600"):
        master_secret(settings)


@pytest.mark.parametrize("content", ["", "abc", "0" * 62, "x" * 64, "é" * 64])
def test_a_file_without_a_secret_is_refused_and_left_alone(tmp_path: Path, content: str):
    path = tmp_path / "master-secret"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(Problem, match="64 hexadecimal digits"):
        master_secret(Settings(data_dir=tmp_path))
    assert path.read_text() == content
