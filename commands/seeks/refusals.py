"""The reasons why a seek is refused."""

from domain.refusals import Malformed, RuleViolation


class NoSuchSeek(RuleViolation):
    """You have no seek with this id, or it ended long ago; `GET /v1/seeks` lists yours."""

    code = "seek/unknown"


class AlreadySeeking(RuleViolation):
    """You look for a game already; wait for it, or leave the seek in `details.seek_id` first."""

    code = "seek/already_waiting"


class SeekMatched(RuleViolation):
    """This seek has led to a game, which has started; play it, or resign from it."""

    code = "seek/matched"


class SeekWithoutOthers(Malformed):
    """A quick game has two seats or more; open a game to play alone."""

    code = "seek/no_others"


class BotsInRatedSeek(Malformed):
    """A rated game is played without bots; leave `bots_after_seconds` out, or play unrated."""

    code = "seek/bots_in_rated"


class SeekWithoutClock(Malformed):
    """A quick game has a clock, so that nobody waits for an absent stranger; choose one."""

    code = "seek/no_clock"
