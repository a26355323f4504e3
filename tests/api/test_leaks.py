"""What a viewer cannot know changes no byte that it is sent, whatever it asks for.

Two ledgers that differ only in hidden outcomes are served side by side: a card that was stolen, a
development card that was bought, a discard that is not revealed yet.
"""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.base import events as facts
from domain.base.state import Game
from domain.cards import CARD_KINDS, RESOURCES
from domain.ids import PlayerId
from domain.messages import Event
from domain.posting import post_form
from domain.refusals import RuleViolation
from eventlog.commit import AnyCommit, codec_for, seal
from eventlog.ledger_file import genesis
from eventlog.redis_keys import log_key
from tests.api.kit import NDJSON, SSE, Answer, Match, Site
from tests.api.test_geometries import started
from tests.base.probing import REVEALING, tempts

OPTION_SETS: dict[str, dict[str, Any]] = {
    "usual": {"discard_limit": 3},
    "hidden-bank": {"discard_limit": 3, "bank_visible": False, "edition": "classic"},
}
PREFERRED = ("buy_development_card", "discard", "build_settlement")
PARTS = (
    "",
    "/board",
    "/score",
    "/hand",
    "/log?limit=500",
    "/log?limit=500&lang=pl",
    "/stats",
    "/actions",
    "/actions?words=en",
    "/actions?words=pl",
    "/board.svg",
    "/events?limit=500",
    "?geometry=apart",
)
MASKED = re.compile(rb'"(hash|request_id)": ?"[0-9a-f]+"')
IGNORED = ("X-Request-Id", "Date")


class Twins:
    """The same game twice, as two ledgers tell it."""

    def __init__(self, match: Match, lines: list[bytes], others: list[bytes]) -> None:
        self.one, self.other = (served(match, ledger) for ledger in (lines, others))

    def __iter__(self) -> Iterator[Match]:
        return iter((self.one, self.other))

    def same(self, viewer: Any, part: str, **headers: str) -> Answer:
        """What both answer; it has to be one and the same."""
        here, there = (match.get(part, viewer, **headers) for match in self)
        assert_same(here, there, part)
        return here

    def submit(self, seat: int, body: Any) -> list[Event] | None:
        """Post something to both, past HTTP; what it brought, or None if one of them refuses."""
        outcomes = []
        for match in self:
            try:
                match.site.desk.submit(match.game, body, PlayerId(match.people[seat].player))
            except RuleViolation:
                return None
            outcomes.append(list(commits_of(match)[-1].events))
        return outcomes[0]


def served(match: Match, lines: list[bytes]) -> Match:
    """The game at a server of its own, which knows the same people."""
    now = commits_of(match)[-1].at
    site = Site(clock=lambda: now)
    for pattern in ("player:*", "token:*"):
        for key in match.site.redis.keys(pattern):
            if match.site.redis.type(key) == b"hash":
                site.redis.hset(key, mapping=match.site.redis.hgetall(key))
    log = log_key(match.game)
    site.redis.xadd(log, {"header": match.site.games.ledger.header(match.game)}, id="0-1")
    for version, line in enumerate(lines, start=1):
        site.redis.xadd(log, {"commit": line}, id=f"{version}-0")
    return match.at(site)


def assert_same(here: Answer, there: Answer, what: object) -> None:
    assert here.status == there.status, what
    assert MASKED.sub(b"", here.data) == MASKED.sub(b"", there.data), what
    # The tag of a page is made from its bytes, and the hashes are among them.
    ignored = (*IGNORED, "ETag") if "/events" in str(what) else IGNORED
    one, other = ({k: v for k, v in a.headers if k not in ignored} for a in (here, there))
    assert one == other, what


def commits_of(match: Match) -> list[AnyCommit]:
    codec = codec_for(match.ruleset)
    return [codec.decode(line) for line in match.lines()]


# Making twins


