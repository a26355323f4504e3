"""The page on notices is true."""

import re
from pathlib import Path

from projections.notices.kinds import KINDS
from projections.notices.notice_store import KEEP_DAYS, MOST_KEPT, MOST_PENDING
from projections.notices.outbox import MOST_FINISHED, DeliveryTiming
from projections.notices.player_receivers import (
    MOST_SUBSCRIPTIONS,
    MOST_TESTS,
    MOST_WEBHOOKS,
    TESTS_SECONDS,
)
from workers.notices.http_client import SECONDS
from workers.notices.messages import TTL_SECONDS
from workers.notices.signing import signature

PAGE = (Path(__file__).parents[2] / "docs/notices.md").read_text()


def test_the_sample_checks_what_we_sign():
    (sample,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    found: dict[str, object] = {}
    exec(compile(sample, "notices.md", "exec"), found)
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
    assert f"may have {MOST_WEBHOOKS} of them" in PAGE.replace("\n", " ")
    assert f"a player may have {MOST_SUBSCRIPTIONS} |" in PAGE
    assert f"the last {MOST_KEPT} notices, until {KEEP_DAYS} days" in PAGE
    assert TTL_SECONDS == {"trade_offer": 3600, "talk": 3600, "seek": 300, "test": 60}
    assert "a day, an hour for `trade_offer` and `talk`, five minutes" in PAGE.replace("\n", " ")
