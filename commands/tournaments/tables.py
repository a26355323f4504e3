"""The games of a tournament's tables: the service opens, starts and voids them.

The ledger of the tournament says what is to be done. The id of a game follows from its table, so
any process can finish what another one began, and two at once never open a table twice.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from msgspec import Struct

from commands.desk import Desk, TableSeating
from domain.refusals import RuleViolation
from domain.table.bots import bot_id
from domain.table.replacing import SeatSubstitute
from domain.table.seats import AlreadyStarted
from domain.table.state import CLOSED, LOBBY
from domain.tournament.game_results import GameResult, link_of, result_of, seated_at
from domain.tournament.playing import TableToOpen
from domain.tournament.setup import rules_of
from domain.tournament.state import TakenOver, Tournament

AT_ONCE = 16
"""How many games are opened at once: their commits share a sync of the disk."""
NO_LONGER_COUNTS = "the tournament no longer counts this game"

T = TypeVar("T")
R = TypeVar("R")

logger = logging.getLogger(__name__)


class ClosedGame(Struct, frozen=True):
    """The result of a closed game, from its sound ledger."""

    table: int
    game: str
    head: str
    result: GameResult


class TournamentGames:
    """Opens the games of tables, starts them, and reads their results."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._started: set[str] = set()
        """Games that this process knows to have started."""
        self._seated: dict[str, int] = {}
        """By game: how many substitutes this process knows to be seated."""
        self._voided: set[str] = set()
        """Games that this process knows to be over and of no account."""

    def open(self, seatings: list[TableSeating]) -> dict[int, str]:
        """Open games with everybody seated, by table. One that cannot be opened is left out."""

        def open_one(seating: TableSeating) -> tuple[int, str] | None:
            try:
                receipt = self._desk.open_tournament_table(seating)
            except RuleViolation as refusal:
                logger.error(
                    "a table cannot be opened: %s",
                    refusal,
                    extra={"game": seating.link.tournament, "code": refusal.code},
                )
                return None
            return seating.link.table, receipt.game

        return dict(found for found in at_once(open_one, seatings) if found is not None)

    def have_all_nonces(self, games: Iterable[str]) -> bool:
        """Whether every person at these tables has added a nonce. Bots add none."""

        def has_all(game: str) -> bool:
            with self._desk.games.hold(game) as live:
                chairs = live.state.chairs
            return all(chair.nonce is not None or chair.bot is not None for chair in chairs)

        return all(has_all(game) for game in games)

    def seat(self, substitutes: Mapping[str, Sequence[TakenOver]]) -> None:
        """Let substitutes play in games that were opened before they came."""
        for game, changes in substitutes.items():
            for change in changes[self._seated.get(game, 0) :]:
                left = change.left
                if change.left_bot is not None:
                    left = bot_id(change.left_bot, change.seat)
                # It is done already, or a referee has decided otherwise in the game.
                with suppress(RuleViolation):
                    self._desk.seat_substitute(
                        game, SeatSubstitute(change.seat, left, change.player, change.reason)
                    )
            self._seated[game] = len(changes)

    def start(self, games: Mapping[str, int | None]) -> None:
        """Start the games that have not started, with clocks that run from a time (ms)."""

        def start_one(game: str) -> None:
            # The fold from the opening is enough: if it is too old, the start is refused.
            with self._desk.games.hold(game, min_version=1) as live:
                is_waiting = live.state.phase == LOBBY
            if is_waiting:
                # Another process may start it at the same time.
                with suppress(AlreadyStarted):
                    self._desk.start_table(game, games[game])
            self._started.add(game)

        for _ in at_once(start_one, [game for game in games if game not in self._started]):
            pass

    def closed(self, games: dict[int, str]) -> list[ClosedGame]:
        """The results of those games that are closed, by table."""
        if not games:
            return []
        numbers = list(games)
        are_open = self._desk.games.ledger.which_are_open([games[number] for number in numbers])
        ended = [number for number, is_open in zip(numbers, are_open, strict=True) if not is_open]
        found = (self._result(number, games[number]) for number in ended)
        return [one for one in found if one is not None]

    def _result(self, table: int, game: str) -> ClosedGame | None:
        with self._desk.games.hold(game) as live:
            if live.fault is not None or live.state.phase != CLOSED:
                # Only a sound ledger counts; the operator has to repair this one.
                return None
            return ClosedGame(table, game, live.folded.head.hex(), result_of(live.state))

    def void(self, games: Iterable[str]) -> None:
        """End and close games that do not count any more, so that they can be exported, too."""
        left = [game for game in games if game not in self._voided]
        if not left:
            return
        for game, is_open in zip(left, self._desk.games.ledger.which_are_open(left), strict=True):
            if is_open:
                with suppress(RuleViolation):
                    self._desk.void_game(game, NO_LONGER_COUNTS)
                with suppress(RuleViolation):
                    for _ in self._desk.run_due_work(game):
                        pass
            self._voided.add(game)


def seating_of(state: Tournament, table: TableToOpen) -> TableSeating:
    """What the service has to open for a table."""
    assert state.host is not None
    return TableSeating(
        link=link_of(state.game, table),
        host=state.host,
        ruleset=state.chosen.games.ruleset,
        rules=rules_of(state.chosen.games),
        options=table.options,
        seated=seated_at(table),
    )


def at_once(run: Callable[[T], R], items: list[T]) -> list[R]:
    """Run a function for all items, many at a time. All are tried before an error is raised."""
    if len(items) <= 1:
        return [run(item) for item in items]
    with ThreadPoolExecutor(min(AT_ONCE, len(items)), "tables") as pool:
        return list(pool.map(run, items))
