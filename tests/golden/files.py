"""The files of golden games: `base/NAME.json`, or `base/schema-1/NAME.json` with a whole ledger.

Those are games by rules 1. Games by rules 2 are in `base/rules-2/`, and so on. A recorded game is
never rewritten because newer rules came: it is judged by the version that it was opened by.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.messages import Command, Event
from domain.registry import ruleset_named
from domain.ruleset import Ruleset
from eventlog.commit import codec_for
from eventlog.ledger_file import Header, read_ledger
from tests.golden.record import Record, decode, encode, script_of, tag_of
from tests.golden.replay import Replay, judge_script, replay_ledger, replay_script
from tests.golden.rows import tags_in

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class GoldenGame:
    """One recorded game."""

    title: str
    """The path of its files without the suffix, such as `base/default`."""
    folder: Path = FOLDER

    @property
    def name(self) -> str:
        """Its name among the games of its ruleset."""
        return self.title.rpartition("/")[2]

    @property
    def ruleset_name(self) -> str:
        return self.title.partition("/")[0]

    @property
    def ruleset(self) -> Ruleset:
        """The version of its ruleset that it was opened by."""
        return ruleset_named(self.ruleset_name, _rules_in(self.title))

    @property
    def record_path(self) -> Path:
        return self.folder / f"{self.title}.json"

    @property
    def ledger_path(self) -> Path:
        """The whole ledger, if it is kept."""
        return self.folder / f"{self.title}.ndjson"

    def record(self) -> Record:
        return decode(self.record_path.read_bytes())

    def header(self) -> Header:
        script = self.record().script
        if script is None:
            return read_ledger(self.ledger_path.read_bytes()).header
        return script.header

    def replay(self) -> Replay:
        """The game as its rules play it in this build."""
        script = self.record().script
        if script is None:
            return replay_ledger(self.ledger_path.read_bytes(), self.ruleset)
        return replay_script(script, self.ruleset)

    def decisions(self) -> list[tuple[Command, Sequence[Event]]]:
        """Every command with the events that followed from it."""
        script = self.record().script
        if script is None:
            ledger = read_ledger(self.ledger_path.read_bytes())
            commits = map(codec_for(self.ruleset).decode, ledger.lines)
            return [(commit.command, commit.events) for commit in commits]
        judged = judge_script(script, self.ruleset.new_game())
        return [(decision.command, decision.events) for decision in judged]

    def command_types(self) -> set[str]:
        """The types of all its commands."""
        script = self.record().script
        if script is None:
            return {tag_of(command) for command, _ in self.decisions()}
        return tags_in(script.rows)


def golden_games(ruleset_name: str = "*", folder: Path = FOLDER) -> list[GoldenGame]:
    """All recorded games, or those of one ruleset."""
    places = ("", "schema-*/", "rules-*/", "rules-*/schema-*/")
    paths = [path for place in places for path in folder.glob(f"{ruleset_name}/{place}*.json")]
    titles = (path.relative_to(folder).with_suffix("").as_posix() for path in paths)
    return [GoldenGame(title, folder) for title in sorted(titles)]


def game_named(ruleset: Ruleset, name: str, folder: Path = FOLDER) -> GoldenGame | None:
    """The game of this name by these rules in the present schema, if it is recorded."""
    place = _place_of(ruleset.name, ruleset.rules)
    whole = GoldenGame(f"{place}/schema-{ruleset.schema}/{name}", folder)
    scripted = GoldenGame(f"{place}/{name}", folder)
    return next((game for game in (whole, scripted) if game.record_path.exists()), None)


def write_whole(ledger: bytes, name: str, because: list[str], folder: Path = FOLDER) -> GoldenGame:
    """Keep a game as its whole ledger."""
    header = read_ledger(ledger).header
    place = _place_of(header.ruleset, header.rules)
    game = GoldenGame(f"{place}/schema-{header.schema}/{name}", folder)
    _write(game, Record(replay_ledger(ledger, game.ruleset).ending, because))
    game.ledger_path.write_bytes(ledger)
    return game


def write_script(ledger: bytes, name: str, because: list[str], folder: Path = FOLDER) -> GoldenGame:
    """Keep a game as its script. It has to lead to the same ledger again, byte for byte."""
    ledger_file = read_ledger(ledger)
    header = ledger_file.header
    game = GoldenGame(f"{_place_of(header.ruleset, header.rules)}/{name}", folder)
    script = script_of(ledger_file, game.ruleset)
    replay = replay_script(script, game.ruleset)
    if replay.ledger != ledger:
        raise ValueError(f"the script of {game.title} does not lead to its ledger")
    _write(game, Record(replay.ending, because, script))
    return game


def _place_of(ruleset_name: str, rules: int) -> str:
    """Where the games by a version of the rules are. Games by rules 1 were there first."""
    return ruleset_name if rules == 1 else f"{ruleset_name}/rules-{rules}"


def _rules_in(title: str) -> int:
    found = re.match(r"\w+/rules-(\d+)/", title)
    return int(found[1]) if found else 1


def _write(game: GoldenGame, record: Record) -> None:
    game.record_path.parent.mkdir(parents=True, exist_ok=True)
    game.record_path.write_bytes(encode(record))
