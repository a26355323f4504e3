"""Recording golden games: those that are missing, and one anew if there is a reason."""

from collections.abc import Iterator
from pathlib import Path

from domain.registry import RULESETS
from tests.golden.checking import problem_of, soundness_problem
from tests.golden.files import FOLDER, GoldenGame, game_named, write_script, write_whole
from tests.golden.recipes import WHOLE, recipes
from tests.golden.replay import NotPlayable


class NotRecorded(Exception):
    """This game cannot be recorded in this way."""


def record_missing(folder: Path = FOLDER) -> Iterator[GoldenGame]:
    """Play and record the games that are not there yet."""
    versions = [version for ruleset in RULESETS.values() for version in ruleset.versions]
    for ruleset in versions:
        for name, recipe in recipes(ruleset).items():
            if game_named(ruleset, name, folder) is None:
                yield _write(recipe(), name, [], folder, is_whole=name in WHOLE)


def record_again(game: GoldenGame, because: str) -> bool:
    """Record a game anew if it does not end as recorded. Return whether it was.

    The commands stay the same as long as the rules accept them.
    """
    if problem_of(game) is None:
        return False
    recorded = game.record()
    reasons = [*recorded.because, because]
    _write(_present_ledger(game), game.name, reasons, game.folder, is_whole=recorded.script is None)
    return True


def keep_whole(game: GoldenGame) -> GoldenGame:
    """Keep the whole ledger of a game instead of its script."""
    problem = problem_of(game)
    if problem is not None:
        raise NotRecorded(f"{game.title}: {problem}")
    recorded = game.record()
    if recorded.script is None:
        return game
    whole = write_whole(game.replay().ledger, game.name, recorded.because, game.folder)
    game.record_path.unlink()
    return whole


def _write(
    ledger: bytes, name: str, because: list[str], folder: Path, *, is_whole: bool
) -> GoldenGame:
    problem = soundness_problem(ledger, name)
    if problem is not None:
        raise NotRecorded(f"{name}: {problem}")
    return (write_whole if is_whole else write_script)(ledger, name, because, folder)


def _present_ledger(game: GoldenGame) -> bytes:
    """The ledger to which a recorded game leads now; if it leads nowhere, that of a new game."""
    try:
        ledger = game.replay().ledger
        if soundness_problem(ledger, game.name) is None:
            return ledger
    except NotPlayable:
        pass
    if game.header().schema != game.ruleset.schema:
        raise NotRecorded(f"{game.title}: a ledger of an older schema has to stay as it is")
    recipe = recipes(game.ruleset).get(game.name)
    if recipe is None:
        raise NotRecorded(f"{game.title}: there is no recipe of this name")
    return recipe()
