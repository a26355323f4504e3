"""Notices: of what and when players are notified, and never of a card that is hidden from them."""

import json
from random import Random
from typing import Any

import pytest

from domain.ids import SPECTATOR, PlayerId
from domain.ruleset import fold
from domain.table.bots import SeatHandedOver, SeatReturned
from eventlog.chain import Chain
from eventlog.commit import codec_for
from eventlog.live_games import LiveGames
from eventlog.redis_keys import index_key, partition_of
from hexledger.self_play import Setup
from projections.webhooks.addresses import AddressPolicy
from projections.webhooks.notices import KINDS, moment_of, notices_of
from projections.webhooks.outbox import Outbox
from projections.webhooks.outbox_writer import OutboxWriter
from projections.webhooks.player_webhooks import PlayerWebhooks
from tests.api.kit import SHORT, Match, Site
from tests.games import commits
from tests.redises import Store

PUBLIC_HOST = "93.184.216.34"
COMMON = {"id", "kind", "at", "game_id", "version", "ruleset", "seat", "phase", "links"}
MORE = {"turn": set(), "trade_offer": {"offer"}, "game_over": {"outcome", "winners"}}


class NotifiedGame:
    """A game whose players have webhooks, and an outbox writer that follows it."""

    def __init__(self, match: Match, kinds: tuple[Any, ...] = KINDS) -> None:
        self.match = match
        self.redis = match.site.redis
        self.outbox = Outbox(self.redis)
        self.writer = self.another_writer()
        address_policy = AddressPolicy(resolve=lambda host, port: [PUBLIC_HOST])
        self.player_webhooks = PlayerWebhooks(self.redis, address_policy)
        for person in match.people:
            url = "https://example.org/"
            self.player_webhooks.put(PlayerId(person.player), url, kinds, None)

    def another_writer(self) -> OutboxWriter:
        return OutboxWriter(LiveGames(self.match.site.games.ledger), Outbox(self.redis))

    def payloads(self, seat: int) -> list[Any]:
        """The payloads of a seat's deliveries, in order."""
        found = self.outbox.deliveries(PlayerId(self.match.people[seat].player))
        return sorted((json.loads(one.body) for one in found), key=lambda it: it["version"])

    def catch_up(self) -> None:
        while self.writer.catch_up():
            pass


def test_a_player_is_notified_once_when_their_turn_comes(fake_store: Store):
    match = Site(fake_store.client()).seated(start_player="seat")
    post = NotifiedGame(match)
    match.do(0, "start_game")
    match.do(0, "place_settlement", node=8)
    match.do(0, "place_road", edge=7)
    post.catch_up()
    ((first,), (second,)) = post.payloads(0), post.payloads(1)
    assert post.payloads(2) == []
    here = f"/v1/games/{match.game}"
    assert {**first, "id": "", "at": 0} == {
        "id": "",
        "kind": "turn",
        "at": 0,
        "game_id": match.game,
        "version": match.version - 2,
        "ruleset": "base",
        "seat": 0,
        "phase": "founding",
        "links": {"game": here, "actions": f"{here}/actions"},
    }
    assert (second["kind"], second["seat"], second["version"]) == ("turn", 1, match.version)


@pytest.mark.parametrize("kinds", [KINDS, ("turn",), ("game_over",)])
def test_an_offer_is_notified_once_to_those_who_are_asked(
    fake_store: Store, kinds: tuple[Any, ...]
):
    match = Site(fake_store.client()).seated(start_player="seat")
    post = NotifiedGame(match, kinds)
    match.do(0, "start_game")
    match.preferred = ("offer_trade",)
    match.play_until(Random(4), lambda state: state.offer is not None)
    with match.site.games.hold(match.game) as live:
        asked, maker = live.state.offer.to, live.state.turn_seat
    post.catch_up()
    for seat in range(3):
        last = [payload for payload in post.payloads(seat) if payload["version"] == match.version]
        if seat not in asked or kinds == ("game_over",):
            assert last == []
        elif kinds == ("turn",):
            assert [payload["kind"] for payload in last] == ["turn"]
        else:
            (payload,) = last
            assert payload["kind"] == "trade_offer"
            assert payload["offer"]["seat"] == maker
            assert set(payload["offer"]) == {"seat", "give", "want", "to"}


