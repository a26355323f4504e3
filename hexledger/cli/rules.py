"""`hexledger rules`: lists by which rules games are played, or lets them go on by others."""

from argparse import ArgumentParser, Namespace

import msgspec

from commands.desk import Desk
from domain.refusals import RuleViolation
from domain.registry import RULESETS
from eventlog.due_work import ENDED, status_of
from eventlog.ledger import UNREACHABLE, Ledger
from eventlog.live_games import LiveGames
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.secret_files import master_secret
from hexledger.settings import read_settings

_MAX_LIVE_GAMES = 16


def define(parser: ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help="a game; without any, all that have not ended"
    )
    parser.add_argument(
        "--to", type=int, metavar="N", help="let the games go on by this version of their rules"
    )
    parser.add_argument(
        "--because", metavar="REASON", help="the reason, which the log tells to all players"
    )
    parser.add_argument("--json", action="store_true", help="print the games as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    if arguments.to is not None and not arguments.games:
        raise Problem("--to needs the names of the games")
    if (arguments.to is None) != (arguments.because is None):
        raise Problem("--to and --because go together: players read the reason in the log")
    settings = read_settings()
    with ensure_redis(settings) as url, connect(url) as redis:
        games = LiveGames(Ledger(redis), _MAX_LIVE_GAMES)
        desk = Desk(games, master_secret(settings))
        try:
            problems = _change(desk, arguments) if arguments.to is not None else {}
            found = [_row(games, game) for game in arguments.games or _running(games)]
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    if arguments.json:
        known = {name: ruleset.versions.numbers for name, ruleset in RULESETS.items()}
        print(msgspec.json.encode({"known": known, "games": found, "refused": problems}).decode())
    else:
        _print(found, problems)
    return 1 if problems else 0


def _change(desk: Desk, arguments: Namespace) -> dict[str, str]:
    """Change the rules of all games. Returns why some could not, by game."""
    problems: dict[str, str] = {}
    for game in arguments.games:
        try:
            desk.change_rules(game, arguments.to, arguments.because)
        except RuleViolation as refusal:
            problems[game] = str(refusal)
    return problems


def _running(games: LiveGames) -> list[str]:
    return sorted(games.ledger.open_games())


def _row(games: LiveGames, game: str) -> dict[str, object]:
    with games.hold_to_read(game) as live:
        ruleset, status = live.state.ruleset, status_of(live.state)
        return {
            "game": game,
            "ruleset": ruleset.name,
            "rules": ruleset.rules,
            "status": status,
            "rules_missing": live.lacks_rules and status not in ENDED,
        }


def _print(found: list[dict[str, object]], problems: dict[str, str]) -> None:
    console = Terminal()
    for name, ruleset in RULESETS.items():
        versions = ", ".join(map(str, ruleset.versions.numbers))
        console.print(f"{name}: this build has rules {versions}", markup=False)
    for row in found:
        note = "; this build lacks these rules" if row["rules_missing"] else ""
        console.print(
            f"{row['game']}: {row['ruleset']}, rules {row['rules']}, {row['status']}{note}",
            markup=False,
        )
    for game, problem in problems.items():
        console.print(f"{game}: {problem}", style="bold red", markup=False)
