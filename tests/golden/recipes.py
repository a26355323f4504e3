"""How golden games are played when they are recorded. A recorded one needs its recipe no more."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, TypeAlias

from domain.ids import SYSTEM, PlayerId, Seat
from domain.messages import Command
from domain.ruleset import Ruleset
from domain.table.bots import TakeBackSeat
from domain.table.changing_rules import ChangeRules
from domain.table.closing import CloseGame, MoveGame, Resign, VoidGame
from domain.table.invitations import MakeInvitation, RevokeInvitation, digest_of
from domain.table.lapsing import LapseLobby
from domain.table.lobby import (
    AbandonGame,
    AddNonce,
    LeaveSeat,
    OpenGame,
    StartGame,
    StartTable,
    TakeSeat,
)
from domain.table.pauses import AddTime, PauseGame, ResumeGame
from domain.table.refereeing import CallReferee, IssueRuling, WithdrawCall
from domain.table.replacing import Disqualify, ReplacePlayer, SeatSubstitute
from domain.table.reservations import ReleaseSeat, ReserveSeat, TurnAway
from domain.table.rewinding import RewindTo
from domain.table.state import COLOURS, PAUSED
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from eventlog.due_work import deadlines, expiry_of
from hexledger.self_play import SECOND, STARTED_AT, RandomGame, Setup, game_of
from tests.attempts import attempt
from tests.clocks.games import QUICK, REFEREE, TimedGame, timed_of
from tests.copies import CopiedGame
from tests.games import CALM, FLOWER, ISLAND, SETUPS, SETUPS_OF, RewindableGame
from tests.recorded_game import RecordedGame, ledger_of

Recipe: TypeAlias = Callable[[], bytes]
"""Plays a game and returns its ledger."""

WHOLE = (
    "abandoned",
    "invited",
    "moved",
    "limit-round",
    "beginner",
    "2-printed",
    "challenge-missed",
    "copied",
)
"""The games that are kept as whole ledgers: short ones that show much together."""

PEOPLE = ("host", "guest", "friend", "cousin")
SHORT: Mapping[str, dict[str, Any]] = {
    "base": {"target_points": 5},
    "duel": {"target_points": 5},
    "seafarers": {"target_points": 5},
}
"""Options by which recorded games of a ruleset stay short."""


MAPS_WITH_ANY_TEXT: Mapping[str, dict[str, Any]] = {
    "base": ISLAND,
    "duel": FLOWER,
    "seafarers": CALM,
}

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
    """By name: all golden games that a version of a ruleset has to have.

    Those of the first version show everything that can happen. A later one has what differs, and a
    game to show that the rest goes on as before.
    """
    if ruleset.rules > 1:
        usual = next(iter(SETUPS_OF[ruleset.name]))
        return {usual: partial(_play, _simulated_games(ruleset)[usual])}
    return {
        **{name: partial(_play, game) for name, game in _simulated_games(ruleset).items()},
        "abandoned": partial(_abandoned, ruleset),
        "invited": partial(_invited, ruleset),
        "moved": partial(_moved, ruleset),
        "resigned": partial(_resigned, ruleset),
        "deserted": partial(_deserted, ruleset),
        "seat-taken-back": partial(_seat_taken_back, ruleset),
        "refereed": partial(_refereed, ruleset),
        **(
            {"rules-changed": partial(_rules_changed, ruleset)}
            if ruleset.find_version(2) is not None
            else {}
        ),
        **(
            {"any-map-text": partial(_any_map_text, ruleset)}
            if ruleset.name in MAPS_WITH_ANY_TEXT
            else {}
        ),
        "copied": partial(_copied, ruleset),
        "tournament-table": partial(_tournament_table, ruleset),
        "tournament-substitute": partial(_tournament_substitute, ruleset),
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
            rules=ruleset.rules,
        )
        for i, (kind, options) in enumerate(SETUPS_OF[name].items())
    }
    planners = (ruleset.bots[0],) * many
    setups["planners"] = Setup(ruleset=name, players=many, seed="planners", bots=planners, rules=1)
    setups["whole-game"] = Setup(ruleset=name, players=many, seed="whole-game", rules=1)
    setups["void"] = Setup(ruleset=name, players=many, seed="void", max_turns=12, rules=1)
    return setups


def _rules_changed(ruleset: Ruleset) -> bytes:
    """A game that changes its rules, is rewound to before that, and changes them back."""
    setup = Setup(ruleset.name, ruleset.seats[0], {}, seed="rules-changed", rules=1, max_turns=12)
    game = RewindableGame(setup, 0, record=True)
    assert game.recorder is not None
    for n, _ in enumerate(game.commits()):
        if n == 20:
            game.do(SYSTEM, ChangeRules(2, "the newer rules are clearer"))
        elif n == 30:
            version = game.past.version - 15
            game.do(REFEREE, RewindTo(PlayerId(REFEREE), version, "a road too many"))
            assert game.state.ruleset.rules == 2
        elif n == 40:
            game.do(SYSTEM, ChangeRules(1, "as it was announced"))
    return game.recorder.ledger()


def _any_map_text(ruleset: Ruleset) -> bytes:
    """A game on a map with a title that rules 2 refuse."""
    board = {**MAPS_WITH_ANY_TEXT[ruleset.name], "title": "Line\nfeed \x07"}
    setup = Setup(
        ruleset.name, ruleset.seats[-1], {"board": board}, seed="any-map-text", rules=1, max_turns=3
    )
    return _play(setup)


def _play(setup: Setup) -> bytes:
    ledger = game_of(setup, 0, record=True).play().ledger
    assert ledger is not None
    return ledger


def _resigned(ruleset: Ruleset) -> bytes:
    """A random game in which two seats resign, as far as there are two to spare."""
    setup = Setup(
        ruleset=ruleset.name, players=ruleset.seats[-1], seed="resigned", max_turns=60, rules=1
    )
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
    setup = Setup(ruleset.name, ruleset.seats[-1], options, seed=name, max_turns=25, rules=1)
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
        ruleset.name, ruleset.seats[-1], options, player_trades=False, max_turns=max_turns, rules=1
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
    recorded.do(SYSTEM, VoidGame(reason="it has shown enough"))
    recorded.do(SYSTEM, CloseGame())
    return recorded.recorder.ledger()


def _refereed(ruleset: Ruleset) -> bytes:
    """A random game in which players call a referee, who does all that referees can do."""
    options = {"clock": QUICK, "call_pauses": True}
    setup = Setup(ruleset.name, ruleset.seats[-1], options, seed="refereed", max_turns=25, rules=1)
    game = RewindableGame(setup, 0, record=True)
    assert game.recorder is not None
    referee, past = PlayerId(REFEREE), game.past

    def call(text: str) -> Seat:
        seat = game.ruleset.flow.to_act(game.state)[0]
        command = CallReferee(seat, text, game.at + SECOND)
        game.do(game.state.chairs[seat].player or "", command)
        return seat

    def rule(command: Command) -> None:
        game.do(REFEREE, command)

    for n, _ in enumerate(game.commits()):
        if n == 45:
            seat = call("whose turn is it?")
            game.do(game.state.chairs[seat].player or "", WithdrawCall(seat))
        elif n == 50:
            call("that was my road")
            rule(RewindTo(referee, past.version - 5, "a road too many"))
            rule(IssueRuling(referee, "The road goes back", game.at + SECOND))
        elif n == 60:
            call("they look at my cards")
            rule(ResumeGame(referee, "they look away now"))
        elif n == 70:
            rule(ReplacePlayer(referee, Seat(1), PlayerId("bot:random"), "a train to catch"))
            rule(AddTime(referee, 30, "a new player", Seat(0)))
        elif n == 80:
            rule(ReplacePlayer(referee, Seat(1), PlayerId("substitute"), "a substitute came"))
        elif n == 90:
            rule(VoidGame(organizer=referee, reason="the wrong table"))
            rule(RewindTo(referee, past.version - 1, "the right table after all"))
        elif n == 100:
            rule(PauseGame(referee, "a marked card"))
            rule(Disqualify(referee, Seat(0), "a marked card"))
            rule(RewindTo(referee, past.version - 10, "it was marked before"))
            if game.state.phase == PAUSED:
                rule(ResumeGame(referee, "the others play on"))
    return game.recorder.ledger()


def _copied(ruleset: Ruleset) -> bytes:
    """A game that goes on from a copy of a short one, for a few moves."""
    setup = Setup(ruleset.name, ruleset.seats[0], seed="copied", max_turns=6, rules=1)
    copied = CopiedGame.of_random_game(setup, 30, record=True)
    assert copied.recorder is not None
    for _ in copied.commits():
        pass
    return copied.recorder.ledger()


def _tournament_table(ruleset: Ruleset) -> bytes:
    """The second game of a table of a tournament, where a bot sits among persons."""
    *people, _ = PEOPLE[: max(2, ruleset.seats[0])]
    return ledger_of(
        ruleset,
        "tournament-table",
        ("organizer", _table_opening(ruleset, "tournament-table", people)),
        (people[0], AddNonce(people[0], "0123456789abcdef" * 2)),
        (SYSTEM, StartTable()),
        (SYSTEM, VoidGame(reason="the table was played again")),
        (SYSTEM, CloseGame()),
    )


def _tournament_substitute(ruleset: Ruleset) -> bytes:
    """A table whose clock began with those of others, and where a substitute takes over."""
    *people, _ = PEOPLE[: max(2, ruleset.seats[0])]
    substitute = SeatSubstitute(Seat(0), PlayerId(people[0]), PlayerId("substitute"), "ill")
    return ledger_of(
        ruleset,
        "tournament-substitute",
        ("organizer", _table_opening(ruleset, "tournament-substitute", people)),
        (SYSTEM, StartTable(STARTED_AT)),
        (SYSTEM, substitute),
        (SYSTEM, VoidGame(reason="the table was played again")),
        (SYSTEM, CloseGame()),
    )


def _table_opening(ruleset: Ruleset, name: str, people: Sequence[str]) -> OpenGame:
    seated = (
        *(SeatedPlayer(COLOURS[-1 - seat], PlayerId(one)) for seat, one in enumerate(people)),
        SeatedPlayer(COLOURS[0], bot=ruleset.bots[0]),
    )
    return OpenGame(
        "organizer",
        name,
        len(seated),
        {},
        listed=False,
        invited_only=True,
        rated=False,
        tournament=TournamentTable("tour-" + "0" * 32, round=3, table=2, attempt=2),
        seated=seated,
    )


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


def _invited(ruleset: Ruleset) -> bytes:
    """A game by invitation whose host changes their mind about guests, until it lapses."""
    many = ruleset.seats[-1]
    first, second = digest_of("first"), digest_of("second")
    lapses_at = STARTED_AT + 3_600 * SECOND
    opening = OpenGame(
        "host",
        "invited",
        many,
        {},
        listed=False,
        invited_only=True,
        reserved=("host",),
        rated=False,
        lapses_at=lapses_at,
    )
    recorded = RecordedGame(ruleset, "invited")
    for actor, command in (
        ("host", opening),
        ("host", MakeInvitation("host", first, 2, lapses_at)),
        ("host", MakeInvitation("host", second, 1, lapses_at, seat=many - 1)),
        ("host", TakeSeat("host")),
        ("host", RevokeInvitation("host", 2)),
        ("guest", TakeSeat("guest", code="first")),
        ("host", TurnAway("host", 1)),
        ("host", ReserveSeat("host", 1, "guest")),
        ("host", ReleaseSeat("host", 1)),
        ("friend", TakeSeat("friend", 1, code="first")),
    ):
        recorded.do(actor, command)
    recorded.now = lapses_at
    recorded.do(SYSTEM, LapseLobby(lapses_at + SECOND))
    recorded.do(SYSTEM, CloseGame())
    return recorded.recorder.ledger()


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
