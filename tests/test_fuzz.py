"""Garbage at every phase: only refusals come of it, and a refusal changes nothing.

Moments of random games are kept as the events that led to them. Each test folds one anew and
throws things at it; what is accepted changes the game, and the next throw meets what it became.
"""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.base import commands as c
from domain.base.game import BASE
from domain.cards import RESOURCES
from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.ledger_rules import fold
from domain.messages import Command, Event
from domain.posting import Author, post_form, read_command
from domain.refusals import RuleViolation
from domain.ruleset import play
from domain.state_bytes import freeze
from domain.table.closing import CloseGame, Resign, VoidGame
from domain.table.lobby import AbandonGame, AddNonce, LeaveSeat, OpenGame, StartGame, TakeSeat
from domain.table.state import LOBBY, Table
from hexledger.self_play import Setup
from tests.games import SETUPS, commits

MOMENTS = (
    "unopened",
    "lobby",
    "founding a settlement",
    "founding a road",
    "roll",
    "discard",
    "robber",
    "free_roads",
    "main",
    "main with an offer",
    "over",
    "closed",
)
OF_EACH = 24
"""How many moments of each kind are kept; they come from games of many setups."""

PEOPLE = [PlayerId(f"random-{i}") for i in range(4)] + [PlayerId("eve"), PlayerId("")]
TAGS = [str(kind.__struct_config__.tag) for kind in BASE.commands]
NAMES = sorted({name for kind in BASE.commands for name in kind.__struct_fields__})
NUMBERS = (-(10**30), -(2**63) - 1, -2, -1, 0, 1, 2, 3, 4, 5, 18, 19, 53, 54, 71, 72, 95, 96)
NUMBERS += (2**31, 2**63, 2**64, 10**30)


@dataclass(frozen=True)
class Moment:
    """A point in a game: all that happened before it."""

    events: tuple[Event, ...]

    def state(self) -> Any:
        return fold(BASE.new_game(), self.events)


def kind_of(state: Any) -> str:
    if state.phase == "founding":
        return "founding a road" if state.founding_node is not None else "founding a settlement"
    if state.phase == "main" and state.offer is not None:
        return "main with an offer"
    return state.phase or "unopened"


@cache
def moments() -> dict[str, list[Moment]]:
    """Moments of every kind, in games of every option with three and four players."""
    found: dict[str, list[Moment]] = {kind: [] for kind in MOMENTS}
    found["unopened"] = [Moment(())] * OF_EACH
    random = Random("moments")
    setups = [
        Setup(players=players, options=options, seed=f"fuzz-{players}", max_turns=150)
        for options in SETUPS.values()
        for players in (3, 4)
    ]
    seen: Counter[str] = Counter()
    for setup in setups:
        told: list[Event] = []
        for state, _, events in commits(setup):
            told += events
            kind = kind_of(state)
            seen[kind] += 1
            # Reservoir sampling: each moment of a kind is as likely to be kept.
            if len(found[kind]) < OF_EACH:
                found[kind].append(Moment(tuple(told)))
            elif (slot := random.randrange(seen[kind])) < OF_EACH:
                found[kind][slot] = Moment(tuple(told))
    return found


def chance_of(state: Table) -> SeededChance:
    chance = SeededChance(b"fuzz", "key")
    if state.phase not in ("", LOBBY):
        chance.fix_key(state.game, state.nonces)
    return chance


def throw(state: Table, chance: SeededChance, command: Callable[[], Command]) -> str:
    """Judge what is thrown: the refusal's code, or nothing if it was accepted."""
    before, drawn = freeze(state), state.next_draw
    try:
        accepted = command()
        events = play(state, accepted, chance)
    except RuleViolation as refusal:
        assert freeze(state) == before, "a refusal changes nothing"
        assert state.next_draw == drawn, "a refusal draws nothing"
        assert_well_said(refusal)
        return refusal.code
    assert events, "an accepted command brings facts"
    assert state.next_draw >= drawn, "draws never go back"
    stored = msgspec.json.encode((accepted, events))
    assert stored, "what is accepted can be stored"
    return ""


def assert_well_said(refusal: RuleViolation) -> None:
    sentence = str(refusal)
    assert sentence.strip() == sentence != ""
    assert "None" not in sentence
    json.dumps(refusal.details)


def authors(state: Table) -> list[Author]:
    """Whoever may ask: everybody who has a seat as that seat, and those who have none."""
    return [Author(player, state.seat_of(player)) for player in PEOPLE]


