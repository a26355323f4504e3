"""The guides are served beside `/docs`, and their links work there."""

import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

from api.openapi.docs_page import POLICY
from tests.api.kit import Site, problem
from tests.service import ROOT

DOCS = ROOT / "docs"
FILES = [
    *DOCS.glob("*.md"),
    *DOCS.glob("adr/*.md"),
    *DOCS.glob("examples/*.py"),
    *DOCS.glob("pictures/*.png"),
]
PAGES = sorted(
    str(path.relative_to(DOCS).with_suffix("")) for path in FILES if path.suffix == ".md"
)


@pytest.fixture(scope="module")
def site() -> Site:
    return Site()


@pytest.mark.parametrize("name", PAGES)
def test_every_guide_is_a_page_that_loads_nothing_from_elsewhere(site: Site, name: str):
    answer = site.anonymous.get(f"/docs/{name}")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.headers["Content-Security-Policy"] == POLICY
    title = (DOCS / f"{name}.md").read_text().split("\n")[0].removeprefix("# ")
    assert f"<title>{title} · Hexledger</title>" in answer.text
    assert not re.search(r"<script|\sstyle=|\son\w+=", answer.text)
    for source in re.findall(r'src="([^"]+)"', answer.text):
        picture = site.anonymous.get(source)
        assert (picture.status_code, picture.mimetype) == (200, "image/png"), source


@pytest.mark.parametrize("name", ["", *(f"/{name}" for name in PAGES)])
def test_every_link_of_a_guide_leads_somewhere(site: Site, name: str):
    page = f"/docs{name}"
    links = re.findall(r'href="([^"]+)"', site.anonymous.get(page).text)
    assert "/docs/guide" in links
    for link in links:
        address, place = urldefrag(urljoin(page, link))
        if "://" in address:
            continue
        with site.anonymous.get(address) as found:
            assert found.status_code == 200, link
            assert not place or f'id="{place}"' in found.text, link


def test_tables_and_samples_look_like_it(site: Site):
    text = site.anonymous.get("/docs/operating").text
    assert "<td><code>HEXLEDGER_PORT</code></td>" in text
    assert '<pre><code class="language-sh">' in text
    sample = site.anonymous.get("/docs/examples/random_game.py")
    assert (sample.mimetype, sample.data) == (
        "text/plain",
        (DOCS / "examples/random_game.py").read_bytes(),
    )


def test_what_the_service_has_not_is_text_without_a_link(site: Site):
    text = site.anonymous.get("/docs/adding-a-ruleset").text
    assert "domain/ruleset.py" in text
    assert "../" not in text


@pytest.mark.parametrize("name", ["nowhere", "guide.md", "adr", "../README", "adr/../guide", "%2e"])
def test_a_guide_that_is_not_there_is_not_found(site: Site, name: str):
    problem(site.anonymous.get(f"/docs/{name}"), 404, "route/unknown")


def test_an_installed_service_has_them_all():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    patterns = project["tool"]["setuptools"]["package-data"]["api"]
    assert (ROOT / "api/openapi/guides").resolve() == DOCS
    for path in FILES:
        packed = Path("openapi/guides") / path.relative_to(DOCS)
        assert any(fnmatch(str(packed), pattern) for pattern in patterns), path
