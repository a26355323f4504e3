"""`hexledger board`: a map checked as a game would check it, and drawn."""

from argparse import Namespace
from pathlib import Path
from typing import Any

import msgspec

from domain.ids import SPECTATOR
from domain.ruleset import View
from domain.seafarers.drawing import draw_board
from domain.table import LOBBY
from hexledger.problems import Problem, read_file
from hexledger.simulation import RandomGame, Setup
from hexledger.terminal import Terminal


def run(arguments: Namespace) -> int:
    layout = read_map(arguments.file)
    setup = Setup(
        ruleset=arguments.ruleset,
        players=arguments.players,
        options={"board": layout, **({"setup": "variable"} if arguments.variable else {})},
        seed=arguments.seed,
    )
    board = laid_board(setup)
    title = str(layout.get("title") or arguments.file.stem)
    picture = draw_board(board, arguments.lang, title)
    write_picture(arguments.svg, picture)
    inner = [hex_ for hex_ in board["hexes"] if not hex_["frame"]]
    land = sum(hex_["terrain"] != "sea" for hex_ in inner)
    Terminal().print(
        f"{title}: {len(inner)} hexes, {land} of them land, {len(board['harbours'])} harbours; "
        f"good for {arguments.players} players of {arguments.ruleset}. Drawn to {arguments.svg}",
        markup=False,
        highlight=False,
    )
    return 0


def read_map(path: Path) -> dict[str, Any]:
    """A layout as docs/layouts.md describes it; whether it can be played on is asked later."""
    try:
        layout = msgspec.json.decode(read_file(path))
    except msgspec.DecodeError as error:
        raise Problem(f"{path}: this is not JSON: {error}") from None
    if not isinstance(layout, dict):
        raise Problem(f"{path}: a layout is a JSON object; docs/layouts.md has examples")
    return layout


def laid_board(setup: Setup) -> View:
    """The board of a game on this map, as it lies before the first placement."""
    game = RandomGame(setup, 0, record=False)
    for _ in game.commits():
        if game.state.phase != LOBBY:
            break
    ruleset = game.ruleset
    return ruleset.board(ruleset.view(game.state, SPECTATOR))


def write_picture(path: Path, picture: str) -> None:
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