# Structured garbage, from hypothesis


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from(NUMBERS),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from([*RESOURCES, *TAGS, *NAMES, "red", "random", "2025", "0" * 32]),
)
GARBAGE = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from([*RESOURCES, *NAMES]), st.text()), inner),
    ),
    max_leaves=8,
)
CARDS = st.dictionaries(st.sampled_from(RESOURCES), st.sampled_from(NUMBERS), max_size=5)
BODIES = st.one_of(
    GARBAGE,
    st.fixed_dictionaries(
        {"type": st.sampled_from(TAGS)},
        optional={name: st.one_of(SCALARS, CARDS, GARBAGE) for name in NAMES},
    ),
    st.sampled_from(BASE.commands).flatmap(
        lambda kind: st.fixed_dictionaries(
            {
                "type": st.just(str(kind.__struct_config__.tag)),
                **{
                    name: st.one_of(SCALARS, CARDS, GARBAGE)
                    for name in kind.__struct_fields__
                    if name not in ("seat", "player")
                },
            }
        )
    ),
)


@pytest.mark.parametrize("kind", MOMENTS)
@settings(max_examples=30, deadline=None)
@given(
    which=st.integers(0, OF_EACH - 1),
    throws=st.lists(st.tuples(st.integers(0, len(PEOPLE) - 1), BODIES), min_size=1, max_size=8),
)
def test_garbage_is_refused_at_every_phase(kind: str, which: int, throws: list[Any]) -> None:
    here = moments()[kind]
    state = here[which % len(here)].state()
    chance = chance_of(state)
    for person, body in throws:
        author = authors(state)[person]
        throw(state, chance, lambda: read_command(BASE, body, author))  # noqa: B023


# Commands that were legal once, bent


def offered(state: Table, author: Author, random: Random) -> list[Command]:
    """What this author may do; open choices are sampled."""
    if state.phase == LOBBY:
        actions = BASE.lobby_actions(state, author.player)
    else:
        actions = [] if author.seat is None else BASE.actions(state, author.seat)
    return [
        BASE.sample(state, action, random.randrange) if isinstance(action, Choice) else action
        for action in actions
    ]


def bent(value: Any, random: Random) -> Any:
    """Something like this value, and often just beside what is allowed."""
    if isinstance(value, dict) and value and random.random() < 0.8:
        name = random.choice(list(value))
        other = dict(value)
        match random.randrange(4):
            case 0:
                del other[name]
            case 1:
                other[random.choice([*RESOURCES, "gold"])] = random.choice((1, 1, 2, *NUMBERS))
            case _:
                other[name] = bent(other[name], random)
        return other
    if isinstance(value, list | tuple) and value and random.random() < 0.8:
        items = list(value)
        items[random.randrange(len(items))] = bent(random.choice(items), random)
        return random.choice([items, items + items, items[1:], [*items, 7]])
    if isinstance(value, int):
        near = (value + 1, value - 1, value + 7, -value, random.randrange(80))
        return random.choice((*near, *near, *NUMBERS, float(value), bool(value), str(value)))
    if isinstance(value, str):
        if value in RESOURCES:
            return random.choice((*RESOURCES, "gold"))
        near = (*RESOURCES, "red", "white")
        return random.choice((*near, value.upper(), value + "\n", "", "gold", "\ud800", 0))
    return random.choice([None, True, 0, -1, 10**30, 0.5, "", [], {}, [value], {"a": value}])


OPENINGS = [
    {"type": "open_game", "game": "g", "players": 4, "options": options}
    for options in SETUPS.values()
]


def mutated(body: dict[str, Any], random: Random) -> Any:
    other = dict(body)
    names = [name for name in other if name != "type"]
    match random.randrange(12):
        case 0:
            other.pop(random.choice(list(other)))
        case 1:
            other[random.choice(NAMES)] = random.choice([0, 1, "x", None, {}, [], {"ore": 1}])
        case 2:
            other["type"] = random.choice(TAGS)
        case 3:
            return [other]
        case _ if names:
            name = random.choice(names)
            other[name] = bent(other[name], random)
        case _:
            other["type"] = random.choice((*TAGS, *TAGS, "fly", None))
    return other


@pytest.mark.parametrize("kind", MOMENTS)
@settings(max_examples=25, deadline=None)
@given(which=st.integers(0, OF_EACH - 1), seed=st.integers(0, 2**64))
def test_bent_commands_are_refused_or_legal(kind: str, which: int, seed: int) -> None:
    here = moments()[kind]
    state = here[which % len(here)].state()
    assert all(code.count("/") <= 1 for code in throw_bent(state, Random(seed), 60))


def throw_bent(state: Table, random: Random, throws: int) -> Iterator[str]:
    """Bend what is legal for somebody, and post it as the same person or as another."""
    chance = chance_of(state)
    pool: list[tuple[Author, dict[str, Any]]] = []
    for _ in range(throws):
        everybody = authors(state)
        if not pool or random.random() < 0.1:
            pool = [
                (author, post_form(command))
                for author in everybody
                for command in offered(state, author, random)
            ] or [(author, random.choice(OPENINGS)) for author in everybody]
        author, body = random.choice(pool)
        if random.random() < 0.2:
            author = random.choice(everybody)
        body = mutated(body, random)
        if isinstance(body, dict) and body and random.random() < 0.2:
            body = mutated(body, random)
        yield throw(state, chance, lambda: read_command(BASE, body, author))  # noqa: B023


