"""The page on webhooks for receivers is true."""

import re
from pathlib import Path

from projections.webhooks.notices import KINDS
from projections.webhooks.outbox import MOST_FINISHED, MOST_PENDING, DeliveryTiming
from projections.webhooks.player_webhooks import MOST_TESTS, TESTS_SECONDS
from workers.webhooks.http_client import SECONDS
from workers.webhooks.signing import signature

PAGE = (Path(__file__).parents[2] / "docs/webhooks.md").read_text()


def test_the_sample_checks_what_we_sign():
    (sample,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    found: dict[str, object] = {}
    exec(compile(sample, "webhooks.md", "exec"), found)
    assert found["HEADER"] == signature(str(found["SECRET"]), 1_700_000_000, found["BODY"])  # type: ignore[arg-type]
    assert f"{len(found['BODY'])} bytes" in sample  # type: ignore[arg-type]


def test_the_numbers_are_those_of_the_code():
    assert DeliveryTiming().retry_seconds == (5, 30, 2 * 60, 10 * 60, 30 * 60, 60 * 60)
    assert "after 5 seconds, 30 seconds, 2, 10, 30 and 60 minutes" in PAGE
    assert (SECONDS, "within five seconds" in PAGE) == (5.0, True)
    assert (MOST_TESTS, TESTS_SECONDS, "six times a minute" in PAGE) == (6, 60, True)
    assert f"At most {MOST_PENDING} deliveries" in PAGE
    assert f"the last {MOST_FINISHED} that" in PAGE
    assert all(f"| `{kind}` |" in PAGE for kind in KINDS)
