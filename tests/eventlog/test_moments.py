"""Versions and times in one parameter, and which version stood at a time."""

import pytest

from eventlog.commit_times import GameTimes
from eventlog.moments import BadMoment, Moment, read_moment

TIMES = GameTimes((1_000, 2_000, 2_000, 5_000), start=2)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("1", Moment(version=1)),
        ("0012", Moment(version=12)),
        ("999999999999", Moment(version=999_999_999_999)),
        ("1000000000000", Moment(time=1_000_000_000_000)),
        ("253402300799999", Moment(time=253_402_300_799_999)),
        ("253402300800000", Moment(version=253_402_300_800_000)),
        ("1970-01-01T00:00:00Z", Moment(time=0)),
        ("2026-01-01T00:00Z", Moment(time=1_767_225_600_000)),
        ("2026-01-01T00:00:00.001Z", Moment(time=1_767_225_600_001)),
        ("2026-01-01T00:00:00.9999Z", Moment(time=1_767_225_600_999)),
        ("2026-01-01T00:00:00+00:00", Moment(time=1_767_225_600_000)),
    ],
)
def test_a_moment_is_a_version_or_a_time(text: str, moment: Moment):
    assert read_moment(text) == moment


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-1", "1.5", " 1", "1 ", "\u0661", "9" * 19, "now", "2026-01-01"),
        *("2026-01-01T00:00:00", "2026-01-01T00:00:00+01:00", "2026-01-01 00:00:00Z"),
        *("2026-13-01T00:00:00Z", "2026-02-30T00:00:00Z", "2026-01-01T24:01:00Z", "1e12"),
    ],
)
def test_anything_else_is_refused(text: str):
    with pytest.raises(BadMoment):
        read_moment(text)


@pytest.mark.parametrize(
    ("time", "version"), [(0, 0), (999, 0), (1_000, 1), (1_999, 1), (2_000, 3), (9_000, 4)]
)
def test_the_version_that_stood_at_a_time_includes_all_commits_of_that_time(
    time: int, version: int
):
    assert TIMES.version_at(time) == TIMES.last_of(Moment(time=time)) == version


@pytest.mark.parametrize(("time", "version"), [(0, 1), (1_001, 2), (2_000, 2), (2_001, 4)])
def test_a_range_begins_with_the_first_commit_since_then(time: int, version: int):
    assert TIMES.first_of(Moment(time=time)) == version
    assert TIMES.first_of(None) == 1
    assert TIMES.first_of(Moment(version=7)) == TIMES.last_of(Moment(version=7)) == 7
