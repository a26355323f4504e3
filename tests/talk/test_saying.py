"""Table talk: who may say what, when, how often, and how it is shown."""

from itertools import count
from typing import Any

import pytest

from commands.talk import table_talk
from commands.talk.rules import TALK_AFTER_CLOSING_MS
from presentation.phrases import PHRASES
from presentation.registry import LANGUAGES
from tests.api.kit import SHORT, Site
from tests.talk.tables import Talk, refusal, table

NOW = 1_800_000_000_000


@pytest.fixture
def site() -> Site:
    times = count(NOW)
    return Site(clock=lambda: next(times))


# Phrases


def test_every_phrase_has_a_text_in_every_language(site: Site):
    assert len(PHRASES) >= 25
    for key, texts in PHRASES.items():
        assert set(texts) == set(LANGUAGES), key
        assert all(text.strip() == text != "" for text in texts.values())
    listed = site.anonymous.read("/v1/phrases")["phrases"]
    assert {one["key"]: one["texts"] for one in listed} == PHRASES


def test_a_phrase_is_shown_in_the_language_of_the_reader(site: Site):
    talk = table(site)
    said = talk.post(0, {"phrase": "well_played"}, Accept_Language="pl")
    assert (said.json["phrase"], said.json["text"]) == ("well_played", "Dobre zagranie!")
    assert talk.texts(1) == ["Well played!"]
    assert talk.texts(1, "?lang=pl") == ["Dobre zagranie!"]
    assert talk.read(1, Accept_Language="pl-PL")[0]["text"] == "Dobre zagranie!"
    assert "well_played" in str(site.dump())
    assert "Well played" not in str(site.dump())


def test_a_phrase_that_there_is_not_is_refused(site: Site):
    answer = table(site).post(0, {"phrase": "checkmate"})
    assert refusal(answer) == (422, "body/bad_value")


# Messages


def test_a_message_to_all_is_read_by_all(site: Site):
    talk = table(site)
    said = talk.say(0, "Hello there")
    assert said == {
        "number": said["number"],
        "change": said["number"],
        "at": said["number"],
        "seat": 0,
        "player_id": talk.match.people[0].player,
        "name": "Ada",
        "to": None,
        "phrase": None,
        "text": "Hello there",
        "status": "said",
    }
    assert said["number"] >= NOW
    for reader in (0, 1, 2, "spectator", talk.outsider, talk.organizer):
        assert talk.read(reader) == [said]


def test_a_private_message_is_read_by_two(site: Site):
    talk = table(site)
    said = talk.say(0, "Just for you", to=2)
    assert said["to"] == 2
    assert talk.read(0) == talk.read(2) == [said]
    for reader in (1, "spectator", talk.outsider):
        assert talk.read(reader) == []


def test_the_name_is_the_present_one(site: Site):
    talk = table(site)
    talk.say(0, "Hello")
    talk.match.people[0].call("PATCH", "/v1/players/me", json={"name": "Ada L."})
    assert talk.read(1)[0]["name"] == "Ada L."


def test_nothing_of_it_is_in_the_ledger(site: Site):
    talk = table(site)
    version = talk.match.version
    talk.say(0, "Hello there")
    assert talk.match.version == version
    assert b"Hello" not in b"".join(talk.match.lines())


def test_pages_go_on_after_the_last_change(site: Site):
    talk = table(site)
    numbers = [talk.say(i % 3, f"word {i}")["number"] for i in range(7)]
    assert numbers == sorted(set(numbers))
    seen, after = [], 0
    while True:
        page = talk.match.people[0].read(f"{talk.path}?after={after}&limit=3")
        seen += [one["number"] for one in page["messages"]]
        assert page["last"] == seen[-1]
        after = page["last"]
        if not page["more"]:
            break
    assert seen == numbers
    page = talk.match.people[0].read(f"{talk.path}?after={after}")
    assert page == {"messages": [], "last": after, "more": False}


def test_private_messages_of_others_take_no_place_on_a_page(site: Site):
    talk = table(site)
    for i in range(5):
        talk.say(0, f"secret {i}", to=1)
    public = talk.say(0, "for all")
    page = talk.match.people[2].read(f"{talk.path}?limit=1")
    assert page == {"messages": [public], "last": public["number"], "more": False}


