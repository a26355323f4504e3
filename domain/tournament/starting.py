"""The check-in and the start."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.deadlines import SECOND_MS
from domain.tournament.entering import NotEntered, find_entrant
from domain.tournament.staff import require_organizer, require_staff
from domain.tournament.state import (
    REGISTRATION,
    RUNNING,
    Tournament,
    require_before_start,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

SEED_SPACE = 1 << 64
SEED_DIGITS = 16


class CallCheckIn(PlayerCommand, tag="call_check_in"):
    """An organizer opens the check-in before its time."""


class OpenCheckIn(SystemCommand, tag="open_check_in"):
    """The time of the check-in has come."""

    at: int
    """When (ms) this happens."""


class CheckIn(PlayerCommand, tag="check_in"):
    """Say that you are there. Who waits for a place may do so, too, to get one of an absent."""


class CheckInEntrant(PlayerCommand, tag="check_in_entrant"):
    """A member of staff checks a player in who is there."""

    entrant: PlayerId


class StartTournament(PlayerCommand, tag="start_tournament"):
    """An organizer ends the check-in and starts. Who is not checked in loses the place."""


class CheckInOpened(Event, tag="check_in_opened"):
    """Players can check in."""


class PlayerCheckedIn(Event, tag="player_checked_in"):
    """A player is there; `author` is a member of staff who said so."""

    entrant: PlayerId
    author: PlayerId | None = None


class TournamentStarted(Event, tag="tournament_started"):
    """The tournament has started with these entrants."""

    entrants: tuple[PlayerId, ...]
    """In the order of entry."""
    absent: tuple[PlayerId, ...]
    """Who had a place and was not there."""
    lot_seed: str
    """What the lot between equals follows from."""
    draw: int


class NoCheckIn(RuleViolation):
    """Nobody has to check in at this tournament; everybody who has a place takes part."""

    code = "entry/no_check_in"


class CheckInNotOpen(RuleViolation):
    """The check-in is not open yet; `details.opens_at` tells when (ms) it opens."""

    code = "entry/check_in_not_open"


class CheckInOpenAlready(RuleViolation):
    """The check-in is open already; nothing has to be done."""

    code = "entry/check_in_open"


class CheckedInAlready(RuleViolation):
    """This player is checked in already; nothing has to be done."""

    code = "entry/checked_in"


class TooFewPlayers(RuleViolation):
    """There are too few players for one table; `details.needed` tells how many are needed."""

    code = "tournament/too_few_players"


def check_in_opens_at(state: Tournament) -> int | None:
    """When (ms) the check-in opens by itself; None if it does not, or is open."""
    setup = state.chosen
    if state.phase != REGISTRATION or state.is_checking_in:
        return None
    if not setup.check_in_seconds or setup.starts_at is None:
        return None
    return setup.starts_at - setup.check_in_seconds * SECOND_MS


def require_check_in_ahead(state: Tournament) -> None:
    """Raise if the check-in cannot be opened."""
    require_before_start(state)
    if not state.chosen.check_in_seconds:
        raise NoCheckIn("nobody has to check in here")
    if state.is_checking_in:
        raise CheckInOpenAlready("the check-in is open")


@decides(CallCheckIn)
def call_check_in(state: Tournament, command: CallCheckIn, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    require_check_in_ahead(state)
    yield CheckInOpened()


@decides(OpenCheckIn)
def open_check_in(state: Tournament, command: OpenCheckIn, chance: Chance) -> Iterator[Event]:
    require_check_in_ahead(state)
    opens_at = check_in_opens_at(state)
    if opens_at is None or command.at < opens_at:
        raise CheckInNotOpen("the time of the check-in has not come", opens_at=opens_at)
    yield CheckInOpened()


@evolves(CheckInOpened)
def check_in_opened(state: Tournament, event: CheckInOpened) -> None:
    state.is_checking_in = True


def can_be_checked_in(state: Tournament, entrant: PlayerId) -> bool:
    entry = state.entries[entrant]
    return (
        state.phase == REGISTRATION
        and state.is_checking_in
        and entry.status in ("entered", "waiting")
        and not entry.checked_in
    )


@decides(CheckIn)
def check_in(state: Tournament, command: CheckIn, chance: Chance) -> Iterator[Event]:
    require_before_start(state)
    entrant = state.entrant_of(command.player)
    if entrant is None:
        raise NotEntered("you take no part in this tournament")
    _require_check_in(state, entrant)
    yield PlayerCheckedIn(entrant)


@decides(CheckInEntrant)
def check_in_entrant(state: Tournament, command: CheckInEntrant, chance: Chance) -> Iterator[Event]:
    require_staff(state, command.player)
    require_before_start(state)
    entrant = find_entrant(state, command.entrant)
    _require_check_in(state, entrant)
    yield PlayerCheckedIn(entrant, command.player)


def _require_check_in(state: Tournament, entrant: PlayerId) -> None:
    if not state.chosen.check_in_seconds:
        raise NoCheckIn("nobody has to check in here")
    if not state.is_checking_in:
        raise CheckInNotOpen("the check-in is not open yet", opens_at=check_in_opens_at(state))
    if state.entries[entrant].checked_in:
        raise CheckedInAlready("this player is checked in")
    if not can_be_checked_in(state, entrant):
        raise NotEntered("this player has no place and waits for none")


@evolves(PlayerCheckedIn)
def player_checked_in(state: Tournament, event: PlayerCheckedIn) -> None:
    state.entries[event.entrant].checked_in = True


def starters(state: Tournament) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who would take part if it started now, and who would lose a place.

    Who waits and is checked in gets the place of somebody who is not.
    """
    entries, needs_check_in = state.entries, bool(state.chosen.check_in_seconds)
    placed = [key for key, entry in entries.items() if entry.status == "entered"]
    absent = [key for key in placed if needs_check_in and not entries[key].checked_in]
    free = state.chosen.capacity - len(placed) + len(absent)
    waiting = [
        key for key, entry in entries.items() if entry.status == "waiting" and entry.checked_in
    ]
    playing = {*placed, *waiting[:free]} - {*absent}
    return [key for key in entries if key in playing], absent


def require_enough_starters(state: Tournament) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who takes part and who is absent; raise if the tournament cannot start."""
    require_before_start(state)
    entrants, absent = starters(state)
    needed = state.chosen.sizes.fewest
    if len(entrants) < needed:
        raise TooFewPlayers("there are too few players for one table", needed=needed)
    return entrants, absent


@decides(StartTournament)
def start_tournament(
    state: Tournament, command: StartTournament, chance: Chance
) -> Iterator[Event]:
    require_organizer(state, command.player)
    entrants, absent = require_enough_starters(state)
    draw = chance.index
    seed = new_seed(chance, "lot")
    yield TournamentStarted(tuple(entrants), tuple(absent), seed, draw)


def new_seed(chance: Chance, label: str) -> str:
    """A seed for what is drawn by another method than draw after draw."""
    return f"{chance.below(SEED_SPACE, label):0{SEED_DIGITS}x}"


@evolves(TournamentStarted)
def tournament_started(state: Tournament, event: TournamentStarted) -> None:
    state.phase, state.is_checking_in = RUNNING, False
    state.lot_seed, state.next_draw = event.lot_seed, event.draw + 1
    for entrant in event.absent:
        state.entries[entrant].status = "absent"
    for entrant in event.entrants:
        state.entries[entrant].status = "playing"
        state.tally.enter(entrant)


PUBLIC: tuple[type[Event], ...] = (CheckInOpened, PlayerCheckedIn, TournamentStarted)
"""Facts that everybody may know in full."""
