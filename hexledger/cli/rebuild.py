"""`hexledger rebuild`: makes views, catalogue and due set again from the logs."""

from argparse import ArgumentParser, Namespace

import msgspec

from eventlog.ledger import UNREACHABLE, Ledger
from eventlog.live_games import LiveGames
from eventlog.public_keys import TrustedKeys
from eventlog.redis_keys import is_storable
from hexledger.cli.progress import with_progress
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.settings import read_settings
from projections.rebuilding import NAMES, Rebuilding, Rebuilt

_MAX_LIVE_GAMES = 16
"""Each game is used once, so there is no use in keeping many folds."""


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--game", metavar="ID", help="rebuild only this game")
    parser.add_argument(
        "--view", metavar="NAME", help="rebuild only this view, such as board or log"
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    if arguments.view is not None and arguments.view not in NAMES:
        raise Problem(f"there is no view {arguments.view!r}; there are {', '.join(NAMES)}")
    settings = read_settings()
    with ensure_redis(settings) as url, connect(url) as redis:
        games = LiveGames(Ledger(redis), _MAX_LIVE_GAMES)
        trust = TrustedKeys(redis, settings.trusted_keys)
        try:
            rebuilding = _rebuilding(games, trust, arguments.game, arguments.view)
            rebuilt = list(with_progress(rebuilding.run(), len(rebuilding.games), "rebuilding"))
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    failed = [one for one in rebuilt if one.problem is not None and not one.lacks_rules]
    lacking = [one for one in rebuilt if one.lacks_rules]
    if arguments.json:
        print(
            msgspec.json.encode(_summary(rebuilt, failed, lacking, rebuilding.set_aside)).decode()
        )
    else:
        _print_result(rebuilt, failed, lacking, rebuilding.set_aside)
    return 1 if failed or rebuilding.set_aside else 0


def _rebuilding(
    games: LiveGames, trust: TrustedKeys, game: str | None, view: str | None
) -> Rebuilding:
    if game is not None and (not is_storable(game) or not games.ledger.head(game)):
        raise Problem(f"there is no game {game!r}")
    names = NAMES if view is None else [view]
    return Rebuilding(games, game=game, names=names, trust=trust)


def _summary(
    rebuilt: list[Rebuilt],
    failed: list[Rebuilt],
    lacking: list[Rebuilt],
    set_aside: dict[str, str],
) -> dict[str, object]:
    return {
        "games": len(rebuilt),
        "views": sum(one.views for one in rebuilt),
        "failed": [{"game": one.game, "problem": one.problem} for one in failed],
        "rules_missing": [one.game for one in lacking],
        "set_aside": [{"game": game, "reason": reason} for game, reason in set_aside.items()],
    }


def _print_result(
    rebuilt: list[Rebuilt],
    failed: list[Rebuilt],
    lacking: list[Rebuilt],
    set_aside: dict[str, str],
) -> None:
    console = Terminal()
    games, views = len(rebuilt), sum(one.views for one in rebuilt)
    console.print(
        f"rebuilt {views} view{'s' * (views != 1)} of {games} game{'s' * (games != 1)}",
        markup=False,
    )
    for one in lacking:
        console.print(f"{one.game}: {one.problem}", style="yellow", markup=False)
    for one in failed:
        console.print(f"{one.game}: {one.problem}", style="bold red", markup=False)
    if set_aside:
        number = len(set_aside)
        console.print(
            f"{number} game{'s were' if number > 1 else ' was'} set aside and "
            f"count{'s' * (number == 1)} nowhere:",
            style="bold red",
            markup=False,
        )
    for game, reason in set_aside.items():
        console.print(f"{game}: {reason}", style="bold red", markup=False)
