"""Copies over HTTP: what if? A closed game is played on from any version, against bots."""

from random import Random
from typing import Any

import pytest

from eventlog.verification import VerificationStatus, verify
from tests.api.kit import NDJSON, QUITTING, Match, Person, Site, problem
from workers.due_games import DueGames

AT = 60


@pytest.fixture(scope="module")
def match() -> Match:
    """A game of three that was won and closed."""
    return Site().closed(luck=2)


@pytest.fixture(scope="module")
def eve(match: Match) -> Person:
    """Somebody who had no seat in it."""
    return match.site.player("Eve")


def copied(match: Match, person: Person, *, version: int = AT, seat: int = 1, **more: Any) -> Match:
    answer = person.post(f"{match.path}/copies", {"version": version, "seat": seat, **more})
    assert answer.status_code == 201, answer.data
    game = answer.json["game_id"]
    assert answer.headers["Location"] == f"/v1/games/{game}"
    assert answer.json["version"] == 1
    return Match(match.site, game, [person])


def finished(copy: Match, person: Person) -> None:
    """Play a copy to its end: the person by `/actions`, the bots by the worker."""
    worker, luck = DueGames(copy.site.desk), Random(3)
    while worker.run_due_work(copy.game, seconds=60) or person.read(copy.path)["phase"] != "closed":
        actions = person.read(f"{copy.path}/actions")["actions"]
        legal = [one.get("command") or one["example"] for one in actions]
        legal = [one for one in legal if one["type"] not in QUITTING]
        if legal:
            answer = person.post(f"{copy.path}/commands", luck.choice(legal))
            assert answer.status_code == 201, answer.data


def test_a_copy_stands_where_the_game_stood(match: Match, eve: Person):
    copy = copied(match, eve)
    then = eve.read(f"{match.path}?at={AT}&as=1")
    now = eve.read(copy.path)
    for name in ("ruleset", "rules", "board", "turn", "bank", "score", "phase", "to_act"):
        assert now[name] == then[name], name
    for one, other in zip(then["seats"], now["seats"], strict=True):
        same = one.keys() - {"player", "bot", "nonce"}
        assert {name: one[name] for name in same} == {name: other[name] for name in same}
    assert [seat["player"] for seat in now["seats"]] == [
        *("bot:planner:0", eve.player, "bot:planner:2"),
    ]
    assert (now["host"], now["listed"], now["rated"], now["clock"]) == (
        *(eve.player, False, False, None),
    )
    assert now["copied_from"]["game"] == match.game
    assert now["copied_from"]["version"] == AT
    assert "copied_from" not in then
    (commit,) = eve.read(f"{match.path}/events?after={AT - 1}&limit=1")["commits"]
    assert now["copied_from"]["head"] == commit["hash"]
    assert now["commitment"] != then["commitment"]


def test_what_was_hidden_from_a_seat_stays_hidden(match: Match, eve: Person):
    copy = copied(match, eve, version=match.version - 3)
    for person, viewer in ((eve, "1"), (match.site.anonymous, "spectator")):
        (commit,) = person.read(f"{copy.path}/events?after=0&limit=1")["commits"]
        told = commit["events"][-1]
        assert told["type"] == "position_copied"
        source = eve.read(f"{match.path}/events?after=0&limit=500&as={viewer}")["commits"]
        known = [event for one in source for event in one["events"]]
        assert all(event in known for event in told["events"])
    mine, theirs = (p.read(copy.path)["seats"] for p in (eve, match.site.anonymous))
    assert mine[1]["resources"] is not None
    assert (mine[0]["resources"], theirs[1]["resources"]) == (None, None)
    problem(eve.get(f"{copy.path}?as=0"), 403, "viewer/not_allowed")
    problem(eve.get(f"{copy.path}/export"), 403, "game/not_closed")
    assert match.site.anonymous.get(f"{copy.path}/events?after=0", Accept=NDJSON).status_code == 200


