"""Recording golden games: never by the way, and anew only with a reason that is printed."""

import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.dice.game import DICE_GAME
from eventlog.ledger_file import read_ledger
from tests.golden import recording
from tests.golden.__main__ import main
from tests.golden.checking import check
from tests.golden.files import FOLDER, GoldenGame, golden_games
from tests.golden.reasons import PROPERTY
from tests.golden.recipes import recipes
from tests.golden.record import Record, encode

SCRIPTED, WHOLE = "dice/deserted", "dice/schema-1/abandoned"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game of each kind."""
    for title in (SCRIPTED, WHOLE):
        for path in FOLDER.glob(f"{title}.*"):
            copy = tmp_path / path.relative_to(FOLDER)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
    return tmp_path


@pytest.fixture
def scripted(folder: Path) -> GoldenGame:
    return GoldenGame(SCRIPTED, folder)


@pytest.fixture
def whole(folder: Path) -> GoldenGame:
    return GoldenGame(WHOLE, folder)


def rewrite(game: GoldenGame, **changes: object) -> None:
    """Change the recorded ending."""
    record = game.record()
    changed = replace(record, ending=replace(record.ending, **changes))
    game.record_path.write_bytes(encode(changed))


def add_row(game: GoldenGame, *row: object) -> None:
    record = game.record()
    assert record.script is not None
    script = replace(record.script, rows=[*record.script.rows, [*row]])
    game.record_path.write_bytes(encode(replace(record, script=script)))


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.*json")}


# Games that do not end as recorded


@pytest.mark.parametrize("title", [SCRIPTED, WHOLE])
def test_another_head_fails_and_the_failure_says_how_to_record_anew(
    folder: Path, title: str
) -> None:
    game = GoldenGame(title, folder)
    check(game)
    rewrite(game, head="00" * 32)
    with pytest.raises(pytest.fail.Exception) as failure:
        check(game)
    assert f'python -m tests.golden --again {title} --because "' in str(failure.value)
    assert f"{'00' * 32} was recorded" in str(failure.value)


@pytest.mark.parametrize("title", [SCRIPTED, WHOLE])
def test_another_view_fails_and_the_failure_names_the_viewer(folder: Path, title: str) -> None:
    game = GoldenGame(title, folder)
    rewrite(game, views={**game.record().ending.views, "spectator": "00" * 32})
    with pytest.raises(pytest.fail.Exception, match="view differs for spectator"):
        check(game)


def test_a_command_that_the_rules_refuse_fails(scripted: GoldenGame) -> None:
    add_row(scripted, "system", "close_game")
    with pytest.raises(pytest.fail.Exception, match="command 6 is refused: GameClosed"):
        check(scripted)


def test_a_ledger_that_is_not_sound_fails(whole: GoldenGame) -> None:
    ledger = whole.ledger_path.read_bytes()
    whole.ledger_path.write_bytes(ledger.replace(b'"colour":"blue"', b'"colour":"red"'))
    with pytest.raises(pytest.fail.Exception, match="not sound: commit 2"):
        check(whole)


# Recording


def test_recorded_games_are_not_touched_and_missing_ones_are_recorded(
    folder: Path, scripted: GoldenGame, whole: GoldenGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = {name: recipes(DICE_GAME)[name] for name in ("deserted", "abandoned", "moved", "void")}
    monkeypatch.setattr(recording, "recipes", lambda ruleset: some)
    monkeypatch.setattr(recording, "RULESETS", {"dice": DICE_GAME})
    rewrite(scripted, head="00" * 32)
    before = files(folder)
    main([], folder)
    after = files(folder)
    assert before.items() <= after.items()
    new = [game for game in golden_games(folder=folder) if game not in (scripted, whole)]
    assert [game.title for game in new] == ["dice/schema-1/moved", "dice/void"]
    for game in new:
        check(game)
        assert game.record().because == []
    main([], folder)
    assert files(folder) == after


@pytest.mark.parametrize(
    "arguments",
    [
        ["--again", SCRIPTED],
        ["--again", SCRIPTED, "--because", " "],
        ["--because", "the rules are better now"],
        ["--again", "dice/unheard-of", "--because", "the rules are better now"],
    ],
)
def test_nothing_is_recorded_anew_without_a_name_and_a_reason(
    folder: Path, scripted: GoldenGame, arguments: list[str]
) -> None:
    rewrite(scripted, head="00" * 32)
    before = files(folder)
    with pytest.raises(SystemExit):
        main(arguments, folder)
    assert files(folder) == before


@pytest.mark.parametrize("title", [SCRIPTED, WHOLE])
def test_a_game_that_changed_is_recorded_anew_with_the_reason(folder: Path, title: str) -> None:
    game = GoldenGame(title, folder)
    good = game.record()
    others = {other: other.record() for other in golden_games(folder=folder) if other != game}
    for reason in ("a mended rule", "a new field"):
        rewrite(game, head="00" * 32, views={})
        main(["--again", "dice/*", "--because", reason], folder)
        check(game)
    assert game.record() == replace(good, because=[*good.because, "a mended rule", "a new field"])
    for other, before in others.items():
        assert other.record() == before, "it has not changed"


def test_a_game_that_the_rules_refuse_is_played_anew(scripted: GoldenGame) -> None:
    good = scripted.record()
    add_row(scripted, "system", "close_game")
    main(["--again", SCRIPTED, "--because", "a mended rule"], scripted.folder)
    assert scripted.record() == replace(good, because=[*good.because, "a mended rule"])


def test_a_script_can_be_kept_as_the_whole_ledger_that_it_leads_to(scripted: GoldenGame) -> None:
    good = scripted.record()
    main(["--whole", SCRIPTED], scripted.folder)
    (whole,) = (game for game in golden_games(folder=scripted.folder) if game.name == "deserted")
    assert whole.title == "dice/schema-1/deserted"
    assert whole.record() == Record(good.ending, good.because)
    assert read_ledger(whole.ledger_path.read_bytes()).head.hex() == good.ending.head
    check(whole)


def test_a_game_can_be_shown(scripted: GoldenGame, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--show", SCRIPTED], scripted.folder)
    shown = capsys.readouterr().out
    assert scripted.record().ending.head in shown
    assert '{"viewer":"organizer","view":{' in shown


# Reasons


def test_the_test_run_prints_what_was_recorded_anew_and_why(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        f"""
        import pytest

        @pytest.mark.parametrize("title", ["base/b", "base/a"])
        def test_it(title, record_property):
            record_property({PROPERTY!r}, (title, "a mended rule"))
        """
    )
    result = pytester.runpytest("-p", "tests.golden.reasons")
    result.stdout.fnmatch_lines(["*golden games recorded anew*", "a mended rule: base/a, base/b"])


def test_a_run_without_such_games_prints_nothing_about_them(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_it(): pass")
    result = pytester.runpytest("-p", "tests.golden.reasons")
    result.stdout.no_fnmatch_line("*golden*")
