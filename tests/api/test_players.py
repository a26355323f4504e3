"""Players over HTTP: tokens, names that can be erased, who may read as which viewer."""

from typing import Any

import pytest
from redis.exceptions import ConnectionError as RedisIsAway

from commands.accounts import Accounts
from tests.api.kit import NDJSON, SSE, Match, Person, Site, problem

TAKE_SEAT = {"type": "take_seat"}


def everything(site: Site) -> bytes:
    """All that is stored, as one text to look for something in."""
    return repr(site.dump()).encode()


# Tokens


def test_a_player_gets_an_id_and_a_token_that_is_told_only_once():
    site = Site()
    answer = site.anonymous.post("/v1/players", {"name": "Ada"})
    assert answer.status_code == 201
    assert set(answer.json) == {"player_id", "token", "token_id"}
    ada = Person(site.client, answer.json["player_id"], answer.json["token"])
    assert ada.read("/v1/players/me") == {
        "player_id": ada.player,
        "name": "Ada",
        "role": "player",
    }
    assert ada.token.encode() not in everything(site)
    assert ada.token not in ada.get("/v1/players/me").text


def test_two_players_of_one_name_are_two_players():
    site = Site()
    made = [site.anonymous.post("/v1/players", {"name": "Ada"}).json for _ in range(2)]
    assert len({one["player_id"] for one in made}) == len({one["token"] for one in made}) == 2


CALLS_FOR_SOMEBODY = (
    ("GET", "/v1/players/me"),
    ("PATCH", "/v1/players/me"),
    ("DELETE", "/v1/players/me"),
    ("GET", "/v1/players/me/games"),
    ("GET", "/v1/players/me/webhook"),
    ("PUT", "/v1/players/me/webhook"),
    ("DELETE", "/v1/players/me/webhook"),
    ("GET", "/v1/players/me/webhook/deliveries"),
    ("POST", "/v1/players/me/webhook/test"),
    ("POST", "/v1/games"),
    ("POST", "/commands"),
    ("POST", "/ticket"),
    ("GET", "/hand"),
    ("GET", "/reads"),
)
BODIES: dict[tuple[str, str], Any] = {
    ("PATCH", "/v1/players/me"): {"name": "Eve"},
    ("PUT", "/v1/players/me/webhook"): {"url": "https://example.org"},
    ("POST", "/v1/games"): {"ruleset": "base", "players": 3},
    ("POST", "/commands"): TAKE_SEAT,
}


@pytest.mark.parametrize(("method", "path"), CALLS_FOR_SOMEBODY)
def test_who_does_not_say_who_he_is_is_asked_to(method: str, path: str):
    site = Site()
    match = site.opened()
    before = site.dump()
    address = path if path.startswith("/v1") else match.path + path
    answer = site.anonymous.call(method, address, json=BODIES.get((method, path)))
    problem(answer, 401, "auth/token_missing")
    assert answer.headers["WWW-Authenticate"] == 'Bearer realm="hexledger"'
    assert site.dump() == before


BAD_AUTHORIZATIONS = (
    "Basic YWRhOmFkYQ==",
    "Bearer",
    "Bearer ",
    "hx_token-without-a-scheme",
    "Token abc",
    "Bearer unknown",
    "Bearer hx_" + "a" * 43,
    "Bearer " + "a" * 10_000,
    "Bearer two tokens",
    "Bearer t\u00e4st",
    "",
)


@pytest.mark.parametrize("text", BAD_AUTHORIZATIONS)
@pytest.mark.parametrize("path", ["/v1/players/me", "/v1/games", "/v1/rulesets", "/v1/nowhere"])
def test_a_token_that_is_none_is_refused_wherever_it_is_sent(text: str, path: str):
    answer = Site().anonymous.get(path, Authorization=text)
    assert problem(answer, 401)["code"] in ("auth/token_missing", "auth/token_unknown")
    assert answer.headers["WWW-Authenticate"].startswith('Bearer realm="hexledger"')


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_spelled_in_any_case(scheme: str):
    site = Site()
    ada = site.player()
    answer = site.anonymous.get("/v1/players/me", Authorization=f"{scheme} {ada.token}")
    assert answer.json["player_id"] == ada.player


