"""A tournament as a ledger: recorded, written to a file, and verified like a game."""

from hypothesis import given
from msgspec.structs import replace

from domain.messages import authors_of
from domain.registry import TOURNAMENT
from domain.tournament.drafting import DraftRound, RoundDrafted
from domain.tournament.setup import SharedBoards
from eventlog.verification import VerificationStatus, verify
from hexledger.self_play import Recorder
from tests.soak import examples
from tests.tournament.hall import HOST, Hall, running, started
from tests.tournament.test_tournament_laws import RANDOMS, Random, whole


def ledger_of(hall: Hall, commits: int | None = None) -> bytes:
    """The ledger of all that was done in a hall, or of so many commits."""
    recorder = Recorder(TOURNAMENT, "t", hall.chance.seed)
    for command, events, at in hall.commits[:commits]:
        recorder.record(at, str(authors_of(command)[0]), command, list(events))
    return recorder.ledger()


@examples(6)
@given(random=RANDOMS)
def test_the_ledger_of_a_tournament_is_sound(random: Random):
    hall = whole(random)
    verdict = verify(ledger_of(hall))
    assert verdict.status == VerificationStatus.SOUND, verdict
    assert verdict.draws == hall.state.next_draw


@examples(4)
@given(random=RANDOMS)
def test_an_open_tournament_is_sound_so_far(random: Random):
    hall = whole(random)
    some = random.randint(1, len(hall.commits) - 1)
    verdict = verify(ledger_of(hall, some), allow_open=True)
    assert verdict.status == VerificationStatus.SOUND, verdict


def test_a_seating_that_was_not_drawn_is_found():
    hall = started(8)
    hall.do(DraftRound(HOST))
    command, (drafted,), at = hall.commits.pop()
    assert isinstance(drafted, RoundDrafted)
    assert drafted.plan is not None
    swapped = replace(drafted, plan=replace(drafted.plan, tables=drafted.plan.tables[::-1]))
    hall.commits.append((command, (swapped,), at))
    verdict = verify(ledger_of(hall), allow_open=True, seed=hall.chance.seed)
    assert verdict.status == VerificationStatus.UNSOUND
    assert verdict.bad_commit == len(hall.commits)


def test_a_boards_draws_are_part_of_the_ledger():
    hall = running(8, boards=SharedBoards())
    verdict = verify(ledger_of(hall), allow_open=True, seed=hall.chance.seed)
    assert verdict.status == VerificationStatus.SOUND
    assert verdict.draws == hall.state.next_draw > 20
