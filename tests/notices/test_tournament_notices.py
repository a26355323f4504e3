"""Notices of tournaments: for whom, of what, and each of them once."""

import json
from collections import Counter
from typing import Any

import pytest

from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from eventlog.live_games import LiveGames
from eventlog.redis_keys import TOURNAMENT_PARTITION, index_key
from presentation.notices import SENTENCES, notice_text
from projections.notices import followed_tournaments
from projections.notices.ledger_notices import LedgerNotices
from projections.notices.notice_store import NoticeStore
from projections.notices.read_positions import ReadPositions
from tests.api.kit import Person, Site
from tests.redises import Store
from tests.tournament.service.cups import Cup

TITLE = "Spring Cup"


@pytest.fixture
def site(fake_store: Store) -> Site:
    return Site(fake_store.client())


@pytest.fixture
def follower(site: Site) -> LedgerNotices:
    made = LedgerNotices(LiveGames(site.games.ledger))
    # Following begins here.
    made.catch_up()
    return made


def catch_up(follower: LedgerNotices) -> None:
    while follower.catch_up():
        pass


def notices(site: Site, person: Person) -> list[Any]:
    """The notices of tournaments in a person's feed, in order."""
    page = NoticeStore(site.redis).page(PlayerId(person.player), 0, 1_000)
    found = [json.loads(body) for _, body in page.notices]
    return [one for one in found if one["kind"] in ("tournament", "referee_call")]


def news(site: Site, person: Person) -> list[str]:
    return [one["about"] for one in notices(site, person)]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_games_of_every_ruleset_that_start_at_once_are_followed(site, follower, ruleset):
    """One that cannot be followed from its beginning would stop the notices of everybody."""
    most = max(RULESETS[ruleset].seats[:4])
    games = {"ruleset": ruleset, "options": {"clock": "none"}}
    sizes = {"fewest": most, "most": most}
    cup = Cup(site, most, games=games, sizes=sizes, capacity=most).started()
    cup.begin_round()
    catch_up(follower)
    asked = {
        player.player
        for player in cup.players
        for one in json.loads(site.anonymous.get(f"{cup.path}/hall").data)["tables"]
        if player.player in one["game"]["to_act"]
    }
    assert asked
    for player in cup.players:
        page = NoticeStore(site.redis).page(PlayerId(player.player), 0, 1_000)
        kinds = [json.loads(body)["kind"] for _, body in page.notices]
        assert "tournament" in kinds
        assert ("turn" in kinds) == (player.player in asked), kinds


def test_a_published_round_tells_everybody_table_seat_and_opponents(site, follower):
    cup = Cup(site).started()
    for kind in ("draft_round", "publish_round"):
        cup.do(cup.host, kind)
    catch_up(follower)
    for table in cup.tables():
        for seat, player in enumerate(table["players"]):
            (notice,) = notices(site, cup.people[player])
            assert {**notice, "id": "", "at": 0, "links": {}} == {
                "id": "",
                "kind": "tournament",
                "at": 0,
                "tournament_id": cup.id,
                "tournament_title": TITLE,
                "version": cup.read()["version"],
                "about": "round_published",
                "round": 1,
                "table": table["table"],
                "seat": seat,
                "opponents": [one for one in table["players"] if one != player],
                "links": {},
            }
            assert notice["links"]["tournament"] == cup.path
    assert news(site, cup.host) == []
    (shown,) = cup.players[0].read("/v1/players/me/events")["notices"]
    text = notice_text(shown, "en").text
    assert text.startswith(f"{TITLE}, round 1: you sit at table {shown['table']}, seat ")
    assert all(cup.people[one].player in shown["names"] for one in shown["opponents"])
    assert " and P" in text
    cup.do(cup.host, "discard_round", reason="a late entry")
    catch_up(follower)
    assert {tuple(news(site, one)) for one in cup.players} == {
        ("round_published", "round_discarded")
    }


def test_a_round_from_its_games_to_a_decided_appeal(site, follower):
    cup = Cup(site).started()
    first, second = cup.begin_round()
    cup.play_round()
    ann, ben, *_ = (cup.people[player] for player in first["players"])
    cup.read()
    cup.do(ann, "appeal_result", reason="the last roll was mine")
    catch_up(follower)
    assert news(site, ann) == ["round_published", "game_opened", "result_to_sign"]
    opened = notices(site, ben)[1]
    assert (opened["game_id"], opened["seat"]) == (first["game"], 1)
    assert opened["links"]["game"] == f"/v1/games/{first['game']}"
    (appeal,) = notices(site, cup.host)
    assert (appeal["kind"], appeal["about"]) == ("referee_call", "result_appealed")
    assert (appeal["from"], appeal["table"], appeal["appeal"]) == (ann.player, 1, 1)
    cup.do(cup.host, "reject_appeal", appeal=1, reason="it was not")
    cup.do(cup.host, "replay_table", table=2, reason="a stolen card")
    catch_up(follower)
    assert notices(site, ben)[3]["decision"] == "rejected"
    assert notices(site, ben)[3]["reason"] == "it was not"
    other = cup.people[second["players"][0]]
    assert news(site, other)[3:] == ["table_decided", "game_opened"]
    again = notices(site, other)[4]
    assert again["game_id"] not in (None, second["game"])