def test_a_token_in_the_address_or_the_body_is_nobodys():
    site = Site()
    ada = site.player()
    problem(site.anonymous.get(f"/v1/players/me?token={ada.token}"))
    problem(site.anonymous.post("/v1/players/me", {"token": ada.token}), 405)


# Names


def test_a_player_may_take_another_name():
    site = Site()
    ada, ben = site.players(2)
    answer = ada.call("PATCH", "/v1/players/me", json={"name": "Augusta"})
    assert (answer.status_code, answer.json["name"]) == (200, "Augusta")
    assert ben.read(f"/v1/players/{ada.player}") == {
        "player_id": ada.player,
        "name": "Augusta",
        "records": [],
    }


def test_a_player_who_is_unknown_is_not_found():
    site = Site()
    problem(site.anonymous.get("/v1/players/u-nobody"), 404, "player/unknown")
    problem(site.anonymous.get("/v1/players/" + "ü" * 300), 404, "player/unknown")


def test_an_erased_player_is_nobody():
    site = Site()
    ada, ben = site.players(2)
    ticket = ada.post(site.opened().path + "/ticket").json["ticket"]
    answer = ada.call("DELETE", "/v1/players/me")
    assert (answer.status_code, answer.data) == (204, b"")
    problem(ada.get("/v1/players/me"), 401, "auth/token_unknown")
    problem(ada.call("DELETE", "/v1/players/me"), 401, "auth/token_unknown")
    problem(ben.get(f"/v1/players/{ada.player}"), 404, "player/unknown")
    assert ticket.encode() not in everything(site)


def test_erasing_a_player_leaves_the_game_and_an_id_that_names_nobody():
    site = Site()
    names = [f"Nobody would think of {i}" for i in range(3)]
    match = site.closed()
    for person, name in zip(match.people, names, strict=True):
        person.call("PATCH", "/v1/players/me", json={"name": name})
    before, export = match.read(), match.get("/export").data
    assert before.pop("names")[match.people[0].player] == names[0]
    assert everything(site).count(names[0].encode()) == 1
    match.people[0].call("DELETE", "/v1/players/me")
    assert names[0].encode() not in everything(site)
    after = match.read()
    assert after.pop("names")[match.people[0].player] is None
    assert after == before
    assert match.get("/export").data == export
    assert match.people[0].player.encode() in export


def test_names_are_in_no_ledger():
    site = Site()
    match = site.opened()
    for i, person in enumerate(match.people):
        person.call("PATCH", "/v1/players/me", json={"name": f"Zacharias {i}"})
        match.do(i, "take_seat")
    match.do(0, "abandon_game")
    match.close()
    assert b"Zacharias" not in match.get("/export").data
    assert b"Zacharias" not in b"".join(match.lines())


def test_who_could_not_be_erased_in_full_can_try_again(monkeypatch: pytest.MonkeyPatch):
    """Redis may go away between any two steps; as long as the name is kept, so is the token."""
    site = Site()
    for allowed in range(6):
        ada = site.player("Somebody to forget")
        with monkeypatch.context() as patch:
            left = iter(range(allowed))
            delete = site.redis.delete

            def fragile(*keys: Any, left: Any = left, delete: Any = delete) -> Any:
                if next(left, None) is None:
                    raise RedisIsAway("gone")
                return delete(*keys)

            patch.setattr(site.redis, "delete", fragile)
            done = ada.call("DELETE", "/v1/players/me").status_code
        if done == 503 and b"Somebody to forget" in everything(site):
            assert ada.call("DELETE", "/v1/players/me").status_code == 204
        assert b"Somebody to forget" not in everything(site)


def test_a_name_does_not_come_back_after_it_was_erased():
    """A call that was on its way may arrive when the player is gone already."""
    site = Site()
    ada = site.player("Ada")
    site.accounts.erase(ada.player)
    Accounts(site.redis).rename(ada.player, "Ada again")
    assert b"Ada again" not in everything(site)
    problem(site.anonymous.get(f"/v1/players/{ada.player}"), 404)


