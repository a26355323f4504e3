"""The hall: all tables of a round in one view.

A game is folded again only when it has changed: the versions of all games of the round are one
question to Redis. When a player was seen last is known from the last use of their tokens, which
requests and open live streams note about once a minute.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.ids import SPECTATOR, PlayerId, Seat, Viewer
from domain.refusals import RuleViolation
from domain.table.bots import is_bot
from domain.table.state import PAUSED, Table
from domain.tournament.state import Round, RoundTable
from eventlog.chain import BrokenChain
from eventlog.due_work import GameStatus, spectator_delay_ms, status_of
from eventlog.live_games import LiveGames
from eventlog.spectator_delay import SpectatorDelay
from eventlog.tournaments import LiveTournaments
from projections.one_game.game_at import EncodedView, encoded_view
from projections.one_game.player_names import NamesOf, names_among, with_field
from projections.tournaments.views import NoSuchRound
from projections.tournaments.waiting_times import WaitingTimes

AWAY_MS = 180_000
"""Who has not been seen for so long counts as disconnected."""
SEEN_SECONDS = 5.0
"""For how long it is remembered when players were seen."""
MOST_GAMES = 2_000

T = TypeVar("T")
LastSeen: TypeAlias = Callable[[Iterable[str]], Mapping[str, int]]
"""When (ms) players were seen last, by their ids."""
ResultStatus: TypeAlias = Literal["none", "open", "appealed", "sealed"]


class HallCall(Struct, frozen=True):
    """An open call for a referee."""

    seat: Seat
    text: str
    since: int | None
    """When (ms) it was made."""


class HallGame(Struct, frozen=True, kw_only=True):
    """The game of a table, as everybody may see it."""

    version: int
    status: GameStatus
    phase: str
    turn: int
    to_act: tuple[PlayerId, ...]
    """Who is to act."""
    since: int
    """Since when (ms) the game waits for the one of them who was asked first. A pause counts from
    its own beginning, and what goes by in it is nobody's time."""
    points: tuple[int, ...]
    """By seat."""
    is_paused: bool
    call: HallCall | None


class HallTable(Struct, frozen=True, kw_only=True):
    """A table of the hall."""

    table: int
    players: tuple[PlayerId, ...]
    game_id: str | None
    game: HallGame | None
    """None until the game is opened."""
    disconnected: tuple[PlayerId, ...]
    """Players of this table who have not been seen for three minutes."""
    result: ResultStatus


class HallView(Struct, frozen=True, kw_only=True):
    """All tables of a round."""

    round: int
    status: str
    tables: tuple[HallTable, ...]
    calls: int
    """How many calls for a referee are open."""


