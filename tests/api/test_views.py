"""Views over HTTP: sent once while they do not change, compressed, in English and Polish."""

import gzip
import json
from random import Random
from typing import Any

import pytest

from api.transport.middleware import COMPRESS_FROM
from tests.api.kit import Answer, Match, Person, Site, problem

PARTS = (
    "",
    "/board",
    "/score",
    "/hand",
    "/log",
    "/log?limit=3&after=5",
    "/log?lang=pl",
    "/stats",
    "/actions",
    "/board.svg",
    "/events",
    "/events?after=4&limit=5",
)
OTHERS = (
    "/v1/games",
    "/v1/players/me/games",
    "/v1/players/me",
    "/v1/players/{player}",
    "/v1/players/{player}/versus/{other}",
    "/v1/leaderboards/base",
    "/v1/closed-games",
    "/v1/rulesets",
    "/v1/keys",
    "/openapi.json",
)
TIMELESS = ("/export", "/reads")
"""Reads of a game that is closed, which have no `at`."""


@pytest.fixture(scope="module")
def closed() -> Match:
    return Site().closed(luck=2)


@pytest.fixture(scope="module")
def match() -> Match:
    return Site().played(80, luck=5)


def address(match: Match, path: str) -> str:
    if path.startswith(("/v1", "/openapi")):
        return path.format(player=match.people[0].player, other=match.people[1].player)
    return match.path + path


# ETags


@pytest.mark.parametrize("path", [*PARTS, *OTHERS, *TIMELESS])
def test_what_has_not_changed_is_not_sent_again(closed: Match, path: str):
    ada, where = closed.people[0], address(closed, path)
    first = ada.get(where)
    assert first.status_code == 200
    tag = first.headers["ETag"]
    assert tag.startswith('"')
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = ada.get(where, If_None_Match=known)
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
        assert again.headers["Vary"] == first.headers["Vary"]
        assert again.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert ada.get(where, If_None_Match='"other"').data == first.data


@pytest.mark.parametrize("path", [*PARTS, *OTHERS, *TIMELESS])
def test_the_tag_of_a_compressed_answer_is_weak_and_counts_all_the_same(closed: Match, path: str):
    ada, where = closed.people[0], address(closed, path)
    plain, packed = ada.get(where), ada.get(where, Accept_Encoding="gzip")
    if len(plain.data) < COMPRESS_FROM:
        assert "Content-Encoding" not in packed.headers
        assert packed.data == plain.data
        return
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert packed.headers["ETag"] == "W/" + plain.headers["ETag"]
    for known in (packed.headers["ETag"], plain.headers["ETag"]):
        for accepted in ("gzip", "identity"):
            again = ada.get(where, If_None_Match=known, Accept_Encoding=accepted)
            assert (again.status_code, again.data) == (304, b"")
            assert "Accept-Encoding" in again.headers["Vary"]


@pytest.mark.parametrize("path", [*PARTS, *OTHERS, *TIMELESS])
def test_the_head_of_a_read_is_that_of_its_answer(closed: Match, path: str):
    ada, where = closed.people[0], address(closed, path)
    head, whole = ada.call("HEAD", where), ada.get(where)
    assert (head.status_code, head.data) == (200, b"")
    ignored = ("X-Request-Id", "Date")
    assert {k: v for k, v in head.headers if k not in ignored} == {
        k: v for k, v in whole.headers if k not in ignored
    }


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.5", True),
        ("*", True),
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip;q=0, *", False),
        ("nonsense;;;q=x", False),
    ],
)
def test_an_answer_is_compressed_only_for_who_takes_it(
    closed: Match, accepted: str, is_packed: bool
):
    answer = closed.get("", Accept_Encoding=accepted)
    assert (answer.headers.get("Content-Encoding") == "gzip") == is_packed
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("part", PARTS)
def test_the_tag_changes_with_the_game(match: Match, part: str):
    before = match.get(part, 0).headers["ETag"]
    match.play_quickly(Random(1), 1)
    after = match.get(part, 0, If_None_Match=before)
    assert after.status_code == 200
    assert after.headers["ETag"] != before


def test_everybody_has_tags_of_his_own(match: Match):
    for part in ("", "/score", "/log", "/board.svg", "/actions"):
        tags = {match.get(part, viewer).headers["ETag"] for viewer in match.viewers}
        assert len(tags) == 4, part