def test_two_messages_in_the_same_millisecond_have_two_numbers():
    talk = table(Site(clock=lambda: NOW))
    numbers = [talk.say(seat, "now")["number"] for seat in (0, 1, 2)]
    assert numbers == [NOW, NOW + 1, NOW + 2]


def test_the_oldest_messages_make_room(site: Site, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_talk, "MOST_MESSAGES", 5)
    talk = table(site)
    for i in range(8):
        talk.say(i % 3, f"word {i}")
    assert talk.texts(0) == [f"word {i}" for i in range(3, 8)]
    words = [key for key in site.dump() if key.endswith(b":talk-words")]
    assert len(site.redis.hgetall(words[0])) == 5


# Who may


def test_only_players_with_a_seat_talk(site: Site):
    talk = table(site)
    for who in (talk.outsider, talk.organizer):
        assert refusal(talk.post(who, {"phrase": "hello"})) == (409, "seat/not_seated")
    assert refusal(talk.post("spectator", {"phrase": "hello"})) == (401, "auth/token_missing")


def test_a_player_talks_from_sitting_down_on(site: Site):
    match = site.opened(talk="free")
    talk = Talk(match)
    assert refusal(talk.post(1, {"phrase": "hello"})) == (409, "seat/not_seated")
    match.do(1, "take_seat")
    talk.say(1, "Here I am")
    match.do(1, "leave_seat")
    assert refusal(talk.post(1, {"phrase": "hello"})) == (409, "seat/not_seated")
    assert talk.texts(0) == ["Here I am"]


@pytest.mark.parametrize("option", [None, "phrases"])
def test_without_a_choice_only_phrases_may_be_said(site: Site, option: str | None):
    talk = table(site, talk=option)
    assert refusal(talk.post(0, {"text": "Hello"})) == (409, "talk/phrases_only")
    assert talk.post(0, {"phrase": "hello", "to": 1}).status_code == 201
    assert talk.texts(1) == ["Hello!"]


def test_talk_may_be_switched_off(site: Site):
    talk = table(site, talk="off")
    for body in ({"text": "Hello"}, {"phrase": "hello"}):
        assert refusal(talk.post(0, body)) == (409, "talk/off")
    assert talk.read(0) == []


def test_nobody_talks_in_a_game_of_one(site: Site):
    one = site.player()
    opened = one.post("/v1/games", {"ruleset": "dice", "players": 1, "options": {"talk": "free"}})
    path = f"/v1/games/{opened.json['game_id']}"
    assert one.post(f"{path}/commands", {"type": "take_seat"}).status_code == 201
    assert refusal(one.post(f"{path}/talk", {"phrase": "hello"})) == (409, "talk/off")


def test_a_sealed_game_has_no_talk_and_shows_none():
    site = Site()
    one, other = site.players(2)
    game = one.post("/v1/daily").json["game_id"]
    path = f"/v1/games/{game}/talk"
    assert refusal(one.post(path, {"phrase": "hello"})) == (409, "talk/off")
    assert refusal(other.post(path, {"phrase": "hello"})) == (403, "game/sealed")
    assert refusal(other.get(path)) == (403, "game/sealed")


def test_players_may_talk_for_a_while_after_the_game_is_closed():
    now = [NOW]
    site = Site(clock=lambda: now[0])
    match = site.closed(talk="free")
    talk = Talk(match)
    now[0] += TALK_AFTER_CLOSING_MS
    talk.say(1, "Good game")
    now[0] += 1
    assert refusal(talk.post(1, {"phrase": "good_game"})) == (409, "talk/ended")
    assert talk.texts("spectator") == ["Good game"]


def test_a_game_that_has_moved_has_no_more_talk(site: Site):
    talk = table(site)
    talk.match.do(0, "start_game")
    talk.say(0, "Moving on")
    site.desk.move_game(talk.match.game)
    assert refusal(talk.post(0, {"phrase": "hello"})) == (409, "talk/ended")
    assert talk.texts(1) == ["Moving on"]


def test_a_message_goes_to_a_person_at_another_seat(site: Site):
    match = site.opened(talk="free")
    match.do(0, "take_seat")
    match.do(0, "seat_bot", bot="random")
    talk = Talk(match)
    for seat in (0, 1, 2):
        assert refusal(talk.post(0, {"phrase": "hello", "to": seat})) == (
            409,
            "talk/bad_addressee",
        )
    assert refusal(talk.post(0, {"phrase": "hello", "to": 3})) == (409, "seat/unknown")


