"""People at a browser: what they see is a page, and errors in it fail the test."""

from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Browser, ConsoleMessage, Page, Response

from tests.browser.chromium import SCRATCH

PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
PATIENCE_MS = 120_000
"""Only keeps a failure from hanging."""
AXE = SCRATCH / "node_modules" / "axe-core" / "axe.min.js"
HARMLESS = ("Failed to load resource", "Service Worker registration blocked")
"""Chromium's line for every answer of 400 and above, which the tests look at themselves; and a
warning because these browsers keep nothing between tests."""


class Person:
    """A browser of their own: own storage, own language, own size of screen."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: dict[str, int] = PHONE,
        language: str = "en-GB",
        touch: bool = True,
        dark: bool = False,
    ) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.received: list[Response] = []
        self._context = browser.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            locale=language,
            has_touch=touch,
            base_url=url,
            color_scheme="dark" if dark else "light",
            service_workers="block",
        )
        self._context.set_default_timeout(PATIENCE_MS)
        self.page = self.new_page()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._context.close()
        if kind is None:
            assert not self.complaints, self.complaints

    def new_page(self) -> Page:
        """One more tab."""
        page = self._context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._hear)
        page.on("response", lambda answer: self.received.append(answer))
        return page

    def open(self, path: str = "/") -> Page:
        """Go to an address, and wait until its page is shown."""
        self.page.goto(path)
        self.page.locator("#content > :not([aria-busy])").first.wait_for()
        return self.page

    def violations(self) -> list[str]:
        """What axe finds wrong with the present page, in a line each."""
        # A script tag would be refused by the policy of the page.
        self.page.evaluate(AXE.read_text())
        found: dict[str, Any] = self.page.evaluate(
            "axe.run(document, {resultTypes: ['violations']})"
        )
        return [
            f"{one['id']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(HARMLESS):
            self.complaints.append(message.text)
