"""What referees do in a game over HTTP, and what everybody sees of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from api.transport import event_stream
from eventlog.verification import VerificationStatus, verify
from tests.api.kit import NDJSON, Match, Person, Site, problem
from tests.api.test_changes import apply
from tests.api.test_geometries import without_extras

GOES_ON = {"version", "draws", "referee", "names", "clock"}
"""Parts of a view that a rewind does not return to as they were."""


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


@pytest.fixture
def match(site: Site) -> Match:
    return site.played(60, call_pauses=False)


@pytest.fixture
def referee(site: Site) -> Person:
    return site.player("Rita", "organizer")


def order(match: Match, referee: Person, kind: str, /, **fields: Any) -> Any:
    """A command of a referee that is legal; its receipt."""
    answer = referee.post(f"{match.path}/commands", {"type": kind, **fields})
    assert answer.status_code == 201, answer.data
    return answer.json


def rewind(match: Match, referee: Person, version: int) -> Any:
    return order(match, referee, "rewind_to", version=version, reason="a mistake")


def of_the_game(view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in GOES_ON}


def closed_ledger(match: Match, referee: Person) -> bytes:
    order(match, referee, "void_game", reason="it has shown enough")
    match.site.desk.close_game(match.game)
    return match.get("/export").data


# What is listed


def test_a_referee_is_offered_what_they_may_do_and_each_example_is_legal(
    site: Site, match: Match, referee: Person
):
    found = referee.read(f"{match.path}/actions")
    assert found["seat"] is None
    kinds = [action["example"]["type"] for action in found["actions"]]
    assert kinds == [
        "issue_ruling",
        "void_game",
        "pause_game",
        "replace_player",
        "disqualify",
        "rewind_to",
    ]
    for action in found["actions"]:
        assert set(action["bounds"]) <= set(action["template"])
        people, match.people = match.people, [referee]
        answer = match.dry_run(0, action["example"])
        match.people = people
        assert answer.status_code == 201, answer.data


def test_others_are_offered_nothing_of_this(site: Site, match: Match):
    assert site.player("Eve").read(f"{match.path}/actions")["actions"] == []
    for kind in ("rewind_to", "void_game", "disqualify"):
        body = {"type": kind, "reason": "I want to", "version": 6, "seat": 0}
        problem(match.post(0, body), 403, "command/not_for_players")


def test_an_organizer_with_a_seat_is_a_player(site: Site, referee: Person):
    match = site.opened(3)
    match.people[2] = referee
    for seat in range(3):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    types = {command["type"] for command in match.commands(2)}
    assert types <= {"place_settlement", "call_referee", "resign"}
    body = {"type": "pause_game", "reason": "supper"}
    problem(match.post(2, body), 403, "command/not_for_players")


# Rewinding


def test_a_rewind_returns_the_game_for_everybody(site: Site, match: Match, referee: Person):
    version = match.version - 20
    before = {viewer: match.read(f"?at={version}", viewer) for viewer in match.viewers}
    receipt = rewind(match, referee, version)
    assert receipt["version"] == version + 21
    for viewer, then in before.items():
        now = match.read("", viewer)
        assert of_the_game(now) == of_the_game(then)
        assert now["version"] == receipt["version"]
        assert now["referee"]["rewound_to"] == version
        assert now["draws"] >= then["draws"]
        assert match.at(site.another_server()).read("", viewer) == now


def test_nothing_is_erased(match: Match, referee: Person):
    version, head = match.version - 20, match.version
    log = match.read("/log?limit=500")["entries"]
    last = match.read(f"?at={head}", 0)
    rewind(match, referee, version)
    again = match.read("/log?limit=500")["entries"]
    assert again[: len(log)] == log
    assert (
        again[-1]["text"] == f"A referee rewound the game to version {version} (reason: a mistake)."
    )
    assert match.read(f"?at={head}", 0) == last


def test_the_dice_fall_anew_and_the_ledger_verifies(site: Site, referee: Person):
    match = site.played(60)
    rolls: set[Any] = set()
    roll = next(
        entry["version"]
        for entry in match.read("/log?limit=500")["entries"]
        if entry["type"] == "dice_rolled"
    )
    for _ in range(4):
        receipt = rewind(match, referee, roll - 1)
        seat = match.read("")["to_act"][0]
        (rolled, *_) = match.do(seat, "roll_dice")["events"]
        rolls.add((tuple(rolled["dice"]), rolled["draw"]))
        assert receipt["events"][0]["type"] == "game_rewound"
    assert len({draw for _, draw in rolls}) == 4
    assert len({dice for dice, _ in rolls}) > 1
    verdict = verify(closed_ledger(match, referee))
    assert verdict.status == VerificationStatus.SOUND, verdict.message


def test_many_rewinds_of_rewinds_are_read_quickly_enough_to_end(site: Site, referee: Person):
    """Each goes back by one; folded naively, the last would need two to the power of forty."""
    match = site.played(30)
    for _ in range(40):
        rewind(match, referee, match.version - 1)
    other = match.at(site.another_server())
    assert other.read("", 0) == match.read("", 0)
    assert other.read("/stats") == match.read("/stats")


def test_a_live_feed_gets_the_commit_and_a_reset(match: Match, referee: Person):
    with match.follow(1) as stream:
        (first,) = stream.take(1)
        assert first.name == "view"
        receipt = rewind(match, referee, match.version - 10)
        commit, reset = stream.take(2)
        assert (commit.name, commit.version) == ("commit", receipt["version"])
        assert (reset.name, reset.version) == ("reset", receipt["version"])
        assert reset.data == match.read("", 1)
        match.play_quickly(Random(1), 1)
        (after,) = stream.take(1)
        assert (after.name, after.version) == ("commit", receipt["version"] + 1)


def test_who_resumes_over_a_rewind_gets_commits_and_a_reset_in_order(match: Match, referee: Person):
    head = match.version
    rewind(match, referee, head - 10)
    match.play_quickly(Random(1), 3)
    with match.follow(0, f"?after={head - 2}") as stream:
        names = [(one.name, one.version) for one in stream.take(7)]
    assert names == [
        ("commit", head - 1),
        ("commit", head),
        ("commit", head + 1),
        ("reset", head + 1),
        *(("commit", head + n) for n in (2, 3, 4)),
    ]


def test_changes_lead_across_a_rewind(match: Match, referee: Person):
    head = match.version
    kept = {
        viewer: without_extras(match.read("?geometry=apart", viewer)) for viewer in match.viewers
    }
    rewind(match, referee, head - 15)
    match.play_quickly(Random(2), 5)
    for viewer, view in kept.items():
        path = f"/events?changes=true&after={head}"
        for commit in match.read(path, viewer)["commits"]:
            view = apply(view, commit)
        assert view == without_extras(match.read("?geometry=apart", viewer))
    lines = match.get(f"/events?changes=true&after={head}", 0, Accept=NDJSON).data.splitlines()
    assert len(lines) == match.version - head


def test_statistics_return_to_the_version(site: Site, match: Match, referee: Person):
    version = match.version - 25
    then = match.read(f"/stats?at={version}")
    now = match.read("/stats")
    assert then != now
    rewind(match, referee, version)
    for at_server in (match, match.at(site.another_server())):
        again = at_server.read("/stats")
        for name in then.keys() - {"version", "last_at"}:
            assert again[name] == then[name], name
    match.play_quickly(Random(3), 20)
    played = match.read("/stats")
    rewind(match, referee, match.version - 1)
    rewind(match, referee, match.version - 1)
    assert match.read("/stats")["turns"] == played["turns"]
    assert match.at(site.another_server()).read("/stats") == match.read("/stats")


@pytest.mark.parametrize("version", [4, 10_000, "head"])
def test_a_rewind_goes_only_to_an_earlier_version_in_play(
    match: Match, referee: Person, version: Any
):
    version = match.version if version == "head" else version
    body = {"type": "rewind_to", "version": version, "reason": "a mistake"}
    refused = problem(referee.post(f"{match.path}/commands", body), 409, "rewind/not_in_play")
    assert refused["details"] == {"spans": [[5, match.version - 1]]}


def test_a_lobby_is_not_rewound(site: Site, referee: Person):
    match = site.seated(3)
    body = {"type": "rewind_to", "version": 1, "reason": "a mistake"}
    problem(referee.post(f"{match.path}/commands", body), 409, "game/not_started")


def test_a_game_that_is_over_can_be_rewound_until_it_is_closed(site: Site, referee: Person):
    """It is closed as soon as it may be: here when spectators have seen its end."""
    match = site.played(40, spectator_delay_seconds=60)
    version = match.version
    order(match, referee, "void_game", reason="the wrong table")
    assert match.read("", 0)["phase"] == "over"
    rewind(match, referee, version)
    assert match.read("", 0)["outcome"] is None
    actions = referee.read(f"{match.path}/actions")["actions"]
    (spans,) = [one["bounds"]["version"]["spans"] for one in actions if "version" in one["bounds"]]
    assert spans == [[5, version]], "the version at which it was over cannot be returned to"
    closed_ledger(match, referee)
    body = {"type": "rewind_to", "version": version, "reason": "once more"}
    problem(referee.post(f"{match.path}/commands", body), 409, "game/closed")


# People


def test_a_seat_is_given_to_another_player(site: Site, match: Match, referee: Person):
    old, new = match.people[1], site.player("Nora")
    other = match.at(site.another_server())
    hand = old.read(f"{match.path}/hand")
    assert Person(other.site.client, old.player, old.token).read(f"{match.path}/hand") == hand
    order(match, referee, "replace_player", seat=1, player=new.player, reason="an illness")
    for client in (site.client, other.site.client):
        there = [Person(client, one.player, one.token) for one in (new, old)]
        assert there[0].read(f"{match.path}/hand")["resources"] == hand["resources"]
        problem(there[1].get(f"{match.path}/hand"), 403, "viewer/not_seated")
        seen = there[1].read(match.path)
        assert [seat["resources"] for seat in seen["seats"]] == [None] * 3
        assert seen["seats"][1]["player"] == new.player
    assert match.read("/log?limit=500")["entries"][-1]["text"].startswith(
        "A referee seated a new player:"
    )


def test_a_live_feed_begins_again_when_its_reader_loses_the_seat(
    site: Site, match: Match, referee: Person
):
    new = site.player("Nora")
    with match.follow(1, "?changes=true") as stream:
        (first,) = stream.take(1)
        assert first.data["seats"][1]["resources"] is not None
        order(match, referee, "replace_player", seat=1, player=new.player, reason="an illness")
        (reset,) = stream.take(1)
        assert reset.name == "reset"
        assert reset.data["seats"][1]["resources"] is None


def test_a_seat_is_given_to_a_bot_and_back(match: Match, referee: Person):
    order(match, referee, "replace_player", seat=2, player="bot:random", reason="no show")
    seat = match.read("")["seats"][2]
    assert (seat["player"], seat["bot"]) == ("bot:random:2", "random")
    back = match.people[2].player
    order(match, referee, "replace_player", seat=2, player=back, reason="late")
    seat = match.read("")["seats"][2]
    assert (seat["player"], seat["bot"]) == (back, None)


def test_who_does_not_exist_or_plays_already_is_not_seated(match: Match, referee: Person):
    path = f"{match.path}/commands"
    body = {"type": "replace_player", "seat": 2, "reason": "an illness"}
    problem(referee.post(path, {**body, "player": "nobody"}), 404, "player/unknown")
    seated = match.people[0].player
    problem(referee.post(path, {**body, "player": seated}), 409, "seat/already_seated")
    problem(referee.post(path, {**body, "player": "bot:hal"}), 422, "bot/unknown")


def test_who_is_disqualified_stays_out_after_a_rewind(match: Match, referee: Person):
    version = match.version - 10
    order(match, referee, "disqualify", seat=1, reason="a marked card")
    rewind(match, referee, version)
    view = match.read("")
    assert view["referee"]["disqualified"] == [1]
    assert view["seats"][1]["resigned"]
    assert match.read("/actions", 1)["actions"] == []


# Calls and rulings


def test_a_call_is_shown_and_answered_by_a_ruling(site: Site, match: Match, referee: Person):
    called = match.do(1, "call_referee", text="They built twice")
    call = match.read("")["referee"]["call"]
    commit = match.read(f"/events?after={called['version'] - 1}")["commits"][0]
    assert call == {"seat": 1, "text": "They built twice", "since": commit["at"]}
    problem(
        match.post(2, {"type": "call_referee", "text": "me too"}), 409, "referee/called_already"
    )
    order(match, referee, "issue_ruling", text="The second road goes back")
    shown = match.read("")["referee"]
    assert shown["call"] is None
    assert [ruling["text"] for ruling in shown["rulings"]] == ["The second road goes back"]


def test_a_call_pauses_the_game_if_it_was_opened_so(site: Site, referee: Person):
    match = site.started(3, call_pauses=True, clock="live")
    match.do(1, "call_referee", text="They built twice")
    paused = match.read("")
    assert paused["pause"]["is_paused"]
    assert paused["clock"]["deadlines"] == []
    problem(match.post(2, {"type": "end_pause"}), 409, "pause/by_organizer")
    order(match, referee, "resume_game", reason="It was allowed")
    going_on = match.read("")
    assert going_on["referee"]["call"] is None
    assert not going_on["pause"]["is_paused"]
    assert len(going_on["clock"]["deadlines"]) == 1
    match.do(0, "call_referee", text="A question")
    match.do(0, "withdraw_call")
    assert not match.read("")["pause"]["is_paused"]


def test_a_call_is_made_once_however_often_it_is_sent(match: Match):
    body = {"type": "call_referee", "text": "They built twice"}
    first = match.post(1, body, Idempotency_Key="call")
    again = match.post(1, body, Idempotency_Key="call")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json


@pytest.mark.parametrize("kind", ["call_referee", "issue_ruling"])
def test_nobody_sets_the_time_of_a_command(match: Match, referee: Person, kind: str):
    body = {"type": kind, "text": "They built twice", "at": 1}
    person = referee if kind == "issue_ruling" else match.people[0]
    problem(person.post(f"{match.path}/commands", body), 422, "command/unknown_field")


def test_the_log_is_told_in_polish_too(match: Match, referee: Person):
    match.do(1, "call_referee", text="Budowali dwa razy")
    rewind(match, referee, match.version - 3)
    order(match, referee, "issue_ruling", text="Droga wraca")
    told = [entry["text"] for entry in match.read("/log?limit=500&lang=pl")["entries"]][-4:]
    assert told[0].endswith("wezwał sędziego: „Budowali dwa razy”.")
    assert told[1].startswith("Sędzia cofnął grę do wersji")
    assert told[2] == "Sędzia orzekł: „Droga wraca”."
    assert told[3].startswith("Sędzia odpowiedział na wezwanie:")