def alternatives(event: Event) -> Iterator[Event]:
    """Other outcomes of a fact that not everybody may know."""
    match event:
        case facts.CardStolen(resource=old):
            yield from (replace(event, resource=new) for new in RESOURCES if new != old)
        case facts.DevelopmentCardBought(kind=old):
            yield from (replace(event, kind=new) for new in CARD_KINDS if new != old)
        case facts.DiscardChosen(cards=cards) if cards:
            for old in cards:
                for new in RESOURCES:
                    if new != old:
                        other = {**cards, old: cards[old] - 1, new: cards.get(new, 0) + 1}
                        yield replace(event, cards={k: v for k, v in other.items() if v})


def forged(match: Match, luck: Random) -> tuple[list[AnyCommit], Event] | None:
    """The commits of a game with one hidden outcome exchanged, and what really happened."""
    commits = commits_of(match)
    places = [
        (i, j)
        for i in range(max(0, len(commits) - 60), len(commits))
        for j, event in enumerate(commits[i].events)
    ]
    luck.shuffle(places)
    # What the game knows least of comes first: few discards are hidden for long.
    places.sort(
        key=lambda place: -isinstance(commits[place[0]].events[place[1]], facts.DiscardChosen)
    )
    for i, j in places:
        event = commits[i].events[j]
        others = list(alternatives(event))
        luck.shuffle(others)
        for other in others:
            events = (*commits[i].events[:j], other, *commits[i].events[j + 1 :])
            twin = [*commits[:i], replace(commits[i], events=events), *commits[i + 1 :]]
            if is_plausible(match, twin):
                return twin, event
    return None


def is_plausible(match: Match, commits: list[AnyCommit]) -> bool:
    """Whether nobody ever has less than nothing, and what is revealed was chosen."""
    state: Any = match.ruleset.new_game()
    for commit in commits:
        for event in commit.events:
            if isinstance(event, facts.CardsDiscarded) and event.discards != state.discards_chosen:
                return False
            match.ruleset.evolve(state, event)
            if isinstance(state, Game) and state.networks and not has_enough(state):
                return False
    return True


def has_enough(state: Game) -> bool:
    piles = [*state.hands, *state.cards, state.deck, state.bank]
    promised = [(state.hands[seat], cards) for seat, cards in state.discards_chosen.items()]
    return all(count >= 0 for pile in piles for count in pile.values()) and all(
        hand[resource] >= count for hand, cards in promised for resource, count in cards.items()
    )


def sealed(match: Match, commits: list[AnyCommit]) -> list[bytes]:
    head = genesis(match.site.games.ledger.header(match.game) or b"")
    lines = []
    for commit in commits:
        line, head = seal(replace(commit, hash=""), head)
        lines.append(line)
    return lines


def unknowing(match: Match, event: Any) -> list[Any]:
    """Who may not know of a hidden outcome."""
    knowing = {getattr(event, name, None) for name in ("seat", "thief", "victim")}
    return [viewer for viewer in match.viewers if viewer not in knowing]


# The tests


@pytest.mark.parametrize("kind", ["card_stolen", "development_card_bought", "discard_chosen"])
@pytest.mark.parametrize("name", OPTION_SETS)
def test_what_a_viewer_cannot_know_changes_no_byte_that_it_is_sent(name: str, kind: str):
    luck = Random(f"{name} {kind}")
    match = Site().started(**OPTION_SETS[name])
    match.preferred = PREFERRED
    for _ in range(2):
        twins, event = find_twins(match, kind, luck)
        viewers = unknowing(match, event)
        assert match_differs(twins, event)
        for viewer in viewers:
            assert_same_reads(twins, viewer)
            assert_same_answers(twins, viewer, luck)
        assert_same_future(twins, viewers, luck)
        match.play_quickly(luck, 20)


