"""Clients of Redis: which real servers are accepted for a ledger."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from redis import Redis, RedisCluster
from redis.connection import SSLConnection

from hexledger.problems import Problem
from hexledger.redis_server.clients import Client, check, check_queue, connect
from hexledger.redis_server.embedded import EmbeddedRedis, RedisServer

SAFE = ("--appendonly", "yes", "--appendfsync", "always", "--save", "")


@pytest.fixture
def reports() -> list[str]:
    """The lines that the operator sees."""
    return []


def at(port: int, path: str = "") -> str:
    return f"redis://127.0.0.1:{port}{path}"


def start_cluster(start_redis: Callable[..., int], *options: str) -> int:
    """A Cluster of one, which is a Cluster none the less."""
    port = start_redis("--cluster-enabled", "yes", *options)
    with Redis(port=port, protocol=2) as client:
        client.execute_command("CLUSTER", "ADDSLOTS", *range(16_384))
        while b"cluster_state:ok" not in client.execute_command("CLUSTER", "INFO", NEVER_DECODE=1):
            time.sleep(0.01)
    return port


def test_the_embedded_redis_passes_without_a_word(
    server: RedisServer, tmp_path: Path, reports: list[str]
):
    with EmbeddedRedis(tmp_path, server=server) as url, connect(url) as client:
        check(client, report=reports.append)
        check_queue(client, report=reports.append)
        assert client.echo("łąka".encode()) == "łąka".encode()
    assert reports == []


def test_replies_are_bytes_and_the_database_is_the_one_named(start_redis):
    port = start_redis(*SAFE)
    with connect(at(port, "/3")) as third, connect(at(port)) as first:
        third.set("a", "b")
        assert third.get("a") == b"b"
        assert first.get("a") is None


def test_a_lost_connection_is_made_anew(start_redis):
    port = start_redis(*SAFE)
    with connect(at(port)) as client, connect(at(port)) as other:
        assert client.ping()
        other.client_kill_filter(_type="normal", skipme=True)
        assert client.ping()


def test_more_than_a_hundred_connections_may_be_open_at_once(start_redis):
    with connect(at(start_redis(*SAFE))) as client:
        pool = client.connection_pool
        taken = [pool.get_connection() for _ in range(150)]
        for connection in taken:
            pool.release(connection)


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl"])
@pytest.mark.parametrize("memory", ["0", "100mb"])
def test_a_redis_that_may_drop_keys_is_refused(
    start_redis, reports: list[str], policy: str, memory: str
):
    port = start_redis(*SAFE, "--maxmemory-policy", policy, "--maxmemory", memory)
    with connect(at(port)) as client:
        with pytest.raises(Problem, match=f"{policy}.*set maxmemory-policy to noeviction"):
            check(client, report=reports.append)
        assert reports == []
        check_queue(client, report=reports.append)
        assert "may drop jobs" in reports[0]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--save", ""), "saves nothing to disk"),
        (("--save", "60", "1"), "may lose the last minutes"),
        (("--appendonly", "yes", "--appendfsync", "everysec"), "appendfsync is everysec"),
    ],
)
def test_a_redis_that_may_forget_is_warned_of(start_redis, reports: list[str], options, words: str):
    with connect(at(start_redis(*options))) as client:
        check(client, report=reports.append)
    (line,) = reports
    assert words in line
    assert "\n" not in line


def test_one_that_may_not_be_asked_is_warned_of_but_still_judged(start_redis, reports: list[str]):
    rules = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-config")
    with connect(at(start_redis(*SAFE, *rules))) as client:
        check(client, report=reports.append)
    assert "configuration cannot be read" in reports[0]
    evicting = start_redis(*rules, "--maxmemory-policy", "allkeys-lfu")
    with connect(at(evicting)) as client, pytest.raises(Problem, match="allkeys-lfu"):
        check(client, report=reports.append)


def test_one_that_cannot_be_reached_is_told_in_one_line(start_redis, short_path: Path):
    port = start_redis(*SAFE)
    with connect(at(port)) as client:
        client.shutdown(nosave=True)
    for url in (at(port), f"unix://{short_path}/none.sock"):
        with connect(url) as client, pytest.raises(Problem) as refused:
            check(client)
        assert str(refused.value).startswith("HEXLEDGER_REDIS_URL: Redis cannot be reached")
        assert "\n" not in str(refused.value)


def test_a_wrong_password_is_told_and_not_shown(start_redis):
    port = start_redis(*SAFE, "--requirepass", "right")
    with connect(f"redis://:wrong@127.0.0.1:{port}") as client:
        with pytest.raises(Problem, match="refuses the login") as refused:
            check(client)
        assert "wrong" not in str(refused.value).replace("WRONGPASS", "")
    with connect(f"redis://:right@127.0.0.1:{port}") as client:
        check(client)


def test_a_replica_is_refused(start_redis):
    primary = start_redis(*SAFE)
    replica = start_redis(*SAFE, "--replicaof", "127.0.0.1", str(primary))
    with connect(at(replica)) as client, pytest.raises(Problem, match="replica"):
        check(client)


def test_a_cluster_holds_ledgers_but_no_queue(start_redis, reports: list[str]):
    port = start_cluster(start_redis, *SAFE)
    client: Client = connect(f"redis+cluster://127.0.0.1:{port}")
    with client:
        assert isinstance(client, RedisCluster)
        check(client, report=reports.append)
        assert reports == []
        client.set("{p07}:a", "b")
        assert client.get("{p07}:a") == b"b"
        with pytest.raises(Problem, match="cannot work on a Cluster"):
            check_queue(client)
        client.config_set("maxmemory-policy", "allkeys-random")
        with pytest.raises(Problem, match="allkeys-random"):
            check(client)
    with connect(at(port)) as lone:
        with pytest.raises(Problem, match=r"redis\+cluster://"):
            check(lone)
        with pytest.raises(Problem, match=r"redis\+cluster://"):
            check_queue(lone)


def test_a_cluster_that_cannot_be_reached_is_told(start_redis):
    port = start_redis(*SAFE)
    with pytest.raises(Problem, match="Cluster cannot be reached") as refused:
        connect(f"redis+cluster://127.0.0.1:{port}")
    assert "\n" not in str(refused.value)


def test_sentinels_lead_to_the_primary(start_redis, short_path: Path, reports: list[str]):
    primary = start_redis(*SAFE)
    config = short_path / "sentinel.conf"
    config.write_text(f"sentinel monitor games 127.0.0.1 {primary} 1\n")
    port = start_redis(mode=(str(config), "--sentinel"))
    with connect(f"redis+sentinel://127.0.0.1:{port}/games/2") as client:
        check(client, report=reports.append)
        client.set("a", "b")
        assert client.get("a") == b"b"
    with connect(at(primary, "/2")) as client:
        assert client.get("a") == b"b"
    unknown = f"redis+sentinel://127.0.0.1:{port}/other"
    with connect(unknown) as client, pytest.raises(Problem, match="the primary of 'other'"):
        check(client)


def test_sentinels_that_are_not_there_are_refused_in_one_line():
    with (
        connect("redis+sentinel://127.0.0.1:1,127.0.0.1:2/games") as client,
        pytest.raises(Problem) as refused,
    ):
        check(client)
    assert str(refused.value) == (
        "HEXLEDGER_REDIS_URL: no Sentinel that can be reached knows the primary of 'games'"
    )


def test_tls_is_used_where_it_is_asked_for():
    with connect("rediss://host:1?ssl_ca_certs=/ca.pem") as client:
        pool = client.connection_pool
        assert pool.connection_class is SSLConnection
        assert pool.connection_kwargs["ssl_ca_certs"] == "/ca.pem"


def test_a_bad_address_is_a_problem_without_the_password():
    with pytest.raises(Problem) as refused:
        connect("redis://ada:hush@host:port")
    assert "hush" not in str(refused.value)
