"""Challenges: alike for everybody, begun at once, and closed when the challenge is."""

from itertools import chain
from random import Random

import pytest

from domain.chance.draws import SeededChance, key_of
from domain.dice.commands import Reroll, RollDice
from domain.dice.events import DiceRolled
from domain.dice.game import DICE_GAME
from domain.ids import PlayerId, Seat
from domain.messages import Command
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.table.bots import SeatBot
from domain.table.challenges import Challenge
from domain.table.closing import CloseGame
from domain.table.expiry import Expire
from domain.table.lobby import AddNonce, LeaveSeat, OpenGame, TakeSeat
from domain.table.state import CLOSED, OVER
from eventlog.ledger_file import read_ledger
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import SECOND
from tests.attempts import DAY, attempt, begun, close, play_on
from tests.eventlog.forgeries import find, sealed, unpacked
from tests.recorded_game import RecordedGame
from tests.test_chance import hmac_sha256

HOST, STRANGER = PlayerId("host"), PlayerId("stranger")


def code_of(recorded: RecordedGame, command: Command) -> str:
    with pytest.raises(RuleViolation) as refusal:
        recorded.do("somebody", command)
    return refusal.value.code


def dice_met(recorded: RecordedGame) -> dict[tuple[int, int, int], str]:
    """What every die showed, by turn, roll and die, as far as it was rolled."""
    met = {}
    state = DICE_GAME.new_game()
    for event in chain(*read_ledger(recorded.recorder.ledger()).events_by_commit(DICE_GAME)):
        DICE_GAME.evolve(state, event)
        if isinstance(event, DiceRolled):
            for die, face in zip(event.dice, event.faces, strict=True):
                met[state.turn, event.roll, die] = face
    return met


# The same luck for everybody


def test_all_meet_the_same_dice_whatever_they_keep() -> None:
    met = [dice_met(attempt(DICE_GAME, luck)) for luck in range(6)]
    common = set.intersection(*map(set, met))
    assert len(common) >= 15 * 6, "the first roll of every turn, at least"
    assert len({frozenset(one) for one in met}) > 1, "they did not keep the same"
    for roll in set.union(*map(set, met)):
        assert len({one[roll] for one in met if roll in one}) == 1


def test_a_die_that_is_rolled_alone_falls_as_it_would_with_others() -> None:
    one, other = begun(DICE_GAME), begun(DICE_GAME, game="another")
    for recorded, dice in ((one, (4,)), (other, (0, 1, 4))):
        recorded.do("host", RollDice(Seat(0)))
        recorded.do("host", Reroll(Seat(0), dice))
    assert one.state.dice[4].face == other.state.dice[4].face


def test_a_shared_draw_is_what_an_outsider_computes() -> None:
    chance = SeededChance(b"seed", "key")
    chance.fix_key(DAY.name, (), is_shared=True)
    key = hmac_sha256(b"seed", DAY.name.encode())
    assert key == key_of(b"seed", DAY.name, ())
    value = int.from_bytes(hmac_sha256(key, b"die:3:2:5::0")[:8], "big")
    for index in (0, 7):
        chance.index = index
        assert chance.below(6, "die:3:2:5") == value % 6
        assert chance.index == index + 1


# Opening


def test_an_attempt_begins_at_once_with_its_player_alone() -> None:
    state = begun(DICE_GAME).state
    assert (state.phase, state.turn, state.is_sealed) == ("ready", 1, True)
    assert [chair.player for chair in state.chairs] == ["host"]
    assert state.ruleset.view(state, Seat(0)).challenge == DAY


@pytest.mark.parametrize(
    "command",
    [
        AddNonce(HOST, "0" * 32),
        SeatBot(HOST, "planner"),
        LeaveSeat(HOST),
        TakeSeat(STRANGER),
    ],
)
def test_nothing_can_be_changed_about_it_any_more(command: Command) -> None:
    assert code_of(begun(DICE_GAME), command) == "lobby/already_started"


