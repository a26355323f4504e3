"""The running count: a result touches only the players of its table."""

from collections.abc import Iterator
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct, field

from domain.ids import PlayerId
from domain.tournament.standings.results import Bye, TableResult

Ratio: TypeAlias = tuple[int, int]
"""An exact fraction in lowest terms, as data that can be stored."""

ZERO: Ratio = (0, 1)


class Game(Struct, frozen=True):
    """A player's part in a table that counts."""

    round: int
    table: int
    seat: int
    points: int
    table_points: int
    """Of all players at the table."""
    winners: int
    """How many share the win; 0 if this player did not win."""
    first_place: int
    last_place: int
    """The places that they share with those who have as many points."""
    opponents: tuple[PlayerId, ...]
    is_small: bool

    @property
    def win(self) -> Fraction:
        """A whole win, or the part of one that was shared."""
        return Fraction(1, self.winners) if self.winners else Fraction(0)

    @property
    def share(self) -> Fraction:
        """The part of the table's points that is theirs."""
        return Fraction(self.points, self.table_points) if self.table_points else Fraction(0)


class Record(Struct):
    """What a player has gathered so far: their games, and the exact sums over them."""

    games: list[Game] = field(default_factory=list)
    """In order of round and table, whenever they were counted."""
    byes: list[int] = field(default_factory=list)
    """The rounds that they sat out."""
    wins: Ratio = ZERO
    points: int = 0
    share: Ratio = ZERO

    def add(self, game: Game) -> None:
        self.games.append(game)
        self.games.sort(key=lambda one: (one.round, one.table))
        self._sum_up(game, 1)

    def remove(self, game: Game) -> None:
        self.games.remove(game)
        self._sum_up(game, -1)

    def _sum_up(self, game: Game, times: int) -> None:
        self.wins = (Fraction(*self.wins) + times * game.win).as_integer_ratio()
        self.points += times * game.points
        self.share = (Fraction(*self.share) + times * game.share).as_integer_ratio()


class Tally(Struct):
    """Everybody's records: plain data that can be stored with the state it is part of."""

    records: dict[PlayerId, Record] = field(default_factory=dict)

    def enter(self, player: PlayerId) -> None:
        """A player takes part, whether they have played or not."""
        self.records.setdefault(player, Record())

    def count(self, result: TableResult) -> None:
        """Count a table, in place of what was counted for it before. Order does not matter."""
        self.take_back(result)
        for player, game in _games(result):
            self.enter(player)
            self.records[player].add(game)

    def take_back(self, result: TableResult) -> None:
        """Take back what was counted for this round's table, if anything was."""
        for player in self._players_of(result):
            record = self.records[player]
            for game in [one for one in record.games if _is_of(one, result)]:
                record.remove(game)

    def count_bye(self, bye: Bye) -> None:
        """Count that a player sat out. Twice for a round is once."""
        self.enter(bye.player)
        record = self.records[bye.player]
        record.byes = sorted({*record.byes, bye.round})

    def _players_of(self, result: TableResult) -> set[PlayerId]:
        """Who has a game of this table: those of the result, and those of an earlier result."""
        players = {one for one in result.players if one in self.records}
        for player in tuple(players):
            for game in self.records[player].games:
                if _is_of(game, result):
                    players.update(game.opponents)
        return players


def _is_of(game: Game, result: TableResult) -> bool:
    return (game.round, game.table) == (result.round, result.table)


def _games(result: TableResult) -> Iterator[tuple[PlayerId, Game]]:
    """Everybody's part in a table. A game without a winner counts for nothing."""
    if result.outcome != "won":
        return
    ranks = [
        (player in result.winners, points)
        for player, points in zip(result.players, result.points, strict=True)
    ]
    for seat, player in enumerate(result.players):
        first = 1 + sum(rank > ranks[seat] for rank in ranks)
        yield (
            player,
            Game(
                round=result.round,
                table=result.table,
                seat=seat,
                points=result.points[seat],
                table_points=sum(result.points),
                winners=len(result.winners) if player in result.winners else 0,
                first_place=first,
                last_place=first + ranks.count(ranks[seat]) - 1,
                opponents=tuple(one for one in result.players if one != player),
                is_small=result.is_small,
            ),
        )
