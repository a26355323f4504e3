"""Clients of a Redis, and the check that it is safe for a ledger."""

import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from redis import Redis, RedisCluster
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.cluster import ClusterNode
from redis.connection import (
    BlockingConnectionPool,
    Connection,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.exceptions import (
    AuthenticationError,
    RedisError,
    ResponseError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry
from redis.sentinel import MasterNotFoundError, Sentinel

from eventlog.ledger import UNREACHABLE
from hexledger.problems import Problem
from hexledger.redis_server import address
from hexledger.redis_server.address import RedisUrl
from hexledger.redis_server.programs import OLDEST

Client: TypeAlias = Redis | RedisCluster
Report: TypeAlias = Callable[[str], None]

CONNECT_SECONDS = 2
# A blocking read waits for up to ten seconds, so the timeout must be longer.
READ_SECONDS = 15
_CONNECTIONS = 256

# redis-py gives no types to these.
_Pool: Any = BlockingConnectionPool
_Sentinels: Any = Sentinel
_Node: Any = ClusterNode


def _print_to_stderr(line: str) -> None:
    print(f"hexledger: {line}", file=sys.stderr)


def connect(url: str) -> Client:
    """A client with binary replies. Only a client of a Cluster connects at once."""
    try:
        where = address.parse(url)
    except ValueError as error:
        raise Problem(f"the URL of the Redis {error}") from None
    if where.kind == "cluster":
        return _connect_to_cluster(where)
    if where.kind == "sentinel":
        return _connect_by_sentinels(where)
    return Redis.from_pool(_Pool(**_address(where), **_connection_options(where)))


def check(
    client: Client, name: str = "HEXLEDGER_REDIS_URL", *, report: Report = _print_to_stderr
) -> None:
    """Raise a Problem if this Redis is unfit for a ledger; report risks as warnings."""
    warnings: dict[str, None] = {}
    for server in _servers(client):
        info = _info(server, name)
        _check_kind(info, name, is_cluster=isinstance(client, RedisCluster))
        if _may_evict(info):
            raise Problem(
                f"{name}: this Redis may drop keys when its memory is full (maxmemory-policy is"
                f" {info['maxmemory_policy']}); set maxmemory-policy to noeviction"
            )
        warnings |= dict.fromkeys(_risks(server, info))
    for warning in warnings:
        report(f"warning: {name}: {warning}")


def check_queue(
    client: Client, name: str = "HEXLEDGER_QUEUE_URL", *, report: Report = _print_to_stderr
) -> None:
    """Raise a Problem if this Redis cannot hold the job queue. A lost queue loses no game."""
    if isinstance(client, RedisCluster):
        raise Problem(f"{name}: the job queue cannot work on a Cluster; name a single Redis")
    info = _info(client, name)
    _check_kind(info, name, is_cluster=False)
    if _may_evict(info):
        report(
            f"warning: {name}: this Redis may drop jobs when its memory is full; prefer noeviction"
        )


def _connection_options(where: RedisUrl) -> dict[str, Any]:
    """The options that all connections have."""
    options: dict[str, Any] = {
        "username": where.username,
        "password": where.password,
        "socket_timeout": READ_SECONDS,
        "socket_connect_timeout": CONNECT_SECONDS,
        "health_check_interval": 30,
        "max_connections": _CONNECTIONS,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
        **{name: value for name, value in where.options.items() if not name.startswith("sentinel")},
    }
    if where.kind != "socket":
        options["socket_keepalive"] = True
    if where.kind != "cluster":
        options |= {"db": where.db, "retry": _retry()}
    return options


def _retry() -> Retry:
    # A lost connection is made again. A timeout is not tried again: the caller has waited enough.
    return Retry(ExponentialWithJitterBackoff(base=0.05, cap=0.5), 3, (ConnectionLost,))


def _address(where: RedisUrl) -> dict[str, Any]:
    if where.kind == "socket":
        return {"connection_class": UnixDomainSocketConnection, "path": where.path}
    (host, port) = where.hosts[0]
    return {
        "connection_class": SSLConnection if where.tls else Connection,
        "host": host,
        "port": port,
    }


def _connect_by_sentinels(where: RedisUrl) -> Client:
    options = _connection_options(where)
    if where.tls:
        options["ssl"] = True
    sentinel_options = {
        **{name: value for name, value in options.items() if name.startswith(("ssl", "socket"))},
        "socket_timeout": CONNECT_SECONDS,
        # There are other Sentinels, and the client asks all of them again.
        "retry": Retry(NoBackoff(), 0),
        "username": where.options.get("sentinel_username"),
        "password": where.options.get("sentinel_password"),
    }
    sentinels = _Sentinels(list(where.hosts), sentinel_kwargs=sentinel_options, **options)
    client: Redis = sentinels.master_for(where.service)
    return client


def _connect_to_cluster(where: RedisUrl) -> Client:
    try:
        return RedisCluster(
            startup_nodes=[_Node(host, port) for host, port in where.hosts],
            connection_pool_class=BlockingConnectionPool,
            retry=_retry(),
            ssl=where.tls,
            **_connection_options(where),
        )
    except UNREACHABLE as error:
        raise Problem(f"the Redis Cluster cannot be reached: {_first_line(error)}") from None


def _servers(client: Client) -> list[Redis]:
    """A client of every server that accepts writes."""
    if isinstance(client, Redis):
        return [client]
    cluster: Any = client
    return [cluster.get_redis_connection(node) for node in cluster.get_primaries()]


def _info(server: Redis, name: str) -> Mapping[str, Any]:
    """The answer of a server to INFO, or a Problem."""
    try:
        server.ping()
        return server.info()
    except AuthenticationError as error:
        raise Problem(f"{name}: Redis refuses the login: {_first_line(error)}") from None
    except ResponseError as error:
        raise Problem(f"{name}: Redis does not answer INFO: {_first_line(error)}") from None
    except MasterNotFoundError as error:
        # The rest of the message lists every Sentinel and its connection.
        service = str(error).split(" : ")[0].removeprefix("No master found for ")
        raise Problem(
            f"{name}: no Sentinel that can be reached knows the primary of {service}"
        ) from None
    except (RedisError, OSError) as error:
        raise Problem(f"{name}: Redis cannot be reached: {_first_line(error)}") from None


def _check_kind(info: Mapping[str, Any], name: str, *, is_cluster: bool) -> None:
    version = str(info["redis_version"])
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise Problem(f"{name}: Redis {version} is too old; 6.2 or newer is needed")
    if info.get("cluster_enabled") and not is_cluster:
        raise Problem(f"{name}: this Redis is part of a Cluster; write redis+cluster://HOST:PORT")
    if info.get("role") == "slave":
        raise Problem(f"{name}: this Redis is a replica, which takes no writes; name its primary")


def _may_evict(info: Mapping[str, Any]) -> bool:
    return bool(info.get("maxmemory_policy", "noeviction") != "noeviction")


def _risks(server: Redis, info: Mapping[str, Any]) -> Iterator[str]:
    """Warnings about data that a crash of this server may lose."""
    try:
        save, fsync = (server.config_get(key).get(key) for key in ("save", "appendfsync"))
    except RedisError:
        yield "its configuration cannot be read; make sure that it saves its data to disk"
        return
    if not info.get("aof_enabled") and not save:
        yield "this Redis saves nothing to disk: a restart loses every game; set appendonly to yes"
    elif not info.get("aof_enabled"):
        yield "a crash may lose the last minutes of every game; set appendonly to yes"
    elif fsync != "always":
        yield f"a crash may lose the last commits (appendfsync is {fsync}, not always)"


def _first_line(error: Exception) -> str:
    """The first line of an error's message."""
    return str(error).split("\n")[0].rstrip(".") or type(error).__name__
