"""The outbox on every kind of Redis: every notice is taken once, and nothing is lost on the way."""

from typing import Any

import pytest

from domain.ids import PlayerId
from projections.notices import notice_store
from projections.notices.deliveries import Delivery
from projections.notices.game_notices import notice_id
from projections.notices.notice import make_notice
from projections.notices.notice_store import CommitNotices, NoticeStore
from projections.notices.outbox import MOST_FINISHED, DeliveryTiming, Outbox
from projections.notices.receivers import DEFAULT, OutboxName, Webhook, read_outbox_name
from tests.redises import Store

ADA, BEN = (OutboxName(PlayerId(player), DEFAULT) for player in ("u-ada", "u-ben"))
HOOK = Webhook(DEFAULT, "https://example.org/", ("turn",), "whsec_secret", 0)
SECOND = Webhook("w-2", "https://example.org/2", ("turn", "game_over"), "whsec_other", 0)
TIMING = DeliveryTiming(retry_seconds=(5, 30), lease_ms=20_000, patience_ms=15_000)
GAME = "p07-game"


class Box:
    """An outbox whose time stands still, and two players with webhooks."""

    def __init__(self, store: Store) -> None:
        self.now = 1_000_000
        self.redis = store.client()
        self.outbox = self.another()
        self.notices = NoticeStore(self.redis, clock=lambda: self.now)
        for outbox in (ADA, BEN):
            self.outbox.receivers.change(outbox.player, lambda receivers: [HOOK])

    def another(self) -> Outbox:
        return Outbox(self.redis, timing=TIMING, clock=lambda: self.now)

    def add_notices(
        self, version: int, *outboxes: OutboxName, kind: Any = "turn", **more: Any
    ) -> int:
        """Add a notice for each player. Returns how many deliveries were added."""
        players = [outbox.player for outbox in outboxes]
        body = {"game_id": GAME, "version": version}
        notices = [
            make_notice(player, kind, notice_id(player, GAME, version, kind), self.now, body)
            for player in players
        ]
        receivers = self.outbox.receivers.find_all(players)
        commit = CommitNotices(notices, GAME, version, **more)
        return self.notices.add([commit], receivers).deliveries

    def claimed(self, outbox: OutboxName, id: str) -> Delivery:
        found = self.outbox.claim(outbox, id)
        assert found is not None
        assert found.receiver == HOOK
        return found.delivery


@pytest.fixture
def box(store: Store) -> Box:
    return Box(store)


@pytest.fixture
def quick_box(fake_store: Store) -> Box:
    return Box(fake_store)


def test_a_delivery_is_sent_once(box: Box):
    assert box.add_notices(3, ADA, BEN) == 2
    assert box.add_notices(3, ADA, BEN) == 0, "by another writer"
    assert box.add_notices(2, ADA) == 0, "by one that lags behind"
    due = dict(box.outbox.take_due())
    assert set(due) == {ADA, BEN}
    assert box.another().take_due() == [], "another worker has them"
    delivery = box.claimed(ADA, due[ADA])
    assert box.another().claim(ADA, due[ADA]) is None, "another sender has it"
    box.outbox.mark_delivered(ADA, delivery, 204)
    assert box.outbox.claim(ADA, due[ADA]) is None
    (delivery,) = box.outbox.deliveries(ADA)
    assert (delivery.status, delivery.attempts, delivery.answer) == ("delivered", 1, 204)
    box.now += 1_000_000
    assert [outbox for outbox, _ in box.outbox.take_due()] == [BEN]


def test_a_failure_is_tried_again_after_a_pause_and_given_up_in_the_end(box: Box):
    box.add_notices(1, ADA)
    ((_, id),) = box.outbox.take_due()
    for attempt, pause in enumerate((5, 30, None), start=1):
        delivery = box.claimed(ADA, id)
        assert delivery.attempts == attempt
        assert box.outbox.mark_failed(ADA, delivery, "no connection") == pause
        assert box.outbox.claim(ADA, id) is None, "not before its time"
        box.now += 1_000 * (pause or 0)
    (delivery,) = box.outbox.deliveries(ADA)
    assert (delivery.status, delivery.attempts, delivery.error) == ("given_up", 3, "no connection")
    box.now += 10**9
    assert box.outbox.take_due() == []


def test_what_the_queue_or_its_sender_has_lost_is_found_again(box: Box):
    box.add_notices(1, ADA)
    ((_, id),) = box.outbox.take_due()
    box.now += TIMING.patience_ms - 1
    assert box.outbox.take_due() == []
    box.now += 1
    assert box.outbox.take_due() == [(ADA, id)], "the queue was lost"
    dead = box.claimed(ADA, id)
    box.now += TIMING.lease_ms
    assert box.outbox.take_due() == [(ADA, id)], "the sender was killed"
    box.redis.delete(f"{{webhooks}}:busy:{ADA}")
    alive = box.claimed(ADA, id)
    box.outbox.mark_delivered(ADA, alive, 200)
    assert box.outbox.mark_failed(ADA, dead, "late") == 5
    (delivery,) = box.outbox.deliveries(ADA)
    assert (delivery.status, delivery.attempts) == ("delivered", 2), (
        "a result that comes too late changes nothing"
    )


