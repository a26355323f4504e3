"""Tables for the tests of the browser client: opened over HTTP, played at in the browser."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.browser.callers import Caller
from tests.browser.people import Person

NO_CLOCK = {"clock": "none"}


@dataclass(frozen=True)
class Table:
    """A game, its host, and the others who sit there."""

    host: Caller
    game: str
    guests: list[Caller] = field(default_factory=list)

    @classmethod
    def open(
        cls,
        url: str,
        ruleset: str = "base",
        players: int = 3,
        options: dict[str, Any] | None = None,
        **more: Any,
    ) -> "Table":
        """A game without clocks that waits for players."""
        host = Caller.known(url)
        body = {"ruleset": ruleset, "players": players, "options": NO_CLOCK | (options or {})}
        return cls(host, host.post("/v1/games", body | more)["game_id"])

    @classmethod
    def start(
        cls,
        url: str,
        ruleset: str = "base",
        players: int = 3,
        options: dict[str, Any] | None = None,
        guests: int = 0,
        **more: Any,
    ) -> "Table":
        """A game that has begun: the host, so many other people, and planners besides."""
        table = cls.open(url, ruleset, players, options, **more)
        table.command({"type": "take_seat"})
        for number in range(guests):
            guest = Caller.known(url, f"Guest {number}")
            table.guests.append(guest)
            guest.post(f"{table.path}/commands", {"type": "take_seat"})
        for _ in range(players - 1 - guests):
            table.command({"type": "seat_bot", "bot": "planner"})
        table.command({"type": "start_game"})
        return table

    @property
    def path(self) -> str:
        return f"/v1/games/{self.game}"

    def command(self, command: dict[str, Any]) -> Any:
        return self.host.post(f"{self.path}/commands", command)

    @property
    def view(self) -> Any:
        """As the host sees it."""
        return self.host.get(self.path)

    def events(self) -> list[dict[str, Any]]:
        """All that has happened, as far as the host may know."""
        found: list[dict[str, Any]] = []
        after = 0
        while True:
            page = self.host.get(f"{self.path}/events?after={after}&limit=500")
            for commit in page["commits"]:
                found += commit["events"]
                after = commit["version"]
            if not page["more"]:
                return found

    def seat(self, person: Person, player: Caller | None = None) -> Page:
        """Open the table in a browser, as the host or as somebody else."""
        (player or self.host).sign_in(person)
        return self.watch(person)

    def watch(self, person: Person) -> Page:
        """Open it without a seat."""
        page = person.open(f"/table/{self.game}")
        page.locator("table-page[data-version]").wait_for()
        return page
