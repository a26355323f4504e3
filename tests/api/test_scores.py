"""Scores over HTTP: leaderboards, records, head-to-head, closed games, and erased names."""

from typing import Any

import pytest

from api.schemas.scores import (
    ClosedPageSchema,
    LeaderboardSchema,
    PlayerRecordSchema,
    RatingHistorySchema,
    VersusSchema,
)
from eventlog.public_keys import PublishedKeys
from eventlog.signing import SigningKey
from eventlog.verification import VerificationStatus, verify
from projections.rebuilding import Rebuilding
from tests.api.kit import MASTER, Match, Site, problem
from workers.due_games import DueGames

pytestmark = pytest.mark.usefixtures("every_game_ranks")


@pytest.fixture
def match() -> Match:
    """A game that was won and closed."""
    return Site().closed(luck=2)


def rows(match: Match) -> list[Any]:
    found: list[Any] = match.site.anonymous.read("/v1/leaderboards/base")["players"]
    return found


def assert_complete(schema: Any, answer: Any) -> None:
    """Everything that the description promises is there, and nothing else."""
    assert set(answer) == set(schema().fields)


def test_a_leaderboard_has_names_and_numbers(match: Match):
    answer = match.site.anonymous.read("/v1/leaderboards/base")
    assert_complete(LeaderboardSchema, answer)
    best, *others = answer["players"]
    assert best["name"] in ("Ada", "Blaise", "Carl")
    assert (best["rank"], best["games"], best["wins"]) == (1, 1, 1)
    assert all(other["ordinal"] < best["ordinal"] and other["wins"] == 0 for other in others)
    assert {row["player_id"] for row in answer["players"]} == {one.player for one in match.people}
    assert answer["next"] is None


def test_a_leaderboard_comes_in_pages(match: Match):
    first = match.site.anonymous.read("/v1/leaderboards/base?limit=2")
    rest = match.site.anonymous.read(f"/v1/leaderboards/base?limit=2&cursor={first['next']}")
    assert first["players"] + rest["players"] == rows(match)
    problem(match.site.anonymous.get("/v1/leaderboards/base?cursor=none"), 422, "page/bad_cursor")


def test_a_ruleset_that_nobody_knows_has_no_leaderboard(match: Match):
    answer = match.site.anonymous.get("/v1/leaderboards/chess")
    error = problem(answer, 404, "leaderboard/unknown")
    assert "base" in error["details"]["rulesets"]


def test_a_player_is_told_with_his_record(match: Match):
    for person in match.people:
        answer = match.site.anonymous.read(f"/v1/players/{person.player}")
        assert_complete(PlayerRecordSchema, answer)
        (record,) = answer["records"]
        (row,) = (row for row in rows(match) if row["player_id"] == person.player)
        shown = {key: row[key] for key in ("rank", "ordinal", "mu", "sigma")}
        assert record["rating"] == {**shown, "provisional": False}
        assert (record["ruleset"], record["games"], record["wins"]) == ("base", 1, row["wins"])


def test_a_game_of_one_bot_alone_breaks_no_score(match: Match):
    ada, before = match.people[0], rows(match)
    opened = ada.post("/v1/games", {"ruleset": "dice", "players": 1, "options": {}})
    alone = Match(match.site, opened.json["game_id"], [ada])
    alone.do(0, "seat_bot", bot="planner")
    alone.do(0, "start_game")
    DueGames(match.site.desk).run_due_work(alone.game, seconds=60)
    closed = match.site.anonymous.read("/v1/closed-games")["games"]
    assert [game["game_id"] for game in closed] == [match.game, alone.game]
    assert rows(match) == before
    assert match.site.anonymous.read("/v1/leaderboards/dice")["players"] == []
    assert match.site.anonymous.read("/v1/daily")["players"] == []
    (record,) = match.site.anonymous.read(f"/v1/players/{ada.player}")["records"]
    assert record["ruleset"] == "base", "who opened a game has not played it"
    list(Rebuilding(match.site.games, names=["catalogue"]).run())
    assert rows(match) == before


def test_a_rating_is_told_game_by_game(match: Match):
    for person in match.people:
        path = f"/v1/players/{person.player}/ratings/base"
        history = match.site.anonymous.read(path)
        assert_complete(RatingHistorySchema, history)
        (point,) = history["points"]
        (record,) = match.site.anonymous.read(f"/v1/players/{person.player}")["records"]
        assert point["game_id"] == match.game
        assert all(point[name] == record["rating"][name] for name in ("ordinal", "mu", "sigma"))
        assert match.site.anonymous.read(f"{path}?with_bots=true")["points"] == []
    path = f"/v1/players/{match.people[0].player}/ratings"
    problem(match.site.anonymous.get(f"{path}/chess"), 404, "leaderboard/unknown")
    problem(match.site.anonymous.get(f"{path}/base?cursor=none"), 422, "page/bad_cursor")
    problem(match.site.anonymous.get("/v1/players/u-nobody/ratings/base"), 404, "player/unknown")


