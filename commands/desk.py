"""The desk: takes requests for all games and answers with receipts."""

import logging
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from commands.carrier import Carrier, Receipt
from commands.observer import Observer
from commands.open_lobbies import NO_LIMITS, LobbyLimits, OpenLobbies
from commands.requests import (
    Chooser,
    ClosingOrder,
    DeadlineFirst,
    DueWork,
    LedgerOpening,
    NoCommand,
    OpeningRequest,
    Order,
    PostedCommand,
    Request,
    key_digest,
)
from domain.chance.draws import commitment_of, mac, seed_of
from domain.ids import PlayerId, Seat
from domain.refusals import RuleViolation
from domain.registry import ruleset_named
from domain.ruleset import AnyRuleset
from domain.table.challenges import Challenge
from domain.table.changing_rules import ChangeRules
from domain.table.closing import MoveGame, VoidGame
from domain.table.copying import CopyPosition, Position
from domain.table.lobby import OpenGame, StartTable
from domain.table.replacing import SeatSubstitute
from domain.table.state import CopiedFrom, Table
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from eventlog.ledger import UNREACHABLE
from eventlog.live_games import LiveGames
from eventlog.redis_keys import new_game_id
from eventlog.server_time import now_ms

HOUR_MS = 3_600_000

logger = logging.getLogger(__name__)


class Guards(Struct, frozen=True):
    """Conditions that a client puts on its command."""

    key: str | None = None
    """Idempotency key: a command with this key is carried out once, however often it is sent."""
    version: int | None = None
    """The version that the game must be at."""


NO_GUARDS = Guards()


class Opening(Struct, frozen=True):
    """What a client asks for when it opens a game."""

    ruleset: str
    players: int
    options: dict[str, Any]
    listed: bool = True
    invited_only: bool = False
    reserved: Sequence[str | None] = ()
    """For whom seats are reserved, by seat."""
    rated: bool = False
    rematch_of: str | None = None
    """The finished game that the same people play again."""
    quick: bool = False
    """Whether it is for players who looked for a quick game."""


class TableSeating(Struct, frozen=True, kw_only=True):
    """A table of a tournament: what is played there, and by whom."""

    link: TournamentTable
    host: PlayerId
    """In whose name it is opened: who has opened the tournament."""
    ruleset: str
    options: dict[str, Any]
    seated: tuple[SeatedPlayer, ...]
    rules: int | None = None
    """The version of its rules, which all tables of a tournament share; None for the newest."""


def tournament_table_name(link: TournamentTable) -> str:
    """The name that the id of a table's game follows from."""
    return f"tournament:{link.tournament}:{link.round}:{link.table}:{link.attempt}"


def with_usual_clock(opening: Opening) -> Opening:
    """An opening in which a game for strangers has a clock, unless its host says otherwise.

    Otherwise one player who goes away would stop the others for ever. `"clock": "none"` says so.
    """
    is_for_strangers = opening.listed and not opening.invited_only and opening.players > 1
    if not is_for_strangers or "clock" in opening.options:
        return opening
    return replace(opening, options={**opening.options, "clock": "live"})


