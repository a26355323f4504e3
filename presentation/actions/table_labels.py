"""Labels of what everybody at a table may do that depend on more than one field."""

from collections.abc import Mapping
from typing import Final

from domain.messages import Command
from domain.table.lobby import TakeSeat
from domain.table.view import TableView
from presentation.actions.phrasebook import LabelChooser
from presentation.language import ChosenSentence, Language


def _take_seat(language: Language, view: TableView, command: TakeSeat) -> ChosenSentence:
    """A free seat has no colour, so it goes by its number."""
    variants = {
        (False, False): "take_seat",
        (True, False): "take_seat.seat",
        (False, True): "take_seat.colour",
        (True, True): "take_seat.both",
    }
    key = variants[command.seat is not None, command.colour is not None]
    return key, {"number": command.seat}


TABLE_CHOOSERS: Final[Mapping[type[Command], LabelChooser]] = {TakeSeat: _take_seat}
