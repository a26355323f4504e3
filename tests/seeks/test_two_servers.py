"""Quick games on two servers that share one Redis, in processes of their own."""

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from domain.table.state import Table
from eventlog.ledger import Ledger
from eventlog.live_games import LiveGames
from tests.redises import PROGRAMS, Server, Store
from tests.seeks.servers import PATIENCE_SECONDS, Reply, ServerProcess, Unreachable, call

DUEL = {"ruleset": "duel"}
THREE = {"ruleset": "base", "players": 3}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    program = next(iter(PROGRAMS.values()))
    with Server(tmp_path_factory.mktemp("redis"), program) as store:
        yield store
        store.close_clients()


def new_player(server: ServerProcess, name: str) -> tuple[str, str]:
    reply = call(server, "POST", "/v1/players", body={"name": name})
    assert reply.status == 201, reply
    return reply.body["player_id"], reply.body["token"]


def test_two_strangers_are_paired_through_two_servers(tmp_path: Path, store: Store):
    with (
        ServerProcess(tmp_path / "one", store.url) as one,
        ServerProcess(tmp_path / "two", store.url) as two,
        ThreadPoolExecutor(2) as pool,
    ):
        (ada, ada_token), (bob, bob_token) = new_player(one, "Ada"), new_player(two, "Bob")
        first = call(one, "POST", "/v1/seeks", ada_token, DUEL)
        assert (first.status, first.body["status"]) == (201, "waiting")
        path = f"/v1/seeks/{first.body['seek_id']}?wait=60"
        waiting = pool.submit(lambda: (call(one, "GET", path, ada_token), time.monotonic()))
        # The long poll of the first is under way when the second comes.
        time.sleep(0.5)
        began = time.monotonic()
        second = call(two, "POST", "/v1/seeks", bob_token, DUEL)
        found, at = waiting.result(PATIENCE_SECONDS)
        print(f"\npaired through two servers within {at - began:.3f} s")
        assert (second.body["status"], found.body["status"]) == ("matched", "matched")
        game = second.body["game_id"]
        assert found.body["game_id"] == game
        for server, token in ((one, ada_token), (two, bob_token)):
            view = call(server, "GET", f"/v1/games/{game}", token).body
            assert {seat["player"] for seat in view["seats"]} == {ada, bob}
            assert view["to_act"]


class Seeker:
    """A player who looks for one game, changes their mind now and then, and loses connections."""

    def __init__(self, number: int, player: str, token: str, wanted: Any) -> None:
        self.player = player
        self.game: str | None = None
        self._token = token
        self._wanted = wanted
        self._luck = Random(number)

    def run(self, servers: list[ServerProcess], is_calm: Event) -> None:
        deadline, number = time.monotonic() + PATIENCE_SECONDS, 0
        while self.game is None and time.monotonic() < deadline:
            number += 1
            reply = self._call(servers, "POST", "/v1/seeks", self._wanted, f"seek {number}")
            assert reply.status == 201, reply
            path = f"/v1/seeks/{reply.body['seek_id']}"
            while reply.body["status"] == "waiting" and time.monotonic() < deadline:
                if not is_calm.is_set() and self._luck.random() < 0.3:
                    left = self._call(servers, "DELETE", path)
                    assert left.status in (204, 409), left
                    is_matched = left.status == 409
                    assert not is_matched or left.body["code"] == "seek/matched"
                reply = self._call(servers, "GET", f"{path}?wait={self._luck.choice([0, 1, 2])}")
                assert reply.status == 200, reply
            assert reply.body["status"] in ("matched", "left"), reply
            self.game = reply.body["game_id"]

    def _call(
        self, servers: list[ServerProcess], method: str, path: str, body: Any = None, key: str = ""
    ) -> Reply:
        """Call one of the servers; if it is gone or busy, call another, with the same key."""
        while True:
            try:
                server = self._luck.choice(servers)
                reply = call(server, method, path, self._token, body, key)
            except Unreachable:
                continue
            if reply.status not in (502, 503):
                return reply


@pytest.mark.parametrize("luck", [1])
def test_everybody_is_seated_once_although_a_server_is_killed(
    luck: int, tmp_path: Path, store: Store
):
    duels, threes = 14, 12
    with (
        ServerProcess(tmp_path / "one", store.url) as one,
        ServerProcess(tmp_path / "two", store.url) as two,
        ThreadPoolExecutor(duels + threes) as pool,
    ):
        seekers = [
            Seeker(luck * 1_000 + n, *new_player(one, f"P{n}"), DUEL if n < duels else THREE)
            for n in range(duels + threes)
        ]
        servers, is_calm = [one, two], Event()
        Random(luck).shuffle(seekers)
        running = [pool.submit(seeker.run, servers, is_calm) for seeker in seekers]
        time.sleep(1.5)
        two.kill()
        servers.remove(two)
        time.sleep(1.5)
        is_calm.set()
        for one_running in running:
            one_running.result(2 * PATIENCE_SECONDS)
        assert all(seeker.game for seeker in seekers), "somebody was lost"
    tables = tables_of(store, {seeker.player for seeker in seekers})
    seated = Counter(chair.player for table in tables.values() for chair in table.chairs)
    assert seated == Counter(seeker.player for seeker in seekers)
    for seeker in seekers:
        assert seeker.player in [chair.player for chair in tables[str(seeker.game)].chairs]


def tables_of(store: Store, people: set[str]) -> dict[str, Table]:
    """The games of these people that were not given up before they started."""
    games = LiveGames(Ledger(store.client()))
    found = {}
    for game in set(games.ledger.games()):
        with games.hold(game) as live:
            if live.state.host in people and live.state.outcome != "abandoned":
                found[game] = live.state
    return found