# A player's games


def test_a_players_games_are_listed_newest_first_page_by_page():
    site = Site()
    ada, ben = site.players(2)
    opened = [open_game(ada, listed=i % 2 == 0) for i in range(7)]
    for game in opened[::3]:
        assert ben.post(f"/v1/games/{game}/commands", TAKE_SEAT).status_code == 201
    assert all_pages(ada, "/v1/players/me/games", 3) == opened[::-1]
    assert all_pages(ben, "/v1/players/me/games", 2) == opened[::3][::-1]
    first = ben.read("/v1/players/me/games?limit=1")["games"][0]
    assert (first["game_id"], first["seat"], first["is_to_act"]) == (opened[6], 0, False)
    ben.post(f"/v1/games/{opened[6]}/commands", {"type": "leave_seat"})
    assert all_pages(ben, "/v1/players/me/games", 2) == opened[::3][:-1][::-1]


def test_a_players_games_tell_where_he_is_to_act():
    site = Site()
    match = site.started()
    (turn,) = match.read()["to_act"]
    for seat, person in enumerate(match.people):
        (game,) = person.read("/v1/players/me/games")["games"]
        assert (game["seat"], game["is_to_act"]) == (seat, seat == turn)


def open_game(host: Person, **more: Any) -> str:
    body = {"ruleset": "base", "players": 3, **more}
    answer = host.post("/v1/games", body)
    assert answer.status_code == 201, answer.data
    return str(answer.json["game_id"])


def all_pages(person: Person, path: str, limit: int) -> list[str]:
    found: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = person.read(f"{path}?limit={limit}" + (f"&cursor={cursor}" if cursor else ""))
        assert len(page["games"]) <= limit
        found += [game["game_id"] for game in page["games"]]
        cursor = page["next"]
    return found


# The lobby


def test_the_lobby_lists_open_games_newest_first_page_by_page():
    site = Site()
    host = site.player()
    opened = [open_game(host) for _ in range(5)]
    assert all_pages(site.anonymous, "/v1/games", 2) == opened[::-1]
    assert all_pages(site.anonymous, "/v1/games", 5) == opened[::-1]


def test_a_game_by_invitation_is_not_in_the_lobby_but_can_be_joined():
    site = Site()
    match = site.opened(listed=False)
    assert site.anonymous.read("/v1/games")["games"] == []
    assert match.post(1, TAKE_SEAT).status_code == 201
    assert site.anonymous.read("/v1/games")["games"] == []


def test_a_game_leaves_the_lobby_when_it_starts_or_is_given_up():
    site = Site()
    site.started()
    gone = site.opened()
    gone.do(0, "abandon_game")
    stays = site.opened()
    assert all_pages(site.anonymous, "/v1/games", 10) == [stays.game]


def test_the_lobby_shows_who_sits_where():
    site = Site()
    match = site.opened()
    match.do(1, "take_seat", seat=2)
    (game,) = site.anonymous.read("/v1/games")["games"]
    assert game["seats"] == [None, None, match.people[1].player]
    assert game["host"] == match.people[0].player
    assert (game["ruleset"], game["players"], game["phase"]) == ("base", 3, "lobby")


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("cursor=nonsense", "page/bad_cursor"),
        ("cursor=%00", "page/bad_cursor"),
        ("cursor=%F0%9F%8E%B2", "page/bad_cursor"),
        ("cursor=" + "A" * 201, "query/bad_value"),
        ("cursor=", "query/bad_value"),
        ("limit=0", "query/bad_value"),
        ("limit=101", "query/bad_value"),
        ("limit=-1", "query/bad_value"),
        ("limit=1e2", "query/bad_value"),
        ("limit=" + "9" * 30, "query/bad_value"),
        ("limit=1&limit=2", "query/repeated_parameter"),
        ("page=2", "query/unknown_parameter"),
    ],
)
@pytest.mark.parametrize("path", ["/v1/games", "/v1/players/me/games"])
def test_a_page_that_cannot_be_meant_is_refused(path: str, query: str, code: str):
    problem(Site().player().get(f"{path}?{query}"), 422, code)


