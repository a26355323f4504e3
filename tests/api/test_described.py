"""The description of the service that runs: its headers, and who needs a token."""

from typing import Any

import pytest

from tests.api.kit import Match, Site
from tests.notices.subscriber import Subscriber

BODIES = {
    "/v1/players": {"name": "Eve"},
    "/v1/players/me": {"name": "Eve"},
    "/v1/players/me/tokens": {"name": "phone"},
    "/v1/players/me/tokens/{token_id}": {"name": "phone"},
    "/v1/players/me/device-codes": {},
    "/v1/tokens": {"code": "BCDFG-HJKLM"},
    "/v1/games": {"ruleset": "base", "players": 3},
    "/v1/reports": {"games": ["p00-00000000000000000000000000000000"]},
    "/v1/seeks": {"ruleset": "duel"},
    "/v1/games/{game_id}/commands": {"type": "take_seat"},
    "/v1/players/me/webhooks": {"url": "https://93.184.216.34/"},
    "/v1/players/me/webhooks/{webhook_id}": {"url": "https://93.184.216.34/"},
    "/v1/players/me/webhooks/{webhook_id}/secret": {},
    "/v1/players/me/push-subscriptions": Subscriber().subscription("https://93.184.216.34/"),
    "/v1/games/{game_id}/copies": {"version": 1, "seat": 0},
    "/v1/games/{game_id}/invitations": {},
    "/v1/invitations/{code}": {},
    "/v1/games/{game_id}/reservations": {"seat": 1, "player_id": "u-0"},
    "/v1/games/{game_id}/turned-away": {"seat": 1},
    "/v1/games/{game_id}/talk": {"phrase": "hello"},
    "/v1/games/{game_id}/talk/{number}/report": {"reason": "It is rude."},
    "/v1/tournaments": {"title": "Cup", "games": {"ruleset": "base"}, "capacity": 8},
    "/v1/tournaments/{tournament_id}/commands": {"type": "register"},
    "/v1/tournaments/{tournament_id}/rounds/{round_number}/pause": {"reason": "Lunch"},
    "/v1/tournaments/{tournament_id}/rounds/{round_number}/resume": {"reason": "Enough"},
    "/v1/tournaments/{tournament_id}/rounds/{round_number}/add_time": {
        "reason": "Noise",
        "seconds": 60,
    },
    "/v1/talk-reports/{report_id}/settlement": {"decision": "removed"},
}


@pytest.fixture(scope="module")
def match() -> Match:
    return Site().closed()


@pytest.fixture(scope="module")
def document(match: Match) -> Any:
    return match.site.anonymous.read("/openapi.json")


def operations(document: Any) -> list[tuple[str, str, Any]]:
    return [
        (path, method, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in ("get", "post", "patch", "delete")
    ]


def headers_of(document: Any, path: str, method: str) -> set[str]:
    found = set()
    for parameter in document["paths"][path][method].get("parameters", ()):
        named = parameter
        if "$ref" in parameter:
            named = document["components"]["parameters"][parameter["$ref"].rsplit("/", 1)[1]]
        if named["in"] == "header":
            assert named["schema"]
            assert named["description"]
            found.add(named["name"])
    return found


def test_what_guards_a_command_is_described(document: Any):
    commands = headers_of(document, "/v1/games/{game_id}/commands", "post")
    assert commands == {"Idempotency-Key", "If-Match"}
    assert headers_of(document, "/v1/games", "post") == {"Idempotency-Key"}
    feed = headers_of(document, "/v1/games/{game_id}/events", "get")
    assert feed == {"Last-Event-ID", "If-None-Match"}


def test_every_read_has_a_tag_and_need_not_be_sent_twice(document: Any):
    for path, method, operation in operations(document):
        is_read = method == "get"
        assert ("If-None-Match" in headers_of(document, path, method)) == is_read
        if is_read:
            tag = {"ETag": {"$ref": "#/components/headers/ETag"}}
            assert operation["responses"]["200"]["headers"] == tag, path
            assert operation["responses"]["304"]["headers"] == tag, path
            assert "content" not in operation["responses"]["304"]


def test_an_error_may_say_when_to_come_back(document: Any):
    error = document["components"]["responses"]["DEFAULT_ERROR"]
    assert error["headers"] == {"Retry-After": {"$ref": "#/components/headers/Retry-After"}}


def test_just_the_calls_that_need_a_token_say_so(match: Match, document: Any):
    for path, method, operation in operations(document):
        address = path.format(
            game_id=match.game,
            player_id=match.people[0].player,
            other_id=match.people[1].player,
            ruleset="base",
            date="2026-01-01",
            webhook_id="default",
            subscription_id="s-1",
            token_id="t-000000000000",
            geometry_hash="0" * 64,
            invitation_id=1,
            code="AAAA-BBBB-CCCC-DDDD",
            number=1,
            seat=1,
            report_id="r-1",
            seek_id="s-" + "0" * 32,
            tournament_id="tour-" + "0" * 32,
            round_number=1,
        )
        # Without a seat to look as, it is the hand of the player whose token it is.
        address += "?as=0" if path.endswith("/hand") else ""
        body = BODIES.get(path) if method in ("post", "patch") else None
        answer = match.site.anonymous.call(method.upper(), address, json=body)
        is_public = operation.get("security") in ([], [{}, {"token": []}])
        assert is_public or "security" not in operation
        assert (answer.status_code == 401) != is_public, (method, path, answer.data)


def test_a_call_that_a_token_means_nothing_to_has_no_lock(document: Any):
    """The page shows a lock for every call that names a way to be allowed in."""
    assert {
        (method, path)
        for path, method, operation in operations(document)
        if operation.get("security") == []
    } == {
        ("post", "/v1/players"),
        ("post", "/v1/tokens"),
        ("get", "/v1/players/{player_id}"),
        ("get", "/v1/players/{player_id}/ratings/{ruleset}"),
        ("get", "/v1/qr.svg"),
        ("get", "/v1/players/{player_id}/versus/{other_id}"),
        ("get", "/v1/games"),
        ("get", "/v1/tournaments"),
        ("get", "/v1/closed-games"),
        ("get", "/v1/closed-games/search"),
        ("get", "/v1/leaderboards/{ruleset}"),
        ("get", "/v1/rulesets"),
        ("get", "/v1/keys"),
        ("get", "/v1/revalidation"),
        ("get", "/v1/push-key"),
        ("get", "/v1/geometries/{geometry_hash}"),
        ("get", "/v1/invitations/{code}"),
        ("get", "/v1/phrases"),
    }


def test_the_lock_of_a_call_with_an_optional_token_is_open_until_there_is_one(match: Match):
    script = match.site.anonymous.get("/docs/start.js").text
    assert "plugins: [openLocks]" in script
    assert "way.size > 0" in script
