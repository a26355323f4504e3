"""Notices: of what and when players are notified, and never of a card that is hidden from them."""

import json
from random import Random
from typing import Any

import pytest

from domain.ids import SPECTATOR, PlayerId
from domain.ledger_rules import fold
from domain.registry import RULESETS
from domain.table.bots import SeatHandedOver, SeatReturned
from domain.table.state import Table
from eventlog.chain import Chain
from eventlog.commit import codec_for
from eventlog.live_games import LiveGames
from eventlog.redis_keys import index_key, partition_of
from hexledger.self_play import Setup
from projections.notices import ledger_notices
from projections.notices.addresses import AddressPolicy
from projections.notices.game_notices import Moment, moment_of, notices_of
from projections.notices.kinds import KINDS
from projections.notices.ledger_notices import LedgerNotices
from projections.notices.notice_store import NoticeStore
from projections.notices.outbox import Outbox
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.receivers import DEFAULT, OutboxName
from tests.api.kit import SHORT, Match, Site
from tests.games import commits
from tests.redises import Store

PUBLIC_HOST = "93.184.216.34"
COMMON = {"id", "kind", "at", "game_id", "version", "ruleset", "seat", "players", "phase"}
MORE = {"turn": set(), "trade_offer": {"offer"}, "game_over": {"outcome", "winners"}}


class NotifiedGame:
    """A game, and a follower of the ledger that makes notices for its players."""

    def __init__(self, match: Match, kinds: tuple[Any, ...] = ()) -> None:
        self.match = match
        self.redis = match.site.redis
        self.outbox = Outbox(self.redis)
        self.follower = self.another_follower()
        # Following begins here.
        self.follower.catch_up()
        address_policy = AddressPolicy(resolve=lambda host, port: [PUBLIC_HOST])
        self.receivers = PlayerReceivers(self.redis, address_policy)
        for person in match.people if kinds else ():
            url = "https://example.org/"
            self.receivers.put_default_webhook(PlayerId(person.player), url, kinds, None)

    def another_follower(self) -> LedgerNotices:
        return LedgerNotices(LiveGames(self.match.site.games.ledger))

    def player(self, seat: int) -> PlayerId:
        return PlayerId(self.match.people[seat].player)

    def notices(self, seat: int) -> list[Any]:
        """The notices in a player's feed, in order."""
        page = NoticeStore(self.redis).page(self.player(seat), 0, 1_000)
        assert [number for number, _ in page.notices] == list(range(1, page.last + 1))
        return [json.loads(body) for _, body in page.notices]

    def deliveries(self, seat: int) -> list[Any]:
        """The bodies of the deliveries to a player's webhook, in order."""
        found = self.outbox.deliveries(OutboxName(self.player(seat), DEFAULT))
        return sorted((json.loads(one.body) for one in found), key=lambda it: it["version"])

    def catch_up(self) -> None:
        while self.follower.catch_up():
            pass


def test_a_player_is_notified_once_when_their_turn_comes(fake_store: Store):
    match = Site(fake_store.client()).seated(start_player="seat")
    post = NotifiedGame(match)
    match.do(0, "start_game")
    match.do(0, "place_settlement", node=8)
    match.do(0, "place_road", edge=7)
    post.catch_up()
    ((first,), (second,)) = post.notices(0), post.notices(1)
    assert post.notices(2) == []
    assert {**first, "id": "", "at": 0} == {
        "id": "",
        "kind": "turn",
        "at": 0,
        "game_id": match.game,
        "version": match.version - 2,
        "ruleset": "base",
        "seat": 0,
        "players": [person.player for person in match.people],
        "phase": "founding",
    }
    assert (second["kind"], second["seat"], second["version"]) == ("turn", 1, match.version)


@pytest.mark.parametrize("kinds", [KINDS, ("turn",), ("game_over",)])
def test_an_offer_is_notified_once_to_those_who_are_asked(
    fake_store: Store, kinds: tuple[Any, ...]
):
    """Its receivers that want no offers are told that it is the player's turn."""
    match = Site(fake_store.client()).seated(start_player="seat")
    post = NotifiedGame(match, kinds)
    match.do(0, "start_game")
    match.preferred = ("offer_trade",)
    match.play_until(Random(4), lambda state: state.offer is not None)
    with match.site.games.hold(match.game) as live:
        asked, maker = live.state.offer.to, live.state.turn_seat
    post.catch_up()
    delivered = {KINDS: ["trade_offer"], ("turn",): ["turn"], ("game_over",): []}[kinds]
    for seat in range(3):
        last = [notice for notice in post.notices(seat) if notice["version"] == match.version]
        sent = [body for body in post.deliveries(seat) if body["version"] == match.version]
        if seat not in asked:
            assert last == sent == []
            continue
        (notice,) = last
        assert notice["kind"] == "trade_offer"
        assert notice["offer"]["seat"] == maker
        assert set(notice["offer"]) == {"seat", "give", "want", "to"}
        assert [body["kind"] for body in sent] == delivered
        assert sent in ([], [notice]) or sent[0]["id"] != notice["id"]


