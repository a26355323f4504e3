"""Games of every ruleset and option, played once and looked at from all sides."""

from contextlib import suppress

import pytest
from msgspec import Struct, ValidationError
from msgspec.json import decode, encode

from api.schemas.commands import command_schema
from domain.choices import Choice
from domain.ids import SPECTATOR, Seat
from domain.posting import Author, post_form, read_command
from domain.registry import RULESETS
from domain.state_bytes import freeze, thaw
from domain.table.state import Table
from hexledger.self_play import Setup, game_of
from tests.conformance.checking import assert_drawn, assert_narrated, assert_pictured
from tests.games import commits, refolded, viewers
from tests.probes import PROBES

EVERY_SETUP = [(name, setup) for name, probe in PROBES.items() for setup in probe.setups]
EVERY_BOT = [(name, bot) for name, ruleset in RULESETS.items() for bot in ruleset.bots]
HOUSE_OPTIONS = (
    {"clock": "live"},
    {"clock": "correspondence", "bot_seconds": 2, "spectator_delay_seconds": 60},
    {"clock": "none", "time_limit": {"seconds": 3_600, "policy": "immediate"}, "talk": "free"},
)


def setup_of(ruleset: str, name: str, max_turns: int) -> Setup:
    """Every setup with another number of players and other options of the house."""
    number = list(PROBES[ruleset].setups).index(name)
    seats = RULESETS[ruleset].seats
    options = {**PROBES[ruleset].setups[name], **HOUSE_OPTIONS[number % len(HOUSE_OPTIONS)]}
    players = seats[-1 - number % len(seats)]
    return Setup(ruleset, players, options, seed=f"conform-{name}", max_turns=max_turns)


@pytest.mark.parametrize(("ruleset", "name"), EVERY_SETUP)
def test_a_game_can_be_told_drawn_counted_posted_and_thawed(ruleset: str, name: str) -> None:
    setup, rules = setup_of(ruleset, name, max_turns=16), RULESETS[ruleset]
    own, seen = refolded(setup, []), refolded(setup, [])
    full, public = rules.statistics.begin(), rules.statistics.begin()
    phases: set[str] = set()
    for n, (state, _, events) in enumerate(commits(setup, quitting=True)):
        for event in events:
            shown = rules.redact(event, SPECTATOR)
            rules.evolve(own, event)
            rules.evolve(seen, shown)
            rules.statistics.count(full, own, event, n)
            rules.statistics.count(public, seen, shown, n)
            PROBES[ruleset].conserved(own)
            assert_narrated(own, event)
        if n % 24 == 0 or state.phase not in phases:
            phases.add(state.phase)
            assert freeze(own) == freeze(state)
            assert_pictured(state)
            assert_drawn(state)
            assert_postable(state)
            assert_thaws(state)
            assert_typed(state)
    assert full == public
    shown = rules.statistics.show(full)
    assert rules.statistics.show(public) == shown
    assert decode(encode(shown), type=rules.statistics.shown) == shown
    assert decode(encode(full), type=rules.statistics.kept) == full


def assert_postable(state: Table) -> None:
    """What is listed passes its schema and is read back as what it was."""
    ruleset = state.ruleset
    for seat in state.playing:
        author = Author(state.chairs[seat].player or "", seat)
        for action in ruleset.actions(state, seat):
            if isinstance(action, Choice):
                action = ruleset.spell_out(state, action).example
            body = post_form(action)
            assert command_schema(ruleset, type(action))().validate(body) == {}
            assert read_command(ruleset, body, author) == action


def assert_typed(state: Table) -> None:
    """What is shown says what its class says, so that a client can rely on a description of it."""
    ruleset = state.ruleset
    types = ruleset.views.types
    for viewer in viewers(state):
        view = ruleset.view(state, viewer)
        assert type(view) in types.views
        assert decode(encode(view), type=type(view)) == view
        assert restored(ruleset.views.board(view), types.boards)
        for seat in range(len(state.chairs)):
            assert restored(ruleset.views.hand(view, Seat(seat)), types.hands)


def restored(shown: Struct, kinds: tuple[type[Struct], ...]) -> bool:
    """Whether one of these classes reads all that is sent of it."""
    sent = encode(shown)
    for kind in kinds:
        with suppress(ValidationError):
            if decode(sent, type=kind) == shown:
                return True
    return False


def assert_thaws(state: Table) -> None:
    """A frozen state is the same for every viewer, and for the next move."""
    back = thaw(state.ruleset, freeze(state))
    ruleset = state.ruleset
    for viewer in viewers(state):
        assert encode(ruleset.view(back, viewer)) == encode(ruleset.view(state, viewer))
        assert encode(ruleset.score(back, viewer)) == encode(ruleset.score(state, viewer))
    for seat in state.playing:
        assert ruleset.actions(back, seat) == ruleset.actions(state, seat)


@pytest.mark.parametrize(("ruleset", "bot"), EVERY_BOT)
def test_a_bot_finishes_its_games(ruleset: str, bot: str) -> None:
    seats = RULESETS[ruleset].seats
    for players in {seats[0], seats[-1]}:
        setup = Setup(ruleset, players, seed="bots", bots=(bot,) * players)
        state = game_of(setup, 0, record=False).play().state
        assert state.outcome == "won"
        assert state.winners


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_on_the_table_is_in_every_view_of_it(ruleset: str) -> None:
    """The parts that the service stores, and the fields that its answers promise."""
    name = next(iter(PROBES[ruleset].setups))
    for n, (state, _, _) in enumerate(commits(setup_of(ruleset, name, max_turns=6))):
        if n % 12:
            continue
        rules = state.ruleset
        boards = {encode(rules.views.board(rules.view(state, one))) for one in viewers(state)}
        assert len(boards) == 1
        for seat in state.playing:
            assert rules.views.hand(rules.view(state, seat), seat).seat == seat
        assert {*rules.view(state, SPECTATOR).__struct_fields__} >= PROMISED


PROMISED = {
    *("game", "ruleset", "rules", "options", "host", "commitment", "key_id", "phase", "turn"),
    *("turn_seat", "to_act", "seats", "board", "score", "draws", "clock", "pause", "outcome"),
    *("ending", "winners", "standings", "seed"),
}
"""What clients find in the view of any game."""
