"""Calls of a referee for all tables of a round: every game gets an event of its own."""

from typing import Any

from msgspec import Struct

from commands.desk import Desk, Guards
from commands.refusals import KeyReused
from commands.tournaments.tables import at_once
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from domain.tournament.playing import NoGameAtTable, require_round, require_table
from domain.tournament.staff import require_staff
from eventlog.tournaments import LiveTournaments


class TableAnswer(Struct, frozen=True, kw_only=True):
    """What became of a command at one table."""

    table: int
    game_id: str | None
    """None if the table has no game."""
    version: int | None = None
    """The version of the game after it; None if it was refused."""
    code: str | None = None
    """Why it was refused."""


class RoundReferee:
    """Sends one command to the games of a round."""

    def __init__(self, tournaments: LiveTournaments, desk: Desk) -> None:
        self._tournaments = tournaments
        self._desk = desk

    def command(
        self,
        tournament: str,
        number: int,
        body: dict[str, Any],
        referee: PlayerId,
        tables: list[int] | None = None,
        *,
        is_operator: bool = False,
        key: str | None = None,
    ) -> list[TableAnswer]:
        """Give a command at some tables of the running round, or at all of them.

        At a table where the referee plays it is refused, as every command of a referee is. With
        the same key it is carried out once at each table, however often it is given.
        """
        with self._tournaments.hold(tournament) as live:
            if not is_operator:
                require_staff(live.state, referee)
            current = require_round(live.state, number)
            for one in tables or ():
                require_table(current, one)
            games = {number: one.game for number, one in enumerate(current.tables, start=1)}
        chosen = [(one, game) for one, game in games.items() if tables is None or one in tables]

        def send(pair: tuple[int, str | None]) -> TableAnswer:
            table, game = pair
            try:
                if game is None:
                    raise NoGameAtTable("this table has no game")
                receipt = self._desk.submit(game, body, referee, Guards(key), is_organizer=True)
            except KeyReused:
                raise
            except RuleViolation as refusal:
                return TableAnswer(table=table, game_id=game, code=refusal.code)
            return TableAnswer(table=table, game_id=game, version=receipt.version)

        return at_once(send, chosen)
