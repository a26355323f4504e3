"""Time as plain data: how long decisions may take, and until when each open one may."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.ids import Seat
from domain.options import read_value

DecisionKind: TypeAlias = Literal["turn", "founding", "discard", "answer"]
LimitPolicy: TypeAlias = Literal["none", "finish_turn", "finish_round", "immediate"]

SECOND_MS: Final = 1_000
_HOUR: Final = 3_600
_MONTH: Final = 30 * 24 * _HOUR

Seconds = Annotated[int, Meta(ge=1, le=_MONTH)]


class Clock(Struct, frozen=True, forbid_unknown_fields=True):
    """How long each kind of decision may take; what is left out is as in a live game."""

    turn_seconds: Seconds = 120
    founding_seconds: Seconds = 60
    discard_seconds: Seconds = 30
    answer_seconds: Seconds = 20
    bank_seconds: Annotated[int, Meta(ge=0, le=_MONTH)] = 300
    """Once for the whole game: what a seat may take longer, all its decisions together."""
    misses: Annotated[int, Meta(ge=1, le=20)] = 3
    """After so many missed deadlines in a row the seat is given up."""
    absent: Literal["bot", "resign"] = "bot"
    """What becomes of it then."""

    def allowance_ms(self, kind: DecisionKind) -> int:
        seconds: int = getattr(self, f"{kind}_seconds")
        return seconds * SECOND_MS


class TimeLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """How long a whole game may take, and what happens then."""

    seconds: Annotated[int, Meta(ge=10, le=12 * _MONTH)]
    policy: LimitPolicy = "finish_round"


CLOCKS: Final[dict[str, Clock | UnsetType]] = {
    "none": UNSET,
    "live": Clock(),
    "correspondence": Clock(
        turn_seconds=24 * _HOUR,
        founding_seconds=24 * _HOUR,
        discard_seconds=24 * _HOUR,
        answer_seconds=12 * _HOUR,
        bank_seconds=72 * _HOUR,
        misses=2,
    ),
}


class TableOptions(Struct, frozen=True, kw_only=True):
    """Options that every game of the family has. One that is not chosen is left out."""

    clock: Literal["none", "live", "correspondence"] | Clock | UnsetType = UNSET
    time_limit: TimeLimit | UnsetType = UNSET
    bot_seconds: Annotated[int, Meta(ge=0, le=60)] | UnsetType = UNSET
    """How long a bot waits before it moves, so that people can follow."""
    spectator_delay_seconds: Annotated[int, Meta(ge=0, le=24 * _HOUR)] | UnsetType = UNSET
    """How much later than the players spectators see what happens."""
    call_pauses: bool | UnsetType = UNSET
    """Whether a call for a referee pauses the game until one answers."""
    talk: Literal["off", "phrases", "free"] | UnsetType = UNSET
    """What people may say at the table: nothing, ready phrases (if not chosen), or anything."""


def read_table_options(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the options that every game has, complete, or a refusal that names one."""
    chosen: dict[str, Any] = {}
    for name in TableOptions.__struct_fields__:
        if raw.get(name, UNSET) is UNSET:
            continue
        read = read_value(name, {name: raw[name]}, TableOptions)
        chosen[name] = getattr(read, name)
    clock = chosen.get("clock")
    if isinstance(clock, str):
        chosen["clock"] = CLOCKS[clock]
    return chosen


class Decision(Struct, frozen=True):
    """What a seat is asked to decide; `number` tells it from the next of its kind."""

    kind: DecisionKind
    number: int


class Deadline(Struct, frozen=True, omit_defaults=True):
    """Until when (ms) a decision has to be made, the time bank included."""

    decision: Decision
    due: int
    bank: int
    """How much of that is the seat's time bank."""
    grace: bool = False
    """Whether it was set anew because the server itself was late."""


class Rest(Struct, frozen=True):
    """What was left (ms) when a decision was made, or put aside."""

    decision: Decision
    left: int
    bank: int


class Watch(Struct):
    """The clocks of a game."""

    banks: dict[Seat, int]
    limit_left: int | None = None
    """What is left of the whole game's time while it does not run."""
    ends_at: int | None = None
    ran_out: int | None = None
    """The turn in which the whole game's time ran out."""
    deadlines: dict[Seat, Deadline] = {}
    rests: dict[Seat, dict[DecisionKind, Rest]] = {}
    """The last of each kind: a turn waits while its seat discards."""
    misses: dict[Seat, int] = {}
    """Deadlines missed in a row."""


def new_watch(options: TableOptions, seats: int) -> Watch | None:
    """The clocks that a game begins with; None if it is played without any."""
    clock, limit = options.clock, options.time_limit
    if not isinstance(clock, Clock) and not isinstance(limit, TimeLimit):
        return None
    bank = clock.bank_seconds * SECOND_MS if isinstance(clock, Clock) else 0
    return Watch(
        banks={Seat(i): bank for i in range(seats)},
        limit_left=limit.seconds * SECOND_MS if isinstance(limit, TimeLimit) else None,
    )
