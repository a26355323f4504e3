"""How a game ends: resigning, voiding, and closing its ledger with result and seed."""

from collections.abc import Callable, Iterator
from typing import Annotated

from msgspec import Meta

from domain.chance.draws import Chance
from domain.ids import ORGANIZER, SYSTEM, PlayerId, Seat
from domain.messages import Event, OrganizerCommand, SeatCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.challenges import ChallengeOn
from domain.table.state import (
    CLOSED,
    MOVED,
    OVER,
    Ending,
    Outcome,
    Standing,
    Table,
    require_not_over,
    require_open,
)

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class Resign(SeatCommand, tag="resign"):
    """Leave the game for good; the others go on."""


class VoidGame(OrganizerCommand, tag="void_game", kw_only=True, omit_defaults=True):
    """A referee ends a game without a winner; or the server, which is not named."""

    organizer: PlayerId = PlayerId(SYSTEM)
    reason: Annotated[str, Meta(min_length=1, max_length=200)]


class CloseGame(SystemCommand, tag="close_game", omit_defaults=True):
    """Record the result and reveal the seed of a game that is over."""

    at: int | None = None
    """When (ms), if it is the game of a challenge."""


class MoveGame(SystemCommand, tag="move_game"):
    """End a game here because it goes on elsewhere, from the commit before this one."""


class SeatResigned(Event, tag="seat_resigned"):
    """A player left the game for good; the pieces stay on the board."""

    seat: Seat


class GameWon(Event, tag="game_won"):
    """The game has a winner, or winners who share it."""

    seats: tuple[Seat, ...]
    points: int


class GameVoided(Event, tag="game_voided"):
    """A referee ended the game without a winner."""

    reason: str


class ResultRecorded(Event, tag="result_recorded"):
    """The final standings, with points by where they come from."""

    outcome: Outcome
    standings: tuple[Standing, ...]
    ending: Ending | None = None
    """What else than the rules of the game has ended it."""


class SeedRevealed(Event, tag="seed_revealed"):
    """The seed that was committed to in the first event, so that anybody can check the chance."""

    seed: str


class LedgerClosed(Event, tag="ledger_closed"):
    """The last fact of a game: from here on its whole ledger is open to everybody."""


class GameMoved(Event, tag="moved"):
    """The game goes on at another server. Only the source it left has this commit."""


class GameNotOver(RuleViolation):
    """A game can be closed only when it has been won, voided or abandoned; play on."""

    code = "game/not_over"


@evolves(SeatResigned)
def seat_resigned(state: Table, event: SeatResigned) -> None:
    chair = state.chairs[event.seat]
    chair.resigned, chair.bot = True, None
    if chair.gone_in_turn is None:
        chair.gone_in_turn = state.turn
    state.playing = tuple(seat for seat in state.playing if seat != event.seat)


@evolves(GameWon)
def game_won(state: Table, event: GameWon) -> None:
    state.phase = OVER
    state.outcome = "won"
    state.winners = event.seats


@decides(VoidGame)
def void_game(state: Table, command: VoidGame, chance: Chance) -> Iterator[Event]:
    require_not_over(state)
    require_open(state)
    yield GameVoided(reason=command.reason)


@evolves(GameVoided)
def game_voided(state: Table, event: GameVoided) -> None:
    state.phase = OVER
    state.outcome = "void"


@decides(CloseGame)
def close_game(state: Table, command: CloseGame, chance: Chance) -> Iterator[Event]:
    if state.phase in (CLOSED, MOVED):
        require_not_over(state)
    if state.phase != OVER or state.outcome is None:
        raise GameNotOver("a game is closed when it has been won, voided or abandoned")
    challenge = state.challenge
    if challenge is not None and (command.at is None or command.at < challenge.closes_at):
        raise ChallengeOn("its seed is that of a challenge which is on", due=challenge.closes_at)
    standings = tuple(state.ruleset.scoring.rank(state))
    yield ResultRecorded(outcome=state.outcome, standings=standings, ending=state.ending)
    yield SeedRevealed(seed=chance.seed.hex())
    yield LedgerClosed()


@decides(MoveGame)
def move_game(state: Table, command: MoveGame, chance: Chance) -> Iterator[Event]:
    require_open(state)
    if state.phase in (CLOSED, MOVED):
        require_not_over(state)
    yield GameMoved()


@evolves(GameMoved)
def game_moved(state: Table, event: GameMoved) -> None:
    state.phase = MOVED


@evolves(ResultRecorded)
def result_recorded(state: Table, event: ResultRecorded) -> None:
    state.standings = event.standings


@evolves(SeedRevealed)
def seed_revealed(state: Table, event: SeedRevealed) -> None:
    state.seed = event.seed


@evolves(LedgerClosed)
def ledger_closed(state: Table, event: LedgerClosed) -> None:
    state.phase = CLOSED


PUBLIC: tuple[type[Event], ...] = (
    SeatResigned,
    GameWon,
    GameVoided,
    ResultRecorded,
    SeedRevealed,
    LedgerClosed,
    GameMoved,
)
"""Facts that everybody may know in full."""


def rank(state: Table, tie_break: Callable[[Seat], int] = lambda seat: 0) -> Iterator[Standing]:
    """Winners first, then by points; who resigned comes last. Equals share a rank.

    Where more of something else than points decides between equals, `tie_break` counts it. It does
    not part winners, who share their win.
    """

    def order(standing: Standing) -> tuple[bool, bool, int, int]:
        seat = standing.seat
        if seat in state.winners:
            return False, False, 0, 0
        return True, state.chairs[seat].resigned, -standing.points, -tie_break(seat)

    scores = state.ruleset.score(state, ORGANIZER)
    lines = sorted((Standing(s.seat, None, s.points, s.sources) for s in scores), key=order)
    place, previous = 0, None
    for i, line in enumerate(lines, start=1):
        if order(line) != previous:
            place, previous = i, order(line)
        ranked = place if state.outcome == "won" else None
        yield Standing(line.seat, ranked, line.points, line.sources)
