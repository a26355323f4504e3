"""The talk of a real service with two web processes, over connections that break."""

import json
import threading
from collections.abc import Iterator
from http.client import HTTPResponse
from random import Random
from typing import Any

import pytest

from tests.api.kit import SSE
from tests.api.test_streams import Caller
from tests.redises import until
from tests.service import Service

LAST = "That is all."
PATIENCE_SECONDS = 60


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with Service(tmp_path_factory.mktemp("service")) as running:
        running.start()
        yield running


class Listener(threading.Thread):
    """Follows a game and its talk over connections that break, until the last word is said."""

    def __init__(self, caller: Caller, path: str, luck: Random) -> None:
        super().__init__(daemon=True)
        self.caller, self.path, self.luck = caller, path, luck
        self.place: str | None = None
        self.commits: list[int] = []
        self.said: list[Any] = []
        self.breaks = 0

    @property
    def has_ended(self) -> bool:
        return bool(self.said) and self.said[-1]["text"] == LAST

    def run(self) -> None:
        while not self.has_ended:
            headers = {"Accept": SSE} | (
                {} if self.place is None else {"Last_Event_ID": self.place}
            )
            with self.caller.ask("GET", f"{self.path}/events?talk=true", **headers) as answer:
                self._listen(answer, self.luck.randrange(1, 5))
            self.breaks += 1

    def _listen(self, answer: HTTPResponse, count: int) -> None:
        event: dict[str, str] = {}
        while count and not self.has_ended and (line := answer.readline().decode()):
            name, _, value = line.rstrip("\n").partition(": ")
            if name:
                event[name] = value
                continue
            # Only a whole event counts, as in a browser.
            if event.get("event") == "commit":
                self.commits.append(json.loads(event["data"])["version"])
            elif event.get("event") == "talk":
                self.said.append(json.loads(event["data"]))
                count -= 1
            self.place = event.get("id", self.place)
            event = {}


def test_three_players_talk_through_two_processes(service: Service):
    anyone = Caller(service)
    created = [anyone.call("POST", "/v1/players", {"name": name}) for name in ("Ada", "Bob", "Cyd")]
    people = [Caller(service, one["token"]) for one in created]
    body = {"ruleset": "base", "players": 3, "options": {"talk": "free"}}
    path = f"/v1/games/{people[0].call('POST', '/v1/games', body)['game_id']}"
    for person in people:
        person.call("POST", f"{path}/commands", {"type": "take_seat"})

    def say(seat: int, text: str, to: int | None = None) -> Any:
        return people[seat].call("POST", f"{path}/talk", {"text": text, "to": to})

    # Several streams a player, so that both processes have some.
    callers = [one for one in people for _ in range(3)]
    listeners = [Listener(one, path, Random(i)) for i, one in enumerate(callers)]
    for listener in listeners:
        listener.start()
    until(lambda: all(one.place is not None for one in listeners), "everybody listens")
    with people[2].ask("PUT", f"/v1/players/me/muted/{created[1]['player_id']}") as answer:
        assert answer.status == 204
    public, private, of_bob = [], [], []
    for i in range(7):
        public.append(say(0, f"to all {i}"))
        private.append(say(1, f"to Ada {i}", to=0))
        of_bob.append(say(2, f"to all from Cyd {i}"))
        if i == 3:
            people[0].call("POST", f"{path}/commands", {"type": "start_game"})
    with people[0].ask("DELETE", f"{path}/talk/{public[0]['number']}") as answer:
        assert answer.status == 204
    muted = say(1, "Nobody mutes me")
    last = say(0, LAST)
    for listener in listeners:
        listener.join(PATIENCE_SECONDS)
        assert listener.has_ended, "the last word was not heard"
        assert listener.breaks > 1
    for seat in range(3):
        expected = {one["number"] for one in [*public, *of_bob, last]}
        expected |= {one["number"] for one in [*private, muted] if seat in (0, 1)}
        for listener in listeners[3 * seat : 3 * seat + 3]:
            changes = [one["change"] for one in listener.said]
            assert changes == sorted(set(changes)), "in order, and nothing twice"
            assert {one["number"] for one in listener.said} == expected
            shown = {one["number"]: one for one in listener.said}
            assert shown[public[0]["number"]]["status"] == "deleted"
            assert listener.commits == [5], "and the commit among them, once"
        page = people[seat].call("GET", f"{path}/talk?limit=500")["messages"]
        assert sorted(shown.values(), key=lambda one: one["change"]) == page
