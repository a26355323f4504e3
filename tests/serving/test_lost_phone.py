"""A phone is lost and cut off, in a real service with several web processes."""

import json
import os
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from hexledger.redis_server.embedded import running_url
from tests.ports import free_port
from tests.redises import until
from tests.service import PROGRAM, ROOT, Service

STREAMS = 4


def call(url: str, method: str, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
    """The status and the JSON body of an answer."""
    request = urllib.request.Request(
        url + path, method=method, data=None if body is None else json.dumps(body).encode()
    )
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.loads(answer.read() or b"null")
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read() or b"null")


class Follower:
    """A device that follows a game live."""

    def __init__(self, url: str, game: str, token: str) -> None:
        self.events: list[str] = []
        self.has_ended = False
        request = urllib.request.Request(f"{url}/v1/games/{game}/events")
        request.add_header("Accept", "text/event-stream")
        request.add_header("Authorization", f"Bearer {token}")
        self._answer = urllib.request.urlopen(request, timeout=60)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for line in self._answer:
            if line.startswith(b"event: "):
                self.events.append(line[7:].decode().strip())
        self.has_ended = True


@contextmanager
def another_server(folder: Path) -> Iterator[str]:
    """A second API on the same Redis."""
    port, redis = free_port(), running_url(folder / "data")
    assert redis is not None
    secrets = {
        name: (folder / "data" / file).read_text().strip()
        for name, file in (
            ("HEXLEDGER_MASTER_SECRET", "master-secret"),
            ("HEXLEDGER_SIGNING_KEY", "signing-key"),
        )
    }
    process = subprocess.Popen(
        [*PROGRAM, "api"],
        cwd=ROOT,
        env={
            **{name: text for name, text in os.environ.items() if "HEXLEDGER_" not in name},
            **secrets,
            "HEXLEDGER_PORT": str(port),
            "HEXLEDGER_REDIS_URL": redis,
            "HEXLEDGER_WEB_WORKERS": "1",
            "HEXLEDGER_DATA_DIR": str(folder / "other"),
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        until(lambda: _is_healthy(url), "the second server answers")
        yield url
    finally:
        process.terminate()
        process.wait()


def _is_healthy(url: str) -> bool:
    try:
        return call(url, "GET", "/healthz")[0] == 200
    except OSError:
        return False


def test_a_lost_phone_is_cut_off_everywhere_and_the_laptop_goes_on(short_path: Path) -> None:
    with ExitStack() as stack:
        service = stack.enter_context(Service(short_path))
        service.start()
        here = service.url
        there = stack.enter_context(another_server(short_path))
        body = {"name": "Ada", "device": "laptop"}
        laptop = call(here, "POST", "/v1/players", body=body)[1]["token"]
        _, made = call(here, "POST", "/v1/players/me/device-codes", laptop, {"name": "phone"})
        # The code is shown by one process and redeemed by another.
        _, phone = call(there, "POST", "/v1/tokens", body={"code": made["code"]})
        game = {"ruleset": "base", "players": 3}
        game_id = call(there, "POST", "/v1/games", phone["token"], game)[1]["game_id"]
        # The two web processes here share the streams as they come; the one there has its own.
        lost = [Follower(here, game_id, phone["token"]) for _ in range(STREAMS)]
        lost.append(Follower(there, game_id, phone["token"]))
        kept = [Follower(url, game_id, laptop) for url in (here, there)]
        for one in (*lost, *kept):
            until(lambda one=one: one.events == ["view"], "a stream has begun")

        path = f"/v1/players/me/tokens/{phone['token_id']}"
        assert call(here, "DELETE", path, laptop)[0] == 204

        for url in (here, there):
            status, problem = call(url, "GET", "/v1/players/me", phone["token"])
            assert (status, problem["code"]) == (401, "auth/token_unknown")
        for one in lost:
            until(lambda one=one: one.has_ended, "the streams of the phone have ended")
        commands = f"/v1/games/{game_id}/commands"
        assert call(there, "POST", commands, laptop, {"type": "take_seat"})[0] == 201
        for one in kept:
            until(lambda one=one: "commit" in one.events, "the laptop hears of it")
            assert not one.has_ended
        assert all("commit" not in one.events for one in lost)
