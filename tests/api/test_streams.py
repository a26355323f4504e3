"""Live streams: every commit as it happens, and nothing lost or twice when a connection breaks."""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from itertools import cycle, islice
from random import Random
from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from api.transport import event_stream
from api.transport.metrics import STREAMS
from commands import accounts
from eventlog.server_time import now_ms
from projections.one_game import feed
from tests.api.kit import NDJSON, SSE, Match, Site, Stream, StreamEvent, problem
from tests.eventlog.streams import put
from tests.redises import until
from tests.service import Service


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


@pytest.fixture
def match(site: Site) -> Match:
    return site.seated(start_player="seat")


def commits(events: list[StreamEvent]) -> list[int | None]:
    """The versions of commits, once it is sure that there is nothing else."""
    assert {one.name for one in events} <= {"commit"}
    assert all(one.data["version"] == one.version for one in events)
    return [one.version for one in events]


# What comes


def test_the_view_comes_first_to_who_has_no_cursor(match: Match):
    with match.follow(1) as stream:
        (first,) = stream.take(1)
        assert (first.name, first.version) == ("view", 4)
        assert first.data == match.read("", 1)
        match.do(0, "start_game")
        assert commits(stream.take(1)) == [5]


@pytest.mark.parametrize("after", [0, 1, 3])
def test_who_has_a_cursor_goes_on_from_there(match: Match, after: int):
    with match.follow(1, f"?after={after}") as stream:
        assert commits(stream.take(4 - after)) == list(range(after + 1, 5))


def test_what_a_browser_remembers_counts_more_than_its_address(match: Match):
    with match.follow(1, "?after=0", Last_Event_ID="3") as stream:
        assert commits(stream.take(1)) == [4]


def test_every_version_is_sent_even_if_the_viewer_may_see_nothing_of_it(match: Match):
    match.do(0, "start_game")
    luck = Random(1)
    with match.follow("spectator", "?after=0") as stream:
        seen = 0
        for _ in range(12):
            match.play_quickly(luck, 10)
            found = stream.take(match.version - seen)
            assert commits(found) == list(range(seen + 1, match.version + 1))
            seen = match.version


def test_a_stream_says_how_it_is_to_be_treated(match: Match):
    with match.follow(0) as stream:
        headers = stream.answer.headers
        assert headers["Content-Type"].startswith(SSE)
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Accel-Buffering"] == "no"
        assert "Content-Length" not in headers
        assert "Content-Encoding" not in headers
        assert next(stream.writes) == b"retry: 1000\n\n"


