"""Opening a tournament."""

from collections.abc import Iterator

import msgspec

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import CallCommand, Event
from domain.refusals import Malformed
from domain.rulebook import Rulebook
from domain.table.invitations import Digest
from domain.table.lobby import BadGameId
from domain.tournament.board_drawing import can_share_boards
from domain.tournament.formats.course import check_format
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import NonceSeconds, Role, Setup, SharedBoards
from domain.tournament.staff import MOST_STAFF, TooManyStaff, require_person
from domain.tournament.standings.ranking import check_rule
from domain.tournament.state import REGISTRATION, Tournament, TournamentAlreadyOpen

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class OpenTournament(CallCommand, tag="open_tournament", omit_defaults=True):
    """Open a tournament as its first organizer."""

    game: str
    """The id of its ledger."""
    setup: Setup
    organizers: tuple[PlayerId, ...] = ()
    """Others than who opens it."""
    referees: tuple[PlayerId, ...] = ()
    code_digest: Digest | None = None
    """The digest of the code without which nobody can register."""
    nonce_seconds: NonceSeconds = 0


class TournamentOpened(Event, tag="tournament_opened"):
    """A tournament was opened; `commitment` is the hash of the seed that it will reveal."""

    game: str
    ruleset: str
    rules: int
    setup: Setup
    host: PlayerId
    commitment: str
    key_id: str
    staff: dict[PlayerId, Role]
    code_digest: str = ""
    """Only staff see it before the tournament is closed."""
    nonce_seconds: int = 0
    """How long players can add nonces between the opening of tables and their start."""


class BadTitle(Malformed):
    """A title has 1 to 80 visible characters and no space at its ends; choose another."""

    code = "tournament/bad_title"


class BadTableSizes(Malformed):
    """Tables are for 2 to 12 players, the fewest not above the most, with a colour for each; and
    there must be places for one table at least."""

    code = "tournament/bad_sizes"


class LotGiven(Malformed):
    """The lot is drawn by the tournament's own chance; leave `lot_seed` empty."""

    code = "tournament/lot_given"


class BadTimes(Malformed):
    """A check-in opens before the time of the start, so there must be one: set `starts_at`."""

    code = "tournament/bad_times"


class BadOptions(Malformed):
    """The options of the games, or their colours, cannot be written as JSON; choose others."""

    code = "tournament/bad_options"


class CodeMissing(Malformed):
    """A tournament by code needs a code, and one without must not have any."""

    code = "tournament/bad_code"


class SharedBoardsUnknown(Malformed):
    """Games of this ruleset, or with these options, cannot share a board; let each table draw its
    own, or prepare one."""

    code = "tournament/no_shared_boards"


@decides(OpenTournament)
def open_tournament(state: Tournament, command: OpenTournament, chance: Chance) -> Iterator[Event]:
    if state.phase:
        raise TournamentAlreadyOpen("this tournament has been opened already")
    game = command.game
    if not 1 <= len(game) <= 64 or not game.isascii() or not game.isprintable():
        raise BadGameId("the id of a ledger has 1 to 64 printable ASCII characters")
    require_setup(state, command.setup)
    if command.setup.by_code != (command.code_digest is not None):
        raise CodeMissing("a tournament by code needs a code, and no other has one")
    staff: dict[PlayerId, Role] = dict.fromkeys(command.referees, "referee")
    staff |= dict.fromkeys((command.player, *command.organizers), "organizer")
    if len(staff) > MOST_STAFF:
        raise TooManyStaff(f"a tournament has at most {MOST_STAFF} members of staff")
    for person in staff:
        require_person(person)
    # There are no nonces to wait for.
    chance.fix_key(game, ())
    yield TournamentOpened(
        game=game,
        ruleset=state.ruleset.name,
        rules=state.ruleset.rules,
        setup=_plain(command.setup),
        host=command.player,
        commitment=chance.commitment,
        key_id=chance.key_id,
        staff=staff,
        code_digest=command.code_digest or "",
        nonce_seconds=command.nonce_seconds,
    )


def require_setup(state: Tournament, setup: Setup) -> None:
    """Raise if what was chosen does not fit together."""
    title = setup.title
    if not title.isprintable() or title != title.strip():
        raise BadTitle("a title has visible characters, and no space at its ends")
    sizes, colours = setup.sizes, setup.games.colours
    require_sizes(sizes)
    if len(set(colours)) != len(colours) or len(colours) < sizes.most:
        raise BadTableSizes("every player of a table needs a colour", colours=len(colours))
    if setup.capacity < sizes.fewest:
        raise BadTableSizes("there must be places for one table", capacity=setup.capacity)
    check_format(setup.format)
    check_rule(setup.standings)
    if setup.standings.lot_seed:
        raise LotGiven("the lot is drawn by the tournament's own chance")
    if isinstance(setup.boards, SharedBoards):
        ruleset, options = setup.games.ruleset, setup.games.options
        for players in range(sizes.fewest, sizes.most + 1):
            if not can_share_boards(state, ruleset, options, players):
                raise SharedBoardsUnknown("these games cannot share a board", ruleset=ruleset)
    if setup.check_in_seconds and setup.starts_at is None:
        raise BadTimes("a check-in needs the time of the start")


def require_sizes(sizes: TableSizes) -> None:
    """Raise if there are no tables of these sizes."""
    if not 2 <= sizes.fewest <= sizes.most <= 12:
        raise BadTableSizes("tables are for 2 to 12 players", fewest=sizes.fewest, most=sizes.most)


def _plain(setup: Setup) -> Setup:
    """The same, with options just as they will be read back from stored bytes."""
    try:
        return msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    except (ValueError, TypeError, RecursionError):
        raise BadOptions("the options of the games cannot be stored") from None


@evolves(TournamentOpened)
def tournament_opened(state: Tournament, event: TournamentOpened) -> None:
    state.game = event.game
    state.setup = event.setup
    state.host = event.host
    state.commitment = event.commitment
    state.key_id = event.key_id
    state.staff = dict(event.staff)
    state.code_digest = event.code_digest
    state.nonce_seconds = event.nonce_seconds
    state.phase = REGISTRATION
