"""Settings: from the environment, with a line for each that is wrong."""

import json
import os
from pathlib import Path

import pytest

from hexledger.problems import Problem
from hexledger.settings import Settings, read_settings
from tests.cli.test_simulate import assert_one_line, hexledger

__all__ = ["hexledger"]

SECRET = "0123456789abcdef" * 4


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in os.environ:
        if name.startswith("HEXLEDGER_"):
            monkeypatch.delenv(name)


def test_without_an_environment_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    settings = read_settings({})
    assert settings == Settings(data_dir=tmp_path / "data")
    assert (settings.host, settings.port, settings.web_workers) == ("127.0.0.1", 8000, 2)
    assert (settings.rate_limit, settings.rate_burst) == (200, 400)
    assert settings.rate_limit_loopback is False
    assert settings.redis_url is settings.queue_url is settings.master_secret is None


def test_every_setting_is_read_from_the_environment():
    settings = read_settings(
        {
            "HEXLEDGER_HOST": "::1",
            "HEXLEDGER_PORT": "9000",
            "HEXLEDGER_DATA_DIR": "/srv/games",
            "HEXLEDGER_REDIS_URL": "redis+cluster://a:1,b:2",
            "HEXLEDGER_QUEUE_URL": "redis://c/3",
            "HEXLEDGER_MASTER_SECRET": SECRET,
            "HEXLEDGER_WEB_WORKERS": "4",
            "HEXLEDGER_CORS_ORIGINS": "https://example.org, http://localhost:3000",
            "HEXLEDGER_RATE_LIMIT": "0",
            "HEXLEDGER_RATE_BURST": "10",
            "HEXLEDGER_RATE_LIMIT_LOOPBACK": "on",
            "HEXLEDGER_TRUSTED_PROXIES": "1",
            "HEXLEDGER_LOG_LEVEL": "Debug",
            "HEXLEDGER_SOAK": "50",
            "PATH": "/bin",
        }
    )
    assert settings == Settings(
        host="::1",
        port=9000,
        data_dir=Path("/srv/games"),
        redis_url="redis+cluster://a:1,b:2",
        queue_url="redis://c/3",
        master_secret=bytes.fromhex(SECRET),
        web_workers=4,
        cors_origins=("https://example.org", "http://localhost:3000"),
        rate_limit=0,
        rate_burst=10,
        rate_limit_loopback=True,
        trusted_proxies=1,
        log_level="debug",
    )


def test_a_setting_that_is_set_to_nothing_is_not_set():
    assert read_settings({"HEXLEDGER_REDIS_URL": "", "HEXLEDGER_PORT": " "}).port == 8000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("HOST", "http://here"),
        ("HOST", "a b"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "-1"),
        ("PORT", "٨٠٠٠"),
        ("PORT", "8000x"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://localhost/games"),
        ("QUEUE_URL", "redis+cluster://a:1"),
        ("MASTER_SECRET", SECRET[:-1]),
        ("MASTER_SECRET", SECRET[:-2]),
        ("MASTER_SECRET", "x" * 64),
        ("WEB_WORKERS", "0"),
        ("CORS_ORIGINS", "example.org"),
        ("CORS_ORIGINS", "https://example.org/path"),
        ("RATE_LIMIT", "fast"),
        ("RATE_BURST", "0"),
        ("RATE_LIMIT_LOOPBACK", "maybe"),
        ("TRUSTED_PROXIES", "all"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_a_bad_value_is_refused_in_one_line_that_names_the_setting(name: str, value: str):
    with pytest.raises(Problem) as refused:
        read_settings({f"HEXLEDGER_{name}": value})
    message = str(refused.value)
    assert message.startswith(f"HEXLEDGER_{name} ")
    assert "\n" not in message


def test_a_typing_error_is_refused_and_the_right_name_is_told():
    with pytest.raises(Problem, match=r"HEXLEDGER_PROT is not a setting; .*HEXLEDGER_PORT"):
        read_settings({"HEXLEDGER_PROT": "8000"})
    with pytest.raises(Problem, match=r"HEXLEDGER_ZZZ is not a setting; `hexledger settings`"):
        read_settings({"HEXLEDGER_ZZZ": ""})


def test_all_that_is_wrong_is_told_at_once():
    with pytest.raises(Problem) as refused:
        read_settings({"HEXLEDGER_PORT": "x", "HEXLEDGER_PROT": "1", "HEXLEDGER_HOST": "?"})
    assert len(str(refused.value).splitlines()) == 3


def test_a_cluster_needs_another_redis_for_the_queue():
    with pytest.raises(Problem, match="HEXLEDGER_QUEUE_URL"):
        read_settings({"HEXLEDGER_REDIS_URL": "redis+cluster://a:1"})


def test_a_refusal_shows_no_secret():
    for name in ("REDIS_URL", "QUEUE_URL"):
        with pytest.raises(Problem) as refused:
            read_settings({f"HEXLEDGER_{name}": "redis://ada:hush@host:port/0"})
        assert "hush" not in str(refused.value)
    with pytest.raises(Problem) as refused:
        read_settings({"HEXLEDGER_MASTER_SECRET": "hush"})
    assert "hush" not in str(refused.value)


def test_settings_can_be_printed_without_a_secret():
    settings = read_settings(
        {
            "HEXLEDGER_MASTER_SECRET": SECRET,
            "HEXLEDGER_REDIS_URL": "redis://ada:hush@host",
            "HEXLEDGER_QUEUE_URL": "redis://:hush@host",
        }
    )
    assert "hush" not in repr(settings)
    assert SECRET not in repr(settings)
    assert repr(bytes.fromhex(SECRET)) not in repr(settings)


def test_the_list_masks_secrets_and_tells_where_values_come_from(
    hexledger, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("HEXLEDGER_MASTER_SECRET", SECRET)
    monkeypatch.setenv("HEXLEDGER_REDIS_URL", "redis://ada:hush@host:1/2")
    result = hexledger("settings", "--json")
    assert result.status == 0
    rows = {row["name"]: row for row in json.loads(result.out)}
    assert rows["HEXLEDGER_MASTER_SECRET"]["value"] == "***"
    assert rows["HEXLEDGER_REDIS_URL"]["value"] == "redis://ada:***@host:1/2"
    assert rows["HEXLEDGER_REDIS_URL"]["source"] == "environment"
    assert rows["HEXLEDGER_PORT"]["value"] == "8000"
    assert rows["HEXLEDGER_PORT"]["source"] == "default"
    assert all(row["help"].endswith(".") for row in rows.values())
    readable = hexledger("settings").out
    for name in rows:
        assert name in readable
    assert "hush" not in readable
    assert SECRET not in readable


@pytest.mark.parametrize("command", ["settings", "serve", "api", "worker"])
def test_every_command_refuses_a_bad_setting(
    hexledger, monkeypatch: pytest.MonkeyPatch, command: str
):
    monkeypatch.setenv("HEXLEDGER_PORT", "eight thousand")
    assert_one_line(hexledger(command), "HEXLEDGER_PORT")
