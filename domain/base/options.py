"""The options of the base game: an edition sets the defaults, each may still be chosen."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_type_hints

from msgspec import UNSET, Meta, UnsetType

from domain.base.island.layout import Layout, read_layout
from domain.base.island.travel_pieces import Arrangement, read_arrangement
from domain.ids import Seat
from domain.options import (
    ContradictoryOptions,
    read_value,
    require_known,
    require_start_seat,
)
from domain.table.deadlines import TableOptions, read_table_options
from domain.table.state import COLOURS


class Options(TableOptions, frozen=True):
    """All choices made when a game is opened, none left to a default."""

    edition: Literal["2025", "classic", "travel"]
    phases: Literal["combined", "separate"]
    board: Literal["random", "beginner", "scattered", "travel"] | Layout
    harbours: Literal["frame_pieces", "shuffled", "fixed"]
    start_player: Literal["highest_roll", "seat", "draw"]
    start_seat: Seat | None
    target_points: Annotated[int, Meta(ge=3, le=20)]
    discard_limit: Annotated[int, Meta(ge=1, le=95)]
    friendly_robber: bool
    bank_visible: bool
    arrangement: Literal["beginner", "random"] | Arrangement | UnsetType = UNSET
    """How the pieces of the travel board lie; only there with that board."""


_2025 = {
    "edition": "2025",
    "phases": "combined",
    "board": "random",
    "harbours": "frame_pieces",
    "start_player": "highest_roll",
    "start_seat": None,
    "target_points": 10,
    "discard_limit": 7,
    "friendly_robber": False,
    "bank_visible": True,
}
# The older books let the oldest player begin: the host names the seat.
_CLASSIC = _2025 | {
    "edition": "classic",
    "phases": "separate",
    "harbours": "fixed",
    "start_player": "seat",
}
_TRAVEL = _CLASSIC | {"edition": "travel", "board": "travel"}
DEFAULTS: dict[str, dict[str, Any]] = {"2025": _2025, "classic": _CLASSIC, "travel": _TRAVEL}
_PRINTED_HARBOURS = ("beginner", "travel")
_TYPES = get_type_hints(Options, include_extras=True)


def read_options(raw: Mapping[str, Any], players: int) -> Options:
    """Options as a client gives them, completed, or a refusal that names the option."""
    require_known(raw, _TYPES)
    chosen = {
        name: _read(name, value, players)
        for name, value in raw.items()
        if name not in TableOptions.__struct_fields__
    }
    options = dict(DEFAULTS[chosen.get("edition", "2025")])
    board = chosen.get("board", options["board"])
    if board in _PRINTED_HARBOURS or isinstance(board, Layout):
        options["harbours"] = "fixed"
    if board == "travel":
        options["arrangement"] = "beginner"
    options |= chosen
    if options["start_player"] == "seat" and options["start_seat"] is None:
        options["start_seat"] = Seat(0)
    complete = Options(**options, **read_table_options(raw))
    _refuse_contradictions(complete, players)
    return complete


def _read(name: str, value: Any, players: int) -> Any:
    if name == "board" and isinstance(value, Mapping):
        return read_layout(value, players)
    if name == "arrangement" and isinstance(value, list | tuple):
        return read_arrangement(value)
    return read_value(name, value, _TYPES[name])


def _refuse_contradictions(options: Options, players: int) -> None:
    if options.board in _PRINTED_HARBOURS and options.harbours != "fixed":
        raise ContradictoryOptions(
            f"the harbours of board: {options.board} are printed on it: fixed", option="harbours"
        )
    if options.board != "travel" and options.arrangement is not UNSET:
        raise ContradictoryOptions("arrangement goes with board: travel", option="arrangement")
    if isinstance(options.board, Layout) and options.harbours == "frame_pieces":
        raise ContradictoryOptions(
            "an explicit layout has its own harbours: fixed or shuffled", option="harbours"
        )
    require_start_seat(options.start_player, options.start_seat, players)


def colours(options: Options, players: int) -> tuple[str, ...]:
    """The colours in play: where beginners' pieces stand, three players leave one out."""
    printed = options.board == "beginner" or options.arrangement == "beginner"
    if not printed or players == len(COLOURS):
        return COLOURS
    # Only the 2025 book of the base game does without white.
    newest = options.board == "beginner" and options.edition == "2025"
    left_out = "white" if newest else "red"
    return tuple(colour for colour in COLOURS if colour != left_out)
