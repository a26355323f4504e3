"""Staff: organizers run a tournament, referees decide on results and penalties."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, OrganizerCommand, PlayerCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import is_bot
from domain.tournament.setup import Role
from domain.tournament.state import Tournament, require_on

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

MOST_STAFF = 64


class AppointStaff(PlayerCommand, tag="appoint_staff"):
    """An organizer makes a person an organizer or a referee."""

    person: PlayerId
    role: Role


class RemoveStaff(PlayerCommand, tag="remove_staff"):
    """An organizer takes a person's role away. One organizer stays."""

    person: PlayerId


class InstallStaff(OrganizerCommand, tag="install_staff"):
    """An operator of the service, who is no member of staff, makes a person one."""

    person: PlayerId
    role: Role


class StaffAppointed(Event, tag="staff_appointed"):
    """A person became an organizer or a referee."""

    person: PlayerId
    role: Role
    author: PlayerId


class StaffRemoved(Event, tag="staff_removed"):
    """A person is no member of staff any more."""

    person: PlayerId
    author: PlayerId


class NotAnOrganizer(RuleViolation):
    """Only an organizer of this tournament may do this; ask one of them."""

    code = "staff/not_organizer"


class NotAReferee(RuleViolation):
    """Only a referee or an organizer of this tournament may do this; ask one of them."""

    code = "staff/not_referee"


class OwnTable(RuleViolation):
    """A member of staff does not decide at a table where they play, nor about themselves or those
    who play there; ask another one."""

    code = "staff/own_table"


class HasRole(RuleViolation):
    """This person has this role already; nothing has to be done."""

    code = "staff/has_role"


class NotStaff(RuleViolation):
    """This person is no member of staff; `details.staff` lists who is."""

    code = "staff/unknown"


class LastOrganizer(RuleViolation):
    """A tournament needs an organizer; appoint another one first."""

    code = "staff/last_organizer"


class TooManyStaff(RuleViolation):
    """A tournament has at most 64 members of staff; remove one first."""

    code = "staff/too_many"


class BadPerson(Malformed):
    """This is not the id of a person: it has 1 to 64 characters, and is not that of a bot."""

    code = "staff/bad_person"


def is_organizer(state: Tournament, person: PlayerId) -> bool:
    return state.staff.get(person) == "organizer"


def is_staff(state: Tournament, person: PlayerId) -> bool:
    return person in state.staff


def require_organizer(state: Tournament, person: PlayerId) -> None:
    require_on(state)
    if not is_organizer(state, person):
        raise NotAnOrganizer("only an organizer may do this")


def require_staff(state: Tournament, person: PlayerId) -> None:
    require_on(state)
    if not is_staff(state, person):
        raise NotAReferee("only a referee or an organizer may do this")


def require_person(person: PlayerId) -> None:
    """Raise if this cannot be the id of a person."""
    if not 1 <= len(person) <= 64 or not person.isprintable() or is_bot(person):
        raise BadPerson("this is not the id of a person")


@decides(AppointStaff)
def appoint_staff(state: Tournament, command: AppointStaff, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    yield from _appoint(state, command.person, command.role, command.player)


@decides(InstallStaff)
def install_staff(state: Tournament, command: InstallStaff, chance: Chance) -> Iterator[Event]:
    require_on(state)
    yield from _appoint(state, command.person, command.role, command.organizer)


def _appoint(state: Tournament, person: PlayerId, role: Role, author: PlayerId) -> Iterator[Event]:
    require_person(person)
    if state.staff.get(person) == role:
        raise HasRole("this person has this role already")
    if len(state.staff) >= MOST_STAFF and person not in state.staff:
        raise TooManyStaff(f"a tournament has at most {MOST_STAFF} members of staff")
    if role != "organizer":
        _require_other_organizer(state, person)
    yield StaffAppointed(person, role, author)


@evolves(StaffAppointed)
def staff_appointed(state: Tournament, event: StaffAppointed) -> None:
    state.staff[event.person] = event.role


@decides(RemoveStaff)
def remove_staff(state: Tournament, command: RemoveStaff, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    if command.person not in state.staff:
        raise NotStaff("this person is no member of staff", staff=list(state.staff))
    _require_other_organizer(state, command.person)
    yield StaffRemoved(command.person, command.player)


@evolves(StaffRemoved)
def staff_removed(state: Tournament, event: StaffRemoved) -> None:
    del state.staff[event.person]


def is_last_organizer(state: Tournament, person: PlayerId) -> bool:
    """Whether nobody would run the tournament without this person."""
    return [one for one, role in state.staff.items() if role == "organizer"] == [person]


def _require_other_organizer(state: Tournament, person: PlayerId) -> None:
    if is_last_organizer(state, person):
        raise LastOrganizer("appoint another organizer first")


PUBLIC: tuple[type[Event], ...] = (StaffAppointed, StaffRemoved)
"""Facts that everybody may know in full."""
