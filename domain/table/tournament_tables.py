"""Games that are tables of a tournament: the service opens them with everybody seated, and starts
them. Nobody else can sit down there, and nobody has a host's rights in them."""

from collections.abc import Iterator, Sequence

from domain.ids import Seat
from domain.refusals import Malformed, RuleViolation
from domain.table.bots import UnknownBot, is_bot
from domain.table.state import Table
from domain.table.tournament_link import SeatedPlayer


class BadTournamentTable(Malformed):
    """The table of a tournament is opened with a person or a bot at every seat, each person once,
    in colours of this game; it is not listed, nobody is invited, and no seat is reserved."""

    code = "lobby/bad_tournament_table"


class TableOfTournament(RuleViolation):
    """This game is a table of a tournament, which seats the players and starts it; nobody else can
    change that."""

    code = "lobby/tournament_table"


class NoTournamentTable(RuleViolation):
    """Only a table of a tournament is started by the server; its host starts any other game."""

    code = "lobby/no_tournament_table"


def require_seated_players(
    state: Table, seated: Sequence[SeatedPlayer], players: int, colours: Sequence[str]
) -> None:
    """Raise if a table of a tournament cannot be opened with these players."""
    if len(seated) != players:
        raise BadTournamentTable("a person or a bot sits at every seat", players=players)
    persons = [one.player for one in seated if one.player is not None]
    if len(set(persons)) != len(persons) or any(not one or is_bot(one) for one in persons):
        raise BadTournamentTable("every person has one seat, and is no bot")
    if any((one.player is None) == (one.bot is None) for one in seated):
        raise BadTournamentTable("either a person or a bot sits at a seat")
    for one in seated:
        if one.bot is not None and one.bot not in state.ruleset.bots:
            raise UnknownBot("there is no such bot", bots=list(state.ruleset.bots))
    chosen = [one.colour for one in seated]
    if len(set(chosen)) != len(chosen) or not set(chosen) <= set(colours):
        raise BadTournamentTable("every seat has a colour of its own", colours=list(colours))


def require_no_tournament(state: Table) -> None:
    """Raise if a tournament decides who sits where, and when the game starts."""
    if state.tournament is not None:
        raise TableOfTournament("this game is a table of a tournament")


def require_tournament(state: Table) -> None:
    if state.tournament is None:
        raise NoTournamentTable("this game is no table of a tournament")


def numbered(seated: Sequence[SeatedPlayer]) -> Iterator[tuple[Seat, SeatedPlayer]]:
    """Who sits where, seat by seat."""
    return ((Seat(number), one) for number, one in enumerate(seated))