def test_two_players_are_compared(match: Match):
    one, other = (person.player for person in match.people[:2])
    answer = match.site.anonymous.read(f"/v1/players/{one}/versus/{other}")
    assert_complete(VersusSchema, answer)
    assert answer["player"] == {"player_id": one, "name": "Ada"}
    assert answer["other"] == {"player_id": other, "name": "Blaise"}
    (line,) = answer["records"]
    assert line["games"] == line["ahead"] + line["behind"] + line["level"] == 1


def test_a_player_is_compared_with_another_player_only(match: Match):
    one = match.people[0].player
    problem(match.site.anonymous.get(f"/v1/players/{one}/versus/{one}"), 422, "player/same_twice")
    problem(match.site.anonymous.get(f"/v1/players/{one}/versus/x"), 404, "player/unknown")
    problem(match.site.anonymous.get(f"/v1/players/x/versus/{one}"), 404, "player/unknown")


def test_players_without_a_game_together_have_nothing_to_compare(match: Match):
    eve = match.site.player("Eve")
    path = f"/v1/players/{eve.player}/versus/{match.people[0].player}"
    assert match.site.anonymous.read(path)["records"] == []


def test_who_was_erased_keeps_his_line_without_a_name(match: Match):
    erased, *others = match.people
    before = rows(match)
    erased.call("DELETE", "/v1/players/me")
    for row, old in zip(rows(match), before, strict=True):
        name = None if row["player_id"] == erased.player else old["name"]
        assert row == {**old, "name": name}
    answer = match.site.anonymous.read(f"/v1/players/{erased.player}")
    assert (answer["name"], len(answer["records"])) == (None, 1)
    versus = match.site.anonymous.read(f"/v1/players/{others[0].player}/versus/{erased.player}")
    assert versus["other"] == {"player_id": erased.player, "name": None}


def test_an_auditor_finds_every_closed_ledger(match: Match):
    site = match.site
    void = site.started()
    site.desk.void_game(void.game, "enough")
    page = site.anonymous.read("/v1/closed-games")
    assert_complete(ClosedPageSchema, page)
    assert [game["game_id"] for game in page["games"]] == [match.game]
    void.close()
    later = site.anonymous.read(f"/v1/closed-games?cursor={page['next']}")
    assert [game["game_id"] for game in later["games"]] == [void.game]
    (key,) = site.anonymous.read("/v1/keys")["keys"]
    for game in (*page["games"], *later["games"]):
        verdict = verify(
            site.anonymous.get(game["export"]).data, public_keys=[bytes.fromhex(key["public_key"])]
        )
        assert (verdict.status, verdict.signature) == (VerificationStatus.SOUND, "valid")
        assert (verdict.head, verdict.commits) == (game["head"], game["version"])
        assert game["closed_at"] > 0
    assert [game["outcome"] for game in (*page["games"], *later["games"])] == ["won", "void"]
    assert later["games"][0]["winners"] == []
    assert not later["more"]


def test_a_page_of_closed_games_says_if_there_are_more(match: Match):
    other = match.site.started()
    match.site.desk.void_game(other.game, "enough")
    other.close()
    page = match.site.anonymous.read("/v1/closed-games?limit=1")
    assert (len(page["games"]), page["more"]) == (1, True)
    problem(match.site.anonymous.get("/v1/closed-games?cursor=none"), 422, "page/bad_cursor")


def test_another_server_tells_the_same(match: Match):
    other = match.site.another_server()
    paths = ["/v1/leaderboards/base", "/v1/closed-games"]
    paths += [f"/v1/players/{person.player}" for person in match.people]
    for path in paths:
        assert other.anonymous.read(path) == match.site.anonymous.read(path)


def test_a_key_that_was_replaced_is_published_with_its_time(match: Match):
    site = match.site
    (old,) = site.anonymous.read("/v1/keys")["keys"]
    assert (old["until"], old["is_current"]) == (None, True)
    signed = match.get("/export").data
    renewed = Site(site.redis)
    object.__setattr__(
        renewed.dependencies, "keys", PublishedKeys(site.redis, SigningKey(MASTER[::-1]))
    )
    by_id = {key["key_id"]: key for key in renewed.anonymous.read("/v1/keys")["keys"]}
    current = by_id.pop(renewed.dependencies.keys.signing.key_id)
    (replaced,) = by_id.values()
    assert (current["until"], current["is_current"]) == (None, True)
    assert (replaced["until"], replaced["is_current"]) == (current["since"], False)
    assert verify(signed, public_keys=[bytes.fromhex(replaced["public_key"])]).signature == "valid"
    again = renewed.anonymous.get(f"{match.path}/export").data
    assert verify(again, public_keys=[bytes.fromhex(current["public_key"])]).signature == "valid"
