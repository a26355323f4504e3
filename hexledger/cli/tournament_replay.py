"""`hexledger replay` of a tournament: prints its log and its standings or final ranking."""

from domain.ids import ORGANIZER, SPECTATOR, Viewer
from domain.registry import TOURNAMENT
from domain.tournament.course import standings_now
from domain.tournament.standings.results import Line
from domain.tournament.state import Tournament
from eventlog.ledger_file import LedgerFile
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from presentation.player_names import players_in, with_names
from presentation.tournament.narration import template


def replay_tournament(ledger: LedgerFile, last: int, viewer_name: str | None, lang: str) -> None:
    """Print the log up to a version, then the standings at that time."""
    viewer = _viewer(viewer_name)
    console, state = Terminal(), TOURNAMENT.blank_state()
    for version, events in enumerate(ledger.events_by_commit(TOURNAMENT), start=1):
        if version > last:
            break
        for event in events:
            TOURNAMENT.evolve(state, event)
            sentence = template(state, TOURNAMENT.redact(event, viewer), lang)
            console.print(f"{version:>5}  {_with_ids(sentence)}", markup=False)
    console.print()
    for place in state.ranking:
        console.print(f"{_rank(place.rank)}  {state.person(place.player)}", markup=False)
    if state.lot_seed and not state.ranking:
        for line in standings_now(state):
            console.print(_standing(state, line), markup=False)


def _viewer(name: str | None) -> Viewer:
    if name in (None, SPECTATOR):
        return ORGANIZER if name is None else SPECTATOR
    raise Problem(f"--as {name}: a tournament has no seats; give {SPECTATOR}, or nothing")


def _with_ids(sentence: str) -> str:
    """A ledger knows no names, so people are called by their ids."""
    return with_names(sentence, {player: player for player in players_in(sentence)})


def _standing(state: Tournament, line: Line) -> str:
    values = ", ".join(f"{one.name} {one.exact}" for one in line.values if one.exact)
    return f"{_rank(line.rank)}  {state.person(line.player)}: {values}"


def _rank(rank: int | None) -> str:
    """The disqualified have none."""
    return f"{'–' if rank is None else rank:>5}"
