"""`python -m tests.browser.screenshots`: make the pictures of `docs/browser.md` from a real run.

A service is started, people play in a real browser, and what they see is kept in `docs/pictures`.
"""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import NODE, executable
from tests.browser.conftest import ARGUMENTS
from tests.browser.people import DESKTOP, Person
from tests.browser.tables import Table
from tests.browser.tapping import Tapper
from tests.browser.test_cups import Somebody
from tests.browser.test_hall import Running
from tests.service import ROOT, Service

FOLDER = ROOT / "docs" / "pictures"
TURN = 33
"""By then there is something to see on a board."""


class Photographer:
    """Opens the pages of one service, and keeps what they show."""

    def __init__(self, browser: Browser, service: Service) -> None:
        self._browser = browser
        self._service = service

    def start(self) -> None:
        with Person(self._browser, self._service.url) as somebody:
            self._keep(somebody.open("/"), "start")

    def table(self) -> None:
        """A base game at a desk, at this person's turn."""
        with Person(self._browser, self._service.url, size=DESKTOP) as somebody:
            page = self._played("base", 4, {}, somebody)
            self._keep(page, "table")

    def sea(self) -> None:
        """A scenario on a phone, in Polish and in the dark."""
        with Person(self._browser, self._service.url, language="pl", dark=True) as somebody:
            page = self._played("seafarers", 4, {"scenario": 4}, somebody)
            self._keep(page, "sea")

    def replay_and_audit(self) -> None:
        """A short game to its end, then what can be seen of it."""
        table = Table.start(self._service.url, "base", 3, {"target_points": 6})
        with Person(self._browser, self._service.url, size=DESKTOP) as somebody:
            Tapper(table.seat(somebody)).play()
            page = somebody.open(f"/replay/{table.game}?at={table.view['version'] * 3 // 4}")
            page.locator(".view svg").first.wait_for()
            self._keep(page, "replay")
            page = somebody.open(f"/audit?game={table.game}")
            page.locator(".verdict-head").wait_for()
            self._keep(page, "audit")

    def hall(self) -> None:
        """A round of a tournament, as its organizer sees it."""
        with (
            Somebody(self._browser, self._service, "Olga", size=DESKTOP) as olga,
            Somebody(self._browser, self._service, "Ada") as ada,
        ):
            running = Running(olga, ada)
            page = olga.open(f"{running.address}/hall")
            page.locator(".hall-table", has_text="Ada").wait_for()
            self._keep(page, "hall")

    def _played(
        self, ruleset: str, players: int, options: dict[str, object], somebody: Person
    ) -> Page:
        table = Table.start(self._service.url, ruleset, players, options)
        page = table.seat(somebody)
        tapper = Tapper(page)
        while table.view["turn"] < TURN:
            assert tapper.turn(), "the game was over too soon"
        page.wait_for_function("document.querySelector('table-page.your-turn') !== null")
        return page

    def _keep(self, page: Page, name: str) -> None:
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
        print(f"docs/pictures/{name}.png")


def main() -> None:
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", NODE)
    FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Service(Path(folder)) as service,
        sync_playwright() as playwright,
    ):
        service.start()
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        taken = Photographer(browser, service)
        steps: list[Callable[[], None]] = [
            taken.start,
            taken.table,
            taken.sea,
            taken.replay_and_audit,
            taken.hall,
        ]
        for step in steps:
            step()
        browser.close()


if __name__ == "__main__":
    main()
