"""The report of one game as a fold over its commits."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from domain.dealings import AnswerKind, Counts, Taking, Trade
from domain.ids import Seat
from domain.messages import Event
from domain.reports import (
    Answers,
    ChoiceKind,
    ChoicesOfPair,
    GameReport,
    LuckOfPlayer,
    Pace,
    SlowDecision,
    TakingsOfPair,
    TradesOfPair,
)
from domain.ruleset import AnyRuleset
from domain.statistics import Stats, show_shared
from domain.table.expiry import DeadlinePassed
from domain.table.rewinding import GameRewound
from domain.table.state import CLOSED, Table
from domain.table.thinking import Thinking
from projections.one_game.statistics import count

SLOWEST = 5
"""How many of the slowest decisions of a player are listed."""
TENTH_MS = 100


class Decided(Struct, frozen=True):
    player: str
    ms: int


class Missed(Struct, frozen=True):
    player: str


class Traded(Struct, frozen=True):
    player: str
    other: str
    trade: Trade
    partners: tuple[str, ...]
    """Everybody else at the table."""


class Offered(Struct, frozen=True):
    player: str
    others: tuple[str, ...]


class Answered(Struct, frozen=True):
    player: str
    other: str
    kind: AnswerKind


class Took(Struct, frozen=True):
    player: str
    other: str
    taking: Taking
    victims: tuple[str, ...]
    """Everybody else at the table."""


Fact: TypeAlias = Decided | Missed | Traded | Offered | Answered | Took
F = TypeVar("F")


class GameFold:
    """Notes what reports need, event by event; the report is made of it at the end."""

    def __init__(self, ruleset: AnyRuleset, rewinds: Collection[int] = ()) -> None:
        """`rewinds` are the versions to which the game is rewound in the end."""
        self._ruleset = ruleset
        self._rewinds = rewinds
        self._kept: dict[int, bytes] = {}
        """The statistics at these versions."""
        self._stats: Stats = ruleset.statistics.begin()
        self._thinking = Thinking()
        self._facts: list[tuple[int, Fact]] = []
        """By version."""

    def apply(self, state: Table, event: Event, version: int, at: int) -> None:
        """Note an event; `state` already includes it."""
        if isinstance(event, GameRewound):
            self._rewind(event.version)
        count(self._stats, state, event, at)
        self._thinking.apply(event, at)
        self._facts += ((version, fact) for fact in self._noted(state, event))

    def finish(self, state: Table, version: int, actor: str) -> None:
        """Finish a commit of this actor, who may be a bot that stands in for a player."""
        decision = self._thinking.finish(state, actor)
        if decision is not None:
            self._facts.append((version, Decided(actor, decision.ms)))
        if version in self._rewinds:
            self._kept[version] = msgspec.json.encode(self._stats)

    def _rewind(self, version: int) -> None:
        """What was undone does not count."""
        self._facts = [noted for noted in self._facts if noted[0] <= version]
        self._stats = msgspec.json.decode(self._kept[version], type=self._ruleset.statistics.kept)

    def _noted(self, state: Table, event: Event) -> Iterator[Fact]:
        notable, kind = self._ruleset.notable, type(event)
        if isinstance(event, DeadlinePassed):
            yield Missed(_player(state, event.seat))
        if kind in notable.offers:
            others: tuple[Seat, ...] = event.to  # type: ignore[attr-defined]  # by its definition
            maker = _player(state, state.turn_seat)
            yield Offered(maker, tuple(_player(state, seat) for seat in others))
        if kind in notable.answers:
            seat = event.main_seat
            assert seat is not None, "somebody answers"
            maker = _player(state, state.turn_seat)
            yield Answered(maker, _player(state, seat), notable.answers[kind])
        if kind in notable.trades:
            trade = notable.trades[kind](event)
            yield from _both_sides(state, trade)
        if kind in notable.takings:
            for taking in notable.takings[kind](event):
                player, other = _player(state, taking.seat), _player(state, taking.victim)
                yield Took(player, other, taking, _others(state, taking.seat))

    def report(self, game: str, state: Table, version: int) -> GameReport:
        """The report of the game as it is now."""
        shared = show_shared(self._stats)
        summary = self._ruleset.statistics.summary(self._stats)
        return GameReport(
            game=game,
            ruleset=self._ruleset.name,
            version=version,
            is_closed=state.phase == CLOSED,
            players=tuple(chair.player for chair in state.chairs),
            outcome=state.outcome,
            winners=tuple(_player(state, seat) for seat in state.winners),
            turns=shared.turns,
            began_at=shared.began_at,
            last_at=shared.last_at,
            pace=tuple(self._pace(game)),
            trades=tuple(self._trades()),
            answers=tuple(self._answers()),
            takings=tuple(self._takings()),
            choices=(*self._trade_choices(), *self._theft_choices()),
            rolled=summary.rolled,
            weights=summary.weights,
            luck=tuple(
                LuckOfPlayer(_player(state, line.seat), line.due, line.ways, line.spread)
                for line in summary.luck
            ),
        )

    def _of(self, kind: type[F]) -> Iterator[tuple[int, F]]:
        return ((version, fact) for version, fact in self._facts if isinstance(fact, kind))

    def _pace(self, game: str) -> Iterator[Pace]:
        times: dict[str, list[SlowDecision]] = {}
        missed: dict[str, list[int]] = {}
        for version, fact in self._of(Decided):
            times.setdefault(fact.player, []).append(SlowDecision(game, version, fact.ms))
        for version, one in self._of(Missed):
            times.setdefault(one.player, [])
            missed.setdefault(one.player, []).append(version)
        for player, decisions in sorted(times.items()):
            yield Pace(
                player=player,
                tenths=dict(Counter(one.ms // TENTH_MS for one in decisions)),
                ms=sum(one.ms for one in decisions),
                slowest=slowest(decisions),
                missed=tuple(missed.get(player, ())),
            )

    def _trades(self) -> Iterator[TradesOfPair]:
        found: dict[tuple[str, str], list[tuple[int, Trade]]] = {}
        for version, fact in self._of(Traded):
            if fact.player < fact.other:
                found.setdefault((fact.player, fact.other), []).append((version, fact.trade))
        for (player, other), trades in sorted(found.items()):
            given = added(trade.given for _, trade in trades)
            taken = added(trade.taken for _, trade in trades)
            yield TradesOfPair(player, other, given, taken, tuple(v for v, _ in trades))

    def _answers(self) -> Iterator[Answers]:
        asked: dict[tuple[str, str], list[int]] = {}
        found: dict[tuple[str, str, AnswerKind], list[int]] = {}
        for version, offer in self._of(Offered):
            for other in offer.others:
                asked.setdefault((offer.player, other), []).append(version)
        for version, fact in self._of(Answered):
            found.setdefault((fact.player, fact.other, fact.kind), []).append(version)
        for pair, versions in sorted(asked.items()):
            yield Answers(
                *pair,
                asked=tuple(versions),
                accepted=tuple(found.get((*pair, "accepted"), ())),
                countered=tuple(found.get((*pair, "countered"), ())),
                refused=tuple(found.get((*pair, "refused"), ())),
            )

    def _takings(self) -> Iterator[TakingsOfPair]:
        found: dict[tuple[str, str, str], list[tuple[int, Taking]]] = {}
        for version, fact in self._of(Took):
            key = (fact.player, fact.other, fact.taking.kind)
            found.setdefault(key, []).append((version, fact.taking))
        for (player, other, _), takings in sorted(found.items()):
            yield TakingsOfPair(
                player=player,
                other=other,
                kind=takings[0][1].kind,
                count=sum(taking.count for _, taking in takings),
                cards=added(taking.cards or {} for _, taking in takings),
                versions=tuple(version for version, _ in takings),
            )

    def _trade_choices(self) -> Iterator[ChoicesOfPair]:
        chosen = ((v, one.player, one.other, one.partners) for v, one in self._of(Traded))
        return _choices("trades", chosen)

    def _theft_choices(self) -> Iterator[ChoicesOfPair]:
        """A monopoly takes from everybody, so nobody is chosen."""
        chosen = (
            (version, one.player, one.other, one.victims)
            for version, one in self._of(Took)
            if one.taking.kind in ("theft", "cloth")
        )
        return _choices("thefts", chosen)


def slowest(decisions: Iterable[SlowDecision]) -> tuple[SlowDecision, ...]:
    """The slowest decisions first; of two that took equally long, the earlier one."""
    return tuple(sorted(decisions, key=lambda one: (-one.ms, one.game, one.version))[:SLOWEST])


def added(lines: Iterable[Counts]) -> Counts:
    """Counts by kind, added up."""
    found: Counter[str] = Counter()
    for line in lines:
        found.update(line)
    return dict(sorted(found.items()))


def _choices(
    kind: ChoiceKind, chosen: Iterable[tuple[int, str, str, tuple[str, ...]]]
) -> Iterator[ChoicesOfPair]:
    cases: dict[tuple[str, str], Counter[int]] = {}
    versions: dict[tuple[str, str], list[int]] = {}
    instead: dict[tuple[str, str], list[int]] = {}
    for version, player, other, candidates in chosen:
        for one in candidates:
            cases.setdefault((player, one), Counter())[len(candidates)] += 1
            if one != other:
                instead.setdefault((player, one), []).append(version)
        versions.setdefault((player, other), []).append(version)
    for pair, counted in sorted(cases.items()):
        yield ChoicesOfPair(
            kind,
            *pair,
            cases=dict(sorted(counted.items())),
            versions=tuple(versions.get(pair, ())),
            instead=tuple(instead.get(pair, ())),
        )


def _both_sides(state: Table, trade: Trade) -> Iterator[Traded]:
    """A trade, as each of the two sees it."""
    turned = Trade(trade.partner, trade.seat, trade.taken, trade.given)
    for one in (trade, turned):
        player, other = _player(state, one.seat), _player(state, one.partner)
        yield Traded(player, other, one, _others(state, one.seat))


def _others(state: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(_player(state, one) for one in state.playing if one != seat)


def _player(state: Table, seat: Seat) -> str:
    return state.chairs[seat].player or f"seat {seat}"
