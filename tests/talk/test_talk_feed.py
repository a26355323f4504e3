"""The talk in a game's feed: as it is said, once, and never what others say in private."""

from collections.abc import Iterator

import pytest

from api.transport import event_stream
from eventlog import table_talk
from projections.talk import reading
from tests.api.kit import NDJSON, SSE, Site, StreamEvent
from tests.talk.tables import Talk, refusal, table


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        yield site


@pytest.fixture
def talk(site: Site) -> Talk:
    return table(site)


def texts(events: list[StreamEvent]) -> list[str | None]:
    """What was said, once it is sure that nothing else came."""
    assert {one.name for one in events} <= {"talk"}
    assert all(one.talk == one.data["change"] for one in events)
    return [one.data["text"] for one in events]


def test_the_talk_comes_after_the_view_and_then_as_it_is_said(talk: Talk):
    earlier = talk.say(0, "earlier")
    with talk.match.follow(1, "?talk=true") as stream:
        view, first = stream.take(2)
        assert (view.name, view.version, view.talk) == ("view", 4, 0)
        assert (first.name, first.version, first.data) == ("talk", 4, earlier)
        later = talk.say(2, "later")
        (second,) = stream.take(1)
        assert (second.data, second.talk) == (later, later["number"])
        talk.match.do(0, "start_game")
        (commit,) = stream.take(1)
        assert (commit.name, commit.version, commit.talk) == ("commit", 5, later["number"])


def test_who_does_not_ask_for_it_gets_no_talk_and_plain_ids(talk: Talk):
    with talk.match.follow(1) as stream:
        assert stream.take(1)[0].talk is None
        talk.say(0, "Hello")
        talk.match.do(0, "start_game")
        (commit,) = stream.take(1)
        assert (commit.name, commit.version, commit.talk) == ("commit", 5, None)


