"""Rated and casual games over HTTP: what counts, and what pays nobody."""

from typing import Any

import pytest

from tests.api.kit import Match, Person, Site, problem

RATED = {"clock": "live", "start_player": "seat"}


def opened(site: Site, people: list[Person], **body: Any) -> Match:
    whole = {"ruleset": "duel", "players": 2, "listed": False, **body}
    answer = people[0].post("/v1/games", whole)
    assert answer.status_code == 201, answer.data
    match = Match(site, answer.json["game_id"], people)
    for seat in range(len(people)):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    return match


def record_of(person: Person) -> Any:
    (record,) = person.read(f"/v1/players/{person.player}")["records"]
    return record


@pytest.mark.parametrize(
    "body", [{"options": {"target_points": 3}}, {"options": RATED, "rated": True}]
)
def test_two_throwaway_accounts_that_resign_get_no_rank(body: dict[str, Any]):
    site = Site()
    people = site.players(2)
    for _ in range(8):
        match = opened(site, people, **body)
        match.do(1, "resign")
        match.close()
    assert site.anonymous.read("/v1/leaderboards/duel")["players"] == []
    winner = record_of(people[0])
    assert (winner["rating"], winner["games"], winner["wins"]) == (None, 0, 0)
    assert winner["casual"] + winner["abandoned"] == 8


def test_a_three_point_game_cannot_be_opened_as_rated():
    ada = Site().player()
    body = {"ruleset": "duel", "players": 2, "options": {**RATED, "target_points": 3}}
    error = problem(ada.post("/v1/games", {**body, "rated": True}), 422, "rated/not_allowed")
    assert error["details"] == {"options": ["target_points"]}


def test_a_game_is_casual_unless_it_is_said_to_be_rated():
    site = Site()
    match = opened(site, site.players(2), options=RATED)
    assert match.read()["rated"] is False
    (game,) = match.people[0].read("/v1/players/me/games")["games"]
    assert game["rated"] is False
