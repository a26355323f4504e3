"""Attempts at challenges: each finished attempt is listed in the table of its challenge."""

from msgspec import Struct

from domain.ids import ORGANIZER, PlayerId
from eventlog.daily_challenges import is_practice
from eventlog.live_games import LiveGame
from projections.across_games.results import Result

_LOWEST = 10_000


class Attempt(Struct, frozen=True):
    """A finished attempt. It is public even while the challenge runs, so it shows no dice."""

    table: str
    player: PlayerId
    points: int

    @property
    def digits(self) -> str:
        """The points as text that sorts like the number."""
        return f"{self.points + _LOWEST:06}"


def challenge_table(challenge: str, commitment: str) -> str:
    """The sorted set of attempts at a challenge, the best last. Each seed has its own table."""
    return f"challenge:{challenge}:{commitment}"


def attempt_of(live: LiveGame, result: Result | None) -> Attempt | None:
    """Return a game as an attempt at its challenge; None if it does not count as one."""
    state = live.state
    if state.challenge is None or state.outcome != "won" or live.fault is not None:
        return None
    if is_practice(state.challenge):
        return None
    if result is not None and not result.is_trusted:
        return None
    player = state.chairs[0].player
    assert player is not None, "a challenge begins with its player"
    table = challenge_table(state.challenge.name, state.commitment)
    if not live.lacks_rules:
        (score,) = state.ruleset.score(state, ORGANIZER)
        return Attempt(table, player, score.points)
    return Attempt(table, player, state.standings[0].points) if state.standings else None
