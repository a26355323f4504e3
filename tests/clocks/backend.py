"""A server whose clock moves only when a test says so, and games with clocks on it."""

from typing import Any

from commands.carrier import Receipt
from domain.messages import Command
from domain.table.expiry import Expire
from eventlog.verification import VerificationStatus
from tests.clocks.facts import CLOCK, ms
from tests.commands.backend import PLAYERS, Backend

BEGAN = 1_800_000_000_000
FIRST_NODE = 10


class Time:
    """The time of the ledger, for all servers."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> int:
        return self.now

    def passes(self, seconds: float) -> None:
        self.now += ms(seconds)


class TimedBackend(Backend):
    """One server, with a clock that stands."""

    def __init__(self, redis: Any, time: Time | None = None, **wiring: Any) -> None:
        self.time = time or Time()
        super().__init__(redis, clock=self.time, **wiring)

    def another(self, redis: Any) -> "TimedBackend":
        """Another server of the same time."""
        return TimedBackend(redis, self.time)

    def begun(self, people: int = len(PLAYERS), bot: str = "random", **options: Any) -> str:
        """A game in which the first settlement is due in 40 seconds; bots fill the table."""
        game = self.open(**{"clock": CLOCK, **options}).game
        for player in PLAYERS[:people]:
            self.do(game, player, "take_seat")
        for _ in PLAYERS[people:]:
            self.do(game, "ada", "seat_bot", bot=bot)
        self.do(game, "ada", "start_game")
        return game

    def found(self, game: str, player: str = "ada", node: int = FIRST_NODE) -> Receipt:
        return self.do(game, player, "place_settlement", node=node)

    def wishes(self, game: str) -> list[Command]:
        return [commit.command for commit in self.commits(game)]

    def expiries(self, game: str) -> list[Expire]:
        return [wish for wish in self.wishes(game) if isinstance(wish, Expire)]

    def assert_sound(self, game: str, *, is_closed: bool = False) -> None:
        verdict = self.verdict(game, allow_open=not is_closed)
        assert verdict.status == VerificationStatus.SOUND, verdict.message
