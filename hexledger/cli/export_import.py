"""`hexledger export` and `hexledger import`: ledger files and bundles of tournaments."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from commands.desk import Desk
from domain.refusals import RuleViolation
from eventlog.bundle_import import import_bundle
from eventlog.due_work import status_of
from eventlog.import_export import export_ledger, import_ledger
from eventlog.ledger import UNREACHABLE, Ledger
from eventlog.live_games import LiveGames
from eventlog.redis_keys import is_tournament
from eventlog.refusals import NotClosed
from eventlog.signing import SigningKey
from eventlog.tournament_bundle import export_bundle, is_bundle
from eventlog.tournaments import LiveTournaments
from hexledger.cli.progress import with_progress
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.secret_files import master_secret, signing_seed
from hexledger.settings import read_settings
from projections.tournaments.lists import TournamentLists

_MAX_LIVE_GAMES = 16
"""Each game is used once, so there is no use in keeping many folds."""


def define_export(parser: ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help="a game; or a tournament, which is written to one file with all its games",
    )
    parser.add_argument("--closed", action="store_true", help="export all closed games")
    parser.add_argument(
        "--move",
        action="store_true",
        help="also export open games: they end here, and another server continues them",
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="DIR", help="the folder to write the files to"
    )
    parser.set_defaults(run=run_export)


def define_import(parser: ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=run_import)


def run_export(arguments: Namespace) -> int:
    if bool(arguments.games) == arguments.closed:
        raise Problem("name the games to export, or give --closed for all closed games")
    if arguments.move and arguments.closed:
        raise Problem("--move needs the names of the games; it does not go with --closed")
    with _connected_desk() as (desk, games):
        left_out: dict[str, str] = {}
        chosen = arguments.games or list(_closed(games, left_out))
        _make_folder(arguments.out)
        signing = SigningKey(signing_seed(read_settings()))
        for game in with_progress(chosen, len(chosen), "exporting"):
            _export(desk, signing, game, arguments.out, move=arguments.move)
    console = Terminal()
    console.print(f"{len(chosen)} ledgers are in {arguments.out}", markup=False)
    for game, reason in left_out.items():
        console.print(f"{game}: left out: {reason}", style="bold red", markup=False)
    return 1 if left_out else 0


def run_import(arguments: Namespace) -> int:
    console, new = Terminal(), 0
    with _connected_desk() as (_, games):
        master = master_secret(read_settings())
        for path in with_progress(arguments.files, len(arguments.files), "importing"):
            try:
                is_new = _import(games, read_file(path), master)
            except RuleViolation as refusal:
                raise Problem(f"{path}: {refusal}") from None
            new += is_new
            console.print(
                f"{path}: {'imported' if is_new else 'already on this server'}", markup=False
            )
    return 0


def _import(games: LiveGames, data: bytes, master: bytes) -> bool:
    if not is_bundle(data):
        return import_ledger(games.ledger, data, master)
    tournaments = LiveTournaments(games.ledger.redis)
    lists = TournamentLists(tournaments)
    return import_bundle(games.ledger, tournaments.ledger, data, master, lists.add)


@contextmanager
def _connected_desk() -> Iterator[tuple[Desk, LiveGames]]:
    """A desk and its games on the Redis of the settings."""
    settings = read_settings()
    with ensure_redis(settings) as url, connect(url) as redis:
        games = LiveGames(Ledger(redis), _MAX_LIVE_GAMES)
        try:
            yield Desk(games, master_secret(settings)), games
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None


def _closed(games: LiveGames, left_out: dict[str, str]) -> Iterator[str]:
    """The closed games. Those of which nobody can say whether they are closed are left out."""
    for game in sorted(games.ledger.games()):
        try:
            with games.hold_to_read(game) as live:
                is_closed, fault = status_of(live.state) == "closed", live.fault
        except RuleViolation as refusal:
            left_out[game] = str(refusal)
            continue
        if fault is not None:
            left_out[game] = f"its ledger does not verify: {fault}"
        elif is_closed:
            yield game


def _export(desk: Desk, signing: SigningKey, id: str, folder: Path, *, move: bool) -> None:
    if is_tournament(id):
        _write(folder / f"{id}.zip", _export_tournament(desk, signing, id, move=move))
    else:
        _write(folder / f"{id}.ndjson", _export_game(desk, signing, id, move=move))


def _export_game(desk: Desk, signing: SigningKey, game: str, *, move: bool) -> bytes:
    games = desk.games
    try:
        if move:
            with games.hold(game) as live:
                is_open = status_of(live.state) not in ("closed", "moved")
            if is_open:
                desk.move_game(game)
        return export_ledger(games, game, signing=signing, to_move=move)
    except RuleViolation as refusal:
        advice = "; --move ends an open game on this server and exports it" * isinstance(
            refusal, NotClosed
        )
        raise Problem(f"{game}: {refusal}{advice}") from None


def _export_tournament(desk: Desk, signing: SigningKey, tournament: str, *, move: bool) -> bytes:
    if move:
        raise Problem(f"{tournament}: a tournament cannot be moved to another server")
    tournaments = LiveTournaments(desk.games.ledger.redis)
    try:
        return export_bundle(tournaments, desk.games, tournament, signing=signing)
    except RuleViolation as refusal:
        raise Problem(f"{tournament}: {refusal}") from None


def _write(path: Path, data: bytes) -> None:
    draft = path.with_suffix(".part")
    try:
        draft.write_bytes(data)
        draft.rename(path)
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder}: {error.strerror}") from None
