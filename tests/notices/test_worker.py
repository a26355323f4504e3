"""Webhooks through real workers: processes with RQ on a real Redis, and a receiver over HTTP."""

import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from projections.notices.addresses import AddressPolicy
from tests.api.kit import MASTER, SHORT, Match, Person, Site
from tests.notices.receiver import Call, Receiver, is_signed, receiving
from tests.notices.subscriber import Subscriber, vapid_of
from tests.redises import PROGRAMS, Server, Store, until

ROOT = Path(__file__).parents[2]
HOOK = "/v1/players/me/webhook"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    program = next(iter(PROGRAMS.values()))
    with Server(tmp_path_factory.mktemp("redis"), program) as store:
        yield store
        store.close_clients()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as found:
        yield found


class Workers:
    """Worker processes, which are gone when the test is over."""

    def __init__(self, url: str, log: Path) -> None:
        self._log = log
        self._environment = {
            **{name: text for name, text in os.environ.items() if "HEXLEDGER" not in name},
            "HEXLEDGER_REDIS_URL": url,
            "HEXLEDGER_MASTER_SECRET": MASTER.hex(),
            "HEXLEDGER_PUSH_KEY": MASTER.hex(),
            "HEXLEDGER_WEBHOOK_ALLOW_PRIVATE": "on",
        }
        self.running: list[subprocess.Popen[bytes]] = []

    @property
    def logs(self) -> str:
        return self._log.read_text()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.notices.worker"]
        with self._log.open("a") as log:
            # A session of its own: RQ's schedule is a child that would outlive a kill.
            process = subprocess.Popen(
                command, cwd=ROOT, env=self._environment, stderr=log, start_new_session=True
            )
        self.running.append(process)

    def kill(self) -> None:
        """End all of them at once, with no chance to tidy up."""
        while self.running:
            process = self.running.pop()
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def stop(self) -> None:
        for process in self.running:
            process.terminate()
        while self.running:
            assert self.running.pop().wait() == 0


@pytest.fixture
def workers(server: Store, tmp_path: Path) -> Iterator[Workers]:
    server.wipe()
    found = Workers(server.url, tmp_path / "log")
    yield found
    found.kill()


@pytest.fixture
def site(server: Store, workers: Workers) -> Site:
    return Site(server.client(), address_policy=AddressPolicy(allow_private=True))


def hooked(person: Person, receiver: Receiver, path: str = "/", **more: Any) -> str:
    """Set a player's webhook. Returns its secret."""
    body = {"url": f"{receiver.url}{path}", **more}
    answer = person.call("PUT", HOOK, json=body)
    assert answer.status_code == 200, answer.data
    return str(answer.json["secret"])


def deliveries(person: Person) -> list[Any]:
    found: list[Any] = person.read(f"{HOOK}/deliveries")["deliveries"]
    return found


def statuses(*people: Person) -> Counter[str]:
    return Counter(one["status"] for person in people for one in deliveries(person))


def is_all_delivered(*people: Person) -> bool:
    counted = statuses(*people)
    return bool(counted) and set(counted) == {"delivered"}


def begun_game(site: Site, receiver: Receiver, commits: int = 15) -> tuple[Match, list[str]]:
    """A game in which everybody has a webhook."""
    match = site.seated(**SHORT)
    secrets = [
        hooked(person, receiver, f"/seat/{seat}?q=hidden")
        for seat, person in enumerate(match.people)
    ]
    match.do(0, "start_game")
    match.play_quickly(Random(1), commits)
    return match, secrets


