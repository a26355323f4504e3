"""The options of the dice game: who begins."""

from collections.abc import Mapping
from typing import Any, Literal, get_type_hints

from domain.ids import Seat
from domain.options import read_value, require_known, require_start_seat
from domain.table.deadlines import TableOptions, read_table_options
from domain.table.state import FIRST_SEAT


class Options(TableOptions, frozen=True):
    """All choices made when a game is opened, none left to a default."""

    start_player: Literal["draw", "seat"]
    start_seat: Seat | None


_TYPES = get_type_hints(Options, include_extras=True)


def read_options(raw: Mapping[str, Any], players: int) -> Options:
    """Options as a client gives them, completed, or a refusal that names the option."""
    require_known(raw, _TYPES)
    chosen = {
        name: read_value(name, value, _TYPES[name])
        for name, value in raw.items()
        if name not in TableOptions.__struct_fields__
    }
    start_player, start_seat = chosen.get("start_player", "draw"), chosen.get("start_seat")
    if start_player == "seat" and start_seat is None:
        start_seat = FIRST_SEAT
    require_start_seat(start_player, start_seat, players)
    return Options(start_player=start_player, start_seat=start_seat, **read_table_options(raw))
