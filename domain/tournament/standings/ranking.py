"""Standings: everybody's line, in the order that the organizer's rule makes of the count."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from msgspec import Struct

from domain.ids import PlayerId
from domain.refusals import Malformed
from domain.tournament.standings.contest import BYES, Contest
from domain.tournament.standings.criteria import CRITERIA, SCORINGS, TIE_BREAKERS
from domain.tournament.standings.results import Bye, Line, Penalty, TableResult, Value
from domain.tournament.standings.tally import Tally


class StandingsRule(Struct, frozen=True):
    """How results count: a scoring, tie-breakers and the worth of a bye, all by name."""

    scoring: str = "official"
    """`official`: wins, points, share of the table's points. `100-50-20-10`: points by place."""
    tie_breakers: tuple[str, ...] = ()
    bye: str = "nothing"
    lot_seed: str = ""
    """From the tournament's chance; the tie-breaker `lot` needs it."""

    @property
    def criteria(self) -> tuple[str, ...]:
        """Everything that decides, in this order."""
        return SCORINGS[self.scoring].criteria + self.tie_breakers


class UnknownStandingsRule(Malformed):
    """There is no such scoring, tie-breaker or worth of a bye; `details.known` lists them."""

    code = "standings/unknown_rule"


def check_rule(rule: StandingsRule) -> None:
    """Raise if the rule names what there is not, or a tie-breaker twice."""
    for name, known in (
        (rule.scoring, tuple(SCORINGS)),
        (rule.bye, tuple(BYES)),
        *((one, TIE_BREAKERS) for one in rule.tie_breakers),
    ):
        if name not in known:
            raise UnknownStandingsRule(f"there is no {name!r} among these rules", known=list(known))
    if len(set(rule.tie_breakers)) != len(rule.tie_breakers):
        raise UnknownStandingsRule("a tie-breaker is named twice", known=list(TIE_BREAKERS))


def standings(
    tally: Tally, rule: StandingsRule, penalties: Sequence[Penalty] = ()
) -> tuple[Line, ...]:
    """Everybody's line, the best first; the disqualified at the end. Penalties: those in force."""
    contest = Contest(
        tally=tally,
        place_points=SCORINGS[rule.scoring].place_points,
        bye=rule.bye,
        lot_seed=rule.lot_seed,
        penalties=penalties,
    )
    everybody = sorted(tally.records)
    ranked = [player for player in everybody if player not in contest.disqualified]
    out = [player for player in everybody if player in contest.disqualified]
    lines: list[Line] = []
    for group, values in _in_order(contest, rule.criteria, ranked):
        rank = len(lines) + 1
        lines += [_line(contest, player, rank, values[player]) for player in group]
    for group, values in _in_order(contest, rule.criteria, out):
        lines += [_line(contest, player, None, values[player]) for player in group]
    return tuple(lines)


def standings_of(
    rule: StandingsRule,
    players: Iterable[PlayerId],
    results: Iterable[TableResult],
    byes: Iterable[Bye] = (),
    penalties: Sequence[Penalty] = (),
) -> tuple[Line, ...]:
    """The same from scratch."""
    tally = Tally()
    for player in players:
        tally.enter(player)
    for result in results:
        tally.count(result)
    for bye in byes:
        tally.count_bye(bye)
    return standings(tally, rule, penalties)


_Values = dict[PlayerId, tuple[Value, ...]]


def _in_order(
    contest: Contest, criteria: Sequence[str], players: list[PlayerId]
) -> list[tuple[list[PlayerId], _Values]]:
    """Groups of equals, the best first. Each criterion splits the groups that are left."""
    groups = [players] if players else []
    values: _Values = dict.fromkeys(players, ())
    for name in criteria:
        criterion = CRITERIA[name]
        split: list[list[PlayerId]] = []
        for group in groups:
            if criterion.is_among_equals and len(group) == 1:
                values[group[0]] += (Value(name, "", ""),)
                split.append(group)
                continue
            found = {player: criterion.value(contest, player, group) for player in group}
            for player, value in found.items():
                values[player] += (Value(name, str(value), rounded(value)),)
            sign = 1 if criterion.is_less_better else -1
            by_value = sorted(group, key=lambda player: sign * found[player])
            split += [list(equals) for _, equals in groupby(by_value, key=lambda one: found[one])]
        groups = split
    return [(group, values) for group in groups]


def rounded(value: Fraction) -> str:
    """Three decimals, the half rounded away from zero, without a float on the way."""
    thousandths = (2000 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    sign = "-" if value < 0 and thousandths else ""
    return f"{sign}{thousandths // 1000}.{thousandths % 1000:03}"


def _line(contest: Contest, player: PlayerId, rank: int | None, values: tuple[Value, ...]) -> Line:
    record = contest.records[player]
    return Line(
        player=player,
        rank=rank,
        values=values,
        games=len(record.games),
        byes=len(record.byes),
        small_tables=sum(game.is_small for game in record.games),
        warnings=contest.warnings[player],
        points_deducted=contest.points_deducted[player],
        is_disqualified=player in contest.disqualified,
    )