def test_everything_arrives_signed_and_once_though_two_workers_run(
    site: Site, workers: Workers, receiver: Receiver
):
    workers.start()
    workers.start()
    match, secrets = begun_game(site, receiver, 40)
    site.desk.void_game(match.game, "rain")
    until(lambda: is_all_delivered(*match.people), "all is delivered")
    assert len(receiver.ids) == len(set(receiver.ids)) == sum(statuses(*match.people).values())
    for seat, secret in enumerate(secrets):
        calls = receiver.of(f"/seat/{seat}?q=hidden")
        assert all(is_signed(call, secret) for call in calls)
        assert not is_signed(calls[0], secrets[seat - 1])
        assert calls[-1].payload["kind"] == "game_over"
        assert {call.payload["seat"] for call in calls} == {seat}
        assert {call.id for call in calls} == {one["id"] for one in deliveries(match.people[seat])}
    until(lambda: match.read()["phase"] == "closed", "the clocks of the worker run, too")
    workers.stop()
    assert "delivered d-" in workers.logs
    assert not [text for text in (*secrets, "hidden", "Traceback") if text in workers.logs]


def test_what_failed_is_tried_again_until_it_arrives_or_is_given_up(
    site: Site, workers: Workers, receiver: Receiver
):
    ada, ben, cyd = site.players(3)
    for person in (ada, ben, cyd):
        hooked(person, receiver, f"/{person.player}")

    def answer(call: Call) -> int:
        tries = receiver.ids.count(call.id)
        return {ada.player: 500 if tries < 3 else 200, ben.player: 307}.get(call.path[1:], 204)

    receiver.answer = answer
    for person in (ada, ben, cyd):
        assert person.post(f"{HOOK}/test").status_code == 202
    workers.start()
    until(lambda: statuses(ada) == statuses(cyd) == {"delivered": 1}, "it arrives")
    until(lambda: statuses(ben) == {"given_up": 1}, "it is given up")
    ((arrived,), (given_up,)) = deliveries(ada), deliveries(ben)
    assert (arrived["attempts"], arrived["answer"], arrived["error"]) == (3, 200, None)
    assert (given_up["attempts"], given_up["answer"]) == (3, 307)
    assert given_up["error"] == "the answer was 307"
    assert given_up["next_at"] is None
    assert not receiver.of("/elsewhere"), "no redirect is followed"
    assert len({call.id for call in receiver.of(f"/{ada.player}")}) == 1
    signatures = {call.headers["hexledger-signature"] for call in receiver.of(f"/{ada.player}")}
    assert len(signatures) == 3, "each try has its own time"


def test_a_turn_that_is_made_over_http_arrives_decrypted_on_a_phone(
    site: Site, workers: Workers, receiver: Receiver
):
    """Through a real worker: a device whose keys nobody else has, and the feed say the same."""
    workers.start()
    receiver.answer = lambda call: 201
    match = site.seated(**SHORT)
    devices = [Subscriber() for _ in match.people]
    for seat, (person, device) in enumerate(zip(match.people, devices, strict=True)):
        body = device.subscription(f"{receiver.url}/push/{seat}", lang=("en", "pl", "en")[seat])
        assert person.post("/v1/players/me/push-subscriptions", body).status_code == 201
    match.do(0, "start_game")
    match.do(0, "place_settlement", node=8)
    match.do(0, "place_road", edge=7)
    until(lambda: receiver.of("/push/1"), "the second player is told")
    (call,) = receiver.of("/push/1")
    message = devices[1].read(call)
    assert (message["kind"], message["version"], message["seat"]) == ("turn", match.version, 1)
    assert message["title"] == "Twoja kolej"
    assert message["text"] == "Twoja kolej w grze, w której biorą udział: Ada i Carl."
    (notice,) = read_feed(match.people[1])
    assert notice == {
        **{name: it for name, it in message.items() if name not in ("title", "text")},
        "number": 1,
    }
    vapid = vapid_of(call)
    assert vapid.claims["aud"] == receiver.url
    assert vapid.key == site.anonymous.read("/v1/push-key")["public_key"]
    with pytest.raises(InvalidTag):
        devices[0].read(call)
    assert not receiver.of("/push/2")
    site.desk.void_game(match.game, "rain")
    until(lambda: len(receiver.of("/push/2")) == 1, "everybody is told of the end")
    assert devices[2].read(receiver.of("/push/2")[0])["kind"] == "game_over"
    until(lambda: len(receiver.of("/push/1")) == 2, "the second player is told, too")
    topics = {call.headers["topic"] for call in receiver.of("/push/1")}
    assert len(topics) == 1, "the later message replaces the earlier one if that still waits"
    workers.stop()
    assert "Traceback" not in workers.logs


