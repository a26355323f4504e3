"""A real browser and a real service for the tests of the browser client."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.chromium import NODE, executable
from tests.browser.people import PATIENCE_MS, Person
from tests.service import Service

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # The Node inside Playwright needs a library (libatomic) that a bare machine lacks.
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", NODE)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that the browser tests of this process share."""
    with Service(Path(tmp_path_factory.mktemp("service"))) as running:
        running.start()
        yield running


@pytest.fixture
def person(browser: Browser, service: Service) -> Iterator[Person]:
    """Somebody with a phone. What goes wrong in the page fails the test."""
    with Person(browser, service.url) as somebody:
        yield somebody
