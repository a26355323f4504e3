"""How golden games are played when they are recorded. A recorded one needs its recipe no more."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from domain.ids import SYSTEM
from domain.ruleset import Ruleset
from domain.table.bots import TakeBackSeat
from domain.table.closing import CloseGame, MoveGame, Resign, VoidGame
from domain.table.lobby import AbandonGame, LeaveSeat, OpenGame, StartGame, TakeSeat
from eventlog.due_work import deadlines, expiry_of
from hexledger.self_play import SECOND, RandomGame, Setup, game_of
from tests.attempts import attempt
from tests.clocks.games import QUICK, TimedGame, timed_of
from tests.games import CALM, FLOWER, SETUPS, SETUPS_OF
from tests.recorded_game import RecordedGame, ledger_of

Recipe: TypeAlias = Callable[[], bytes]
"""Plays a game and returns its ledger."""

WHOLE = ("abandoned", "moved", "limit-round", "beginner", "2-printed", "challenge-missed")
"""The games that are kept as whole ledgers: short ones that show much together."""

PEOPLE = ("host", "guest", "friend", "cousin")
SHORT: Mapping[str, dict[str, Any]] = {
    "base": {"target_points": 5},
    "duel": {"target_points": 5},
    "seafarers": {"target_points": 5},
}
"""Options by which recorded games of a ruleset stay short."""


RARE: tuple[tuple[str, str, str, Mapping[str, Any], int], ...] = (
    ("base", "robber-stays", "robber_stayed", SETUPS["friendly-robber-layout"], 15),
    ("base", "one-free-road", "stop_placing", {}, 120),
    ("duel", "robber-stays", "robber_stayed", {"friendly_robber": True, "board": FLOWER}, 15),
    ("duel", "one-free-road", "stop_placing", {}, 120),
    ("duel", "largest-army", "largest_army_awarded", {}, 150),
    ("seafarers", "robber-stays", "robber_stayed", {"friendly_robber": True, "board": CALM}, 15),
    ("seafarers", "one-free-way", "stop_placing", {}, 120),
    ("seafarers", "gift-point", "gift_point_taken", {"scenario": 5}, 60),
    ("seafarers", "gift-card", "gift_card_taken", {"scenario": 5}, 60),
    ("seafarers", "gift-harbour", "harbour_placed", {"scenario": 5}, 60),
    ("seafarers", "cloth-stolen", "cloth_stolen", {"scenario": 6}, 40),
    ("seafarers", "cloth-ran-out", "cloth_ran_out", {"scenario": 6, "target_points": 20}, 120),
    ("seafarers", "theft-lapsed", "theft_lapsed", {"scenario": 7}, 8),
    ("seafarers", "fleet-left", "fleet_left", {"scenario": 7, "target_points": 20}, 400),
    ("seafarers", "redealt", "redeal_asked", {"scenario": 9}, 2),
)
"""By ruleset and name: what seldom happens, with which options, within how many turns."""


def recipes(ruleset: Ruleset) -> dict[str, Recipe]:
    """By name: all golden games that a ruleset has to have."""
    return {
        **{name: partial(_play, game) for name, game in _simulated_games(ruleset).items()},
        "abandoned": partial(_abandoned, ruleset),
        "moved": partial(_moved, ruleset),
        "resigned": partial(_resigned, ruleset),
        "deserted": partial(_deserted, ruleset),
        "seat-taken-back": partial(_seat_taken_back, ruleset),
        **{name: partial(_timed, ruleset, name) for name in timed_of(ruleset)},
        **{
            name: partial(_challenge, ruleset, moves)
            for name, moves in (("challenge", None), ("challenge-missed", 40))
            if ruleset.opening.is_shareable
        },
        **{
            name: partial(_first_game_with, ruleset, tag, options, max_turns)
            for ruleset_name, name, tag, options, max_turns in RARE
            if ruleset_name == ruleset.name
        },
    }


def _simulated_games(ruleset: Ruleset) -> dict[str, Setup]:
    """A random game for every value of every option, one of bots, a long one and a void one."""
    name, seats = ruleset.name, ruleset.seats
    many = seats[-1]
    setups = {
        kind: Setup(
            ruleset=name,
            players=seats[-1 - i % len(seats)],
            options={**SHORT.get(name, {}), **options},
            seed=kind,
            player_trades=i % 3 == 0,
        )
        for i, (kind, options) in enumerate(SETUPS_OF[name].items())
    }
    planners = (ruleset.bots[0],) * many
    setups["planners"] = Setup(ruleset=name, players=many, seed="planners", bots=planners)
    setups["whole-game"] = Setup(ruleset=name, players=many, seed="whole-game")
    setups["void"] = Setup(ruleset=name, players=many, seed="void", max_turns=12)
    return setups


def _play(setup: Setup) -> bytes:
    ledger = game_of(setup, 0, record=True).play().ledger
    assert ledger is not None
    return ledger


def _resigned(ruleset: Ruleset) -> bytes:
    """A random game in which two seats resign, as far as there are two to spare."""
    setup = Setup(ruleset=ruleset.name, players=ruleset.seats[-1], seed="resigned", max_turns=60)
    game = RandomGame(setup, 0, record=True)
    assert game.recorder is not None
    for n, _ in enumerate(game.commits()):
        if n in (60, 170) and not game.state.outcome:
            seat = game.ruleset.flow.to_act(game.state)[0]
            game.do(game.state.chairs[seat].player or "", Resign(seat))
    return game.recorder.ledger()


def _timed(ruleset: Ruleset, name: str) -> bytes:
    """A short game with clocks, bots, pauses and people who go away."""
    options = {**SHORT.get(ruleset.name, {}), **timed_of(ruleset)[name]}
    setup = Setup(ruleset.name, ruleset.seats[-1], options, seed=name, max_turns=25)
    game = TimedGame(setup, 0, record=True)
    assert game.recorder is not None
    for _ in game.commits():
        pass
    return game.recorder.ledger()


def _first_game_with(
    ruleset: Ruleset, tag: str, options: Mapping[str, Any], max_turns: int
) -> bytes:
    """The first random game, by seed, in which this happens."""
    setup = Setup(
        ruleset.name, ruleset.seats[-1], options, player_trades=False, max_turns=max_turns
    )
    ledgers = (_play(replace(setup, seed=str(seed))) for seed in count())
    return next(ledger for ledger in ledgers if b'{"type":"%s"' % tag.encode() in ledger)


def _deserted(ruleset: Ruleset) -> bytes:
    """A game that everybody leaves, one after the other, as far as there is one to leave."""
    people = PEOPLE[: ruleset.seats[0]]
    recorded = RecordedGame(ruleset, "deserted")
    recorded.do("host", OpenGame("host", "deserted", len(people), {}))
    for person in people:
        recorded.do(person, TakeSeat(person))
    recorded.do("host", StartGame("host"))
    while not recorded.state.outcome:
        seat = recorded.state.playing[0]
        recorded.do(people[seat], Resign(seat))
    recorded.do("system", CloseGame())
    return recorded.recorder.ledger()


def _seat_taken_back(ruleset: Ruleset) -> bytes:
    """A game in which a bot takes the seat of a player, who takes it back."""
    people = PEOPLE[: ruleset.seats[0]]
    options = {"clock": {**QUICK, "misses": 1}}
    recorded = RecordedGame(ruleset, "seat-taken-back")
    recorded.do("host", OpenGame("host", "seat-taken-back", len(people), options))
    for person in people:
        recorded.do(person, TakeSeat(person))
    recorded.do("host", StartGame("host"))
    while not any(recorded.state.is_bots(seat) for seat in recorded.state.playing):
        (_, due), *_ = deadlines(recorded.state)
        recorded.now = max(recorded.now, due)
        expiry = expiry_of(recorded.state, recorded.now + SECOND)
        assert expiry is not None
        recorded.do(SYSTEM, expiry)
    seat = next(seat for seat in recorded.state.playing if recorded.state.is_bots(seat))
    recorded.do(people[seat], TakeBackSeat(seat))
    recorded.do(SYSTEM, VoidGame("it has shown enough"))
    recorded.do(SYSTEM, CloseGame())
    return recorded.recorder.ledger()


def _abandoned(ruleset: Ruleset) -> bytes:
    """A game whose host gives up waiting for players."""
    many = ruleset.seats[-1]
    return ledger_of(
        ruleset,
        "abandoned",
        ("host", OpenGame("host", "abandoned", many, {})),
        ("host", TakeSeat("host", None, "blue")),
        ("guest", TakeSeat("guest", many - 1)),
        ("guest", LeaveSeat("guest")),
        ("host", AbandonGame("host")),
        ("system", CloseGame()),
    )


def _moved(ruleset: Ruleset) -> bytes:
    """A game by invitation that goes on at another server once it has started."""
    people = PEOPLE[: ruleset.seats[0]]
    return ledger_of(
        ruleset,
        "moved",
        ("host", OpenGame("host", "moved", len(people), {}, listed=False)),
        *((person, TakeSeat(person)) for person in people),
        ("host", StartGame("host")),
        ("system", MoveGame()),
    )


def _challenge(ruleset: Ruleset, moves: int | None) -> bytes:
    """An attempt at a daily challenge, of so many moves or to its end."""
    return attempt(ruleset, moves=moves).recorder.ledger()
