"""Notices on every kind of Redis: each is stored once, in order, and goes with its player."""

import json
from typing import Any

import pytest

from domain.ids import PlayerId
from projections.notices import notice_store as module
from projections.notices.notice import shown_notices
from projections.notices.notice_store import NoticeStore
from projections.notices.player_notices import PlayerNotices
from tests.redises import Store

ADA, BEN = PlayerId(f"u-{'a' * 20}"), PlayerId(f"u-{'b' * 20}")


def numbers(store: Store, player: PlayerId, after: int = 0) -> list[int]:
    page = NoticeStore(store.client()).page(player, after, 1_000)
    return [number for number, _ in page.notices]


def test_a_notice_is_stored_once_whoever_tells_it(store: Store):
    here, there = (PlayerNotices(store.client(), clock=lambda: 1_000) for _ in range(2))
    assert here.tell(ADA, "invitation", "invitation-1", {"game_id": "p07-x", "from": BEN})
    assert not there.tell(ADA, "invitation", "invitation-1", {"game_id": "p07-x", "from": BEN})
    assert there.tell(ADA, "seek", "seek-1", {})
    assert here.tell(BEN, "seek", "seek-1", {})
    page = NoticeStore(store.client()).page(ADA, 0, 10)
    assert (page.first, page.last) == (1, 2)
    assert [(number, json.loads(body)) for number, body in page.notices] == [
        (
            1,
            {
                "id": "invitation-1",
                "kind": "invitation",
                "at": 1_000,
                "game_id": "p07-x",
                "from": BEN,
            },
        ),
        (2, {"id": "seek-1", "kind": "seek", "at": 1_000}),
    ]
    assert numbers(store, ADA, after=1) == [2]
    assert numbers(store, BEN) == [1]


def test_a_feed_keeps_its_latest_notices(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    told = PlayerNotices(store.client())
    for i in range(5):
        told.tell(ADA, "seek", f"seek-{i}", {})
    page = NoticeStore(store.client()).page(ADA, 0, 10)
    assert ([number for number, _ in page.notices], page.first, page.last) == ([3, 4, 5], 3, 5)
    kept = [key for key in Store(store.client).dump() if ADA.encode() in key]
    client = store.client()
    assert len(kept) == 2
    assert all(0 < client.ttl(key) <= module.KEEP_DAYS * 24 * 3600 for key in kept)


def test_a_feed_that_has_expired_goes_on_with_the_next_number(fake_store: Store):
    told = PlayerNotices(fake_store.client())
    told.tell(ADA, "seek", "seek-1", {})
    client = fake_store.client()
    client.delete(*(key for key in client.scan_iter() if b":feed" in key))
    page = NoticeStore(client).page(ADA, 0, 10)
    assert (page.notices, page.first, page.last) == ([], 2, 1)
    told.tell(ADA, "seek", "seek-2", {})
    assert numbers(fake_store, ADA) == [2]


def test_an_erased_player_gets_no_notice_any_more(store: Store):
    told = PlayerNotices(store.client())
    told.tell(ADA, "seek", "seek-1", {})
    told.forget(ADA)
    assert not told.tell(ADA, "seek", "seek-2", {})
    assert NoticeStore(store.client()).page(ADA, 0, 10).last == 0
    assert numbers(store, ADA) == []


def test_names_are_added_when_a_notice_is_shown():
    body: dict[str, Any] = {"game_id": "p07-x", "from": BEN, "players": [ADA, None, "bot:easy"]}
    known = {ADA: "Ada", BEN: None}
    (shown,) = shown_notices(
        [json.dumps(body)], lambda players: {player: known[PlayerId(player)] for player in players}
    )
    assert shown["names"] == {BEN: None, ADA: "Ada"}
    assert shown["links"] == {"game": "/v1/games/p07-x", "actions": "/v1/games/p07-x/actions"}
    (own,) = shown_notices([json.dumps({"links": {"seek": "/v1/seeks/1"}})], lambda players: {})
    assert own["links"] == {"seek": "/v1/seeks/1"}
