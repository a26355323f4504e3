"""The short form of commands keeps everything that a command says."""

from typing import Any

import msgspec
import pytest

from domain.base.commands import BuildRoad, EndTurn, OfferTrade, RollDice
from domain.ids import EdgeId, PlayerId, Seat
from domain.registry import RULESETS
from domain.seafarers.commands import MoveShip
from domain.table.closing import CloseGame
from domain.table.lobby import OpenGame, TakeSeat
from domain.table.pauses import PauseGame
from tests.golden.rows import Step, read_rows, write_rows

BEGAN_AT = 1_767_225_600_000
HOST = PlayerId("host")
SEAFARERS = RULESETS["seafarers"]


def at(second: float) -> int:
    return BEGAN_AT + round(1000 * second)


FORMS: dict[str, tuple[list[Step], list[Any]]] = {
    "commands of one author share a row": (
        [
            Step(at(0), None, RollDice(Seat(2))),
            Step(at(1), None, BuildRoad(Seat(2), EdgeId(12))),
            Step(at(2), None, EndTurn(Seat(2))),
            Step(at(3), None, RollDice(Seat(0))),
        ],
        [[2, "roll_dice", ["build_road", 12], "end_turn"], [0, "roll_dice"]],
    ),
    "a number is a time that is not a second": (
        [
            Step(at(0), None, RollDice(Seat(2))),
            Step(at(0), None, EndTurn(Seat(2))),
            Step(at(2.5), None, RollDice(Seat(0))),
        ],
        [[2, "roll_dice", 0, "end_turn"], [0, 2500, "roll_dice"]],
    ),
    "players, referees and the system are named": (
        [
            Step(at(0), HOST, OpenGame(HOST, "g", 3, {"target_points": 5})),
            Step(at(1), HOST, TakeSeat(HOST, Seat(1))),
            Step(at(2), "referee", PauseGame(PlayerId("referee"), "a delay")),
            Step(at(3), "system", CloseGame()),
        ],
        [
            ["host", ["open_game", "g", 3, {"target_points": 5}], ["take_seat", 1]],
            ["referee", ["pause_game", "a delay"]],
            ["system", "close_game"],
        ],
    ),
    "a player in whose place a bot moves is named beside the seat": (
        [Step(at(0), None, RollDice(Seat(2))), Step(at(1), "ada", EndTurn(Seat(2)))],
        [[2, "roll_dice"], [[2, "ada"], "end_turn"]],
    ),
    "defaults are left out at the end alone": (
        [
            Step(at(0), HOST, TakeSeat(HOST)),
            Step(at(1), HOST, TakeSeat(HOST, None, "red")),
            Step(at(2), HOST, OpenGame(HOST, "g", 3, {}, listed=False)),
        ],
        [["host", "take_seat", ["take_seat", None, "red"], ["open_game", "g", 3, {}, False]]],
    ),
    "fields that are stored under another name keep their order": (
        [Step(at(0), None, MoveShip(Seat(1), EdgeId(7), EdgeId(9)))],
        [[1, ["move_ship", 7, 9]]],
    ),
    "cards are counted by name": (
        [Step(at(0), None, OfferTrade(Seat(1), {"ore": 2}, {"wool": 1}, (Seat(0), Seat(2))))],
        [[1, ["offer_trade", {"ore": 2}, {"wool": 1}, [0, 2]]]],
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_rows_say_what_the_steps_say(form: str) -> None:
    steps, rows = FORMS[form]
    written = msgspec.json.decode(msgspec.json.encode(write_rows(steps)))
    assert written == rows
    assert list(read_rows(rows, SEAFARERS, BEGAN_AT)) == steps


@pytest.mark.parametrize("rows", [[[0, "unheard_of"]], [[0, ["build_road", "twelve"]]]])
def test_rows_that_are_no_commands_are_refused(rows: list[Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        list(read_rows(rows, SEAFARERS, BEGAN_AT))
