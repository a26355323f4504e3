"""Reports: what a game adds up to, and several games together."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest

from domain.base import events as e
from domain.base.game import BASE
from domain.chance.even_choices import tails
from domain.ids import SYSTEM, Seat
from domain.messages import Event
from domain.registry import RULESETS
from domain.reports import GameReport, Report
from domain.table.lobby import GameStarted
from eventlog.commit import codec_for
from eventlog.ledger_file import read_ledger
from hexledger.self_play import RandomGame, Setup
from presentation.reports.table import report_csv, safe
from presentation.reports.text import report_text
from projections.one_game.stored_views import StoredViews
from projections.reports.game_fold import GameFold
from projections.reports.game_reports import GameReports, report_of_file
from projections.reports.merging import merged
from tests import kit
from tests.games import SETUPS_OF
from tests.projections.backend import Backend


class Play:
    """A started game of four, commit by commit; each comes some seconds after the last one."""

    def __init__(self, *facts: kit.Facts, game: str = "g") -> None:
        self.game, self.version, self.at = game, 0, 0
        self.state, self.fold = BASE.new_game(), GameFold(BASE)
        start = [kit.opened(), kit.seated(), GameStarted(), kit.laid(), e.FirstPlayerChosen(seat=0)]
        self.commit(0, SYSTEM, kit.flat([*start, *facts]))

    def commit(self, seconds: float, actor: str, events: list[Event]) -> None:
        self.version += 1
        self.at += int(seconds * 1_000)
        for event in events:
            BASE.evolve(self.state, event)
            self.fold.apply(self.state, event, self.version, self.at)
        self.fold.finish(self.state, self.version, actor)

    def does(self, seat: int, *events: Event, after: float = 1) -> None:
        self.commit(after, self.state.chairs[seat].player or "", list(events))

    def trade(self, seat: int, partner: int, give: dict[Any, int], take: dict[Any, int]) -> None:
        to = tuple(Seat(i) for i in range(4) if i != seat)
        self.does(seat, e.TradeOffered(seat=Seat(seat), give=give, want=take, to=to))
        for other in to:
            kind = e.TradeAccepted if other == partner else e.TradeRefused
            self.does(other, kind(seat=other))
        confirmed = e.TradeConfirmed(seat=Seat(seat), partner=Seat(partner), give=give, take=take)
        self.does(seat, confirmed)

    def report(self) -> GameReport:
        return self.fold.report(self.game, self.state, self.version)


def names_of(play: Play) -> list[str]:
    return [chair.player or "" for chair in play.state.chairs]


def traded(game: str = "g") -> Play:
    """Seat 0 trades with seat 1 three times and with seat 2 once, and robs seat 3."""
    hands = [kit.dealt(0, brick=6), kit.dealt(1, ore=6), kit.dealt(2, wool=6), kit.dealt(3, ore=2)]
    play = Play(hands, kit.turn_of(0), kit.rolled(0, 1, 1), game=game)
    for _ in range(3):
        play.trade(0, 1, {"brick": 1}, {"ore": 2})
    play.trade(0, 2, {"brick": 2}, {"wool": 1})
    play.does(0, e.CardStolen(thief=Seat(0), victim=Seat(3), resource="ore", draw=5), after=30)
    return play


def test_trades_are_told_by_pair_with_their_balance() -> None:
    play = traded()
    ada, bea, cyd, _ = names_of(play)
    lines = {(line.player, line.other): line for line in merged([play.report()]).trades}
    assert set(lines) == {(ada, bea), (ada, cyd)}
    line = lines[ada, bea]
    assert (line.trades, line.given, line.taken) == (3, {"brick": 3}, {"ore": 6})
    assert (line.cards_given, line.cards_taken, line.balance) == (3, 6, 3)
    assert [place.version for place in line.rests_on] == [6, 11, 16]
    assert lines[ada, cyd].balance == -1


def test_refusals_and_thefts_are_told_by_pair() -> None:
    play = traded()
    ada, bea, cyd, dan = names_of(play)
    report = merged([play.report()])
    offers = {(line.player, line.other): line for line in report.offers}
    assert [offers[ada, one].asked for one in (bea, cyd, dan)] == [4, 4, 4]
    assert [offers[ada, one].refused for one in (bea, cyd, dan)] == [1, 3, 4]
    assert [offers[ada, one].accepted for one in (bea, cyd, dan)] == [3, 1, 0]
    asked = offers[ada, dan]
    assert len(asked.refusals) == 4
    assert {*asked.refusals} < {*asked.rests_on}
    assert len(asked.rests_on) == 8  # four offers, and an answer to each
    (taking,) = report.takings
    assert (taking.player, taking.other, taking.kind) == (ada, dan, "theft")
    assert (taking.times, taking.count, taking.cards) == (1, 1, {"ore": 1})
    assert [place.version for place in taking.rests_on] == [22]


def test_who_was_chosen_has_its_base_rate_and_an_exact_chance() -> None:
    play = traded()
    ada, bea, cyd, dan = names_of(play)
    report = merged([play.report()])
    lines = {(line.kind, line.player, line.other): line for line in report.choices}
    line = lines["trades", ada, bea]
    assert (line.count, line.cases, line.share, line.expected) == (3, 4, 0.75, round(1 / 3, 4))
    # Three or four of four, each with a third: 4·2/81 + 1/81.
    assert line.p_or_more == round(9 / 81, 6)
    assert line.p_or_less == round(80 / 81, 6)
    none = lines["trades", ada, dan]
    assert (none.count, none.p_or_more, none.p_or_less) == (0, 1.0, round(16 / 81, 6))
    # What did not happen can be checked, too.
    assert (len(none.rests_on), len(none.instead)) == (0, 4)
    assert (len(line.rests_on), len(line.instead)) == (3, 1)
    assert {*line.rests_on, *line.instead} == {*none.instead}
    assert lines["trades", bea, ada].count == 3
    assert lines["thefts", ada, dan].p_or_more == round(1 / 3, 6)
    assert ("thefts", ada, cyd) in lines


def test_pace_has_medians_and_the_slowest_decisions() -> None:
    play = traded()
    ada = names_of(play)[0]
    line = next(line for line in merged([play.report()]).pace if line.player == ada)
    # Four offers, four confirmations and a robber: the wait for three answers is not hers.
    assert (line.decisions, line.median_ms, line.total_ms) == (9, 1_000, 38_000)
    assert (line.slowest[0].version, line.slowest[0].ms) == (22, 30_000)
    assert line.games == (play.report().game,)


def test_games_add_up() -> None:
    games = [traded(f"g{n}").report() for n in range(3)]
    one, three = merged(games[:1]), merged(reversed(games))
    assert [line.game for line in three.games] == ["g0", "g1", "g2"]
    for name in ("trades", "decisions"):
        part = "trades" if name == "trades" else "pace"
        assert [3 * getattr(line, name) for line in getattr(one, part)] == [
            getattr(line, name) for line in getattr(three, part)
        ]
    assert [3 * line.count for line in one.choices] == [line.count for line in three.choices]
    assert all(
        {place.game for place in line.rests_on} == {"g0", "g1", "g2"} for line in three.trades
    )
    assert merged([]) == Report(
        games=(), pace=(), trades=(), offers=(), takings=(), choices=(), dice=(), luck=()
    )


@pytest.mark.parametrize(
    "cases", [{}, {3: 5}, {2: 4}, {3: 4, 2: 3}, {1: 2, 3: 2}, {3: 3, 2: 2, 4: 1}], ids=str
)
def test_the_chance_of_a_count_is_exact(cases: dict[int, int]) -> None:
    """Against all ways in which the choices can fall."""
    among = [m for m, n in cases.items() for _ in range(n)]
    chances: dict[int, Fraction] = {}
    for fall in product((0, 1), repeat=len(among)):
        chance = Fraction(1)
        for is_chosen, m in zip(fall, among, strict=True):
            chance *= Fraction(1, m) if is_chosen else Fraction(m - 1, m)
        chances[sum(fall)] = chances.get(sum(fall), Fraction(0)) + chance
    for count in range(len(among) + 2):
        more = sum((p for k, p in chances.items() if k >= count), Fraction(0))
        less = sum((p for k, p in chances.items() if k <= count), Fraction(0))
        assert tails(cases, count) == (more, less)


def games() -> list[Any]:
    return [
        pytest.param(name, options, id=f"{name}-{setup}")
        for name in RULESETS
        for setup, options in SETUPS_OF[name].items()
    ]


@pytest.mark.parametrize(("ruleset", "options"), games())
def test_the_report_of_any_game_adds_up_to_its_events(ruleset: str, options: Any) -> None:
    setup = Setup(ruleset, RULESETS[ruleset].seats[-1], options, seed="report", max_turns=40)
    played = RandomGame(setup, 0, record=True).play().ledger
    assert played is not None
    ledger = read_ledger(played)
    report = report_of_file(ledger)
    assert report is not None
    assert msgspec.json.decode(msgspec.json.encode(report), type=GameReport) == report
    rules = RULESETS[ruleset]
    commits = [codec_for(rules).decode(line) for line in ledger.lines]
    events = [event for commit in commits for event in commit.events]
    count = Counter(str(event.__struct_config__.tag) for event in events)
    assert sum(len(line.versions) for line in report.trades) == count["trade_confirmed"]
    assert sum(len(line.refused) for line in report.answers) == count["trade_refused"]
    thefts = [line for line in report.takings if line.kind == "theft"]
    assert sum(line.count for line in thefts) == count["card_stolen"]
    cloth = [line for line in report.takings if line.kind == "cloth"]
    assert sum(line.count for line in cloth) == count["cloth_stolen"]
    offered = sum(len(event.to) for event in events if isinstance(event, e.TradeOffered))
    assert sum(len(line.asked) for line in report.answers) == offered
    # Every command of a seat that was to act is a decision.
    decisions = sum(n for line in report.pace for n in line.tenths.values())
    assert 0 < decisions <= len(commits)
    assert sum(line.ms for line in report.pace) >= decisions * 1_000
    whole = merged([report])
    for language in ("en", "pl"):
        text = report_text(whole, language)
        assert "{" not in text
        assert report.game in text
    assert report_csv(whole).count("\r\n") > 10


def test_a_stored_report_is_used_only_if_it_is_current() -> None:
    backend = Backend()
    game = backend.start("reported")
    reports = GameReports(backend.games)
    for _ in backend.play(game, 30):
        pass
    early = reports.read(game)
    assert not early.is_closed
    assert StoredViews(backend.redis).find(game, "report") is None
    last = backend.finish(game)
    report = reports.read(game)
    assert (report.is_closed, report.version) == (True, last)
    assert StoredViews(backend.redis).find(game, "report") is not None
    assert GameReports(backend.reader().games).read(game) == report
    assert reports.rebuild(game) == 1
    assert reports.read(game) == report


@pytest.mark.parametrize("text", ["=1+1", "+1", "-x", "@a", "\t=1", "\r=1", "\uff1d1"])
def test_a_text_that_looks_like_a_formula_is_neutralised(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("cell", [-3, -0.5, "Ada", "", None, "a=b"])
def test_other_cells_stay_as_they_are(cell: Any) -> None:
    assert safe(cell) == cell
