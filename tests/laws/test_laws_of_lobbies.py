"""The laws before the start: random lobbies with guests, invitations, reservations and bots."""

from collections.abc import Iterator
from random import Random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance.draws import SeededChance
from domain.choices import Choice
from domain.ids import PlayerId, Seat
from domain.ledger_rules import fold
from domain.messages import Command, Event
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.ruleset import Ruleset, play
from domain.state_bytes import freeze
from domain.table.invitations import MakeInvitation, RevokeInvitation, digest_of
from domain.table.lobby import AbandonGame, OpenGame, StartGame, TakeSeat
from domain.table.reservations import ReleaseSeat, ReserveSeat, TurnAway
from domain.table.state import LOBBY, Table
from tests.games import twin, viewers
from tests.laws.test_law_2 import assert_law_2
from tests.soak import examples

HOST: Final = PlayerId("random-0")
PEOPLE: Final = (*(PlayerId(f"random-{i}") for i in range(4)), PlayerId("stranger"))
CODES: Final = ("one", "two", "three")
ENDING: Final = (StartGame, AbandonGame)
STEPS: Final = 40

EVERY_RULESET = pytest.mark.parametrize("ruleset", RULESETS)
LOBBIES = st.builds(Random, st.integers(0, 2**32))


def lobby_commits(ruleset: Ruleset, random: Random) -> Iterator[tuple[Table, list[Event]]]:
    """State and events of every commit of a random lobby that does not start."""
    state, chance = ruleset.new_game(), SeededChance(b"lobbies", "key")
    yield state, play(state, _opening(ruleset, random), chance)
    for _ in range(STEPS):
        command = _by_call(state, random) if random.random() < 0.3 else _listed(state, random)
        try:
            events = play(state, command, chance)
        except RuleViolation as refusal:
            if not refusal.code.startswith(("invitation/", "seat/")):
                raise
        else:
            yield state, events


def _opening(ruleset: Ruleset, random: Random) -> OpenGame:
    seats = random.choice(ruleset.seats)
    guests = random.sample((*PEOPLE, *(None,) * len(PEOPLE)), len(PEOPLE))
    reserved = tuple(guests[: random.randrange(seats)])
    return OpenGame(
        HOST, "g", seats, {}, invited_only=random.random() < 0.7, reserved=reserved, lapses_at=9
    )


def _by_call(state: Table, random: Random) -> Command:
    """What is not listed, because it has a call of its own or needs a code. It may be refused."""
    code, seat = random.choice(CODES), Seat(random.randrange(len(state.chairs)))
    some_seat = random.choice((None, None, seat))
    return random.choice(
        (
            MakeInvitation(HOST, digest_of(code), random.randint(1, 3), 9, some_seat),
            TakeSeat(random.choice(PEOPLE), some_seat, code=code),
            TakeSeat(random.choice(PEOPLE), some_seat, code=code),
            RevokeInvitation(HOST, random.randint(1, 3)),
            ReserveSeat(HOST, seat, random.choice(PEOPLE)),
            ReleaseSeat(HOST, seat),
            TurnAway(HOST, seat),
        )
    )


def _listed(state: Table, random: Random) -> Command:
    """Something that is listed for somebody."""
    while True:
        actions = state.ruleset.lobby_actions(state, random.choice(PEOPLE))
        known = [action for action in actions if type(action) not in ENDING]
        if known:
            action = random.choice(known)
            is_open = isinstance(action, Choice)
            return state.ruleset.sample(state, action, random.randrange) if is_open else action


@EVERY_RULESET
@examples(8)
@given(random=LOBBIES)
def test_what_is_listed_in_a_lobby_is_exactly_what_is_accepted(
    ruleset: str, random: Random
) -> None:
    for n, (state, _) in enumerate(lobby_commits(RULESETS[ruleset], random)):
        assert state.phase == LOBBY
        if n % 4 == 0:
            assert_law_2(state, most=60)


@EVERY_RULESET
@examples(8)
@given(random=LOBBIES)
def test_a_lobby_is_the_same_when_it_is_folded_or_thawed(ruleset: str, random: Random) -> None:
    rules = RULESETS[ruleset]
    folded = rules.new_game()
    for state, events in lobby_commits(rules, random):
        fold(folded, events)
        assert freeze(folded) == freeze(state) == freeze(twin(state))


@EVERY_RULESET
@examples(10)
@given(random=LOBBIES)
def test_redacted_events_of_a_lobby_give_every_viewer_the_same_view(
    ruleset: str, random: Random
) -> None:
    rules = RULESETS[ruleset]
    folds: dict[object, Table] = {}
    for state, events in lobby_commits(rules, random):
        for viewer in viewers(state):
            known = fold(
                folds.setdefault(viewer, rules.new_game()),
                [rules.redact(event, viewer) for event in events],
            )
            assert rules.view(known, viewer) == rules.view(state, viewer)


@EVERY_RULESET
@examples(8)
@given(random=LOBBIES)
def test_nobody_sits_in_a_lobby_who_may_not(ruleset: str, random: Random) -> None:
    """Uninvited, at another's seat, turned away, or by an invitation that was used up."""
    for state, events in lobby_commits(RULESETS[ruleset], random):
        for invitation in state.invitations.values():
            assert len(set(invitation.used_by)) == len(invitation.used_by) <= invitation.uses
        for event in events:
            if event.__struct_config__.tag == "seat_taken":
                _assert_may_sit(state, event.player, event.seat)  # type: ignore[attr-defined]


def _assert_may_sit(state: Table, player: PlayerId, seat: Seat) -> None:
    reserved = state.chairs[seat].reserved
    assert reserved in (None, player)
    assert player not in state.turned_away
    is_guest = any(player in invitation.used_by for invitation in state.invitations.values())
    assert is_guest or reserved == player or player == state.host or not state.invited_only
