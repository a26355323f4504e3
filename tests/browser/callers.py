"""Players who use the API beside the browser: what pages show of them was not made by pages."""

import json
import time
import urllib.error
import urllib.request
from functools import cache
from typing import Any

from tests.browser.people import Person

PATIENCE_SECONDS = 120.0
"""Only keeps a failure from hanging."""


class Caller:
    """A player with a token."""

    def __init__(self, url: str, name: str) -> None:
        self.url = url
        self.name = name
        self.token = ""
        made = self.post("/v1/players", {"name": name})
        self.player: str = made["player_id"]
        self.token = made["token"]

    @classmethod
    @cache
    def known(cls, url: str, name: str = "Ada") -> "Caller":
        """One player of each name: a service lets an address create only so many."""
        return cls(url, name)

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """What the API answers; a refusal is an error."""
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.url + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(asked) as answer:
                text = answer.read()
        except urllib.error.HTTPError as refused:
            raise AssertionError(f"{method} {path}: {refused.read()!r}") from None
        return json.loads(text) if text else None

    def get(self, path: str) -> Any:
        return self.call("GET", path)

    def post(self, path: str, body: Any) -> Any:
        return self.call("POST", path, body)

    def do(self, game: str, kind: str, /, **fields: Any) -> Any:
        return self.post(f"/v1/games/{game}/commands", {"type": kind, **fields})

    def opened(self, ruleset: str = "duel", players: int = 2, **body: Any) -> str:
        """A game in which this player sits."""
        made = self.post("/v1/games", {"ruleset": ruleset, "players": players, **body})
        game: str = made["game_id"]
        self.do(game, "take_seat")
        return game

    def against_bots(self, ruleset: str = "duel", players: int = 2, **body: Any) -> str:
        """A game against bots that has started."""
        game = self.opened(ruleset, players, **body)
        for _ in range(players - 1):
            self.do(game, "seat_bot", bot="planner")
        self.do(game, "start_game")
        return game

    def closed(self, *others: "Caller") -> str:
        """A game that this player has lost, against another player or a bot."""
        game = self.opened(listed=False)
        for other in others:
            other.do(game, "take_seat")
        if not others:
            self.do(game, "seat_bot", bot="planner")
        self.do(game, "start_game")
        self.do(game, "resign")
        return self.until_closed(game)

    def until_closed(self, game: str) -> str:
        """Wait until the worker has closed a game."""
        until = time.monotonic() + PATIENCE_SECONDS
        while self.get(f"/v1/games/{game}")["phase"] != "closed":
            assert time.monotonic() < until, f"{game} is not closed"
            time.sleep(0.05)
        return game

    def sign_in(self, person: Person) -> None:
        """Let somebody at a browser be this player."""
        session = {"player_id": self.player, "token": self.token, "name": self.name}
        person.page.goto("/web/icon.svg")
        person.page.evaluate(
            "session => localStorage.setItem('hexledger.session', JSON.stringify(session))",
            session,
        )
