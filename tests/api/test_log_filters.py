"""The log by type, seat, turn, time and text, and games as they were at a time."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from api.transport.errors import QueryRepeatedParameter
from domain.base.game import BASE
from domain.table.clocks import NOTICES
from projections.one_game import log_pages
from tests.api.kit import Match, Person, Site, problem

CLOCK = {str(kind.__struct_config__.tag) for kind in NOTICES}
BEGUN = 1_800_000_000_000
STEP_MS = 1_500


class Ticking:
    """A clock that goes on whenever it is looked at, until it is stopped."""

    def __init__(self) -> None:
        self.now, self.step = BEGUN, STEP_MS

    def __call__(self) -> int:
        self.now += self.step
        return self.now


@pytest.fixture(scope="module")
def clock() -> Ticking:
    return Ticking()


@pytest.fixture(scope="module")
def site(clock: Ticking) -> Iterator[Site]:
    with Site(clock=clock) as site:
        yield site


@pytest.fixture(scope="module")
def match(site: Site, clock: Ticking) -> Match:
    """A game with clocks in which much is traded and stolen, and a referee to look at it."""
    match = site.started(clock="live", discard_limit=4, target_points=5)
    match.play_quickly(Random(3), 260)
    clock.step = 0
    assert {"card_stolen", "trade_confirmed", "discard_chosen"} <= {
        entry["type"] for entry in whole(match, 0)
    }
    return match


def pages(match: Match, viewer: Any, person: Person | None = None, **query: Any) -> list[Any]:
    found, after = [], 0
    while True:
        asked = urlencode({**query, "after": after}, doseq=True)
        reader = person or match.viewers[viewer]
        page = reader.read(f"{match.path}/log?{asked}")
        found.append(page)
        if page["next"] is None:
            return found
        assert page["next"] > after
        after = page["next"]


def whole(match: Match, viewer: Any = "spectator", **query: Any) -> list[Any]:
    return [entry for page in pages(match, viewer, **query) for entry in page["entries"]]


def all_of(match: Match, viewer: Any) -> list[Any]:
    return whole(match, viewer, clock="true")


def test_the_notices_of_the_clocks_are_left_out_unless_one_asks(match: Match):
    everything = all_of(match, 1)
    assert CLOCK & {entry["type"] for entry in everything} == {"deadlines_set", "deadlines_lifted"}
    assert whole(match, 1) == [entry for entry in everything if entry["type"] not in CLOCK]
    asked = whole(match, 1, type="deadlines_set")
    assert asked == [entry for entry in everything if entry["type"] == "deadlines_set"]


FILTERS: list[tuple[dict[str, Any], Callable[[Any], bool]]] = [
    ({"type": "card_stolen"}, lambda entry: entry["type"] == "card_stolen"),
    (
        {"type": ["trade_offered", "trade_refused"]},
        lambda entry: entry["type"] in ("trade_offered", "trade_refused"),
    ),
    ({"seat": 2}, lambda entry: 2 in entry["seats"]),
    ({"turn": 4}, lambda entry: entry["turn"] == 4),
    ({"turn": "0-3"}, lambda entry: entry["turn"] <= 3),
    ({"text": "ORE"}, lambda entry: "ore" in entry["text"].casefold()),
    ({"text": "(Ada)"}, lambda entry: "(\u2068Ada\u2069)" in entry["text"]),
    ({"from": 20, "to": 31}, lambda entry: 20 <= entry["version"] <= 31),
    (
        {"type": "card_stolen", "seat": 0, "turn": "3-90"},
        lambda entry: entry["type"] == "card_stolen" and 0 in entry["seats"] and entry["turn"] >= 3,
    ),
    ({"text": "no such words"}, lambda entry: False),
]


@pytest.mark.parametrize("viewer", [0, 2, "spectator"])
@pytest.mark.parametrize(("query", "fits"), FILTERS, ids=[str(query) for query, _ in FILTERS])
def test_a_filter_leaves_what_fits(
    match: Match, viewer: Any, query: dict[str, Any], fits: Callable[[Any], bool]
):
    expected = [entry for entry in whole(match, viewer) if fits(entry)]
    assert expected or query == {"text": "no such words"}
    assert whole(match, viewer, **query) == expected


@pytest.mark.parametrize("limit", [1, 2, 7, 500])
def test_pages_with_a_filter_join_without_a_seam(
    match: Match, limit: int, monkeypatch: pytest.MonkeyPatch
):
    """Also if a page ends because it has looked at enough commits, and has nothing to show."""
    for window in (10, 500):
        monkeypatch.setattr(log_pages, "MOST_COMMITS", window)
        for query in ({"type": "card_stolen"}, {"seat": 1}, {"text": "ore"}):
            found = pages(match, 0, limit=limit, **query)
            joined = [entry for page in found for entry in page["entries"]]
            assert joined == whole(match, 0, **query)
            for page in found:
                assert len({entry["version"] for entry in page["entries"]}) <= min(limit, window)
            assert window == 500 or len(found) >= match.version // window


def test_both_sides_of_what_happens_are_named(match: Match):
    entries = whole(match)
    for entry in entries:
        assert entry["seat"] is None or entry["seat"] in entry["seats"]
    stolen = [entry["seats"] for entry in entries if entry["type"] == "card_stolen"]
    assert all(len(seats) == 2 for seats in stolen)
    for seat in range(3):
        assert {"card_stolen", "trade_confirmed", "trade_refused"} <= {
            entry["type"] for entry in whole(match, seat=seat)
        }


def test_a_link_shows_the_table_as_it_was(match: Match):
    for entry in whole(match, 1)[::40]:
        table = match.people[1].read(entry["table"])
        assert (table["version"], table["turn"]) == (entry["version"], entry["turn"])


def test_an_entry_says_what_its_event_is_in_any_game(match: Match):
    entries = whole(match)
    types_of = {
        kind: {entry["type"] for entry in entries if entry["kind"] == kind}
        for kind in ("seven", "taking", "trade", "building")
    }
    assert types_of["seven"] == {"dice_rolled"}
    assert "card_stolen" in types_of["taking"]
    assert types_of["trade"] == {"trade_confirmed"}
    assert types_of["building"] >= {"road_built", "settlement_built"}
    sevens = [entry["version"] for entry in entries if entry["kind"] == "seven"]
    others = [entry["version"] for entry in entries if entry["type"] == "dice_rolled"]
    roused = {entry["version"] for entry in entries if entry["type"] == "robber_roused"}
    assert roused & {*others} <= {*sevens}
    assert 0 < len(sevens) < len(others)
    assert None in {entry["kind"] for entry in entries}


def test_thinking_time_is_that_of_the_seat_that_acted(match: Match):
    entries = [entry for entry in whole(match) if entry["turn"] > 0]
    assert all(entry["thinking_ms"] is None or entry["thinking_ms"] > 0 for entry in entries)
    rolled = [entry for entry in entries if entry["type"] == "dice_rolled"]
    assert len(rolled) > 10
    # Whoever is up has waited for nobody: it is the time since the last commit.
    before = {entry["version"]: entry["at"] for entry in all_of(match, 0)}
    for entry in rolled:
        assert entry["thinking_ms"] == entry["at"] - before[entry["version"] - 1]


def hidden(match: Match, seat: int) -> Any:
    """A theft among others, and the card that only they know."""
    for entry in whole(match, type="card_stolen"):
        if seat not in entry["seats"]:
            thief = entry["seats"][0]
            page = match.read(f"/log?from={entry['version']}&to={entry['version']}", thief)
            known = next(one for one in page["entries"] if one["type"] == "card_stolen")
            return entry, known
    raise AssertionError


def test_a_search_finds_only_what_its_reader_can_read(match: Match):
    entry, known = hidden(match, 2)
    assert entry["text"] != known["text"]
    card = next(
        card for card in ("brick", "lumber", "wool", "grain", "ore") if card in known["text"]
    )
    version = entry["version"]
    query = {"type": "card_stolen", "text": card, "from": version, "to": version}
    assert whole(match, known["seats"][0], **query) == [known]
    for viewer in (2, "spectator"):
        assert whole(match, viewer, **query) == []
        other = {**query, "text": "mithril"}
        assert pages(match, viewer, **query) == pages(match, viewer, **other)


def test_an_organizers_search_is_recorded(match: Match):
    organizer = match.site.player("Org", role="organizer")
    _, known = hidden(match, 2)
    page = pages(match, None, organizer, type="card_stolen", seat=known["seats"][1])
    assert known in [one for part in page for one in part["entries"]]
    reads = organizer.read(f"{match.path}/reads")["reads"]
    assert (reads[-1]["player_id"], reads[-1]["call"]) == (
        organizer.player,
        "/v1/games/<game_id>/log",
    )


def test_the_log_in_polish_is_searched_in_polish(match: Match):
    assert whole(match, 0, text="ruda", lang="pl") != whole(match, 0, text="ruda")
    assert whole(match, 0, text="ruda") == []


def test_a_filtered_page_has_a_tag(match: Match):
    first = match.get("/log?type=card_stolen&seat=1", 1)
    again = match.get("/log?type=card_stolen&seat=1", 1, If_None_Match=first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    other = match.get("/log?type=card_stolen&seat=2", 1, If_None_Match=first.headers["ETag"])
    assert other.status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        *("type=robbery", "type=", "seat=16", "seat=-1", "seat=x", "turn=x", "turn=5-3"),
        *(
            "turn=-1",
            "from=0",
            "to=yesterday",
            "text=",
            f"text={'a' * 101}",
            "clock=1",
            "seat=1&seat=2",
        ),
        "&".join(["type=card_stolen"] * 21),
    ],
)
def test_a_filter_that_is_none_is_refused(match: Match, query: str):
    told = problem(match.get(f"/log?{query}"))
    is_repeated = query.count("seat") == 2
    assert told["code"] == (QueryRepeatedParameter.code if is_repeated else "query/bad_value")


# Times


def iso(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


READS = ("", "/score", "/board", "/log", "/stats", "/actions", "/board.svg", "/hand", "/events")


@pytest.mark.parametrize("part", READS)
def test_every_read_takes_a_time(match: Match, part: str):
    at = {entry["version"]: entry["at"] for entry in all_of(match, 0)}
    for version in (12, 57, match.version):
        wanted = match.get(f"{part}?at={version}", 0)
        times = [at[version], at[version] + 1]
        if version < match.version:
            times.append(at[version + 1] - 1)
        for time in times:
            for form in (str(time), iso(time)):
                answer = match.get(f"{part}?at={form}", 0)
                assert answer.status_code == 200, answer.data
                assert without_time(answer) == without_time(wanted)


def without_time(answer: Any) -> Any:
    if not answer.is_json:
        return answer.data
    return {key: value for key, value in answer.json.items() if key != "server_time"}


def test_a_time_that_is_still_to_come_shows_the_last_version(match: Match):
    assert match.read("?at=9999-12-31T23:59:59Z", 0)["version"] == match.version


@pytest.mark.parametrize("part", READS)
def test_before_it_was_opened_there_was_no_game(match: Match, part: str):
    told = problem(match.get(f"{part}?at=2001-09-09T01:46:40Z", 0), 404, "game/no_such_time")
    opened = match.read("/log?limit=1")["entries"][0]["at"]
    assert told["details"] == {"opened_at": opened}
    problem(match.get(f"{part}?at={opened - 1}", 0), 404, "game/no_such_time")
    assert match.get(f"{part}?at={opened}", 0).status_code in (200, 409)


def test_the_log_can_be_read_by_time(match: Match):
    entries = whole(match, 1)
    first, last = entries[40]["at"], entries[90]["at"]
    between = [entry for entry in entries if first <= entry["at"] <= last]
    assert whole(match, 1, **{"from": first, "to": last}) == between
    assert whole(match, 1, **{"from": iso(first), "to": iso(last)}) == between
    assert whole(match, 1, to="1999-01-01T00:00:00Z") == []
    assert whole(match, 1, **{"from": "2999-01-01T00:00:00Z"}) == []


def test_every_type_of_event_can_be_asked_for(match: Match):
    types = [str(kind.__struct_config__.tag) for kind in BASE.events]
    found = [
        entry for i in range(0, len(types), 20) for entry in whole(match, type=types[i : i + 20])
    ]
    assert len(found) == len(all_of(match, "spectator"))