@pytest.mark.parametrize(
    ("ruleset", "opening"),
    [
        (DICE_GAME, OpenGame(HOST, "g", 2, {}, listed=False, challenge=DAY)),
        (DICE_GAME, OpenGame(HOST, "g", 1, {}, listed=True, challenge=DAY)),
        (DICE_GAME, OpenGame(HOST, "g", 1, {"clock": "live"}, listed=False, challenge=DAY)),
        (RULESETS["base"], OpenGame(HOST, "g", 3, {}, listed=False, challenge=DAY)),
        (DICE_GAME, OpenGame(HOST, "g", 1, {}, listed=False, challenge=Challenge("", 0, 1))),
        (DICE_GAME, OpenGame(HOST, "g", 1, {}, listed=False, challenge=Challenge("one", 1, 1))),
    ],
)
def test_all_attempts_are_alike(ruleset: Ruleset, opening: OpenGame) -> None:
    assert code_of(RecordedGame(ruleset, "g", DAY.name), opening) == "challenge/not_so"


# The end


def test_a_finished_attempt_is_not_closed_before_its_challenge() -> None:
    recorded = begun(DICE_GAME)
    play_on(recorded, Random(0))
    assert recorded.state.phase == OVER
    for at in (None, recorded.now, DAY.closes_at - 1):
        assert code_of(recorded, CloseGame(at)) == "challenge/still_on"
    close(recorded)
    assert (recorded.state.phase, recorded.state.outcome) == (CLOSED, "won")
    assert not recorded.state.is_sealed


def test_an_attempt_that_is_not_finished_in_time_has_no_rank() -> None:
    recorded = attempt(DICE_GAME, moves=30)
    state = recorded.state
    assert (state.outcome, state.ending, state.winners) == ("abandoned", "challenge_closed", ())
    assert [standing.rank for standing in state.standings] == [None]
    assert len(state.sheets[0].track) < 15, "the boxes left stay empty"


def test_it_does_not_end_before_its_time() -> None:
    recorded = begun(DICE_GAME)
    early = Expire(DAY.closes_at, DAY.closes_at - 1)
    assert code_of(recorded, early) == "clock/not_yet_due"
    assert code_of(recorded, Expire(recorded.now, recorded.now)) == "clock/no_such_deadline"


# Verifying


def test_closed_attempts_verify() -> None:
    for moves in (None, 30, 0):
        verdict = verify(attempt(DICE_GAME, moves=moves).recorder.ledger())
        assert verdict.status == VerificationStatus.SOUND, verdict.message


def test_an_attempt_after_the_end_of_its_day_is_found() -> None:
    recorded = begun(DICE_GAME)
    recorded.now = DAY.closes_at
    recorded.do("host", RollDice(Seat(0)))
    play_on(recorded, Random(0))
    recorded.do("system", CloseGame(recorded.now + SECOND))
    verdict = verify(recorded.recorder.ledger())
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, 2)
    assert "not on" in verdict.message


def test_a_time_of_closing_that_is_not_its_own_is_found() -> None:
    recorded = begun(DICE_GAME)
    play_on(recorded, Random(0))
    recorded.do("system", CloseGame(DAY.closes_at))
    assert "is not the time of the commit" in verify(recorded.recorder.ledger()).message


@pytest.mark.parametrize(
    "challenge",
    [
        Challenge(DAY.name, DAY.opens_at, DAY.closes_at + 3_600_000),
        Challenge("daily:2026-01-02", DAY.opens_at, DAY.closes_at),
        Challenge("weekly:2026-01-01", DAY.opens_at, DAY.closes_at),
        Challenge("daily:20260101", DAY.opens_at, DAY.closes_at),
    ],
)
def test_a_challenge_that_the_house_never_had_is_found(challenge: Challenge) -> None:
    recorded = RecordedGame(DICE_GAME, "g", challenge.name)
    recorded.do("host", OpenGame(HOST, "g", 1, {}, listed=False, challenge=challenge))
    verdict = verify(recorded.recorder.ledger(), allow_open=True)
    assert (verdict.bad_commit, verdict.message) == (1, "commit 1: there is no such challenge")


def test_dice_that_were_not_those_of_the_day_are_found() -> None:
    header, commits = unpacked(attempt(DICE_GAME).recorder.ledger())
    commit, rolled = find(commits, "dice_rolled")
    rolled["faces"][0] = "ore" if rolled["faces"][0] != "ore" else "gold"
    verdict = verify(sealed(header, commits))
    assert (verdict.status, verdict.bad_commit) == (VerificationStatus.UNSOUND, commit["version"])
