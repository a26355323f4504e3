"""What a person may do now, in the form a client posts.

Legal commands come from the predicates by which deciders judge. Commands with a reason, and those
that name one of many players, are open choices: their fixed fields, what the others may hold, and
one legal example. Registering by code is not listed: only who knows the code can do it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from domain.ids import PlayerId
from domain.messages import Command, author_field
from domain.refusals import RuleViolation
from domain.tournament import (
    appeals,
    choosing,
    drafting,
    ending,
    entering,
    leaving,
    pairs,
    penalties,
    playing,
    results,
    staff,
    starting,
    substituting,
)
from domain.tournament.course import next_of
from domain.tournament.formats.progress import Finished
from domain.tournament.setup import LONGEST_REASON
from domain.tournament.state import REGISTRATION, RUNNING, RoundTable, Tournament


class FieldBound(Struct, frozen=True, kw_only=True):
    """What one field of an open choice may hold. Only the bounds that apply are sent."""

    one_of: Sequence[str | int] | UnsetType = UNSET
    """The values of which the field has one."""
    each_of: list[int] | UnsetType = UNSET
    """The values that may be in the list, each once."""
    items: int | UnsetType = UNSET
    """How many numbers the list has."""
    least: int | UnsetType = UNSET
    """The least number."""
    most: int | UnsetType = UNSET
    """The greatest number."""
    longest: int | UnsetType = UNSET
    """How many characters a text has at most; it has one at least."""
    person: bool | UnsetType = UNSET
    """Whether it is the id of a person."""
    but_not: list[PlayerId] | UnsetType = UNSET
    """Persons who cannot be named."""
    other_than: str | UnsetType = UNSET
    """The field that must hold something else."""
    not_with: list[list[PlayerId]] | UnsetType = UNSET
    """Pairs, in either order, that this field and the other one cannot form."""


class OpenChoice(Struct, frozen=True):
    """A command whose author fills in some fields, within bounds."""

    command: type[Command]
    fixed: dict[str, Any]
    bounds: dict[str, FieldBound]
    example: Command

    @property
    def template(self) -> dict[str, Any]:
        """The `type` of the command and its fields; those to fill in are null."""
        author = author_field(self.command)
        fields = [name for name in self.command.__struct_encode_fields__ if name != author]
        tag = str(self.command.__struct_config__.tag)
        return {"type": tag, **dict.fromkeys(fields), **self.fixed}


TournamentAction: TypeAlias = Command | OpenChoice
REASON = FieldBound(longest=LONGEST_REASON)
EXAMPLE_REASON = "as discussed"


def actions(state: Tournament, player: PlayerId) -> list[TournamentAction]:
    """Every legal command of a person."""
    if state.phase not in (REGISTRATION, RUNNING):
        return []
    found = [*_as_player(state, player)]
    if staff.is_staff(state, player):
        found += _as_referee(state, player)
    if staff.is_organizer(state, player):
        found += _as_organizer(state, player)
    return found


def _is_legal(require: Callable[..., object], *given: Any) -> bool:
    """Whether a check lets this pass."""
    try:
        require(*given)
    except RuleViolation:
        return False
    return True


def _as_player(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    if not state.chosen.by_code and _is_legal(entering.require_registrable, state, player):
        yield entering.Register(player)
    entrant = state.entrant_of(player)
    if entrant is None:
        return
    if leaving.can_leave(state, entrant):
        yield leaving.Withdraw(player)
    if starting.can_be_checked_in(state, entrant):
        yield starting.CheckIn(player)
    if _is_legal(results.require_signable, state, player):
        yield results.SignResult(player)
    if _is_legal(appeals.require_appealable, state, player):
        yield _with_reason(appeals.AppealResult, player)
    choice = choosing.choice_of(state, player)
    if choice is not None:
        _, table, of = choice
        if of == "seat":
            yield from (choosing.ChooseSeat(player, seat) for seat in choosing.free_seats(table))
        else:
            colours = choosing.free_colours(state, table)
            yield from (choosing.ChooseColour(player, colour) for colour in colours)


def _with_reason(kind: type[Command], player: PlayerId, **fixed: Any) -> OpenChoice:
    """A command that is fixed but for its reason."""
    return _open(kind, player, fixed)


def _open(
    kind: type[Command],
    player: PlayerId,
    fixed: dict[str, Any],
    /,
    **chosen: tuple[FieldBound, Any],
) -> OpenChoice:
    """An open choice; for each field to fill in a bound and an example."""
    if "reason" in kind.__struct_fields__:
        chosen["reason"] = (REASON, EXAMPLE_REASON)
    example = kind(player=player, **fixed, **{name: pair[1] for name, pair in chosen.items()})
    return OpenChoice(kind, fixed, {name: pair[0] for name, pair in chosen.items()}, example)


def _about(
    kind: type[Command], player: PlayerId, state: Tournament, entrants: list[PlayerId], **more: Any
) -> Iterator[OpenChoice]:
    """A command about one of these entrants, if there are any."""
    if entrants:
        persons = [state.person(one) for one in entrants]
        yield _open(kind, player, {}, entrant=(FieldBound(one_of=persons), persons[0]), **more)


def _as_referee(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    checkable = [one for one in state.entries if starting.can_be_checked_in(state, one)]
    yield from _about(starting.CheckInEntrant, player, state, checkable)
    if state.phase == RUNNING:
        yield from _decisions(state, player)
        yield from _penalties(state, player)
    for number in penalties.penalties_to_cancel(state):
        if penalties.can_cancel(state, player, number):
            yield _with_reason(penalties.CancelPenalty, player, penalty=number)


def _decisions(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    current = state.open_round
    if current is None or current.status != "running":
        return
    for number, table in enumerate(current.tables, start=1):
        if not _is_legal(appeals.require_undecided, state, player, table):
            continue
        yield _award(player, number, table)
        yield _with_reason(appeals.ReplayTable, player, table=number)
        for appeal in state.open_appeals(current.number, number):
            yield _with_reason(appeals.RejectAppeal, player, appeal=appeal)


def _award(player: PlayerId, number: int, table: RoundTable) -> OpenChoice:
    seats = len(table.entrants)
    points = FieldBound(items=seats, least=0, most=results.MOST_POINTS)
    return _open(
        appeals.AwardTable,
        player,
        {"table": number},
        points=(points, (0,) * seats),
        winners=(FieldBound(each_of=list(range(seats))), ()),
    )


def _penalties(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    if len(state.penalties) >= penalties.MOST_PENALTIES:
        return
    everybody = [one for one in state.entries if penalties.can_be_penalized(state, one)]
    close = penalties.too_close_to(state, player)
    entrants = [one for one in everybody if one not in close]
    yield from _about(penalties.WarnPlayer, player, state, entrants)
    points = FieldBound(least=1, most=penalties.MOST_DEDUCTED)
    yield from _about(penalties.DeductPoints, player, state, entrants, points=(points, 1))
    qualified = [one for one in entrants if not state.is_disqualified(one)]
    yield from _about(penalties.DisqualifyPlayer, player, state, qualified)
    by_round: dict[int, list[PlayerId]] = {}
    close_in = [penalties.too_close_to(state, player, one.number) for one in state.rounds]
    for one in everybody:
        for number in penalties.rounds_to_lose(state, one):
            if one in close_in[number - 1]:
                continue
            by_round.setdefault(number, []).append(state.person(one))
    for number, persons in by_round.items():
        entrant = (FieldBound(one_of=persons), persons[0])
        yield _open(penalties.LoseGame, player, {"round": number}, entrant=entrant)


def _as_organizer(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    yield from _entries(state, player)
    yield from _staff(state, player)
    yield from _pairs(state, player)
    if _is_legal(starting.require_check_in_ahead, state):
        yield starting.CallCheckIn(player)
    if _is_legal(starting.require_enough_starters, state):
        yield starting.StartTournament(player)
    if state.phase == RUNNING:
        yield from _rounds(state, player)
    yield _with_reason(ending.CancelTournament, player)


def _entries(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    entries = state.entries
    pending = [one for one, entry in entries.items() if entry.status == "pending"]
    declined = [one for one, entry in entries.items() if entry.status == "declined"]
    if entering.are_entries_open(state):
        yield from _about(entering.ApproveEntry, player, state, [*pending, *declined])
        if substituting.has_place_for_bot(state):
            yield from (substituting.AddBot(player, bot) for bot in state.chosen.games.bots)
    yield from _about(entering.DeclineEntry, player, state, pending)
    present = [one for one in entries if leaving.can_leave(state, one)]
    yield from _about(leaving.DropEntrant, player, state, present)
    back = [one for one in entries if leaving.can_readmit(state, one)]
    yield from _about(leaving.ReadmitEntrant, player, state, back)
    replaceable = [one for one in entries if substituting.can_be_replaced(state, one)]
    persons = [entry.person for entry in entries.values()]
    substitute = FieldBound(person=True, but_not=persons)
    yield from _about(
        substituting.SubstituteEntrant,
        player,
        state,
        replaceable,
        substitute=(substitute, _somebody_but(persons)),
    )


def _somebody_but(persons: list[PlayerId]) -> PlayerId:
    """An id that none of these persons has."""
    number = 1
    while f"player-{number}" in persons:
        number += 1
    return PlayerId(f"player-{number}")


def _staff(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    for role in ("organizer", "referee"):
        taken = [
            person
            for person, has in state.staff.items()
            if has == role or (role == "referee" and staff.is_last_organizer(state, person))
        ]
        if len(state.staff) < staff.MOST_STAFF:
            person = (FieldBound(person=True, but_not=taken), _somebody_but(list(state.staff)))
            yield _open(staff.AppointStaff, player, {"role": role}, person=person)
        elif others := [one for one in state.staff if one not in taken]:
            person = (FieldBound(one_of=others), others[0])
            yield _open(staff.AppointStaff, player, {"role": role}, person=person)
    for person_of_staff in state.staff:
        if not staff.is_last_organizer(state, person_of_staff):
            yield staff.RemoveStaff(player, person_of_staff)


def _pairs(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    for pair in state.pairs:
        both = [state.person(pair.first), state.person(pair.second)]
        first_of_both = (FieldBound(one_of=both), both[0])
        second_of_both = (FieldBound(one_of=both, other_than="first"), both[1])
        yield _open(pairs.AllowPair, player, {}, first=first_of_both, second=second_of_both)
    if len(state.pairs) >= pairs.MOST_PAIRS:
        return
    persons = [entry.person for entry in state.entries.values()]
    for first, second in combinations(state.entries, 2):
        if pairs.find_pair(state, first, second) is None:
            example = state.person(first), state.person(second)
            break
    else:
        return
    apart = [[state.person(pair.first), state.person(pair.second)] for pair in state.pairs]
    other = FieldBound(one_of=persons, other_than="first", not_with=apart)
    first_bound = FieldBound(one_of=persons)
    yield _open(
        pairs.ForbidPair, player, {}, first=(first_bound, example[0]), second=(other, example[1])
    )


def _rounds(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    if _is_legal(drafting.require_next_round, state):
        yield drafting.DraftRound(player)
    if _is_legal(drafting.require_draft, state):
        yield from _changes(state, player)
    if _is_legal(drafting.require_publishable, state):
        yield drafting.PublishRound(player)
    if _is_legal(drafting.require_discardable, state):
        yield _with_reason(drafting.DiscardRound, player)
    if _is_legal(playing.require_startable, state):
        yield playing.StartRound(player)
    if _is_legal(ending.require_between_rounds, state):
        if isinstance(next_of(state), Finished):
            yield ending.FinishTournament(player)
        else:
            yield _with_reason(ending.EndEarly, player)


def _changes(state: Tournament, player: PlayerId) -> Iterator[TournamentAction]:
    """What can be changed by hand in a draft."""
    _, plan = drafting.require_draft(state)
    close = drafting.own_company(state, plan, player)
    others = [
        (number, [state.person(one) for one in table])
        for number, table in enumerate(plan.tables, start=1)
        if not close & {*table}
    ]
    byes = [state.person(one) for one in plan.byes if one not in close]
    seated = [person for _, table in others for person in table]
    if seated:
        yield _swap(player, [*seated, *byes], seated)
    if seated and byes:
        yield _swap(player, seated, byes)
    for size in sorted({len(table) for _, table in others}):
        tables = [number for number, table in others if len(table) == size - 1]
        if tables:
            movable = [person for _, table in others if len(table) == size for person in table]
            yield _open(
                drafting.MovePlayer,
                player,
                {},
                entrant=(FieldBound(one_of=movable), movable[0]),
                table=(FieldBound(one_of=tables), tables[0]),
            )


def _swap(player: PlayerId, first: list[PlayerId], second: list[PlayerId]) -> OpenChoice:
    """An exchange of one of these with one of those."""
    return _open(
        drafting.SwapPlayers,
        player,
        {},
        first=(FieldBound(one_of=first), first[-1]),
        second=(FieldBound(one_of=second, other_than="first"), second[0]),
    )
