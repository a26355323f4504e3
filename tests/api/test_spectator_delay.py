"""Spectators of a game with a delay learn nothing early, by whatever call."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from api.transport import event_stream
from projections.notices.ledger_notices import LedgerNotices
from tests.api.kit import NDJSON, SHORT, SSE, Match, Person, Site, problem, stream_events
from tests.clock import BEGUN, Clock
from tests.redises import until

DELAY = 60
DELAY_MS = DELAY * 1_000
STEP_MS = 7_000
"""Between two commits; the delay is no multiple of it."""
AT_TIMES = ["?at=9999-01-01T00:00Z", *(f"?at={BEGUN + n * STEP_MS}" for n in (1, 9, 12, 100))]
FROM_TIMES = tuple(f"?from={BEGUN + n * STEP_MS}&to={BEGUN + 100 * STEP_MS}" for n in (1, 9, 20))
FILLED = {"<int:number>": "1", "<int:invitation_id>": "1", "<int:seat>": "1"}
"""The other parts of addresses."""
NOT_OF_THE_TIME = ("Date", "X-Request-Id", "Content-Length")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def site(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site(clock=clock) as site:
        yield site


class Answer(NamedTuple):
    """What somebody got, without what is different each time."""

    status: int
    headers: dict[str, str]
    body: str


def game_reads(site: Site) -> list[str]:
    """Every address below a game that can be read: a new call is found here by itself."""
    rules = site.client.application.url_map.iter_rules()
    paths = [str(rule) for rule in rules if "GET" in (rule.methods or ())]
    found = sorted(path.partition("<game_id>")[2] for path in paths if "/games/<game_id>" in path)
    assert {"", "/board", "/log", "/events", "/export", "/talk"} <= set(found)
    return [filled(path) for path in found]


def filled(path: str) -> str:
    for part, value in FILLED.items():
        path = path.replace(part, value)
    assert "<" not in path, f"say in FILLED what stands for the part in {path}"
    return path


def asked(match: Match, person: Person, delayed: str) -> dict[str, Answer]:
    """What a person gets by all calls and in all forms, with the id of the game left out."""
    answers = {}
    for part in game_reads(match.site):
        for query in ("", "?at=3", "?at=8", "?at=9999", *AT_TIMES):
            answers[part + query] = got(match, person, part + query, delayed)
    for query in ("?geometry=apart", "?as=spectator", "?as=0", "?as=organizer"):
        answers[query] = got(match, person, query, delayed)
    for query in (
        "?after=10",
        "?after=9999",
        "?limit=3",
        "?changes=true&limit=500",
        "?after=5&at=9",
    ):
        answers["/events" + query] = got(match, person, "/events" + query, delayed)
    for query in ("?seat=1", "?text=e&limit=1", "?turn=0-9", *FROM_TIMES):
        answers["/log" + query] = got(match, person, "/log" + query, delayed)
    answers["lines"] = got(match, person, "/events?changes=true", delayed, Accept=NDJSON)
    for tag in ('"8-game-spectator-whole"', '"14-game-spectator-whole"', "*"):
        answers[f"if none {tag}"] = got(match, person, "", delayed, If_None_Match=tag)
        answers[f"if match {tag}"] = got(match, person, "", delayed, If_Match=tag)
    for body in (
        {"type": "take_seat"},
        {"type": "leave_seat"},
        {"type": "start_game"},
        {"type": "abandon_game"},
        {"type": "end_turn"},
        {"type": "add_nonce", "nonce": "0" * 32},
        {"type": "nothing"},
    ):
        for headers in ({}, {"If_Match": "8"}, {"If_Match": "14"}):
            answer = person.post(match.path + "/commands", body, **headers)
            answers[f"{body} {headers}"] = plain(match, answer, delayed)
    return answers


def got(match: Match, person: Person, part: str, delayed: str, **headers: str) -> Answer:
    return plain(match, person.get(match.path + part, **headers), delayed)


def plain(match: Match, answer: Any, delayed: str) -> Answer:
    """Ids, hashes and draws differ from game to game; they are told apart elsewhere."""
    body = answer.get_data(as_text=True).replace(match.game, "GAME")
    body = re.sub(r'"(request_id|server_time)":\s*("[0-9a-f]*"|[0-9]+)', "", body)
    body = body.replace(f'"spectator_delay_seconds":{delayed},', "")
    headers = {k: v for k, v in answer.headers.items() if k not in NOT_OF_THE_TIME}
    return Answer(answer.status_code, headers, body.replace("  ", " "))


def table(site: Site, **options: Any) -> Match:
    return site.seated(**{**SHORT, **options})


def stranger(site: Site) -> Person:
    return site.player("Eve")


def play(match: Match, clock: Clock, commits: int, luck: Random) -> None:
    for _ in range(commits):
        clock.now += STEP_MS
        match.play_quickly(luck, 1)


@pytest.mark.parametrize("who", ["nobody", "stranger"])
def test_a_spectator_gets_what_was_there_a_delay_ago(site: Site, clock: Clock, who: str) -> None:
    """The same game is its own twin: what it answers now, it would have answered then if its
    option were another one. So the answers of every moment are kept, and compared later."""
    match = table(site, spectator_delay_seconds=DELAY)
    person = site.anonymous if who == "nobody" else stranger(site)
    views = site.views

    def undelayed() -> dict[str, Answer]:
        real = views.delay.visible
        carrier: Any = site.desk._carrier
        views.delay.visible = lambda *args: None  # type: ignore[method-assign]
        carrier._delay.visible = lambda *args: None
        try:
            return asked(match, person, str(DELAY))
        finally:
            views.delay.visible = real  # type: ignore[method-assign]
            del carrier._delay.visible

    clock.now += STEP_MS
    kept = {0: undelayed()}
    match.do(0, "start_game")
    kept[clock.now] = undelayed()
    luck = Random(5)
    for _ in range(9):
        then = max(at for at in kept if at <= clock.now - DELAY_MS)
        assert_same(asked(match, person, str(DELAY)), kept[then])
        clock.now += luck.randrange(1_000, 40_000)
        match.play_quickly(luck, 1)
        kept[clock.now] = undelayed()
    assert then > BEGUN


def assert_same(found: dict[str, Answer], expected: dict[str, Answer]) -> None:
    for call, answer in expected.items():
        assert found[call] == answer, call


def test_seats_and_organizers_are_not_delayed(site: Site, clock: Clock) -> None:
    match = table(site, spectator_delay_seconds=DELAY)
    match.do(0, "start_game")
    play(match, clock, 10, Random(1))
    referee = site.player("Ref", role="organizer")
    for person in (*match.people, referee):
        assert person.read(match.path)["version"] == match.version
    assert match.people[0].read(f"{match.path}?as=spectator")["version"] < match.version
    assert referee.read(f"{match.path}?as=spectator")["version"] < match.version
    assert [one["as"] for one in referee.read(f"{match.path}/reads")["reads"]] == ["organizer"]


def test_a_lobby_is_not_delayed_but_the_start_is(site: Site, clock: Clock) -> None:
    match = site.opened(3, spectator_delay_seconds=DELAY)
    for seat in range(3):
        match.do(seat, "take_seat")
        assert match.read()["version"] == match.version
    match.do(0, "start_game")
    assert (match.read()["phase"], match.read()["version"]) == ("lobby", match.version - 1)
    clock.now += DELAY_MS - 1
    assert match.read()["phase"] == "lobby"
    clock.now += 1
    assert (match.read()["phase"], match.read()["version"]) == ("founding", match.version)


def test_the_result_is_known_to_the_seats_at_once_and_to_others_after_the_delay(
    site: Site, clock: Clock
) -> None:
    match = table(site, spectator_delay_seconds=DELAY)
    match.do(0, "start_game")
    match.play_quickly(Random(1))
    assert match.read("", 0)["outcome"] == "won"
    player = f"/v1/players/{match.people[0].player}"
    before = site.anonymous.read(player)
    for _ in range(2):
        match.close()
        assert match.read("", 0)["phase"] == "over"
        assert match.read()["phase"] == "lobby"
        assert match.read()["seed"] is None
        problem(match.get("/export"), 403, "game/not_closed")
        assert site.anonymous.read("/v1/closed-games")["games"] == []
        assert site.anonymous.read(player) == before
        clock.now += DELAY_MS - 1
        clock.now, later = clock.now - DELAY_MS + 1, clock.now
    clock.now = later
    match.close()
    assert match.read()["phase"] != "closed"
    clock.now += 1
    match.close()
    assert match.read()["phase"] == "closed"
    assert match.get("/export").status_code == 200
    assert len(site.anonymous.read("/v1/closed-games")["games"]) == 1


def test_a_live_stream_brings_commits_when_they_are_old_enough() -> None:
    """With the time of the server, because a stream has to wake up by itself."""
    with Site() as site:
        match = table(site, spectator_delay_seconds=1)
        match.do(0, "start_game")
        with match.follow("spectator", f"?after={match.version - 1}&changes=true") as stream:
            match.play_quickly(Random(1), 3)
            versions = [event.version for event in stream.take(4)]
            assert versions == list(range(match.version - 3, match.version + 1))
            last = match.read("/events?limit=500")["commits"][-1]
            assert site.desk.clock() >= last["at"] + 1_000


def test_nothing_is_written_early_to_a_live_stream(
    site: Site, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.1)
    match = table(site, spectator_delay_seconds=DELAY)
    match.do(0, "start_game")
    shown = match.version - 1
    answer = match.get("/events", Accept=SSE)
    writes = iter(answer.response)
    next(writes)
    (first,) = stream_events(next(writes))
    assert (first.name, first.version, first.data["phase"]) == ("view", shown, "lobby")
    luck = Random(1)
    for _ in range(4):
        play(match, clock, 2, luck)
        (ping,) = stream_events(next(writes))
        assert (ping.name, ping.data["version"]) == ("ping", shown)
    clock.now += DELAY_MS
    seen: list[int | None] = []

    def has_come() -> bool:
        seen.extend(one.version for one in stream_events(next(writes)) if one.name == "commit")
        return len(seen) == match.version - shown

    until(has_come, "the commits")
    assert seen == list(range(shown + 1, match.version + 1))
    answer.close()


@pytest.mark.parametrize("cursor", ["?after=9999", "?after=10"])
def test_a_cursor_that_spectators_cannot_have_begins_again(
    site: Site, clock: Clock, cursor: str
) -> None:
    match = table(site, spectator_delay_seconds=DELAY)
    match.do(0, "start_game")
    play(match, clock, 6, Random(1))
    with match.follow("spectator", cursor) as stream:
        (reset,) = stream.take(1)
    assert (reset.name, reset.version) == ("reset", match.read()["version"])
    assert reset.version < match.version


def test_a_game_without_the_option_is_not_delayed(site: Site, clock: Clock) -> None:
    for options in ({}, {"spectator_delay_seconds": 0}):
        match = table(site, **options)
        match.do(0, "start_game")
        play(match, clock, 5, Random(1))
        assert match.read()["version"] == match.version


def test_no_list_and_no_invitation_tells_of_the_start(site: Site, clock: Clock) -> None:
    match = site.opened(3, spectator_delay_seconds=DELAY)
    made = match.people[0].post(f"{match.path}/invitations", {"uses": 3})
    code = f"/v1/invitations/{made.json['code']}"

    def public() -> list[Any]:
        answers = [site.anonymous.get(path) for path in ("/v1/games", code)]
        answers += [site.anonymous.get("/v1/games?status=playing")]
        answers += [stranger(site).post(code, {})]
        return [re.sub(r'"request_id":\s*"\w*"', "", one.get_data(as_text=True)) for one in answers]

    for seat in range(3):
        assert match.game in site.anonymous.get("/v1/games").get_data(as_text=True)
        match.do(seat, "take_seat")
    full = public()
    match.do(0, "start_game")
    play(match, clock, 8, Random(1))
    assert public() == full
    clock.now += DELAY_MS
    assert public() != full


COUNTED = ("/metrics",)
"""For the operator: how many commands and games there were, of no game in particular."""


def everything(site: Site, match: Match, person: Person) -> dict[str, str]:
    """What a stranger gets by all calls: a new call is found here by itself.

    Every call of this game and every list is tried, with what a client would send.
    """
    bodies = {"/reservations": {"seat": 1, "player_id": person.player}, "/turned-away": {"seat": 1}}
    people = [one.player for one in match.people]
    found = {}
    for rule in sorted(site.client.application.url_map.iter_rules(), key=str):
        path = str(rule).replace("<game_id>", match.game).replace("<ruleset>", "base")
        path = path.replace("<player_id>", people[0]).replace("<other_id>", people[1])
        for method in sorted({"GET", "POST", "DELETE"} & (rule.methods or set())):
            is_of_game = match.game in path or people[0] in path
            if path in COUNTED or not (is_of_game or (method == "GET" and "<" not in path)):
                continue
            body = bodies.get(path.removeprefix(match.path), {}) if method == "POST" else None
            answer = person.call(method, filled(path), json=body)
            text = re.sub(r'"request_id":\s*"\w*"', "", answer.get_data(as_text=True))
            found[f"{method} {path}"] = f"{answer.status_code} {text}"
    for query in ("status=playing", "status=playing&order=rating", f"host={people[0]}"):
        found[query] = person.get(f"/v1/games?{query}").get_data(as_text=True)
    for query in (f"player={people[0]}", f"player={people[0]}&opponent={people[1]}"):
        found[query] = person.get(f"/v1/closed-games/search?{query}").get_data(as_text=True)
    return found


def assert_nothing_new(found: dict[str, str], before: dict[str, str]) -> None:
    for call, answer in before.items():
        # Tickets are random, and so is what a stranger opens for themself.
        if "ticket" not in call:
            assert found[call] == answer, call


def test_no_call_tells_a_stranger_of_the_start_the_end_or_a_rematch(
    site: Site, clock: Clock
) -> None:
    match = table(site, spectator_delay_seconds=DELAY)
    eve = stranger(site)
    notices = LedgerNotices(site.games)
    notices.catch_up()
    before = everything(site, match, eve)
    assert {"POST", "DELETE"} <= {call.split()[0] for call in before}
    match.do(0, "start_game")
    assert_nothing_new(everything(site, match, eve), before)
    match.play_quickly(Random(1))
    assert match.read("", 0)["phase"] == "over"
    match.close()
    for person in match.people:
        rematch = person.post(f"{match.path}/rematch").json
    assert rematch["status"] == "playing"
    notices.catch_up()
    assert_nothing_new(everything(site, match, eve), before)
    assert eve.read("/v1/players/me/events")["notices"] == []
    # The rematch has the same delay: whoever guesses its id sees its lobby.
    again = Match(site, rematch["game_id"], match.people)
    assert again.read()["phase"] == "lobby"
    problem(eve.post(f"{again.path}/rematch"), 403, "rematch/not_player")
    clock.now += DELAY_MS
    match.close()
    assert everything(site, match, eve) != before
    assert site.anonymous.read("/v1/games?status=playing")["games"][0]["game_id"] == again.game


def test_a_quick_game_with_a_delay_is_no_news_for_others_who_look_for_one(
    site: Site, clock: Clock
) -> None:
    options = {"spectator_delay_seconds": DELAY}
    body = {"ruleset": "duel", "players": 2, "options": options}
    ada, ben, eve = site.players(3)
    notices = LedgerNotices(site.games)
    notices.catch_up()
    mine = eve.post("/v1/seeks", {**body, "players": 2, "rating_band": {"below": 0, "above": 0}})
    assert mine.status_code == 201
    path = f"/v1/seeks/{mine.json['seek_id']}"
    eve.call("DELETE", path)
    calls = (path, "/v1/games", "/v1/games?status=playing", "/v1/players/me/events")
    before = [eve.get(one).get_data(as_text=True) for one in calls]
    seek = ada.post("/v1/seeks", body).json["seek_id"]
    game = ben.post("/v1/seeks", body).json["game_id"]
    assert ada.read(f"/v1/seeks/{seek}")["game_id"] == game
    notices.catch_up()
    assert [eve.get(one).get_data(as_text=True) for one in calls] == before
    assert eve.read(f"/v1/games/{game}")["phase"] == "lobby"
    clock.now += DELAY_MS
    assert eve.read("/v1/games?status=playing")["games"][0]["game_id"] == game
