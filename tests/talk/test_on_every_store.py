"""The talk on every kind of Redis, a Cluster among them: atomic, and heard by every server."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from api.transport import event_stream
from domain.ids import PlayerId
from eventlog import following
from eventlog.table_talk import Words
from tests.api.kit import Site
from tests.redises import Store
from tests.talk.tables import stored_bytes, table


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    monkeypatch.setattr(following, "BLOCK_MS", 100)
    monkeypatch.setattr(following, "POLL_SECONDS", 0.01)


@pytest.fixture
def site(store: Store) -> Iterator[Site]:
    with Site(store.client()) as site:
        site.dump = store.dump  # type: ignore[method-assign]  # a Cluster has several nodes
        yield site


def test_talk_reports_and_mutes_work(site: Site):
    talk = table(site)
    said, private = talk.say(0, "hello"), talk.say(0, "psst", to=1)
    assert talk.read(2) == [said]
    assert talk.read(1) == [said, private]
    filed = talk.report(1, private["number"]).json
    (report,) = talk.organizer.read("/v1/talk-reports")["reports"]
    assert report["text"] == "psst"
    settlement = f"/v1/talk-reports/{filed['report_id']}/settlement"
    assert talk.organizer.post(settlement, {"decision": "removed"}).status_code == 200
    assert talk.texts(1) == ["hello", None]
    ada, bob, _ = talk.match.people
    assert bob.call("PUT", f"/v1/players/me/muted/{ada.player}").status_code == 204
    assert talk.read(1) == []
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    assert talk.texts(2) == [None]
    assert b"hello" not in stored_bytes(site)
    assert b"psst" not in stored_bytes(site)


def test_every_server_delivers_what_is_said(site: Site, store: Store):
    talk = table(site)
    with Site(store.client()) as other:
        there = talk.match.at(other)
        with (
            talk.match.follow(2, "?talk=true") as here_stream,
            there.follow(1, "?talk=true") as there_stream,
        ):
            for stream in (here_stream, there_stream):
                assert stream.take(1)[0].name == "view"
            for i in range(5):
                said = talk.say(i % 3, f"word {i}")
                for stream in (here_stream, there_stream):
                    assert stream.take(1)[0].data == said
            talk.say(0, "psst", to=1)
            public = talk.say(0, "for all")
            assert [one.data["text"] for one in there_stream.take(2)] == ["psst", "for all"]
            assert here_stream.take(1)[0].data == public


def test_nobody_says_more_than_ten_things_at_once(site: Site, store: Store):
    """Many requests of one player arrive at two servers in the same moment."""
    talk = table(site)
    with Site(store.client()) as other:
        tables = [site.dependencies.talk.table, other.dependencies.talk.table]
        player = PlayerId(talk.match.people[0].player)

        def say(i: int) -> object:
            return tables[i % 2].say(talk.match.game, player, Words(text=f"word {i}"), None)

        with ThreadPoolExecutor(8) as pool:
            outcomes = list(pool.map(say, range(30)))
    numbers = [one["number"] for one in talk.read(1)]
    assert len(numbers) == len(set(numbers)) == 10
    assert sum(hasattr(one, "wait_ms") for one in outcomes) == 20


def test_one_key_is_one_message_however_many_servers_get_it(site: Site, store: Store):
    talk = table(site)
    with Site(store.client()) as other:
        tables = [site.dependencies.talk.table, other.dependencies.talk.table]
        player = PlayerId(talk.match.people[0].player)

        def say(i: int) -> object:
            return tables[i % 2].say(talk.match.game, player, Words(text="once"), None, "key")

        with ThreadPoolExecutor(8) as pool:
            outcomes = set(pool.map(say, range(16)))
    assert len(outcomes) == 1
    assert talk.texts(1) == ["once"]
