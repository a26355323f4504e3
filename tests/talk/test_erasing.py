"""What was said can be erased: by its sender, by an organizer, and with the player."""

from typing import Any

import pytest

from eventlog import table_talk
from tests.api.kit import Answer, Person, Site
from tests.talk.tables import Talk, refusal, stored_bytes, table

RUDE = "a very rude word"
REASON = "because of its rudeness"
NOTE = "seen and agreed"


@pytest.fixture
def site() -> Site:
    return Site()


@pytest.fixture
def talk(site: Site) -> Talk:
    return table(site)


def settle(who: Person, report: str, decision: str, **body: Any) -> Answer:
    return who.post(f"/v1/talk-reports/{report}/settlement", {"decision": decision, **body})


def listed(who: Person, status: str = "open") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = who.read(f"/v1/talk-reports?status={status}")["reports"]
    return found


# Deleting


def test_a_deleted_message_keeps_its_number_and_loses_its_words(site: Site, talk: Talk):
    said, other = talk.say(0, RUDE), talk.say(1, "Well, well")
    assert talk.delete(0, said["number"]).status_code == 204
    shown = talk.read(2)
    assert [one["number"] for one in shown] == [other["number"], said["number"]]
    assert shown[1] == {**said, "change": shown[1]["change"], "text": None, "status": "deleted"}
    assert shown[1]["change"] > other["change"]
    assert talk.read(2, f"?after={other['change']}") == [shown[1]]
    assert RUDE.encode() not in stored_bytes(site)


def test_deleting_again_changes_nothing(talk: Talk):
    number = talk.say(0, RUDE)["number"]
    talk.delete(0, number)
    shown = talk.read(1)
    assert talk.delete(0, number).status_code == 204
    assert talk.read(1) == shown


def test_a_phrase_is_deleted_with_its_key(talk: Talk):
    number = talk.post(0, {"phrase": "lucky"}).json["number"]
    talk.delete(0, number)
    (shown,) = talk.read(1)
    assert (shown["phrase"], shown["text"]) == (None, None)


def test_only_the_sender_deletes_a_message(talk: Talk):
    number = talk.say(0, RUDE)["number"]
    for who in (1, talk.outsider, talk.organizer):
        assert refusal(talk.delete(who, number)) == (403, "talk/not_yours")
    assert refusal(talk.delete("spectator", number)) == (401, "auth/token_missing")
    assert refusal(talk.delete(0, number + 1)) == (404, "talk/unknown_message")


# Reports


def test_a_report_shows_an_organizer_what_was_said_and_why_it_is_reported(talk: Talk):
    said = talk.say(0, RUDE, to=1)
    filed = talk.report(1, said["number"], REASON)
    assert filed.status_code == 201
    (shown,) = listed(talk.organizer)
    ada, bob, _ = talk.match.people
    assert shown == {
        "report_id": filed.json["report_id"],
        "status": "open",
        "game_id": talk.match.game,
        "number": said["number"],
        "at": shown["at"],
        "reporter_id": bob.player,
        "reporter_name": "Blaise",
        "player_id": ada.player,
        "player_name": "Ada",
        "seat": 0,
        "to": 1,
        "reason": REASON,
        "phrase": None,
        "text": RUDE,
        "decision": None,
        "note": None,
        "settled_by": None,
        "settled_at": None,
    }


def test_who_may_report_what(talk: Talk):
    number = talk.say(0, RUDE)["number"]
    assert refusal(talk.report(0, number)) == (409, "report/own_message")
    assert refusal(talk.report("spectator", number)) == (401, "auth/token_missing")
    for who in (1, 2, talk.outsider):
        assert talk.report(who, number).status_code == 201
        assert refusal(talk.report(who, number)) == (409, "report/filed_already")
    assert len(listed(talk.organizer)) == 3
    gone = talk.say(0, RUDE)["number"]
    talk.delete(0, gone)
    assert refusal(talk.report(1, gone)) == (409, "report/message_gone")
    assert refusal(talk.report(1, number, "  ")) == (422, "body/bad_value")


