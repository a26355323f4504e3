"""Rematches: the same people play again, whoever asks first and however often."""

import json
import threading
from typing import Any

import pytest

from projections.notices.ledger_notices import LedgerNotices
from tests.api.contract import Contract
from tests.api.kit import Match, Person, Site


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(Site().anonymous.read("/openapi.json"))


def ask(person: Person, match: Match, contract: Contract) -> dict[str, Any]:
    answer = person.post(f"{match.path}/rematch")
    assert answer.status_code == 201, answer.data
    contract.check("POST /v1/games/{game_id}/rematch", answer.json, 201)
    found: dict[str, Any] = answer.json
    assert answer.headers["Location"] == f"/v1/games/{found['game_id']}"
    return found


def code_of(person: Person, match: Match) -> tuple[int, str]:
    answer = person.post(f"{match.path}/rematch")
    return answer.status_code, answer.json["code"]


def over(site: Site, players: int = 3, **options: Any) -> Match:
    match = site.started(players, **options)
    site.desk.void_game(match.game, "enough")
    return match


def test_all_who_ask_come_to_one_table_and_it_starts_with_the_last(contract: Contract):
    site = Site()
    match = over(site, target_points=7)
    ada, bob, cyd = match.people
    first = ask(bob, match, contract)
    assert (first["status"], first["seat"]) == ("lobby", 0)
    assert first["players"] == [bob.player, cyd.player, ada.player]
    assert first["missing"] == [cyd.player, ada.player]
    assert first["names"][ada.player] == "Ada"
    assert ask(bob, match, contract) == first
    second = ask(ada, match, contract)
    assert (second["game_id"], second["seat"]) == (first["game_id"], 2)
    last = ask(cyd, match, contract)
    assert (last["status"], last["missing"], last["seat"]) == ("playing", [], 1)
    view = site.anonymous.read(f"/v1/games/{first['game_id']}")
    old = site.anonymous.read(match.path)
    assert view["host"] == bob.player
    assert (view["ruleset"], view["options"], view["rated"], view["invited_only"]) == (
        *(old["ruleset"], old["options"], old["rated"]),
        True,
    )
    colours = {one["player"]: one["colour"] for one in old["seats"]}
    assert {one["player"]: one["colour"] for one in view["seats"]} == colours
    assert ask(ada, match, contract)["status"] == "playing"


def test_nobody_else_sits_down_there(contract: Contract):
    site = Site()
    match = over(site)
    found = ask(match.people[0], match, contract)
    stranger = site.player("Eve")
    answer = stranger.post(f"/v1/games/{found['game_id']}/commands", {"type": "take_seat"})
    assert answer.status_code in (403, 409)
    assert site.anonymous.read("/v1/games")["games"] == []


def test_the_others_are_told_once(contract: Contract):
    site = Site()
    LedgerNotices(site.games).catch_up()
    match = over(site)
    ada, bob, _ = match.people
    found = ask(ada, match, contract)
    ask(ada, match, contract)
    ask(bob, match, contract)
    LedgerNotices(site.games).catch_up()
    told = [body for _, body in site.notices.store.page(bob.player, 0, 10).notices]
    (notice,) = [json.loads(one) for one in told if found["game_id"].encode() in one]
    assert (notice["kind"], notice["from"]) == ("rematch", ada.player)
    assert notice["finished_game_id"] == match.game
    assert notice["players"][notice["seat"]] == bob.player
    assert not [
        one
        for _, one in site.notices.store.page(ada.player, 0, 10).notices
        if found["game_id"].encode() in one
    ]


def test_a_closed_game_can_be_played_again_and_that_one_too(contract: Contract):
    site = Site()
    match = over(site)
    match.close()
    ada, bob, cyd = match.people
    for person in match.people:
        found = ask(person, match, contract)
    again = Match(site, found["game_id"], match.people)
    site.desk.void_game(again.game, "enough")
    third = ask(ada, again, contract)
    assert third["game_id"] not in (match.game, again.game)
    assert third["players"] == [cyd.player, ada.player, bob.player]


