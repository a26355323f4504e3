"""Reading a game after a deadline: overdue work is done first, and the view has the time."""

from collections.abc import Iterator

import pytest
from fakeredis import FakeRedis, FakeServer

from domain.table.expiry import Expire
from eventlog.commit import codec_for
from tests.api.kit import NDJSON, Match, Site, problem
from tests.clocks.backend import Time
from tests.clocks.facts import CLOCK, ms

PARTS = ("", "/board", "/score", "/log", "/stats", "/actions", "/board.svg", "/events")


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def site(time: Time) -> Iterator[Site]:
    with Site(clock=time) as found:
        yield found


def expiries(match: Match) -> int:
    codec = codec_for(match.ruleset)
    return sum(isinstance(codec.decode(line).command, Expire) for line in match.lines())


@pytest.mark.parametrize("part", PARTS)
def test_every_read_after_a_deadline_shows_what_became_of_it(
    site: Site, time: Time, part: str
) -> None:
    match = site.started(clock=CLOCK)
    time.passes(40)
    answer = match.get(part, 0)
    assert answer.status_code == 200
    assert expiries(match) == 1
    if part == "":
        assert answer.json["to_act"] == [1]


@pytest.mark.parametrize("accept", [NDJSON, "application/json"])
def test_the_feed_ends_with_it(site: Site, time: Time, accept: str) -> None:
    match = site.started(clock=CLOCK)
    time.passes(40)
    assert b"deadline_passed" in match.get("/events", Accept=accept).data


def test_a_server_that_knows_the_game_from_before_brings_it_about_too(
    site: Site, time: Time
) -> None:
    """It hears of the deadline by this very read, so the next one shows what became of it."""
    match = site.seated(clock=CLOCK, start_player="seat")
    with site.another_server(clock=time) as other:
        elsewhere = match.at(other)
        elsewhere.read()
        match.do(0, "start_game")
        time.passes(40)
        elsewhere.read()
        assert expiries(match) == 1
        assert elsewhere.read()["to_act"] == [1]


def test_a_view_with_clocks_tells_the_time_of_the_service(site: Site, time: Time) -> None:
    match = site.started(clock=CLOCK)
    time.passes(7)
    view = match.read()
    assert view["server_time"] == time()
    (deadline,) = view["clock"]["deadlines"]
    assert deadline == {"seat": 0, "decision": "founding", "due": time() + ms(33)}


def test_a_view_without_clocks_does_not(site: Site) -> None:
    assert "server_time" not in site.started().read()


def test_only_the_server_lets_deadlines_expire(site: Site, time: Time) -> None:
    match = site.started(clock=CLOCK)
    time.passes(30)
    body = {"type": "expire", "due": time() + ms(10), "at": time() + ms(10), "seat": 0}
    problem(match.post(0, body), 403, "command/not_for_players")
    assert expiries(match) == 0


@pytest.mark.parametrize("is_known", [True, False])
def test_while_redis_is_away_a_read_is_answered_as_such(time: Time, is_known: bool) -> None:
    server = FakeServer()
    with Site(FakeRedis(server=server), clock=time) as site:
        match = site.started(clock=CLOCK)
        with site.another_server(clock=time) as other:
            elsewhere = match.at(other)
            if is_known:
                elsewhere.read()
            time.passes(40)
            server.connected = False
            problem(elsewhere.get(), 503)
            server.connected = True
