"""The law of the feed: a client that folds the events it gets sees what the server shows it."""

import json
from random import Random
from typing import Any, Generic, TypeVar, Union

import msgspec
import pytest

from domain.ids import ORGANIZER, SPECTATOR
from domain.messages import Event
from domain.ruleset import Ruleset
from domain.table.state import Table
from eventlog.due_work import status_of
from tests.api.kit import NDJSON, SHORT, SSE, Match, Person, Site, problem
from tests.games import LAKE
from tests.kit import sent

E = TypeVar("E")

OPTION_SETS: dict[str, dict[str, Any]] = {
    "usual": {"discard_limit": 4},
    "classic": {"edition": "classic", "discard_limit": 3},
    "hidden-bank": {"bank_visible": False, "phases": "separate"},
    "layout": {"board": LAKE, "friendly_robber": True},
    "clocks": {"clock": "live", "time_limit": {"seconds": 3_600}},
}


class Told(msgspec.Struct, Generic[E], frozen=True, forbid_unknown_fields=True):
    """A commit as it is sent: never with its command, key or salt."""

    version: int
    at: int
    actor: str
    events: tuple[E, ...]
    status: str
    phase: str
    turn: int
    to_act: tuple[int, ...]
    points: tuple[int, ...]
    hash: str
    deadlines: dict[int, int] | None = None


class Reader:
    """A client that knows a game only from its feed."""

    def __init__(self, match: Match, viewer: Any, person: Person) -> None:
        self.match, self.viewer, self.person = match, viewer, person
        self.ruleset: Ruleset = match.ruleset
        self.state: Table = self.ruleset.new_game()
        self.commits: list[bytes] = []
        events: Any = Union[self.ruleset.events]  # noqa: UP007  # from a tuple
        self._decoder = msgspec.json.Decoder(Told[events])

    @property
    def version(self) -> int:
        return len(self.commits)

    def take(self, commit: bytes) -> None:
        decoded: Told[Event] = self._decoder.decode(commit)
        assert decoded.version == self.version + 1
        for event in decoded.events:
            assert_hides(event, self.viewer)
            self.ruleset.evolve(self.state, event)
        self.commits.append(commit)
        view = self.ruleset.view(self.state, self.viewer)
        assert (decoded.phase, decoded.turn, decoded.to_act, decoded.points) == (
            view.phase,
            view.turn,
            view.to_act,
            tuple(line.points for line in view.score),
        )
        assert decoded.status == status_of(self.state)
        if view.clock is None:
            assert decoded.deadlines is None
        else:
            due = {one.seat: one.due for one in view.clock.deadlines}
            assert decoded.deadlines == due

    def catch_up(self, luck: Random) -> None:
        """Read pages of any length, up to the head."""
        more = True
        while more:
            limit = luck.choice((1, 7, 100, 500))
            path = f"{self.match.path}/events?after={self.version}&limit={limit}"
            page = self.person.read(path)
            assert len(page["commits"]) <= limit
            for commit in page["commits"]:
                self.take(msgspec.json.encode(commit))
            more = page["more"]
        assert page["version"] == self.version

    def shown(self, query: str = "") -> Any:
        """What the server shows, without its time and the names of people."""
        view = self.person.read(self.match.path + query)
        view.pop("server_time", None)
        del view["names"]
        return view

    def seen(self) -> Any:
        """The view that follows from the commits that were sent."""
        return {"version": self.version, **sent(self.ruleset.view(self.state, self.viewer))}


def assert_hides(event: Any, viewer: Any) -> None:
    """What this viewer may not see is null."""
    if viewer == ORGANIZER:
        return
    match event.__struct_config__.tag:
        case "discard_chosen":
            assert (event.cards is None) == (event.seat != viewer)
        case "card_stolen":
            assert (event.resource is None) == (viewer not in (event.thief, event.victim))
        case "development_card_bought":
            assert (event.kind is None) == (event.seat != viewer)


def readers_of(match: Match) -> list[Reader]:
    referee = match.site.player("Ref", role="organizer")
    everybody = {**match.viewers, ORGANIZER: referee}
    return [Reader(match, viewer, person) for viewer, person in everybody.items()]


@pytest.mark.parametrize("name", OPTION_SETS)
def test_a_fold_of_the_feed_gives_every_viewer_the_servers_view(name: str):
    luck = Random(name)
    with Site() as site:
        match = site.started(**{**SHORT, **OPTION_SETS[name]})
        readers = readers_of(match)
        kept: list[tuple[Reader, Any]] = []
        while not match.read()["outcome"]:
            match.play_quickly(luck, luck.randrange(1, 25))
            for reader in readers:
                reader.catch_up(luck)
                assert reader.seen() == reader.shown()
                if luck.random() < 0.2:
                    kept.append((reader, reader.seen()))
        match.close()
        for reader in readers:
            reader.catch_up(luck)
            assert reader.seen() == reader.shown()
            assert_same_in_all_forms(reader, luck)
        for reader, seen in kept:
            assert reader.shown(f"?at={seen['version']}") == seen