def test_a_new_reader_begins_with_the_last_messages(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("commands.talk.table_talk.PACE", 100)
    monkeypatch.setattr(reading, "RECENT", 3)
    monkeypatch.setattr(table_talk, "READ_AT_ONCE", 2)
    for i in range(8):
        talk.say(i % 3, f"word {i}")
        talk.say(0, "psst", to=2)
    with talk.match.follow(1, "?talk=true") as stream:
        stream.take(1)
        assert texts(stream.take(3)) == ["word 5", "word 6", "word 7"]


def test_a_reader_who_resumes_gets_everything_once(talk: Talk):
    first = talk.say(0, "one")
    with talk.match.follow(1, "?talk=true") as stream:
        seen = stream.take(2)[-1]
    talk.say(0, "two")
    talk.match.do(0, "start_game")
    talk.delete(0, first["number"])
    place = f"{seen.version}-{seen.talk}"
    for part, headers in (
        ("?talk=true", {"Last_Event_ID": place}),
        (f"?talk=true&after={seen.version}&talk_after={seen.talk}", {}),
    ):
        with talk.match.follow(1, part, **headers) as stream:
            commit, two, gone = stream.take(3)
            assert (commit.name, commit.version, commit.talk) == ("commit", 5, seen.talk)
            assert (two.data["text"], gone.data["number"]) == ("two", first["number"])
            assert (gone.data["status"], gone.version) == ("deleted", 5)
    with talk.match.follow(1, "?talk=true", Last_Event_ID=f"5-{gone.talk}") as stream:
        talk.say(2, "three")
        assert texts(stream.take(1)) == ["three"]


def test_an_id_of_a_stream_with_talk_resumes_one_without(talk: Talk):
    number = talk.say(0, "one")["number"]
    with talk.match.follow(1, "", Last_Event_ID=f"3-{number}") as stream:
        (commit,) = stream.take(1)
        assert (commit.version, commit.talk) == (4, None)


@pytest.mark.parametrize("text", ["4-", "-4", "4-x", "4-5-6", "x"])
def test_what_is_no_id_is_refused(talk: Talk, text: str):
    answer = talk.match.get("/events?talk=true", 1, Accept=SSE, Last_Event_ID=text)
    assert refusal(answer) == (400, "header/bad_value")


@pytest.mark.parametrize("media_type", [NDJSON, "application/json"])
def test_only_server_sent_events_have_the_talk(talk: Talk, media_type: str):
    answer = talk.match.get("/events?talk=true", 1, Accept=media_type)
    assert refusal(answer) == (422, "query/bad_value")


def test_a_private_message_comes_only_to_two(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.3)
    with (
        talk.match.follow(1, "?talk=true") as addressee,
        talk.match.follow(2, "?talk=true") as other,
        talk.match.follow("spectator", "?talk=true") as spectator,
    ):
        for stream in (addressee, other, spectator):
            assert stream.take(1)[0].name == "view"
        private = talk.say(0, "for you", to=1)
        assert addressee.take(1)[0].data == private
        for stream in (other, spectator):
            (nothing,) = stream.take(1)
            assert (nothing.name, nothing.talk) == ("ping", None)
        public = talk.say(0, "for all")
        for stream in (addressee, other, spectator):
            found = next(one for one in stream if one.name != "ping")
            assert (found.data, found.talk) == (public, public["number"])


def test_a_commit_after_a_private_message_of_others_does_not_tell_of_it(talk: Talk):
    with talk.match.follow(2, "?talk=true") as stream:
        stream.take(1)
        talk.say(0, "for you", to=1)
        talk.match.do(0, "start_game")
        (commit,) = stream.take(1)
        assert (commit.name, commit.talk) == ("commit", 0)


def test_a_mute_holds_in_streams_that_are_open(talk: Talk):
    ada, bob, _ = talk.match.people
    with talk.match.follow(1, "?talk=true") as stream:
        stream.take(1)
        talk.say(0, "heard")
        assert texts(stream.take(1)) == ["heard"]
        bob.call("PUT", f"/v1/players/me/muted/{ada.player}")
        talk.say(0, "not heard")
        talk.say(2, "heard, too")
        assert texts(stream.take(1)) == ["heard, too"]
        bob.call("DELETE", f"/v1/players/me/muted/{ada.player}")
        talk.say(0, "heard again")
        assert texts(stream.take(1)) == ["heard again"]


def test_phrases_come_in_the_language_of_the_stream(talk: Talk):
    with (
        talk.match.follow(1, "?talk=true&lang=pl") as polish,
        talk.match.follow(2, "?talk=true") as english,
    ):
        for stream in (polish, english):
            stream.take(1)
        talk.post(0, {"phrase": "thanks"})
        assert texts(polish.take(1)) == ["Dziękuję!"]
        assert texts(english.take(1)) == ["Thank you!"]


def test_the_talk_goes_on_after_the_game_is_closed(site: Site):
    talk = Talk(site.closed(talk="free"))
    with talk.match.follow(1, "?talk=true") as stream:
        stream.take(1)
        talk.say(0, "Good game")
        assert texts(stream.take(1)) == ["Good game"]


def test_what_is_erased_is_erased_for_those_who_follow(talk: Talk):
    number = talk.say(0, "oops")["number"]
    with talk.match.follow(1, "?talk=true") as stream:
        stream.take(2)
        talk.match.people[0].call("DELETE", "/v1/players/me")
        (gone,) = stream.take(1)
        assert (gone.name, gone.data["number"], gone.data["text"]) == ("talk", number, None)


def test_another_server_delivers_it_too(site: Site, talk: Talk):
    with site.another_server() as other:
        there = talk.match.at(other)
        with there.follow(1, "?talk=true") as stream:
            stream.take(1)
            said = talk.say(0, "from afar")
            assert stream.take(1)[0].data == said


def test_a_game_without_talk_leaves_nothing_in_the_store(site: Site):
    match = site.started()
    with match.follow(1, "?talk=true") as stream:
        stream.take(1)
    assert not [key for key in site.dump() if b"talk" in key]
