"""`hexledger board`: a map checked as a game would check it, and drawn."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import msgspec

from domain.base.view_parts import BoardWithPieces
from domain.ids import SPECTATOR
from domain.table.state import LOBBY
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem, read_file
from hexledger.self_play import RandomGame, Setup
from presentation.seafarers.svg import draw_board
from presentation.seafarers.svg_panel import title_in


def define(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a layout, as in docs/layouts.md")
    parser.add_argument("--svg", type=Path, metavar="PATH", help="draw it here, too")
    parser.add_argument(
        "--ruleset",
        default="seafarers",
        choices=("base", "seafarers"),
        help="which game it is for; seafarers unless told",
    )
    parser.add_argument("--players", type=int, default=4, help="how many are to play on it")
    parser.add_argument(
        "--variable", action="store_true", help="deal what its variable set-up shuffles"
    )
    parser.add_argument("--seed", default="0", help="the same seed deals the same board")
    parser.add_argument(
        "--lang", choices=("en", "pl"), default="en", help="the language of the picture"
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    layout = read_map(arguments.file)
    if arguments.variable and arguments.ruleset != "seafarers":
        raise Problem(f"--variable: maps of {arguments.ruleset} have no variable set-up")
    setup = Setup(
        ruleset=arguments.ruleset,
        players=arguments.players,
        options={"board": layout, **({"setup": "variable"} if arguments.variable else {})},
        seed=arguments.seed,
    )
    board = laid_board(setup)
    titles = (str(layout.get(name) or "") for name in ("title", "title_pl"))
    title = title_in(arguments.lang, *titles) or arguments.file.stem
    told = (
        f"{title}: {counted(board)}; good for {arguments.players} players of {arguments.ruleset}."
    )
    if arguments.svg is not None:
        write_picture(arguments.svg, draw_board(board, arguments.lang, title))
        told += f" Drawn to {arguments.svg}"
    Terminal().print(told, markup=False, highlight=False)
    return 0


def counted(board: BoardWithPieces) -> str:
    """How many hexes and harbours there are."""
    terrain = [hex_.terrain for hex_ in board.hexes if not hex_.frame]
    hidden = terrain.count("fog")
    land = len(terrain) - terrain.count("sea") - hidden
    told = f"{len(terrain)} hexes, {land} of them land"
    told += f" and {hidden} hidden" if hidden else ""
    return f"{told}, {len(board.harbours)} harbours"


def read_map(path: Path) -> dict[str, Any]:
    """A layout as docs/layouts.md describes it; whether it can be played on is asked later."""
    try:
        layout = msgspec.json.decode(read_file(path))
    except msgspec.DecodeError as error:
        raise Problem(f"{path}: this is not JSON: {error}") from None
    if not isinstance(layout, dict):
        raise Problem(f"{path}: a layout is a JSON object; docs/layouts.md has examples")
    return layout


def laid_board(setup: Setup) -> BoardWithPieces:
    """The board of a game on this map, as it lies before the first placement."""
    game = RandomGame(setup, 0, record=False)
    for _ in game.commits():
        if game.state.phase != LOBBY:
            break
    ruleset = game.ruleset
    board = ruleset.views.board(ruleset.view(game.state, SPECTATOR))
    assert isinstance(board, BoardWithPieces), "only rulesets with maps are asked for one"
    return board


def write_picture(path: Path, picture: str) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