def test_a_player_has_a_bounded_number_of_open_reports(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("commands.talk.reports.MOST_OPEN", 2)
    numbers = [talk.say(0, f"{RUDE} {i}")["number"] for i in range(3)]
    first = talk.report(1, numbers[0]).json["report_id"]
    talk.report(1, numbers[1])
    assert refusal(talk.report(1, numbers[2])) == (409, "report/too_many_open")
    settle(talk.organizer, first, "dismissed")
    assert talk.report(1, numbers[2]).status_code == 201


def test_a_deleted_message_can_still_be_judged(site: Site, talk: Talk):
    number = talk.say(0, RUDE)["number"]
    report = talk.report(1, number).json["report_id"]
    talk.delete(0, number)
    assert listed(talk.organizer)[0]["text"] == RUDE
    settle(talk.organizer, report, "dismissed")
    assert RUDE.encode() not in stored_bytes(site), "not longer than needed"
    assert talk.read(1)[0]["status"] == "deleted"


def test_a_removed_message_is_blank_for_all(site: Site, talk: Talk):
    number = talk.say(0, RUDE)["number"]
    report = talk.report(1, number).json["report_id"]
    settled = settle(talk.organizer, report, "removed", note=NOTE)
    assert settled.status_code == 200
    assert (settled.json["decision"], settled.json["note"]) == ("removed", NOTE)
    assert settled.json["settled_by"] == talk.organizer.player
    for who in (0, 1, 2, "spectator", talk.organizer):
        (shown,) = talk.read(who)
        assert (shown["number"], shown["status"], shown["text"]) == (number, "removed", None)
    assert RUDE.encode() not in stored_bytes(site)
    assert listed(talk.organizer) == []
    assert listed(talk.organizer, "settled") == [settled.json]


def test_a_dismissed_report_leaves_the_message(talk: Talk):
    number = talk.say(0, "harmless")["number"]
    report = talk.report(1, number).json["report_id"]
    assert settle(talk.organizer, report, "dismissed").json["text"] is None
    assert talk.texts(2) == ["harmless"]
    assert refusal(talk.report(1, number)) == (409, "report/filed_already")


def test_a_report_is_settled_once(talk: Talk):
    report = talk.report(1, talk.say(0, RUDE)["number"]).json["report_id"]
    first = settle(talk.organizer, report, "removed")
    assert settle(talk.organizer, report, "removed").json == first.json
    assert refusal(settle(talk.organizer, report, "dismissed")) == (409, "report/settled_already")
    other = talk.match.site.player("Oskar", "organizer")
    assert refusal(settle(other, report, "removed")) == (409, "report/settled_already")
    assert refusal(settle(other, "r-0", "removed")) == (404, "report/unknown")
    assert refusal(settle(other, report, "burned")) == (422, "body/bad_value")


def test_only_organizers_see_and_settle_reports(talk: Talk):
    report = talk.report(1, talk.say(0, RUDE)["number"]).json["report_id"]
    for who in (talk.outsider, talk.match.people[1]):
        assert refusal(who.get("/v1/talk-reports")) == (403, "auth/scope_missing")
        assert refusal(settle(who, report, "removed")) == (403, "auth/scope_missing")


def test_reports_come_in_pages(talk: Talk):
    numbers = [talk.say(i % 2, f"{RUDE} {i}")["number"] for i in range(5)]
    for number in numbers:
        talk.report(2, number)
    for status, order in (("open", numbers), ("settled", numbers[::-1])):
        seen: list[int] = []
        cursor = ""
        while True:
            page = talk.organizer.read(f"/v1/talk-reports?status={status}&limit=2{cursor}")
            seen += [one["number"] for one in page["reports"]]
            if page["next"] is None:
                break
            cursor = f"&cursor={page['next']}"
        assert seen == order
        for one in listed(talk.organizer):
            settle(talk.organizer, one["report_id"], "dismissed")
    assert refusal(talk.organizer.get("/v1/talk-reports?cursor=x")) == (422, "page/bad_cursor")


def test_old_settled_reports_make_room(site: Site, talk: Talk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("commands.talk.reports.MOST_SETTLED", 2)
    for i in range(4):
        filed = talk.report(1, talk.say(0, f"{RUDE} {i}")["number"])
        settle(talk.organizer, filed.json["report_id"], "dismissed")
    assert len(listed(talk.organizer, "settled")) == 2
    assert stored_bytes(site).count(b'"decision":"dismissed"') == 2


# Erasing a player


def test_nothing_that_an_erased_player_has_said_stays_anywhere(site: Site):
    first, second = table(site), table(site)
    ada = first.match.people[0]
    second.match.people[0].post(f"{second.match.path}/commands", {"type": "leave_seat"})
    second.match.people[0] = ada
    second.match.do(0, "take_seat")
    for talk in (first, second):
        talk.say(0, RUDE)
        talk.say(0, RUDE, to=1)
        talk.say(1, "an answer")
        number = talk.say(0, f"{RUDE}!")["number"]
        assert talk.report(1, number, f"{RUDE}, {REASON}").status_code == 201
        settled = talk.report(2, number).json["report_id"]
        settle(talk.organizer, settled, "dismissed", note=f"{RUDE} is harmless")
        talk.report(0, talk.read(1)[-2]["number"], f"{RUDE} yourself")
        ada.call("PUT", f"/v1/players/me/muted/{talk.outsider.player}")
    assert RUDE.encode() in stored_bytes(site)
    assert ada.call("DELETE", "/v1/players/me").status_code == 204
    stored = stored_bytes(site)
    for gone in (RUDE, REASON, f"player:{ada.player}:muted", f"player:{ada.player}:talked"):
        assert gone.encode() not in stored, gone
    for talk in (first, second):
        shown = {one["number"]: one for one in talk.read(1)}
        own = [one for one in shown.values() if one["player_id"] == ada.player]
        assert len(own) == 3
        assert all(
            (one["text"], one["status"], one["name"]) == (None, "deleted", None) for one in own
        )
        assert [one["text"] for one in shown.values() if one["seat"] == 1] == ["an answer"]


def test_a_reporter_who_is_erased_leaves_the_report_without_their_words(site: Site, talk: Talk):
    talk.report(1, talk.say(0, RUDE)["number"], REASON)
    talk.match.people[1].call("DELETE", "/v1/players/me")
    (report,) = listed(talk.organizer)
    assert (report["text"], report["reason"], report["reporter_name"]) == (RUDE, None, None)
    assert REASON.encode() not in stored_bytes(site)


def test_what_is_said_while_the_sender_is_erased_does_not_stay(
    site: Site, talk: Talk, monkeypatch: pytest.MonkeyPatch
):
    """The account is gone between the check of the token and the message."""
    ada = talk.match.people[0]
    say = site.dependencies.talk.table._say

    def say_late(*arguments: Any) -> Any:
        monkeypatch.undo()
        ada.call("DELETE", "/v1/players/me")
        return say(*arguments)

    monkeypatch.setattr(site.dependencies.talk.table, "_say", say_late)
    assert refusal(talk.post(0, {"text": RUDE})) == (404, "player/unknown")
    assert RUDE.encode() not in stored_bytes(site)


def test_many_messages_are_read_and_erased(talk: Talk, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(table_talk, "READ_AT_ONCE", 3)
    monkeypatch.setattr("commands.talk.table_talk.PACE", 100)
    said = [talk.say(i % 2, f"word {i}")["number"] for i in range(20)]
    assert [one["number"] for one in talk.read(2)] == said
    talk.match.people[0].call("DELETE", "/v1/players/me")
    assert sorted(one["number"] for one in talk.read(2)) == said
    assert talk.texts(2) == [f"word {i}" for i in range(1, 20, 2)] + [None] * 10
