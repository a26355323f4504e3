"""Law 2: what is listed is accepted, everything else refused, and a refusal changes nothing."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from domain.base import commands as c
from domain.base.state import Game
from domain.cards import RESOURCES
from domain.chance import SeededChance
from domain.choices import Choice
from domain.closing import Resign
from domain.freezing import freeze
from domain.ids import PlayerId, Seat
from domain.lobby import AbandonGame, LeaveSeat, StartGame, TakeSeat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.ruleset import Ruleset
from domain.table import LOBBY
from hexledger.simulation import Setup
from tests.games import commits, setups
from tests.soak import examples


def is_accepted(state: Game, command: Command) -> bool:
    """Judge, and throw the facts away before they are folded."""
    chance = SeededChance(b"law-2", "key")
    chance.fix_key("game", [])
    try:
        next(iter(state.ruleset.decide(state, command, chance)))
    except RuleViolation as refusal:
        return not (refusal.code and str(refusal))
    return True


def all_closed_commands(state: Game, seat: Seat) -> Iterator[Command]:
    """Every command of a seat but those that are open choices, ids out of range included."""
    plain = (c.StopPlacing, c.RollDice, c.BuyDevelopmentCard, c.PlayKnight, c.PlayRoadBuilding)
    plain += (c.AcceptTrade, c.RefuseTrade, c.WithdrawOffer, c.EndTurn, Resign)
    for kind in plain:
        yield kind(seat)
    grid = state.board.geometry
    for node in range(-1, len(grid.node_edges) + 1):
        yield c.PlaceSettlement(seat, node)
        yield c.BuildSettlement(seat, node)
        yield c.BuildCity(seat, node)
    for edge in range(-1, len(grid.edge_nodes) + 1):
        yield c.PlaceRoad(seat, edge)
        yield c.BuildRoad(seat, edge)
    for hex_ in range(-1, len(grid.hexes) + 1):
        for victim in range(-1, len(state.chairs) + 1):
            yield c.MoveRobber(seat, hex_, victim)
    for partner in range(-1, len(state.chairs) + 1):
        yield c.ConfirmTrade(seat, partner)
    for give in RESOURCES:
        yield c.PlayMonopoly(seat, give)
        yield c.PlayInvention(seat, {give: 1})
        yield c.PlayInvention(seat, {give: 2})
        yield c.PlayInvention(seat, {give: 3})
        for take in RESOURCES:
            if give < take:
                yield c.PlayInvention(seat, {give: 1, take: 1})
            for rate in range(6):
                yield c.TradeWithBank(seat, give, rate, {take: 1})


def key(command: Command) -> tuple[str, str]:
    fields = {
        name: sorted(value.items()) if isinstance(value, dict) else value
        for name in command.__struct_fields__
        for value in [getattr(command, name)]
    }
    return type(command).__name__, repr(fields)


def assert_law_2(ruleset: Ruleset, state: Game) -> None:
    for seat in range(-1, len(state.chairs) + 1):
        actions = ruleset.actions(state, Seat(seat))
        listed = {key(action) for action in actions if not isinstance(action, Choice)}
        for action in actions:
            if isinstance(action, Choice):
                assert is_accepted(state, ruleset.spell_out(state, action).example)
            else:
                assert is_accepted(state, action), action
        robbed: dict[int, set[int]] = {}
        for action in actions:
            if isinstance(action, c.MoveRobber):
                robbed.setdefault(action.hex, set()).add(action.victim)
        for command in all_closed_commands(state, Seat(seat)):
            assert is_accepted(state, command) == (key(command) in listed), command
        for hex_ in range(len(state.board.tiles)):
            # The victim may be left out where there is at most one.
            short = is_accepted(state, c.MoveRobber(Seat(seat), hex_))
            assert short == (len(robbed.get(hex_, ())) == 1)


@examples(10)
@given(setups(max_turns=80), st.integers(0, 29))
def test_actions_are_exactly_what_decide_accepts(setup: Setup, offset: int) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        odd = state.phase not in ("founding", "roll", "main") or state.offer is not None
        if state.networks and (n % 30 == offset or (odd and n % 3 == 0)):
            before = freeze(state)
            assert_law_2(state.ruleset, state)
            assert freeze(state) == before


@examples(10)
@given(setups(max_turns=200), st.randoms(use_true_random=False))
def test_open_choices_are_sampled_within_the_rules(setup: Setup, random) -> None:
    for n, (state, _, _) in enumerate(commits(setup, quitting=True)):
        if n % 7 or not state.networks:
            continue
        for seat in state.playing:
            for action in state.ruleset.actions(state, seat):
                if isinstance(action, Choice):
                    sampled = state.ruleset.sample(state, action, random.randrange)
                    assert is_accepted(state, sampled), sampled


@examples(10)
@given(setups(max_turns=1))
def test_the_lobby_lists_exactly_what_it_accepts(setup: Setup) -> None:
    for state, _, _ in commits(setup, quitting=True):
        if state.phase != LOBBY:
            break
        people = [*(PlayerId(f"random-{i}") for i in range(setup.players)), PlayerId("stranger")]
        for player in people:
            actions = state.ruleset.lobby_actions(state, player)
            listed = {key(action) for action in actions if not isinstance(action, Choice)}
            every: list[Command] = [kind(player) for kind in (LeaveSeat, StartGame, AbandonGame)]
            every += [
                TakeSeat(player, seat, colour)
                for seat in (None, -1, 0, 1, 2, 3, 4)
                for colour in (None, "red", "blue", "orange", "white", "green")
            ]
            for command in every:
                assert is_accepted(state, command) == (key(command) in listed), command
            for action in actions:
                if isinstance(action, Choice):
                    assert is_accepted(state, state.ruleset.spell_out(state, action).example)