# Roles and viewers


@pytest.fixture(scope="module")
def match() -> Match:
    """A game that goes on; nobody may move in it."""
    return Site().played(60, luck=3)


def hidden(view: Any) -> list[int]:
    """The seats whose cards this view does not show."""
    return [seat["seat"] for seat in view["seats"] if seat["resources"] is None]


def test_a_seat_sees_its_own_cards_and_a_spectator_none(match: Match):
    assert hidden(match.read()) == [0, 1, 2]
    for seat in range(3):
        assert hidden(match.read("", seat)) == [one for one in range(3) if one != seat]
    assert hidden(match.site.player("Eve").read(match.path)) == [0, 1, 2]


def test_an_organizer_without_a_seat_sees_all_and_it_is_recorded(match: Match):
    referee = match.site.player("Ref", role="organizer")
    assert hidden(referee.read(match.path)) == []
    referee.read(match.path + "/score")
    referee.read(match.path + "/log?limit=1")
    referee.read(match.path + "/events?limit=1")
    referee.read(match.path + "/hand?as=1")
    referee.get(match.path + "/board.svg")
    referee.read(match.path + "?as=2")
    for public in ("/board", "/stats", "?as=spectator", "/actions"):
        referee.read(match.path + public)
    reads = reads_by(referee, match)
    route = "/v1/games/<game_id>"
    assert [read["call"].removeprefix(route) for read in reads] == [
        "",
        "/score",
        "/log",
        "/events",
        "/hand",
        "/board.svg",
        "",
    ]
    assert {read["version"] for read in reads} == {match.version}
    viewers = ["organizer"] * 4 + ["1", "organizer", "2"]
    assert [read["as"] for read in reads] == viewers
    assert not any(read["live"] for read in reads)


@pytest.mark.parametrize(("part", "form"), [("", SSE), ("?follow=true", NDJSON)])
def test_a_look_that_goes_on_is_recorded_as_live(match: Match, part: str, form: str):
    referee = match.site.player("Ref", role="organizer")
    with referee.get(f"{match.path}/events{part}", Accept=form) as answer:
        next(iter(answer.response))
    (read,) = reads_by(referee, match)
    assert (read["as"], read["live"]) == ("organizer", True)


def test_a_look_at_a_game_that_another_server_closed_is_not_privileged():
    with Site() as site, site.another_server() as other:
        match = site.started()
        referee = site.player("Ref", role="organizer")
        referee.read(match.path)
        elsewhere = match.at(other)
        other.desk.void_game(match.game, "enough")
        elsewhere.close()
        referee.read(match.path)
        referee.read(match.path + "?as=1")
        with referee.get(f"{match.path}/events", Accept=SSE) as answer:
            next(iter(answer.response))
        assert len(reads_by(referee, match)) == 1


def test_a_look_that_changed_nothing_is_recorded_as_well(match: Match):
    referee = match.site.player("Ref", role="organizer")
    tag = referee.get(match.path).headers["ETag"]
    assert referee.get(match.path, If_None_Match=tag).status_code == 304
    assert len(reads_by(referee, match)) == 2


def reads_by(person: Person, match: Match) -> list[Any]:
    reads = person.read(match.path + "/reads")["reads"]
    return [read for read in reads if read["player_id"] == person.player]


def test_players_may_read_the_record_once_the_game_is_closed():
    match = Site().started()
    referee = match.site.player("Ref", role="organizer")
    referee.read(match.path)
    problem(match.get("/reads", 0), 403, "game/not_closed")
    match.site.desk.void_game(match.game, "rain")
    match.close()
    reads = match.read("/reads", 0)["reads"]
    assert [read["player_id"] for read in reads] == [referee.player]
    referee.read(match.path)
    assert match.read("/reads", 1)["reads"] == reads


