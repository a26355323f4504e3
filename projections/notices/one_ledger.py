"""Keeps the trouble of one ledger from the notices of all others."""

import logging
from collections.abc import Callable, Iterator

from redis.exceptions import RedisError

from domain.refusals import RuleViolation
from eventlog.chain import BrokenChain
from projections.across_games.set_aside import origin_of
from projections.notices.notice_store import CommitNotices

logger = logging.getLogger(__name__)


def notices_unless_it_fails(
    ledger: str, notices: Iterator[CommitNotices], forget: Callable[[str], object]
) -> Iterator[CommitNotices]:
    """The notices of a ledger; if they cannot be made, log it and call `forget` with its id.

    A Redis that does not answer is no fault of the ledger: that error goes on to the caller.
    """
    try:
        yield from notices
    except RedisError:
        raise
    except (RuleViolation, BrokenChain) as failure:
        logger.warning("this ledger leads to no notices: %s", failure, extra={"game": ledger})
        forget(ledger)
    except Exception as error:
        # A fault in our code: where it is, but not its message, which may name a hidden card.
        logger.error(
            "this ledger leads to no notices: %s", origin_of(error), extra={"game": ledger}
        )
        forget(ledger)
