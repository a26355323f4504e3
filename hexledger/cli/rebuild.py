"""`hexledger rebuild`: views, catalogue and agenda anew from the logs, while the service runs."""

from argparse import ArgumentParser, Namespace

import msgspec

from eventlog.ledger import UNREACHABLE, Ledger
from eventlog.live_games import LiveGames
from eventlog.public_keys import Trust
from eventlog.redis_keys import is_storable
from hexledger.cli.progress import shown
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import redis_at_hand
from hexledger.settings import read_settings
from hexledger.trusted_signers import trust_of
from projections.rebuilding import NAMES, Rebuilding, Rebuilt

_KEPT = 16
"""Games are gone through once, so there is no use in keeping their folds."""


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--game", metavar="ID", help="of this game only")
    parser.add_argument("--view", metavar="NAME", help="this view only, such as board or log")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    if arguments.view is not None and arguments.view not in NAMES:
        raise Problem(f"there is no view {arguments.view!r}; there are {', '.join(NAMES)}")
    settings = read_settings()
    with redis_at_hand(settings) as url, connect(url) as redis:
        games, trust = LiveGames(Ledger(redis), _KEPT), trust_of(settings, redis)
        try:
            rebuilding = _rebuilding(games, trust, arguments.game, arguments.view)
            rebuilt = list(shown(rebuilding.run(), len(rebuilding.games), "rebuilding"))
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    failed = [one for one in rebuilt if one.problem is not None]
    if arguments.json:
        print(msgspec.json.encode(_summary(rebuilt, failed, rebuilding.set_aside)).decode())
    else:
        _print(rebuilt, failed, rebuilding.set_aside)
    return 1 if failed or rebuilding.set_aside else 0


def _rebuilding(games: LiveGames, trust: Trust, game: str | None, view: str | None) -> Rebuilding:
    if game is not None and (not is_storable(game) or not games.ledger.head(game)):
        raise Problem(f"there is no game {game!r}")
    names = NAMES if view is None else [view]
    return Rebuilding(games, game=game, names=names, trust=trust)


def _summary(
    rebuilt: list[Rebuilt], failed: list[Rebuilt], set_aside: dict[str, str]
) -> dict[str, object]:
    return {
        "games": len(rebuilt),
        "views": sum(one.views for one in rebuilt),
        "failed": [{"game": one.game, "problem": one.problem} for one in failed],
        "set_aside": [{"game": game, "reason": reason} for game, reason in set_aside.items()],
    }


def _print(rebuilt: list[Rebuilt], failed: list[Rebuilt], set_aside: dict[str, str]) -> None:
    console = Terminal()
    games, views = len(rebuilt), sum(one.views for one in rebuilt)
    console.print(
        f"rebuilt {views} view{'s' * (views != 1)} of {games} game{'s' * (games != 1)}",
        markup=False,
    )
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
