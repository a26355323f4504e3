"""`hexledger board`: checks a map as a game would, and draws it."""

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
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a layout, described in docs/layouts.md"
    )
    parser.add_argument("--svg", type=Path, metavar="PATH", help="also draw the map to this file")
    parser.add_argument(
        "--ruleset",
        default="seafarers",
        choices=("base", "seafarers"),
        help="the ruleset that the map is for (default: seafarers)",
    )
    parser.add_argument("--players", type=int, default=4, help="how many players the map is for")
    parser.add_argument(
        "--variable", action="store_true", help="shuffle what the variable set-up of the map allows"
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
    board = initial_board(setup)
    titles = (str(layout.get(name) or "") for name in ("title", "title_pl"))
    title = title_in(arguments.lang, *titles) or arguments.file.stem
    players = f"{arguments.players} players of {arguments.ruleset}"
    text = f"{title}: {count_hexes(board)}; good for {players}."
    if arguments.svg is not None:
        write_picture(arguments.svg, draw_board(board, arguments.lang, title))
        text += f" Drawn to {arguments.svg}"
    Terminal().print(text, markup=False, highlight=False)
    return 0


def count_hexes(board: BoardWithPieces) -> str:
    """The numbers of hexes and harbours, as text."""
    terrain = [hex_.terrain for hex_ in board.hexes if not hex_.frame]
    hidden = terrain.count("fog")
    land = len(terrain) - terrain.count("sea") - hidden
    text = f"{len(terrain)} hexes, {land} of them land"
    text += f" and {hidden} hidden" if hidden else ""
    return f"{text}, {len(board.harbours)} harbours"


def read_map(path: Path) -> dict[str, Any]:
    """Read a layout, described in docs/layouts.md. Whether it can be played is checked later."""
    try:
        layout = msgspec.json.decode(read_file(path))
    except msgspec.DecodeError as error:
        raise Problem(f"{path}: this is not JSON: {error}") from None
    if not isinstance(layout, dict):
        raise Problem(f"{path}: a layout is a JSON object; docs/layouts.md has examples")
    return layout


def initial_board(setup: Setup) -> BoardWithPieces:
    """The board of a game on this map before the first placement."""
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
