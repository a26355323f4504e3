"""What the browser client costs: from a click to the new board, and a whole game that is watched.

A person plays against planners by taps in a real Chromium, on a screen as large as a phone's. The
server's part is the time in which a request was under way; the rest is the browser's own.
"""

import os
import tempfile
from pathlib import Path
from statistics import quantiles
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.report import Bar, Row
from bench.rounds import Effort, Figure
from tests.browser.chromium import NODE, executable
from tests.browser.conftest import ARGUMENTS
from tests.browser.people import DESKTOP, Person
from tests.browser.tables import Table
from tests.browser.tapping import Tapper
from tests.service import Service

MOST_ADDED = 50.0
"""The browser may add so many milliseconds to the server's answer."""
KIB = 1_024.0
STEPS_A_SECOND = 10
WATCHED_SECONDS = 8
WATCH_CLICKS = """() => {
    window.times = [];
    let clicked = null, requests = [];
    document.addEventListener("click", (event) => {
        const sends = "[data-do], [data-group], [data-action], .choice-form [type=submit]";
        if (!event.target.closest(sends)) return;
        clicked = performance.now();
        requests = [];
    }, true);
    const send = window.fetch;
    window.fetch = async (...call) => {
        const began = performance.now();
        const answer = await send(...call);
        if (!String(call[0]).includes("/events")) {
            await answer.clone().arrayBuffer();
            requests.push([began, performance.now()]);
        }
        return answer;
    };
    document.querySelector("table-page").addEventListener("shown", () => {
        if (clicked === null || !requests.length) return;
        const from = clicked, spans = requests.toSorted((one, other) => one[0] - other[0]);
        clicked = null;
        requestAnimationFrame(() => setTimeout(() => {
            let waited = 0, until = from;
            for (const [began, ended] of spans) {
                waited += Math.max(0, ended - Math.max(began, until));
                until = Math.max(until, ended);
            }
            window.times.push([performance.now() - from, waited]);
        }));
    });
}"""
COUNT_FRAMES = """(ms) => new Promise((resolve) => {
    let frames = 0;
    const steps = new Set();
    const end = performance.now() + ms;
    const next = () => {
        frames += 1;
        steps.add(document.querySelector(".view").dataset.version);
        if (performance.now() < end) requestAnimationFrame(next);
        else resolve([frames, steps.size]);
    };
    requestAnimationFrame(next);
})"""


def measure(effort: Effort) -> list[Row]:
    """A game of one person and three planners, and a replay of it."""
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", NODE)
    pinned = os.sched_getaffinity(0)
    # A browser and a service do not share a core in real life.
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    with (
        tempfile.TemporaryDirectory(prefix="hexledger-bench-") as folder,
        Service(Path(folder)) as service,
        sync_playwright() as playwright,
    ):
        service.start()
        browser = playwright.chromium.launch(executable_path=executable(), args=list(ARGUMENTS))
        table = Table.start(service.url, "base", 4, {"target_points": effort.size(8, 3)})
        rows = [*_clicks(browser, service, table), *_replay(browser, service, table, effort)]
        browser.close()
    os.sched_setaffinity(0, pinned)
    return rows


def _clicks(browser: Browser, service: Service, table: Table) -> list[Row]:
    with Person(browser, service.url) as watching, Person(browser, service.url) as playing:
        received = _count_bytes(watching)
        table.watch(watching)
        page = table.seat(playing)
        page.evaluate(WATCH_CLICKS)
        Tapper(page).play()
        watching.page.locator(".ending").wait_for()
        times: list[list[float]] = page.evaluate("window.times")
    whole = [total for total, _ in times]
    server = [waited for _, waited in times]
    own = [total - waited for total, waited in times]
    return [
        Row(f"from a click to the new board, of {len(times)}", _median_and_p95(whole)),
        Row("the server's part of it", _median_and_p95(server)),
        Row("the browser's part of it", _median_and_p95(own), Bar(most=MOST_ADDED)),
        Row(
            f"a watched game of {table.view['version']} commits",
            Figure.over([received["bytes"] / KIB], "KiB"),
        ),
    ]


def _replay(browser: Browser, service: Service, table: Table, effort: Effort) -> list[Row]:
    seconds = effort.size(WATCHED_SECONDS, 2)
    with Person(browser, service.url, size=DESKTOP) as somebody:
        page = somebody.open(f"/replay/{table.game}?at=20")
        page.locator(".view svg").first.wait_for()
        page.get_by_label("Speed").select_option(str(STEPS_A_SECOND))
        page.get_by_role("button", name="Play", exact=True).click()
        frames, steps = page.evaluate(COUNT_FRAMES, seconds * 1_000)
    return [
        Row(
            f"frames while a replay runs at {STEPS_A_SECOND} steps a second",
            Figure.over([frames / seconds], "/s"),
            details={"steps_a_second": steps / seconds},
        )
    ]


def _count_bytes(person: Person) -> dict[str, int]:
    """All bytes that a page receives, as they are on the wire."""
    received = {"bytes": 0}

    def add(event: Any) -> None:
        received["bytes"] += int(event["encodedDataLength"])

    session = _session(person.page)
    session.on("Network.dataReceived", add)
    return received


def _session(page: Page) -> Any:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    return session


def _median_and_p95(values: list[float]) -> Figure:
    """The median, from the least to the 95th percentile."""
    cuts = quantiles(values, n=20)
    return Figure(cuts[9], min(values), cuts[18], "ms")
