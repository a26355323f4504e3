"""How a tournament ends: finished with its final standings, or cancelled; then it is closed."""

from collections.abc import Iterator

from domain.chance.draws import Chance
from domain.ids import PlayerId
from domain.messages import Event, PlayerCommand, SystemCommand
from domain.refusals import RuleViolation
from domain.rulebook import Rulebook
from domain.table.closing import LedgerClosed, SeedRevealed
from domain.tournament.course import next_of, rounds_played, standings_now
from domain.tournament.drafting import RoundOpen
from domain.tournament.formats.progress import FinalPlace, Finished, final_ranking
from domain.tournament.setup import Reason
from domain.tournament.staff import require_organizer
from domain.tournament.standings.results import Line
from domain.tournament.state import (
    CANCELLED,
    CLOSED,
    FINISHED,
    Tournament,
    TournamentOver,
    require_on,
    require_running,
)

rulebook = Rulebook[Tournament]()
decides = rulebook.decides
evolves = rulebook.evolves


class FinishTournament(PlayerCommand, tag="finish_tournament"):
    """An organizer records the final standings once all rounds are closed."""


class EndEarly(PlayerCommand, tag="end_early"):
    """An organizer records the standings as final although rounds are left."""

    reason: Reason


class CancelTournament(PlayerCommand, tag="cancel_tournament"):
    """An organizer calls the tournament off: it has no final standings."""

    reason: Reason


class CloseTournament(SystemCommand, tag="close_tournament"):
    """Reveal the seed of a tournament that is finished or cancelled, and close its ledger."""


class TournamentFinished(Event, tag="tournament_finished"):
    """The final standings stand; `reason` tells why rounds were left out, if any were."""

    ranking: tuple[FinalPlace, ...]
    """By entrant, the best first."""
    lines: tuple[Line, ...]
    """The standings of the rounds that count."""
    author: PlayerId
    reason: str = ""


class TournamentCancelled(Event, tag="tournament_cancelled"):
    """The tournament was called off."""

    reason: str
    author: PlayerId


class NothingPlayed(RuleViolation):
    """No round has been played, so there are no standings; cancel the tournament instead."""

    code = "tournament/nothing_played"


class RoundsLeft(RuleViolation):
    """Rounds are left to be played; play them, or finish by `end_early` with a reason."""

    code = "tournament/rounds_left"


class NoRoundsLeft(RuleViolation):
    """All rounds have been played; finish by `finish_tournament`."""

    code = "tournament/no_rounds_left"


class TournamentNotOver(RuleViolation):
    """A tournament can be closed only when it is finished or cancelled."""

    code = "tournament/not_over"


def require_between_rounds(state: Tournament) -> None:
    """Raise if a round is not closed yet, or none has been played."""
    require_running(state)
    if state.open_round is not None:
        raise RoundOpen("a round is not closed yet", status=state.open_round.status)
    if not state.rounds:
        raise NothingPlayed("no round has been played")


@decides(FinishTournament)
def finish_tournament(
    state: Tournament, command: FinishTournament, chance: Chance
) -> Iterator[Event]:
    require_organizer(state, command.player)
    require_between_rounds(state)
    coming = next_of(state)
    if not isinstance(coming, Finished):
        raise RoundsLeft("rounds are left to be played")
    yield TournamentFinished(coming.ranking, standings_now(state), command.player)


@decides(EndEarly)
def end_early(state: Tournament, command: EndEarly, chance: Chance) -> Iterator[Event]:
    require_organizer(state, command.player)
    require_between_rounds(state)
    if isinstance(next_of(state), Finished):
        raise NoRoundsLeft("all rounds have been played")
    lines = standings_now(state)
    ranking = final_ranking(lines, rounds_played(state))
    yield TournamentFinished(ranking, lines, command.player, command.reason)


@evolves(TournamentFinished)
def tournament_finished(state: Tournament, event: TournamentFinished) -> None:
    state.phase = FINISHED
    state.ranking, state.final_lines = event.ranking, event.lines
    state.ended_because = event.reason


@decides(CancelTournament)
def cancel_tournament(
    state: Tournament, command: CancelTournament, chance: Chance
) -> Iterator[Event]:
    require_organizer(state, command.player)
    yield TournamentCancelled(command.reason, command.player)


@evolves(TournamentCancelled)
def tournament_cancelled(state: Tournament, event: TournamentCancelled) -> None:
    state.phase, state.ended_because = CANCELLED, event.reason
    state.is_checking_in = False


@decides(CloseTournament)
def close_tournament(
    state: Tournament, command: CloseTournament, chance: Chance
) -> Iterator[Event]:
    if state.phase == CLOSED:
        raise TournamentOver("the ledger is closed")
    if state.phase not in (FINISHED, CANCELLED):
        require_on(state)
        raise TournamentNotOver("a tournament is closed when it is finished or cancelled")
    yield SeedRevealed(seed=chance.seed.hex())
    yield LedgerClosed()


@evolves(SeedRevealed)
def seed_revealed(state: Tournament, event: SeedRevealed) -> None:
    state.seed = event.seed


@evolves(LedgerClosed)
def ledger_closed(state: Tournament, event: LedgerClosed) -> None:
    state.phase = CLOSED


PUBLIC: tuple[type[Event], ...] = (
    TournamentFinished,
    TournamentCancelled,
    SeedRevealed,
    LedgerClosed,
)
"""Facts that everybody may know in full."""
