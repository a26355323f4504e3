"""The catalogue of error codes as a page.

`python -m api.openapi.errors_page` writes `docs/errors.md`.
"""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

from api.transport.problems import CatalogueEntry, catalogue

PAGE = Path(__file__).parents[2] / "docs" / "errors.md"
ROOMS = ("domain", "eventlog", "commands", "projections", "api")

INTRODUCTION = """\
Every error is answered as `application/problem+json` (RFC 9457):

```json
{
  "type": "/docs/errors#road/edge_taken",
  "title": "A road lies on this path already; choose a free one.",
  "status": 409,
  "detail": "that edge already has a road",
  "code": "road/edge_taken",
  "details": {"edge": 12},
  "request_id": "5f0c9a7d1b3e2846"
}
```

Machines look at `code`: it is never renamed or reused. `title` says what the code means and what to
do, `detail` what was wrong this time, and `details` has the values that go with it. New codes may
come; treat one that you do not know by its `status`. 429 and 503 come with `Retry-After`, 405 with
`Allow`.
"""


def as_markdown() -> str:
    """The page for readers of the repository."""
    lines = ["# Error codes", "", INTRODUCTION]
    for topic, entries in _by_topic():
        lines += [f"## `{topic}/`", "", "| code | status | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{code}` | {entry.status} | {entry.meaning} |" for code, entry in entries]
        lines.append("")
    return "\n".join(lines)


def as_html() -> str:
    """The page for a browser, where each code can be linked to."""
    lines = ["<h1>Error codes</h1>"]
    for topic, entries in _by_topic():
        lines += [f"<h2><code>{escape(topic)}/</code></h2>", "<table>"]
        lines += [
            f'<tr id="{escape(code)}"><td><code>{escape(code)}</code></td>'
            f"<td>{entry.status}</td><td>{_marked(entry.meaning)}</td></tr>"
            for code, entry in entries
        ]
        lines.append("</table>")
    return "\n".join(lines)


def _marked(text: str) -> str:
    return re.sub("`(.+?)`", r"<code>\1</code>", escape(text))


def _by_topic() -> Iterator[tuple[str, list[tuple[str, CatalogueEntry]]]]:
    for topic, entries in groupby(catalogue().items(), lambda item: item[0].split("/")[0]):
        yield topic, list(entries)


def import_all_rooms() -> None:
    """Import every module, because a code is known only once its module is imported."""
    for room in ROOMS:
        package = importlib.import_module(room)
        for module in pkgutil.walk_packages(package.__path__, f"{room}."):
            importlib.import_module(module.name)


if __name__ == "__main__":
    import_all_rooms()
    PAGE.write_text(as_markdown())
