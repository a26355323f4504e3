"""`hexledger simulate`: plays games with bots and prints a summary."""

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import mean
from time import perf_counter
from typing import Any

from rich.table import Table as Grid

from domain.ids import ORGANIZER
from domain.options import BadOption
from domain.refusals import RuleViolation
from domain.registry import RULESETS, ruleset_named
from domain.ruleset import AnyRuleset
from domain.table.lobby import require_player_count
from hexledger.cli.progress import with_progress
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file
from hexledger.self_play import Setup, game_of
from workers.bots.registry import RANDOM, UnknownBot, bot_named


@dataclass(frozen=True)
class GameSummary:
    """What the summary needs to know about one game."""

    outcome: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    decisions: int
    events: int
    dice: Counter[int]


def define(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--ruleset", default="base", choices=sorted(RULESETS), help="which game to play"
    )
    parser.add_argument(
        "--rules",
        type=positive,
        metavar="N",
        help="the version of its rules; the newest one, unless given",
    )
    parser.add_argument(
        "--players", type=int, help="how many players there are; as many as can, unless given"
    )
    parser.add_argument("--games", type=positive, default=1, help="how many games to play")
    parser.add_argument("--seed", default="0", help="the same seed plays the same games")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="K=V",
        help="an option of the ruleset (docs/rulings.md lists them); @FILE reads JSON from a file",
    )
    parser.add_argument(
        "--bots",
        default=RANDOM,
        metavar="NAMES",
        help="the bot of all seats, or one bot for each seat, separated by commas",
    )
    parser.add_argument(
        "--player-trades", choices=("on", "off"), default="on", help="whether players trade"
    )
    parser.add_argument(
        "--max-turns", type=positive, default=1_000, help="void a game after this many turns"
    )
    parser.add_argument(
        "--jobs", type=positive, default=1, help="how many processes play the games"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="write the ledgers to this folder")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def positive(text: str) -> int:
    """A number of the command line, from 1 on."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def run(arguments: Namespace) -> int:
    ruleset = ruleset_named(arguments.ruleset, arguments.rules)
    players = ruleset.seats[-1] if arguments.players is None else arguments.players
    require_player_count(ruleset, players)
    setup = Setup(
        ruleset=ruleset.name,
        players=players,
        options=read_options(ruleset, players, arguments.option),
        seed=arguments.seed,
        player_trades=arguments.player_trades == "on",
        max_turns=arguments.max_turns,
        bots=read_bots(ruleset, players, arguments.bots),
        rules=ruleset.rules,
    )
    started = perf_counter()
    games = list(
        with_progress(
            play_games(setup, arguments.games, arguments.jobs, arguments.out),
            arguments.games,
            "playing",
        )
    )
    summary = summarize(setup, games, perf_counter() - started)
    if arguments.json:
        print(json.dumps(summary))
    else:
        _show(summary, arguments.out)
    return 0


def play_games(setup: Setup, games: int, jobs: int, out: Path | None) -> Iterator[GameSummary]:
    """Play the games, in `jobs` processes; yields their summaries in order."""
    if out is not None:
        _make_folder(out)
    play_one = partial(_play_one, setup, out)
    if jobs == 1:
        yield from map(play_one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, range(games), chunksize=max(1, games // (jobs * 8)))


def _play_one(setup: Setup, out: Path | None, index: int) -> GameSummary:
    played = game_of(setup, index, record=out is not None).play()
    if out is not None and played.ledger is not None:
        path = out / f"{setup.ruleset}-{index + 1:06}.ndjson"
        try:
            path.write_bytes(played.ledger)
        except OSError as error:
            raise Problem(f"{path}: {error.strerror}") from None
    state = played.state
    return GameSummary(
        outcome=str(state.outcome),
        winners=tuple(state.winners),
        points=tuple(score.points for score in state.ruleset.score(state, ORGANIZER)),
        turns=state.turn,
        decisions=played.decisions,
        events=played.events,
        dice=played.dice,
    )


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{out}: {error.strerror}") from None


def read_options(ruleset: AnyRuleset, players: int, pairs: list[str]) -> dict[str, Any]:
    """Read options from `k=v`, where v is on or off, JSON, or a text."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Problem(f"--option {pair}: write it as name=value")
        value = _read_value(text)
        # The edition "2025" is a text, not a number: the ruleset decides.
        if not _fits(ruleset, players, name, value) and _fits(ruleset, players, name, text):
            value = text
        options[name] = value
    ruleset.opening.read_options(options, players)
    return options