def test_a_tag_tells_the_same_answer_from_others(match: Match):
    """Two answers to one person with one tag are byte for byte the same."""
    bodies: dict[tuple[str, str], bytes] = {}
    head = match.version
    for at in ("", f"at={head}", f"at={head - 1}", "at=20"):
        for part in PARTS:
            for extra in ("", "as=spectator"):
                if extra and part.split("?")[0] in ("/board", "/stats", "/actions", "/hand"):
                    continue
                query = "&".join(one for one in (at, extra) if one)
                where = part + ("&" if "?" in part else "?") + query
                answer = match.get(where, 0)
                assert answer.status_code == 200, (where, answer.data)
                tag = (part.split("?")[0], answer.headers["ETag"])
                assert bodies.setdefault(tag, answer.data) == answer.data, where


def test_a_condition_that_fails_is_answered_as_a_problem(match: Match):
    assert match.get("", If_Match=match.get("").headers["ETag"]).status_code == 200
    problem(match.get("", If_Match='"1-game-spectator"'), 412)


@pytest.mark.parametrize("path", [*PARTS, *OTHERS[:5], *TIMELESS])
def test_no_shared_cache_keeps_what_is_for_one_reader(closed: Match, path: str):
    answer = closed.people[0].get(address(closed, path))
    if path == "/export":
        assert answer.headers["Cache-Control"].startswith("public")
        return
    assert (
        "private" in answer.headers["Cache-Control"]
        or "no-store" in answer.headers["Cache-Control"]
    )
    assert "Authorization" in answer.headers["Vary"]


# Time travel


@pytest.mark.parametrize("part", PARTS)
def test_every_read_can_look_at_an_earlier_version(match: Match, part: str):
    joint = "&" if "?" in part else "?"
    then = match.version
    seen = {viewer: match.get(part, viewer) for viewer in match.viewers if part != "/hand"}
    seen[0] = match.get(part, 0)
    match.play_quickly(Random(4), 30)
    for viewer, answer in seen.items():
        again = match.get(f"{part}{joint}at={then}", viewer)
        assert again.status_code == 200, again.data
        assert content(again) == content(answer)
    elsewhere = match.at(match.site.another_server())
    assert content(elsewhere.get(f"{part}{joint}at={then}", 0)) == content(seen[0])


def content(answer: Answer) -> Any:
    return answer.json if answer.is_json else answer.data


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("at", ["0", "-1", "1.5", "x", "", "9" * 19, "٣"])
def test_a_version_that_cannot_be_meant_is_refused(closed: Match, part: str, at: str):
    joint = "&" if "?" in part else "?"
    problem(closed.get(f"{part}{joint}at={at}", 0), 422, "query/bad_value")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("at", ["100000", "9" * 18])
def test_a_version_that_is_not_there_is_not_found(closed: Match, part: str, at: str):
    joint = "&" if "?" in part else "?"
    problem(closed.get(f"{part}{joint}at={at}", 0), 404, "game/no_such_version")
    asleep = closed.at(closed.site.another_server())
    problem(asleep.get(f"{part}{joint}at={at}", 0), 404, "game/no_such_version")


@pytest.mark.parametrize("path", TIMELESS)
def test_what_has_no_earlier_versions_takes_no_version(closed: Match, path: str):
    problem(closed.get(f"{path}?at=3", 0), 422, "query/unknown_parameter")


# Servers


@pytest.mark.parametrize("part", [part for part in PARTS if not part.startswith("/events")])
def test_a_server_that_has_just_started_sends_the_same_bytes(closed: Match, part: str):
    for viewer in closed.viewers if part != "/hand" else range(3):
        awake = closed.get(part, viewer)
        asleep = closed.at(closed.site.another_server()).get(part, viewer)
        assert (asleep.status_code, asleep.data) == (200, awake.data)
        assert asleep.headers["ETag"] == awake.headers["ETag"]


def test_a_page_of_the_log_may_begin_anywhere(closed: Match):
    asleep = closed.at(closed.site.another_server())
    for after in ("0", "17", "499", "100000", "9" * 18):
        for match in (closed, asleep):
            page = match.read(f"/log?after={after}&limit=7")
            assert [one["version"] for one in page["entries"] if one["version"] <= int(after)] == []
            is_last = int(after) + 7 >= closed.version
            assert page["next"] == (None if is_last else int(after) + 7)


def test_the_log_is_complete_page_by_page(closed: Match):
    for viewer in closed.viewers:
        found: list[Any] = []
        after: int | None = 0
        while after is not None:
            page = closed.read(f"/log?after={after}&limit=23", viewer)
            found += page["entries"]
            after = page["next"]
        commits = [
            (commit["version"], event["type"])
            for commit in all_commits(closed.viewers[viewer], closed)
            for event in commit["events"]
        ]
        assert [(entry["version"], entry["type"]) for entry in found] == commits
        assert all(entry["text"] for entry in found)


