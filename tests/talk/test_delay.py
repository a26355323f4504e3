"""Spectators of a game with a delay read what is said that much later, by every call."""

import pytest

from api.transport import event_stream
from tests.api.kit import Site
from tests.clock import Clock
from tests.talk.tables import Talk, refusal, table

NOW = 1_800_000_000_000
DELAY_MS = 30_000


@pytest.fixture
def clock() -> Clock:
    return Clock(NOW)


@pytest.fixture
def talk(clock: Clock) -> Talk:
    return table(Site(clock=clock), spectator_delay_seconds=DELAY_MS // 1_000)


def test_a_spectator_reads_a_message_later(talk: Talk, clock: Clock):
    said = talk.say(0, "I will build in the east")
    clock.now = said["number"] + DELAY_MS - 1
    for who in ("spectator", talk.outsider):
        assert talk.read(who) == []
    assert refusal(talk.report(talk.outsider, said["number"])) == (404, "talk/unknown_message")
    assert talk.read(1, "?as=spectator") == []
    for who in (0, 1, 2, talk.organizer):
        assert talk.read(who) == [said]
    clock.now += 1
    for who in ("spectator", talk.outsider):
        assert talk.read(who) == [said]
    assert talk.report(talk.outsider, said["number"]).status_code == 201


def test_a_deleted_message_is_never_read_by_who_comes_later(talk: Talk, clock: Clock):
    said = talk.say(0, "oops")
    clock.now += 1_000
    talk.delete(0, said["number"])
    clock.now = said["number"] + DELAY_MS
    assert talk.read("spectator") == []
    clock.now += 1_000
    assert [one["status"] for one in talk.read("spectator")] == ["deleted"]


def test_a_closed_game_has_no_delay(clock: Clock):
    talk = table(Site(clock=clock), spectator_delay_seconds=DELAY_MS // 1_000)
    talk.say(0, "Hello")
    talk.match.do(0, "start_game")
    talk.match.site.desk.void_game(talk.match.game, "a test")
    clock.now += DELAY_MS
    talk.match.close()
    said = talk.say(1, "Good game")
    assert talk.read("spectator")[-1] == said


def test_a_stream_of_a_spectator_brings_it_when_the_time_has_come(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(event_stream, "COALESCE_SECONDS", 0.0)
    with Site() as site:
        talk = table(site, spectator_delay_seconds=1)
        clock = site.desk.clock
        with (
            talk.match.follow("spectator", "?talk=true&after=4") as spectator,
            talk.match.follow(1, "?talk=true&after=4") as player,
        ):
            said = talk.say(0, "Hello")
            assert player.take(1)[0].data == said
            assert spectator.take(1)[0].data == said
            assert clock() >= said["number"] + 1_000
            more = [talk.say(seat, "and more") for seat in (1, 2)]
            assert [one.data for one in spectator.take(2)] == more