def assert_same_in_all_forms(reader: Reader, luck: Random) -> None:
    match, person = reader.match, reader.person
    after = luck.choice((0, 1, 63, 64, 65, reader.version - 1, reader.version))
    until = luck.randrange(after, reader.version + 1) or 1
    path = f"{match.path}/events?after={after}"
    lines = person.get(path, Accept=NDJSON)
    assert lines.content_type == NDJSON
    assert same(lines.data.splitlines(), reader.commits[after:])
    past = person.get(f"{path}&at={until}", Accept=NDJSON).data
    assert same(past.splitlines(), reader.commits[after:until])
    path = f"{match.path}/events?after=0"
    answer = person.get(path, Accept=SSE)
    with answer:
        found: list[bytes] = []
        for write in answer.response:
            for line in write.splitlines():
                if line.startswith(b"data: "):
                    found.append(line.removeprefix(b"data: "))
            if len(found) == reader.version:
                break
    assert same(found, reader.commits)


def same(one: list[bytes], other: list[bytes]) -> bool:
    return [json.loads(line) for line in one] == [json.loads(line) for line in other]


def test_a_person_without_a_seat_is_told_what_the_public_is():
    with Site() as site:
        match = site.played(120, luck=1, discard_limit=3)
        everybody = [site.player("Eve"), site.anonymous]
        one, other = (Reader(match, SPECTATOR, person) for person in everybody)
        one.catch_up(Random(1))
        other.catch_up(Random(2))
        assert one.commits == other.commits


# Pages


@pytest.fixture(scope="module")
def match() -> Match:
    return Site().played(100, luck=7)


def test_a_page_says_whether_there_is_more(match: Match):
    head = match.version
    for after, limit, count in (
        (0, head, head),
        (0, head - 1, head - 1),
        (head - 1, 1, 1),
        (head - 2, 1, 1),
        (head, 5, 0),
        (head + 1, 5, 0),
        (10**17, 5, 0),
    ):
        page = match.read(f"/events?after={after}&limit={limit}")
        assert [one["version"] for one in page["commits"]] == [after + 1 + i for i in range(count)]
        assert page["more"] == (0 < after + count < head)
        assert page["version"] == head


def test_a_page_may_end_in_the_past(match: Match):
    for at, after, count in ((5, 0, 5), (5, 4, 1), (5, 5, 0), (5, 50, 0), (1, 0, 1)):
        page = match.read(f"/events?at={at}&after={after}")
        assert (page["version"], len(page["commits"]), page["more"]) == (at, count, False)
    assert match.read("/events?at=5&limit=3")["more"]


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        (None, "application/json"),
        ("", "application/json"),
        ("*/*", "application/json"),
        ("application/*", "application/json"),
        ("application/json", "application/json"),
        ("text/html, */*;q=0.1", "application/json"),
        (NDJSON, NDJSON),
        (f"{NDJSON}, application/json;q=0.9", NDJSON),
        (f"application/json;q=0.1, {NDJSON};q=0.2", NDJSON),
    ],
)
def test_the_form_of_the_feed_is_chosen_by_accept(match: Match, accept: str | None, form: str):
    headers = {} if accept is None else {"Accept": accept}
    assert match.get("/events", **headers).content_type == form


@pytest.mark.parametrize("accept", ["text/html", "image/png, text/plain", "application/json;q=0"])
def test_a_form_that_is_not_offered_is_refused(match: Match, accept: str):
    error = problem(match.get("/events", Accept=accept), 406, "accept/not_offered")
    assert error["details"]["offered"] == ["application/json", NDJSON, SSE]


def test_what_goes_on_takes_no_last_version(match: Match):
    problem(match.get("/events?at=5", Accept=SSE), 422, "query/bad_value")
    problem(match.get("/events?at=5&follow=true", Accept=NDJSON), 422, "query/bad_value")


def test_what_does_not_go_on_cannot_be_followed(match: Match):
    problem(match.get("/events?follow=true"), 422, "query/bad_value")
    assert match.get("/events?follow=false").status_code == 200
    problem(match.get("/events?limit=5", Accept=SSE), 422, "query/bad_value")
    problem(match.get("/events?limit=5&follow=true", Accept=NDJSON), 422, "query/bad_value")


@pytest.mark.parametrize("limit", [1, 7, 500])
def test_lines_come_as_many_as_were_asked_for(match: Match, limit: int):
    page = match.read(f"/events?after=2&limit={limit}")["commits"]
    lines = match.get(f"/events?after=2&limit={limit}", Accept=NDJSON).text.splitlines()
    assert [json.loads(line) for line in lines] == page
    everything = match.get("/events", Accept=NDJSON).text.splitlines()
    assert len(everything) == match.version


@pytest.mark.parametrize("query", ["follow=1", "follow=yes", "after=-1", "after=x", "limit=0"])
@pytest.mark.parametrize("accept", ["application/json", NDJSON, SSE])
def test_a_feed_that_cannot_be_meant_is_refused(match: Match, accept: str, query: str):
    problem(match.get(f"/events?{query}", Accept=accept), 422, "query/bad_value")


@pytest.mark.parametrize("place", ["", "x", "-1", "1.5", "9" * 16, "1 2", "٣"])
@pytest.mark.parametrize("accept", ["application/json", NDJSON, SSE])
def test_a_place_that_no_event_has_is_refused(match: Match, accept: str, place: str):
    answer = match.people[0].call(
        "GET",
        match.path + "/events",
        headers={"Accept": accept, "Last-Event-ID": place.encode().decode("latin-1")},
    )
    error = problem(answer, 400, "header/bad_value")
    assert error["details"] == {"header": "Last-Event-ID"}


def test_the_feed_of_a_game_that_is_not_there_is_not_found(match: Match):
    for accept in ("application/json", NDJSON, SSE):
        path = "/v1/games/p00-" + "0" * 32 + "/events"
        problem(match.site.anonymous.get(path, Accept=accept), 404, "game/unknown")
