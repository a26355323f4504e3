"""Names over HTTP: people see names wherever they look, and an erased name is nowhere any more."""

import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from tests.api.kit import Match, Person, Site

HOSTILE = ('<b>&"', "\u05d0\u05d3\u05d4", "{seat}", "100%s", "W" * 40)
READS = (
    "",
    "/score",
    "/log?limit=500",
    "/log?limit=500&lang=pl",
    "/board.svg",
    "/events?limit=500",
)


def plain(text: str) -> str:
    """A text without the marks that isolate names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def log(match: Match, language: str = "en") -> list[str]:
    entries = match.read(f"/log?limit=500&lang={language}")["entries"]
    return [plain(entry["text"]) for entry in entries]


def rename(person: Person, name: str) -> None:
    answer = person.call("PATCH", "/v1/players/me", json={"name": name})
    assert answer.status_code == 200, answer.data


@pytest.fixture
def match() -> Match:
    return Site().played(60, luck=3)


def test_the_log_calls_players_by_their_names(match: Match):
    assert "Red (Ada) sat down at the table." in log(match)
    assert "Czerwony (Ada) zasiadł do stołu." in log(match, "pl")
    told = "\n".join(log(match) + log(match, "pl"))
    for person in match.people:
        assert person.player not in told


def test_names_are_never_inflected(match: Match):
    """The colour before the name carries the case."""
    sentences = "\n".join(log(match, "pl"))
    assert re.search(r"(Czerwony|Niebieski|Pomarańczowy|Biały) \((Ada|Blaise|Carl)\)", sentences)
    assert not re.search(r"\((?!Ada|Blaise|Carl)[A-Z][a-z]+\)", sentences)


def test_a_new_name_shows_at_once_also_in_stored_pages(match: Match):
    # Another server stores pages of the log, too, and reads what this one has stored.
    match.site.views.logs.rebuild(match.game)
    parts = ("", "/score", "/log?limit=500", "/board.svg")
    tags = [match.get(part).headers["ETag"] for part in parts]
    rename(match.people[0], "Augusta")
    for part, tag in zip(parts, tags, strict=True):
        again = match.get(part, If_None_Match=tag)
        assert again.status_code == 200, part
        assert "Augusta" in again.text, part
        assert match.get(part, If_None_Match=again.headers["ETag"]).status_code == 304
    with match.site.another_server() as other:
        assert "Red (Augusta) sat down at the table." in log(match.at(other))


def test_who_left_a_seat_is_still_named_in_the_past():
    site = Site()
    match = site.opened()
    match.do(0, "take_seat", seat=0)
    match.do(0, "leave_seat")
    match.do(1, "take_seat", seat=0)
    told = [text for text in log(match) if "sat down" in text]
    assert told == ["Red (Ada) sat down at the table.", "Red (Blaise) sat down at the table."]


def test_views_have_names_beside_ids(match: Match):
    named = {person.player: name for person, name in zip(match.people, "ABC", strict=True)}
    for person, name in zip(match.people, "ABC", strict=True):
        rename(person, name)
    assert match.read()["names"] == named
    score = match.read("/score")
    assert score["names"] == named
    assert [named[player] for player in score["players"]] == ["A", "B", "C"]
    with match.follow() as stream:
        (first,) = stream.take(1)
    assert (first.name, first.data["names"]) == ("view", named)


def test_lists_have_names_beside_ids():
    site = Site()
    match = site.closed()
    page = site.anonymous.read("/v1/closed-games")
    assert page["names"] == {
        person.player: name
        for person, name in zip(match.people, ("Ada", "Blaise", "Carl"), strict=True)
    }
    lobby = site.opened()
    lobby.do(0, "take_seat")
    assert set(site.anonymous.read("/v1/games")["names"].values()) == {"Ada"}
    assert set(lobby.people[0].read("/v1/players/me/games")["names"].values()) == {"Ada"}


def picture(match: Match, language: str = "en") -> str:
    answer = match.get(f"/board.svg?lang={language}")
    root = ElementTree.fromstring(answer.text)
    return plain("\n".join(part for part in root.itertext() if part.strip()))


@pytest.mark.parametrize("ruleset", ["base", "duel", "dice", "seafarers"])
def test_pictures_show_names_and_no_ids(ruleset: str):
    site = Site()
    people = site.players(2 if ruleset in ("duel", "dice") else 3)
    body = {"ruleset": ruleset, "players": len(people)}
    game = Match(site, people[0].post("/v1/games", body).json["game_id"], people)
    for seat in range(len(people)):
        game.do(seat, "take_seat")
    for is_started in (False, True):
        if is_started:
            game.do(0, "start_game")
        for language in ("en", "pl"):
            drawn = picture(game, language)
            for person, name in zip(people, ("Ada", "Blaise", "Carl"), strict=False):
                assert name in drawn, (is_started, language)
                assert person.player[:12] not in drawn


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_hostile_name_is_inert(name: str):
    match = Site().started()
    rename(match.people[0], name)
    texts = [entry["text"] for entry in match.read("/log?limit=500")["entries"]]
    assert f"Red (\u2068{name}\u2069) sat down at the table." in texts
    drawn = picture(match)
    assert (name if len(name) < 14 else name[:14] + "…") in drawn
    assert match.read()["names"][match.people[0].player] == name


def test_a_bot_is_called_by_its_kind():
    site = Site()
    match = site.opened()
    match.do(0, "take_seat")
    match.do(0, "seat_bot", bot="random")
    assert any("(bot:random)" in text for text in log(match))
    assert "bot:random" in picture(match)
    assert list(match.read()["names"].values()) == ["Ada"]


def test_an_erased_player_is_called_by_the_colour():
    match = Site().started()
    match.people[0].call("DELETE", "/v1/players/me")
    assert "Red sat down at the table." in log(match)
    assert "Czerwony zasiadł do stołu." in log(match, "pl")
    assert "erased player" in picture(match)
    assert "gracz usunięty" in picture(match, "pl")
    assert match.read()["names"][match.people[0].player] is None


def stored(site: Site) -> str:
    return repr(site.dump())


def test_no_byte_of_an_erased_name_is_left():
    name = "Zoë Quillfeather"
    site = Site()
    match = site.opened(target_points=4, start_player="seat")
    zoe = match.people[0]
    rename(zoe, name)
    zoe.call("PATCH", f"/v1/players/me/tokens/{token_id(zoe)}", json={"name": f"{name}'s phone"})
    zoe.post("/v1/players/me/device-codes", {"name": f"{name}'s tablet"})
    zoe.post("/v1/players/me/tokens", {"name": f"{name}'s laptop"})
    for seat in range(3):
        match.do(seat, "take_seat")
    match.do(0, "start_game")
    match.site.views.logs.rebuild(match.game)
    for part in READS:
        match.get(part)
    for path in ("/v1/games", "/v1/leaderboards/base", "/v1/closed-games"):
        site.anonymous.get(path)
    assert name in match.get("/log?limit=500").text
    assert stored(site).count("Quillfeather") > 1
    assert zoe.call("DELETE", "/v1/players/me").status_code == 204
    assert "Quillfeather" not in stored(site)
    assert "Zo\\xc3\\xab" not in stored(site)
    with site.another_server() as other:
        for server in (site, other):
            there = match.at(server)
            for path in (*(match.path + part for part in READS), "/v1/games", "/v1/closed-games"):
                answer = server.anonymous.get(path)
                assert answer.status_code == 200, path
                assert "Quillfeather" not in answer.text, path
            assert there.read("", 1)["names"][zoe.player] is None


def token_id(person: Person) -> Any:
    return person.read("/v1/players/me/tokens")["tokens"][0]["token_id"]
