"""Rate limits over HTTP: who asks too often waits, who looks after the service does not."""

import pytest

from api.transport.rate_limits import RateLimit, shared_buckets
from tests.api.kit import Site, problem

BURST = 3


@pytest.fixture
def site() -> Site:
    limit = RateLimit(shared_buckets(), 1, BURST, clock=lambda: 1_000.0)
    return Site(rate_limit=limit, limit_loopback=True, cors_origins=("https://example.org",))


def test_who_asks_too_often_is_told_how_long_to_wait(site: Site):
    for _ in range(BURST):
        assert site.anonymous.get("/v1/keys").status_code == 200
    refused = site.anonymous.get("/v1/keys")
    problem(refused, 429, "rate/too_many_requests")
    assert refused.headers["Retry-After"] == "2"


def test_every_player_has_a_limit_of_his_own(site: Site):
    for person in site.players(2):
        for _ in range(BURST):
            assert person.get("/v1/players/me").status_code == 200
        problem(person.get("/v1/players/me"), 429)


@pytest.mark.parametrize("path", ["/healthz", "/healthz/ready", "/healthz/live", "/metrics"])
def test_probes_and_figures_count_for_nothing(site: Site, path: str):
    for _ in range(BURST + 1):
        assert site.anonymous.get(path).status_code == 200
    for _ in range(BURST):
        assert site.anonymous.get("/v1/keys").status_code == 200
    problem(site.anonymous.get("/v1/keys"), 429)
    assert site.anonymous.get(path).status_code == 200


def test_the_questions_a_browser_asks_first_count_for_nothing(site: Site):
    asked = {
        "Origin": "https://example.org",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    for _ in range(BURST + 1):
        answer = site.anonymous.call("OPTIONS", "/v1/games", headers=asked)
        assert answer.status_code == 200
        assert answer.headers["Access-Control-Allow-Origin"] == "https://example.org"
    assert site.anonymous.get("/v1/keys").status_code == 200