def test_a_webhook_gets_what_is_in_the_feed(fake_store: Store):
    match = Site(fake_store.client()).seated(**SHORT)
    post = NotifiedGame(match, KINDS)
    match.do(0, "start_game")
    match.play_quickly(Random(3), 20)
    post.catch_up()
    for seat in range(3):
        assert post.notices(seat) == post.deliveries(seat) != []


def test_everybody_is_notified_of_the_end_even_after_resigning(fake_store: Store):
    match = Site(fake_store.client()).seated(4, start_player="seat")
    post = NotifiedGame(match)
    match.do(0, "start_game")
    match.do(3, "resign")
    match.site.desk.void_game(match.game, "rain")
    match.close()
    post.catch_up()
    for seat in range(4):
        last = post.notices(seat)[-1]
        assert (last["kind"], last["outcome"], last["winners"]) == ("game_over", "void", [])
        assert [payload["kind"] for payload in post.notices(seat)].count("game_over") == 1


def test_writers_that_stop_anywhere_and_several_at_once_write_the_same(store: Store):
    """Killed between any two steps, or two of them: nothing is missed and nothing comes twice."""
    match = Site(store.client()).seated(**SHORT)
    post = NotifiedGame(match)
    match.do(0, "start_game")
    beside = post.another_follower()
    luck = Random(5)
    for _ in range(6):
        match.play_quickly(luck, luck.randrange(1, 8))
        beside.catch_up()
        # One that begins anew, with nothing in memory.
        post.another_follower().catch_up()
    found = [post.notices(seat) for seat in range(3)]
    assert found == [expected(match, seat) for seat in range(3)]
    assert all(found)


def expected(match: Match, seat: int) -> list[Any]:
    """The notices that a seat should get, made from every version of the game."""
    found, before = [], None
    for version in range(1, match.version + 1):
        chain = match.site.games.chain_at(match.game, version)
        ((_, line),) = match.site.games.ledger.read(match.game, version - 1, version)
        facts = codec_for(chain.ruleset).events_of(line)
        now = moment_of(chain.state)
        if before is not None:
            found += notices_of(match.game, before, now, chain, facts)
        before = now
    player = match.people[seat].player
    return [json.loads(notice.body) for notice in found if notice.player == player]


def test_an_index_that_was_trimmed_loses_no_notice_of_a_known_game(fake_store: Store):
    match = Site(fake_store.client()).seated(**SHORT)
    post = NotifiedGame(match)
    match.do(0, "start_game")
    post.catch_up()
    match.play_quickly(Random(6), 15)
    post.redis.xtrim(index_key(partition_of(match.game)), maxlen=1, approximate=False)
    post.another_follower().catch_up()
    assert [post.notices(seat) for seat in range(3)] == [expected(match, seat) for seat in range(3)]


def test_an_index_that_was_trimmed_loses_no_notice_of_a_reserved_seat(fake_store: Store):
    match = Site(fake_store.client()).opened(3)
    post = NotifiedGame(match)
    for seat in (1, 2):
        body = {"seat": seat, "player_id": post.player(seat)}
        assert match.people[0].post(f"{match.path}/reservations", body).status_code == 201
    post.redis.xtrim(index_key(partition_of(match.game)), maxlen=1, approximate=False)
    for _ in range(2):
        post.another_follower().catch_up()
    kinds = [[(one["kind"], one["seat"]) for one in post.notices(seat)] for seat in range(3)]
    assert kinds == [[], [("invitation", 1)], [("invitation", 2)]]


def test_who_came_late_to_a_lobby_is_notified_of_their_turn(fake_store: Store):
    """A lobby in which nobody sits yet says nothing about who will play."""
    match = Site(fake_store.client()).opened(3, start_player="seat")
    post = NotifiedGame(match)
    match.people[0].post(f"{match.path}/invitations", {})
    post.catch_up()
    for seat in range(3):
        match.do(seat, "take_seat")
        post.catch_up()
    match.do(0, "start_game")
    post.catch_up()
    assert [one["kind"] for one in post.notices(0)] == ["turn"]