def test_an_organizer_with_a_seat_sees_what_his_seat_sees():
    site = Site()
    match = site.opened(start_player="seat")
    match.people[1] = site.player("Ref", role="organizer")
    for seat in range(3):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    assert hidden(match.read("", 1)) == [0, 2]
    for viewer in ("organizer", "0", "2"):
        problem(match.get(f"?as={viewer}", 1), 403, "viewer/not_allowed")
    problem(match.get("/hand?as=0", 1), 403, "viewer/not_allowed")
    assert match.read("/reads", 1)["reads"] == []


@pytest.mark.parametrize("part", ["", "/score", "/log", "/events", "/board.svg", "/hand"])
def test_nobody_borrows_eyes_before_the_game_is_closed(match: Match, part: str):
    for viewer in ("1", "2", "organizer"):
        problem(match.get(f"{part}?as={viewer}", 0), 403, "viewer/not_allowed")
        code = "auth/token_missing" if part == "/hand" else "viewer/not_allowed"
        problem(match.get(f"{part}?as={viewer}"), None, code)
    assert match.get(f"{part}?as=0", 0).data == match.get(part, 0).data
    if part != "/hand":
        assert match.get(f"{part}?as=spectator", 0).data == match.get(part).data


@pytest.mark.parametrize("viewer", ["3", "-1", "", "00", "referee", "+1", "1 ", "¹", "x" * 21])
@pytest.mark.parametrize("part", ["", "/score", "/events", "/log"])
def test_unknown_viewers_are_refused(match: Match, part: str, viewer: str):
    answer = match.people[0].client.get(match.path + part, query_string={"as": viewer})
    problem(answer, 422, "query/bad_value")


@pytest.mark.parametrize("part", ["/board", "/stats", "/actions"])
def test_what_is_the_same_for_every_pair_of_eyes_takes_none(match: Match, part: str):
    problem(match.get(f"{part}?as=0", 0), 422, "query/unknown_parameter")


def test_everybody_may_look_as_anybody_once_the_game_is_closed():
    match = Site().closed()
    for seat in range(3):
        own = match.read(f"?as={seat}")
        assert hidden(own) == [one for one in range(3) if one != seat]
        assert own == match.read("", seat)
        eve = match.site.player("Eve")
        assert eve.read(f"{match.path}/hand?as={seat}") == match.read("/hand", seat)
        assert match.read(f"/hand?as={seat}") == match.read("/hand", seat)
    assert hidden(match.read("?as=organizer")) == []
    commits = match.read("/events?as=organizer&limit=500")["commits"]
    bought = [e for c in commits for e in c["events"] if e["type"] == "development_card_bought"]
    assert all(event["kind"] for event in bought)
    assert match.site.player("Ref", role="organizer").read(match.path + "/reads")["reads"] == []


def test_whose_hand_of_a_closed_game_is_wanted_has_to_be_said():
    match = Site().closed()
    problem(match.get("/hand"), 401, "auth/token_missing")
    problem(match.get("/hand?as=spectator"), 403, "viewer/not_seated")
    problem(match.get("/hand?as=3"), 422, "query/bad_value")


def test_a_hand_of_a_game_that_another_server_closed_needs_no_token():
    with Site() as site, site.another_server() as other:
        match = site.started()
        problem(match.get("/hand?as=1"), 401, "auth/token_missing")
        other.desk.void_game(match.game, "enough")
        match.at(other).close()
        assert match.read("/hand?as=1") == match.read("/hand", 1)


def test_only_who_has_a_seat_has_a_hand(match: Match):
    problem(match.get("/hand"), 401, "auth/token_missing")
    eve = match.site.player("Eve")
    problem(eve.get(match.path + "/hand"), 403, "viewer/not_seated")
    problem(match.get("/hand?as=spectator", 0), 403, "viewer/not_seated")
    referee = match.site.player("Ref", role="organizer")
    problem(referee.get(match.path + "/hand"), 403, "viewer/not_seated")
    assert match.read("/hand", 0)["seat"] == 0


def test_the_ledger_is_exported_once_the_game_is_closed(match: Match):
    for person in (match.people[0], match.site.anonymous, match.site.player("R", role="organizer")):
        problem(person.get(match.path + "/export"), 403, "game/not_closed")
