"""A private message reaches two people, and nobody else learns anything of it by any call."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.transport import event_stream
from domain.ids import PlayerId
from projections.notices.notice import shown_notices
from projections.notices.notice_store import NoticeStore
from tests.api.kit import SHORT, SSE, Answer, Person, Site, Stream
from tests.talk.tables import Talk, refusal, table

SECRET = "the ford at midnight"
CALLS = (
    "",
    "/board",
    "/score",
    "/log?limit=500",
    "/stats",
    "/actions",
    "/events?limit=500",
    "/talk",
    "/talk?as=spectator",
    "/talk?limit=1",
    "/talk?lang=pl",
    "/reads",
    "/export",
)
LISTS = (
    "/v1/games",
    "/v1/players/me",
    "/v1/players/me/games",
    "/v1/players/me/muted",
    "/v1/players/me/events",
    "/v1/talk-reports",
    "/v1/talk-reports?status=settled",
)
MASKED = re.compile(rb'"(request_id|server_time|at|hash)": ?("[^"]*"|[0-9]+)')


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)


def seated_organizer(site: Site) -> tuple[Talk, Person]:
    """A game of three in which the third seat is an organizer's."""
    match = site.opened(talk="free", **SHORT)
    organizer = site.player("Olga", "organizer")
    match.people[2] = organizer
    for seat in range(3):
        match.do(seat, "take_seat")
    return Talk(match), organizer


def answers(talk: Talk, who: Person) -> Iterator[tuple[str, Answer]]:
    """Everything that a person may ask for."""
    for part in CALLS:
        yield part, who.get(talk.match.path + part)
    for path in LISTS:
        yield path, who.get(path)


def streamed(talk: Talk, who: Person, part: str) -> bytes:
    """What a live stream brings before it falls silent."""
    answer = who.get(f"{talk.match.path}/events{part}", Accept=SSE)
    with Stream(answer) as stream:
        found = b""
        for write in stream.writes:
            found += write
            if b"event: ping" in write:
                return found
    raise AssertionError("the stream has ended")


@pytest.mark.parametrize("is_closed", [False, True])
def test_nobody_else_gets_a_byte_of_a_private_message(
    is_closed: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.2)
    with Site() as site:
        talk, organizer = seated_organizer(site)
        if is_closed:
            talk.match.do(0, "start_game")
            site.desk.void_game(talk.match.game, "a test")
            talk.match.close()
        others = [organizer, talk.outsider, site.anonymous]
        before = [
            {part: MASKED.sub(b"", one.data) for part, one in answers(talk, who)} for who in others
        ]
        said = talk.say(0, SECRET, to=1)
        assert talk.report(1, said["number"], f"{SECRET} is spam").status_code == 201
        talk.say(1, f"{SECRET}!", to=0)
        talk.delete(1, talk.read(1)[-1]["number"])
        for who, earlier in zip(others, before, strict=True):
            for part, answer in answers(talk, who):
                assert SECRET.encode() not in answer.data, part
                assert str(said["number"]).encode() not in answer.data, part
                assert MASKED.sub(b"", answer.data) == earlier[part], part
            for part in ("?talk=true", "?talk=true&after=0&talk_after=0", "?after=0"):
                found = streamed(talk, who, part)
                assert b"event: talk" not in found
                assert SECRET.encode() not in found
                assert str(said["number"]).encode() not in found
        assert SECRET.encode() in streamed(talk, talk.match.people[1], "?talk=true")


def test_whoever_sees_a_closed_game_as_another_viewer_reads_no_private_message(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.2)
    with Site() as site:
        talk = Talk(site.closed(talk="free"))
        talk.say(0, SECRET, to=1)
        for viewer in ("0", "1", "organizer", "spectator"):
            for who in (talk.match.people[2], talk.outsider, site.anonymous):
                assert SECRET.encode() not in streamed(talk, who, f"?talk=true&as={viewer}")
        assert SECRET.encode() in streamed(talk, talk.match.people[0], "?talk=true&as=2")


def test_a_private_message_cannot_be_found_by_its_number():
    site = Site()
    talk, organizer = seated_organizer(site)
    number = talk.say(0, SECRET, to=1)["number"]
    for who in (organizer, talk.outsider):
        unknown = (404, "talk/unknown_message")
        assert refusal(talk.report(who, number)) == unknown
        assert refusal(talk.delete(who, number)) == unknown
        assert refusal(talk.report(who, number + 1)) == unknown
    assert refusal(talk.delete(1, number)) == (403, "talk/not_yours")


def test_an_organizer_with_a_seat_does_not_see_reports_of_their_game():
    site = Site()
    talk, organizer = seated_organizer(site)
    filed = talk.report(1, talk.say(0, SECRET, to=1)["number"]).json
    assert organizer.read("/v1/talk-reports")["reports"] == []
    assert len(talk.organizer.read("/v1/talk-reports")["reports"]) == 1
    settled = organizer.post(
        f"/v1/talk-reports/{filed['report_id']}/settlement", {"decision": "removed"}
    )
    assert refusal(settled) == (403, "report/own_game")


# Organizers


def reads(talk: Talk) -> list[tuple[str, str, bool]]:
    """The record of privileged reads: by whom, by which call, and whether it was live."""
    record = talk.organizer.read(f"{talk.match.path}/reads")["reads"]
    return [(one["player_id"], one["call"], one["live"]) for one in record]


def test_organizers_read_everything_which_is_recorded():
    site = Site()
    talk = table(site)
    said = talk.say(0, SECRET, to=1)
    assert reads(talk) == []
    assert talk.read(talk.organizer) == [said]
    assert reads(talk) == [(talk.organizer.player, "/v1/games/<game_id>/talk", False)]


