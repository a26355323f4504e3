"""Tournaments over HTTP for tests: people who register, rounds, and games that bots play out."""

from random import Random
from typing import Any

from domain.posting import post_form
from tests.api.kit import Person, Site
from workers.bots.registry import choose

SHORT = {"target_points": 3, "clock": "none"}
"""Options of games that end soon."""


class Cup:
    """A tournament, its organizer and its players."""

    def __init__(self, site: Site, players: int = 6, **chosen: Any) -> None:
        self.site = site
        self.host = site.player("Olga")
        body = {
            "title": "Spring Cup",
            "games": {"ruleset": "base", "options": SHORT},
            "capacity": 24,
            "format": {"type": "swiss", "rounds": 1},
            **chosen,
        }
        answer = self.host.post("/v1/tournaments", body, Idempotency_Key="cup")
        assert answer.status_code == 201, answer.data
        self.id: str = answer.json["tournament_id"]
        self.path = f"/v1/tournaments/{self.id}"
        self.players = [site.player(f"P{i}") for i in range(players)]
        self.people = {one.player: one for one in (self.host, *self.players)}

    def post(self, person: Person, kind: str, /, **fields: Any) -> Any:
        return person.post(f"{self.path}/commands", {"type": kind, **fields})

    def do(self, person: Person, kind: str, /, **fields: Any) -> Any:
        """A command that is legal; its receipt."""
        answer = self.post(person, kind, **fields)
        assert answer.status_code == 201, answer.data
        return answer.json

    def read(self, part: str = "", person: Person | None = None) -> Any:
        return (person or self.site.anonymous).read(self.path + part)

    def csv(self, part: str) -> Any:
        """The answer with a part of the tournament for spreadsheets."""
        return self.site.anonymous.get(f"{self.path}?format=csv&part={part}")

    def name(self, person: Person) -> str:
        found: str = self.read()["names"][person.player]
        return found

    def registered(self) -> "Cup":
        for player in self.players:
            self.do(player, "register")
        return self

    def started(self) -> "Cup":
        self.registered()
        self.do(self.host, "start_tournament")
        return self

    def begin_round(self) -> list[dict[str, Any]]:
        """Draft, publish and start a round; its tables."""
        for kind in ("draft_round", "publish_round", "start_round"):
            self.do(self.host, kind)
        return self.tables()

    def tables(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.read()["rounds"][-1]["tables"]
        return found

    def play(self, game: str, commits: int | None = None) -> None:
        """Let bots move for everybody, to the end of the game or for some commits."""
        desk, luck = self.site.desk, Random(game)
        while commits is None or commits > 0:
            with desk.games.hold(game) as live:
                state = live.state
                if state.phase in ("over", "closed"):
                    break
                seat = state.ruleset.flow.to_act(state)[0]
                command = choose(state, seat, "random", luck.randrange)
                player = state.chairs[seat].player
            if state.is_bots(seat):
                next(iter(desk.run_due_work(game, lambda *_, one=command: one)))
            else:
                desk.submit(game, post_form(command), player)
            commits = None if commits is None else commits - 1
        if commits is None:
            for _ in desk.run_due_work(game):
                pass

    def play_round(self) -> None:
        """Play all tables of the round to their ends."""
        for table in self.tables():
            self.play(table["game"])

    def sign_all(self) -> None:
        for table in self.tables():
            for player in table["players"]:
                if player in self.people:
                    self.do(self.people[player], "sign_result")
