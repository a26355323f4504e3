"""Who plays in place of others: substitutes, who take over a record, and bots."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Event, PlayerCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import PREFIX
from domain.tournament.entering import (
    MOST_ENTRIES,
    find_entrant,
    require_open_entries,
    set_status,
    status_of_new,
    status_with_place,
)
from domain.tournament.leaving import can_readmit
from domain.tournament.setup import Reason
from domain.tournament.staff import require_organizer, require_person
from domain.tournament.state import RUNNING, Entry, EntryStatus, TakenOver, Tournament

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class SubstituteEntrant(PlayerCommand, tag="substitute_entrant"):
    """An organizer lets a person take over a player's place and record."""

    entrant: PlayerId
    substitute: PlayerId
    reason: Reason


class AddBot(PlayerCommand, tag="add_bot"):
    """An organizer enters a bot."""

    bot: str


class PlayerSubstituted(Event, tag="player_substituted"):
    """A person took over a player's place and record."""

    entrant: PlayerId
    """The entry."""
    left: PlayerId
    """Who played for it before."""
    substitute: PlayerId
    reason: str
    author: PlayerId


class BotEntered(Event, tag="bot_entered"):
    """An organizer entered a bot."""

    entrant: PlayerId
    bot: str
    status: EntryStatus
    author: PlayerId
    from_round: int = 1


class NotReplaceable(RuleViolation):
    """Only the place of who takes part, or did, can be taken over; `details.status` tells how the
    entry stands."""

    code = "entry/not_replaceable"


class SubstituteHasEntry(RuleViolation):
    """The substitute takes part with an entry of their own, or did; choose somebody else."""

    code = "entry/substitute_entered"


class UnknownTournamentBot(Malformed):
    """Games of this tournament have no bot of this name; `details.bots` lists those they have."""

    code = "entry/unknown_bot"


class NoPlaceFree(RuleViolation):
    """All places are taken; let somebody leave first. Bots do not wait."""

    code = "entry/no_place"


def can_be_replaced(state: Tournament, entrant: PlayerId) -> bool:
    """Bots are replaced, too: a person may take over from one."""
    status = state.entries[entrant].status
    return status in ("entered", "playing") or (
        status in ("absent", "dropped") and can_readmit(state, entrant)
    )


@decides(SubstituteEntrant)
def substitute_entrant(
    state: Tournament, command: SubstituteEntrant, chance: Chance
) -> Iterator[Event]:
    require_organizer(state, command.player)
    entrant = find_entrant(state, command.entrant)
    if not can_be_replaced(state, entrant):
        status = state.entries[entrant].status
        raise NotReplaceable("this place cannot be taken over now", status=status)
    require_person(command.substitute)
    if state.entrant_of(command.substitute) is not None:
        raise SubstituteHasEntry("the substitute has an entry of their own")
    left = state.person(entrant)
    yield PlayerSubstituted(entrant, left, command.substitute, command.reason, command.player)


@evolves(PlayerSubstituted)
def player_substituted(state: Tournament, event: PlayerSubstituted) -> None:
    entry = state.entries[event.entrant]
    bot = entry.bot
    entry.earlier = (*entry.earlier, event.left)
    entry.person, entry.bot = event.substitute, None
    if state.phase == RUNNING:
        set_status(state, event.entrant, "playing", entry.from_round)
    current = state.open_round
    if current is None:
        return
    for table in current.tables:
        if event.entrant in table.entrants and not table.is_sealed:
            table.players = tuple(state.person(one) for one in table.entrants)
            if current.status == "running" and table.result is None:
                seat = Seat(table.entrants.index(event.entrant))
                change = TakenOver(seat, event.left, bot, event.substitute, event.reason)
                table.taken_over = (*table.taken_over, change)


def has_place_for_bot(state: Tournament) -> bool:
    """Whether there is a place that nobody waits for."""
    return status_of_new(state) != "waiting" and len(state.entries) < MOST_ENTRIES


@decides(AddBot)
def add_bot(state: Tournament, command: AddBot, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    require_open_entries(state)
    bots = state.chosen.games.bots
    if command.bot not in bots:
        raise UnknownTournamentBot("there is no such bot", bots=list(bots))
    if not has_place_for_bot(state):
        raise NoPlaceFree("all places are taken")
    entrant = PlayerId(f"{PREFIX}{command.bot}:{state.bots_added + 1}")
    status = status_with_place(state)
    yield BotEntered(entrant, command.bot, status, command.player, state.next_number)


@evolves(BotEntered)
def bot_entered(state: Tournament, event: BotEntered) -> None:
    state.bots_added += 1
    number = len(state.entries) + 1
    entry = Entry(number, event.entrant, event.status, checked_in=True, bot=event.bot)
    state.entries[event.entrant] = entry
    set_status(state, event.entrant, event.status, event.from_round)


PUBLIC: tuple[type[Event], ...] = (PlayerSubstituted, BotEntered)
"""Facts that everybody may know in full."""