def test_it_is_recorded_even_when_the_game_is_closed():
    with Site() as site:
        talk = Talk(site.closed(talk="free"))
        said = talk.say(0, SECRET, to=1)
        assert talk.read(talk.organizer) == [said]
        stream = talk.organizer.get(f"{talk.match.path}/events?talk=true", Accept=SSE)
        with Stream(stream) as live:
            assert [one.name for one in live.take(2)] == ["view", "talk"]
        who = talk.organizer.player
        assert reads(talk) == [
            (who, "/v1/games/<game_id>/talk", False),
            (who, "/v1/games/<game_id>/events", True),
        ]
        record = talk.match.people[2].read(f"{talk.match.path}/reads")["reads"]
        assert len(record) == 2, "players may read the record"


def test_an_organizer_may_read_as_the_public_does_without_a_record():
    site = Site()
    talk = table(site)
    talk.say(0, SECRET, to=1)
    public = talk.say(0, "for all")
    assert talk.read(talk.organizer, "?as=spectator") == [public]
    assert reads(talk) == []


def test_a_token_that_may_not_organize_reads_as_the_public_does():
    site = Site()
    talk = table(site)
    talk.say(0, SECRET, to=1)
    made = talk.organizer.post("/v1/players/me/tokens", {"name": "phone", "scopes": ["read"]})
    phone = Person(site.client, talk.organizer.player, made.json["token"])
    assert talk.read(phone) == []
    assert refusal(phone.get("/v1/talk-reports")) == (403, "auth/scope_missing")
    assert refusal(talk.report(phone, 1)) == (403, "auth/scope_missing")
    assert reads(talk) == []


def test_reading_reports_is_recorded_in_their_games():
    site = Site()
    talk = table(site)
    talk.report(1, talk.say(0, SECRET, to=1)["number"])
    (report,) = talk.organizer.read("/v1/talk-reports")["reports"]
    assert report["text"] == SECRET
    assert reads(talk) == [(talk.organizer.player, "/v1/talk-reports", False)]


# Mutes


def muted(person: Person) -> Any:
    return person.read("/v1/players/me/muted")["muted"]


def mute(person: Person, other: str, method: str = "PUT") -> Answer:
    return person.call(method, f"/v1/players/me/muted/{other}")


def test_the_messages_of_a_muted_player_are_not_sent_and_nobody_learns_of_it():
    site = Site()
    talk = table(site)
    ada, bob, _ = talk.match.people
    talk.say(0, "before")
    assert mute(bob, ada.player).status_code == 204
    assert muted(bob) == [{"player_id": ada.player, "name": "Ada"}]
    to_all, private = talk.say(0, "to all"), talk.say(0, "to you", to=1)
    assert talk.read(1) == []
    assert talk.read(0)[1:] == [to_all, private]
    assert talk.texts(2) == ["before", "to all"]
    assert muted(ada) == []
    assert mute(bob, ada.player, "DELETE").status_code == 204
    assert talk.texts(1) == ["before", "to all", "to you"]


def notices(talk: Talk, person: Person) -> list[dict[str, Any]]:
    """What the personal feed of a player has of the talk."""
    site = talk.match.site
    page = NoticeStore(site.redis).page(PlayerId(person.player), 0, 100)
    found = shown_notices([body for _, body in page.notices], site.accounts.names)
    return [one for one in found if one["kind"] == "talk"]


def ask_for_notices(person: Person) -> None:
    """Talk leads to notices only for players who have asked for them."""
    webhook = {"url": "https://93.184.216.34/", "kinds": ["talk"]}
    answer = person.call("PUT", "/v1/players/me/webhook", json=webhook)
    assert answer.status_code == 200, answer.data


def test_a_private_message_leads_to_a_notice_without_its_words():
    site = Site()
    talk = table(site)
    ada, bob, cyd = talk.match.people
    for person in (ada, bob, cyd):
        ask_for_notices(person)
    said = talk.say(0, SECRET, to=1)
    talk.say(0, "and another", to=1)
    talk.say(0, "to all")
    (notice,) = notices(talk, bob)
    assert (notice["game_id"], notice["seat"]) == (talk.match.game, 1)
    assert (notice["from"], notice["from_seat"]) == (ada.player, 0)
    assert (notice["message"], notice["names"]) == (said["number"], {ada.player: "Ada"})
    assert notice["links"]["talk"] == talk.path
    assert SECRET not in str(notice)
    assert notices(talk, ada) == notices(talk, cyd) == []


def test_a_muted_player_leads_to_no_notice():
    site = Site()
    talk = table(site)
    ada, bob, _ = talk.match.people
    ask_for_notices(bob)
    mute(bob, ada.player)
    talk.say(0, "to you", to=1)
    assert notices(talk, bob) == []
    mute(bob, ada.player, "DELETE")
    talk.say(0, "to you", to=1)
    assert len(notices(talk, bob)) == 1


def test_who_can_be_muted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("commands.talk.mutes.MOST_MUTED", 2)
    site = Site()
    ada, bob, cyd, dora = site.players(4)
    assert refusal(mute(ada, ada.player)) == (422, "mute/yourself")
    assert refusal(mute(ada, "u-00")) == (404, "player/unknown")
    for other in (bob, cyd, bob):
        assert mute(ada, other.player).status_code == 204
    assert refusal(mute(ada, dora.player)) == (409, "mute/too_many")
    assert refusal(site.anonymous.get("/v1/players/me/muted")) == (401, "auth/token_missing")
