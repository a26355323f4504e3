"""A commit as one viewer may know it, with all that a client needs to go on without a read."""

from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from domain.ids import Seat, Viewer
from domain.messages import Event
from domain.table.state import Table
from eventlog.commit import AnyCommit
from eventlog.due_work import GameStatus, status_of
from projections.one_game.json_patch import Patch


class CommitView(Struct, frozen=True, kw_only=True):
    """Never the command, the key or the salt of a commit. The hash is last, as in the ledger."""

    version: int
    at: int
    actor: str
    events: tuple[Event, ...]
    status: GameStatus
    """This and the next ones are as they were right after this commit."""
    phase: str
    turn: int
    to_act: tuple[Seat, ...]
    points: tuple[int, ...]
    """By seat, as far as the viewer may know; before the start there are none."""
    deadlines: dict[Seat, int] | UnsetType = UNSET
    """By seat, until when (ms) it has to decide; left out in a game without clocks."""
    changes: Patch | UnsetType = UNSET
    """How the viewer's view changed, if that was asked for."""
    hash: str


def commit_view(
    state: Table, commit: AnyCommit, viewer: Viewer, changes: Patch | UnsetType = UNSET
) -> bytes:
    """What a viewer may know of a commit, as JSON; `state` is that right after it."""
    ruleset, watch = state.ruleset, state.watch
    return msgspec.json.encode(
        CommitView(
            version=commit.version,
            at=commit.at,
            actor=commit.actor,
            events=tuple(ruleset.redact(event, viewer) for event in commit.events),
            status=status_of(state),
            phase=state.phase,
            turn=state.turn,
            to_act=tuple(ruleset.flow.to_act(state)),
            points=tuple(score.points for score in ruleset.score(state, viewer)),
            deadlines=UNSET
            if watch is None
            else {seat: deadline.due for seat, deadline in sorted(watch.deadlines.items())},
            changes=changes,
            hash=commit.hash,
        )
    )


def plain_view(state: Table, viewer: Viewer) -> Any:
    """The view that `changes` are about: without its geometry, as plain JSON values.

    None if nothing has happened yet, so the first commit of a game brings the whole view.
    """
    if not state.phase:
        return None
    return msgspec.to_builtins(state.ruleset.view_apart(state, viewer), str_keys=True)
