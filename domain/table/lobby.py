"""Before the game: opening it, taking and leaving seats, adding nonces, starting."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.chance.draws import Chance
from domain.choices import Below, Bound, Bounds, Choice, ChoiceKind, DrawnAtRandom
from domain.ids import PlayerId, Seat
from domain.messages import CallCommand, Command, Event, PlayerCommand, SystemCommand
from domain.refusals import Malformed, RuleViolation
from domain.rulebook import Rulebook
from domain.table.bots import BotSeated
from domain.table.challenges import Challenge, NotSoAsChallenge
from domain.table.deadlines import new_watch
from domain.table.invitations import find_invitation, require_seat_of, require_usable
from domain.table.rated import require_rateable
from domain.table.reservations import require_reservations
from domain.table.seats import (
    free_colours,
    free_seats,
    require_host,
    require_lobby,
    require_seat_for,
    require_seated,
    seats_for,
)
from domain.table.state import FIRST_SEAT, LOBBY, OVER, Chair, Table
from domain.table.tournament_link import SeatedPlayer, TournamentTable
from domain.table.tournament_tables import (
    BadTournamentTable,
    numbered,
    require_no_tournament,
    require_seated_players,
    require_tournament,
)
from domain.touches import PointsAt

if TYPE_CHECKING:
    from domain.ruleset import AnyRuleset

NONCE_DIGITS = 32
# The length is given apart, because `$` alone would let a line feed pass.
Nonce = Annotated[
    str,
    Meta(pattern="^[0-9a-f]{32}$", max_length=NONCE_DIGITS),
    DrawnAtRandom("0123456789abcdef"),
]

rulebook = Rulebook[Table]()
decides = rulebook.decides
evolves = rulebook.evolves


class OpenGame(CallCommand, tag="open_game", omit_defaults=True):
    """Open a game with these options, as its host."""

    game: str
    players: int
    options: dict[str, Any]
    listed: bool = True
    """Whether everybody finds it in the lobby; otherwise its id is the invitation."""
    challenge: Challenge | None = None
    """Set by the server: such a game begins at once, with its host alone."""
    invited_only: bool = False
    """Whether nobody sits down without an invitation or a reserved seat."""
    reserved: tuple[PlayerId | None, ...] = ()
    """For whom seats are kept, by seat."""
    rated: bool | UnsetType = UNSET
    """Whether its result counts for ratings. The oldest ledgers do not say; they count if they
    are what a rated game must be."""
    lapses_at: int | None = None
    """Set by the server: when (ms) it is given up if it has not started by then."""
    rematch_of: str | None = None
    """Set by the server: the finished game that the same people play again."""
    quick: bool = False
    """Set by the server: whether it is for players who looked for a quick game."""
    tournament: TournamentTable | None = None
    """Set by the server: which table of a tournament it is."""
    seated: tuple[SeatedPlayer, ...] = ()
    """Set by the server: who sits at such a table, by seat."""


class TakeSeat(PlayerCommand, tag="take_seat"):
    """Sit down: at this seat and in this colour, or at the first that are free."""

    seat: Seat | None = None
    colour: Annotated[str, PointsAt("colour")] | None = None
    code: Annotated[str, Meta(min_length=1, max_length=64)] | UnsetType = UNSET
    """The code of an invitation; only there if the player has one."""


class LeaveSeat(PlayerCommand, tag="leave_seat"):
    """Stand up again before the game starts."""


class AddNonce(PlayerCommand, tag="add_nonce"):
    """A player's own part of the chance: 32 hexadecimal digits that nobody else chose."""

    nonce: Nonce


class StartGame(PlayerCommand, tag="start_game"):
    """The host starts the game once every seat is taken."""


class StartTable(SystemCommand, tag="start_table", omit_defaults=True):
    """The server starts a table of a tournament."""

    clock_from: int | None = None
    """When (ms) the clocks of all tables of the round begin to run; None: when this one starts."""


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
    invited_only: bool = False
    reserved: tuple[PlayerId | None, ...] = ()
    rated: bool | UnsetType = UNSET
    lapses_at: int | None = None
    rematch_of: str | None = None
    quick: bool = False
    tournament: TournamentTable | None = None
    """Which table of a tournament it is. Then nobody has the rights of a host."""


class SeatTaken(Event, tag="seat_taken"):
    """A player sat down."""

    seat: Seat
    player: PlayerId
    colour: str
    invitation: int | None = None
    """The number of the invitation that the player has accepted."""


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


class SeatsFree(RuleViolation):
    """The game starts when every seat is taken; `details.free` lists the free ones."""

    code = "lobby/seats_free"


class NonceGiven(RuleViolation):
    """Your nonce is recorded and stays as it is; a player adds only one."""

    code = "lobby/nonce_given"


class AlreadySeated(RuleViolation):
    """You have a seat in this game; leave it first to choose another."""

    code = "seat/already_seated"


class ColourTaken(RuleViolation):
    """This colour is taken; choose one of `details.free`, or name none."""

    code = "seat/colour_taken"


class ColourNotInPlay(RuleViolation):
    """This game is played without this colour; the sentence lists those in play."""

    code = "seat/colour_not_in_play"


