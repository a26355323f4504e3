"""Before the game: opening it, taking and leaving seats, adding nonces, starting."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

from domain.chance.draws import Chance
from domain.choices import Below, Bound, Bounds, Choice, ChoiceKind
from domain.ids import PlayerId, Seat
from domain.messages import Command, Event, PlayerCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.challenges import Challenge, NotSoAsChallenge
from domain.table.deadlines import new_watch
from domain.table.state import (
    FIRST_SEAT,
    LOBBY,
    OVER,
    Chair,
    Table,
    UnknownSeat,
    require_not_over,
    require_open,
)

if TYPE_CHECKING:
    from domain.ruleset import AnyRuleset

NONCE_DIGITS = 32
# The length is given apart, because `$` alone would let a line feed pass.
Nonce = Annotated[str, Meta(pattern="^[0-9a-f]{32}$", max_length=NONCE_DIGITS)]

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class OpenGame(PlayerCommand, tag="open_game", omit_defaults=True):
    """Open a game with these options, as its host."""

    game: str
    players: int
    options: dict[str, Any]
    listed: bool = True
    """Whether everybody finds it in the lobby; otherwise its id is the invitation."""
    challenge: Challenge | None = None
    """Set by the server: such a game begins at once, with its host alone."""


class TakeSeat(PlayerCommand, tag="take_seat"):
    """Sit down: at this seat and in this colour, or at the first that are free."""

    seat: Seat | None = None
    colour: str | None = None


class LeaveSeat(PlayerCommand, tag="leave_seat"):
    """Stand up again before the game starts."""


class AddNonce(PlayerCommand, tag="add_nonce"):
    """A player's own part of the chance: 32 hexadecimal digits that nobody else chose."""

    nonce: Nonce


class StartGame(PlayerCommand, tag="start_game"):
    """The host starts the game once every seat is taken."""


class AbandonGame(PlayerCommand, tag="abandon_game"):
    """The host gives up a game that has not started."""


class GameOpened(Event, tag="game_opened"):
    """A game was opened; `commitment` is the hash of the seed that it will reveal at its end."""

    game: str
    ruleset: str
    rules: int
    players: int
    options: dict[str, Any]
    host: PlayerId
    commitment: str
    key_id: str
    listed: bool = True
    challenge: Challenge | None = None


class SeatTaken(Event, tag="seat_taken"):
    """A player sat down."""

    seat: Seat
    player: PlayerId
    colour: str


class SeatLeft(Event, tag="seat_left"):
    """A player stood up before the start."""

    seat: Seat


class NonceAdded(Event, tag="nonce_added"):
    """A player added an own part to the chance."""

    seat: Seat
    nonce: str


class GameStarted(Event, tag="game_started"):
    """From here on the key of the chance is fixed."""


class GameAbandoned(Event, tag="game_abandoned"):
    """The host gave the game up before it started."""


class AlreadyOpen(RuleViolation):
    """A game of this id has been opened already; join it, or open another."""

    code = "game/already_open"


class BadGameId(RuleViolation):
    """A game id has 1 to 64 printable ASCII characters; choose another."""

    code = "game/bad_id"


class WrongPlayerCount(Malformed):
    """The ruleset is not for so many players; `GET /v1/rulesets` tells for how many it is."""

    code = "options/players"


class AlreadyStarted(RuleViolation):
    """The game has started; seats, nonces and its host's choices can no longer change."""

    code = "lobby/already_started"


class NotHost(RuleViolation):
    """Only the host who opened the game may do this; ask the host."""

    code = "lobby/not_host"


class SeatsFree(RuleViolation):
    """The game starts when every seat is taken; `details.free` lists the free ones."""

    code = "lobby/seats_free"


class NonceGiven(RuleViolation):
    """Your nonce is recorded and stays as it is; a player adds only one."""

    code = "lobby/nonce_given"


class SeatTakenAlready(RuleViolation):
    """This seat is taken; choose one of `details.free`, or name none."""

    code = "seat/taken"


class NoSeatFree(RuleViolation):
    """Every seat is taken; watch this game, or look for another."""

    code = "seat/none_free"


class AlreadySeated(RuleViolation):
    """You have a seat in this game; leave it first to choose another."""

    code = "seat/already_seated"


