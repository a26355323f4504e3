"""Verifying a tournament with all its games: every result follows from a sound game."""

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.ids import PlayerId, Seat
from domain.registry import TOURNAMENT
from domain.table.lobby import OpenGame
from domain.table.replacing import PlayerReplaced
from domain.table.tournament_link import TournamentTable
from domain.tournament.appeals import TableAwarded
from domain.tournament.game_results import GameResult, link_of, result_of, seated_at
from domain.tournament.playing import GamesOpened, TableToOpen, tables_to_open
from domain.tournament.results import TableResultRecorded
from domain.tournament.setup import GameSetup, rules_of
from domain.tournament.state import Round, RoundTable, Tournament
from eventlog.commit import codec_for
from eventlog.ledger_file import BadLedger, LedgerFile, read_ledger
from eventlog.tournament_bundle import Bundle, is_bundle, read_bundle
from eventlog.verification import (
    FindLedger,
    Verdict,
    VerificationStatus,
    no_ledger,
    verify,
)

GAMES_NOT_CHECKED = "its games were not checked (give the bundle of the tournament)"


class CheckedGame(Struct, frozen=True):
    """A game of a table, and what was found in its ledger."""

    game: str
    attempt: int
    """Counts the games of the table."""
    status: VerificationStatus
    counts: bool
    """Whether the table's result is about this game."""
    head: str | None = None
    points: tuple[int, ...] = ()
    """By seat, as far as its result was recorded."""
    winners: tuple[Seat, ...] = ()
    replaced: tuple[PlayerReplaced, ...] = ()
    """Seats that somebody else took over in the game."""


class CheckedTable(Struct, frozen=True, kw_only=True):
    """A table of a round: its result and what this rests on."""

    round: int
    table: int
    result_by: Literal["game", "referee", "nobody"]
    """`nobody` if the tournament ended before the table had a result."""
    points: tuple[int, ...] = ()
    winners: tuple[Seat, ...] = ()
    reason: str = ""
    """The referee's, if the result is theirs."""
    games: tuple[CheckedGame, ...] = ()
    remarks: tuple[str, ...] = ()
    """What is not as usual: games that do not count, decisions of referees, appeals."""


class BundleVerdict(Verdict, frozen=True):
    """The result of verifying a tournament with its games; the head is that of the tournament."""

    games: int = 0
    """How many games there are."""
    tables: tuple[CheckedTable, ...] = ()
    problems: tuple[str, ...] = ()
    """Everything that is not sound; the message is the first of them."""


def verify_file(
    data: bytes,
    *,
    allow_open: bool = False,
    public_keys: Sequence[bytes] = (),
    find_ledger: FindLedger = no_ledger,
) -> Verdict:
    """Verify a ledger file, or the bundle of a tournament.

    The ledger of a tournament alone can be sound, too; then the message says that its games were
    not checked.
    """
    if is_bundle(data):
        return verify_bundle(data, public_keys=public_keys)
    verdict = verify(data, allow_open=allow_open, public_keys=public_keys, find_ledger=find_ledger)
    if verdict.status == VerificationStatus.SOUND and read_ledger(data).rules is TOURNAMENT:
        return replace(verdict, message=f"{verdict.message}; {GAMES_NOT_CHECKED}")
    return verdict


def verify_bundle(data: bytes, *, public_keys: Sequence[bytes] = ()) -> Verdict:
    """Verify a tournament, each of its games, and that its results are those of the games.

    With `public_keys` every ledger must have a valid signature of one of them.
    """
    try:
        bundle = read_bundle(data)
    except BadLedger as bad:
        return Verdict(VerificationStatus.UNSOUND, str(bad))
    verdict = verify(bundle.tournament, public_keys=public_keys)
    if verdict.status != VerificationStatus.SOUND:
        return replace(verdict, message=f"tournament: {verdict.message}")
    ledger = read_ledger(bundle.tournament)
    if ledger.rules is not TOURNAMENT:
        return replace(
            verdict,
            status=VerificationStatus.UNSOUND,
            message="tournament: this is not the ledger of a tournament",
        )
    return _Checker(bundle, public_keys).check(ledger, verdict)


class _Expected(Struct):
    """What the ledger of the tournament says about a game."""

    game: str
    link: TournamentTable
    host: PlayerId
    games: GameSetup
    seatings: list[TableToOpen]
    """How the table was seated while it waited for its game; more than one if a substitute came."""
    recorded: TableResultRecorded | None = None

    @property
    def name(self) -> str:
        return f"round {self.link.round}, table {self.link.table}, game {self.game}"


