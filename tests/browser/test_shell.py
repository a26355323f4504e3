"""The shell of the client: its page, its policy, its languages, what it weighs, what it keeps."""

import gzip
import json
import struct
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.callers import Caller
from tests.browser.people import PATIENCE_MS, Person
from tests.redises import until
from tests.service import Service

FIRST_LOAD_BYTES = 100_000
SMALLEST = {"width": 360, "height": 640}
NO_PICTURE = ("board.svg",)


def fetched(url: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    asked = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as other:
        return other.code, dict(other.headers), other.read()


def test_the_address_of_the_service_shows_the_client(person: Person):
    page = person.open("/")
    assert page.locator("#top .brand").inner_text() == "Hexledger"
    assert person.violations() == []


def test_the_client_speaks_polish(person: Person):
    page = person.open("/")
    page.get_by_role("button", name="Polski").click()
    page.locator("#top").get_by_role("link", name="Turnieje").wait_for()
    assert page.evaluate("document.documentElement.lang") == "pl"


def test_pages_run_no_script_from_inside_the_page(person: Person):
    answer = person.page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_files_are_packed_and_sent_once(service: Service):
    url = f"{service.url}/web/lib/dom.js"
    _, plain_headers, plain = fetched(url)
    status, headers, packed = fetched(url, **{"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed) == plain
    assert "Content-Encoding" not in plain_headers
    assert "no-cache" in headers["Cache-Control"]
    for accepted in ("gzip", "identity"):
        again = {"If-None-Match": headers["ETag"], "Accept-Encoding": accepted}
        assert fetched(url, **again)[0] == 304
    assert fetched(f"{service.url}/web/../site.py")[0] == 404
    assert fetched(f"{service.url}/web/nothing.js")[0] == 404


@pytest.mark.parametrize("path", ["/", "/table/:game"])
def test_the_first_load_is_small(browser: Browser, service: Service, path: str):
    game = Caller(service.url, "Light").against_bots()
    with Person(browser, service.url) as person:
        person.open(path.replace(":game", game))
        sizes = {
            one.url.removeprefix(service.url): one.request.sizes()["responseBodySize"]
            for one in person.received
            # A feed has no end, so its size is never known.
            if "/events" not in one.url
        }
    total = sum(size for url, size in sizes.items() if not any(one in url for one in NO_PICTURE))
    assert total <= FIRST_LOAD_BYTES, sorted(sizes.items(), key=lambda one: -one[1])[:10]
    assert "/web/main.js" in sizes


def test_going_to_a_page_moves_the_focus_to_its_heading(person: Person):
    page = person.open("/")
    assert page.evaluate("document.activeElement.localName") == "body"
    page.locator("#top").get_by_role("link", name="Watch").click()
    page.locator("h1:focus", has_text="Watch").wait_for()
    assert page.title().startswith("Watch")
    page.go_back()
    page.locator("h1:focus", has_text="Play now").wait_for()


def test_the_first_key_leads_past_the_menu(person: Person):
    page = person.open("/watch")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#content') !== null")


def test_the_bar_fits_the_smallest_phone_with_the_longest_name(browser: Browser, service: Service):
    with Person(browser, service.url, size=SMALLEST, language="pl") as person:
        Caller(service.url, "W" * 40).sign_in(person)
        page = person.open("/")
        assert page.evaluate("document.documentElement.scrollWidth") == SMALLEST["width"]
        for link in page.locator("#top a, #top button").all():
            box = link.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= SMALLEST["width"]
            assert box["height"] >= 44


def test_an_unknown_address_of_the_client_says_so(person: Person):
    page = person.open("/")
    page.evaluate(
        "history.pushState(null, '', '/cups/a/b/c'); dispatchEvent(new Event('popstate'))"
    )
    page.get_by_role("heading", name="There is no such page.").wait_for()


def test_the_client_can_be_installed(service: Service):
    manifest = json.loads(fetched(f"{service.url}/web/manifest.webmanifest")[2])
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    kinds = set()
    for icon in manifest["icons"]:
        status, headers, data = fetched(service.url + icon["src"])
        assert status == 200
        assert headers["Content-Type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", data[16:24])
            assert icon["sizes"] == f"{width}x{height}"
        kinds.add((icon["sizes"], icon["purpose"]))
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= kinds


@pytest.fixture
def keeper(browser: Browser, service: Service) -> Iterator[BrowserContext]:
    """A browser that runs the service worker, as those of people do."""
    context = browser.new_context(base_url=service.url)
    context.set_default_timeout(PATIENCE_MS)
    yield context
    context.close()


def kept(page: Page) -> list[str]:
    """The addresses that the service worker keeps, once it is active."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    found: list[str] = page.evaluate(
        """async () => {
            const [name] = await caches.keys();
            const keys = await (await caches.open(name)).keys();
            return keys.map((one) => new URL(one.url).pathname);
        }"""
    )
    return found


def test_the_shell_opens_without_a_connection(keeper: BrowserContext, service: Service):
    page = keeper.new_page()
    page.goto("/")
    addresses = kept(page)
    assert {"/", "/web/main.js", "/web/pages/table.js", "/web/style/start.css"} <= set(addresses)
    assert not any(one.startswith("/v1") for one in addresses)
    keeper.set_offline(True)
    page.goto("/watch")
    page.locator("#top .brand").wait_for()
    page.get_by_role("button", name="Try again").wait_for()
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1
    keeper.set_offline(False)
    heading = page.get_by_role("heading", name="Finished games")

    def is_back() -> bool:
        """The browser may need a moment to notice, so one try need not be enough."""
        page.get_by_role("button", name="Try again").or_(heading).first.click()
        return heading.is_visible()

    until(is_back, "the page is shown")


def test_an_old_shell_is_dropped_when_a_file_changes(keeper: BrowserContext):
    page = keeper.new_page()
    page.goto("/")
    kept(page)
    before = page.evaluate("caches.keys()")
    page.evaluate("caches.open('an older shell').then((cache) => cache.add('/'))")
    # The script of the next version: the same with another digest of the files.
    keeper.route(
        "**/service-worker.js",
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace(before[0], "0" * 64),
        ),
    )
    page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    page.wait_for_function(
        """(old) => caches.keys().then((names) => names.length === 1 && names[0] !== old)""",
        arg=before[0],
    )
