"""Rate limits over HTTP: who asks too often waits, who looks after the service does not."""

import pytest

from api.transport.rate_limits import RateLimit, shared_buckets
from tests.api.kit import Answer, Site, problem

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


# By address


def by_hour(most: int) -> RateLimit:
    return RateLimit(shared_buckets(), most / 3_600, most, clock=lambda: 1_000.0)


def new_player(site: Site, address: str) -> Answer:
    return site.client.post(
        "/v1/players", json={"name": "Ada"}, environ_base={"REMOTE_ADDR": address}
    )


def test_players_are_created_only_so_fast_from_one_address():
    site = Site(new_player_limit=by_hour(BURST))
    for _ in range(BURST):
        assert new_player(site, "203.0.113.7").status_code == 201
    refused = new_player(site, "203.0.113.7")
    problem(refused, 429, "rate/too_many_players")
    assert refused.headers["Retry-After"] == str(3_600 // BURST + 1)
    assert new_player(site, "203.0.113.8").status_code == 201


def test_the_addresses_of_one_ipv6_network_count_as_one():
    site = Site(new_player_limit=by_hour(BURST))
    for host in range(BURST):
        assert new_player(site, f"2001:db8:1:2::{host + 1}").status_code == 201
    problem(new_player(site, "2001:db8:1:2:ffff::1"), 429, "rate/too_many_players")
    assert new_player(site, "2001:db8:1:3::1").status_code == 201
    for _ in range(BURST):
        new_player(site, "::ffff:203.0.113.9")
    problem(new_player(site, "203.0.113.9"), 429)


@pytest.mark.parametrize("is_limited", [False, True])
def test_this_machine_creates_players_freely_unless_it_is_limited_too(is_limited: bool):
    site = Site(new_player_limit=by_hour(1), limit_loopback=is_limited)
    assert new_player(site, "127.0.0.1").status_code == 201
    assert new_player(site, "127.0.0.1").status_code == (429 if is_limited else 201)


def test_device_codes_cannot_be_guessed():
    site = Site(new_player_limit=by_hour(BURST))
    where = {"REMOTE_ADDR": "203.0.113.7"}
    for _ in range(BURST):
        tried = site.client.post("/v1/tokens", json={"code": "BCDFG-HJKLM"}, environ_base=where)
        problem(tried, 404, "device/code_unknown")
    tried = site.client.post("/v1/tokens", json={"code": "BCDFG-HJKLM"}, environ_base=where)
    problem(tried, 429, "rate/too_many_codes")
    # New players are counted apart.
    assert new_player(site, "203.0.113.7").status_code == 201


def test_more_players_do_not_mean_more_requests_from_one_address():
    limit = RateLimit(shared_buckets(), 1, 2 * BURST, clock=lambda: 1_000.0)
    site = Site(address_limit=limit)
    people = site.players(3)

    def ask(number: int, address: str) -> int:
        where = {"REMOTE_ADDR": address}
        headers = {"Authorization": f"Bearer {people[number].token}"}
        return site.client.get("/v1/players/me", headers=headers, environ_base=where).status_code

    assert [ask(n % 3, "203.0.113.7") for n in range(2 * BURST)] == [200] * 2 * BURST
    assert [ask(n, "203.0.113.7") for n in range(3)] == [429] * 3
    assert ask(0, "203.0.113.8") == 200