class _Checker:
    """Checks the games of a tournament whose own ledger is sound."""

    def __init__(self, bundle: Bundle, public_keys: Sequence[bytes]) -> None:
        self._bundle = bundle
        self._public_keys = public_keys
        self._problems: list[str] = []
        self._unjudged: list[str] = []
        self._signatures: set[str] = set()

    def check(self, ledger: LedgerFile, verdict: Verdict) -> BundleVerdict:
        state, expected, decisions = _read_tournament(ledger)
        self._signatures.add(verdict.signature)
        checked = {game: self._check_game(one) for game, one in expected.items()}
        for game in sorted(self._bundle.games.keys() - expected.keys()):
            self._problems.append(f"game {game}: no table of the tournament has played it")
        tables = tuple(
            _checked_table(state, one, number, expected, checked, decisions)
            for one in state.rounds
            for number in range(1, len(one.tables) + 1)
        )
        status = VerificationStatus.SOUND
        games = "1 game" if len(expected) == 1 else f"{len(expected)} games"
        message = f"{verdict.message}, with {games}"
        if self._problems:
            status, message = VerificationStatus.UNSOUND, self._problems[0]
        elif self._unjudged:
            status, message = VerificationStatus.RULES_MISSING, self._unjudged[0]
        return BundleVerdict(
            status=status,
            message=message,
            game=verdict.game,
            commits=verdict.commits,
            draws=verdict.draws,
            head=verdict.head,
            signature=self._signature(),
            games=len(expected),
            tables=tables,
            problems=(*self._problems, *self._unjudged),
        )

    def _signature(self) -> Literal["none", "unchecked", "valid"]:
        """That of the ledger which is vouched for least."""
        if "none" in self._signatures:
            return "none"
        return "unchecked" if "unchecked" in self._signatures else "valid"

    def _check_game(self, expected: _Expected) -> CheckedGame:
        data = self._bundle.games.get(expected.game)
        attempt = expected.link.attempt
        if data is None:
            self._problems.append(f"{expected.name}: its ledger is missing")
            return CheckedGame(expected.game, attempt, VerificationStatus.UNSOUND, counts=False)
        verdict = verify(data, public_keys=self._public_keys)
        self._signatures.add(verdict.signature)
        problems = list(_problems_of(data, verdict, expected))
        self._problems += [f"{expected.name}: {problem}" for problem in problems]
        status = VerificationStatus.UNSOUND if problems else verdict.status
        if status == VerificationStatus.RULES_MISSING:
            self._unjudged.append(f"{expected.name}: {verdict.message}")
        recorded = expected.recorded
        return CheckedGame(
            expected.game,
            attempt,
            status,
            counts=False,
            head=verdict.head,
            points=() if recorded is None else recorded.points,
            winners=() if recorded is None else recorded.winners,
            replaced=() if status != VerificationStatus.SOUND else _replaced(data),
        )


def _read_tournament(
    ledger: LedgerFile,
) -> tuple[Tournament, dict[str, _Expected], dict[tuple[int, int], list[TableAwarded]]]:
    """The tournament at its end, its games in the order of their opening, and results that
    referees have set."""
    state = TOURNAMENT.blank_state()
    waiting: dict[TournamentTable, list[TableToOpen]] = {}
    expected: dict[str, _Expected] = {}
    decisions: dict[tuple[int, int], list[TableAwarded]] = {}
    for state, events in ledger.states(TOURNAMENT):
        for event in events:
            if isinstance(event, GamesOpened):
                for one in _opened(state, event, waiting):
                    expected[one.game] = one
            elif isinstance(event, TableResultRecorded):
                expected[event.game].recorded = event
            elif isinstance(event, TableAwarded):
                decisions.setdefault((event.round, event.table), []).append(event)
        for table in tables_to_open(state):
            seatings = waiting.setdefault(link_of(state.game, table), [])
            if table not in seatings:
                seatings.append(table)
    return state, expected, decisions


def _opened(
    state: Tournament, event: GamesOpened, waiting: dict[TournamentTable, list[TableToOpen]]
) -> Iterator[_Expected]:
    tables = state.rounds[event.round - 1].tables
    assert state.host is not None
    for opened in event.games:
        attempt = tables[opened.table - 1].attempt
        link = TournamentTable(state.game, event.round, opened.table, attempt)
        seatings = waiting[link]
        yield _Expected(opened.game, link, state.host, state.chosen.games, seatings)


def _problems_of(data: bytes, verdict: Verdict, expected: _Expected) -> Iterator[str]:
    """What is wrong with the ledger of a game."""
    recorded = expected.recorded
    if verdict.status == VerificationStatus.UNSOUND:
        yield verdict.message
        return
    ledger = read_ledger(data)
    if ledger.header.game != expected.game:
        yield f"the ledger is that of another game, {ledger.header.game}"
        return
    if ledger.rules is not None and ledger.ruleset is None:
        yield "this is not the ledger of a game"
        return
    if recorded is not None and verdict.head != recorded.head:
        yield "the ledger is not the one whose result was recorded: its head is another"
    if verdict.status == VerificationStatus.RULES_MISSING:
        return
    yield from _problems_of_opening(ledger, expected)
    result = _result_of(ledger)
    if recorded is not None and result != GameResult(
        recorded.points, recorded.winners, recorded.outcome
    ):
        yield (
            f"the recorded result is not that of the game: {_written(recorded)} was recorded, "
            f"{_written(result)} was played"
        )