def test_everybody_is_notified_of_the_end_even_after_resigning(fake_store: Store):
    match = Site(fake_store.client()).seated(4, start_player="seat")
    post = NotifiedGame(match)
    match.do(0, "start_game")
    match.do(3, "resign")
    match.site.desk.void_game(match.game, "rain")
    match.close()
    post.catch_up()
    for seat in range(4):
        last = post.payloads(seat)[-1]
        assert (last["kind"], last["outcome"], last["winners"]) == ("game_over", "void", [])
        assert [payload["kind"] for payload in post.payloads(seat)].count("game_over") == 1


def test_writers_that_stop_anywhere_and_several_at_once_write_the_same(store: Store):
    """Killed between any two steps, or two of them: nothing is missed and nothing comes twice."""
    match = Site(store.client()).seated(**SHORT)
    post = NotifiedGame(match)
    match.do(0, "start_game")
    beside = post.another_writer()
    luck = Random(5)
    for _ in range(6):
        match.play_quickly(luck, luck.randrange(1, 8))
        beside.catch_up()
        # One that begins anew, with nothing in memory.
        post.another_writer().catch_up()
    found = [post.payloads(seat) for seat in range(3)]
    assert found == [expected(match, seat) for seat in range(3)]
    assert all(found)


def expected(match: Match, seat: int) -> list[Any]:
    """The payloads that a seat should get, made from every version of the game."""
    found, before = [], None
    for version in range(1, match.version + 1):
        chain = match.site.games.chain_at(match.game, version)
        ((_, line),) = match.site.games.ledger.read(match.game, version - 1, version)
        facts = codec_for(chain.ruleset).events_of(line)
        if before is not None:
            wanted_kinds = {PlayerId(match.people[seat].player): KINDS}
            found += notices_of(match.game, before, chain, facts, wanted_kinds)
        before = moment_of(chain.state)
    return [json.loads(notice.body) for notice in found]


def test_an_index_that_was_trimmed_loses_no_notice_of_a_known_game(fake_store: Store):
    match = Site(fake_store.client()).seated(**SHORT)
    post = NotifiedGame(match)
    match.do(0, "start_game")
    post.catch_up()
    match.play_quickly(Random(6), 15)
    post.redis.xtrim(index_key(partition_of(match.game)), maxlen=1, approximate=False)
    post.another_writer().catch_up()
    assert [post.payloads(seat) for seat in range(3)] == [
        expected(match, seat) for seat in range(3)
    ]


def test_a_game_that_cannot_be_read_delays_no_other(fake_store: Store):
    site = Site(fake_store.client())
    broken, sound = site.seated(), site.seated(start_player="seat")
    post = NotifiedGame(sound)
    for person in broken.people:
        post.player_webhooks.put(PlayerId(person.player), "https://example.org/", KINDS, None)
    broken.do(0, "start_game")
    key = f"{{p{partition_of(broken.game):02}}}:{broken.game}:log"
    post.redis.xdel(key, "2-0")
    sound.do(0, "start_game")
    post.catch_up()
    assert len(post.payloads(0)) == 1


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
        wanted_kinds = {chair.player: KINDS for chair in full.state.chairs if chair.player}
        notices = notices_of("game", before, full, events, wanted_kinds)
        assert notices == notices_of("game", before, public, redacted, wanted_kinds)
        for notice in notices:
            body = json.loads(notice.body)
            assert set(body) == COMMON | MORE[notice.kind]
            assert notice.player not in notice.body
        sent += len(notices)
    assert sent > 20


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