def test_a_game_that_there_is_not_has_no_talk(site: Site):
    person = site.player()
    path = f"/v1/games/p01-{'0' * 32}/talk"
    assert refusal(person.get(path)) == (404, "game/unknown")
    assert refusal(person.post(path, {"phrase": "hello"})) == (404, "game/unknown")


# The text


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "x" * 500,
        "Zażółć gęślą jaźń!",
        "مرحبا",
        "👩‍🚀 👍🏽",
        "naïve ☕",
        "<b>&amp;</b> {}\\",
    ],
)
def test_texts_of_any_script_may_be_said(site: Site, text: str):
    talk = table(site)
    assert talk.say(0, text)["text"] == text
    assert talk.texts(1) == [text]


def test_spaces_around_a_text_are_removed(site: Site):
    assert table(site).say(0, "  two  words \n")["text"] == "two  words"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "x" * 501,
        "two\nlines",
        "a\tb",
        "bell\x07",
        "\u202eabc",
        "a\u2066b",
        "a\u200bb",
        "\u3164",
        "zalgo" + "\u0301" * 5,
        "a\u200db",
        "\x85",
        7,
        None,
    ],
)
def test_what_cannot_be_shown_cannot_be_said(site: Site, text: Any):
    answer = table(site).post(0, {"text": text})
    assert refusal(answer) == (422, "body/bad_value")


@pytest.mark.parametrize("body", [{}, {"to": 1}, {"text": "a", "phrase": "hello"}])
def test_a_message_is_either_a_phrase_or_a_text(site: Site, body: Any):
    answer = table(site).post(0, body)
    assert answer.status_code == 422
    assert answer.json["code"] in ("body/bad_value", "body/missing_field")


# How often


def test_a_player_may_say_ten_things_a_minute():
    now = [NOW]
    site = Site(clock=lambda: now[0])
    talk = table(site)
    for i in range(10):
        now[0] = NOW + 1_000 * i
        talk.say(0, f"word {i}")
    refused = talk.post(0, {"phrase": "hello"})
    assert refusal(refused) == (429, "talk/too_fast")
    assert int(refused.headers["Retry-After"]) == 52
    talk.say(1, "others are not concerned")
    now[0] = NOW + 60_000
    talk.say(0, "the first one is a minute old")
    assert refusal(talk.post(0, {"phrase": "hello"})) == (429, "talk/too_fast")


# Only once


def test_a_message_that_is_sent_again_with_its_key_is_said_once(site: Site):
    talk = table(site)
    first = talk.post(0, {"text": "Once"}, Idempotency_Key="k1")
    again = talk.post(0, {"text": "Once"}, Idempotency_Key="k1")
    assert first.status_code == again.status_code == 201
    assert first.json == again.json
    assert talk.texts(1) == ["Once"]
    talk.post(1, {"text": "Once"}, Idempotency_Key="k1")
    assert talk.texts(1) == ["Once", "Once"], "a key belongs to its player"


@pytest.mark.parametrize("body", [{"text": "Twice"}, {"phrase": "hello"}, {"text": "One", "to": 1}])
def test_a_key_is_for_one_message(site: Site, body: Any):
    talk = table(site)
    talk.post(0, {"text": "One"}, Idempotency_Key="k1")
    assert refusal(talk.post(0, body, Idempotency_Key="k1")) == (422, "command/key_reused")


def test_a_key_still_finds_its_message_when_the_talk_has_ended():
    now = [NOW]
    site = Site(clock=lambda: now[0])
    talk = Talk(site.closed(talk="free", **SHORT))
    first = talk.post(0, {"text": "Good game"}, Idempotency_Key="k1")
    now[0] += TALK_AFTER_CLOSING_MS + 1
    assert talk.post(0, {"text": "Good game"}, Idempotency_Key="k1").json == first.json


def test_a_deleted_message_stays_deleted_when_it_is_sent_again(site: Site):
    talk = table(site)
    first = talk.post(0, {"text": "Oops"}, Idempotency_Key="k1")
    talk.delete(0, first.json["number"])
    again = talk.post(0, {"text": "Oops"}, Idempotency_Key="k1")
    assert (again.json["status"], again.json["text"]) == ("deleted", None)
    assert talk.texts(1) == [None]