@decides(OpenGame)
def open_game(state: Table, command: OpenGame, chance: Chance) -> Iterator[Event]:
    require_new_game(state, command.game)
    require_player_count(state.ruleset, command.players)
    require_reservations(command.reserved, command.players)
    options = state.ruleset.opening.read_options(command.options, command.players)
    if command.challenge is not None:
        _require_form_of_challenge(state, command, command.challenge)
    plain = _plain(options)
    if command.rated is True:
        require_rateable(state.ruleset.opening.read_options, options, plain, command.players)
    opened = GameOpened(
        game=command.game,
        ruleset=state.ruleset.name,
        rules=state.ruleset.rules,
        players=command.players,
        options=plain,
        host=command.player,
        commitment=chance.commitment,
        key_id=chance.key_id,
        listed=command.listed,
        challenge=command.challenge,
        invited_only=command.invited_only,
        reserved=command.reserved,
        rated=command.rated,
        lapses_at=command.lapses_at,
        rematch_of=command.rematch_of,
        quick=command.quick,
        tournament=command.tournament,
    )
    _require_form_of_tournament_table(state, command, opened)
    yield opened
    if command.challenge is not None:
        yield SeatTaken(FIRST_SEAT, command.player, free_colours(state)[0])
        yield from _start(state, chance)
    for seat, one in numbered(command.seated):
        if one.player is not None:
            yield SeatTaken(seat, one.player, one.colour)
        elif one.bot is not None:
            yield BotSeated(seat, one.bot, one.colour)


def require_new_game(state: Table, game: str) -> None:
    """Refuse to open a game twice, or under an id that is none."""
    if state.phase:
        raise AlreadyOpen("this game has been opened already")
    if not 1 <= len(game) <= 64 or not game.isascii() or not game.isprintable():
        raise BadGameId("a game id has 1 to 64 printable ASCII characters")


def _require_form_of_tournament_table(state: Table, command: OpenGame, opened: GameOpened) -> None:
    """A table of a tournament has all its players from the first moment on, and no host."""
    if command.tournament is None:
        if command.seated:
            raise BadTournamentTable("only a tournament seats players at the opening")
        return
    is_for_others = command.listed or command.challenge is not None or command.reserved
    if is_for_others or not command.invited_only or command.rated is True:
        raise BadTournamentTable("a table of a tournament is for its players alone")
    # The colours in play follow from the options, so let a state of its own read them.
    laid = state.ruleset.blank_state()
    state.ruleset.evolve(laid, opened)
    colours = state.ruleset.opening.colours(laid)
    require_seated_players(state, command.seated, command.players, colours)


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
    seat_table(state, event)
    state.options = state.ruleset.opening.read_options(event.options, event.players)
    state.watch = new_watch(state.options, event.players)


def seat_table(state: Table, event: GameOpened) -> None:
    """Everything about a new table that does not depend on its options."""
    state.game = event.game
    state.host = None if event.tournament is not None else event.host
    state.tournament = event.tournament
    state.listed = event.listed
    state.commitment = event.commitment
    state.key_id = event.key_id
    state.challenge = event.challenge
    state.invited_only = event.invited_only
    state.rated = event.rated is not False
    state.is_rated = event.rated is True
    state.lapses_at = event.lapses_at
    reserved = (*event.reserved, *(None,) * event.players)
    state.chairs = [Chair(reserved=reserved[i]) for i in range(event.players)]
    state.playing = tuple(Seat(i) for i in range(event.players))
    state.phase = LOBBY


@decides(TakeSeat)
def take_seat(state: Table, command: TakeSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    if state.seat_of(command.player) is not None:
        raise AlreadySeated("you have a seat; leave it first to choose another")
    number, seat = None, command.seat
    if command.code is not UNSET:
        number, invitation = find_invitation(state, command.code)
        require_usable(invitation, command.player)
        seat = require_seat_of(invitation, seat)
    seat = require_seat_for(state, command.player, seat, has_code=number is not None)
    colour, colours = command.colour, free_colours(state)
    if colour is not None and colour not in colours:
        in_play = state.ruleset.opening.colours(state)
        if colour not in in_play:
            raise ColourNotInPlay(f"the colours of this game are {', '.join(in_play)}")
        raise ColourTaken("that colour is taken; choose another", free=colours)
    yield SeatTaken(seat, command.player, colours[0] if colour is None else colour, number)


@evolves(SeatTaken)
def seat_taken(state: Table, event: SeatTaken) -> None:
    reserved = state.chairs[event.seat].reserved
    state.chairs[event.seat] = Chair(event.player, event.colour, reserved=reserved)
    if event.invitation is not None:
        invitation = state.invitations[event.invitation]
        if event.player not in invitation.used_by:
            invitation.used_by = (*invitation.used_by, event.player)


@decides(LeaveSeat)
def leave_seat(state: Table, command: LeaveSeat, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    seat = require_seated(state, command.player)
    require_no_tournament(state)
    yield SeatLeft(seat)


@evolves(SeatLeft)
def seat_left(state: Table, event: SeatLeft) -> None:
    state.chairs[event.seat] = Chair(reserved=state.chairs[event.seat].reserved)


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


@decides(StartTable)
def start_table(state: Table, command: StartTable, chance: Chance) -> Iterator[Event]:
    require_lobby(state)
    require_tournament(state)
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


def player_actions(state: Table, player: PlayerId) -> list[Command | Choice]:
    """Everything this person may do before the start."""
    if state.phase != LOBBY:
        return []
    found: list[Command | Choice] = []
    seat = state.seat_of(player)
    if seat is not None:
        if state.tournament is None:
            found.append(LeaveSeat(player=player))
        if state.chairs[seat].nonce is None:
            found.append(Choice(AddNonce, player))
    elif seats := seats_for(state, player):
        found.extend(
            TakeSeat(player=player, seat=seat, colour=colour)
            for seat in (None, *seats)
            for colour in (None, *free_colours(state))
        )
    if player == state.host:
        if not free_seats(state):
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