class NotSeated(RuleViolation):
    """You have no seat in this game; take one first."""

    code = "seat/not_seated"


class ColourTaken(RuleViolation):
    """This colour is taken; choose one of `details.free`, or name none."""

    code = "seat/colour_taken"


class ColourNotInPlay(RuleViolation):
    """This game is played without this colour; the sentence lists those in play."""

    code = "seat/colour_not_in_play"


@decides(OpenGame)
def open_game(state: Table, command: OpenGame, chance: Chance) -> Iterator[Event]:
    if state.phase:
        raise AlreadyOpen("this game has been opened already")
    if (
        not 1 <= len(command.game) <= 64
        or not command.game.isascii()
        or not command.game.isprintable()
    ):
        raise BadGameId("a game id has 1 to 64 printable ASCII characters")
    require_player_count(state.ruleset, command.players)
    options = state.ruleset.opening.read_options(command.options, command.players)
    if command.challenge is not None:
        _require_form_of_challenge(state, command, command.challenge)
    yield GameOpened(
        game=command.game,
        ruleset=state.ruleset.name,
        rules=state.ruleset.rules,
        players=command.players,
        options=_plain(options),
        host=command.player,
        commitment=chance.commitment,
        key_id=chance.key_id,
        listed=command.listed,
        challenge=command.challenge,
    )
    if command.challenge is not None:
        yield SeatTaken(FIRST_SEAT, command.player, free_colours(state)[0])
        yield from _start(state, chance)


def _require_form_of_challenge(state: Table, command: OpenGame, challenge: Challenge) -> None:
    """All attempts at a challenge are alike, so that all meet the same luck."""
    is_usual = command.players == 1 and not command.options and not command.listed
    if not (is_usual and state.ruleset.opening.is_shareable):
        raise NotSoAsChallenge("a challenge is a game for one, unlisted, with the usual options")
    if not challenge.name or challenge.closes_at <= challenge.opens_at:
        raise NotSoAsChallenge("a challenge has a name, and closes after it has opened")


def require_player_count(ruleset: "AnyRuleset", players: int) -> None:
    """Options are read for so many players, so this comes before them."""
    if players not in ruleset.seats:
        raise WrongPlayerCount(
            f"{ruleset.name} is for {_range(ruleset.seats)} players", players=players
        )


