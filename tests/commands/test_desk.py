"""The desk: a command comes in, is judged on the live fold, and a commit goes out."""

from random import Random
from typing import Any

import pytest

from commands.desk import Desk, Opening
from commands.observer import Observer
from domain.base.game import BASE
from domain.chance.draws import key_id_of
from domain.ids import SYSTEM, PlayerId, Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.table.closing import GameMoved, LedgerClosed
from domain.table.lobby import GameOpened, SeatTaken
from eventlog.ledger_file import read_header
from eventlog.verification import VerificationStatus
from tests.commands.backend import MASTER, PLAYERS, Backend, code_of, refusal_of
from tests.redises import Store

OTHER_MASTER = bytes(32)


@pytest.fixture
def backend(store: Store) -> Backend:
    return Backend(store.client())


class RecordingObserver(Observer):
    """Notes what the desk tells."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def accepted(self, command: Command) -> None:
        self.outcomes.append(str(command.__struct_config__.tag))

    def refused(self, refusal: RuleViolation, kind: str) -> None:
        self.outcomes.append(f"{kind}: {refusal.code}")

    def conflict(self) -> None:
        self.outcomes.append("conflict")


# From command to commit


def test_a_command_becomes_a_commit_with_a_receipt(backend: Backend) -> None:
    opened = backend.open()
    assert (opened.version, [type(event) for event in opened.events]) == (1, [GameOpened])
    taken = backend.do(opened.game, "ada", "take_seat", colour="blue")
    assert taken.game == opened.game
    assert taken.version == 2
    assert taken.events == (SeatTaken(seat=0, player="ada", colour="blue"),)
    commit = backend.commits(opened.game)[1]
    assert (commit.version, commit.actor, commit.hash) == (2, "ada", taken.hash)
    assert (commit.key, commit.events) == (None, taken.events)


def test_the_header_names_the_game_and_its_rules(backend: Backend) -> None:
    game = backend.open().game
    header = read_header(backend.ledger.header(game) or b"")
    assert (header.game, header.ruleset, header.rules) == (game, "base", BASE.rules)


def test_a_whole_game_is_a_ledger_that_verifies(backend: Backend) -> None:
    game = backend.played(60)
    assert backend.verdict(game).status == VerificationStatus.SOUND
    backend.desk.void_game(game, "supper")
    backend.desk.close_game(game)
    verdict = backend.verdict(game, allow_open=False)
    assert (verdict.status, verdict.commits) == (VerificationStatus.SOUND, 67)


def test_a_refused_command_changes_nothing(store: Store, backend: Backend) -> None:
    game = backend.started()
    before, frozen = store.dump(), backend.frozen(game)
    for player, body, code in (
        ("ben", {"type": "place_settlement", "node": 0}, "turn/not_yours"),
        ("ada", {"type": "roll_dice"}, "phase/founding"),
        ("eve", {"type": "roll_dice"}, "seat/not_seated"),
        ("eve", {"type": "take_seat"}, "lobby/already_started"),
        ("ada", {"type": "fly"}, "command/unknown_type"),
        ("ada", {"type": "place_settlement"}, "command/missing_field"),
        ("ada", {"type": "place_settlement", "node": "0"}, "command/bad_value"),
        ("ada", {"type": "end_turn", "seat": 0}, "command/unknown_field"),
        ("ada", {"type": "close_game"}, "command/not_for_players"),
        ("ada", {"type": "move_game"}, "command/not_for_players"),
        ("ada", [], "command/not_an_object"),
    ):
        assert code_of(backend.desk.submit, game, body, PlayerId(player)) == code
    assert store.dump() == before
    assert backend.frozen(game) == frozen == Backend(store.client()).frozen(game)


@pytest.mark.parametrize("game", ["p07-" + "0" * 32, "nothing", "", "p99-x", "../x", "ż", "a:log"])
def test_a_game_that_is_not_there_is_unknown(store: Store, backend: Backend, game: str) -> None:
    assert code_of(backend.do, game, "ada", "take_seat") == "game/unknown"
    assert code_of(backend.desk.close_game, game) == "game/unknown"
    assert code_of(backend.version, game) == "game/unknown"
    assert store.dump() == {}


def test_a_game_of_an_unknown_ruleset_is_not_opened(store: Store, backend: Backend) -> None:
    opening = Opening("chess", 3, {})
    assert code_of(backend.desk.open_game, opening, PlayerId("ada")) == "ruleset/unknown"
    assert store.dump() == {}


@pytest.mark.parametrize(
    ("players", "options", "code"),
    [
        (2, {}, "options/players"),
        (3, {"gravity": 0}, "options/unknown"),
        (3, {"target_points": "ten"}, "options/bad_value"),
        (3, {"board": {"hexes": [], "name": "\ud800"}}, "options/bad_layout"),
    ],
)
def test_a_game_with_bad_options_is_not_opened(
    store: Store, backend: Backend, players: int, options: dict[str, Any], code: str
) -> None:
    opening = Opening("base", players, options)
    assert code_of(backend.desk.open_game, opening, PlayerId("ada"), "k") == code
    assert code_of(backend.desk.open_game, opening, PlayerId("ada")) == code
    assert store.dump() == {}


def test_a_receipt_tells_what_its_sender_may_know(backend: Backend) -> None:
    game, luck = backend.started(), Random(7)
    for _ in range(150):
        player, body = backend.next_move(game, luck)
        receipt = backend.desk.submit(game, body, player)
        commit = backend.commits(game)[-1] if receipt.version % 10 == 0 else None
        if commit is not None:
            seat = Seat(PLAYERS.index(player))
            assert receipt.hash == commit.hash
            assert receipt.events == tuple(BASE.redact(event, seat) for event in commit.events)


def test_two_games_do_not_meet(backend: Backend) -> None:
    one, two = backend.started(), backend.started()
    backend.do(one, "ada", "place_settlement", node=10)
    assert (backend.version(one), backend.version(two)) == (6, 5)
    assert backend.do(two, "ada", "place_settlement", node=10).version == 6


def test_a_game_that_was_not_listed_is_recorded_so(backend: Backend) -> None:
    opened = backend.desk.open_game(Opening("base", 3, {}, listed=False), PlayerId("ada"))
    with backend.games.hold(opened.game) as live:
        assert live.state.listed is False
    assert backend.verdict(opened.game).status == VerificationStatus.SOUND


# Time


def test_the_clock_may_go_back_but_commits_do_not(store: Store) -> None:
    times = iter([5_000, 7_000, 6_000, 1_000, 7_001, 0, 9_000, 8_000])
    backend = Backend(store.client(), clock=lambda: next(times))
    game = backend.started()
    assert [commit.at for commit in backend.commits(game)] == [5_000, 7_000, 7_000, 7_000, 7_001]
    # Another server, whose clock is behind, and that has not seen the game before.
    slow = Backend(store.client(), clock=lambda: 3_000)
    slow.do(game, "ada", "place_settlement", node=10)
    assert backend.commits(game)[-1].at == 7_001
    assert backend.verdict(game).status == VerificationStatus.SOUND


# Pinned versions


def test_a_command_pinned_to_the_head_is_taken(backend: Backend) -> None:
    game = backend.lobby()
    assert backend.guarded(game, "ada", {"type": "take_seat"}, version=1).version == 2


@pytest.mark.parametrize("version", [0, 1, 3, 99, -1])
def test_a_command_pinned_to_another_version_is_refused(
    store: Store, backend: Backend, version: int
) -> None:
    game = backend.lobby(seated=1)
    before = store.dump()
    refusal = refusal_of(backend.guarded, game, "ben", {"type": "take_seat"}, version=version)
    assert refusal.code == "command/version_moved"
    assert refusal.details == {"version": 2}
    assert store.dump() == before


def test_a_pin_is_held_against_what_other_servers_appended(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    assert backend.version(game) == 1
    Backend(store.client()).do(game, "ben", "take_seat")
    pinned = {"type": "take_seat"}
    assert code_of(backend.guarded, game, "ada", pinned, version=1) == "command/version_moved"
    assert backend.guarded(game, "ada", pinned, version=2).version == 3


# The service's own commands


def test_a_game_is_closed_once_it_is_over(backend: Backend) -> None:
    game = backend.started()
    assert code_of(backend.desk.close_game, game) == "game/not_over"
    backend.desk.void_game(game, "a power cut")
    closed = backend.desk.close_game(game)
    assert isinstance(closed.events[-1], LedgerClosed)
    assert backend.commits(game)[-1].actor == SYSTEM
    assert code_of(backend.desk.close_game, game) == "game/closed"
    assert code_of(backend.desk.void_game, game, "again") == "game/closed"
    assert code_of(backend.do, game, "ada", "roll_dice") == "game/closed"


@pytest.mark.parametrize("reason", ["", "x" * 201, "\ud800"])
def test_what_could_not_be_read_back_is_not_recorded(
    store: Store, backend: Backend, reason: str
) -> None:
    game = backend.started()
    before = store.dump()
    assert code_of(backend.desk.void_game, game, reason) == "command/bad_value"
    assert store.dump() == before
    assert backend.desk.void_game(game, "x" * 200).version == 6
    assert backend.verdict(game).status == VerificationStatus.SOUND


def test_a_game_that_is_over_is_open_and_due_until_it_is_closed(backend: Backend) -> None:
    game = backend.started()
    assert list(backend.ledger.open_games()) == [game]
    assert list(backend.ledger.due_games(1 << 50)) == []
    backend.desk.void_game(game, "a power cut")
    at = backend.commits(game)[-1].at
    assert list(backend.ledger.open_games()) == [game]
    assert list(backend.ledger.due_games(at)) == [game]
    assert list(backend.ledger.due_games(at - 1)) == []
    backend.desk.close_game(game)
    assert list(backend.ledger.open_games()) == []
    assert list(backend.ledger.due_games(1 << 50)) == []


def test_the_house_is_nudged_when_it_has_something_to_do(store: Store) -> None:
    nudged: list[str] = []
    backend = Backend(store.client(), nudge=nudged.append)
    game = backend.started()
    assert nudged == []
    backend.desk.void_game(game, "a power cut")
    assert nudged == [game]
    backend.desk.close_game(game)
    assert nudged == [game]


def test_a_moved_game_takes_nothing_more(backend: Backend) -> None:
    game = backend.started()
    moved = backend.desk.move_game(game)
    assert moved.events == (GameMoved(),)
    assert code_of(backend.do, game, "ada", "place_settlement", node=10) == "game/moved"
    assert code_of(backend.desk.void_game, game, "why") == "game/moved"
    assert code_of(backend.desk.close_game, game) == "game/moved"
    assert code_of(backend.desk.move_game, game) == "game/moved"
    assert list(backend.ledger.open_games()) == []
    assert backend.verdict(game).status == VerificationStatus.SOUND


def test_a_game_that_is_over_may_be_moved_and_is_then_not_due(backend: Backend) -> None:
    game = backend.started()
    backend.desk.void_game(game, "a power cut")
    backend.desk.move_game(game)
    assert list(backend.ledger.due_games(1 << 50)) == []
    assert code_of(backend.desk.close_game, game) == "game/moved"


# The secret


def test_a_server_with_another_secret_leaves_a_running_game_alone(store: Store) -> None:
    backend = Backend(store.client())
    game = backend.started()
    before = store.dump()
    stranger = Backend(store.client(), OTHER_MASTER)
    refusal = refusal_of(stranger.do, game, "ada", "place_settlement", node=10)
    assert refusal.code == "chance/secret_missing"
    assert refusal.details == {"key_id": key_id_of(MASTER)}
    assert code_of(stranger.desk.void_game, game, "why") == "chance/secret_missing"
    assert store.dump() == before
    assert stranger.frozen(game) == backend.frozen(game), "it can be read"
    assert stranger.open().version == 1, "other games go on"
    assert backend.do(game, "ada", "place_settlement", node=10).version == 6


def test_a_game_that_has_ended_says_so_whatever_the_secret(store: Store) -> None:
    backend, stranger = Backend(store.client()), Backend(store.client(), OTHER_MASTER)
    closed, moved = backend.started(), backend.started()
    backend.desk.void_game(closed, "a power cut")
    backend.desk.close_game(closed)
    backend.desk.move_game(moved)
    assert code_of(stranger.do, closed, "ada", "roll_dice") == "game/closed"
    assert code_of(stranger.desk.close_game, closed) == "game/closed"
    assert code_of(stranger.do, moved, "ada", "roll_dice") == "game/moved"


# What the desk tells of its work


def test_every_outcome_is_told(store: Store) -> None:
    observer = RecordingObserver()
    backend = Backend(store.client(), observer=observer)
    game = backend.open(key="k").game
    backend.do(game, "ada", "take_seat")
    assert observer.outcomes == ["open_game", "take_seat"]
    observer.outcomes.clear()
    for wish in (
        lambda: backend.do(game, "ada", "take_seat"),
        lambda: backend.do(game, "ada", "fly"),
        lambda: backend.do("nothing", "ada", "take_seat"),
        lambda: backend.guarded(game, "ben", {"type": "take_seat"}, version=1),
        lambda: backend.guarded(game, "ada", {"type": "leave_seat"}, key="k"),
        lambda: backend.guarded(game, "ada", {"type": "take_seat"}, key="k"),
        lambda: backend.guarded(game, "ada", {"type": "fly"}, key="k"),
        lambda: backend.desk.close_game(game),
    ):
        refusal_of(wish)
    assert observer.outcomes == [
        "take_seat: seat/already_seated",
        "unknown: command/unknown_type",
        "unknown: game/unknown",
        "take_seat: command/version_moved",
        "leave_seat: command/key_reused",
        "take_seat: command/key_reused",
        "unknown: command/unknown_type",
        "close_game: game/not_over",
    ]


def test_a_command_that_always_meets_others_is_told_to_come_again(
    fake_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    observer = RecordingObserver()
    backend, rival = Backend(fake_store.client(), observer=observer), Backend(fake_store.client())
    game = backend.lobby()
    observer.outcomes.clear()
    append = backend.ledger.append

    def too_late(*args: Any, **kwargs: Any) -> Any:
        kind = "leave_seat" if rival.version(game) % 2 == 0 else "take_seat"
        rival.do(game, "ben", kind)
        return append(*args, **kwargs)

    monkeypatch.setattr(backend.ledger, "append", too_late)
    assert code_of(backend.do, game, "ada", "take_seat") == "command/busy"
    assert observer.outcomes == ["conflict"] * 100 + ["take_seat: command/busy"]
    monkeypatch.undo()
    assert backend.do(game, "ada", "take_seat").version == 102


def test_players_are_seated_by_who_they_are(backend: Backend) -> None:
    game = backend.lobby(seated=3)
    with backend.games.hold(game) as live:
        assert [chair.player for chair in live.state.chairs] == list(PLAYERS)


def test_a_desk_without_wiring_is_quiet(store: Store) -> None:
    backend = Backend(store.client())
    desk = Desk(backend.games, MASTER)
    game = desk.open_game(Opening("base", 3, {}), PlayerId("ada")).game
    desk.void_game(game, "nobody came")
    assert desk.close_game(game).version == 3
