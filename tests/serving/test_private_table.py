"""A private table at a whole service: four players who are invited, and a fifth who is not."""

import json
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from tests.service import Service


class Caller:
    """A player who calls a service."""

    def __init__(self, url: str, name: str) -> None:
        self._url = url
        self._token = ""
        created = self.call("POST", "/v1/players", {"name": name})[1]
        self.player, self._token = created["player_id"], created["token"]

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        request = urllib.request.Request(
            self._url + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def post(self, path: str, body: Any) -> Any:
        status, answer = self.call("POST", path, body)
        assert status == 201, answer
        return answer


def test_an_invited_table_of_four_that_a_fifth_cannot_enter(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        service.start()
        ada, ben, cyd, dan, eve = (
            Caller(service.url, name) for name in ("Ada", "Ben", "Cyd", "Dan", "Eve")
        )
        body = {
            "ruleset": "base",
            "players": 4,
            "listed": False,
            "invited_only": True,
            "reserved": [None, None, None, dan.player],
        }
        game = f"/v1/games/{ada.post('/v1/games', body)['game_id']}"
        made = ada.post(f"{game}/invitations", {"uses": 2})
        ada.post(f"{game}/commands", {"type": "take_seat"})
        # Before the table is full: no code, a wrong code, another's seat.
        for wish in (
            {"type": "take_seat"},
            {"type": "take_seat", "seat": 3},
            {"type": "take_seat", "code": "AAAA-BBBB-CCCC-DDDD"},
        ):
            status, answer = eve.call("POST", f"{game}/commands", wish)
            assert (status, answer["code"]) in (
                (409, "seat/invitation_needed"),
                (404, "invitation/unknown"),
            )
        assert eve.call("GET", f"{game}/actions")[1]["actions"] == []
        read = ben.call("GET", f"/v1/invitations/{made['code']}")[1]
        assert read["names"] == {ada.player: "Ada"}
        for guest in (ben, cyd):
            guest.post(f"/v1/invitations/{made['code']}", {})
        # The code is used up, and the last seat is Dan's.
        status, answer = eve.call("POST", f"/v1/invitations/{made['code']}", {})
        assert (status, answer["code"]) == (409, "invitation/used_up")
        dan.post(f"{game}/commands", {"type": "take_seat"})
        ada.post(f"{game}/commands", {"type": "start_game"})
        status, answer = eve.call("POST", f"{game}/commands", {"type": "take_seat"})
        assert (status, answer["code"]) == (409, "lobby/already_started")
        players = [seat["player"] for seat in eve.call("GET", game)[1]["seats"]]
        assert players == [ada.player, ben.player, cyd.player, dan.player]
