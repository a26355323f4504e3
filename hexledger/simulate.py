"""`hexledger simulate`: games of bots, and a summary of them."""

import json
from argparse import Namespace
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
from domain.lobby import require_player_count
from domain.options import BadOption
from domain.refusals import RuleViolation
from domain.registry import ruleset_named
from domain.ruleset import Ruleset
from hexledger.problems import Problem, read_file
from hexledger.progress import shown
from hexledger.simulation import Setup, game_of
from hexledger.terminal import Terminal
from workers.bots.registry import UnknownBot, bot_named


@dataclass(frozen=True)
class Line:
    """One game of the summary."""

    outcome: str
    winners: tuple[int, ...]
    points: tuple[int, ...]
    turns: int
    decisions: int
    events: int
    dice: Counter[int]


def run(arguments: Namespace) -> int:
    ruleset = ruleset_named(arguments.ruleset)
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
    )
    started = perf_counter()
    lines = list(
        shown(
            play_games(setup, arguments.games, arguments.jobs, arguments.out),
            arguments.games,
            "playing",
        )
    )
    summary = summarize(setup, lines, perf_counter() - started)
    if arguments.json:
        print(json.dumps(summary))
    else:
        _show(summary, arguments.out)
    return 0


def play_games(setup: Setup, games: int, jobs: int, out: Path | None) -> Iterator[Line]:
    """The games in their order, whoever plays them."""
    if out is not None:
        _make_folder(out)
    play_one = partial(_play_one, setup, out)
    if jobs == 1:
        yield from map(play_one, range(games))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_one, range(games), chunksize=max(1, games // (jobs * 8)))


def _play_one(setup: Setup, out: Path | None, index: int) -> Line:
    played = game_of(setup, index, record=out is not None).play()
    if out is not None and played.ledger is not None:
        path = out / f"{setup.ruleset}-{index + 1:06}.ndjson"
        try:
            path.write_bytes(played.ledger)
        except OSError as error:
            raise Problem(f"{path}: {error.strerror}") from None
    state = played.state
    return Line(
        outcome=str(state.outcome),
        winners=tuple(state.winners),
        points=tuple(line.points for line in state.ruleset.score(state, ORGANIZER)),
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


def read_options(ruleset: Ruleset, players: int, pairs: list[str]) -> dict[str, Any]:
    """Options from `k=v`, where v is on or off, JSON, or the text itself."""
    options: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise Problem(f"--option {pair}: write it as name=value")
        value = _read_value(text)
        # An edition is called 2025 and is no number: the ruleset has the last word.
        if not _fits(ruleset, players, name, value) and _fits(ruleset, players, name, text):
            value = text
        options[name] = value
    ruleset.read_options(options, players)
    return options


def read_bots(ruleset: Ruleset, players: int, text: str) -> tuple[str, ...]:
    """A bot for every seat, from one name or from one for each seat."""
    names = tuple(name.strip() for name in text.split(","))
    if len(names) not in (1, players):
        raise Problem(f"--bots {text}: name one bot, or one for each of the {players} seats")
    try:
        for name in names:
            bot_named(ruleset.name, name)
    except UnknownBot as unknown:
        raise Problem(f"--bots {text}: {unknown}") from None
    return names if len(names) == players else names * players


def _fits(ruleset: Ruleset, players: int, name: str, value: Any) -> bool:
    """Whether this can be a value of the option, other options left aside."""
    try:
        ruleset.read_options({name: value}, players)
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


def summarize(setup: Setup, lines: list[Line], seconds: float) -> dict[str, Any]:
    dice: Counter[int] = sum((line.dice for line in lines), Counter())
    decisions = [line.decisions for line in lines]
    wins = [sum(seat in line.winners for line in lines) for seat in range(setup.players)]
    wins_by_bot = dict.fromkeys(setup.bots, 0)
    for bot, count in zip(setup.bots, wins, strict=True):
        wins_by_bot[bot] += count
    return {
        "ruleset": setup.ruleset,
        "players": setup.players,
        "options": dict(setup.options),
        "seed": setup.seed,
        "bots": list(setup.bots),
        "player_trades": setup.player_trades,
        "games": len(lines),
        "outcomes": dict(Counter(line.outcome for line in lines)),
        "wins_by_seat": wins,
        "wins_by_bot": wins_by_bot,
        "points_by_bot": _points_by_bot(setup, lines),
        "turns": _spread([line.turns for line in lines]),
        "decisions": _spread(decisions),
        "events": _spread([line.events for line in lines]),
        "dice": {str(number): dice[number] for number in sorted(dice)},
        "seconds": round(seconds, 3),
        "games_per_second": round(len(lines) / seconds, 2),
        "decisions_per_second": round(sum(decisions) / seconds, 1),
    }


def _points_by_bot(setup: Setup, lines: list[Line]) -> dict[str, dict[str, float]]:
    """Points at the end, over all seats that a bot played."""
    return {
        bot: _spread(
            [
                line.points[seat]
                for line in lines
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
        told = f"{spread['mean']} a seat ({spread['least']} to {spread['most']})"
        grid.add_row(f"points of {bot}", told)
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
