"""What players are told: of what, when, and never of a card that they may not know."""

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
from projections.webhooks.addresses import Guard
from projections.webhooks.notices import KINDS, moment_of, notices_of
from projections.webhooks.outbox import Outbox
from projections.webhooks.outbox_writer import OutboxWriter
from projections.webhooks.registration import Registration
from tests.api.kit import SHORT, Match, Site
from tests.games import commits
from tests.redises import Store

PUBLIC_HOST = "93.184.216.34"
COMMON = {"id", "kind", "at", "game_id", "version", "ruleset", "seat", "phase", "links"}
MORE = {"turn": set(), "trade_offer": {"offer"}, "game_over": {"outcome", "winners"}}


class Post:
    """A game whose players have webhooks, and an outbox writer that follows it."""

    def __init__(self, match: Match, kinds: tuple[Any, ...] = KINDS) -> None:
        self.match = match
        self.redis = match.site.redis
        self.outbox = Outbox(self.redis)
        self.writer = self.another_writer()
        guard = Guard(resolve=lambda host, port: [PUBLIC_HOST])
        self.registration = Registration(self.redis, guard)
        for person in match.people:
            url = "https://example.org/"
            self.registration.put(PlayerId(person.player), url, kinds, None)

    def another_writer(self) -> OutboxWriter:
        return OutboxWriter(LiveGames(self.match.site.games.ledger), Outbox(self.redis))

    def told(self, seat: int) -> list[Any]:
        """What somebody is told, in order."""
        found = self.outbox.deliveries(PlayerId(self.match.people[seat].player))
        return sorted((json.loads(one.body) for one in found), key=lambda it: it["version"])

    def catch_up(self) -> None:
        while self.writer.catch_up():
            pass


def test_who_has_to_act_is_told_when_his_turn_comes_and_not_before_it_is_over(fake_store: Store):
    match = Site(fake_store.client()).seated(start_player="seat")
    post = Post(match)
    match.do(0, "start_game")
    match.do(0, "place_settlement", node=8)
    match.do(0, "place_road", edge=7)
    post.catch_up()
    ((first,), (second,)) = post.told(0), post.told(1)
    assert post.told(2) == []
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
def test_an_offer_is_told_once_to_those_who_are_asked(fake_store: Store, kinds: tuple[Any, ...]):
    match = Site(fake_store.client()).seated(start_player="seat")
    post = Post(match, kinds)
    match.do(0, "start_game")
    match.preferred = ("offer_trade",)
    match.play_until(Random(4), lambda state: state.offer is not None)
    with match.site.games.hold(match.game) as live:
        asked, maker = live.state.offer.to, live.state.turn_seat
    post.catch_up()
    for seat in range(3):
        last = [told for told in post.told(seat) if told["version"] == match.version]
        if seat not in asked or kinds == ("game_over",):
            assert last == []
        elif kinds == ("turn",):
            assert [told["kind"] for told in last] == ["turn"]
        else:
            (told,) = last
            assert told["kind"] == "trade_offer"
            assert told["offer"]["seat"] == maker
            assert set(told["offer"]) == {"seat", "give", "want", "to"}


def test_the_end_is_told_to_everybody_even_to_who_resigned(fake_store: Store):
    match = Site(fake_store.client()).seated(4, start_player="seat")
    post = Post(match)
    match.do(0, "start_game")
    match.do(3, "resign")
    match.site.desk.void_game(match.game, "rain")
    match.close()
    post.catch_up()
    for seat in range(4):
        last = post.told(seat)[-1]
        assert (last["kind"], last["outcome"], last["winners"]) == ("game_over", "void", [])
        assert [told["kind"] for told in post.told(seat)].count("game_over") == 1


def test_heralds_who_stop_anywhere_and_several_at_once_tell_the_same(store: Store):
    """Killed between any two steps, or two of them: nothing is missed and nothing comes twice."""
    match = Site(store.client()).seated(**SHORT)
    post = Post(match)
    match.do(0, "start_game")
    beside = post.another_writer()
    luck = Random(5)
    for _ in range(6):
        match.play_quickly(luck, luck.randrange(1, 8))
        beside.catch_up()
        # One that begins anew, with nothing in memory.
        post.another_writer().catch_up()
    told = [post.told(seat) for seat in range(3)]
    assert told == [expected(match, seat) for seat in range(3)]
    assert all(told)


def expected(match: Match, seat: int) -> list[Any]:
    """What a seat should have been told, by a look at every version of the game."""
    found, before = [], None
    for version in range(1, match.version + 1):
        chain = match.site.games.chain_at(match.game, version)
        ((_, line),) = match.site.games.ledger.read(match.game, version - 1, version)
        facts = codec_for(chain.ruleset).events_of(line)
        if before is not None:
            wants = {PlayerId(match.people[seat].player): KINDS}
            found += notices_of(match.game, before, chain, facts, wants)
        before = moment_of(chain.state)
    return [json.loads(notice.body) for notice in found]


def test_an_index_that_was_cut_off_loses_nothing_of_who_was_told_before(fake_store: Store):
    match = Site(fake_store.client()).seated(**SHORT)
    post = Post(match)
    match.do(0, "start_game")
    post.catch_up()
    match.play_quickly(Random(6), 15)
    post.redis.xtrim(index_key(partition_of(match.game)), maxlen=1, approximate=False)
    post.another_writer().catch_up()
    assert [post.told(seat) for seat in range(3)] == [expected(match, seat) for seat in range(3)]


def test_a_game_that_cannot_be_read_keeps_no_other_waiting(fake_store: Store):
    site = Site(fake_store.client())
    broken, sound = site.seated(), site.seated(start_player="seat")
    post = Post(sound)
    for person in broken.people:
        post.registration.put(PlayerId(person.player), "https://example.org/", KINDS, None)
    broken.do(0, "start_game")
    key = f"{{p{partition_of(broken.game):02}}}:{broken.game}:log"
    post.redis.xdel(key, "2-0")
    sound.do(0, "start_game")
    post.catch_up()
    assert len(post.told(0)) == 1


@pytest.mark.parametrize("seed", range(6))
def test_no_byte_depends_on_what_the_public_may_not_know(seed: int):
    """A fold of what a spectator is told leads to the very same notices."""
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
        wants = {chair.player: KINDS for chair in full.state.chairs if chair.player}
        told = notices_of("game", before, full, events, wants)
        assert told == notices_of("game", before, public, redacted, wants)
        for notice in told:
            body = json.loads(notice.body)
            assert set(body) == COMMON | MORE[notice.kind]
            assert notice.player not in notice.body
        sent += len(told)
    assert sent > 20


def test_who_is_away_is_not_told_of_turns_that_a_bot_takes() -> None:
    *_, (state, _, _) = (
        one for one, _ in zip(commits(Setup(seed="away")), range(30), strict=False)
    )
    seat = state.ruleset.flow.to_act(state)[0]
    assert moment_of(state).to_act == {seat}
    fold(state, [SeatHandedOver(seat, "planner")])
    assert moment_of(state).to_act == frozenset()
    fold(state, [SeatReturned(seat)])
    assert moment_of(state).to_act == {seat}
