"""Scenes of the dice game: sheets in the notation of the sheet, dice as six letters.

`R0` is a road, `S3` a settlement, `C7` a city and `K1` a knight. Dice are written b l w g o $ for
brick, lumber, wool, grain, ore and gold.
"""

from typing import Any

from domain.dice import commands as c
from domain.dice import events as e
from domain.dice.game import DICE_GAME
from domain.dice.sheet import DICE, FACES, Face
from domain.dice.state import BUILDING, READY, Game
from domain.ids import Seat
from domain.messages import Command, Event
from domain.table.lobby import GameStarted
from tests import kit

LETTERS: dict[str, Face] = dict(zip("blwgo$", FACES, strict=True))
BUILDS: dict[str, type[Command]] = {
    "R": c.BuildRoad,
    "S": c.BuildSettlement,
    "C": c.BuildCity,
    "K": c.BuildKnight,
}
BUILT: dict[str, type[Event]] = {
    "R": e.RoadBuilt,
    "S": e.SettlementBuilt,
    "C": e.CityBuilt,
    "K": e.KnightBuilt,
}
ALL_KNIGHTS = "K1 K2 K3 K4 K5 K6"


class Scene(kit.Scene):
    """A table of the dice game."""

    def rolls(self, command: Command, dice: str) -> "Scene":
        """Roll so that these dice fall in their order."""
        state = self.state
        chosen = command.dice if isinstance(command, c.Reroll) else range(DICE)
        script = {
            f"die:{state.turn}:{state.rolls + 1}:{die}": [FACES.index(face)]
            for die, face in zip(sorted(chosen), faces(dice), strict=True)
        }
        self.when(command, **script)
        return self

    def build(self, *pieces: str, seat: int = 0) -> "Scene":
        """Build these, one after the other."""
        for name in pieces:
            self.when(build(name, seat))
        return self

    def end(self, seat: int = 0) -> "Scene":
        self.when(c.EndTurn(Seat(seat)))
        return self

    def track(self, seat: int = 0) -> list[int]:
        return list(self.state.sheets[seat].track)

    def uses(self) -> str:
        """How the dice are used, by the first letter."""
        return "".join(die.use[0] for die in self.state.dice)

    def shown(self) -> str:
        letters = {face: letter for letter, face in LETTERS.items()}
        return " ".join(letters[die.face] for die in self.state.dice)

    def _assert_conserved(self) -> None:
        if self.state.sheets:
            assert_conserved(self.state)


def assert_conserved(state: Game) -> None:
    """What is on a sheet and on its track agrees, and so do the dice of the turn."""
    assert len(state.dice) == (0 if state.phase == READY else DICE) or not state.turn
    for i, sheet in enumerate(state.sheets):
        built = sum(sheet.points().values()) - sum(sheet.track)
        on_turn = i == state.turn_seat and state.phase == BUILDING
        if not state.chairs[i].resigned:
            assert built in ((0, state.points) if on_turn else (0,))
        assert not sheet.jokers_used >> sheet.knights, "a joker was used without its knight"


def faces(dice: str) -> tuple[Face, ...]:
    return tuple(LETTERS[letter] for letter in dice.split())


def build(name: str, seat: int = 0) -> Command:
    return BUILDS[name[0]](Seat(seat), int(name[1:]))


def turns(*boxes: str, seat: int = 0) -> list[kit.Facts]:
    """Earlier turns of a seat: what was built in each, `X` for nothing."""
    facts: list[kit.Facts] = []
    for box, names in enumerate(boxes, start=1):
        facts.append(e.TurnBegan(Seat(seat), box))
        facts.append(rolled("b b b b b b", seat))
        facts.append(e.RollingStopped(Seat(seat)))
        pieces = [] if names == "X" else names.split()
        facts.append([BUILT[name[0]](Seat(seat), int(name[1:]), ()) for name in pieces])
        points = sum(1 if name[0] == "R" else int(name[1:]) for name in pieces)
        entered = e.PointsEntered(Seat(seat), box, points) if pieces else None
        facts.append(entered or e.CrossEntered(Seat(seat), box))
    return facts


def rolled(dice: str, seat: int = 0) -> e.DiceRolled:
    """The first roll of a turn."""
    return e.DiceRolled(Seat(seat), 1, tuple(range(DICE)), faces(dice), 0, 0)


def given(*facts: kit.Facts, players: int = 1, **options: Any) -> Scene:
    """A game that has started, with nothing built but what the facts bring."""
    scene = lobby(players, **options)
    scene.given(kit.seated(players), GameStarted(), e.FirstPlayerChosen(Seat(0)), *facts)
    return scene


def lobby(players: int = 1, **options: Any) -> Scene:
    """A game that is open and not started."""
    scene = Scene(DICE_GAME.new_game())
    scene.given(kit.opened(players, DICE_GAME, **options))
    return scene


def final(dice: str, built: str = "", *, players: int = 1) -> Scene:
    """A turn whose dice are final, with this built in a turn before it."""
    before = turns(built) if built else []
    return given(
        before,
        e.TurnBegan(Seat(0), 1 + bool(built)),
        rolled(dice),
        e.RollingStopped(Seat(0)),
        players=players,
    )
