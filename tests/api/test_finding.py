"""Finding games over HTTP: filters of the lobby, games to watch, the search of closed games."""

import pytest

from tests.api.contract import Contract
from tests.api.kit import Site

SEARCH = "/v1/closed-games/search"


@pytest.fixture(scope="module")
def contract() -> Contract:
    return Contract(Site().anonymous.read("/openapi.json"))


def test_the_lobby_is_filtered_and_names_its_people(contract: Contract):
    site = Site()
    waiting, live = site.opened(), site.opened(4, clock="live")
    live.do(1, "take_seat")
    ada, bob = live.people[0], live.people[1]
    page = contract.read(site.anonymous, "/v1/games?clock=live&free_seats=2&players=4")
    (found,) = page["games"]
    assert found["game_id"] == live.game
    assert (found["rating"], found["started_at"]) == (0, None)
    assert page["names"] == {ada.player: "Ada", bob.player: "Blaise"}
    bob.call("DELETE", "/v1/players/me")
    page = contract.read(site.anonymous, "/v1/games?clock=live")
    assert page["names"] == {ada.player: "Ada", bob.player: None}
    (other,) = contract.read(site.anonymous, "/v1/games?clock=none&rated=false")["games"]
    assert other["game_id"] == waiting.game
    assert contract.read(site.anonymous, "/v1/games?rated=true")["games"] == []
    own = contract.read(ada, "/v1/players/me/games")
    assert own["names"] == page["names"]


def test_games_in_progress_can_be_watched(contract: Contract):
    site = Site()
    game, hidden = site.started(), site.started(listed=False)
    page = contract.read(site.anonymous, "/v1/games?status=playing&order=rating&min_rating=-1")
    (found,) = page["games"]
    assert found["game_id"] == game.game != hidden.game
    assert set(page["names"].values()) == {"Ada", "Blaise", "Carl"}
    assert contract.read(site.anonymous, "/v1/games?status=playing&ruleset=duel")["games"] == []
    attempt = game.people[0].post("/v1/daily").json["game_id"]
    listed = site.anonymous.read("/v1/games?status=playing")["games"]
    assert attempt not in [one["game_id"] for one in listed]


def test_closed_games_are_searched(contract: Contract):
    site = Site()
    game = site.closed(luck=2)
    (found,) = contract.read(site.anonymous, SEARCH)["games"]
    winner = found["seats"][found["winners"][0]]
    (loser, *_) = {person.player for person in game.people} - {winner}
    for query in (
        f"player={winner}&result=won",
        f"player={loser}&opponent={winner}&result=lost&outcome=won",
        f"ruleset=base&from={found['closed_at']}&to={found['closed_at'] + 1}",
        f"min_turns={found['turns']}&max_turns={found['turns']}&order=oldest",
    ):
        page = contract.read(site.anonymous, f"{SEARCH}?{query}")
        assert page["games"] == [found], query
    for query in (
        f"player={loser}&result=won",
        "player=u-nobody",
        "ruleset=duel",
        f"to={found['closed_at']}",
        f"min_turns={found['turns'] + 1}",
    ):
        assert contract.read(site.anonymous, f"{SEARCH}?{query}")["games"] == [], query
    assert site.anonymous.get(found["export"]).status_code == 200


def test_searches_of_daily_challenges_and_given_up_games_are_as_described(contract: Contract):
    site = Site()
    match = site.seated()
    match.do(0, "abandon_game")
    match.close()
    (found,) = contract.read(site.anonymous, f"{SEARCH}?outcome=abandoned")["games"]
    assert (found["started_at"], found["duration_ms"], found["turns"]) == (None, None, 0)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/games?order=rating", "query/bad_value"),
        ("/v1/games?status=closed", "query/bad_value"),
        ("/v1/games?ruleset=chess", "query/bad_value"),
        ("/v1/games?min_rating=nan", "query/bad_value"),
        ("/v1/games?rated=maybe", "query/bad_value"),
        ("/v1/games?colour=red", "query/unknown_parameter"),
        (f"{SEARCH}?result=won", "query/bad_value"),
        (f"{SEARCH}?from=yesterday", "query/bad_value"),
        (f"{SEARCH}?player=a&opponent=a", "player/same_twice"),
        (f"{SEARCH}?cursor=x", "page/bad_cursor"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused(path: str, code: str):
    answer = Site().anonymous.get(path)
    assert answer.status_code == 422
    assert answer.json["code"] == code
