"""The reports of several games added up. One game more costs as much as its own lines."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from math import sqrt
from typing import TypeVar

from domain.chance.chi_square import fit
from domain.chance.dice_sums import ALL_WAYS
from domain.chance.even_choices import tails
from domain.reports import (
    Answers,
    ChoiceLine,
    ChoicesOfPair,
    DiceLine,
    GameLine,
    GameReport,
    LuckLine,
    LuckOfPlayer,
    OfferLine,
    OutcomeLine,
    PaceLine,
    Place,
    Report,
    TakingLine,
    TakingsOfPair,
    TradeLine,
    TradesOfPair,
)
from projections.reports.game_fold import TENTH_MS, added, slowest

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def merged(reports: Iterable[GameReport]) -> Report:
    """The report over all these games, which are given in any order."""
    games = sorted(reports, key=lambda report: report.game)
    return Report(
        games=tuple(_game(report) for report in games),
        pace=tuple(_pace(games)),
        trades=tuple(_trades(games)),
        offers=tuple(_offers(games)),
        takings=tuple(_takings(games)),
        choices=tuple(_choices(games)),
        dice=tuple(_dice(games)),
        luck=tuple(_luck(games)),
    )


def _game(report: GameReport) -> GameLine:
    return GameLine(
        game=report.game,
        ruleset=report.ruleset,
        version=report.version,
        is_closed=report.is_closed,
        players=report.players,
        outcome=report.outcome,
        winners=report.winners,
        turns=report.turns,
        began_at=report.began_at,
        last_at=report.last_at,
    )


def _pace(games: list[GameReport]) -> Iterator[PaceLine]:
    lines = ((line.player, game.game, line) for game in games for line in game.pace)
    for player, found in _grouped(lines):
        tenths: Counter[int] = Counter()
        for _, line in found:
            tenths.update(line.tenths)
        missed = tuple(Place(game, v) for game, line in found for v in line.missed)
        yield PaceLine(
            player=player,
            decisions=tenths.total(),
            total_ms=sum(line.ms for _, line in found),
            median_ms=_median(tenths),
            slowest=slowest(one for _, line in found for one in line.slowest),
            missed_deadlines=len(missed),
            rests_on=missed,
            games=tuple(game for game, _ in found),
        )


def _median(tenths: Counter[int]) -> int | None:
    """The middle of all decisions; of two in the middle, the quicker one."""
    left = (tenths.total() + 1) // 2
    for tenth in sorted(tenths):
        left -= tenths[tenth]
        if left <= 0:
            return tenth * TENTH_MS
    return None


def _trades(games: list[GameReport]) -> Iterator[TradeLine]:
    lines: Iterable[tuple[tuple[str, str], str, TradesOfPair]] = (
        ((line.player, line.other), game.game, line) for game in games for line in game.trades
    )
    for (player, other), found in _grouped(lines):
        given = added(line.given for _, line in found)
        taken = added(line.taken for _, line in found)
        places = tuple(Place(game, v) for game, line in found for v in line.versions)
        yield TradeLine(
            player=player,
            other=other,
            trades=len(places),
            given=given,
            taken=taken,
            cards_given=sum(given.values()),
            cards_taken=sum(taken.values()),
            balance=sum(taken.values()) - sum(given.values()),
            rests_on=places,
        )


def _offers(games: list[GameReport]) -> Iterator[OfferLine]:
    lines: Iterable[tuple[tuple[str, str], str, Answers]] = (
        ((line.player, line.other), game.game, line) for game in games for line in game.answers
    )
    for (player, other), found in _grouped(lines):
        refused = tuple(Place(game, v) for game, line in found for v in line.refused)
        yield OfferLine(
            player=player,
            other=other,
            asked=sum(len(line.asked) for _, line in found),
            accepted=sum(len(line.accepted) for _, line in found),
            countered=sum(len(line.countered) for _, line in found),
            refused=len(refused),
            rests_on=tuple(
                Place(game, version)
                for game, line in found
                for version in sorted({*line.asked, *line.accepted, *line.countered, *line.refused})
            ),
            refusals=refused,
        )


def _takings(games: list[GameReport]) -> Iterator[TakingLine]:
    lines: Iterable[tuple[tuple[str, str, str], str, TakingsOfPair]] = (
        ((line.player, line.other, line.kind), game.game, line)
        for game in games
        for line in game.takings
    )
    for (player, other, _), found in _grouped(lines):
        places = tuple(Place(game, v) for game, line in found for v in line.versions)
        yield TakingLine(
            player=player,
            other=other,
            kind=found[0][1].kind,
            times=len(places),
            count=sum(line.count for _, line in found),
            cards=added(line.cards for _, line in found),
            rests_on=places,
        )


def _choices(games: list[GameReport]) -> Iterator[ChoiceLine]:
    """Where there is nobody else to choose, nothing is chosen."""
    lines: Iterable[tuple[tuple[str, str, str], str, ChoicesOfPair]] = (
        ((line.kind, line.player, line.other), game.game, line)
        for game in games
        for line in game.choices
        if set(line.cases) != {1}
    )
    for (_, player, other), found in _grouped(lines):
        cases: Counter[int] = Counter()
        for _, line in found:
            cases.update(line.cases)
        places = tuple(Place(game, v) for game, line in found for v in line.versions)
        count, total = len(places), cases.total()
        even = sum(n / among for among, n in sorted(cases.items()))
        chances = tails(cases, count)
        yield ChoiceLine(
            kind=found[0][1].kind,
            player=player,
            other=other,
            count=count,
            cases=total,
            share=round(count / total, 4),
            expected=round(even / total, 4),
            p_or_more=round(float(chances.or_more), 6),
            p_or_less=round(float(chances.or_less), 6),
            rests_on=places,
            instead=tuple(Place(game, v) for game, line in found for v in line.instead),
        )


def _dice(games: list[GameReport]) -> Iterator[DiceLine]:
    """Dice of the same kind are those with the same outcomes."""
    lines = (
        (tuple(sorted(game.weights.items())), game.game, game) for game in games if game.weights
    )
    for weights, found in _grouped(lines):
        rolled = added(game.rolled for _, game in found)
        counts = {outcome: rolled.get(outcome, 0) for outcome, _ in weights}
        rolls, whole = sum(counts.values()), sum(weight for _, weight in weights)
        yield DiceLine(
            rulesets=tuple(sorted({game.ruleset for _, game in found})),
            rolls=rolls,
            outcomes=tuple(
                OutcomeLine(outcome, counts[outcome], round(rolls * weight / whole, 2))
                for outcome, weight in sorted(weights, key=_outcome_order)
            ),
            fit=fit(counts, dict(weights)),
            games=tuple(game for game, _ in found),
        )


def _outcome_order(pair: tuple[str, int]) -> tuple[int, str]:
    """Numbers by size, and everything else by name."""
    outcome, _ = pair
    return (int(outcome) if outcome.isdigit() else 0, outcome)


def _luck(games: list[GameReport]) -> Iterator[LuckLine]:
    lines: Iterable[tuple[str, str, LuckOfPlayer]] = (
        (line.player, game.game, line) for game in games for line in game.luck
    )
    for player, found in _grouped(lines):
        due = sum(line.due for _, line in found)
        expected = sum(line.ways for _, line in found) / ALL_WAYS
        deviation = sqrt(sum(line.spread for _, line in found)) / ALL_WAYS
        yield LuckLine(
            player=player,
            expected=round(expected, 2),
            due=due,
            luck=round(due - expected, 2),
            deviations=round((due - expected) / deviation, 2) if deviation else None,
            games=tuple(game for game, _ in found),
        )


def _grouped(lines: Iterable[tuple[K, str, T]]) -> list[tuple[K, list[tuple[str, T]]]]:
    """Lines with the same key together, each with its game, in the order of the keys."""
    found: dict[K, list[tuple[str, T]]] = {}
    for key, game, line in lines:
        found.setdefault(key, []).append((game, line))
    return sorted(found.items(), key=lambda item: item[0])  # type: ignore[arg-type,return-value]
