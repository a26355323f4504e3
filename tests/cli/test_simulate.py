"""`hexledger simulate`: random games, a summary, and ledgers that are the same in any process."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from eventlog.verification import VerificationStatus, verify
from hexledger.cli.main import main
from tests.games import LAKE

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-c", "from hexledger.cli.main import main; raise SystemExit(main())"]
QUICK = ("--max-turns", "3")
KEYS = {
    "ruleset",
    "rules",
    "players",
    "options",
    "seed",
    "bots",
    "player_trades",
    "games",
    "outcomes",
    "wins_by_seat",
    "points_by_bot",
    "wins_by_bot",
    "turns",
    "decisions",
    "events",
    "dice",
    "seconds",
    "games_per_second",
    "decisions_per_second",
}
TIMES = {"seconds", "games_per_second", "decisions_per_second"}


class CommandResult(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str


@pytest.fixture
def hexledger(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The command line, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> CommandResult:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as bad_usage:
            status = int(bad_usage.code or 0)
        return CommandResult(status, *capsys.readouterr())

    return run


def in_a_process(*arguments: object, **environment: str) -> CommandResult:
    done = subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )
    return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())


def assert_one_line(result: CommandResult, *words: str) -> None:
    """A problem is printed in one line on the error stream, with status 2."""
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("hexledger: ")
    assert result.err.count("\n") == 1
    assert result.err.endswith("\n")
    for word in words:
        assert word in result.err


def ledgers(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def options_of(ledger: bytes) -> dict[str, Any]:
    return json.loads(ledger.splitlines()[1])["events"][0]["options"]


# The summary


def test_the_summary_tells_what_was_played(hexledger):
    result = hexledger("simulate", "--games", 4, "--seed", 7)
    assert result.status == 0
    assert result.err == ""
    for word in ("4 of base", "seed 7", "wins by seat", "turns", "decisions", "games/s", "%"):
        assert word in result.out


def test_the_summary_for_machines_has_everything(hexledger):
    result = hexledger("simulate", "--games", 6, "--seed", 7, "--players", 3, "--json")
    assert (result.status, result.err) == (0, "")
    summary = json.loads(result.out)
    assert set(summary) == KEYS
    assert (summary["ruleset"], summary["players"], summary["seed"]) == ("base", 3, "7")
    assert (summary["games"], summary["options"], summary["player_trades"]) == (6, {}, True)
    assert sum(summary["outcomes"].values()) == 6
    assert len(summary["wins_by_seat"]) == 3
    assert sum(summary["wins_by_seat"]) == summary["outcomes"].get("won", 0)
    assert summary["bots"] == ["random"] * 3
    assert summary["wins_by_bot"] == {"random": summary["outcomes"].get("won", 0)}
    assert set(summary["dice"]) <= {str(number) for number in range(2, 13)}
    for name in ("turns", "decisions", "events"):
        spread = summary[name]
        assert 0 < spread["least"] <= spread["mean"] <= spread["most"]
    assert all(summary[name] > 0 for name in ("games_per_second", "decisions_per_second"))


def test_the_dice_of_many_games_fall_as_dice_do(hexledger):
    result = hexledger(
        "simulate", "--games", 20, "--seed", "dice", "--json", "--player-trades", "off"
    )
    dice = {int(number): count for number, count in json.loads(result.out)["dice"].items()}
    rolls = sum(dice.values())
    assert rolls > 2_000
    for number, count in dice.items():
        assert count / rolls == pytest.approx((6 - abs(7 - number)) / 36, abs=0.02)


def test_games_that_take_too_long_are_void(hexledger):
    summary = json.loads(hexledger("simulate", "--games", 2, *QUICK, "--json").out)
    assert summary["outcomes"] == {"void": 2}
    assert summary["turns"]["most"] == 4


# Ledgers


def test_without_a_folder_nothing_is_written(hexledger, tmp_path: Path):
    assert hexledger("simulate", "--games", 2, *QUICK).status == 0
    assert list(tmp_path.iterdir()) == []


def test_ledgers_are_written_numbered_and_sound(hexledger, tmp_path: Path):
    result = hexledger("simulate", "--games", 3, *QUICK, "--out", "a/b", "--seed", "x")
    assert result.status == 0
    assert "ledgers in a/b" in result.out
    written = ledgers(tmp_path / "a" / "b")
    assert list(written) == [f"base-00000{n}.ndjson" for n in (1, 2, 3)]
    assert len(set(written.values())) == 3
    assert all(verify(ledger).status == VerificationStatus.SOUND for ledger in written.values())


def test_the_same_seed_gives_the_same_bytes_and_another_seed_others(hexledger, tmp_path: Path):
    for folder, seed in (("one", 1), ("again", 1), ("two", 2)):
        hexledger("simulate", "--games", 2, "--max-turns", 20, "--seed", seed, "--out", folder)
    assert ledgers(tmp_path / "one") == ledgers(tmp_path / "again")
    one, two = ledgers(tmp_path / "one"), ledgers(tmp_path / "two")
    assert not set(one.values()) & set(two.values())
    games = {
        json.loads(ledger.splitlines()[0])["game"] for ledger in (*one.values(), *two.values())
    }
    assert len(games) == 4


def test_a_game_does_not_depend_on_how_many_are_played(hexledger, tmp_path: Path):
    hexledger("simulate", "--games", 1, *QUICK, "--out", "one")
    hexledger("simulate", "--games", 3, *QUICK, "--out", "three")
    one, three = ledgers(tmp_path / "one"), ledgers(tmp_path / "three")
    assert one["base-000001.ndjson"] == three["base-000001.ndjson"]


def test_recording_changes_nothing_that_happens(hexledger):
    summaries = [
        json.loads(hexledger("simulate", "--games", 2, "--json", "--max-turns", 30, *out).out)
        for out in ((), ("--out", "d"))
    ]
    one, two = ({k: v for k, v in result.items() if k not in TIMES} for result in summaries)
    assert one == two


def test_two_processes_write_what_one_writes(hexledger, tmp_path: Path):
    summaries = []
    for jobs in (1, 2):
        result = hexledger(
            "simulate", "--games", 5, "--max-turns", 20, "--jobs", jobs, "--out", jobs, "--json"
        )
        assert (result.status, result.err) == (0, "")
        summaries.append({k: v for k, v in json.loads(result.out).items() if k not in TIMES})
    assert summaries[0] == summaries[1]
    assert ledgers(tmp_path / "1") == ledgers(tmp_path / "2")
    assert len(ledgers(tmp_path / "1")) == 5


def test_the_hash_seed_of_the_process_changes_no_byte(tmp_path: Path):
    for hash_seed in ("0", "1", "4711"):
        result = in_a_process(
            "simulate",
            *("--games", 2, "--seed", "hash", "--max-turns", 40, "--out", tmp_path / hash_seed),
            PYTHONHASHSEED=hash_seed,
        )
        assert (result.status, result.err) == (0, "")
    first = ledgers(tmp_path / "0")
    assert len(first) == 2
    assert ledgers(tmp_path / "1") == first
    assert ledgers(tmp_path / "4711") == first


def test_without_player_trades_nobody_offers_any(hexledger, tmp_path: Path):
    for trades in ("on", "off"):
        hexledger("simulate", "--player-trades", trades, "--max-turns", 40, "--out", trades)
    with_trades, without = (
        ledgers(tmp_path / name)["base-000001.ndjson"] for name in ("on", "off")
    )
    assert b'"trade_offered"' in with_trades
    assert b'"trade_offered"' not in without


# Options


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (["edition=2025"], {"edition": "2025", "phases": "combined"}),
        (["edition=classic"], {"edition": "classic", "phases": "separate", "start_seat": 0}),
        (["friendly_robber=on"], {"friendly_robber": True}),
        (["friendly_robber=off"], {"friendly_robber": False}),
        (["friendly_robber=true"], {"friendly_robber": True}),
        (["bank_visible=off", "target_points=5"], {"bank_visible": False, "target_points": 5}),
        (["board=beginner"], {"board": "beginner", "harbours": "fixed"}),
        (['board="scattered"'], {"board": "scattered"}),
        (["harbours=shuffled"], {"harbours": "shuffled"}),
        (["start_player=draw"], {"start_player": "draw", "start_seat": None}),
        (["start_player=seat", "start_seat=2"], {"start_player": "seat", "start_seat": 2}),
        (["start_seat=2", "start_player=seat"], {"start_player": "seat", "start_seat": 2}),
        (["start_seat=1", "edition=classic"], {"edition": "classic", "start_seat": 1}),
        (["target_points=5", "target_points=6"], {"target_points": 6}),
        (["edition=travel"], {"board": "travel", "phases": "separate", "arrangement": "beginner"}),
        (["arrangement=random", "board=travel"], {"arrangement": "random", "harbours": "fixed"}),
    ],
)
def test_options_are_read_as_they_are_written(hexledger, tmp_path: Path, pairs, expected):
    arguments = [part for pair in pairs for part in ("--option", pair)]
    result = hexledger("simulate", *QUICK, *arguments, "--out", "d")
    assert (result.status, result.err) == (0, "")
    options = options_of(ledgers(tmp_path / "d")["base-000001.ndjson"])
    assert {name: options[name] for name in expected} == expected


@pytest.mark.parametrize("harbours", ["fixed", "shuffled"])
def test_a_board_is_read_from_a_file(hexledger, tmp_path: Path, harbours: str):
    island = {**LAKE, "title": "Jezioro Śniardwy"}
    (tmp_path / "lake.json").write_text(json.dumps(island))
    result = hexledger(
        "simulate",
        *QUICK,
        *("--out", "d", "--option", "board=@lake.json", "--option", f"harbours={harbours}"),
    )
    assert (result.status, result.err) == (0, "")
    options = options_of(ledgers(tmp_path / "d")["base-000001.ndjson"])
    assert options["board"]["title"] == island["title"]
    assert len(options["board"]["hexes"]) == len(LAKE["hexes"])
    assert options["harbours"] == harbours


@pytest.mark.parametrize(
    ("pairs", "words"),
    [
        (["nonsense"], ["nonsense", "name=value"]),
        ([""], ["name=value"]),
        (["=5"], ["option"]),
        (["ghost=1"], ["ghost"]),
        (["edition=1999"], ["edition"]),
        (["board=ocean"], ["board", "ocean"]),
        (["board=travel", "harbours=shuffled"], ["harbours", "travel"]),
        (["arrangement=random"], ["arrangement", "travel"]),
        (["board=travel", "arrangement=[]"], ["arrangement", "6"]),
        (["target_points=99"], ["target_points", "20"]),
        (["target_points=2"], ["target_points", "3"]),
        (["target_points=ten"], ["target_points", "int"]),
        (["target_points=1e400"], ["target_points"]),
        (["target_points=" + "9" * 5_000], ["target_points"]),
        (["friendly_robber=maybe"], ["friendly_robber", "bool"]),
        (["start_seat=1"], ["start_player"]),
        (["start_player=seat", "start_seat=4"], ["start_seat", "0 to 3"]),
        (["board=beginner", "harbours=shuffled"], ["harbours"]),
        (["board={}"], ["layout"]),
        (["board=[]"], ["board"]),
        (["board=" + "[" * 100_000], ["board"]),
        (["board=@nowhere.json"], ["nowhere.json", "No such file"]),
        (["board=@."], [".", "directory"]),
    ],
)
def test_a_bad_option_is_told_in_one_line(hexledger, tmp_path: Path, pairs, words):
    arguments = [part for pair in pairs for part in ("--option", pair)]
    assert_one_line(hexledger("simulate", *QUICK, *arguments, "--out", "d"), *words)
    assert list(tmp_path.glob("d/*")) == [], "nothing is written"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"junk",
        b"one\ntwo\nthree",
        bytes(range(256)),
        b"{}",
        b'{"hexes": []}',
        b'{"hexes": [{"q": 0}]}',
        b"[" * 100_000,
        b"9" * 100_000,
        json.dumps({**LAKE, "title": "\ud800"}).encode(),
    ],
)
def test_a_bad_board_file_is_told_in_one_line(hexledger, tmp_path: Path, content: bytes):
    (tmp_path / "board.json").write_bytes(content)
    result = hexledger("simulate", *QUICK, "--option", "board=@board.json", "--out", "d")
    assert_one_line(result)
    assert len(result.err) < 500, "it does not repeat the whole file"


# Bots


def test_bots_are_named_for_every_seat_and_their_wins_are_told(hexledger):
    result = hexledger(
        "simulate", "--games", 3, "--bots", "random, planner,random,random", "--json"
    )
    summary = json.loads(result.out)
    assert summary["bots"] == ["random", "planner", "random", "random"]
    assert summary["wins_by_seat"] == [0, 3, 0, 0]
    assert summary["wins_by_bot"] == {"random": 0, "planner": 3}
    result = hexledger("simulate", "--games", 3, "--bots", "random,planner,random,random")
    assert "wins by bot" in result.out
    assert "0 random, 3 planner" in result.out


def test_one_name_is_for_all_seats(hexledger):
    result = hexledger("simulate", "--players", 3, "--bots", "planner", "--json")
    summary = json.loads(result.out)
    assert summary["bots"] == ["planner"] * 3
    assert summary["wins_by_bot"] == {"planner": 1}


def test_games_of_bots_have_sound_ledgers_that_any_process_writes(hexledger, tmp_path: Path):
    for jobs in (1, 2):
        result = hexledger(
            *("simulate", "--games", 3, "--bots", "planner,random,planner,random"),
            *("--jobs", jobs, "--out", jobs),
        )
        assert (result.status, result.err) == (0, "")
    written = ledgers(tmp_path / "1")
    assert written == ledgers(tmp_path / "2")
    assert all(verify(ledger).status == VerificationStatus.SOUND for ledger in written.values())


def test_the_hash_seed_of_the_process_changes_no_choice_of_a_bot(tmp_path: Path):
    for hash_seed in ("0", "4711"):
        result = in_a_process(
            *("simulate", "--bots", "planner", "--seed", "hash", "--out", tmp_path / hash_seed),
            PYTHONHASHSEED=hash_seed,
        )
        assert (result.status, result.err) == (0, "")
    assert ledgers(tmp_path / "0") == ledgers(tmp_path / "4711")


def test_naming_the_random_bot_changes_no_byte(hexledger, tmp_path: Path):
    hexledger("simulate", *QUICK, "--out", "plain")
    hexledger("simulate", *QUICK, "--bots", "random,random,random,random", "--out", "named")
    assert ledgers(tmp_path / "plain") == ledgers(tmp_path / "named")


@pytest.mark.parametrize(
    ("bots", "words"),
    [
        ("ghost", ["ghost", "random, planner"]),
        ("planner,ghost,random,random", ["ghost", "random, planner"]),
        ("", ["--bots", "random, planner"]),
        ("planner,random", ["one for each of the 4 seats"]),
        ("planner,random,random,random,random", ["one for each of the 4 seats"]),
        ("planner,,random,random", ["''", "random, planner"]),
    ],
)
def test_bad_bots_are_told_in_one_line(hexledger, bots: str, words: list[str]):
    assert_one_line(hexledger("simulate", "--bots", bots), *words)


@pytest.mark.parametrize(
    ("ruleset", "players"), [("base", 4), ("dice", 4), ("duel", 2), ("seafarers", 4)]
)
def test_as_many_sit_at_the_table_as_the_ruleset_has_seats(
    hexledger, ruleset: str, players: int
) -> None:
    told = hexledger("simulate", "--ruleset", ruleset, *QUICK, "--json")
    assert told.status == 0, told.err
    assert json.loads(told.out)["players"] == players


@pytest.mark.parametrize("players", [-1, 0, 2, 5, 10**6])
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("ruleset", ["base", "seafarers"])
def test_a_wrong_number_of_players_is_told_in_one_line(
    hexledger, ruleset: str, players: int, jobs: int
):
    result = hexledger("simulate", "--ruleset", ruleset, "--players", players, "--jobs", jobs)
    assert_one_line(result, f"{ruleset} is for 3 to 4 players")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["scenario=10"], ["'scenario'", "<= 9"]),
        (["scenario=4", "robber_start=[0,0]"], ["'robber_start'", "[3, -3]"]),
        (["scenario=1", "robber_start=[0,0]"], ["'robber_start'", "no choice"]),
        (["scenario=null"], ["name a scenario"]),
        (["setup=random"], ["'setup'"]),
        (["harbours=fixed"], ["'harbours'"]),
    ],
    ids=lambda case: case[-1] if "=" in case[-1] else "",
)
def test_bad_options_at_sea_are_told_in_one_line(hexledger, options: list[str], words: list[str]):
    given = [part for option in options for part in ("--option", option)]
    assert_one_line(hexledger("simulate", "--ruleset", "seafarers", *given), *words)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["simulate", "--games", "0"],
        ["simulate", "--games", "-3"],
        ["simulate", "--games", "many"],
        ["simulate", "--jobs", "0"],
        ["simulate", "--max-turns", "0"],
        ["simulate", "--players", "four"],
        ["simulate", "--ruleset", "chess"],
        ["simulate", "--player-trades", "maybe"],
        ["simulate", "--option"],
        ["simulate", "--speed"],
        ["verify"],
        ["replay"],
        ["replay", "file", "--lang", "de"],
    ],
)
def test_wrong_usage_is_told_without_a_traceback(hexledger, arguments: list[str]):
    result = hexledger(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert result.err.startswith("usage: ")
    assert "error: " in result.err


def test_a_folder_that_cannot_be_made_is_told_in_one_line(hexledger, tmp_path: Path):
    (tmp_path / "file").write_text("here")
    assert_one_line(hexledger("simulate", *QUICK, "--out", "file"), "file")
    assert_one_line(hexledger("simulate", *QUICK, "--out", "file/below"), "file/below")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_ledger_that_cannot_be_written_is_told_in_one_line(hexledger, tmp_path: Path, jobs: int):
    (tmp_path / "d" / "base-000001.ndjson").mkdir(parents=True)
    result = hexledger("simulate", *QUICK, "--out", "d", "--jobs", jobs)
    assert_one_line(result, "base-000001.ndjson")


def test_problems_of_a_process_are_told_in_one_line():
    result = in_a_process("simulate", "--option", "ghost=1")
    assert_one_line(result, "ghost")


def test_help_is_there_for_every_command(hexledger):
    assert "simulate" in hexledger("--help").out
    for command in ("simulate", "verify", "replay", "demo"):
        result = hexledger(command, "--help")
        assert result.status == 0
        assert result.out.startswith("usage: hexledger " + command)