def test_who_waits_moves_up_is_approved_replaced_or_penalized_is_told(site, follower):
    cup = Cup(site, players=5, capacity=4, approval=True)
    ada, ben, cy, dan, eve = cup.players
    late = site.player("Late")
    for player in cup.players:
        cup.do(player, "register")
        cup.do(cup.host, "approve_entry", entrant=player.player)
    cup.do(dan, "withdraw")
    cup.do(cup.host, "substitute_entrant", entrant=ada.player, substitute=late.player, reason="ill")
    cup.do(cup.host, "start_tournament")
    cup.do(cup.host, "warn_player", entrant=ben.player, reason="talking")
    cup.do(cup.host, "cancel_penalty", penalty=1, reason="it was somebody else")
    cup.do(cup.host, "disqualify_player", entrant=cy.player, reason="cheating")
    catch_up(follower)
    assert news(site, ada) == ["entry_approved", "replaced"]
    assert news(site, ben) == ["entry_approved", "penalty", "penalty_cancelled"]
    assert news(site, cy)[:2] == ["entry_approved", "disqualified"]
    assert news(site, dan) == ["entry_approved"], "who withdraws knows it"
    assert news(site, eve) == ["entry_approved", "place_given"]
    assert notices(site, eve)[0]["status"] == "waiting"
    (substitute,) = notices(site, late)
    assert (substitute["about"], substitute["replaced"]) == ("substitute", ada.player)
    assert notices(site, cy)[1]["reason"] == "cheating"


def test_a_call_for_a_referee_goes_to_the_staff_who_do_not_play_there(site, follower):
    cup = Cup(site)
    referee, stranger = site.player("Rita"), site.player("Sam")
    for person in (referee, cup.players[0]):
        body = {"type": "appoint_staff", "person": person.player, "role": "referee"}
        assert cup.host.post(f"{cup.path}/commands", body).status_code == 201
    cup.started()
    tables = cup.begin_round()
    own = next(table for table in tables if cup.players[0].player in table["players"])
    caller = next(cup.people[one] for one in own["players"] if one != cup.players[0].player)
    answer = caller.post(
        f"/v1/games/{own['game']}/commands", {"type": "call_referee", "text": "A card fell down"}
    )
    assert answer.status_code == 201, answer.data
    catch_up(follower)
    for person in (cup.host, referee):
        (call,) = notices(site, person)
        assert (call["kind"], call["about"]) == ("referee_call", "referee_called")
        assert (call["game_id"], call["version"]) == (own["game"], answer.json["version"])
        assert (call["from"], call["reason"]) == (caller.player, "A card fell down")
        assert (call["round"], call["table"]) == (1, own["table"])
    assert "referee_called" not in news(site, cup.players[0])
    assert news(site, stranger) == []
    (shown,) = referee.read("/v1/players/me/events")["notices"]
    expected = (
        f"{shown['names'][caller.player]} calls a referee to table {own['table']} of {TITLE}."
    )
    assert notice_text(shown, "en").text == expected


@pytest.mark.parametrize(("people", "bots"), [(4, 0), (3, 3)])
def test_who_sits_out_is_told_so_and_bots_are_told_nothing(site, follower, people, bots):
    sizes = {"fewest": 3, "most": 3, "byes": "if_needed"}
    cup = Cup(site, players=people, sizes=sizes).registered()
    for _ in range(bots):
        cup.do(cup.host, "add_bot", bot="random")
    cup.do(cup.host, "start_tournament")
    for kind in ("draft_round", "publish_round"):
        cup.do(cup.host, kind)
    catch_up(follower)
    told = Counter(one for person in cup.players for one in news(site, person))
    assert (told["bye"], told["round_published"]) == ((1, 3) if people == 4 else (0, 3))
    assert len(list(site.redis.scan_iter("*:feed:*"))) == people


