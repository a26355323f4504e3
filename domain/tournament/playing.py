"""Starting a round, and the games of its tables.

`start_round` makes the tables ready: `tables_to_open` tells the service what to open. It opens and
seats a game for each, under an id that follows from tournament, round, table and attempt, and
records the ids by `record_games`. Repeating any of these steps after a crash does no harm.
"""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta, Struct

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.tournament.board_drawing import draw_board
from domain.tournament.choosing import next_choice
from domain.tournament.drafting import require_all_there
from domain.tournament.setup import PreparedBoards, SharedBoards
from domain.tournament.staff import require_organizer
from domain.tournament.standings.results import Bye
from domain.tournament.state import Plan, Round, RoundTable, Tournament, require_running

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves

GameId = Annotated[str, Meta(min_length=1, max_length=64)]


class TableGame(Struct, frozen=True):
    """The game of a table."""

    table: int
    game: GameId


class StartRound(PlayerCommand, tag="start_round"):
    """An organizer starts a published round: the service opens all its tables."""


class RecordGames(SystemCommand, tag="record_games", omit_defaults=True):
    """The service has opened games for tables of the running round."""

    round: int
    games: Annotated[tuple[TableGame, ...], Meta(min_length=1)]
    starts_at: int | None = None
    """When (ms) all of them start, and their clocks begin to run."""


class BoardDrawn(Event, tag="board_drawn"):
    """The tables of this round have the same board."""

    round: int
    options: dict[str, Any]
    """The options by which games get it."""
    draw: int
    draws: int


class RoundStarted(Event, tag="round_started"):
    """The tables of the round can be opened."""

    round: int
    author: PlayerId


class GamesOpened(Event, tag="games_opened"):
    """These tables play these games."""

    round: int
    games: tuple[TableGame, ...]
    starts_at: int | None = None
    """When (ms) all of them start, and their clocks begin to run."""


class NotPublished(RuleViolation):
    """There is no published round to start; publish one first."""

    code = "round/not_published"


class ChoicesOpen(RuleViolation):
    """Players still choose seats and colours; `details.tables` lists where."""

    code = "round/choices_open"


class RoundNotRunning(RuleViolation):
    """This round is not running; nothing can be played or decided in it."""

    code = "round/not_running"


class UnknownTable(RuleViolation):
    """The round has no such table; its tables count from 1 to `details.tables`."""

    code = "round/unknown_table"


class NoGameAtTable(RuleViolation):
    """This table has no game: its result was decided without one, or the game is not open yet."""

    code = "round/no_game"


class TableNotToOpen(RuleViolation):
    """This table has a game or a result already, or the game is that of another table."""

    code = "round/table_not_to_open"


class PlaysElsewhere(RuleViolation):
    """This player sits at another table of the round, `details.table`, and cannot play at two."""

    code = "round/plays_elsewhere"


class TableToOpen(Struct, frozen=True, kw_only=True):
    """What the service has to open."""

    round: int
    table: int
    attempt: int
    """Counts the games of the table."""
    entrants: tuple[PlayerId, ...]
    players: tuple[PlayerId, ...]
    """Persons, and ids of bots, by seat."""
    bots: tuple[str | None, ...]
    """By seat: the name of the bot who plays there."""
    colours: tuple[str, ...]
    """By seat."""
    options: dict[str, Any]
    """The options of its game, its board included."""


def require_round(state: Tournament, number: int) -> Round:
    """The running round, if this is its number, or a refusal."""
    require_running(state)
    current = state.open_round
    if current is None or current.status != "running" or current.number != number:
        raise RoundNotRunning("this round is not running")
    return current


def require_table(current: Round, number: int) -> RoundTable:
    if not 1 <= number <= len(current.tables):
        raise UnknownTable("the round has no such table", tables=len(current.tables))
    return current.tables[number - 1]


