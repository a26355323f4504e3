"""How options are read, and refused, the same for every ruleset."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.refusals import Malformed


class UnknownOption(Malformed):
    """The ruleset has no such option; `details.options` lists those it has."""

    code = "options/unknown"


class BadOption(Malformed):
    """An option has a value it cannot take; `details.option` names it."""

    code = "options/bad_value"


class ContradictoryOptions(Malformed):
    """Two options do not go together; change or leave out the one in `details.option`."""

    code = "options/contradictory"


def require_known(raw: Mapping[str, Any], options: Iterable[str]) -> None:
    """Refuse the first option that there is not."""
    known = list(options)
    for name in raw:
        if name not in known:
            raise UnknownOption(f"there is no option {name!r}", option=name, options=known)


def read_value(name: str, value: Any, kind: Any) -> Any:
    """The value of an option as its type, or a refusal that names the option."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, UnicodeEncodeError) as error:
        raise BadOption(f"option {name!r}: {error}", option=name) from None


def require_start_seat(start_player: str, start_seat: int | None, players: int) -> None:
    """Refuse a starting seat that is not there, or that is not asked for."""
    if start_seat is None:
        return
    if start_player != "seat":
        raise ContradictoryOptions("start_seat goes with start_player: seat", option="start_seat")
    if not 0 <= start_seat < players:
        raise BadOption(f"start_seat goes from 0 to {players - 1}", option="start_seat")
