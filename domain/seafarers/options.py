"""The options of a Seafarers game: the scenario sets the defaults, each may still be chosen."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, get_type_hints

from msgspec import Meta
from msgspec.structs import replace

from domain.base.island.layout import Place
from domain.ids import Seat
from domain.options import (
    BadOption,
    ContradictoryOptions,
    read_value,
    require_known,
    require_start_seat,
)
from domain.seafarers.maps.layout import (
    SCENARIOS,
    Bonus,
    SeaLayout,
    SeaStart,
    layout_of,
)
from domain.seafarers.maps.own_maps import POINTS, read_layout
from domain.table.deadlines import TableOptions, read_table_options


class SeaOptions(TableOptions, frozen=True):
    """All choices made when a game is opened, none left to a default."""

    edition: Literal["2025", "classic"]
    scenario: Annotated[int, Meta(ge=1, le=9)] | None
    """None on an own map."""
    setup: Literal["printed", "variable"]
    play: Literal["scenario", "free"]
    """With the rules of the scenario, or with those of the sea alone."""
    board: Literal["scenario"] | SeaLayout
    robber_start: Place | None
    phases: Literal["combined", "separate"]
    start_player: Literal["highest_roll", "seat", "draw"]
    start_seat: Seat | None
    target_points: Annotated[int, Meta(ge=3, le=20)]
    discard_limit: Annotated[int, Meta(ge=1, le=95)]
    friendly_robber: bool
    bank_visible: bool


_2025 = {
    "edition": "2025",
    "scenario": 1,
    "setup": "printed",
    "play": "scenario",
    "board": "scenario",
    "robber_start": None,
    "phases": "combined",
    "start_player": "highest_roll",
    "start_seat": None,
    "discard_limit": 7,
    "friendly_robber": False,
    "bank_visible": True,
}
# The older book lets the oldest player begin: the host names the seat.
_CLASSIC = _2025 | {"edition": "classic", "phases": "separate", "start_player": "seat"}
_DEFAULTS: dict[str, dict[str, Any]] = {"2025": _2025, "classic": _CLASSIC}
_TYPES = get_type_hints(SeaOptions, include_extras=True)
PRESETS = {f"scenario-{number}": {"scenario": number} for number in SCENARIOS}


def read_options(raw: Mapping[str, Any], players: int) -> SeaOptions:
    """Options as a client gives them, completed, or a refusal that names the option."""
    require_known(raw, _TYPES)
    chosen = {
        name: _read(name, value, players)
        for name, value in raw.items()
        if name not in TableOptions.__struct_fields__
    }
    options = dict(_DEFAULTS[chosen.get("edition", "2025")])
    if isinstance(chosen.get("board"), SeaLayout):
        options |= {"scenario": None, "play": "free"}
    options |= chosen
    if options["start_player"] == "seat" and options["start_seat"] is None:
        options["start_seat"] = Seat(0)
    _refuse_contradictions(options)
    layout = layout_in(options["board"], options["scenario"], options["play"], players)
    if options.get("target_points") is None:
        options["target_points"] = layout.victory_points or POINTS
    _require_possible(options, layout)
    complete = SeaOptions(**options, **read_table_options(raw))
    require_start_seat(complete.start_player, complete.start_seat, players)
    return complete


def _read(name: str, value: Any, players: int) -> Any:
    if name == "board" and isinstance(value, Mapping):
        return read_layout(value, players)
    return read_value(name, value, _TYPES[name])


def _refuse_contradictions(options: Mapping[str, Any]) -> None:
    if isinstance(options["board"], SeaLayout):
        if options["scenario"] is not None:
            raise ContradictoryOptions("an own map has no scenario", option="scenario")
        if options["play"] != "free":
            raise ContradictoryOptions("an own map is played free", option="play")
    elif options["scenario"] is None:
        raise ContradictoryOptions("name a scenario, or give a map as board", option="scenario")


def _require_possible(options: Mapping[str, Any], layout: SeaLayout) -> None:
    if options["setup"] == "variable" and layout.variable is None and layout.random is None:
        raise ContradictoryOptions("this map has no variable set-up", option="setup")
    start = options["robber_start"]
    if start is not None and start not in layout.robber.choices:
        places = ", ".join(str(list(place)) for place in layout.robber.choices)
        raise BadOption(
            f"option 'robber_start': must be one of {places}"
            if places
            else "option 'robber_start': this map leaves no choice of where the robber starts",
            option="robber_start",
            choices=layout.robber.choices,
        )


def layout_for(options: SeaOptions, players: int) -> SeaLayout:
    """The map that is played on."""
    return layout_in(options.board, options.scenario, options.play, players)


def layout_in(board: Any, scenario: int | None, play: str, players: int) -> SeaLayout:
    if isinstance(board, SeaLayout):
        return board
    assert scenario is not None
    return free_layout(scenario, players) if play == "free" else layout_of(scenario, players)


@lru_cache(maxsize=32)
def free_layout(scenario: int, players: int) -> SeaLayout:
    """A scenario's map with nothing that only its own rules know what to do with."""
    layout = layout_of(scenario, players)
    ports = layout.ports
    if ports.mode == "gift":
        ports = replace(ports, mode="shuffle")
    return replace(
        layout,
        ports=ports,
        robber=replace(layout.robber, used=True, forbidden_areas=()),
        pirate=replace(layout.pirate, used=True),
        start=SeaStart(areas=layout.start.areas),
        bonus=Bonus(),
        specials=None,
    )
