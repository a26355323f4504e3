"""What a bot gets when it must act, and the command that it returns."""

from collections.abc import Callable, Iterable
from typing import TypeAlias, TypeVar

from domain.choices import Below, Choice
from domain.ids import Seat
from domain.messages import Command
from domain.ruleset import Action
from domain.table.state import Table
from domain.table.view import TableView

T = TypeVar("T")


class Turn:
    """Everything that a seat may know and do now, and nothing that is hidden from it."""

    __slots__ = ("_look", "_sample", "_seen", "actions", "seat")

    def __init__(
        self,
        seat: Seat,
        actions: list[Action],
        look: Callable[[], TableView],
        sample: Callable[[Choice], Command],
    ) -> None:
        self.seat = seat
        self.actions = actions
        """The actions by which the seat can move the game on."""
        self._look = look
        self._sample = sample
        self._seen: TableView | None = None

    @property
    def view(self) -> TableView:
        """The view of the seat; it is made when it is first needed."""
        if self._seen is None:
            self._seen = self._look()
        return self._seen

    def sample(self, choice: Choice) -> Command:
        """Return one legal command of an open choice, drawn with the bot's own randomness."""
        return self._sample(choice)


def best_of(options: Iterable[T], value: Callable[[T], float], below: Below) -> T:
    """Return the option of the highest value; among equals, one by the bot's own randomness."""
    valued = [(value(option), option) for option in options]
    most = max(found for found, _ in valued)
    equals = [option for found, option in valued if found == most]
    return equals[below(len(equals))] if len(equals) > 1 else equals[0]


Bot: TypeAlias = Callable[[Turn, Below], Command]
"""Chooses one command. `below` is the only randomness that a bot has."""


def turn_of(state: Table, seat: Seat, below: Below, *, player_trades: bool = True) -> Turn:
    """Return what a bot in this seat gets now, with or without trades between players."""
    ruleset = state.ruleset
    actions = ruleset.flow.moves(state, seat)
    if not player_trades:
        kinds = ruleset.flow.choices
        actions = [
            action
            for action in actions
            if not (isinstance(action, Choice) and kinds[action.command].between_players)
        ]
    return Turn(
        seat,
        actions,
        lambda: ruleset.view(state, seat),
        lambda choice: ruleset.sample(state, choice, below),
    )
