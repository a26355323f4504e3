"""One server without HTTP: its ledger, its live folds and its desk."""

from collections.abc import Iterator
from random import Random
from typing import Any

from commands.carrier import Receipt
from commands.desk import NO_GUARDS, Desk, Guards, Opening
from domain.choices import Choice
from domain.ids import PlayerId
from domain.ledger_rules import fold
from domain.posting import post_form
from domain.refusals import RuleViolation
from domain.state_bytes import freeze
from eventlog.chain import Chain
from eventlog.commit import AnyCommit, codec_for
from eventlog.ledger import Ledger
from eventlog.ledger_file import write_ledger
from eventlog.live_games import LiveGames
from eventlog.verification import Verdict, verify

MASTER = bytes(range(32))
PLAYERS = (PlayerId("ada"), PlayerId("ben"), PlayerId("cyd"))
OPTIONS = {"start_player": "seat"}
"""The first seat begins with founding."""


class Backend:
    """One server with its own connections. Several on one store share its games."""

    def __init__(self, redis: Any, master: bytes = MASTER, **wiring: Any) -> None:
        self.redis = redis
        self.ledger = Ledger(redis)
        self.games = LiveGames(self.ledger)
        self.desk = Desk(self.games, master, **wiring)

    # Writing

    def open(self, player: str = "ada", key: str | None = None, **options: Any) -> Receipt:
        opening = Opening("base", len(PLAYERS), {**OPTIONS, **options})
        return self.desk.open_game(opening, PlayerId(player), key)

    def do(self, game: str, player: str, kind: str, **fields: Any) -> Receipt:
        """A command without guards."""
        return self.desk.submit(game, {"type": kind, **fields}, PlayerId(player))

    def guarded(
        self,
        game: str,
        player: str,
        body: dict[str, Any],
        key: str | None = None,
        version: int | None = None,
    ) -> Receipt:
        return self.desk.submit(game, body, PlayerId(player), Guards(key, version))

    def lobby(self, seated: int = 0) -> str:
        """A new game with so many seats taken."""
        game = self.open().game
        for player in PLAYERS[:seated]:
            self.do(game, player, "take_seat")
        return game

    def started(self) -> str:
        """A new game in which the first settlement is due: version 5."""
        game = self.lobby(len(PLAYERS))
        self.do(game, "ada", "start_game")
        return game

    def played(self, moves: int, luck: Random | None = None) -> str:
        """A new game, played on for so many commits."""
        game = self.started()
        self.play_on(game, moves, luck or Random(moves))
        return game

    def play_on(self, game: str, moves: int, luck: Random) -> None:
        for _ in range(moves):
            player, body = self.next_move(game, luck)
            self.desk.submit(game, body, player, NO_GUARDS)

    def next_move(self, game: str, luck: Random) -> tuple[PlayerId, dict[str, Any]]:
        """A legal command: the player who may send it, and its body."""
        with self.games.hold(game) as live:
            state, ruleset = live.state, live.folded.ruleset
            seat = luck.choice(ruleset.flow.to_act(state))
            action = luck.choice(ruleset.flow.moves(state, seat))
            if isinstance(action, Choice):
                action = ruleset.sample(state, action, luck.randrange)
            return PlayerId(state.chairs[seat].player or ""), post_form(action)

    # Reading

    def version(self, game: str) -> int:
        with self.games.hold(game) as live:
            return live.version

    def frozen(self, game: str) -> bytes:
        with self.games.hold(game) as live:
            return freeze(live.state)

    def lines(self, game: str) -> list[bytes]:
        return [line for _, line in self.ledger.read_all(game)]

    def commits(self, game: str) -> list[AnyCommit]:
        with self.games.hold(game) as live:
            codec = codec_for(live.folded.ruleset)
        return [codec.decode(line) for line in self.lines(game)]

    def exported(self, game: str) -> bytes:
        return write_ledger(self.ledger.header(game) or b"", self.lines(game))

    def verdict(self, game: str, *, allow_open: bool = True) -> Verdict:
        return verify(self.exported(game), allow_open=allow_open)

    def refolded(self, game: str, version: int) -> bytes:
        """The state at a version, frozen, from the stored events alone."""
        with self.games.hold(game) as live:
            ruleset = live.folded.ruleset
        codec, state = codec_for(ruleset), ruleset.new_game()
        for line in self.lines(game)[:version]:
            fold(state, codec.events_of(line))
        return freeze(state)


def play(backend: Backend, game: str, name: str, moves: int) -> Iterator[Receipt]:
    """Play at random while others do; yields the receipts of accepted commands."""
    luck = Random(name)
    for number in range(moves):
        player, body = backend.next_move(game, luck)
        try:
            yield backend.guarded(game, player, body, key=f"{name}-{number}")
        except RuleViolation as refusal:
            # Another writer was faster, and the game has gone on.
            if refusal.code == "command/busy":
                raise


def refusal_of(wish: Any, *args: Any, **kwargs: Any) -> RuleViolation:
    """The refusal that a call raises."""
    try:
        accepted = wish(*args, **kwargs)
    except RuleViolation as refusal:
        return refusal
    raise AssertionError(f"accepted: {accepted}")


def code_of(wish: Any, *args: Any, **kwargs: Any) -> str:
    return refusal_of(wish, *args, **kwargs).code


def frozen(chain: Chain) -> bytes:
    return freeze(chain.state)