class Hall:
    """Reads the hall of tournaments."""

    def __init__(
        self,
        tournaments: LiveTournaments,
        games: LiveGames,
        clock: Callable[[], int],
        last_seen: LastSeen,
        names_of: NamesOf | None = None,
    ) -> None:
        self._tournaments = tournaments
        self._games = games
        self._clock = clock
        self._last_seen = last_seen
        self._names_of = names_of
        self._delay = SpectatorDelay(games, clock)
        self._waiting = WaitingTimes(games)
        self._known: dict[str, _KnownGame] = {}
        self._delayed: dict[str, HallGame] = {}
        """Games with a delay as spectators saw them last."""
        self._seen: dict[str, tuple[float, Mapping[str, int]]] = {}

    def read(
        self, tournament: str, number: int | None = None, viewer: Viewer = SPECTATOR
    ) -> EncodedView:
        """The hall of a round, or of the last one that is published.

        Everybody but staff sees games with a spectator delay as they were then.
        """
        version, view = self.view(tournament, number, viewer)
        people = [one for table in view.tables for one in table.players]
        return with_field(encoded_view(version, view), "names", names_among(people, self._names_of))

    def view(
        self, tournament: str, number: int | None = None, viewer: Viewer = SPECTATOR
    ) -> tuple[int, HallView]:
        """The same as a value, and the version of the tournament."""
        with self._tournaments.hold(tournament) as live:
            version, state = live.version, live.state
            found = _round(state.rounds, number)
            round_number, status = found.number, found.status
            tables = [
                HallTable(
                    table=i,
                    players=table.players,
                    game_id=table.game,
                    game=None,
                    disconnected=(),
                    result=_result(table, state.open_appeals(round_number, i)),
                )
                for i, table in enumerate(found.tables, start=1)
            ]
        games = self.games([one.game_id for one in tables if one.game_id is not None], viewer)
        people = {one for table in tables for one in table.players if not is_bot(one)}
        seen, limit = self._seen_by(tournament, people), self._clock() - AWAY_MS
        away = {one for one in people if seen.get(one, 0) < limit}
        shown = tuple(
            replace(
                table,
                game=games.get(table.game_id or ""),
                disconnected=tuple(one for one in table.players if one in away),
            )
            for table in tables
        )
        calls = sum(table.game is not None and table.game.call is not None for table in shown)
        return version, HallView(round=round_number, status=status, tables=shown, calls=calls)

    def games(self, games: list[str], viewer: Viewer = SPECTATOR) -> dict[str, HallGame]:
        """What a viewer may know of games; only those that have changed are read."""
        if not games:
            return {}
        heads = self._games.ledger.heads_and_due_times(games)
        found: dict[str, HallGame] = {}
        for game, (version, _) in zip(games, heads, strict=True):
            known = self._known.get(game)
            if known is None or known.shown.version != version:
                with self._games.hold(game, version) as live:
                    shown = _shown(live.state, live.version, live.folded.at)
                    has_delay = bool(spectator_delay_ms(live.state))
                known = _KnownGame(self._with_wait(game, shown), has_delay)
                _remember(self._known, game, known)
            found[game] = (
                self._as_seen(game, viewer, known.shown) if known.has_delay else known.shown
            )
        return found

    def _as_seen(self, game: str, viewer: Viewer, now: HallGame) -> HallGame:
        """A game with a spectator delay, as this viewer may see it."""
        visible = self._delay.visible(game, viewer, now.version)
        if visible is None:
            return now
        then = self._delayed.get(game)
        if then is None or then.version != visible.version:
            chain = self._games.chain_at(game, visible.version)
            shown = _shown(chain.state, chain.version, chain.at)
            then = self._with_wait(game, shown)
            _remember(self._delayed, game, then)
        return then

    def _with_wait(self, game: str, shown: HallGame) -> HallGame:
        """A game in play with the time since when it waits; others keep that of the last commit."""
        if shown.status != "playing":
            return shown
        try:
            return replace(shown, since=self._waiting.since(game, shown.version))
        except (BrokenChain, RuleViolation):
            # The ledger is not sound any more. All other tables can be shown.
            return shown

    def _seen_by(self, tournament: str, people: set[PlayerId]) -> Mapping[str, int]:
        at, seen = self._seen.get(tournament, (0.0, {}))
        if time.monotonic() - at > SEEN_SECONDS or not people <= seen.keys():
            seen = self._last_seen(sorted(people))
            self._seen[tournament] = (time.monotonic(), seen)
        return seen


class _KnownGame(NamedTuple):
    """A game as it is, and whether spectators see it later."""

    shown: HallGame
    has_delay: bool


def _remember(known: dict[str, T], game: str, shown: T) -> None:
    if len(known) >= MOST_GAMES:
        known.clear()
    known[game] = shown


def _round(rounds: list[Round], number: int | None) -> Round:
    public = [one for one in rounds if one.status != "draft"]
    found = next((one for one in public if one.number == number), None)
    if number is None and public:
        found = public[-1]
    if found is None:
        raise NoSuchRound("there is no such round", rounds=len(public))
    return found


def _result(table: RoundTable, appeals: list[int]) -> ResultStatus:
    if table.result is None:
        return "none"
    if table.is_sealed:
        return "sealed"
    return "appealed" if appeals else "open"


def _shown(state: Table, version: int, at: int) -> HallGame:
    status = status_of(state)
    to_act = state.ruleset.flow.to_act(state) if status == "playing" else ()
    call = state.call
    return HallGame(
        version=version,
        status=status,
        phase=state.phase,
        turn=state.turn,
        to_act=tuple(
            player for seat in to_act if (player := state.chairs[seat].player) is not None
        ),
        since=at,
        points=tuple(score.points for score in state.ruleset.score(state, SPECTATOR)),
        is_paused=state.phase == PAUSED,
        call=None if call is None else HallCall(call.seat, call.text, call.since),
    )
