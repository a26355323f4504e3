"""Clients of a Redis, wherever it is, and whether it may be trusted with a ledger."""

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
Tell: TypeAlias = Callable[[str], None]

CONNECT_SECONDS = 2
# A follower blocks for up to ten seconds, so silence is only a fault after more than that.
READ_SECONDS = 15
_CONNECTIONS = 256

# redis-py gives no types to these.
_Pool: Any = BlockingConnectionPool
_Sentinels: Any = Sentinel
_Node: Any = ClusterNode


def _say(line: str) -> None:
    print(f"hexledger: {line}", file=sys.stderr)


def connect(url: str) -> Client:
    """A client with binary replies. Nothing is asked of the server yet, except of a Cluster."""
    try:
        where = address.parse(url)
    except ValueError as error:
        raise Problem(f"the address of the Redis {error}") from None
    if where.kind == "cluster":
        return _connect_to_cluster(where)
    if where.kind == "sentinel":
        return _connect_by_sentinels(where)
    return Redis.from_pool(_Pool(**_address(where), **_manners(where)))


def check(client: Client, name: str = "HEXLEDGER_REDIS_URL", *, tell: Tell = _say) -> None:
    """Refuse a Redis that may lose a ledger, with a Problem; warn of one that might."""
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
        tell(f"warning: {name}: {warning}")


def check_queue(client: Client, name: str = "HEXLEDGER_QUEUE_URL", *, tell: Tell = _say) -> None:
    """Refuse a Redis that cannot hold the job queue. Losing the queue loses no game."""
    if isinstance(client, RedisCluster):
        raise Problem(f"{name}: the job queue cannot work on a Cluster; name a single Redis")
    info = _info(client, name)
    _check_kind(info, name, is_cluster=False)
    if _may_evict(info):
        tell(
            f"warning: {name}: this Redis may drop jobs when its memory is full; better noeviction"
        )


def _manners(where: RedisUrl) -> dict[str, Any]:
    """What all connections have in common."""
    manners: dict[str, Any] = {
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
        manners["socket_keepalive"] = True
    if where.kind != "cluster":
        manners |= {"db": where.db, "retry": _retry()}
    return manners


def _retry() -> Retry:
    # A lost connection is made anew. A timeout is not tried again: whoever waits has waited enough.
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
    manners = _manners(where)
    if where.tls:
        manners["ssl"] = True
    asking = {
        **{name: value for name, value in manners.items() if name.startswith(("ssl", "socket"))},
        "socket_timeout": CONNECT_SECONDS,
        # There are others to ask, and the whole question is asked again.
        "retry": Retry(NoBackoff(), 0),
        "username": where.options.get("sentinel_username"),
        "password": where.options.get("sentinel_password"),
    }
    sentinels = _Sentinels(list(where.hosts), sentinel_kwargs=asking, **manners)
    client: Redis = sentinels.master_for(where.service)
    return client


def _connect_to_cluster(where: RedisUrl) -> Client:
    try:
        return RedisCluster(
            startup_nodes=[_Node(host, port) for host, port in where.hosts],
            connection_pool_class=BlockingConnectionPool,
            retry=_retry(),
            ssl=where.tls,
            **_manners(where),
        )
    except UNREACHABLE as error:
        raise Problem(f"the Redis Cluster cannot be reached: {_words(error)}") from None


def _servers(client: Client) -> list[Redis]:
    """Every server that takes writes."""
    if isinstance(client, Redis):
        return [client]
    cluster: Any = client
    return [cluster.get_redis_connection(node) for node in cluster.get_primaries()]


def _info(server: Redis, name: str) -> Mapping[str, Any]:
    """What a server tells of itself, as far as it lets itself be asked."""
    try:
        server.ping()
        return server.info()
    except AuthenticationError as error:
        raise Problem(f"{name}: Redis refuses the login: {_words(error)}") from None
    except ResponseError as error:
        raise Problem(f"{name}: Redis does not answer questions: {_words(error)}") from None
    except MasterNotFoundError as error:
        # It goes on with every Sentinel and how it was asked.
        service = str(error).split(" : ")[0].removeprefix("No master found for ")
        raise Problem(
            f"{name}: no Sentinel that can be reached knows the primary of {service}"
        ) from None
    except (RedisError, OSError) as error:
        raise Problem(f"{name}: Redis cannot be reached: {_words(error)}") from None


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
    """What a crash of this server may cost."""
    try:
        save, fsync = (server.config_get(key).get(key) for key in ("save", "appendfsync"))
    except RedisError:
        yield "it may not be asked how it keeps its data; see to it that it is kept on disk"
        return
    if not info.get("aof_enabled") and not save:
        yield "this Redis keeps nothing on disk: a restart loses every game; set appendonly to yes"
    elif not info.get("aof_enabled"):
        yield "a crash may lose minutes, as this Redis only saves now and then; better appendonly"
    elif fsync != "always":
        yield f"a crash may lose the last commits (appendfsync is {fsync}, not always)"


def _words(error: Exception) -> str:
    """What went wrong, in one line and without the number of the error."""
    return str(error).split("\n")[0].rstrip(".") or type(error).__name__