def test_every_notice_comes_once_though_workers_end_at_any_step(site, follower, monkeypatch):
    """A worker that ends before it has saved its position is followed by one that reads again."""
    monkeypatch.setattr(followed_tournaments, "NOTICES_AT_ONCE", 2)
    monkeypatch.setattr("projections.notices.ledger_notices.NOTICES_AT_ONCE", 2)
    cup = Cup(site).started()
    cup.begin_round()
    steps = 0

    class Ended(Exception):
        pass

    add = NoticeStore.add
    for last in range(12):
        steps = 0

        def add_some(self: NoticeStore, *arguments: Any, last: int = last) -> Any:
            nonlocal steps
            if steps >= last:
                raise Ended
            steps += 1
            return add(self, *arguments)

        with monkeypatch.context() as patched:
            patched.setattr(NoticeStore, "add", add_some)
            try:
                LedgerNotices(LiveGames(site.games.ledger)).catch_up()
            except Ended:
                continue
            break
    else:
        raise AssertionError("the last worker came to the end")
    assert last > 3, "there were several steps"
    for follow in (LedgerNotices(site.games), LedgerNotices(LiveGames(site.games.ledger))):
        catch_up(follow)
    for person in cup.players:
        assert news(site, person) == ["round_published", "game_opened"]
        numbers = [
            number
            for number, _ in NoticeStore(site.redis).page(PlayerId(person.player), 0, 100).notices
        ]
        assert numbers == list(range(1, len(numbers) + 1))


def test_nothing_is_lost_with_the_entries_of_the_index(site, follower):
    cup = Cup(site).started()
    for kind in ("draft_round", "publish_round"):
        cup.do(cup.host, kind)
    catch_up(follower)
    cup.do(cup.host, "discard_round", reason="a late entry")
    for kind in ("draft_round", "publish_round"):
        cup.do(cup.host, kind)
    key = index_key(TOURNAMENT_PARTITION)
    site.redis.xtrim(key, maxlen=0)
    cup.do(cup.host, "start_round")
    for _ in range(2):
        catch_up(LedgerNotices(LiveGames(site.games.ledger)))
    expected = ["round_published", "round_discarded", "round_published", "game_opened"]
    for person in cup.players:
        assert news(site, person) == expected


def test_a_closed_tournament_is_followed_no_more(site, follower):
    cup = Cup(site).started()
    cup.begin_round()
    cup.play_round()
    cup.read()
    cup.sign_all()
    catch_up(follower)
    assert cup.id in NoticeStore(site.redis).notified_games()
    cup.do(cup.host, "finish_tournament")
    catch_up(follower)
    assert cup.read()["phase"] == "closed"
    assert cup.id not in NoticeStore(site.redis).notified_games()


def test_positions_of_an_earlier_release_go_on(site):
    """They have no partition of tournaments; the others keep their places."""
    site.redis.hset("{webhooks}:places", mapping={str(i): b"5-0" for i in range(64)})
    cup = Cup(site)
    positions = ReadPositions(site.redis).load()
    assert {positions[i] for i in range(64)} == {b"5-0"}
    assert (
        positions[TOURNAMENT_PARTITION]
        == site.redis.xrevrange(index_key(TOURNAMENT_PARTITION), count=1)[0][0]
    )
    assert cup.id


def test_one_tournament_that_cannot_be_read_does_not_delay_others(site, follower, monkeypatch):
    cups = [Cup(site).started() for _ in range(2)]
    for cup in cups:
        cup.begin_round()
    chain_at = followed_tournaments.LiveTournaments.chain_at

    def broken(self: Any, tournament: str, version: int) -> Any:
        if tournament == cups[0].id:
            raise RuleViolation("it is broken")
        return chain_at(self, tournament, version)

    monkeypatch.setattr(followed_tournaments.LiveTournaments, "chain_at", broken)
    catch_up(follower)
    assert news(site, cups[0].players[0]) == []
    assert news(site, cups[1].players[0]) == ["round_published", "game_opened"]


@pytest.mark.parametrize("lang", ["en", "pl"])
def test_everything_that_tournaments_tell_has_a_sentence(lang):
    notice = {
        "tournament_title": TITLE,
        "round": 2,
        "table": 7,
        "seat": 0,
        "opponents": ["u-1", "bot:random:1"],
        "names": {"u-1": "Ada"},
        "reason": "because",
        "from": "u-1",
    }
    for key in SENTENCES[lang]:
        kind, _, about = key.partition(".")
        if kind in ("tournament", "referee_call") and about and "." not in about:
            text = notice_text({**notice, "kind": kind, "about": about}, lang).text
            assert TITLE in text
            assert "None" not in text
            assert "{" not in text
    seats = {**notice, "kind": "tournament", "about": "round_published"}
    assert "Ada" in notice_text(seats, lang).text
    del seats["seat"]
    assert notice_text(seats, lang).text != notice_text({**seats, "seat": 0}, lang).text
    unknown = {**notice, "kind": "tournament", "about": "a_later_thing"}
    assert notice_text(unknown, lang).text == SENTENCES[lang]["tournament"]
