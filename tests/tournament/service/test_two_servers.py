"""Two organizers run one tournament at once, each on a server of their own, with real workers."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.redises import PROGRAMS, Server, Store, until
from tests.seeks.servers import Reply, ServerProcess, call

SHORT = {"target_points": 3}


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    program = next(iter(PROGRAMS.values()))
    with Server(tmp_path_factory.mktemp("redis"), program) as store:
        yield store
        store.close_clients()


def test_two_organizers_on_two_servers_do_everything_once(tmp_path: Path, store: Store):
    with (
        ServerProcess(tmp_path / "one", store.url) as one,
        ServerProcess(tmp_path / "two", store.url) as two,
        ThreadPoolExecutor(8) as pool,
    ):
        people = [call(one, "POST", "/v1/players", body={"name": name}).body for name in "AB"]
        tokens = [person["token"] for person in people]
        games = {"ruleset": "base", "options": SHORT}
        swiss = {"type": "swiss", "rounds": 1}
        body = {"title": "Two desks", "games": games, "capacity": 24, "format": swiss}
        opened = call(one, "POST", "/v1/tournaments", tokens[0], body)
        assert opened.status == 201, opened
        path = f"/v1/tournaments/{opened.body['tournament_id']}"
        second = {"type": "appoint_staff", "person": people[1]["player_id"], "role": "organizer"}
        assert call(one, "POST", f"{path}/commands", tokens[0], second).status == 201

        def both(command: dict[str, Any], times: int = 1) -> list[Reply]:
            """Send a command from both desks, several times, all at once."""
            calls = [
                pool.submit(call, server, "POST", f"{path}/commands", token, command)
                for server, token in zip((one, two), tokens, strict=True)
                for _ in range(times)
            ]
            return [reply.result() for reply in calls]

        bots = both({"type": "add_bot", "bot": "random"}, times=4)
        assert [reply.status for reply in bots] == [201] * 8
        assert len({reply.body["version"] for reply in bots}) == 8, "each is a commit of its own"
        for step in ("start_tournament", "draft_round", "publish_round", "start_round"):
            replies = both({"type": step}, times=2)
            counted = Counter(reply.status for reply in replies)
            assert counted == {201: 1, 409: 3}, (step, replies)

        def read(server: ServerProcess) -> Any:
            return call(server, "GET", path).body

        until(lambda: read(two)["rounds"][0]["status"] == "closed", "all tables are played")
        both({"type": "finish_tournament"})
        until(lambda: read(one)["phase"] == "closed", "the tournament is closed")
        assert read(one) == read(two)
        (ended,) = read(one)["rounds"]
        assert len({table["game"] for table in ended["tables"]}) == len(ended["tables"]) == 2
        for server in (one, two):
            log = call(server, "GET", f"{path}/log?limit=500").body["entries"]
            kinds = Counter(entry["type"] for entry in log)
            assert (kinds["round_started"], kinds["table_result_recorded"]) == (1, 2), kinds