def test_a_ping_comes_when_nothing_happens(match: Match, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with match.follow(0, "?after=4") as stream:
        pings = stream.take(2)
        assert [(one.name, one.version, one.data["version"]) for one in pings] == [
            ("ping", None, 4)
        ] * 2
        assert abs(pings[0].data["server_time"] - now_ms()) < 60_000
        match.do(0, "start_game")
        rest = [one for one in stream.take(8) if one.name != "ping"]
        assert commits(rest) == [5]


def test_a_ping_takes_no_place(match: Match, monkeypatch: pytest.MonkeyPatch):
    """A browser that comes back after a ping names the last commit, not the ping."""
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with match.follow(0, "?after=3") as stream:
        next(stream.writes)
        assert b"id: 4\n" in next(stream.writes)
        assert b"id:" not in next(stream.writes)


@pytest.mark.parametrize("cursor", [5, 1_000, 10**14])
def test_a_cursor_ahead_of_the_game_begins_again(match: Match, cursor: int):
    with match.follow(1, "", Last_Event_ID=str(cursor)) as stream:
        (first,) = stream.take(1)
        assert (first.name, first.version) == ("reset", 4)
        assert first.data == match.read("", 1)
        match.do(0, "start_game")
        assert commits(stream.take(1)) == [5]


def lose_the_end(match: Match, left: int) -> None:
    """What a failover to a replica that lags behind does to a log."""
    ledger = match.site.games.ledger
    kept = list(ledger.read_all(match.game))[:left]
    put(ledger.redis, match.game, ledger.header(match.game), kept)


def test_a_stream_ahead_of_a_log_that_lost_its_end_begins_again(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with match.follow(1, "?after=3") as stream:
        assert commits(stream.take(1)) == [4]
        lose_the_end(match, 2)
        reset = next(one for one in stream if one.name != "ping")
        assert (reset.name, reset.version) == ("reset", 2)
        assert reset.data == match.read("", 1)
        match.do(2, "take_seat")
        assert commits([one for one in stream.take(5) if one.name != "ping"]) == [3]


def test_a_stream_begins_again_where_another_commit_took_the_place_of_one_it_told(match: Match):
    with match.follow(1, "?after=3") as stream:
        assert commits(stream.take(1)) == [4]
        lose_the_end(match, 3)
        other = match.at(match.site.another_server())
        other.do(0, "leave_seat")
        other.do(0, "take_seat")
        (reset,) = stream.take(1)
        assert (reset.name, reset.version) == ("reset", 5)
        other.do(2, "take_seat")
        assert commits(stream.take(1)) == [6]


def test_lines_that_are_followed_end_where_the_log_lost_what_they_told(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with match.get("/events?follow=true&after=3", Accept=NDJSON) as answer:
        lines = iter(answer.response)
        assert json.loads(next(lines))["version"] == 4
        lose_the_end(match, 2)
        assert set(lines) <= {b"\n"}


def test_who_closes_the_stream_is_forgotten(match: Match):
    before = STREAMS._value.get()
    streams = [match.follow(seat) for seat in range(3)]
    for stream in streams:
        stream.take(1)
    with match.follow(0, "?after=3") as stream:
        stream.take(1)
        assert match.site.follower.count == 1
        assert STREAMS._value.get() == before + 1
    for stream in streams:
        stream.close()
    assert match.site.follower.count == 0
    assert STREAMS._value.get() == before


def test_streams_end_when_the_follower_stops(match: Match):
    with match.follow(0, "?after=4") as stream:
        ended = threading.Thread(target=lambda: list(stream))
        ended.start()
        until(lambda: match.site.follower.count == 1, "the stream waits for news")
        match.site.follower.stop()
        ended.join(30)
        assert not ended.is_alive()


# Writes


def test_commits_that_come_together_are_written_together(match: Match):
    with match.follow(0, "?after=3") as stream:
        next(stream.writes)
        next(stream.writes)
        match.do(0, "start_game")
        match.play_quickly(Random(2), 9)
        write = next(stream.writes)
        assert write.count(b"event: commit\n") == 10


class Clock:
    """A clock that only moves when the code sleeps or a test moves it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.naps: list[float] = []

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.now += seconds


def test_there_is_a_rest_between_two_writes(match: Match, monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(event_stream, "time", clock)
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.05)
    with match.follow(0, "?after=3") as stream:
        next(stream.writes)
        next(stream.writes)
        match.do(0, "start_game")
        next(stream.writes)
        clock.now += 0.02
        match.play_quickly(Random(2), 1)
        next(stream.writes)
        assert clock.naps == [pytest.approx(0.05), pytest.approx(0.03)]


def test_a_slow_reader_is_dropped_and_can_resume(match: Match, monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(event_stream, "time", clock)
    with match.follow(0, "?after=3") as stream:
        next(stream.writes)
        next(stream.writes)
        clock.now += event_stream.SLOW_SECONDS + 1
        match.do(0, "start_game")
        assert next(stream.writes, None) is None
        assert match.site.follower.count == 0
    with match.follow(0, "", Last_Event_ID="4") as stream:
        assert commits(stream.take(1)) == [5]


# Breaks


def test_nothing_is_lost_and_nothing_comes_twice_however_often_the_connection_breaks(site: Site):
    match = site.started()
    luck = Random(5)
    for viewer in match.viewers:
        events: list[Any] = []
        last: int | None = None
        with match.follow(viewer) as stream:
            (view,) = stream.take(1)
            last = view.version
        begin = last or 0
        for _ in range(25):
            match.play_quickly(luck, luck.randrange(4))
            headers = {"Last_Event_ID": str(last)}
            with match.follow(viewer, "", **headers) as stream:
                waiting = match.version - (last or 0)
                found = stream.take(luck.randrange(waiting + 1))
            events += found
            last = events[-1].version if events else last
        with match.follow(viewer, f"?after={last}") as stream:
            events += stream.take(match.version - (last or 0))
        assert commits(events) == list(range(begin + 1, match.version + 1))
        feed_page = match.read(f"/events?after={begin}&limit=500", viewer)["commits"]
        assert [one.data for one in events] == feed_page


# Viewers that change


def test_a_follower_who_takes_a_seat_sees_their_own_cards_from_then_on(site: Site):
    match = site.opened(start_player="seat", discard_limit=3)
    with match.follow(0) as stream:
        assert stream.take(1)[0].name == "view"
        for seat in range(3):
            match.do(seat, "take_seat")
        match.do(0, "start_game")
        buy_cards(match, 0, 1)
        events = stream.take(match.version - 1)
    assert all((event["kind"] is None) == (event["seat"] != 0) for event in bought_in(events))
    assert [one.data for one in events] == match.read("/events?after=1&limit=500", 0)["commits"]


def test_an_organizer_who_takes_a_seat_sees_only_their_own_cards_from_then_on(site: Site):
    match = site.opened(start_player="seat", discard_limit=3)
    match.people[1] = site.player("Ref", role="organizer")
    with match.follow(1) as stream:
        assert stream.take(1)[0].name == "view"
        for seat in range(3):
            match.do(seat, "take_seat")
        match.do(0, "start_game")
        buy_cards(match, 0, 1)
        events = stream.take(match.version - 1)
    assert all((event["kind"] is None) == (event["seat"] != 1) for event in bought_in(events))
    assert len(match.read("/reads", 1)["reads"]) == 1


def buy_cards(match: Match, *seats: int) -> None:
    """Play on until these seats hold development cards."""
    match.preferred = ("buy_development_card",)
    match.play_until(Random(5), lambda state: all(state.cards_held[seat] for seat in seats))


def bought_in(stream_events: list[StreamEvent]) -> list[Any]:
    events = [event for one in stream_events for event in one.data["events"]]
    bought = [event for event in events if event["type"] == "development_card_bought"]
    assert bought
    return bought


def test_a_stream_ends_when_its_reader_leaves_the_seat_they_see_the_game_from(site: Site):
    match = site.opened()
    match.do(1, "take_seat")
    with match.follow(1, "?as=0") as stream:
        assert stream.take(1)[0].name == "view"
        match.do(1, "leave_seat")
        match.do(2, "take_seat")
        assert stream.take(5) == []
    problem(match.get("/events?as=0", 1, Accept=SSE), 403, "viewer/not_allowed")


def test_a_stream_ends_when_redis_goes_away_and_can_be_resumed(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    def gone(*_: Any) -> Any:
        raise RedisIsAway("gone")

    with match.follow(0, "?after=3") as stream:
        assert commits(stream.take(1)) == [4]
        with monkeypatch.context() as patch:
            patch.setattr(match.site.games.ledger, "read", gone)
            match.site.follower._notify(
                [(b"1-0", {b"game": match.game.encode(), b"version": b"5"})]
            )
            assert stream.take(1) == []
    match.do(0, "start_game")
    with match.follow(0, "", Last_Event_ID="4") as stream:
        assert commits(stream.take(1)) == [5]


# Rights that end


def private_streams(match: Match) -> list[Stream]:
    """The feed of the second player, with a token and with a ticket, in both lasting forms."""
    ticket = match.people[1].post(match.path + "/ticket").json["ticket"]
    path = f"{match.path}/events?after=4&ticket={ticket}"
    return [
        match.follow(1, "?after=4"),
        Stream(match.get("/events?after=4&follow=true", 1, Accept=NDJSON)),
        Stream(match.site.anonymous.get(path, Accept=SSE)),
        Stream(match.site.anonymous.get(path + "&follow=true", Accept=NDJSON)),
    ]


def assert_ends(stream: Stream) -> None:
    """Nothing but some pings may come before the end."""
    rest = list(islice(stream.writes, 1_000))
    assert len(rest) < 1_000
    assert b"commit" not in b"".join(rest)


def test_an_erased_player_is_told_nothing_more_by_any_server(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with match.site.another_server() as other, ExitStack() as stack:
        streams = [*private_streams(match), *private_streams(match.at(other))]
        for stream in streams:
            stack.enter_context(stream)
            next(stream.writes)
        assert match.people[1].call("DELETE", "/v1/players/me").status_code == 204
        for stream in streams:
            assert_ends(stream)


def test_the_streams_of_an_erased_player_end_at_once_where_that_is_done(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 600)
    with match.follow(1, "?after=4") as stream, match.follow(2, "?after=4") as other:
        ended = threading.Thread(target=lambda: list(stream))
        ended.start()
        next(other.writes)
        until(lambda: match.site.follower.count == 1, "the stream waits for news")
        match.people[1].call("DELETE", "/v1/players/me")
        ended.join(30)
        assert not ended.is_alive()
        match.do(0, "start_game")
        assert commits(other.take(1)) == [5]


def test_a_stream_ends_with_the_token_that_it_was_opened_with(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    with ExitStack() as stack:
        streams = [stack.enter_context(stream) for stream in private_streams(match)]
        for stream in streams:
            next(stream.writes)
        assert match.site.redis.delete(f"player:{match.people[1].player}:devices")
        for stream in streams:
            assert_ends(stream)


def test_a_busy_stream_ends_as_well_when_its_right_does(
    match: Match, monkeypatch: pytest.MonkeyPatch
):
    """Where something happens all the time no ping is sent, and yet the right is looked at."""
    clock = Clock()
    monkeypatch.setattr(feed, "time", clock)
    match.do(0, "start_game")
    with match.site.another_server() as other, match.at(other).follow(1, "?after=4") as stream:
        assert commits(stream.take(1)) == [5]
        match.people[1].call("DELETE", "/v1/players/me")
        match.play_quickly(Random(2), 1)
        assert commits(stream.take(1)) == [6]
        clock.now += event_stream.PING_SECONDS
        match.play_quickly(Random(2), 1)
        assert stream.take(1) == []


# Tickets


def test_a_ticket_stands_for_the_token_in_an_address(match: Match):
    answer = match.people[1].post(match.path + "/ticket")
    assert answer.status_code == 201
    assert answer.json["expires_in"] == 60
    assert answer.headers["Cache-Control"] == "no-store"
    path = f"{match.path}/events?ticket={answer.json['ticket']}"
    with match.site.anonymous.get(path, Accept=SSE) as opened:
        next(iter(opened.response))
    match.do(0, "start_game")
    buy_cards(match, 1)
    page = match.site.anonymous.read(f"{path}&limit=500")
    assert page == match.read("/events?limit=500", 1)
    assert page != match.read("/events?limit=500")


@pytest.mark.parametrize("accept", ["application/json", NDJSON, SSE])
@pytest.mark.parametrize("ticket", ["unknown", "x" * 100, "%00", "hx_token"])
def test_an_unknown_ticket_is_refused(match: Match, ticket: str, accept: str):
    answer = match.site.anonymous.get(f"{match.path}/events?ticket={ticket}", Accept=accept)
    problem(answer, 401, "auth/ticket_expired")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="hexledger"'


def test_a_token_is_no_ticket(match: Match):
    token = match.people[0].token
    answer = match.site.anonymous.get(f"{match.path}/events?ticket={token}")
    problem(answer, 401, "auth/ticket_expired")


def test_a_ticket_runs_out_after_a_minute(match: Match):
    ticket = match.people[0].post(match.path + "/ticket").json["ticket"]
    (key,) = match.site.redis.keys("ticket:*")
    assert 0 < match.site.redis.ttl(key) <= accounts.TICKET_SECONDS == 60
    assert ticket.encode() not in key
    match.site.redis.delete(key)
    answer = match.site.anonymous.get(f"{match.path}/events?ticket={ticket}", Accept=SSE)
    problem(answer, 401, "auth/ticket_expired")


def test_a_ticket_is_for_one_game_and_its_feed_alone(match: Match):
    ticket = match.people[0].post(match.path + "/ticket").json["ticket"]
    other = match.site.opened()
    answer = match.site.anonymous.get(f"{other.path}/events?ticket={ticket}")
    problem(answer, 401, "auth/ticket_expired")
    for part in ("", "/hand", "/actions"):
        answer = match.site.anonymous.get(f"{match.path}{part}?ticket={ticket}")
        problem(answer, 422, "query/unknown_parameter")
    problem(match.site.anonymous.get(f"{match.path}/hand", Authorization=f"Bearer {ticket}"), 401)


def test_the_ticket_of_an_erased_player_is_worth_nothing(match: Match):
    eve = match.site.player("Eve")
    ticket = eve.post(match.path + "/ticket").json["ticket"]
    eve.call("DELETE", "/v1/players/me")
    answer = match.site.anonymous.get(f"{match.path}/events?ticket={ticket}")
    problem(answer, 401, "auth/ticket_expired")


# NDJSON that goes on


def test_lines_go_on_until_the_game_is_closed(match: Match):
    answer = match.get("/events?follow=true&after=2", 0, Accept=NDJSON)
    with answer:
        writes = iter(answer.response)
        assert next(writes).count(b"\n") == 2
        match.do(0, "abandon_game")
        assert b'"game_abandoned"' in next(writes)
        match.close()
        assert b'"ledger_closed"' in next(writes)
        assert next(writes, None) is None


def test_lines_end_with_a_game_that_moves_elsewhere(match: Match):
    with match.get("/events?follow=true&after=3", 0, Accept=NDJSON) as answer:
        writes = iter(answer.response)
        assert next(writes).count(b"\n") == 1
        match.site.desk.move_game(match.game)
        assert b'"moved"' in next(writes)
        assert next(writes, None) is None


def test_a_closed_game_is_told_to_its_end_and_then_the_stream_stays(match: Match):
    """A browser would come back at once to a stream that ends."""
    match.do(0, "abandon_game")
    match.close()
    with match.follow(0, "?after=4") as stream:
        assert commits(stream.take(2)) == [5, 6]
        assert match.site.follower.count == 1


# A real service: Redis, two web processes, a worker


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("service")) as running:
        running.start()
        yield running


class Caller:
    """Somebody who calls a real service, each time over a connection of its own."""

    def __init__(self, service: Service, token: str = "") -> None:
        self.address = service.url.removeprefix("http://")
        self.token = token

    @contextmanager
    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> Iterator[HTTPResponse]:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        with closing(HTTPConnection(self.address)) as connection:
            connection.request(method, path, body and json.dumps(body), headers)
            with connection.getresponse() as answer:
                yield answer

    def call(self, method: str, path: str, body: Any = None) -> Any:
        with self.ask(method, path, body) as answer:
            payload = json.loads(answer.read())
            assert answer.status in (200, 201), payload
            return payload


def test_a_real_service_counts_its_live_streams(service: Service):
    anyone = Caller(service)
    token = anyone.call("POST", "/v1/players", {"name": "Ada"})["token"]
    ada = Caller(service, token)
    game = ada.call("POST", "/v1/games", {"ruleset": "base", "players": 3})["game_id"]

    def streams() -> float:
        with anyone.ask("GET", "/metrics") as answer:
            (line,) = re.findall(rb"^hexledger_live_streams (\S+)", answer.read(), re.MULTILINE)
            return float(line)

    with ExitStack() as stack:
        for _ in range(6):
            path = f"/v1/games/{game}/events?after=0"
            answer = stack.enter_context(ada.ask("GET", path, Accept=SSE))
            assert answer.status == 200
        until(lambda: streams() >= 6, "six are counted")
    moves = cycle(["take_seat", "leave_seat"])

    def are_gone() -> bool:
        """The server notices that a reader has gone when it writes to them."""
        ada.call("POST", f"/v1/games/{game}/commands", {"type": next(moves)})
        return streams() == 0

    until(are_gone, "they are gone")


def test_the_streams_of_an_erased_player_end_in_every_process(service: Service):
    anyone = Caller(service)
    ada, bob = (
        Caller(service, anyone.call("POST", "/v1/players", {"name": name})["token"])
        for name in ("Ada", "Bob")
    )
    game = ada.call("POST", "/v1/games", {"ruleset": "base", "players": 3})["game_id"]
    path = f"/v1/games/{game}/events?after=0"
    with ExitStack() as stack:
        streams = [
            stack.enter_context(who.ask("GET", path, Accept=SSE)) for who in [ada] * 8 + [bob]
        ]
        with ada.ask("DELETE", "/v1/players/me") as answer:
            assert answer.status == 204
        for stream in streams[:-1]:
            assert b"game_opened" in stream.read()
        bob.call("POST", f"/v1/games/{game}/commands", {"type": "take_seat"})
        while b"seat_taken" not in streams[-1].readline():
            pass


class Follower(threading.Thread):
    """Follows a game to its end over connections that break again and again, anywhere."""

    def __init__(self, caller: Caller, path: str, luck: Random) -> None:
        super().__init__(daemon=True)
        self.caller, self.path, self.luck = caller, path, luck
        self.view: Any = None
        self.commits: list[Any] = []
        self.breaks = 0

    def run(self) -> None:
        while not self.has_ended:
            last = (
                self.commits[-1]["version"] if self.commits else self.view and self.view["version"]
            )
            headers = {"Accept": SSE} | ({} if last is None else {"Last_Event_ID": str(last)})
            with self.caller.ask("GET", self.path, **headers) as answer:
                self._listen(answer, self.luck.randint(1, 4))
            self.breaks += 1

    @property
    def has_ended(self) -> bool:
        return bool(self.commits) and self.commits[-1]["events"][-1]["type"] == "ledger_closed"

    def _listen(self, answer: HTTPResponse, count: int) -> None:
        name = ""
        while count and not self.has_ended:
            line = answer.readline()
            if not line:
                return
            if line.startswith(b"event: "):
                name = line.split()[1].decode()
            elif line.startswith(b"data: ") and name == "view":
                assert self.view is None
                self.view = json.loads(line[6:])
            elif line.startswith(b"data: ") and name == "commit":
                self.commits.append(json.loads(line[6:]))
                count -= 1
        # Break off in the middle of what comes next, if something does.
        if self.luck.random() < 0.3 and not self.has_ended:
            answer.readline()


def test_nothing_is_lost_and_nothing_comes_twice_from_a_real_service(service: Service):
    luck = Random(8)
    anyone = Caller(service)
    tokens = [anyone.call("POST", "/v1/players", {"name": name})["token"] for name in "ABC"]
    people = [Caller(service, token) for token in tokens]
    # With a clock, players could agree on a pause.
    options = {"target_points": 3, "clock": "none"}
    body = {"ruleset": "base", "players": 3, "options": options}
    path = f"/v1/games/{people[0].call('POST', '/v1/games', body)['game_id']}"
    callers = [*people, anyone]
    followers = [Follower(one, f"{path}/events", Random(i)) for i, one in enumerate(callers)]
    for follower in followers:
        follower.start()
    for person in people:
        person.call("POST", f"{path}/commands", {"type": "take_seat"})
    people[0].call("POST", f"{path}/commands", {"type": "start_game"})
    while not (view := anyone.call("GET", path))["outcome"]:
        mover = people[luck.choice(view["to_act"])]
        actions = mover.call("GET", f"{path}/actions")["actions"]
        legal = [action.get("command") or action["example"] for action in actions]
        legal = [command for command in legal if command["type"] != "resign"]
        mover.call("POST", f"{path}/commands", luck.choice(legal))
    for follower in followers:
        follower.join(60)
        assert follower.has_ended, "the game was not followed to its end"
        assert follower.breaks > 3
        page = follower.caller.call("GET", f"{path}/events?limit=500")
        first = follower.commits[0]["version"]
        assert first == follower.view["version"] + 1
        assert follower.commits == page["commits"][first - 1 :]
