"""Finals: players choose seats, then colours, each table in the order of rank."""

from collections.abc import Iterator
from typing import Literal

from domain.chance.draws import Chance
from domain.ids import PlayerId, Seat
from domain.messages import Event, Occasion, PlayerCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.deadlines import SECOND_MS
from domain.tournament.state import (
    ChoiceOf,
    Round,
    RoundTable,
    Tournament,
    require_running,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class ChooseSeat(PlayerCommand, tag="choose_seat"):
    """Choose where to sit in a final, when it is your turn to choose."""

    seat: Seat


class ChooseColour(PlayerCommand, tag="choose_colour"):
    """Choose a colour in a final, when it is your turn to choose."""

    colour: str


class ChooseForAbsent(SystemCommand, tag="choose_for_absent"):
    """Who has not chosen in time gets the first that is free."""

    at: int
    """When (ms) this happens."""


class ChoiceAsked(Event, tag="choice_asked"):
    """An entrant is to choose a seat or a colour."""

    round: int
    table: int
    entrant: PlayerId
    choice: ChoiceOf
    until: int
    """Until when (ms); then the first that is free is theirs."""


class SeatChosen(Event, tag="seat_chosen"):
    """An entrant has a seat in a final. `by`: their own choice, or because they did not choose in
    time, or because there was no choice."""

    round: int
    table: int
    entrant: PlayerId
    seat: Seat
    by: Literal["choice", "time", "default"] = "choice"


class ColourChosen(Event, tag="colour_chosen"):
    """An entrant has a colour in a final."""

    round: int
    table: int
    entrant: PlayerId
    colour: str
    by: Literal["choice", "time", "default"] = "choice"


class NotYourChoice(RuleViolation):
    """You have nothing to choose now, or others come before you; `details.choice` tells what you
    have to choose."""

    code = "round/not_your_choice"


class ChoiceTaken(RuleViolation):
    """This seat or colour is taken or not there; choose one of `details.free`."""

    code = "round/choice_taken"


class ChoiceNotDue(RuleViolation):
    """Nobody has let the time for a choice pass; wait for it."""

    code = "round/choice_not_due"


def next_choice(table: RoundTable) -> tuple[PlayerId, ChoiceOf] | None:
    """Who chooses what next; None if nobody has to."""
    for entrant in table.choosers:
        if entrant not in table.seats:
            return entrant, "seat"
    for entrant in table.choosers:
        if entrant not in table.colours:
            return entrant, "colour"
    return None


def free_seats(table: RoundTable) -> list[Seat]:
    taken = set(table.seats.values())
    return [Seat(i) for i in range(len(table.entrants)) if i not in taken]


def free_colours(state: Tournament, table: RoundTable) -> list[str]:
    taken = set(table.colours.values())
    return [colour for colour in state.chosen.games.colours if colour not in taken]


def published_tables(state: Tournament) -> list[tuple[int, RoundTable]]:
    """The tables of a round that is published and has not started, by number."""
    current = state.open_round
    if current is None or current.status != "published":
        return []
    return list(enumerate(current.tables, start=1))


def choice_of(state: Tournament, person: PlayerId) -> tuple[int, RoundTable, ChoiceOf] | None:
    """What a person has to choose now, and at which table."""
    for number, table in published_tables(state):
        coming = next_choice(table)
        if coming is not None and state.person(coming[0]) == person:
            return number, table, coming[1]
    return None


def _require_choice(
    state: Tournament, person: PlayerId, choice: ChoiceOf
) -> tuple[int, int, RoundTable]:
    require_running(state)
    found = choice_of(state, person)
    if found is None or found[2] != choice:
        raise NotYourChoice(
            "it is not yours to choose this now", choice=None if found is None else found[2]
        )
    return state.rounds[-1].number, found[0], found[1]


@decides(ChooseSeat)
def choose_seat(state: Tournament, command: ChooseSeat, chance: Chance) -> Iterator[Event]:
    round_number, number, table = _require_choice(state, command.player, "seat")
    if command.seat not in free_seats(table):
        raise ChoiceTaken("this seat is not free", free=free_seats(table))
    yield SeatChosen(round_number, number, _chooser(table), command.seat)


@decides(ChooseColour)
def choose_colour(state: Tournament, command: ChooseColour, chance: Chance) -> Iterator[Event]:
    round_number, number, table = _require_choice(state, command.player, "colour")
    if command.colour not in free_colours(state, table):
        raise ChoiceTaken("this colour is not free", free=free_colours(state, table))
    yield ColourChosen(round_number, number, _chooser(table), command.colour)


def _chooser(table: RoundTable) -> PlayerId:
    coming = next_choice(table)
    assert coming is not None
    return coming[0]


def due_choices(state: Tournament, at: int) -> list[tuple[int, RoundTable]]:
    """Tables where the time of a choice is over."""
    return [
        (number, table)
        for number, table in published_tables(state)
        if table.choice_until is not None and table.choice_until <= at
    ]


@decides(ChooseForAbsent)
def choose_for_absent(
    state: Tournament, command: ChooseForAbsent, chance: Chance
) -> Iterator[Event]:
    require_running(state)
    due = due_choices(state, command.at)
    if not due:
        raise ChoiceNotDue("the time of no choice is over")
    for number, table in due:
        yield _first_free(state, state.rounds[-1], number, table, "time")


def _first_free(
    state: Tournament,
    current: Round,
    number: int,
    table: RoundTable,
    by: Literal["time", "default"],
) -> Event:
    coming = next_choice(table)
    assert coming is not None
    entrant, choice = coming
    if choice == "seat":
        return SeatChosen(current.number, number, entrant, free_seats(table)[0], by)
    return ColourChosen(current.number, number, entrant, free_colours(state, table)[0], by)


@evolves(ChoiceAsked)
def choice_asked(state: Tournament, event: ChoiceAsked) -> None:
    state.rounds[-1].tables[event.table - 1].choice_until = event.until


@evolves(SeatChosen)
def seat_chosen(state: Tournament, event: SeatChosen) -> None:
    table = state.rounds[-1].tables[event.table - 1]
    table.seats[event.entrant] = event.seat
    table.choice_until = None
    if len(table.seats) == len(table.entrants):
        table.entrants = tuple(sorted(table.entrants, key=table.seats.__getitem__))
        table.players = tuple(state.person(one) for one in table.entrants)


@evolves(ColourChosen)
def colour_chosen(state: Tournament, event: ColourChosen) -> None:
    table = state.rounds[-1].tables[event.table - 1]
    table.colours[event.entrant] = event.colour
    table.choice_until = None


def following_choices(state: Tournament, occasion: Occasion) -> Iterator[Event]:
    """What follows by itself: the next one is asked, or gets what is left."""
    for number, table in published_tables(state):
        while table.choice_until is None and (coming := next_choice(table)) is not None:
            entrant, choice = coming
            current = state.rounds[-1]
            left = free_seats(table) if choice == "seat" else free_colours(state, table)
            if len(left) == 1 or state.entries[entrant].bot is not None:
                yield _first_free(state, current, number, table, "default")
            else:
                until = occasion.at + state.chosen.choice_seconds * SECOND_MS
                yield ChoiceAsked(current.number, number, entrant, choice, until)


PUBLIC: tuple[type[Event], ...] = (ChoiceAsked, SeatChosen, ColourChosen)
"""Facts that everybody may know in full."""
