"""What a phone pays for a whole game: by reading the view after every commit, or by following."""

import socket
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from bench.report import Bar, Row
from bench.rounds import Effort, Figure
from bench.scripted import MASTER
from bench.servers import HOST, Connection, serving
from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.ids import SYSTEM
from domain.posting import post_form
from hexledger.redis_server.embedded import EmbeddedRedis
from hexledger.self_play import BotGame, Setup

PLAYERS = 4
BOT = "planner"
PATIENCE_SECONDS = 60.0
RECEIVE = 65_536
KIB = 1_024.0
COMMITS, CHANGES = "commits alone", "view, changes and geometry"
FOLLOWED: dict[str, str] = {COMMITS: "/events?after=0", CHANGES: "/events?changes=true&ping=60"}
"""Ways to follow a game by server-sent events, by what they bring."""
MOST = 0.2
"""To follow a game and draw it may cost this share of reading the view after every commit."""


@dataclass
class Bytes:
    """What went over the wire, headers included."""

    sent: int = 0
    received: int = 0

    @property
    def total(self) -> int:
        return self.sent + self.received


class Phone:
    """One connection of a client that accepts gzip and counts every byte."""

    def __init__(self, port: int, token: str) -> None:
        self.bytes = Bytes()
        self._token = token
        self._socket = socket.create_connection((HOST, port), PATIENCE_SECONDS)
        self._buffer = b""

    def get(self, path: str) -> bytes:
        """The body of a response, decompressed."""
        headers = self.ask(path, "application/json")
        body = self._exactly(int(headers["content-length"]))
        return zlib.decompress(body, 31) if headers.get("content-encoding") == "gzip" else body

    def stream(self, path: str) -> Iterator[bytes]:
        """What a response without an end brings, piece by piece, decompressed."""
        headers = self.ask(path, "text/event-stream")
        unzip = zlib.decompressobj(31) if headers.get("content-encoding") == "gzip" else None
        while size := int(self._line(), 16):
            chunk = self._exactly(size)
            self._line()
            yield chunk if unzip is None else unzip.decompress(chunk)

    def ask(self, path: str, accept: str) -> dict[str, str]:
        """Send a request as a small client does; the headers of the response."""
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAuthorization: Bearer {self._token}\r\n"
            f"Accept: {accept}\r\nAccept-Encoding: gzip\r\nUser-Agent: phone/1\r\n\r\n"
        ).encode()
        self.bytes.sent += len(request)
        self._socket.sendall(request)
        status = self._line()
        if b" 200 " not in status:
            raise AssertionError(f"{path}: {status!r}")
        headers = {}
        while line := self._line():
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        return headers

    def _line(self) -> bytes:
        while b"\r\n" not in self._buffer:
            self._receive()
        line, _, self._buffer = self._buffer.partition(b"\r\n")
        return line

    def _exactly(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._receive()
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def _receive(self) -> None:
        data = self._socket.recv(RECEIVE)
        if not data:
            raise AssertionError("the server has closed the connection")
        self.bytes.received += len(data)
        self._buffer += data

    def close(self) -> None:
        self._socket.close()


class Follower(threading.Thread):
    """A phone that follows a game until it has seen a version."""

    def __init__(self, phone: Phone, path: str) -> None:
        super().__init__(daemon=True)
        self.phone = phone
        self.last = threading.Event()
        self._path = path
        self._text = b""
        self._wanted = b""
        self.start()

    def run(self) -> None:
        with suppress(OSError):  # The phone is closed once it has seen enough.
            self._read()

    def _read(self) -> None:
        for piece in self.phone.stream(self._path):
            self._text += piece
            if self._wanted and self._wanted in self._text:
                self.last.set()
                return

    def finish(self, version: int) -> Bytes:
        """Wait for the commit of this version, which is the last."""
        self._wanted = b"id: %d\n" % version
        if self._wanted in self._text:
            self.last.set()
        if not self.last.wait(PATIENCE_SECONDS):
            raise AssertionError(f"version {version} was never sent")
        return self.phone.bytes


class BotScript(BotGame):
    """A game of bots under the id that a server gave it, drawing as that server will."""

    def __init__(self, game: str) -> None:
        super().__init__(
            Setup(players=PLAYERS, seed="small", bots=(BOT,) * PLAYERS), 0, record=False
        )
        self.game = game
        self.chance = SeededChance(seed_of(MASTER, game), key_id_of(MASTER))


@dataclass
class Bill:
    """What a whole game costs one phone, by how it keeps up with it."""

    commits: int = 0
    views: Bytes = field(default_factory=Bytes)
    """The whole view after every commit."""
    followed: dict[str, Bytes] = field(default_factory=dict)
    """The feed, with everything that is read before it."""


def play_and_count(api: Connection, port: int, most: int | None = None) -> Bill:
    """Play a base game over HTTP, and count what phones pay who watch it from the first seat."""
    tokens = [
        api.create("/v1/players", "", {"name": f"Player {seat}"})["token"]
        for seat in range(PLAYERS)
    ]
    opened = api.create("/v1/games", tokens[0], {"ruleset": "base", "players": PLAYERS})
    game, bill = opened["game_id"], Bill()
    path = f"/v1/games/{game}"
    with ExitStack() as stack:
        reader = stack.enter_context(closing(Phone(port, tokens[0])))
        followers = {
            what: Follower(stack.enter_context(closing(Phone(port, tokens[0]))), path + part)
            for what, part in FOLLOWED.items()
        }
        version = opened["version"]
        commits = BotScript(game).commits()
        next(commits)
        for actor, command, _ in commits:
            if actor == SYSTEM or (most is not None and bill.commits >= most):
                break
            token = tokens[int(actor.rpartition("-")[2])]
            body = msgspec.json.encode(post_form(command))
            version = msgspec.json.decode(api.post(f"{path}/commands", token, body))["version"]
            reader.get(path)
            bill.commits += 1
        bill.views = replace(reader.bytes)
        bill.followed = {what: one.finish(version) for what, one in followers.items()}
        artist = stack.enter_context(closing(Phone(port, tokens[0])))
        board = msgspec.json.decode(reader.get(f"{path}/board?geometry=apart"))
        artist.get(f"/v1/geometries/{board['geometry']}")
        drawn = bill.followed[CHANGES]
        bill.followed[CHANGES] = Bytes(
            drawn.sent + artist.bytes.sent, drawn.received + artist.bytes.received
        )
    return bill


def measure(effort: Effort) -> list[Row]:
    """A whole game of bots; a few commits of it in a quick run."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hexledger-bench-")))
        url = stack.enter_context(EmbeddedRedis(folder))
        api = stack.enter_context(serving("hexledger.processes.web_server", url, folder))
        bill = play_and_count(api, api.port, effort.size(10_000, 40))
    views = bill.views.total
    rows = [
        Row(
            what=f"the view after each of {bill.commits} commits",
            ours=_kib(views),
            details={"sent": bill.views.sent, "received": bill.views.received},
        )
    ]
    for what, counted in bill.followed.items():
        share = counted.total / views
        rows.append(
            Row(
                what=f"following instead: {what}",
                ours=_kib(counted.total),
                reference=_kib(views),
                ratio=Figure(share, share, share, "×"),
                bar=Bar(most=MOST) if what == CHANGES else None,
                details={"sent": counted.sent, "received": counted.received},
            )
        )
    return rows


def _kib(count: int) -> Figure:
    kib = count / KIB
    return Figure(kib, kib, kib, "KiB")
