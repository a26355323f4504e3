"""The result of a closed game, as the tournament counts it; and who was to be seated there."""

from msgspec import Struct

from domain.ids import Seat
from domain.table.state import Table
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from domain.tournament.playing import TableToOpen
from domain.tournament.results import MOST_POINTS
from domain.tournament.state import GameOutcome


class GameResult(Struct, frozen=True):
    """Points by seat, who won, and how the game ended."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    outcome: GameOutcome


def result_of(game: Table) -> GameResult:
    """The result of a closed game. A game without standings has no points."""
    points = {line.seat: line.points for line in game.standings}
    seats = [Seat(number) for number in range(len(game.chairs))]
    return GameResult(
        points=tuple(min(max(points.get(seat, 0), 0), MOST_POINTS) for seat in seats),
        winners=tuple(game.winners),
        outcome=game.outcome or "void",
    )


def link_of(tournament: str, table: TableToOpen) -> TournamentTable:
    """The link of the game of a table."""
    return TournamentTable(tournament, table.round, table.table, table.attempt)


def seated_at(table: TableToOpen) -> tuple[SeatedPlayer, ...]:
    """Who sits where in the game of a table, from its opening on."""
    return tuple(
        SeatedPlayer(colour, player) if bot is None else SeatedPlayer(colour, None, bot)
        for player, bot, colour in zip(table.players, table.bots, table.colours, strict=True)
    )