# Well-formed commands out of nowhere, as they might stand in a forged ledger


def wild(state: Table, random: Random) -> Command:
    """Any command with fields of the right type, and anything in them."""

    def number() -> int:
        return random.choice(NUMBERS) if random.random() < 0.3 else random.randrange(-1, 75)

    def seat() -> Seat:
        return Seat(random.choice((0, 0, 1, 1, 2, 2, 3, -1, 4, 10**30)))

    def cards() -> dict[Any, int]:
        kinds = random.sample(RESOURCES, random.randrange(4))
        return {kind: random.choice((1, 1, 1, 2, 2, 3, 4, 8, 19)) for kind in kinds}

    def resource() -> Any:
        return random.choice(RESOURCES)

    me = state.turn_seat if random.random() < 0.6 else seat()
    player = random.choice([one for one in PEOPLE if one])
    simple = (c.StopPlacing, c.RollDice, c.BuyDevelopmentCard, c.PlayKnight, c.PlayRoadBuilding)
    simple += (c.AcceptTrade, c.RefuseTrade, c.WithdrawOffer, c.EndTurn, Resign)
    makers: list[Callable[[], Command]] = [
        lambda: random.choice(simple)(me),
        lambda: random.choice((c.PlaceSettlement, c.BuildSettlement, c.BuildCity))(me, number()),
        lambda: random.choice((c.PlaceRoad, c.BuildRoad))(me, number()),
        lambda: random.choice((c.Discard, c.PlayInvention))(me, cards()),
        lambda: c.MoveRobber(me, number(), random.choice((None, seat()))),
        lambda: c.PlayMonopoly(me, resource()),
        lambda: c.TradeWithBank(me, resource(), random.choice((2, 3, 4, number())), cards()),
        lambda: c.OfferTrade(me, cards(), cards(), random.choice((None, (), (seat(), seat())))),
        lambda: c.CounterTrade(me, cards(), cards()),
        lambda: c.ConfirmTrade(me, seat()),
        lambda: TakeSeat(player, random.choice((None, seat())), random.choice((None, "red", ""))),
        lambda: random.choice((LeaveSeat, StartGame, AbandonGame))(player),
        lambda: AddNonce(player, "f" * 32),
        lambda: OpenGame(player, "g", number(), random.choice((*SETUPS.values(), {"x": number()}))),
        lambda: random.choice((CloseGame(), VoidGame(reason="fuzz"))),
    ]
    # What ends a game is thrown less often than what goes on with it.
    weights = [12, 8, 8, 6, 10, 3, 5, 5, 4, 4, 5, 3, 2, 2, 0.5]
    return random.choices(makers, weights)[0]()


@pytest.mark.parametrize("kind", MOMENTS)
@settings(max_examples=25, deadline=None)
@given(which=st.integers(0, OF_EACH - 1), seed=st.integers(0, 2**64))
def test_wild_commands_are_refused_or_legal(kind: str, which: int, seed: int) -> None:
    here = moments()[kind]
    state = here[which % len(here)].state()
    assert all(code.count("/") <= 1 for code in throw_wild(state, Random(seed), 60))


def throw_wild(state: Table, random: Random, throws: int) -> list[str]:
    chance = chance_of(state)
    return [throw(state, chance, lambda: wild(state, random)) for _ in range(throws)]


# That all this throwing meets the rules


def test_moments_of_every_kind_were_found():
    assert all(len(moments()[kind]) == OF_EACH for kind in MOMENTS)


def test_the_fuzz_meets_most_refusals_there_are():
    codes: Counter[str] = Counter()
    random = Random("coverage")
    for kind in MOMENTS:
        for moment in moments()[kind][::2]:
            codes.update(throw_bent(moment.state(), random, 40))
            codes.update(throw_wild(moment.state(), random, 80))
    assert codes[""] > 150, "some of it is legal, too"
    assert len(codes) > 60, sorted(codes)


@pytest.mark.parametrize(("kind", "code"), [("over", "game/over"), ("closed", "game/closed")])
def test_nothing_moves_a_game_that_has_ended(kind: str, code: str):
    random = Random(kind)
    for moment in moments()[kind]:
        state = moment.state()
        chance = chance_of(state)
        for _ in range(40):
            command = wild(state, random)
            if isinstance(command, OpenGame):
                assert throw(state, chance, lambda: command) == "game/already_open"  # noqa: B023
            elif not isinstance(command, CloseGame):
                assert throw(state, chance, lambda: command) == code  # noqa: B023


def test_nothing_but_an_opening_is_accepted_before_the_opening():
    random = Random("unopened")
    state = BASE.new_game()
    for _ in range(400):
        command = wild(state, random)
        if not isinstance(command, OpenGame):
            assert throw(state, chance_of(state), lambda: command)  # noqa: B023
