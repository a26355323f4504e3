"""What a rated game must be, so that its result says something about its players."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from domain.refusals import Malformed, RuleViolation
from domain.table.deadlines import Clock, TableOptions, TimeLimit
from domain.table.state import Table

FEWEST_PLAYERS: Final = 2
SHORTEST_LIMIT_SECONDS: Final = 1_800
FEWEST_ROUNDS: Final = 10
"""A game that all others leave counts only if one of them stays for so many rounds."""
TARGET: Final = "target_points"
MAPS: Final = ("board", "arrangement")

ReadOptions = Callable[[Mapping[str, Any], int], TableOptions]


class NotRateable(Malformed):
    """A rated game has two or more seats, a clock, no map of the host's own, at least the usual
    points to win, and no time limit under half an hour; `details.options` names what to change."""

    code = "rated/not_allowed"


class NoBotsInRatedGames(RuleViolation):
    """A rated game is for people; open a casual one (`"rated": false`) to play with bots."""

    code = "rated/no_bots"


def unrateable_options(
    read_options: ReadOptions, options: TableOptions, plain: Mapping[str, Any], players: int
) -> list[str]:
    """Names of the options by which a game cannot be rated; `plain` are the same, as stored."""
    found = ["players"] if players < FEWEST_PLAYERS else []
    if not isinstance(options.clock, Clock):
        found.append("clock")
    limit = options.time_limit
    if isinstance(limit, TimeLimit) and limit.seconds < SHORTEST_LIMIT_SECONDS:
        found.append("time_limit")
    found += [name for name in MAPS if not _is_named(getattr(options, name, UNSET))]
    if TARGET in plain:
        others = {name: value for name, value in plain.items() if name != TARGET}
        usual = read_options(others, players)
        if getattr(options, TARGET) < getattr(usual, TARGET):
            found.append(TARGET)
    return found


def _is_named(value: object) -> bool:
    """Whether a map is one of the house's, which go by a name."""
    return value is UNSET or isinstance(value, str)


def require_rateable(
    read_options: ReadOptions, options: TableOptions, plain: Mapping[str, Any], players: int
) -> None:
    """Refuse to open a game as a rated one that cannot be rated."""
    wrong = unrateable_options(read_options, options, plain, players)
    if wrong:
        raise NotRateable(f"a rated game cannot have this: {', '.join(wrong)}", options=wrong)


def require_no_rated_game(state: Table) -> None:
    """Refuse a bot at the table of a rated game."""
    if state.is_rated:
        raise NoBotsInRatedGames("bots do not play in rated games")


def was_cut_short(state: Table) -> bool:
    """Whether all players but one resigned, or went away for good, before it had gone on for long.

    Who wins against the bots of absent players has beaten nobody.
    """
    seats = len(state.chairs)
    gone = [chair.gone_in_turn for chair in state.chairs if chair.gone_in_turn is not None]
    return seats > 1 and sum(turn < FEWEST_ROUNDS * seats for turn in gone) >= seats - 1
