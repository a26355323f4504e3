"""The personal feed: all that concerns a player, once and in order, however they read it."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from random import Random
from typing import Any

import pytest

from api.transport import event_stream, personal_stream
from api.transport.stream_limits import StreamLimit
from domain.ids import PlayerId
from projections.notices import notice_store
from projections.notices.ledger_notices import LedgerNotices
from tests.api.kit import NDJSON, SHORT, SSE, Person, Site, Stream, problem
from tests.api.test_players import everything
from tests.redises import Store, until

EVENTS = "/v1/players/me/events"


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


def tell(site: Site, person: Person, count: int = 1, first: int = 0) -> None:
    for i in range(first, first + count):
        assert site.notices.tell(PlayerId(person.player), "seek", f"seek-{i}", {"round": i})


def follow(person: Person, query: str = "", **headers: str) -> Stream:
    return Stream(person.get(EVENTS + query, Accept=SSE, **headers))


def lines(person: Person, query: str = "") -> list[Any]:
    answer = person.get(EVENTS + query, Accept=NDJSON)
    assert answer.status_code == 200, answer.data
    return [json.loads(line) for line in answer.data.splitlines()]


def test_a_page_has_what_concerns_a_player_and_nobody_else(site: Site):
    ada, ben, cyd = site.players(3)
    site.notices.tell(
        PlayerId(ada.player), "invitation", "invitation-1", {"game_id": "p07-x", "from": ben.player}
    )
    tell(site, ben)
    page = ada.read(EVENTS)
    ((notice,), at) = page["notices"], page["notices"][0]["at"]
    assert notice == {
        "number": 1,
        "id": "invitation-1",
        "kind": "invitation",
        "at": at,
        "game_id": "p07-x",
        "from": ben.player,
        "names": {ben.player: "Blaise"},
        "links": {"game": "/v1/games/p07-x", "actions": "/v1/games/p07-x/actions"},
    }
    assert (page["last"], page["more"], page["reset"]) == (1, False, False)
    assert cyd.read(EVENTS) == {"notices": [], "last": 0, "more": False, "reset": False}
    problem(site.anonymous.get(EVENTS), 401, "auth/token_missing")


def test_pages_are_read_on_by_number(site: Site):
    ada = site.player()
    tell(site, ada, 5)
    first = ada.read(f"{EVENTS}?limit=2")
    assert ([one["number"] for one in first["notices"]], first["more"]) == ([1, 2], True)
    second = ada.read(f"{EVENTS}?after=2&limit=3")
    assert ([one["number"] for one in second["notices"]], second["more"]) == ([3, 4, 5], False)
    assert ada.read(f"{EVENTS}?after=5")["notices"] == []
    assert [one["number"] for one in lines(ada, "?after=1&limit=2")] == [2, 3]
    assert [one["round"] for one in lines(ada)] == [0, 1, 2, 3, 4]


def test_every_form_says_the_same(site: Site):
    ada = site.player()
    tell(site, ada, 3)
    page = ada.read(EVENTS)["notices"]
    assert lines(ada) == page
    with follow(ada) as stream:
        events = stream.take(3)
    assert [(one.name, one.version) for one in events] == [("notice", i) for i in (1, 2, 3)]
    assert [one.data for one in events] == page
    with Stream(ada.get(f"{EVENTS}?follow=true", Accept=NDJSON)) as live:
        assert [json.loads(line) for line in next(live.writes).splitlines()] == page


def test_a_notice_comes_as_soon_as_it_is_told(site: Site):
    ada, ben = site.players(2)
    with follow(ada) as stream:
        found: list[Any] = []
        reading = threading.Thread(target=lambda: found.extend(stream.take(2)))
        reading.start()
        until(lambda: site.news_follower.count == 1, "the stream waits for news")
        tell(site, ben)
        tell(site, ada, 2)
        reading.join(30)
        assert [one.data["id"] for one in found] == ["seek-0", "seek-1"]
    until(lambda: site.news_follower.count == 0, "the stream is forgotten")


def test_a_reader_resumes_where_they_were(site: Site):
    ada = site.player()
    tell(site, ada, 3)
    with follow(ada, "?after=1") as stream:
        assert [one.version for one in stream.take(2)] == [2, 3]
    with follow(ada, "?after=1", Last_Event_ID="2") as stream:
        assert [one.version for one in stream.take(1)] == [3]
    problem(ada.get(EVENTS, Last_Event_ID="2-7"), 400, "header/bad_value")


def test_nothing_is_lost_and_nothing_comes_twice_however_often_the_connection_breaks(store: Store):
    luck, count = Random(8), 60
    with Site(store.client()) as site, site.another_server() as other:
        ada = site.player()
        elsewhere = Person(other.client, ada.player, ada.token)
        telling = threading.Thread(target=tell, args=(site, ada, count))
        telling.start()
        seen: list[int] = []
        while len(seen) < count:
            person = luck.choice([ada, elsewhere])
            with follow(person, f"?after={len(seen)}") as stream:
                wanted = min(luck.randrange(1, 9), count - len(seen))
                seen += [one.data["number"] for one in stream.take(wanted)]
        telling.join()
        assert seen == list(range(1, count + 1))


def test_a_number_that_is_too_old_or_unknown_is_answered_with_a_reset(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(notice_store, "MOST_KEPT", 3)
    ada = site.player()
    tell(site, ada, 6)
    for after, is_reset in ((0, False), (1, True), (2, True), (3, False), (6, False), (7, True)):
        expected = [4, 5, 6] if is_reset else [i for i in (4, 5, 6) if i > after]
        page = ada.read(f"{EVENTS}?after={after}")
        assert (page["reset"], page["last"]) == (is_reset, 6)
        assert [one["number"] for one in page["notices"]] == expected
        found = lines(ada, f"?after={after}")
        if is_reset:
            reset = found.pop(0)
            assert reset == {
                "kind": "reset",
                "number": 3,
                "links": {"games": "/v1/players/me/games"},
            }
        assert [one["number"] for one in found] == expected
        with follow(ada, f"?after={after}") as stream:
            if is_reset:
                (event,) = stream.take(1)
                assert (event.name, event.version, event.data) == ("reset", 3, reset)
            events = stream.take(len(expected)) if expected else []
            assert [one.version for one in events] == expected


def test_a_quiet_stream_is_pinged(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(personal_stream, "PING_SECONDS", 0.01)
    ada = site.player()
    tell(site, ada)
    with follow(ada) as stream:
        notice, ping, again = stream.take(3)
    assert (notice.name, ping.name, again.name) == ("notice", "ping", "ping")
    assert ping.version is None
    assert ping.data["number"] == 1
    problem(ada.get(f"{EVENTS}?ping=1", Accept=SSE), 422, "query/bad_value")


def test_turns_of_all_games_are_in_one_feed(site: Site):
    LedgerNotices(site.games).catch_up()
    first = site.seated(**SHORT)
    ada = first.people[0]
    answer = ada.post("/v1/games", {"ruleset": "dice", "players": 1})
    second = answer.json["game_id"]
    for body in ({"type": "take_seat"}, {"type": "start_game"}):
        assert ada.post(f"/v1/games/{second}/commands", body).status_code == 201
    first.do(0, "start_game")
    LedgerNotices(site.games).catch_up()
    notices = ada.read(EVENTS)["notices"]
    assert {(one["kind"], one["game_id"]) for one in notices} == {
        ("turn", first.game),
        ("turn", second),
    }
    (turn,) = (one for one in notices if one["game_id"] == first.game)
    assert turn["names"] == {
        person.player: name
        for person, name in zip(first.people, ("Ada", "Blaise", "Carl"), strict=True)
    }
    assert site.anonymous.get(turn["links"]["game"]).status_code == 200


def test_a_ticket_stands_for_the_token_in_an_address(site: Site):
    match = site.seated()
    ada = match.people[0]
    tell(site, ada)
    ticket = ada.post("/v1/players/me/ticket").json["ticket"]
    path = f"{EVENTS}?ticket={ticket}"
    assert site.anonymous.read(path)["last"] == 1
    with follow(site.anonymous, f"?ticket={ticket}") as stream:
        assert stream.take(1)[0].data["id"] == "seek-0"
    problem(site.anonymous.get(f"{EVENTS}?ticket=none"), 401, "auth/ticket_expired")
    game_ticket = ada.post(f"{match.path}/ticket").json["ticket"]
    problem(site.anonymous.get(f"{EVENTS}?ticket={game_ticket}"), 401, "auth/ticket_expired")
    problem(site.anonymous.get(f"{match.path}/events?ticket={ticket}"), 401, "auth/ticket_expired")


def assert_ends(stream: Stream) -> None:
    """Nothing but some pings may come before the end."""
    rest = list(islice(stream.writes, 1_000))
    assert len(rest) < 1_000
    assert b"notice" not in b"".join(rest)


@pytest.mark.parametrize("path", ["/v1/players/me", "/v1/players/me/tokens/{token}"])
def test_an_erased_player_and_a_revoked_token_read_nothing_more_at_any_server(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str
):
    monkeypatch.setattr(personal_stream, "PING_SECONDS", 0.01)
    ada = site.player()
    (token,) = ada.read("/v1/players/me/tokens")["tokens"]
    with site.another_server() as other, ExitStack() as stack:
        elsewhere = Person(other.client, ada.player, ada.token)
        streams = [
            stack.enter_context(stream)
            for person in (ada, elsewhere)
            for stream in (
                follow(person),
                Stream(person.get(f"{EVENTS}?follow=true", Accept=NDJSON)),
            )
        ]
        for stream in streams:
            next(stream.writes)
        address = path.format(token=token["token_id"])
        assert ada.call("DELETE", address).status_code == 204
        site.notices.tell(PlayerId(ada.player), "seek", "late", {})
        for stream in streams:
            assert_ends(stream)
    problem(ada.get(EVENTS), 401, "auth/token_unknown")


def test_streams_end_at_once_where_the_token_is_revoked(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(personal_stream, "PING_SECONDS", 600)
    ada = site.player()
    (token,) = ada.read("/v1/players/me/tokens")["tokens"]
    with follow(ada) as stream:
        ended = threading.Thread(target=lambda: list(stream))
        ended.start()
        until(lambda: site.news_follower.count == 1, "the stream waits for news")
        ada.call("DELETE", f"/v1/players/me/tokens/{token['token_id']}")
        ended.join(30)
        assert not ended.is_alive()


def test_an_erased_player_leaves_no_notice(site: Site):
    ada = site.player()
    site.notices.tell(PlayerId(ada.player), "seek", "seek-x", {"note": "private words"})
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    assert b"private words" not in everything(site)


def test_a_token_that_may_only_read_follows_the_feed(site: Site):
    ada = site.player()
    tokens = {
        scope: ada.post("/v1/players/me/tokens", {"name": scope, "scopes": [scope]}).json["token"]
        for scope in ("read", "play")
    }
    reader, player = (Person(ada.client, ada.player, tokens[scope]) for scope in ("read", "play"))
    assert reader.read(EVENTS)["last"] == 0
    assert reader.post("/v1/players/me/ticket").status_code == 201
    problem(player.get(EVENTS), 403, "auth/scope_missing")


def test_live_streams_are_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    limit = StreamLimit(1)
    limit.take_row()
    with Site(stream_limit=limit, limit_loopback=True) as site:
        ada = site.player()
        with follow(ada) as stream:
            next(stream.writes)
            problem(ada.get(EVENTS, Accept=SSE), 429, "rate/too_many_streams")
            assert ada.get(EVENTS).status_code == 200
        with follow(ada):
            pass


@pytest.mark.parametrize(
    ("query", "accept", "status", "code"),
    [
        ("?follow=true", "application/json", 422, "query/bad_value"),
        ("?limit=3", SSE, 422, "query/bad_value"),
        ("?limit=0", "application/json", 422, "query/bad_value"),
        ("?after=-1", "application/json", 422, "query/bad_value"),
        ("?at=3", "application/json", 422, "query/unknown_parameter"),
        ("", "image/png", 406, "accept/not_offered"),
    ],
)
def test_a_feed_that_cannot_be_meant_is_refused(
    site: Site, query: str, accept: str, status: int, code: str
):
    problem(site.player().get(EVENTS + query, Accept=accept), status, code)