def read_bots(ruleset: AnyRuleset, players: int, text: str) -> tuple[str, ...]:
    """The bot of every seat, from one name for all or one name for each seat."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) not in (1, players):
        raise Problem(f"--bots {text}: name one bot, or one for each of the {players} seats")
    try:
        for name in names:
            bot_named(ruleset.name, name)
    except UnknownBot as unknown:
        raise Problem(f"--bots {text}: {unknown}") from None
    return names if len(names) == players else names * players


def _fits(ruleset: AnyRuleset, players: int, name: str, value: Any) -> bool:
    """Whether this can be a value of the option, whatever the other options are."""
    try:
        ruleset.opening.read_options({name: value}, players)
    except BadOption:
        return False
    except RuleViolation:
        return True
    return True


def _read_value(text: str) -> Any:
    if text in ("on", "off"):
        return text == "on"
    if text.startswith("@"):
        try:
            return json.loads(read_file(Path(text[1:])))
        except (ValueError, RecursionError):
            raise Problem(f"{text[1:]}: not a JSON file") from None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def summarize(setup: Setup, games: list[GameSummary], seconds: float) -> dict[str, Any]:
    dice: Counter[int] = sum((game.dice for game in games), Counter())
    decisions = [game.decisions for game in games]
    wins = [sum(seat in game.winners for game in games) for seat in range(setup.players)]
    wins_by_bot = dict.fromkeys(setup.bots, 0)
    for bot, count in zip(setup.bots, wins, strict=True):
        wins_by_bot[bot] += count
    return {
        "ruleset": setup.ruleset,
        "rules": setup.rules,
        "players": setup.players,
        "options": dict(setup.options),
        "seed": setup.seed,
        "bots": list(setup.bots),
        "player_trades": setup.player_trades,
        "games": len(games),
        "outcomes": dict(Counter(game.outcome for game in games)),
        "wins_by_seat": wins,
        "wins_by_bot": wins_by_bot,
        "points_by_bot": _points_by_bot(setup, games),
        "turns": _spread([game.turns for game in games]),
        "decisions": _spread(decisions),
        "events": _spread([game.events for game in games]),
        "dice": {str(number): dice[number] for number in sorted(dice)},
        "seconds": round(seconds, 3),
        "games_per_second": round(len(games) / seconds, 2),
        "decisions_per_second": round(sum(decisions) / seconds, 1),
    }


def _points_by_bot(setup: Setup, games: list[GameSummary]) -> dict[str, dict[str, float]]:
    """The points at the end, over all seats that each bot played."""
    return {
        bot: _spread(
            [
                game.points[seat]
                for game in games
                for seat, name in enumerate(setup.bots)
                if name == bot
            ]
        )
        for bot in dict.fromkeys(setup.bots)
    }


def _spread(values: list[int]) -> dict[str, float]:
    return {"mean": round(mean(values), 1), "least": min(values), "most": max(values)}


def _show(summary: dict[str, Any], out: Path | None) -> None:
    console = Terminal()
    grid = Grid.grid(padding=(0, 2))
    grid.add_row("games", f"{summary['games']} of {summary['ruleset']}, seed {summary['seed']}")
    grid.add_row("outcomes", _pairs(summary["outcomes"]))
    grid.add_row("wins by seat", "  ".join(map(str, summary["wins_by_seat"])))
    grid.add_row("wins by bot", _pairs(summary["wins_by_bot"]))
    for bot, spread in summary["points_by_bot"].items():
        text = f"{spread['mean']} a seat ({spread['least']} to {spread['most']})"
        grid.add_row(f"points of {bot}", text)
    for name in ("turns", "decisions", "events"):
        spread = summary[name]
        grid.add_row(name, f"{spread['mean']} a game ({spread['least']} to {spread['most']})")
    grid.add_row(
        "speed",
        f"{summary['games_per_second']} games/s, {summary['decisions_per_second']:.0f} decisions/s",
    )
    console.print(grid)
    rolls = sum(summary["dice"].values())
    for number, count in summary["dice"].items():
        share = count / rolls
        console.print(f"{number:>4} {share:6.1%} {'█' * round(share * 200)}", highlight=False)
    if out is not None:
        console.print(f"ledgers in {out}", markup=False)


def _pairs(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
