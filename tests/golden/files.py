"""The files of golden games: `base/NAME.json`, or `base/schema-1/NAME.json` with a whole ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from domain.messages import Command, Event
from domain.registry import RULESETS
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
        return RULESETS[self.ruleset_name]

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
        """The game as the present rules play it."""
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
    paths = [
        *folder.glob(f"{ruleset_name}/*.json"),
        *folder.glob(f"{ruleset_name}/schema-*/*.json"),
    ]
    titles = (path.relative_to(folder).with_suffix("").as_posix() for path in paths)
    return [GoldenGame(title, folder) for title in sorted(titles)]


def game_named(ruleset: Ruleset, name: str, folder: Path = FOLDER) -> GoldenGame | None:
    """The game of this name in the present schema, if it is recorded."""
    whole = GoldenGame(f"{ruleset.name}/schema-{ruleset.schema}/{name}", folder)
    scripted = GoldenGame(f"{ruleset.name}/{name}", folder)
    return next((game for game in (whole, scripted) if game.record_path.exists()), None)


def write_whole(ledger: bytes, name: str, because: list[str], folder: Path = FOLDER) -> GoldenGame:
    """Keep a game as its whole ledger."""
    header = read_ledger(ledger).header
    game = GoldenGame(f"{header.ruleset}/schema-{header.schema}/{name}", folder)
    _write(game, Record(replay_ledger(ledger, game.ruleset).ending, because))
    game.ledger_path.write_bytes(ledger)
    return game


def write_script(ledger: bytes, name: str, because: list[str], folder: Path = FOLDER) -> GoldenGame:
    """Keep a game as its script. It has to lead to the same ledger again, byte for byte."""
    ledger_file = read_ledger(ledger)
    game = GoldenGame(f"{ledger_file.header.ruleset}/{name}", folder)
    script = script_of(ledger_file, game.ruleset)
    replay = replay_script(script, game.ruleset)
    if replay.ledger != ledger:
        raise ValueError(f"the script of {game.title} does not lead to its ledger")
    _write(game, Record(replay.ending, because, script))
    return game


def _write(game: GoldenGame, record: Record) -> None:
    game.record_path.parent.mkdir(parents=True, exist_ok=True)
    game.record_path.write_bytes(encode(record))