def test_a_game_that_cannot_be_read_delays_no_other(fake_store: Store):
    site = Site(fake_store.client())
    broken, sound = site.seated(), site.seated(start_player="seat")
    post = NotifiedGame(sound)
    broken.do(0, "start_game")
    key = f"{{p{partition_of(broken.game):02}}}:{broken.game}:log"
    post.redis.xdel(key, "2-0")
    sound.do(0, "start_game")
    post.catch_up()
    assert len(post.notices(0)) == 1


def test_a_fault_in_the_rules_of_one_game_delays_no_other(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    site = Site(fake_store.client())
    faulty, sound = site.seated(), site.seated(start_player="seat")
    notified = NotifiedGame(sound)

    def moment_or_fault(state: Table) -> Moment:
        if state.game == faulty.game:
            raise ZeroDivisionError("a hidden card")
        return moment_of(state)

    monkeypatch.setattr(ledger_notices, "moment_of", moment_or_fault)
    faulty.do(0, "start_game")
    sound.do(0, "start_game")
    notified.catch_up()
    assert [one["kind"] for one in notified.notices(0)] == ["turn"]
    (line,) = (record.getMessage() for record in caplog.records if record.levelname == "ERROR")
    assert "ZeroDivisionError in test_notices.py" in line
    assert "hidden" not in line


@pytest.mark.parametrize("seed", range(6))
def test_no_byte_depends_on_hidden_facts(seed: int):
    """A fold of what a spectator may see leads to the same notices."""
    setup = Setup(seed=f"notices {seed}", options={"discard_limit": 3}, max_turns=60)
    full: Chain | None = None
    sent = 0
    for state, _, events in commits(setup):
        if full is None:
            ruleset = state.ruleset
            full, public = Chain(b"{}", ruleset), Chain(b"{}", ruleset)
        before = moment_of(public.state)
        assert before == moment_of(full.state)
        fold(full.state, events)
        redacted = [ruleset.redact(event, SPECTATOR) for event in events]
        fold(public.state, redacted)
        for chain in (full, public):
            chain.advance_to(chain.version + 1, b"", 1_700_000_000_000)
        now = moment_of(full.state)
        notices = notices_of("game", before, now, full, events)
        assert notices == notices_of("game", before, moment_of(public.state), public, redacted)
        for notice in notices:
            body = json.loads(notice.body)
            assert set(body) == COMMON | MORE[notice.kind]
        sent += len(notices)
    assert sent > 20


def test_a_game_of_bots_alone_is_never_folded_for_notices(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch
):
    match = Site(fake_store.client()).opened(3)
    for _ in range(3):
        match.do(0, "seat_bot", bot="random")
    post = NotifiedGame(match)
    match.do(0, "start_game")
    monkeypatch.setattr(LedgerNotices, "_notices_after", None)
    post.catch_up()
    assert post.notices(0) == []


def test_many_commits_are_written_in_one_step(fake_store: Store, monkeypatch: pytest.MonkeyPatch):
    match = Site(fake_store.client()).seated(**SHORT)
    post = NotifiedGame(match)
    match.do(0, "start_game")
    match.play_quickly(Random(3), 30)
    steps: list[int] = []
    add = NoticeStore.add

    def counted(self: NoticeStore, commits: Any, receivers: Any) -> Any:
        steps.append(len(commits))
        return add(self, commits, receivers)

    monkeypatch.setattr(NoticeStore, "add", counted)
    post.catch_up()
    assert len(steps) == 1
    assert steps[0] > 5


def test_an_absent_player_is_not_notified_of_turns_that_a_bot_takes() -> None:
    *_, (state, _, _) = (
        one for one, _ in zip(commits(Setup(seed="away")), range(30), strict=False)
    )
    seat = state.ruleset.flow.to_act(state)[0]
    assert moment_of(state).to_act == {seat}
    fold(state, [SeatHandedOver(seat, "planner")])
    assert moment_of(state).to_act == frozenset()
    fold(state, [SeatReturned(seat)])
    assert moment_of(state).to_act == {seat}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_before_its_first_commit_a_game_of_any_ruleset_asks_nobody(ruleset: str):
    assert moment_of(RULESETS[ruleset].new_game()) == Moment(frozenset(), is_over=False)
