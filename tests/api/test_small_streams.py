"""Small answers for phones: compressed streams, few headers, slow pings."""

import gzip
import zlib
from collections.abc import Iterator
from random import Random

import pytest

from api.transport import event_stream
from api.transport.middleware import BROWSER_HEADERS
from projections.one_game import feed
from tests.api.kit import NDJSON, SSE, Match, Site, problem, stream_events

CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36"
SIGNS_OF_A_BROWSER = [
    {"Sec_Fetch_Mode": "cors"},
    {"Origin": "https://example.org"},
    {"Referer": "https://example.org/"},
    {"Accept": "text/html,*/*"},
    {"User_Agent": CHROME},
]


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


@pytest.fixture
def match(site: Site) -> Match:
    return site.started()


def test_a_stream_is_compressed_and_every_write_arrives_at_once(site: Site, match: Match) -> None:
    answer = match.get("/events?after=0", 1, Accept=SSE, Accept_Encoding="gzip")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    unzip, seen, luck = zlib.decompressobj(31), list[int | None](), Random(1)
    writes = iter(answer.response)
    assert unzip.decompress(next(writes)) == b"retry: 1000\n\n"
    for _ in range(5):
        match.play_quickly(luck, 3)
        while len(seen) < match.version:
            events = stream_events(unzip.decompress(next(writes)))
            seen += [event.version for event in events if event.name == "commit"]
        assert seen == list(range(1, match.version + 1))
    answer.close()
    assert not site.follower.count


def test_pings_arrive_at_once_in_a_compressed_stream(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.05)
    path = f"/events?after={match.version}"
    answer = match.get(path, 1, Accept=SSE, Accept_Encoding="gzip")
    unzip, writes = zlib.decompressobj(31), iter(answer.response)
    unzip.decompress(next(writes))
    assert [one.name for one in stream_events(unzip.decompress(next(writes)))] == ["ping"]
    answer.close()


@pytest.mark.parametrize("query", ["", "?follow=true"])
def test_lines_are_compressed_too(site: Site, query: str) -> None:
    match = site.closed()
    plain = match.get(f"/events{query}", Accept=NDJSON)
    zipped = match.get(f"/events{query}", Accept=NDJSON, Accept_Encoding="gzip")
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 3


@pytest.mark.parametrize("refused", ["identity", "gzip;q=0", "br"])
def test_who_does_not_accept_gzip_gets_none(match: Match, refused: str) -> None:
    answer = match.get("/events", Accept=NDJSON, Accept_Encoding=refused)
    assert answer.data.startswith(b'{"version":1')


@pytest.mark.parametrize("part", ["", "/events", "/nothing", "/hand"])
def test_a_client_that_is_no_browser_gets_no_headers_for_browsers(match: Match, part: str) -> None:
    answer = match.get(part, User_Agent="phone/1")
    assert not BROWSER_HEADERS.keys() & dict(answer.headers).keys()
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("sign", SIGNS_OF_A_BROWSER)
def test_a_browser_gets_them_with_every_answer(match: Match, sign: dict[str, str]) -> None:
    for part in ("", "/nothing", "/board.svg"):
        answer = match.get(part, **sign)
        assert BROWSER_HEADERS.keys() <= dict(answer.headers).keys()


@pytest.mark.parametrize("path", ["/docs", "/docs/errors", "/", "/healthz", "/metrics"])
def test_pages_always_have_them(site: Site, path: str) -> None:
    answer = site.anonymous.get(path, User_Agent="phone/1")
    if answer.mimetype != "application/json":
        assert BROWSER_HEADERS.keys() <= dict(answer.headers).keys()


def test_a_picture_always_has_them(match: Match) -> None:
    answer = match.get("/board.svg", User_Agent="phone/1")
    assert BROWSER_HEADERS.keys() <= dict(answer.headers).keys()


def test_pings_can_be_slower(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []

    def follow(
        self: object, after: int, ping_seconds: float, *, is_lasting: bool
    ) -> Iterator[object]:
        asked.append(ping_seconds)
        return (one for one in ())

    monkeypatch.setattr(feed.Feed, "follow", follow)
    for query in ("", "&ping=5", "&ping=300"):
        match.get(f"/events?after=0{query}", Accept=SSE).get_data()
    assert asked == [10, 5, 300]
    for wrong in ("4", "301", "x", "-10"):
        problem(match.get(f"/events?ping={wrong}"), 422, "query/bad_value")


def test_a_reader_who_may_no_longer_follow_is_found_out_between_pings(
    site: Site, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "CHECK_SECONDS", 0.05)
    stream = match.follow(1, f"?after={match.version}&ping=300")
    site.accounts.erase(match.people[1].player)
    assert stream.take(1) == []