def _range(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _plain(options: Any) -> dict[str, Any]:
    """Options just as they will be read back from stored bytes."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return plain


@evolves(GameOpened)
def game_opened(state: Table, event: GameOpened) -> None:
    state.game = event.game
    state.options = state.ruleset.opening.read_options(event.options, event.players)
    state.host = event.host
    state.listed = event.listed
    state.commitment = event.commitment
    state.key_id = event.key_id
    state.challenge = event.challenge
    state.chairs = [Chair() for _ in range(event.players)]
    state.playing = tuple(Seat(i) for i in range(event.players))
    state.watch = new_watch(state.options, event.players)
    state.phase = LOBBY


@decides(TakeSeat)
def take_seat(state: Table, command: TakeSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    if state.seat_of(command.player) is not None:
        raise AlreadySeated("you have a seat; leave it first to choose another")
    seats, colours = free_seats(state), free_colours(state)
    if not seats:
        raise NoSeatFree("every seat is taken")
    seat, colour = command.seat, command.colour
    if seat is not None and not 0 <= seat < len(state.chairs):
        raise UnknownSeat(f"seats go from 0 to {len(state.chairs) - 1}", seat=seat)
    if seat is not None and seat not in seats:
        raise SeatTakenAlready("that seat is taken; choose another", free=seats)
    if colour is not None and colour not in colours:
        in_play = state.ruleset.opening.colours(state)
        if colour not in in_play:
            raise ColourNotInPlay(f"the colours of this game are {', '.join(in_play)}")
        raise ColourTaken("that colour is taken; choose another", free=colours)
    yield SeatTaken(
        seat=seats[0] if seat is None else seat,
        player=command.player,
        colour=colours[0] if colour is None else colour,
    )


@evolves(SeatTaken)
def seat_taken(state: Table, event: SeatTaken) -> None:
    state.chairs[event.seat] = Chair(player=event.player, colour=event.colour)


@decides(LeaveSeat)
def leave_seat(state: Table, command: LeaveSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    yield SeatLeft(seat=require_seated(state, command.player))


@evolves(SeatLeft)
def seat_left(state: Table, event: SeatLeft) -> None:
    state.chairs[event.seat] = Chair()


@decides(AddNonce)
def add_nonce(state: Table, command: AddNonce, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    seat = require_seated(state, command.player)
    if state.chairs[seat].nonce is not None:
        raise NonceGiven("your nonce is recorded and stays as it is")
    yield NonceAdded(seat=seat, nonce=command.nonce)


@evolves(NonceAdded)
def nonce_added(state: Table, event: NonceAdded) -> None:
    state.chairs[event.seat].nonce = event.nonce


@decides(StartGame)
def start_game(state: Table, command: StartGame, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    free = free_seats(state)
    if free:
        raise SeatsFree("the game starts when every seat is taken", free=free)
    yield from _start(state, chance)


def _start(state: Table, chance: Chance) -> Iterator[Event]:
    fix_key(state, chance)
    yield GameStarted()
    yield from state.ruleset.flow.begin(state, chance)


def fix_key(state: Table, chance: Chance) -> None:
    """Let the chance of a game that starts, or has started, be drawn from."""
    chance.fix_key(state.source, state.nonces, is_shared=state.challenge is not None)


@evolves(GameStarted)
def game_started(state: Table, event: GameStarted) -> None:
    state.phase = "starting"


@decides(AbandonGame)
def abandon_game(state: Table, command: AbandonGame, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_host(state, command.player)
    yield GameAbandoned()


@evolves(GameAbandoned)
def game_abandoned(state: Table, event: GameAbandoned) -> None:
    state.phase = OVER
    state.outcome = "abandoned"


def free_seats(state: Table) -> list[Seat]:
    return [Seat(i) for i, chair in enumerate(state.chairs) if chair.player is None]


def free_colours(state: Table) -> list[str]:
    taken = {chair.colour for chair in state.chairs}
    in_play = state.ruleset.opening.colours(state)
    return [colour for colour in in_play if colour not in taken]


def player_actions(state: Table, player: PlayerId) -> list[Command | Choice]:
    """Everything this person may do before the start."""
    if state.phase != LOBBY:
        return []
    found: list[Command | Choice] = []
    seats = free_seats(state)
    seat = state.seat_of(player)
    if seat is not None:
        found.append(LeaveSeat(player=player))
        if state.chairs[seat].nonce is None:
            found.append(Choice(AddNonce, player))
    elif seats:
        found.extend(
            TakeSeat(player=player, seat=seat, colour=colour)
            for seat in (None, *seats)
            for colour in (None, *free_colours(state))
        )
    if player == state.host:
        if not seats:
            found.append(StartGame(player=player))
        found.append(AbandonGame(player=player))
    return found


def _nonce_bounds(state: Table, player: PlayerId) -> Bounds:
    return {"nonce": Bound(pattern="^[0-9a-f]{32}$", advice="draw it yourself, at random")}


def _sample_nonce(state: Table, player: PlayerId, below: Below) -> Command:
    return AddNonce(player, f"{below(1 << 128):0{NONCE_DIGITS}x}")


CHOICES: dict[type[Command], ChoiceKind[Table]] = {
    AddNonce: ChoiceKind(_nonce_bounds, _sample_nonce)
}

PUBLIC: tuple[type[Event], ...] = (
    GameOpened,
    SeatTaken,
    SeatLeft,
    NonceAdded,
    GameStarted,
    GameAbandoned,
)
"""Facts that everybody may know in full."""


def require_lobby(state: Table) -> None:
    require_open(state)
    require_not_over(state)
    if state.phase != LOBBY:
        raise AlreadyStarted("the game has started; seats can no longer change")


def require_host(state: Table, player: PlayerId) -> None:
    if player != state.host:
        raise NotHost("only the host who opened the game may do this")


def require_seated(state: Table, player: PlayerId) -> Seat:
    seat = state.seat_of(player)
    if seat is None:
        raise NotSeated("take a seat first")
    return seat
