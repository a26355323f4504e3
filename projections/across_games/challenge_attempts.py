"""Attempts at challenges: those that were finished have a place in the table of their challenge."""

from msgspec import Struct

from domain.ids import ORGANIZER, PlayerId
from eventlog.live_games import LiveGame
from projections.across_games.results import Result

_LOWEST = 10_000


class Attempt(Struct, frozen=True):
    """A finished attempt, for everybody to see even while the challenge is on: no dice in it."""

    table: str
    player: PlayerId
    points: int

    @property
    def digits(self) -> str:
        """The points as text that sorts like the number."""
        return f"{self.points + _LOWEST:06}"


def table_of(challenge: str, commitment: str) -> str:
    """Sorted set: attempts at a challenge, the best last; those from another seed are apart."""
    return f"challenge:{challenge}:{commitment}"


def attempt_of(live: LiveGame, result: Result | None) -> Attempt | None:
    """The attempt that a held game is; None if it is none, or none that counts."""
    state = live.state
    if state.challenge is None or state.outcome != "won" or live.fault is not None:
        return None
    if result is not None and not result.is_trusted:
        return None
    player = state.chairs[0].player
    assert player is not None, "a challenge begins with its player"
    (score,) = state.ruleset.score(state, ORGANIZER)
    return Attempt(table_of(state.challenge.name, state.commitment), player, score.points)