def require_not_elsewhere(state: Tournament, game: str, person: PlayerId) -> None:
    """Raise if a person plays at another table of the running round than that of this game."""
    current = state.open_round
    for number, table in enumerate(() if current is None else current.tables, start=1):
        if person in table.players and table.game != game and table.result is None:
            raise PlaysElsewhere("this player sits at another table", table=number)


def require_startable(state: Tournament) -> tuple[Round, Plan]:
    """The round that can be started now, or a refusal."""
    require_running(state)
    current = state.open_round
    if current is None or current.status != "published" or current.plan is None:
        raise NotPublished("there is no published round")
    require_all_there(state, current.plan)
    choosing = [i for i, table in enumerate(current.tables, start=1) if next_choice(table)]
    if choosing:
        raise ChoicesOpen("players still choose seats and colours", tables=choosing)
    return current, current.plan


@decides(StartRound)
def start_round(state: Tournament, command: StartRound, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    current, _ = require_startable(state)
    if isinstance(state.chosen.boards, SharedBoards):
        draw = chance.index
        options = draw_board(state, chance)
        yield BoardDrawn(current.number, options, draw, chance.index - draw)
    yield RoundStarted(current.number, command.player)


@evolves(BoardDrawn)
def board_drawn(state: Tournament, event: BoardDrawn) -> None:
    state.rounds[-1].board = event.options
    state.next_draw = event.draw + event.draws


@evolves(RoundStarted)
def round_started(state: Tournament, event: RoundStarted) -> None:
    current = state.rounds[-1]
    current.status = "running"
    plan = current.plan
    assert plan is not None
    if plan.counts:
        for entrant in plan.byes:
            state.tally.count_bye(Bye(event.round, entrant))


def tables_to_open(state: Tournament) -> list[TableToOpen]:
    """The tables of the running round that have no game and no result yet."""
    current = state.open_round
    if current is None or current.status != "running":
        return []
    return [
        TableToOpen(
            round=current.number,
            table=number,
            attempt=table.attempt,
            entrants=table.entrants,
            players=table.players,
            bots=tuple(state.entries[one].bot for one in table.entrants),
            colours=colours_of(state, table),
            options=options_of(state, current),
        )
        for number, table in enumerate(current.tables, start=1)
        if is_to_open(table)
    ]


def is_to_open(table: RoundTable) -> bool:
    return table.game is None and table.result is None


def colours_of(state: Tournament, table: RoundTable) -> tuple[str, ...]:
    """The colours of a table by seat: those that were chosen, or in their usual order."""
    usual = state.chosen.games.colours
    return tuple(table.colours.get(one, usual[i]) for i, one in enumerate(table.entrants))


def options_of(state: Tournament, current: Round) -> dict[str, Any]:
    """The options of the games of a round, with the board that they share or that was prepared."""
    boards = state.chosen.boards
    board = current.board
    if isinstance(boards, PreparedBoards):
        board = boards.options[min(current.number, len(boards.options)) - 1]
    return {**state.chosen.games.options, **board}


@decides(RecordGames)
def record_games(state: Tournament, command: RecordGames, chance: Chance) -> Iterator[Event]:
    current = require_round(state, command.round)
    known = {table.game for one in state.rounds for table in one.tables}
    known |= {game for one in state.rounds for table in one.tables for game in table.left_games}
    numbers = set()
    for opened in command.games:
        is_new = opened.game not in known and opened.table not in numbers
        if not is_new or not is_to_open(require_table(current, opened.table)):
            raise TableNotToOpen("this table needs no game, or not this one", table=opened.table)
        known.add(opened.game)
        numbers.add(opened.table)
    yield GamesOpened(command.round, command.games, command.starts_at)


@evolves(GamesOpened)
def games_opened(state: Tournament, event: GamesOpened) -> None:
    for opened in event.games:
        table = state.rounds[-1].tables[opened.table - 1]
        table.game, table.starts_at = opened.game, event.starts_at


PUBLIC: tuple[type[Event], ...] = (BoardDrawn, RoundStarted, GamesOpened)
"""Facts that everybody may know in full."""
