"""Whether a golden game still ends as it was recorded, and what to do if it does not."""

import pytest

from eventlog.verification import VerificationStatus, verify
from tests.golden.files import GoldenGame
from tests.golden.record import Ending
from tests.golden.replay import NotPlayable

OPEN = ("moved",)
"""Games that were not closed on this server."""

ADVICE = """
To see what differs, compare the output of
  python -m tests.golden --show {title}
with its output at a commit that passes. If the change is wanted, record the game anew and give
the reason, which is kept in the record and printed by every test run:
  python -m tests.golden --again {title} --because "…"
"""


def check(game: GoldenGame) -> None:
    """Fail unless this build leads to the recorded ending."""
    problem = problem_of(game)
    if problem is not None:
        pytest.fail(f"{game.title}: {problem}.\n{ADVICE.format(title=game.title)}", pytrace=False)


def problem_of(game: GoldenGame) -> str | None:
    """In which way a game does not end as recorded, if it does not."""
    record = game.record()
    if record.script is None:
        problem = soundness_problem(game.ledger_path.read_bytes(), game.name)
        if problem is not None:
            return problem
    try:
        ending = game.replay().ending
    except NotPlayable as refusal:
        return str(refusal)
    return _difference(record.ending, ending)


def soundness_problem(ledger: bytes, name: str) -> str | None:
    """Why a ledger is not sound, if it is not."""
    verdict = verify(ledger, allow_open=name in OPEN)
    is_sound = verdict.status == VerificationStatus.SOUND
    return None if is_sound else f"its ledger is not sound: {verdict.message}"


def _difference(recorded: Ending, ending: Ending) -> str | None:
    if ending.head != recorded.head:
        return f"its head is {ending.head}, but {recorded.head} was recorded"
    if ending.events != recorded.events:
        return "its record lists other types of events than happen in it"
    viewers = sorted(recorded.views.keys() | ending.views.keys())
    differing = [name for name in viewers if ending.views.get(name) != recorded.views.get(name)]
    return f"its final view differs for {', '.join(differing)}" if differing else None
