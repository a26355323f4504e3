"""The rules of tournaments put together. `domain.registry` has them as one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from domain.chance.draws import Chance
from domain.ids import ORGANIZER, SPECTATOR, PlayerId, Viewer
from domain.ledger_rules import Rules, StateKind
from domain.messages import Command, Event, Occasion, authors_of
from domain.rulebook import Rulebook
from domain.tournament import (
    appeals,
    choosing,
    drafting,
    ending,
    entering,
    leaving,
    opening,
    pairs,
    penalties,
    playing,
    results,
    staff,
    starting,
    substituting,
    table_starts,
)
from domain.tournament.actions import TournamentAction, actions
from domain.tournament.board_drawing import BoardDrawer
from domain.tournament.redaction import redact
from domain.tournament.state import REGISTRATION, RUNNING, Tournament
from domain.tournament.view import view
from domain.tournament.view_types import TournamentView

MODULES = (
    opening,
    staff,
    entering,
    leaving,
    substituting,
    pairs,
    starting,
    drafting,
    choosing,
    playing,
    table_starts,
    results,
    appeals,
    penalties,
    ending,
)


@dataclass(frozen=True, eq=False, kw_only=True)
class TournamentRules(Rules[Tournament]):
    """The rules of tournaments."""

    board_drawers: Mapping[str, BoardDrawer]
    """How a board is drawn that the tables of a round share, by ruleset."""

    def consequences(
        self, state: Tournament, command: Command, occasion: Occasion
    ) -> Iterator[Event]:
        if state.phase not in (REGISTRATION, RUNNING):
            return
        while (moved_up := entering.next_of_waiting_list(state)) is not None:
            yield moved_up
        yield from choosing.following_choices(state, occasion)
        yield from results.following_seals(state, occasion)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        return redact(event, viewer)

    def viewer_of(self, state: Tournament, player: PlayerId) -> Viewer:
        """Staff see drafts, pairs that are kept apart and the digest of the code."""
        return ORGANIZER if staff.is_staff(state, player) else SPECTATOR

    def authors(self, state: Tournament, command: Command) -> tuple[str | None, ...]:
        return authors_of(command)

    def fix_key(self, state: Tournament, chance: Chance) -> None:
        """There are no nonces, so draws are possible from the opening on."""
        if state.phase:
            chance.fix_key(state.source, state.nonces)

    def actions(self, state: Tournament, player: PlayerId) -> list[TournamentAction]:
        """Every legal command of a person; open-ended ones with bounds and an example."""
        return actions(state, player)

    def view(self, state: Tournament, viewer: Viewer) -> TournamentView:
        """Everything this viewer may know now."""
        return view(state, viewer)


def _blank(rules: TournamentRules) -> Tournament:
    return Tournament(ruleset=rules)


def _refer(state: Tournament) -> None:
    """Nothing of a tournament refers to code."""


def tournament_rules(board_drawers: Mapping[str, BoardDrawer]) -> TournamentRules:
    """The rules of tournaments, with boards to share for these rulesets."""
    return TournamentRules(
        name="tournament",
        rules=1,
        schema=1,
        upcasters={},
        state=StateKind(blank=_blank, refer=_refer),
        rulebook=Rulebook(*(module.rulebook for module in MODULES)),
        opened=opening.TournamentOpened,
        board_drawers=board_drawers,
    )
