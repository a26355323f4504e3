"""The embedded Redis, on every redis-server of this machine."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis

from hexledger.data_folder import FileLock
from hexledger.problems import Problem
from hexledger.redis_server.embedded import EmbeddedRedis, RedisServer, ensure_redis, running_url
from hexledger.settings import Settings
from tests.serving.conftest import SERVERS

OLD = [server for server in SERVERS if server.version < (7, 0, 0)]
HOLDER = """
import sys, time
from pathlib import Path
from hexledger.redis_server.embedded import EmbeddedRedis, redis_servers
server = next(one for one in redis_servers() if str(one) == sys.argv[2])
with EmbeddedRedis(Path(sys.argv[1]), server=server) as url:
    print(url, flush=True)
    time.sleep(600)
"""


@pytest.fixture
def reports() -> list[str]:
    """The lines that the operator sees."""
    return []


@pytest.fixture
def leave_an_orphan(server: RedisServer) -> Iterator[Callable[[Path], int]]:
    """Leaves a Redis behind by killing the process that started it; its process is the answer."""
    orphans = []

    def leave(data_dir: Path) -> int:
        command = [sys.executable, "-c", HOLDER, os.fspath(data_dir), str(server)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
            assert holder.stdout is not None
            url = holder.stdout.readline().decode().strip()
            with Redis.from_url(url) as client:
                orphans.append(int(client.info("server")["process_id"]))
                client.set("left", "behind")
            holder.kill()
        return orphans[-1]

    yield leave
    for pid in orphans:
        # Gone already, unless the test failed.
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def test_there_is_a_redis_on_every_machine():
    assert SERVERS


def test_it_keeps_data_from_one_start_to_the_next(server: RedisServer, tmp_path: Path):
    for number in (1, 2, 3):
        with EmbeddedRedis(tmp_path, server=server) as url, Redis.from_url(url) as client:
            assert client.incr("starts") == number
    assert running_url(tmp_path) is None


def test_acknowledged_means_on_disk_even_if_the_server_is_killed(
    server: RedisServer, tmp_path: Path
):
    redis = EmbeddedRedis(tmp_path, server=server)
    with redis as url, Redis.from_url(url) as client:
        client.set("fact", "stands")
        os.kill(int(client.info("server")["process_id"]), signal.SIGKILL)
        while redis.is_running():
            time.sleep(0.01)
        redis.start()
        assert client.get("fact") == b"stands"


def test_it_is_set_up_for_ledgers_and_heard_by_nobody_else(server: RedisServer, tmp_path: Path):
    with EmbeddedRedis(tmp_path, server=server) as url, Redis.from_url(url) as client:
        chosen = client.config_get("*")
        assert chosen["appendonly"] == "yes"
        assert chosen["appendfsync"] == "always"
        assert chosen["maxmemory-policy"] == "noeviction"
        assert chosen["save"] == ""
        assert chosen["port"] == "0"
        assert os.stat(chosen["unixsocket"]).st_mode & 0o077 == 0
        assert os.stat(tmp_path / "redis").st_mode & 0o077 == 0


def test_a_second_one_on_the_same_folder_is_refused(server: RedisServer, tmp_path: Path):
    with EmbeddedRedis(tmp_path, server=server) as url:
        with pytest.raises(Problem) as refused, EmbeddedRedis(tmp_path, server=server):
            pass
        assert str(tmp_path) in str(refused.value)
        assert f"process {os.getpid()}" in str(refused.value)
        assert running_url(tmp_path) == url


def test_one_that_was_left_behind_is_adopted_and_ended(
    server: RedisServer, tmp_path: Path, leave_an_orphan, reports: list[str]
):
    pid = leave_an_orphan(tmp_path)
    with EmbeddedRedis(tmp_path, report=reports.append) as url, Redis.from_url(url) as client:
        assert int(client.info("server")["process_id"]) == pid
        assert client.get("left") == b"behind"
    assert len(reports) == 1
    assert "adopting" in reports[0]
    assert str(pid) in reports[0]
    assert running_url(tmp_path) is None
    assert not FileLock(tmp_path / "redis" / "server.lock").is_held()


def test_an_adopted_one_that_ends_is_noticed_and_started_anew(
    server: RedisServer, tmp_path: Path, leave_an_orphan, reports: list[str]
):
    pid = leave_an_orphan(tmp_path)
    redis = EmbeddedRedis(tmp_path, server=server, report=reports.append)
    with redis as url, Redis.from_url(url) as client:
        assert redis.is_running()
        os.kill(pid, signal.SIGKILL)
        while redis.is_running():
            time.sleep(0.01)
        redis.start()
        assert client.get("left") == b"behind"


def test_a_folder_with_a_long_path_has_its_socket_elsewhere(server: RedisServer, tmp_path: Path):
    folder = tmp_path / ("long" * 30)
    with EmbeddedRedis(folder, server=server) as url, Redis.from_url(url) as client:
        assert len(url) < 120
        assert client.ping()
        assert running_url(folder) == url
        place = Path(client.config_get("unixsocket")["unixsocket"]).parent
        assert place.stat().st_mode & 0o077 == 0
    assert not place.exists()


def test_a_broken_file_is_told_in_one_line_with_the_servers_own_words(
    server: RedisServer, tmp_path: Path
):
    with EmbeddedRedis(tmp_path, server=server) as url, Redis.from_url(url) as client:
        client.set("a", "b")
    home = tmp_path / "redis"
    written = [*home.glob("appendonlydir/*.incr.aof"), *home.glob("appendonly.aof")]
    written[0].write_bytes(b"this is no command\r\n" * 9)
    with pytest.raises(Problem) as refused, EmbeddedRedis(tmp_path, server=server):
        pass
    assert "Bad file format reading the append only file" in str(refused.value)
    assert "\n" not in str(refused.value)
    # The folder is free again, to be mended.
    with pytest.raises(Problem, match="Bad file format"), EmbeddedRedis(tmp_path, server=server):
        pass


def test_a_file_whose_last_command_was_cut_off_is_read(server: RedisServer, tmp_path: Path):
    with EmbeddedRedis(tmp_path, server=server) as url, Redis.from_url(url) as client:
        client.set("kept", "1")
        client.set("cut", "2")
    home = tmp_path / "redis"
    written = [*home.glob("appendonlydir/*.incr.aof"), *home.glob("appendonly.aof")][0]
    written.write_bytes(written.read_bytes()[:-3])
    with EmbeddedRedis(tmp_path, server=server) as url, Redis.from_url(url) as client:
        assert client.get("kept") == b"1"
        assert client.get("cut") is None


@pytest.mark.parametrize("old", OLD, ids=str)
def test_an_older_server_refuses_what_a_newer_one_wrote(old: RedisServer, tmp_path: Path):
    # It would not find the data and start with nothing.
    (tmp_path / "redis" / "appendonlydir").mkdir(mode=0o700, parents=True)
    with pytest.raises(Problem, match="Redis 7 or newer"), EmbeddedRedis(tmp_path, server=old):
        pass


def test_a_stop_while_it_starts_leaves_no_server_behind(server: RedisServer, tmp_path: Path):
    class Stop(Exception):
        pass

    def pause(seconds: float) -> None:
        raise Stop

    with pytest.raises(Stop), EmbeddedRedis(tmp_path, server=server, pause=pause):
        pass
    assert not FileLock(tmp_path / "redis" / "server.lock").is_held()


def test_the_redis_at_hand_is_the_named_one_the_running_one_or_one_of_its_own(
    server: RedisServer, tmp_path: Path
):
    with ensure_redis(Settings(redis_url="redis://far", data_dir=tmp_path)) as url:
        assert url == "redis://far"
    settings = Settings(data_dir=tmp_path)
    with EmbeddedRedis(tmp_path, server=server) as running:
        with ensure_redis(settings) as url:
            assert url == running
        assert running_url(tmp_path) == running
    with ensure_redis(settings) as url, Redis.from_url(url) as client:
        assert client.ping()
    assert running_url(tmp_path) is None


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Problem, match="file"), EmbeddedRedis(tmp_path / "file" / "data"):
        pass