def test_bots_play_on_to_the_end_and_it_counts_nowhere():
    site = Site()
    match = site.closed(luck=2)
    eve = site.player("Eve")
    before = [site.anonymous.read(path) for path in tables(eve)]
    copy = copied(match, eve, seat=0, bot="planner")
    mine = eve.read("/v1/players/me/games")["games"]
    assert [game["game_id"] for game in mine] == [copy.game]
    assert site.anonymous.read("/v1/games")["games"] == []
    assert site.anonymous.read("/v1/games?status=playing")["games"] == []
    finished(copy, eve)
    assert eve.read(copy.path)["outcome"] == "won"
    source, ledger = (eve.get(f"{one.path}/export").data for one in (match, copy))
    verdict = verify(ledger, find_ledger={match.game: source}.get)
    assert (verdict.status, verdict.copy) == (VerificationStatus.SOUND, "same")
    assert [site.anonymous.read(path) for path in tables(eve)] == before
    mine = eve.read("/v1/players/me/games")["games"]
    assert [game["status"] for game in mine] == ["closed"]
    # A copy of the copy has the whole way behind it.
    again = copied(copy, eve, version=2, seat=2)
    assert eve.read(again.path)["copied_from"]["game"] == copy.game
    assert eve.read(again.path)["board"] == eve.read(f"{copy.path}?at=2")["board"]


def tables(person: Person) -> list[str]:
    """Everything in which results count."""
    return [
        "/v1/leaderboards/base",
        "/v1/closed-games",
        "/v1/closed-games/search",
        f"/v1/players/{person.player}",
    ]


def test_log_and_statistics_begin_with_the_copy(match: Match, eve: Person):
    copy = copied(match, eve)
    log = eve.read(f"{copy.path}/log")["entries"]
    assert log[-1]["text"] == (
        f"The game goes on from a copy: another one, as it stood at version {AT}."
    )
    polish = eve.read(f"{copy.path}/log?lang=pl")["entries"]
    assert polish[-1]["text"] == (
        f"Gra toczy się dalej od kopii: to inna gra w stanie z wersji {AT}."
    )
    assert len(log) == 6
    stats = eve.read(f"{copy.path}/stats")
    assert stats["dice"]["rolls"] == 0
    assert eve.get(f"{copy.path}/board.svg").status_code == 200


def test_the_same_key_gives_the_same_copy(match: Match, eve: Person):
    body = {"version": AT, "seat": 0}
    path = f"{match.path}/copies"
    first, second = (eve.post(path, body, Idempotency_Key="what-if") for _ in range(2))
    assert (first.status_code, first.json) == (201, second.json)
    other = eve.post(path, {**body, "seat": 1}, Idempotency_Key="what-if")
    problem(other, 422, "command/key_reused")
    assert eve.post(path, body).json["game_id"] != first.json["game_id"]


def test_only_a_closed_game_can_be_copied_where_it_was_in_play(match: Match, eve: Person):
    def refused(status: int, code: str, **body: Any) -> None:
        answer = eve.post(f"{match.path}/copies", {"version": AT, "seat": 0, **body})
        problem(answer, status, code)

    refused(409, "copy/not_in_play", version=1)
    refused(409, "copy/not_in_play", version=match.version)
    refused(404, "game/no_such_version", version=match.version + 1)
    refused(409, "seat/unknown", seat=3)
    refused(422, "bot/unknown", bot="hal")
    refused(422, "body/bad_value", version=0)
    refused(422, "body/unknown_field", colour="red")
    problem(eve.post(f"/v1/games/p00-{'0' * 32}/copies", {"version": 1, "seat": 0}), 404)
    open_game = match.site.started()
    body = {"version": open_game.version, "seat": 0}
    problem(eve.post(f"{open_game.path}/copies", body), 403, "game/not_closed")
    problem(match.site.anonymous.post(f"{match.path}/copies", body), 401, "auth/token_missing")


def test_a_seat_that_had_resigned_cannot_be_played():
    site = Site()
    match = site.started(3)
    match.play_quickly(Random(1), 4)
    match.do(2, "resign")
    version = match.version
    site.desk.void_game(match.game, "enough")
    match.close()
    eve = site.player("Eve")
    answer = eve.post(f"{match.path}/copies", {"version": version, "seat": 2})
    problem(answer, 409, "seat/resigned")
    now = eve.read(copied(match, eve, version=version, seat=0).path)
    assert [seat["resigned"] for seat in now["seats"]] == [False, False, True]