def all_commits(person: Person, match: Match) -> list[Any]:
    found: list[Any] = []
    while True:
        page = person.read(f"{match.path}/events?after={len(found)}&limit=100")
        found += page["commits"]
        if not page["more"]:
            return found


# Languages


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", None, "en"),
        ("", "pl", "pl"),
        ("", "pl-PL", "pl"),
        ("", "PL", "pl"),
        ("", "en", "en"),
        ("", "en-GB, pl;q=0.9", "en"),
        ("", "pl;q=0.9, en;q=0.1", "pl"),
        ("", "en;q=0.2, pl;q=0.8", "pl"),
        ("", "de, fr;q=0.9", "en"),
        ("", "de, pl;q=0.1", "pl"),
        ("", "pl;q=0, en", "en"),
        ("", "en;q=0, *", "pl"),
        ("", "fr-CH, *;q=0.5", "en"),
        ("", "*", "en"),
        ("", "", "en"),
        ("", "nonsense;;q=?", "en"),
        ("?lang=pl", "en", "pl"),
        ("?lang=en", "pl", "en"),
        ("?lang=pl", None, "pl"),
    ],
)
def test_sentences_come_in_the_language_asked_for(
    closed: Match, query: str, accepted: str | None, language: str
):
    headers = {} if accepted is None else {"Accept_Language": accepted}
    picture = closed.get(f"/board.svg{query}", **headers)
    assert picture.headers["Content-Language"] == language
    assert picture.headers["ETag"] == closed.get(f"/board.svg?lang={language}").headers["ETag"]
    assert ("Wygrywa" in picture.text) == (language == "pl")
    answer = closed.get(f"/log{query}", **headers)
    assert answer.headers["Content-Language"] == language
    assert "Accept-Language" in answer.headers["Vary"]
    text = " ".join(entry["text"] for entry in answer.json["entries"])
    assert ("wyrzucił" in text, " rolled " in text) == (language == "pl", language == "en")
    assert answer.json["language"] == language


@pytest.mark.parametrize("lang", ["de", "", "EN", "en-GB", "pl,en"])
def test_a_language_that_nobody_speaks_here_is_refused(closed: Match, lang: str):
    problem(closed.get(f"/log?lang={lang}"), 422, "query/bad_value")


# Forms


def test_the_picture_is_an_svg_that_may_do_nothing(closed: Match):
    answer = closed.get("/board.svg")
    assert answer.content_type.startswith("image/svg+xml")
    assert answer.data.startswith(b"<svg") or answer.data.startswith(b"<?xml")
    assert b"<script" not in answer.data
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_picture_comes_in_the_form_that_is_asked_for(closed: Match):
    plain = closed.get("/board.svg")
    touch = closed.get("/board.svg?part=board&touch=true&prefix=left")
    panel = closed.get("/board.svg?part=panel&width=narrow")
    assert len({answer.headers["ETag"] for answer in (plain, touch, panel)}) == 3
    assert 'data-place="edge" data-id="0"' in touch.text
    assert 'id="left-hex"' in touch.text
    assert 'id="hx-' not in touch.text
    assert "data-place" not in plain.text + panel.text
    assert 'viewBox="0 0 360 ' in panel.text
    assert "data-hex" not in panel.text


@pytest.mark.parametrize(
    "query",
    [
        "part=sea",
        "width=360",
        "touch=1",
        "prefix=",
        "prefix=A",
        "prefix=a-b",
        'prefix=a"',
        "prefix=1",
        "prefix=a%0a",
    ],
)
def test_a_form_that_no_picture_has_is_refused(closed: Match, query: str):
    problem(closed.get(f"/board.svg?{query}"), 422, "query/bad_value")


def test_every_part_agrees_with_the_whole(match: Match):
    for viewer in match.viewers:
        whole = match.read("", viewer)
        assert match.read("/score", viewer)["scores"] == whole["score"]
        assert match.read("/board", viewer)["robber"] == whole["board"]["robber"]
        if viewer != "spectator":
            hand = match.read("/hand", viewer)
            assert hand["resources"] == whole["seats"][viewer]["resources"]
            assert match.read("/actions", viewer)["seat"] == viewer


def test_a_page_of_rulesets_tells_what_can_be_opened():
    site = Site()
    for ruleset in site.anonymous.read("/v1/rulesets")["rulesets"]:
        for options in ruleset["options"]["presets"].values():
            body = {"ruleset": ruleset["name"], "players": ruleset["players"]["max"]}
            answer = site.player().post("/v1/games", {**body, "options": options})
            assert answer.status_code == 201, answer.data
            assert json.loads(answer.data)["version"] == 1
