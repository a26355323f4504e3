"""The command line of golden games: `python -m tests.golden --help`."""

import argparse
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec

from tests.games import viewers
from tests.golden.files import FOLDER, GoldenGame, golden_games
from tests.golden.recording import NotRecorded, keep_whole, record_again, record_missing

DESCRIPTION = """Record the golden games that are missing. Recorded games are not touched unless
they are named; GAME is a name such as base/default, or a pattern such as 'base/*'."""


def main(arguments: Sequence[str], folder: Path = FOLDER) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=DESCRIPTION)
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument(
        "--again", metavar="GAME", help="record games anew that changed; needs --because"
    )
    choice.add_argument(
        "--whole", metavar="GAME", help="keep the whole ledgers of games instead of their scripts"
    )
    choice.add_argument(
        "--show", metavar="GAME", help="print the ledger and the final views of games"
    )
    parser.add_argument(
        "--because", metavar="REASON", help="why games are recorded anew; every test run prints it"
    )
    given = parser.parse_args(arguments)
    because = (given.because or "").strip()
    if bool(given.again) != bool(because):
        parser.error("--again and --because go together: name the games and the reason")
    pattern = given.again or given.whole or given.show
    games = [game for game in golden_games(folder=folder) if fnmatchcase(game.title, pattern or "")]
    if pattern and not games:
        parser.error(f"there is no golden game {pattern}")
    try:
        if not pattern:
            for game in record_missing(folder):
                print("recorded", game.title)
        for game in games:
            if given.again:
                is_changed = record_again(game, because)
                print("recorded anew" if is_changed else "unchanged", game.title)
            elif given.whole:
                print("kept whole", keep_whole(game).title)
            else:
                show(game)
    except NotRecorded as error:
        sys.exit(str(error))


def show(game: GoldenGame) -> None:
    """Print the ledger of a game, then what every viewer sees at its end, a line for each."""
    replay = game.replay()
    print(replay.ledger.decode(), end="")
    for viewer in viewers(replay.state):
        view = replay.state.ruleset.view(replay.state, viewer)
        print(msgspec.json.encode({"viewer": viewer, "view": view}).decode())


if __name__ == "__main__":
    main(sys.argv[1:])