def _problems_of_opening(ledger: LedgerFile, expected: _Expected) -> Iterator[str]:
    ruleset = ledger.ruleset
    assert ruleset is not None
    command = codec_for(ruleset).decode(ledger.lines[0]).command
    assert isinstance(command, OpenGame)
    link = command.tournament
    if link is None:
        yield "it was not played in a tournament"
    elif link.tournament != expected.link.tournament:
        yield f"it was played in another tournament, {link.tournament}"
    elif link != expected.link:
        yield (
            f"it was played elsewhere: in round {link.round} at table {link.table}, "
            f"game {link.attempt} of that table"
        )
    if command.player != expected.host:
        yield "it was not opened in the name of who has opened the tournament"
    if ledger.header.ruleset != expected.games.ruleset:
        yield f"it was played by another ruleset, {ledger.header.ruleset}"
    elif ledger.header.rules != rules_of(expected.games):
        yield f"it was opened by other rules than the tournament's, rules {ledger.header.rules}"
    if not any(command.seated == seated_at(seating) for seating in expected.seatings):
        yield "others were seated than the published seating says, or elsewhere"
    elif not any(_same(command.options, seating.options) for seating in expected.seatings):
        yield "it was played with other options than those of the tournament"


def _same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """As they are stored: 1 is not true, and not 1.0."""
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(
        other, order="deterministic"
    )


def _result_of(ledger: LedgerFile) -> GameResult:
    ruleset = ledger.ruleset
    assert ruleset is not None
    *_, (state, _) = ledger.states(ruleset)
    return result_of(state)


def _replaced(data: bytes) -> tuple[PlayerReplaced, ...]:
    ledger = read_ledger(data)
    assert ledger.rules is not None
    return tuple(
        event
        for events in ledger.events_by_commit(ledger.rules)
        for event in events
        if isinstance(event, PlayerReplaced)
    )


def _written(result: GameResult | TableResultRecorded | TableAwarded) -> str:
    points = "–".join(map(str, result.points))
    if not result.winners:
        return f"{points} ({result.outcome})"
    return f"{points} (won by seat {', '.join(map(str, result.winners))})"


def _checked_table(
    state: Tournament,
    current: Round,
    number: int,
    expected: dict[str, _Expected],
    checked: dict[str, CheckedGame],
    decisions: dict[tuple[int, int], list[TableAwarded]],
) -> CheckedTable:
    table = current.tables[number - 1]
    result = table.result
    ids = (*table.left_games, *(() if table.game is None else (table.game,)))
    games = tuple(
        replace(checked[game], counts=result is not None and result.game == game) for game in ids
    )
    awards = decisions.get((current.number, number), [])
    remarks = (
        *_remarks_on_games(table, games, expected),
        *_remarks_on_decisions(awards),
        *_remarks_on_appeals(state, current.number, number),
    )
    if result is None:
        return CheckedTable(
            round=current.number, table=number, result_by="nobody", games=games, remarks=remarks
        )
    return CheckedTable(
        round=current.number,
        table=number,
        result_by="game" if result.decided_by is None else "referee",
        points=result.points,
        winners=result.winners,
        reason=result.reason,
        games=games,
        remarks=remarks,
    )


def _remarks_on_games(
    table: RoundTable, games: tuple[CheckedGame, ...], expected: dict[str, _Expected]
) -> Iterator[str]:
    if table.attempt > 1:
        yield f"a referee had it played again: game {table.attempt} of the table counts"
    for one in games:
        if one.game in table.left_games:
            recorded = expected[one.game].recorded
            ending = "it was ended" if recorded is None else f"its result was {_written(recorded)}"
            yield f"game {one.game} does not count; {ending}"
        for event in one.replaced:
            yield f"seat {event.seat} of game {one.game} was taken over by {event.player}"
    if table.result is None:
        yield "the tournament ended before it had a result"


def _remarks_on_decisions(awards: list[TableAwarded]) -> Iterator[str]:
    for award in awards:
        yield f"a referee set the result {_written(award)}: {award.reason}"


def _remarks_on_appeals(state: Tournament, round_number: int, table: int) -> Iterator[str]:
    for number, appeal in state.appeals.items():
        if (appeal.round, appeal.table) == (round_number, table):
            effect = {
                "granted": "was granted and changed the result",
                "rejected": "was rejected",
                "open": "was not decided",
            }[appeal.status]
            yield f"appeal {number} {effect}: {appeal.decision or appeal.reason}"