class Desk:
    """The write side of the service, for all games."""

    def __init__(
        self,
        games: LiveGames,
        master: bytes,
        *,
        nudge: Callable[[str], None] = lambda game: None,
        observer: Observer | None = None,
        clock: Callable[[], int] = now_ms,
        limits: LobbyLimits = NO_LIMITS,
    ) -> None:
        """`nudge` is called with a game in which a worker has something to do right now."""
        self.games = games
        self.clock = clock
        self._master = master
        self._lobbies = OpenLobbies(games, limits.most_open) if limits.most_open else None
        self._lapse_ms = limits.hours * HOUR_MS
        # The clock is looked up at each call, so that a test can replace the desk's.
        self._carrier = Carrier(games, master, nudge, observer or Observer(), lambda: self.clock())

    def open_game(self, opening: Opening, player: PlayerId, key: str | None = None) -> Receipt:
        """Open a game. The same key gives the same game, on any server with this master secret."""
        game = new_game_id() if key is None else self.derived_game(f"game:{player}:{key}")
        return self._open_within_limits(self._opening_request(opening, player, game, key), player)

    def copy_position(
        self,
        ruleset: AnyRuleset,
        source: CopiedFrom,
        position: Position,
        player: PlayerId,
        *,
        seat: Seat,
        bot: str,
        key: str | None = None,
    ) -> Receipt:
        """Open a game that goes on from a position of another one; with the same key, only once."""
        game = new_game_id() if key is None else self.derived_game(f"game:{player}:{key}")
        command = CopyPosition(player, game, source, seat, bot, position)
        digest = None if key is None else key_digest(player, key)
        return self._open_within_limits(LedgerOpening(game, command, ruleset, digest), player)

    def _open_within_limits(
        self, request: OpeningRequest | LedgerOpening[Table], player: PlayerId
    ) -> Receipt:
        """Open a game, unless its host has too many open lobbies."""
        game = request.game
        is_opened = request.key is not None and bool(self.games.ledger.head(game))
        if self._lobbies is None or is_opened:
            return self._carrier.carry(request)
        self._lobbies.count_in(player, game, self.clock())
        try:
            return self._carrier.carry(request)
        except RuleViolation:
            self._lobbies.leave_out(player, game)
            raise

    def open_table(self, opening: Opening, player: PlayerId, name: str) -> Receipt:
        """Open a game that the service arranges, as its host; its id follows from a name.

        It does not count among the lobbies that a player may have open.
        """
        return self._carrier.carry(
            self._opening_request(opening, player, self.derived_game(name), name)
        )

    def open_tournament_table(self, seating: TableSeating) -> Receipt:
        """Open a table of a tournament with everybody seated, or find it opened already.

        Its id follows from its link, so every server opens the same game for the same table.
        """
        name = tournament_table_name(seating.link)
        command = OpenGame(
            seating.host,
            self.derived_game(name),
            len(seating.seated),
            seating.options,
            listed=False,
            invited_only=True,
            rated=False,
            tournament=seating.link,
            seated=seating.seated,
        )
        digest = key_digest(seating.host, name)
        ruleset = ruleset_named(seating.ruleset, seating.rules)
        return self._carrier.carry(OpeningRequest(command, ruleset, digest))

    def start_table(self, game: str, clock_from: int | None = None) -> Receipt:
        """Start a table of a tournament, with clocks that run from a time (ms).

        Who has just opened it need not read it again: that makes half of the round trips.
        """
        return self._carrier.carry(Order(game, StartTable(clock_from), min_version=1))

    def seat_substitute(self, game: str, command: SeatSubstitute) -> Receipt:
        """Let the substitute of a tournament play at a table."""
        return self._carrier.carry(Order(game, command))

    def derived_game(self, name: str) -> str:
        """The id that follows from a name, whether there is such a game or not."""
        return new_game_id(mac(self._master, name.encode()))

    def _opening_request(
        self, opening: Opening, player: PlayerId, game: str, key: str | None
    ) -> OpeningRequest:
        command = OpenGame(
            player,
            game,
            opening.players,
            opening.options,
            listed=opening.listed,
            invited_only=opening.invited_only,
            reserved=tuple(None if who is None else PlayerId(who) for who in opening.reserved),
            rated=opening.rated,
            rematch_of=opening.rematch_of,
            quick=opening.quick,
        )
        digest = None if key is None else key_digest(player, key)
        return OpeningRequest(command, ruleset_named(opening.ruleset), digest, self._lapse_ms)

    def open_attempt(self, ruleset: str, challenge: Challenge, player: PlayerId) -> Receipt:
        """Open or find a player's only game of a challenge, on any server with this secret."""
        game = self.attempt_id(challenge, player)
        command = OpenGame(player, game, 1, {}, listed=False, challenge=challenge)
        digest = key_digest(player, challenge.name)
        return self._carrier.carry(OpeningRequest(command, ruleset_named(ruleset), digest))

    def attempt_id(self, challenge: Challenge, player: PlayerId) -> str:
        """The id of a player's game of a challenge, whether it exists or not."""
        return new_game_id(mac(self._master, f"attempt:{challenge.name}:{player}".encode()))

    def commitment(self, challenge: Challenge) -> str:
        """The hash of a challenge's seed, which is public at any time."""
        return commitment_of(seed_of(self._master, challenge.name))

    def revealed_seed(self, challenge: Challenge) -> bytes | None:
        """The seed of a challenge that has closed; None before that."""
        is_closed = self.clock() >= challenge.closes_at
        return seed_of(self._master, challenge.name) if is_closed else None

    def submit(
        self,
        game: str,
        body: object,
        player: PlayerId,
        guards: Guards = NO_GUARDS,
        *,
        is_organizer: bool = False,
    ) -> Receipt:
        """Carry out a command that a person posted, or refuse it with a code."""
        key = None if guards.key is None else key_digest(player, guards.key)
        return self.carry(PostedCommand(game, body, player, is_organizer, key, guards.version))

    def carry(self, request: Request[DeadlineFirst]) -> Receipt:
        """Carry out a person's request, after the work that must come before it."""
        while True:
            receipt = self._carrier.carry(request)
            if receipt is not NoCommand.DEADLINE_FIRST:
                return receipt
            for _ in self.run_due_work(request.game):
                pass

    def run_due_work(self, game: str, choose: Chooser | None = None) -> Iterator[Receipt]:
        """Let deadlines expire, let bots move, and close the game, as far as that is due by now.

        Yields a receipt for each commit. It may be called at any time, and stopped after any
        receipt. Without `choose` the bots are left to another process.
        """
        min_version: int | None = None
        while True:
            receipt = self._carrier.carry(DueWork(game, choose, min_version))
            if receipt is NoCommand.NOTHING_DUE:
                return
            yield receipt
            min_version = receipt.version

    def run_overdue_work(self, game: str) -> None:
        """Run the overdue work of a game that is about to be read, so that the read shows it.

        A failure is only logged: the game can still be read.
        """
        due = self.games.due(game)
        if due is not None and due <= self.clock():
            try:
                for _ in self.run_due_work(game):
                    pass
            except RuleViolation as refusal:
                logger.info(
                    "due work refused: %s", refusal, extra={"game": game, "code": refusal.code}
                )
            except UNREACHABLE as error:
                # Perhaps only writes fail, and the game can still be read.
                logger.warning("due work failed: %s", error, extra={"game": game})

    def close_game(self, game: str) -> Receipt:
        """Record the result of a game that is over, and reveal its seed."""
        return self._carrier.carry(ClosingOrder(game))

    def void_game(self, game: str, reason: str) -> Receipt:
        """End a game without a winner."""
        return self._carrier.carry(Order(game, VoidGame(reason=reason)))

    def change_rules(self, game: str, rules: int, reason: str) -> Receipt:
        """Let a game go on by another version of its rules."""
        return self._carrier.carry(Order(game, ChangeRules(rules, reason)))

    def move_game(self, game: str) -> Receipt:
        """End a game on this server because another server continues it."""
        return self._carrier.carry(Order(game, MoveGame()))