def test_bots_sit_down_again_by_themselves(contract: Contract):
    site = Site()
    match = site.opened(3)
    ada = match.people[0]
    match.do(0, "seat_bot", bot="random")
    match.do(0, "take_seat")
    match.do(0, "seat_bot", bot="planner")
    match.do(0, "start_game")
    site.desk.void_game(match.game, "enough")
    found = ask(ada, match, contract)
    assert (found["status"], found["seat"], found["players"]) == ("playing", 0, [ada.player])
    seats = site.anonymous.read(f"/v1/games/{found['game_id']}")["seats"]
    assert [one["bot"] for one in seats] == [None, "planner", "random"]


def test_a_rematch_that_was_given_up_can_be_asked_for_again(contract: Contract):
    site = Site()
    match = over(site)
    ada, bob, _ = match.people
    first = ask(ada, match, contract)
    given_up = f"/v1/games/{first['game_id']}/commands"
    assert ada.post(given_up, {"type": "abandon_game"}).status_code == 201
    second = ask(bob, match, contract)
    assert second["game_id"] != first["game_id"]
    assert ask(ada, match, contract)["game_id"] == second["game_id"]


def test_a_player_who_stood_up_can_come_back(contract: Contract):
    site = Site()
    match = over(site)
    ada, bob, _ = match.people
    found = ask(ada, match, contract)
    ask(bob, match, contract)
    path = f"/v1/games/{found['game_id']}/commands"
    assert bob.post(path, {"type": "leave_seat"}).status_code == 201
    assert bob.player in ask(ada, match, contract)["missing"]
    assert bob.player not in ask(bob, match, contract)["missing"]


def test_people_who_ask_at_the_same_moment_share_a_table(contract: Contract):
    for _ in range(5):
        with Site() as site:
            match = over(site)
            servers = [site, site.another_server(), site.another_server()]
            start, found = threading.Barrier(3), []

            def come(
                number: int,
                match: Match = match,
                servers: list[Site] = servers,
                start: threading.Barrier = start,
                found: list[Any] = found,
            ) -> None:
                start.wait()
                rematches = servers[number].dependencies.rematches
                found.append(rematches.ask(match.game, match.people[number].player))

            threads = [threading.Thread(target=come, args=(number,)) for number in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
            assert len({one.game for one in found}) == 1
            assert len(found) == 3
            view = site.anonymous.read(f"/v1/games/{found[0].game}")
            assert {one["player"] for one in view["seats"]} == {p.player for p in match.people}
            assert view["phase"] != "lobby"


def test_what_has_no_rematch_is_refused(contract: Contract):
    site = Site()
    running = site.started()
    ada, bob, _ = running.people
    assert code_of(ada, running) == (409, "rematch/not_over")
    assert code_of(site.player("Eve"), running) == (403, "rematch/not_player")
    assert site.anonymous.post(f"{running.path}/rematch").status_code == 401
    answer = ada.post("/v1/games/p00-" + "0" * 32 + "/rematch")
    assert (answer.status_code, answer.json["code"]) == (404, "game/unknown")
    waiting = site.opened()
    waiting.do(0, "take_seat")
    waiting.do(0, "abandon_game")
    assert code_of(waiting.people[0], waiting) == (409, "rematch/not_played")
    attempt = Match(site, ada.post("/v1/daily").json["game_id"], [ada])
    assert code_of(ada, attempt) == (409, "rematch/challenge")
    site.desk.void_game(running.game, "enough")
    bob.call("DELETE", "/v1/players/me")
    assert code_of(ada, running) == (409, "rematch/player_gone")


def test_a_rematch_that_is_given_up_too_often_is_refused(
    contract: Contract, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("commands.rematches.MOST_GIVEN_UP", 2)
    site = Site()
    match = over(site)
    ada = match.people[0]
    for _ in range(2):
        path = f"/v1/games/{ask(ada, match, contract)['game_id']}/commands"
        assert ada.post(path, {"type": "abandon_game"}).status_code == 201
    assert code_of(ada, match) == (409, "rematch/given_up")
