"""What is compared: everybody's sums, with byes and penalties reckoned in."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from domain.ids import PlayerId
from domain.tournament.standings.results import Penalty
from domain.tournament.standings.tally import Game, Record, Tally


@dataclass(frozen=True)
class Sums:
    """What a player's games add up to."""

    wins: Fraction = Fraction(0)
    points: Fraction = Fraction(0)
    share: Fraction = Fraction(0)
    place_points: Fraction = Fraction(0)

    def times(self, factor: Fraction) -> "Sums":
        return Sums(
            self.wins * factor,
            self.points * factor,
            self.share * factor,
            self.place_points * factor,
        )


def _with_average(sums: Sums, games: int, byes: int) -> Sums:
    """A round sat out counts as the player's other games do on average."""
    return sums.times(Fraction(games + byes, games)) if games else sums


def _with_win(sums: Sums, games: int, byes: int) -> Sums:
    """A round sat out is a win, with points as in the player's other games on average."""
    average = _with_average(sums, games, byes)
    return Sums(sums.wins + byes, average.points, average.share, average.place_points)


BYES: Mapping[str, Callable[[Sums, int, int], Sums]] = {
    "nothing": lambda sums, games, byes: sums,
    "average": _with_average,
    "win": _with_win,
}
"""What a round sat out is worth, by name."""


def lot_of(seed: str, player: PlayerId) -> int:
    """A number that nobody chose: six bytes of SHA-256(seed ":" player). The highest is first."""
    digest = hashlib.sha256(f"{seed}:{player}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


@dataclass(eq=False)
class Contest:
    """All players of a tally, as they are compared."""

    tally: Tally
    place_points: tuple[int, ...]
    bye: str
    lot_seed: str
    penalties: Sequence[Penalty] = ()
    _lost: dict[PlayerId, set[int | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for penalty in self.penalties:
            if penalty.kind == "game":
                self._lost.setdefault(penalty.player, set()).add(penalty.round)

    @cached_property
    def sums(self) -> dict[PlayerId, Sums]:
        return {player: self._sums(player, record) for player, record in self.records.items()}

    @property
    def records(self) -> dict[PlayerId, Record]:
        return self.tally.records

    @cached_property
    def points_deducted(self) -> Counter[PlayerId]:
        deducted: Counter[PlayerId] = Counter()
        for penalty in self.penalties:
            if penalty.kind == "points":
                deducted[penalty.player] += penalty.points
        return deducted

    @cached_property
    def disqualified(self) -> frozenset[PlayerId]:
        return frozenset(one.player for one in self.penalties if one.kind == "disqualification")

    @cached_property
    def warnings(self) -> Counter[PlayerId]:
        return Counter(one.player for one in self.penalties if one.kind == "warning")

    def games(self, player: PlayerId) -> list[Game]:
        """A player's games, but for those they have lost by a penalty."""
        lost = self._lost.get(player, ())
        return [game for game in self.records[player].games if game.round not in lost]

    @cached_property
    def seat_averages(self) -> dict[int, Fraction]:
        """By seat: the points that players in it have had on average."""
        points: Counter[int] = Counter()
        games: Counter[int] = Counter()
        for player in self.records:
            for game in self.games(player):
                points[game.seat] += game.points
                games[game.seat] += 1
        return {seat: Fraction(points[seat], games[seat]) for seat in games}

    @cached_property
    def points_a_game(self) -> dict[PlayerId, Fraction]:
        """What players have had on average, byes and deductions left out."""
        return {
            player: Fraction(sum(game.points for game in self.games(player)), len(record.games))
            for player, record in self.records.items()
            if record.games
        }

    @cached_property
    def wins_a_game(self) -> dict[PlayerId, Fraction]:
        """The same of wins."""
        return {
            player: sum((game.win for game in self.games(player)), Fraction(0)) / len(record.games)
            for player, record in self.records.items()
            if record.games
        }

    def lot(self, player: PlayerId) -> int:
        return lot_of(self.lot_seed, player)

    def _sums(self, player: PlayerId, record: Record) -> Sums:
        games = self.games(player)
        by_place = sum((self._of_places(game) for game in games), Fraction(0))
        if len(games) == len(record.games):
            sums = Sums(
                Fraction(*record.wins), Fraction(record.points), Fraction(*record.share), by_place
            )
        else:
            sums = Sums(
                sum((game.win for game in games), Fraction(0)),
                Fraction(sum(game.points for game in games)),
                sum((game.share for game in games), Fraction(0)),
                by_place,
            )
        sums = BYES[self.bye](sums, len(record.games), len(record.byes))
        deducted = self.points_deducted[player]
        return Sums(sums.wins, sums.points - deducted, sums.share, sums.place_points)

    def _of_places(self, game: Game) -> Fraction:
        """The points of the places that a player shares, divided by those who share them."""
        places = range(game.first_place - 1, game.last_place)
        points = sum(self.place_points[place] for place in places if place < len(self.place_points))
        return Fraction(points, len(places))
