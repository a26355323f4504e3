"""What an organizer asks for when they open a tournament, checked by the ruleset of its games."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.registry import ruleset_named
from domain.ruleset import AnyRuleset
from domain.table.lobby import GameOpened, require_player_count
from domain.tournament.formats.course import Championship, Format
from domain.tournament.opening import require_sizes
from domain.tournament.seating.problem import TableSizes
from domain.tournament.setup import (
    Boards,
    Capacity,
    DrawnBoards,
    GameSetup,
    NonceSeconds,
    PreparedBoards,
    Seconds,
    Setup,
    Title,
)
from domain.tournament.standings.ranking import StandingsRule

Code = Annotated[str, Meta(min_length=4, max_length=64)]
USUAL_CLOCK = "live"


class NewGames(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is played at the tables."""

    ruleset: str
    options: dict[str, Any] = {}
    """As for a single game; without `clock` the games have the usual one."""


class NewTournament(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tournament to be opened. Who opens it is its first organizer."""

    title: Title
    games: NewGames
    sizes: TableSizes = TableSizes()
    """How many sit at a table, and whether players may sit out."""
    format: Format = Championship()
    capacity: Capacity
    """For how many players there is a place."""
    starts_at: int | None = None
    """When (ms) it is to start. The organizer starts it."""
    check_in_seconds: Seconds = 0
    """How long before that the check-in opens; 0: nobody has to check in."""
    result_seconds: Seconds = 900
    """How long a result can be signed or appealed; 0: it is sealed at once."""
    choice_seconds: Seconds = 120
    """How long a player of a final has to choose; then the first that is free is theirs."""
    nonce_seconds: NonceSeconds = 0
    """How long players can add nonces between the opening of tables and their start, at most: the
    tables start as soon as everybody has. 0: they start at once."""
    signing: bool = True
    """Whether players sign results: one that all have signed is sealed before the time is over."""
    approval: bool = False
    """Whether an organizer has to approve every entry."""
    late_until_round: Annotated[int, Meta(ge=0, le=64)] = 0
    """Up to which round players may still enter; 0: only before the start."""
    boards: Boards = DrawnBoards()
    standings: StandingsRule = StandingsRule()
    organizers: Annotated[tuple[str, ...], Meta(max_length=64)] = ()
    """Ids of players who run it, too."""
    referees: Annotated[tuple[str, ...], Meta(max_length=64)] = ()
    """Ids of players who decide about results and penalties."""
    code: Code | None = None
    """A code without which nobody can register; it is stored only as a digest."""


def setup_of(new: NewTournament) -> Setup:
    """What the rules of tournaments need to know, or the refusal of the ruleset of the games."""
    ruleset = ruleset_named(new.games.ruleset)
    require_sizes(new.sizes)
    options = {"clock": USUAL_CLOCK, **new.games.options}
    prepared = new.boards.options if isinstance(new.boards, PreparedBoards) else ({},)
    colours: tuple[str, ...] = ()
    for players in range(new.sizes.fewest, new.sizes.most + 1):
        require_player_count(ruleset, players)
        for board in prepared:
            # The colours of the smallest tables come first, so that every table has them.
            found = _colours(ruleset, {**options, **board}, players)
            colours = (*colours, *(colour for colour in found if colour not in colours))
    return Setup(
        title=new.title,
        games=GameSetup(
            ruleset=ruleset.name,
            options=options,
            colours=colours,
            bots=tuple(ruleset.bots),
            rules=ruleset.rules,
        ),
        sizes=new.sizes,
        format=new.format,
        capacity=new.capacity,
        starts_at=new.starts_at,
        check_in_seconds=new.check_in_seconds,
        result_seconds=new.result_seconds,
        choice_seconds=new.choice_seconds,
        signing=new.signing,
        by_code=new.code is not None,
        approval=new.approval,
        late_until_round=new.late_until_round,
        boards=new.boards,
        standings=new.standings,
    )


def _colours(ruleset: AnyRuleset, options: dict[str, Any], players: int) -> tuple[str, ...]:
    """The colours of a game with these options; the ruleset refuses options that do not fit."""
    ruleset.opening.read_options(options, players)
    laid = ruleset.new_game()
    opened = GameOpened(
        game="",
        ruleset=ruleset.name,
        rules=ruleset.rules,
        players=players,
        options=options,
        host="",  # type: ignore[arg-type]  # nobody opens this one
        commitment="",
        key_id="",
    )
    ruleset.evolve(laid, opened)
    return ruleset.opening.colours(laid)
