"""What the next round of a tournament is, from its format and what was played; and the end."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from domain.ids import PlayerId
from domain.tournament.formats.course import Format, Phase, PhaseName, course, playable
from domain.tournament.seating.problem import Manner, TableSizes
from domain.tournament.seating.sizes import table_sizes
from domain.tournament.standings.contest import lot_of
from domain.tournament.standings.results import Line, TableResult

KNOCKOUT: frozenset[PhaseName] = frozenset({"elimination", "semi_final", "final"})
"""Phases in which who does not win is out."""


class FinishedRound(Struct, frozen=True):
    """A round that was played, with all its results."""

    phase: PhaseName
    results: tuple[TableResult, ...]
    byes: tuple[PlayerId, ...] = ()
    lost: tuple[PlayerId, ...] = ()
    """Who lost their game of the round by a penalty."""

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return (*(player for result in self.results for player in result.players), *self.byes)


class NextRound(Struct, frozen=True):
    """What comes next."""

    number: int
    """Counts from 1, over all phases."""
    phase: PhaseName
    round_of_phase: int
    """Counts from 1."""
    rounds_of_phase: int
    players: tuple[PlayerId, ...]
    """Who plays, in order of standing, the best first."""
    out: tuple[PlayerId, ...]
    """Who is out of it from this round on and was not before."""
    manner: Manner
    levels: tuple[int, ...]
    """By player, if equals are to meet: the number of their group of equals, 0 for the best."""
    counts: bool
    """Whether its results count in the standings."""
    tied_at_cut: tuple[PlayerId, ...]
    """Equals of whom some play on and some are out, by lot."""
    choice_by_rank: bool
    """Whether players choose seat and colour, at each table in the order of `players`."""


class FinalPlace(Struct, frozen=True):
    """A line of the final ranking. Equals share a rank; the disqualified have none."""

    player: PlayerId
    rank: int | None
    reached: PhaseName | None
    """The last phase that they took part in."""


class Finished(Struct, frozen=True):
    """The tournament is over."""

    ranking: tuple[FinalPlace, ...]


def next_stage(
    format: Format,
    field: Sequence[PlayerId],
    standings: Sequence[Line],
    rounds_played: Sequence[FinishedRound],
    sizes: TableSizes,
    lot_seed: str = "",
) -> NextRound | Finished:
    """The next round, or the end with the final ranking.

    `field` is who could play now (checked in, not dropped, not disqualified), in the order of
    entry or seeding; `standings` are those of the rounds that count. If too few are left for a
    table, the tournament is over; before the first round that is refused. Where not everybody
    goes on, a lot from `lot_seed` decides between equals.
    """
    if not rounds_played:
        table_sizes(len(field), sizes)  # Raises if they cannot play at all.
    entered = len(rounds_played[0].players) if rounds_played else len(field)
    phase, round_of_phase = _phase_of(course(format, entered, sizes), len(rounds_played))
    if phase is None or len(field) < sizes.fewest:
        return Finished(final_ranking(standings, rounds_played))
    order = _in_order_of_standing(field, standings)
    if phase.players is not None and lot_seed:
        order = _equals_by_lot(order, standings, lot_seed)
    players = _entrants(phase, order, rounds_played, sizes)
    by_standing = phase.manner == "by_standing" and bool(rounds_played)
    return NextRound(
        number=len(rounds_played) + 1,
        phase=phase.name,
        round_of_phase=round_of_phase,
        rounds_of_phase=phase.rounds,
        players=players,
        out=_out(order, players, rounds_played),
        # Before the first round nobody stands higher than another.
        manner=phase.manner if by_standing or phase.manner != "by_standing" else "drawn",
        levels=_levels(players, standings) if by_standing else (),
        counts=phase.counts,
        tied_at_cut=_tied_at_cut(players, order, standings) if phase.entrants == "best" else (),
        choice_by_rank=phase.choice_by_rank,
    )


def final_ranking(
    standings: Sequence[Line], rounds_played: Sequence[FinishedRound]
) -> tuple[FinalPlace, ...]:
    """Who got further stands higher; then the result of their last knockout game; then standings.

    Finalists are above semi-finalists, and those above the rest. Rounds of phases in which nobody
    is out count by the standings alone.
    """
    reached: dict[PlayerId, PhaseName] = {}
    keys: dict[PlayerId, tuple[object, ...]] = {}
    for depth, one in enumerate(rounds_played, start=1):
        for player in one.players:
            reached[player] = one.phase
            if one.phase in KNOCKOUT:
                keys[player] = (-depth, *_below(one, player))
    last = len(standings) + 1
    disqualified = {line.player for line in standings if line.is_disqualified}
    by_standing = {line.player: line.rank or last for line in standings}
    everybody = [line.player for line in standings] + sorted(set(reached) - set(by_standing))
    full_keys = {
        player: (*keys.get(player, (0, 0, 0, 0)), by_standing.get(player, last))
        for player in everybody
    }
    ranked = sorted(
        (player for player in everybody if player not in disqualified), key=full_keys.__getitem__
    )
    places: list[FinalPlace] = []
    for _, equals in groupby(ranked, key=full_keys.__getitem__):
        rank = len(places) + 1
        places += [FinalPlace(player, rank, reached.get(player)) for player in equals]
    places += [
        FinalPlace(player, None, reached.get(player))
        for player in everybody
        if player in disqualified
    ]
    return tuple(places)


def _below(played: FinishedRound, player: PlayerId) -> tuple[bool, int, Fraction]:
    """A key that is the lower the better a player's game of the round was.

    Who won, or had no game to play, is before the others; those go by points, then by share.
    """
    for result in played.results:
        if player in result.players:
            if player in played.lost:
                return True, 1, Fraction(0)
            points = result.points[result.players.index(player)]
            share = Fraction(points, sum(result.points) or 1)
            return player not in result.winners, -points, -share
    return player not in played.byes, 0, Fraction(0)


def _phase_of(phases: Sequence[Phase], played: int) -> tuple[Phase | None, int]:
    """The phase that the next round is in, and which of its rounds that is."""
    for phase in phases:
        if played < phase.rounds:
            return phase, played + 1
        played -= phase.rounds
    return None, 0


def _in_order_of_standing(
    field: Sequence[PlayerId], standings: Sequence[Line]
) -> tuple[PlayerId, ...]:
    """The best first; who has no game yet keeps the order of entry."""
    place = {line.player: at for at, line in enumerate(standings) if line.games or line.byes}
    return tuple(sorted(field, key=lambda player: place.get(player, len(standings))))


def _equals_by_lot(
    order: tuple[PlayerId, ...], standings: Sequence[Line], lot_seed: str
) -> tuple[PlayerId, ...]:
    """The same order, but for players who share a rank: the highest lot comes first."""
    rank = {line.player: line.rank or 0 for line in standings}
    found: list[PlayerId] = []
    for _, equals in groupby(order, key=lambda player: rank.get(player, len(rank))):
        found += sorted(equals, key=lambda player: -lot_of(lot_seed, player))
    return tuple(found)


def _entrants(
    phase: Phase,
    order: tuple[PlayerId, ...],
    rounds_played: Sequence[FinishedRound],
    sizes: TableSizes,
) -> tuple[PlayerId, ...]:
    """Who takes part in a phase, in order of standing."""
    if phase.players is None:
        return order
    chosen = list(order)
    if phase.entrants == "winners":
        before = rounds_played[-1]
        # Its winners come first, then the best of its others; the rest only if those are missing.
        chosen.sort(key=lambda player: (player not in before.players, *_below(before, player)))
    chosen = chosen[: playable(min(phase.players, len(order)), sizes)]
    return tuple(player for player in order if player in chosen)


def _out(
    order: Collection[PlayerId],
    players: Collection[PlayerId],
    rounds_played: Sequence[FinishedRound],
) -> tuple[PlayerId, ...]:
    """Who took part until now and does not any more, although they could."""
    return tuple(
        player
        for player in order
        if player not in players
        and rounds_played
        and (rounds_played[-1].phase not in KNOCKOUT or player in rounds_played[-1].players)
    )


def _tied_at_cut(
    players: Sequence[PlayerId], order: Sequence[PlayerId], standings: Sequence[Line]
) -> tuple[PlayerId, ...]:
    """Players of the same rank on both sides of a cut."""
    rank = {line.player: line.rank for line in standings}
    equals = [one for one in order if rank.get(one) == rank.get(players[-1])]
    return tuple(equals) if any(one not in players for one in equals) else ()


def _levels(players: Sequence[PlayerId], standings: Sequence[Line]) -> tuple[int, ...]:
    """Groups of equals by what counts first in the standings."""
    first = {line.player: line.values[0].exact for line in standings}
    values = {player: Fraction(first.get(player, "0")) for player in players}
    groups = sorted(set(values.values()), reverse=True)
    return tuple(groups.index(values[player]) for player in players)
