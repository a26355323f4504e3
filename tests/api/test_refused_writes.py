"""A Redis that takes no writes for now: commands have to wait, and everything can be read."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis.exceptions import ResponseError

from eventlog.ledger import is_outage
from tests.api.kit import Site, problem
from tests.redises import Store

REFUSALS = {"full": ("maxmemory", "1"), "without its replicas": ("min-replicas-to-write", "1")}
READS = ("", "/board", "/score", "/hand", "/log", "/stats", "/actions", "/board.svg", "/events")
LISTS = ("/v1/games", "/v1/players/me/games", "/v1/players/me", "/v1/keys")


@contextmanager
def refusing_writes(store: Store, setting: str, value: str) -> Iterator[None]:
    for node in store.nodes():
        node.config_set(setting, value)
    try:
        yield
    finally:
        for node in store.nodes():
            node.config_set(setting, "0")


@pytest.mark.parametrize("reason", REFUSALS)
def test_while_redis_refuses_writes_commands_wait_and_all_can_be_read(
    real_store: Store, reason: str
):
    with Site(real_store.client()) as site, site.another_server() as cold:
        match = site.started()
        assert site.anonymous.get("/v1/games").status_code == 200
        site.opened()
        asleep = match.at(cold)
        with refusing_writes(real_store, *REFUSALS[reason]):
            for server in (match, asleep):
                refused = server.post(0, {"type": "resign"})
                problem(refused, 503, "service/unavailable")
                assert refused.headers["Retry-After"]
                problem(server.site.anonymous.post("/v1/players", {"name": "Eve"}), 503)
                problem(server.people[0].post("/v1/games", {"ruleset": "base", "players": 3}), 503)
                assert server.site.anonymous.get("/healthz").status_code == 503
                assert server.site.anonymous.get("/healthz/live").status_code == 200
                for part in READS:
                    assert server.get(part, 0).status_code == 200, part
                for path in LISTS:
                    assert server.people[0].get(path).status_code == 200, path
        assert site.anonymous.get("/healthz").json == {"status": "ready"}
        assert match.post(0, {"type": "resign"}).status_code == 201


@pytest.mark.parametrize(
    "message",
    [
        "NOREPLICAS Not enough good replicas to write.",
        "MISCONF Errors writing to the AOF file: No space left on device",
        "OOM command not allowed when used memory > 'maxmemory'. script: ab, on @user_script:38.",
        "Error running script (call to f_ab): @user_script:38: @user_script: 38: "
        "-OOM command not allowed when used memory > 'maxmemory'.",
        "Error running script (call to f_ab): @user_script:38: @user_script: 38: "
        "-READONLY You can't write against a read only replica.",
        "BUSY Redis is busy running a script.",
    ],
)
def test_a_refusal_is_known_by_its_code_wherever_it_stands(message: str):
    assert is_outage(ResponseError(message))


@pytest.mark.parametrize(
    "message",
    [
        "WRONGTYPE Operation against a key holding the wrong kind of value",
        "ERR Error running script: @user_script:3: no such field: READONLYish",
        "Error running script (call to f_ab): @user_script:3: -WRONGTYPE of BUSY",
    ],
)
def test_a_mistake_is_no_refusal(message: str):
    assert not is_outage(ResponseError(message))
