"""The board is dealt and voted on, and the seats place its harbours face down."""

from collections.abc import Iterator
from typing import Final

from domain.base.events import Harbour
from domain.base.island.dealing import begin_founding
from domain.base.turn import require, starter
from domain.chance.draws import Chance, shuffled
from domain.grid.geometry import edges_in
from domain.ids import Seat
from domain.messages import Event
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.ruleset import Action
from domain.seafarers.commands import PlaceHarbour
from domain.seafarers.harbours import (
    NoHarbourDue,
    add_to_board,
    coasts_apart,
    require_free_coast,
)
from domain.seafarers.scenarios.new_world.messages import (
    AcceptBoard,
    AskRedeal,
    BoardAccepted,
    HarboursBegan,
    HarboursTurnedUp,
    HarbourTokenPlaced,
    RedealAsked,
    VoteBegan,
)
from domain.seafarers.scenarios.new_world.state import Preparation, preparation_of
from domain.seafarers.state import Voyage
from domain.table.state import require_seat_in_play
from domain.table.turns import next_seat

VOTE: Final = "vote"
HARBOURS: Final = "harbours"
"""Phases before the first placement."""

rulebook = Rulebook[Voyage]()
decides = rulebook.decides
evolves = rulebook.evolves


class VoteOpen(RuleViolation):
    """The seats say first, one after the other, whether they keep the board."""

    code = "phase/vote_open"


class HarboursOpen(RuleViolation):
    """The harbours have to be placed first, one after the other."""

    code = "phase/harbours_open"


class NoVote(RuleViolation):
    """There is no vote on the board now; play on it as it is."""

    code = "vote/none_open"


class FaceDown(RuleViolation):
    """Harbours are placed face down here; leave `harbour` out."""

    code = "harbour/face_down"


class HarbourNear(RuleViolation):
    """Another harbour is at an end of this edge; choose a coast away from it."""

    code = "harbour/too_close"


def begin_vote(state: Voyage) -> Iterator[Event]:
    """Everybody is asked, the first player first."""
    first, seats = starter(state), state.playing
    at = seats.index(first)
    yield VoteBegan(order=seats[at:] + seats[:at])


@decides(AskRedeal)
def ask_redeal(state: Voyage, command: AskRedeal, chance: Chance) -> Iterator[Event]:
    _require_vote(state, command.seat)
    yield RedealAsked(seat=command.seat)
    yield from go_on(state, chance)


@decides(AcceptBoard)
def accept_board(state: Voyage, command: AcceptBoard, chance: Chance) -> Iterator[Event]:
    _require_vote(state, command.seat)
    yield BoardAccepted(seat=command.seat)
    yield HarboursBegan(seat=starter(state), count=len(state.hooks.layout.ports.kinds))


def _require_vote(state: Voyage, seat: Seat) -> None:
    require_seat_in_play(state, seat)
    if state.phase != VOTE:
        raise NoVote("the board is not voted on now")
    require(state, seat, VOTE)


def go_on(state: Voyage, chance: Chance) -> Iterator[Event]:
    """Nobody is left to keep the board: it is dealt anew. No harbour can be placed: founding."""
    preparation = preparation_of(state)
    if state.phase == VOTE:
        if not preparation.voters:
            yield from state.hooks.deal(state, chance)
            yield from begin_vote(state)
    elif not preparation.harbours_left or not open_coasts(state):
        yield _turn_up(state, chance)
        yield from begin_founding(state)


def _turn_up(state: Voyage, chance: Chance) -> HarboursTurnedUp:
    """Nothing was hidden before: the kinds are drawn when they are seen."""
    draw = chance.index
    kinds = shuffled(state.hooks.layout.ports.kinds, chance, "harbours")
    placed = zip(preparation_of(state).harbours, kinds, strict=False)
    harbours = tuple(Harbour(edge, kind) for edge, kind in placed)
    return HarboursTurnedUp(harbours=harbours, draw=draw, draws=chance.index - draw)


def open_coasts(state: Voyage) -> int:
    """Where the next harbour may lie."""
    return coasts_apart(state.board, preparation_of(state).harbours)


def place_harbour(state: Voyage, command: PlaceHarbour, chance: Chance) -> Iterator[Event]:
    seat, edge = command.seat, command.edge
    if state.phase != HARBOURS:
        raise NoHarbourDue("there is no harbour to place now")
    require(state, seat, HARBOURS)
    if command.harbour is not None:
        raise FaceDown("nobody knows yet which harbour this is")
    require_free_coast(state.board, preparation_of(state).harbours, edge)
    if not open_coasts(state) >> edge & 1:
        raise HarbourNear("there is a harbour at an end of this edge", edge=edge)
    yield HarbourTokenPlaced(seat=seat, edge=edge)
    yield from go_on(state, chance)


def moves(state: Voyage, seat: Seat) -> list[Action]:
    """Both votes, or every place for a harbour."""
    if state.phase == VOTE:
        return [AcceptBoard(seat), AskRedeal(seat)]
    if state.phase == HARBOURS:
        return [PlaceHarbour(seat, edge) for edge in edges_in(open_coasts(state))]
    return []


@evolves(VoteBegan)
def vote_began(state: Voyage, event: VoteBegan) -> None:
    state.phase = VOTE
    state.scenario_state = Preparation(voters=event.order)
    state.turn_seat = event.order[0]


@evolves(RedealAsked)
def redeal_asked(state: Voyage, event: RedealAsked) -> None:
    state.prepared += 1
    _drop_voter(state, event.seat)


def _drop_voter(state: Voyage, seat: Seat) -> None:
    preparation = preparation_of(state)
    preparation.voters = tuple(voter for voter in preparation.voters if voter != seat)
    if preparation.voters:
        state.turn_seat = preparation.voters[0]


@evolves(BoardAccepted)
def board_accepted(state: Voyage, event: BoardAccepted) -> None:
    state.prepared += 1
    preparation_of(state).voters = ()


@evolves(HarboursBegan)
def harbours_began(state: Voyage, event: HarboursBegan) -> None:
    state.phase = HARBOURS
    state.turn_seat = event.seat
    preparation_of(state).harbours_left = event.count


@evolves(HarbourTokenPlaced)
def harbour_token_placed(state: Voyage, event: HarbourTokenPlaced) -> None:
    preparation = preparation_of(state)
    preparation.harbours += (event.edge,)
    preparation.harbours_left -= 1
    state.prepared += 1
    state.turn_seat = next_seat(state, event.seat)


@evolves(HarboursTurnedUp)
def harbours_turned_up(state: Voyage, event: HarboursTurnedUp) -> None:
    state.next_draw = event.draw + event.draws
    state.scenario_state = None
    add_to_board(state, *event.harbours)


def forget_seat(state: Voyage, seat: Seat) -> None:
    """Who has left neither votes nor places a harbour."""
    if state.phase == VOTE:
        _drop_voter(state, seat)
    elif state.phase == HARBOURS and state.turn_seat == seat and state.playing:
        state.turn_seat = next_seat(state, seat)