def test_another_worker_goes_on_when_the_one_that_follows_the_ledger_is_killed(
    site: Site, workers: Workers, receiver: Receiver
):
    workers.start()
    match, _ = begun_game(site, receiver, 3)
    until(lambda: receiver.calls, "the first worker follows")
    workers.start()
    first = workers.running.pop(0)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    match.play_quickly(Random(2), 5)
    site.desk.void_game(match.game, "rain")
    until(
        lambda: has_ended(match.people[2]),
        "the second one follows",
    )
    for seat in range(3):
        numbers = [one["number"] for one in read_feed(match.people[seat])]
        assert numbers == list(range(1, len(numbers) + 1))
        ids = [one["id"] for one in read_feed(match.people[seat])]
        assert len(ids) == len(set(ids))


def has_ended(person: Person) -> bool:
    return any(notice["kind"] == "game_over" for notice in read_feed(person))


def read_feed(person: Person) -> list[Any]:
    found: list[Any] = person.read("/v1/players/me/events")["notices"]
    return found


def test_a_slow_receiver_delays_nobody(site: Site, workers: Workers, receiver: Receiver):
    """A receiver that never answers delays neither the clocks nor other receivers."""
    slow, quick = site.players(2)
    match = site.started(**SHORT)
    release = threading.Event()
    receiver.answer = lambda call: 204 if call.path == "/quick" else (release.wait(20), 500)[1]
    hooked(slow, receiver, "/slow")
    hooked(quick, receiver, "/quick")
    for _ in range(10):
        slow.post(f"{HOOK}/test")
    workers.start()
    until(lambda: receiver.of("/slow"), "the slow one is being waited for")
    quick.post(f"{HOOK}/test")
    site.desk.void_game(match.game, "rain")
    until(lambda: receiver.of("/quick"), "the quick one is called")
    until(lambda: match.read()["phase"] == "closed", "the game is closed")
    assert len(receiver.of("/slow")) < 4, "one at a time for one receiver"
    release.set()


def test_a_worker_that_is_killed_while_it_delivers_loses_nothing(
    site: Site, workers: Workers, receiver: Receiver
):
    hold = threading.Event()
    receiver.answer = lambda call: (hold.wait(20), 204)[1]
    workers.start()
    match, _ = begun_game(site, receiver)
    until(lambda: len(receiver.calls) == len(match.people), "deliveries are on their way")
    workers.kill()
    match.play_quickly(Random(2), 5)
    hold.set()
    site.desk.void_game(match.game, "rain")
    workers.start()
    # The new worker follows the ledger only when the killed one's lease has run out.
    until(lambda: all(has_ended(person) for person in match.people), "the end is noticed")
    until(lambda: is_all_delivered(*match.people), "all is delivered")
    ends = [call for call in receiver.calls if call.payload["kind"] == "game_over"]
    assert len({call.id for call in ends}) == len(match.people)
    assert set(receiver.ids) == {one["id"] for person in match.people for one in deliveries(person)}
    twice = [id for id, count in Counter(receiver.ids).items() if count > 1]
    assert len(twice) <= len(match.people), "only what was on its way may come twice"


def test_a_queue_that_is_lost_loses_no_delivery(
    site: Site, server: Store, workers: Workers, receiver: Receiver
):
    receiver.answer = lambda call: 500 if receiver.ids.count(call.id) == 1 else 204
    workers.start()
    match, _ = begun_game(site, receiver)
    until(lambda: receiver.calls, "something failed")
    client = server.client()
    for key in client.scan_iter(match="rq:*"):
        client.delete(key)
    until(lambda: is_all_delivered(*match.people), "all is delivered")
    assert set(receiver.ids) == {one["id"] for person in match.people for one in deliveries(person)}
