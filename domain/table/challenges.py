"""Challenges: games that people play apart with the same luck, sealed until it closes."""

from msgspec import Struct

from domain.refusals import Forbidden, RuleViolation


class Challenge(Struct, frozen=True):
    """What a group of games shares: the name that its chance follows from, and its time (ms)."""

    name: str
    opens_at: int
    closes_at: int

    def is_on(self, at: int) -> bool:
        """Whether it may be played at this time."""
        return self.opens_at <= at < self.closes_at


class NotSoAsChallenge(RuleViolation):
    """A challenge is a game for one, unlisted, with the usual options, of a ruleset made for it. It
    has a name, and closes after it has opened."""

    code = "challenge/not_so"


class ChallengeNotOn(RuleViolation):
    """This challenge has closed, or has not opened yet; `details` tell when it is on."""

    code = "challenge/not_on"


class ChallengeOn(RuleViolation):
    """A game of a challenge is closed, and its seed revealed, when the challenge closes."""

    code = "challenge/still_on"


class GameSealed(Forbidden):
    """Until its challenge closes, only who plays this game may look at it; come back then."""

    code = "game/sealed"
