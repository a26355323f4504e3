"""Over HTTP: a server that lacks the rules of a game, and the outcome of judging games again."""

import msgspec
import pytest

from eventlog.revalidation import judge_ledger, publish, revalidation_of
from tests.api.kit import Site, problem
from tests.lacking import lose_rules


def test_a_server_that_lacks_the_rules_of_a_game_shows_what_needs_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Site().played(8)
    game, player = match.game, match.people[0]
    match.site.desk.void_game(game, "that was enough")
    match.close()
    ledger, told = match.get("/export").data, match.read("/log?limit=500")["entries"]
    lose_rules(monkeypatch, "base", 2)
    older = match.at(Site(match.site.redis))
    assert older.get("/export").data == ledger
    page = older.read("/log?limit=500")
    assert [entry["version"] for entry in page["entries"]] == [one["version"] for one in told]
    assert page["entries"][0]["text"] == told[0]["text"]
    (listed,) = older.people[0].read("/v1/players/me/games")["games"]
    assert (listed["game_id"], listed["status"], listed["rules"]) == (game, "closed", 2)
    assert listed["rules_missing"] is True
    (found,) = older.site.anonymous.read(f"/v1/closed-games/search?player={player.player}")["games"]
    assert found["game_id"] == game
    for part in ("", "/board", "/stats", "/board.svg"):
        refused = problem(older.get(part), 409, "ruleset/unavailable")
        assert refused["details"]["rules"] == 2
    problem(older.post(0, {"type": "resign"}), 409, "ruleset/unavailable")


def test_the_outcome_of_judging_games_again_is_public() -> None:
    site = Site()
    assert site.anonymous.read("/v1/revalidation") == {"revalidation": None}
    assert b"Nothing has been published yet" in site.anonymous.get("/revalidation").data
    sound = judge_ledger("p00-sound", site.closed().get("/export").data)
    forged = judge_ledger("p00-<b>", b"no ledger at all")
    outcome = revalidation_of([sound, forged], 1_767_225_600_000)
    publish(site.redis, outcome)
    shown = site.anonymous.read("/v1/revalidation")["revalidation"]
    assert shown == msgspec.to_builtins(outcome)
    assert (shown["ledgers"], shown["sound"], shown["unsound"]) == (2, 1, 1)
    page = site.anonymous.get("/revalidation")
    assert page.content_type == "text/html; charset=utf-8"
    text = page.data.decode()
    assert "2026-01-01 00:00:00 UTC" in text
    assert "p00-&lt;b&gt;" in text
    assert shown["digest"] in text
