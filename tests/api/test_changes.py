"""With `changes`, a client that knows no rules keeps its view current without a read."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from api.transport import event_stream
from domain.registry import RULESETS
from projections.one_game import shown_commits
from tests.api.kit import NDJSON, SHORT, Match, Person, Site
from tests.api.test_geometries import started, without_extras
from tests.eventlog.streams import put
from tests.games import ATOLL
from tests.views_kept import patched

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "base": ("base", SHORT),
    "base-hidden-bank": ("base", {**SHORT, "bank_visible": False, "discard_limit": 3}),
    "base-clocks": ("base", {**SHORT, "clock": "live"}),
    "dice": ("dice", {}),
    "duel": ("duel", {"target_points": 4}),
    "fog": ("seafarers", {"board": ATOLL, "target_points": 5}),
    "pirates": ("seafarers", {"scenario": 7}),
}


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


def read_view(match: Match, person: Person) -> Any:
    return without_extras(person.read(f"{match.path}?geometry=apart"))


def apply(view: Any, commit: Any) -> Any:
    """The whole rule: apply the patch, then set the version."""
    assert commit["version"] == (view or {"version": 0})["version"] + 1
    without = None if view is None else {k: v for k, v in view.items() if k != "version"}
    changed = patched(without, commit["changes"])
    return {"version": commit["version"], **changed}


class Keeper:
    """A client with a view and a cursor."""

    def __init__(self, match: Match, person: Person) -> None:
        self.match, self.person = match, person
        self.view: Any = None

    @property
    def version(self) -> int:
        return 0 if self.view is None else int(self.view["version"])

    def catch_up(self, luck: Random) -> None:
        path = f"{self.match.path}/events?changes=true&after={self.version}"
        if luck.random() < 0.5:
            lines = self.person.get(path, Accept=NDJSON).data.splitlines()
            commits = [json.loads(line) for line in lines]
        else:
            commits = self.person.read(f"{path}&limit=500")["commits"]
        for commit in commits:
            self.view = apply(self.view, commit)


def readers_of(match: Match) -> list[Person]:
    referee = match.site.player("Ref", role="organizer")
    return [*match.people, match.site.anonymous, referee]


@pytest.mark.parametrize("name", GAMES)
def test_every_viewer_keeps_the_view_that_the_server_shows(site: Site, name: str) -> None:
    ruleset, options = GAMES[name]
    match, luck = started(site, ruleset, options), Random(name)
    keepers = [Keeper(match, person) for person in readers_of(match)]
    for _ in range(30):
        match.play_quickly(luck, luck.randrange(1, 20))
        for keeper in luck.sample(keepers, 3):
            keeper.catch_up(luck)
            assert keeper.view == read_view(match, keeper.person)
    match.close()
    for keeper in keepers:
        keeper.catch_up(luck)
        assert keeper.view == read_view(match, keeper.person)


def test_a_live_stream_brings_the_same_changes(site: Site) -> None:
    match, luck = site.seated(**SHORT), Random(1)
    match.do(0, "start_game")
    readers = readers_of(match)
    streams = [match.follow("spectator", "?changes=true")]
    streams += [match.follow(seat, "?changes=true") for seat in range(3)]
    views = []
    for stream, person in zip(streams, [site.anonymous, *readers], strict=False):
        (first,) = stream.take(1)
        views.append(without_extras(first.data))
        assert views[-1] == read_view(match, person)
    for _ in range(12):
        before = match.version
        match.play_quickly(luck, luck.randrange(1, 8))
        for i, (stream, person) in enumerate(
            zip(streams, [site.anonymous, *readers], strict=False)
        ):
            for event in stream.take(match.version - before):
                views[i] = apply(views[i], event.data)
            assert views[i] == read_view(match, person)
    for stream in streams:
        stream.close()


def test_who_takes_a_seat_goes_on_with_the_view_of_a_spectator(site: Site) -> None:
    """Before the start nothing is hidden, so all viewers see the same."""
    match = site.opened(3, **SHORT)
    match.do(0, "take_seat")
    keepers = [Keeper(match, person) for person in readers_of(match)]
    luck = Random(2)
    for keeper in keepers:
        keeper.catch_up(luck)
    with match.follow(1, "?changes=true") as stream:
        (first,) = stream.take(1)
        view = without_extras(first.data)
        match.do(1, "take_seat")
        match.do(1, "leave_seat")
        match.do(2, "take_seat", seat=2)
        match.do(1, "take_seat")
        match.do(0, "start_game")
        match.play_quickly(luck, 20)
        for event in stream.take(match.version - first.version):
            view = apply(view, event.data)
    assert view == read_view(match, match.people[1])
    for keeper in keepers:
        keeper.catch_up(luck)
        assert keeper.view == read_view(match, keeper.person)


def test_the_first_commit_of_a_game_brings_the_whole_view(site: Site) -> None:
    match = site.opened()
    (commit,) = match.read("/events?changes=true")["commits"]
    (step,) = commit["changes"]
    assert (step["op"], step["path"]) == ("replace", "")
    assert {"version": 1, **step["value"]} == read_view(match, site.anonymous)


def test_changes_come_only_if_they_are_asked_for(site: Site) -> None:
    match = site.started()
    assert all("changes" not in commit for commit in match.read("/events")["commits"])


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_what_is_hidden_from_a_viewer_is_in_none_of_their_changes(site: Site, ruleset: str) -> None:
    """Two games that differ only in their chance of hidden cards are tested by law 5; here it is
    enough that a patch is exactly the difference of two views that the viewer may see."""
    match = started(site, ruleset, {})
    match.play_quickly(Random(3), 120)
    for person in readers_of(match):
        commits = person.read(f"{match.path}/events?changes=true&limit=500")["commits"]
        view: Any = None
        for commit in commits:
            view = apply(view, commit)
            if commit["version"] % 7:
                continue
            past = without_extras(
                person.read(f"{match.path}?geometry=apart&at={commit['version']}")
            )
            assert view == past
            context = {name: past[name] for name in ("phase", "turn", "to_act")}
            assert {name: commit[name] for name in context} == context
            assert commit["points"] == [line["points"] for line in past["score"]]


def test_readers_of_the_same_kind_share_the_work(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Any] = []
    real = shown_commits.plain_view

    def counted(state: Any, viewer: Any) -> Any:
        made.append(viewer)
        return real(state, viewer)

    match = site.started(**SHORT)
    streams = [match.follow("spectator", "?changes=true") for _ in range(5)]
    for stream in streams:
        stream.take(1)
    monkeypatch.setattr(shown_commits, "plain_view", counted)
    before = match.version
    match.play_quickly(Random(1), 10)
    for stream in streams:
        assert len(stream.take(match.version - before)) == 10
        stream.close()
    # One more at the beginning, with which the first commit is compared.
    assert len(made) <= 11


def test_a_log_that_lost_its_end_is_not_shown_from_memory(site: Site) -> None:
    """A Redis that failed over may have lost commits, and others took their place."""
    match = site.started(**SHORT)
    match.play_quickly(Random(1), 5)
    lost = Keeper(match, site.anonymous)
    lost.catch_up(Random(1))
    lines = match.lines()
    header = site.games.ledger.header(match.game)
    put(site.redis, match.game, header, enumerate(lines[:-1], 1))
    match.play_quickly(Random(99), 1)
    assert match.lines() != lines
    keeper = Keeper(match, site.anonymous)
    keeper.catch_up(Random(1))
    assert keeper.view == read_view(match, site.anonymous)