def test_a_delivery_that_kills_its_senders_is_given_up(quick_box: Box):
    quick_box.add_notices(1, ADA)
    ((_, id),) = quick_box.outbox.take_due()
    for _ in range(len(TIMING.retry_seconds) + 1):
        quick_box.claimed(ADA, id)
        quick_box.redis.delete(f"{{webhooks}}:busy:{ADA}")
        quick_box.now += TIMING.lease_ms
    assert quick_box.outbox.claim(ADA, id) is None
    (delivery,) = quick_box.outbox.deliveries(ADA)
    assert (delivery.status, delivery.error) == (
        "given_up",
        "the senders of this delivery stopped before it was done",
    )
    assert quick_box.outbox.take_due() == []


def test_one_receiver_is_called_by_one_sender_at_a_time(box: Box):
    box.add_notices(1, ADA)
    box.add_notices(2, ADA)
    ((_, first),) = box.outbox.take_due()
    delivery = box.claimed(ADA, first)
    (second,) = (one.id for one in box.outbox.deliveries(ADA) if one.id != first)
    assert box.outbox.claim(ADA, second) is None
    box.outbox.mark_delivered(ADA, delivery, 200)
    assert box.outbox.take_due() == [(ADA, second)], "the next one is due at once"


def test_too_many_pending_deliveries_are_dropped_and_counted(
    quick_box: Box, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(notice_store, "MOST_PENDING", 2)
    assert [quick_box.add_notices(version, ADA, BEN) for version in (1, 2, 3)] == [2, 2, 0]
    assert quick_box.outbox.dropped(ADA) == 1
    assert len(quick_box.outbox.deliveries(ADA)) == 2


def test_only_the_latest_deliveries_stay_stored(quick_box: Box):
    for version in range(1, MOST_FINISHED + 6):
        quick_box.now += 1
        quick_box.add_notices(version, ADA)
        ((_, id),) = quick_box.outbox.take_due()
        quick_box.outbox.mark_delivered(ADA, quick_box.claimed(ADA, id), 200)
    kept = quick_box.outbox.deliveries(ADA)
    assert [one.version for one in kept] == list(range(MOST_FINISHED + 5, 5, -1))


def test_a_deleted_webhook_gets_nothing_more_and_leaves_nothing(box: Box):
    box.add_notices(1, ADA, BEN)
    id = dict(box.outbox.take_due())[ADA]
    delivery = box.claimed(ADA, id)
    box.outbox.receivers.remove(ADA.player, DEFAULT)
    assert box.outbox.mark_failed(ADA, delivery, "late") == 5
    assert box.add_notices(2, ADA) == 0
    assert box.outbox.claim(ADA, id) is None
    assert box.outbox.deliveries(ADA) == []
    left = {key for key in Store(lambda: box.redis).dump() if b":feed" not in key}
    assert str(ADA) not in repr(left)
    assert str(BEN) in repr(left)


def test_the_last_notified_version_is_deleted_with_the_end_of_the_game(quick_box: Box):
    quick_box.add_notices(1, ADA)
    assert (quick_box.notices.last_notified_version(GAME), quick_box.notices.notified_games()) == (
        1,
        [GAME],
    )
    quick_box.add_notices(2, ADA, is_last=True)
    assert (quick_box.notices.last_notified_version(GAME), quick_box.notices.notified_games()) == (
        0,
        [],
    )
    assert quick_box.add_notices(2, ADA, is_last=True) == 0, "the notice is still in the feed"


def test_each_receiver_of_a_player_gets_the_kinds_it_wants_by_itself(box: Box):
    box.outbox.receivers.change(ADA.player, lambda receivers: [*receivers, SECOND])
    second = OutboxName(ADA.player, SECOND.id)
    assert box.add_notices(1, ADA) == 2
    assert box.add_notices(2, ADA, kind="game_over") == 1
    due = box.outbox.take_due()
    assert {outbox for outbox, _ in due} == {ADA, second}
    assert [read_outbox_name(str(outbox)) for outbox, _ in due] == [outbox for outbox, _ in due]
    (id,) = (id for outbox, id in due if outbox == ADA)
    delivery = box.claimed(ADA, id)
    found = box.outbox.claim(second, id)
    assert found is not None, "a receiver does not wait for another one"
    assert found.receiver == SECOND
    box.outbox.mark_failed(ADA, delivery, "no connection")
    box.outbox.mark_delivered(second, found.delivery, 200)
    assert [one.status for one in box.outbox.deliveries(ADA)] == ["pending"]
    assert sorted(one.status for one in box.outbox.deliveries(second)) == ["delivered", "pending"]
    box.outbox.receivers.remove(ADA.player, SECOND.id)
    assert box.outbox.deliveries(second) == []
    assert len(box.outbox.deliveries(ADA)) == 1


def test_a_receiver_that_is_busy_is_left_alone_as_long_as_it_says_within_limits(quick_box: Box):
    quick_box.add_notices(1, ADA)
    ((_, id),) = quick_box.outbox.take_due()
    delivery = quick_box.claimed(ADA, id)
    assert quick_box.outbox.mark_failed(ADA, delivery, "busy", 429, wait_seconds=20) == 20
    quick_box.now += 20_000
    delivery = quick_box.claimed(ADA, id)
    assert quick_box.outbox.mark_failed(ADA, delivery, "busy", 429, wait_seconds=10**6) == 30


def test_two_who_change_receivers_at_once_lose_nothing(box: Box):
    store, other = box.outbox.receivers, box.another().receivers

    def slow(receivers: Any) -> Any:
        if len(receivers) == 1:
            other.change(ADA.player, lambda them: [*them, SECOND])
        return [*receivers, Webhook("w-3", "https://example.org/3", ("turn",), "s", 0)]

    store.change(ADA.player, slow)
    assert [one.id for one in store.find_all([ADA.player])[ADA.player]] == [
        "default",
        "w-2",
        "w-3",
    ]
