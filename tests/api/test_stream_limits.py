"""Live streams at once: so many for a player or an address, and freed when they end."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from api.transport.errors import TooManyStreams
from api.transport.stream_limits import StreamLimit
from tests.api.kit import NDJSON, SSE, Match, Site, problem

MOST = 3


@pytest.fixture
def limit() -> StreamLimit:
    made = StreamLimit(MOST)
    made.take_row()
    return made


@pytest.fixture
def match(limit: StreamLimit) -> Iterator[Match]:
    with Site(stream_limit=limit, limit_loopback=True) as site:
        yield site.seated(start_player="seat")


def test_who_follows_too_much_at_once_has_to_close_a_stream_first(match: Match):
    with ExitStack() as stack:
        streams = [stack.enter_context(match.follow(0)) for _ in range(MOST)]
        for form, part in ((SSE, ""), (NDJSON, "?follow=true")):
            refused = match.get(f"/events{part}", 0, Accept=form)
            error = problem(refused, 429, "rate/too_many_streams")
            assert error["details"] == {"most": MOST}
            assert refused.headers["Retry-After"] == "10"
        streams[0].close()
        with match.follow(0) as again:
            assert again.take(1)[0].name == "view"


def test_what_comes_to_an_end_by_itself_is_no_stream(match: Match):
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(match.follow(0))
        for form in (NDJSON, "application/json"):
            assert match.get("/events", 0, Accept=form).status_code == 200


def test_every_player_and_every_address_has_a_count_of_its_own(match: Match, limit: StreamLimit):
    with ExitStack() as stack:
        for viewer in (0, 1, "spectator"):
            for _ in range(MOST):
                stack.enter_context(match.follow(viewer))
        assert limit.count(f"player {match.people[1].player}") == MOST
        assert limit.count("address 127.0.0.1") == MOST
        ticket = match.people[2].post(match.path + "/ticket").json["ticket"]
        for _ in range(MOST):
            path = f"{match.path}/events?ticket={ticket}"
            stack.enter_context(match.site.anonymous.get(path, Accept=SSE))
        problem(match.get("/events", 2, Accept=SSE), 429, "rate/too_many_streams")
    assert limit.count(f"player {match.people[1].player}") == 0
    assert limit.count("address 127.0.0.1") == 0


def test_a_stream_that_is_refused_for_another_reason_counts_for_nothing(
    match: Match, limit: StreamLimit
):
    for _ in range(MOST + 1):
        problem(match.get("/events?as=0", Accept=SSE), 403, "viewer/not_allowed")
        problem(match.site.anonymous.get("/v1/games/p00-0/events", Accept=SSE), 404, "game/unknown")
    assert limit.count("address 127.0.0.1") == 0


def test_this_very_machine_has_no_limit_unless_that_is_wanted(limit: StreamLimit):
    with Site(stream_limit=limit) as site, ExitStack() as stack:
        match = site.seated()
        for _ in range(MOST + 1):
            stack.enter_context(match.follow(0)).take(1)


def test_processes_have_a_row_each_and_count_together():
    limit = StreamLimit(MOST, rows=2)
    first = limit.take_row()
    with limit.hold("Ada"), limit.hold("Ada"):
        second = limit.take_row()
        assert first != second
        with limit.hold("Ada"):
            assert limit.count("Ada") == MOST
            with pytest.raises(TooManyStreams), limit.hold("Ada"):
                pass
            with limit.hold("Bob"):
                assert limit.count("Bob") == 1
        assert limit.count("Ada") == MOST - 1
        limit.clear_row(second)
        assert limit.take_row() == second
        assert limit.take_row() is None
