"""The geometry of a board is sent once, by its hash; the rest of the board names it."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest

from domain.registry import RULESETS
from tests.api.kit import Match, Site, problem
from tests.api.test_view_contract import opened
from tests.games import ATOLL, LAKE

EVERY_RULESET = pytest.mark.parametrize("ruleset", list(RULESETS))
SETUPS: list[Any] = [
    pytest.param("base", {}, id="base"),
    pytest.param("base", {"board": LAKE}, id="base-own-map"),
    pytest.param("duel", {}, id="duel"),
    pytest.param("seafarers", {"scenario": 3}, id="fog"),
    pytest.param("seafarers", {"board": ATOLL}, id="own-sea-with-fog"),
    pytest.param("seafarers", {"scenario": 6}, id="cloth"),
]


def put_together(board: dict[str, Any], geometry: dict[str, Any]) -> dict[str, Any]:
    """A board with its geometry, as a client joins them to draw it."""
    lying = {one["id"]: one for one in board["hexes"]}
    at_sea = {"terrain": "sea", "number": None}
    ends = {edge["id"]: edge["nodes"] for edge in geometry["edges"]}
    return {
        **{name: value for name, value in board.items() if name != "geometry"},
        "nodes": geometry["nodes"],
        "edges": geometry["edges"],
        "hexes": [{**place, **lying.get(place["id"], at_sea)} for place in geometry["hexes"]],
        "harbours": [{**one, "nodes": ends[one["edge"]]} for one in board["harbours"]],
    }


def without_extras(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what stands beside it: the time of the server and names of people."""
    return {name: value for name, value in view.items() if name not in ("server_time", "names")}


def geometry_of(match: Match, board: dict[str, Any]) -> Any:
    return match.site.anonymous.read(f"/v1/geometries/{board['geometry']}")


def started(site: Site, ruleset: str, options: dict[str, Any]) -> Match:
    people = site.players(RULESETS[ruleset].seats[-1])
    body = {"ruleset": ruleset, "players": len(people), "options": options}
    match = Match(site, people[0].post("/v1/games", body).json["game_id"], people)
    for seat in range(len(people)):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    return match


@pytest.mark.parametrize(("ruleset", "options"), SETUPS)
def test_board_and_geometry_together_are_the_whole_board(
    ruleset: str, options: dict[str, Any]
) -> None:
    with Site() as site:
        match = started(site, ruleset, options)
        for commits in (0, 60, 200):
            match.play_quickly(Random(1), commits)
            for part in ("", "/board"):
                whole, apart = (
                    without_extras(match.read(part + query, 0)) for query in ("", "?geometry=apart")
                )
                board = apart if part else apart["board"]
                joined = put_together(board, geometry_of(match, board))
                assert (joined if part else {**apart, "board": joined}) == whole


def test_the_sheet_of_the_dice_game_is_all_geometry() -> None:
    with Site() as site:
        match = opened(site, "dice")
        whole, apart = match.read(), match.read("?geometry=apart")
        assert list(apart["board"]) == ["geometry"]
        assert geometry_of(match, apart["board"]) == {"kind": "sheet", **whole["board"]}
        board, pieces = match.read("/board"), match.read("/board?geometry=apart")
        printed = geometry_of(match, pieces)
        assert {**printed, **pieces, "version": board["version"]}.items() >= board.items()


@EVERY_RULESET
def test_before_the_start_there_is_no_geometry(ruleset: str) -> None:
    with Site() as site:
        people = site.players(RULESETS[ruleset].seats[-1])
        body = {"ruleset": ruleset, "players": len(people)}
        match = Match(site, people[0].post("/v1/games", body).json["game_id"], people)
        assert match.read("?geometry=apart")["board"] is None
        assert match.read("/board?geometry=apart")["geometry"] is None


@EVERY_RULESET
def test_the_geometry_never_changes(ruleset: str) -> None:
    """Not even where hexes are discovered, and not from game to game on the same map."""
    with Site() as site:
        found = set()
        for luck in (1, 2):
            match = opened(site, ruleset)
            for _ in range(3):
                match.play_quickly(Random(luck), 80)
                found.add(match.read("?geometry=apart")["board"]["geometry"])
        assert len(found) == 1


def test_the_hash_is_that_of_the_bytes_that_are_sent() -> None:
    with Site() as site:
        digest = opened(site, "base").read("?geometry=apart")["board"]["geometry"]
        answer = site.anonymous.get(f"/v1/geometries/{digest}")
        assert sha256(answer.data).hexdigest() == digest
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        tag = answer.headers["ETag"]
        assert tag.strip('"') == digest
        assert "Authorization" not in answer.headers.get("Vary", "")
        again = site.anonymous.get(f"/v1/geometries/{digest}", If_None_Match=tag)
        assert (again.status_code, again.data) == (304, b"")


def test_a_server_that_has_never_shown_the_game_knows_its_geometry() -> None:
    with Site() as site, site.another_server() as other:
        match = started(site, "base", {"board": LAKE})
        digest = match.read("/board?geometry=apart")["geometry"]
        assert other.anonymous.read(f"/v1/geometries/{digest}")["kind"] == "map"


@pytest.mark.parametrize("wrong", ["0" * 64, "x", "A" * 64, "0" * 63 + "%0A"])
def test_an_unknown_geometry_is_refused(wrong: str) -> None:
    problem(Site().anonymous.get(f"/v1/geometries/{wrong}"), 404, "geometry/unknown")


def test_both_forms_have_their_own_tags() -> None:
    with Site() as site:
        match = opened(site, "base")
        for part in ("", "/board"):
            whole, apart = match.get(part), match.get(f"{part}?geometry=apart")
            assert whole.headers["ETag"] != apart.headers["ETag"]
            assert len(apart.data) < len(whole.data) / 2
        problem(match.get("?geometry=none"), 422, "query/bad_value")


def test_the_form_of_a_stream_can_be_chosen() -> None:
    with Site() as site:
        match = opened(site, "base")
        with match.follow(0, "?geometry=apart") as stream:
            (first,) = stream.take(1)
        assert without_extras(first.data) == without_extras(match.read("?geometry=apart", 0))
