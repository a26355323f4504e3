"""Runs the due work of tournaments, and looks for results of games that have ended."""

from commands.tournaments.desk import TournamentDesk
from workers.due_games import DueGames


class DueTournaments(DueGames):
    """Runs due work. What a lost nudge has left is found by looking at all open tournaments."""

    def __init__(self, desk: TournamentDesk) -> None:
        super().__init__(desk)
        self._tournaments = desk.games

    def look_for_results(self) -> int:
        """Run the due work of all open tournaments in play; returns how many there were.

        Which games of a round have ended is one question to Redis for all its tables.
        """
        playing = [
            tournament
            for tournament in sorted(set(self._tournaments.ledger.open_games()))
            if self._is_played(tournament)
        ]
        for tournament in playing:
            self.run_due_work(tournament)
        return len(playing)

    def _is_played(self, tournament: str) -> bool:
        with self._tournaments.hold(tournament) as live:
            return live.fault is None and live.state.open_round is not None
