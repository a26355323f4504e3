"""Pairs who are not to meet, such as a family or a team."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.entering import find_entrant
from domain.tournament.setup import Reason
from domain.tournament.staff import require_organizer
from domain.tournament.state import ForbiddenPair, Tournament

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

MOST_PAIRS = 1_000


class ForbidPair(PlayerCommand, tag="forbid_pair"):
    """An organizer keeps two players apart, as far as the seating can."""

    first: PlayerId
    second: PlayerId
    reason: Reason


class AllowPair(PlayerCommand, tag="allow_pair"):
    """An organizer lets two players meet again."""

    first: PlayerId
    second: PlayerId


class PairForbidden(Event, tag="pair_forbidden"):
    """Two entrants are kept apart. Only staff see who and why before the end."""

    first: PlayerId = PlayerId("")
    second: PlayerId = PlayerId("")
    reason: str = ""
    author: PlayerId = PlayerId("")


class PairAllowed(Event, tag="pair_allowed"):
    """Two entrants may meet again. Only staff see who before the end."""

    first: PlayerId = PlayerId("")
    second: PlayerId = PlayerId("")
    author: PlayerId = PlayerId("")


class PairOfOne(RuleViolation):
    """A pair has two different players; name another one."""

    code = "entry/pair_of_one"


class PairForbiddenAlready(RuleViolation):
    """These two are kept apart already; nothing has to be done."""

    code = "entry/pair_forbidden"


class PairNotForbidden(RuleViolation):
    """These two are not kept apart; nothing has to be done."""

    code = "entry/pair_allowed"


class TooManyPairs(RuleViolation):
    """A tournament keeps at most 1,000 pairs apart; allow one first."""

    code = "entry/too_many_pairs"


def find_pair(state: Tournament, one: PlayerId, other: PlayerId) -> ForbiddenPair | None:
    """The two as they are kept apart, in whatever order."""
    return next((pair for pair in state.pairs if {pair.first, pair.second} == {one, other}), None)


@decides(ForbidPair)
def forbid_pair(state: Tournament, command: ForbidPair, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    first, second = find_entrant(state, command.first), find_entrant(state, command.second)
    if first == second:
        raise PairOfOne("a pair has two different players")
    if find_pair(state, first, second) is not None:
        raise PairForbiddenAlready("these two are kept apart already")
    if len(state.pairs) >= MOST_PAIRS:
        raise TooManyPairs(f"at most {MOST_PAIRS} pairs are kept apart")
    yield PairForbidden(first, second, command.reason, command.player)


@evolves(PairForbidden)
def pair_forbidden(state: Tournament, event: PairForbidden) -> None:
    state.pairs.append(ForbiddenPair(event.first, event.second, event.reason, event.author))


@decides(AllowPair)
def allow_pair(state: Tournament, command: AllowPair, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    first, second = find_entrant(state, command.first), find_entrant(state, command.second)
    pair = find_pair(state, first, second)
    if pair is None:
        raise PairNotForbidden("these two are not kept apart")
    yield PairAllowed(pair.first, pair.second, command.player)


@evolves(PairAllowed)
def pair_allowed(state: Tournament, event: PairAllowed) -> None:
    state.pairs = [
        pair for pair in state.pairs if (pair.first, pair.second) != (event.first, event.second)
    ]


def redact_pair(event: PairForbidden) -> PairForbidden:
    """What the public may know: that there is one more."""
    return PairForbidden()


def redact_allowed(event: PairAllowed) -> PairAllowed:
    return PairAllowed()