@pytest.mark.parametrize("kind", ["card_stolen", "development_card_bought"])
@pytest.mark.parametrize("ruleset", ["duel", "seafarers"])
def test_the_feed_of_another_ruleset_changes_by_no_byte_either(ruleset: str, kind: str):
    """Dice has nothing hidden. Here only what differs by ruleset is read: views and feeds."""
    luck = Random(f"{ruleset} {kind}")
    match = started(Site(), ruleset, {})
    match.preferred = PREFERRED
    twins, event = find_twins(match, kind, luck)
    assert match_differs(twins, event)
    for viewer in unknowing(match, event):
        for part in ("", "/log?limit=500", "/stats", "/actions"):
            twins.same(viewer, part)
        twins.same(viewer, f"{recent_events(match)}&changes=true")
        twins.same(viewer, "/events?after=3&changes=true", Accept=NDJSON)


def find_twins(match: Match, kind: str, luck: Random) -> tuple[Twins, Any]:
    """Play on until there are twins that differ in an outcome of this kind."""
    while True:
        match.play_quickly(luck, 1)
        if kind not in {tag_of(event) for event in commits_of(match)[-1].events}:
            continue
        match.play_quickly(luck, luck.randrange(3) if kind != "discard_chosen" else 0)
        found = forged(match, luck)
        if found is not None and tag_of(found[1]) == kind:
            return Twins(match, match.lines(), sealed(match, found[0])), found[1]


def tag_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def match_differs(twins: Twins, event: Any) -> bool:
    """Whether a viewer who may know gets different bytes: otherwise nothing would be tested."""
    knowing = next(viewer for viewer in range(4) if viewer not in unknowing(twins.one, event))
    here, there = (match.get(recent_events(match), knowing).data for match in twins)
    return MASKED.sub(b"", here) != MASKED.sub(b"", there)


def recent_events(match: Match) -> str:
    """The page with the exchanged outcome: a page has 500 commits, and some games have more."""
    return f"/events?limit=500&after={max(0, match.version - 100)}"


def assert_same_reads(twins: Twins, viewer: Any) -> None:
    for part in (*PARTS, recent_events(twins.one), f"{recent_events(twins.one)}&changes=true"):
        twins.same(viewer, part)
    head = twins.one.version
    for part in ("", "/score", "/actions", "/stats", "/log", "/board.svg", "/events"):
        twins.same(viewer, f"{part}?at={head - 1}")
    twins.same(viewer, "/events?after=3", Accept=NDJSON)
    first = []
    for match in twins:
        with match.get("/events", viewer, Accept=SSE) as answer:
            writes = iter(answer.response)
            first.append((next(writes), next(writes)))
        match.site.follower.stop()
    assert first[0] == first[1]
    if viewer != "spectator":
        here, there = (match.viewers[viewer].get("/v1/players/me/games") for match in twins)
        assert here.data == there.data


def assert_same_answers(twins: Twins, viewer: Any, luck: Random) -> None:
    """Whatever a seat tries is answered alike, unless the rules reveal something by it."""
    if viewer == "spectator":
        return
    with twins.one.site.games.hold(twins.one.game) as live:
        tries = [post_form(command) for command in tempts(live.state, viewer, luck)]
    legal = twins.one.commands(viewer)
    tries += luck.sample(legal, min(4, len(legal)))
    tries.append({"type": "move_robber", "hex": 1, "victim": (viewer + 1) % 3})
    for body in tries:
        here, there = (match.dry_run(viewer, body) for match in twins)
        kinds = {event["type"] for event in here.json.get("events", [])}
        if not kinds & {tag_of_kind(kind) for kind in REVEALING}:
            assert_same(here, there, body)


def tag_of_kind(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def assert_same_future(twins: Twins, viewers: list[Any], luck: Random) -> None:
    """As others play on, both games send the same, until the rules reveal what was hidden."""
    for _ in range(12):
        move = twins.one.next_move(luck)
        assert move is not None
        brought = twins.submit(*move)
        if brought is None or any(isinstance(event, REVEALING) for event in brought):
            return
        for viewer in viewers:
            for part in ("", "/log", "/events?after=20&limit=500", "/score", "/actions"):
                twins.same(viewer, part)
