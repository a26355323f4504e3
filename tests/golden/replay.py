"""Playing a golden game again, from its script or from its whole ledger."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from domain.chance.draws import SeededChance
from domain.messages import Command, Event, Occasion, SeatCommand
from domain.past import RecordedPast
from domain.refusals import RuleViolation
from domain.ruleset import Ruleset, play
from domain.table.bots import mover_of
from domain.table.state import Table
from eventlog.ledger_file import read_ledger
from hexledger.self_play import Recorder
from tests.golden.record import Ending, Script, ending_of, tag_of
from tests.golden.rows import read_rows


class NotPlayable(Exception):
    """The present rules do not accept the commands of a script."""


class Decision(NamedTuple):
    """One command and what followed from it."""

    at: int
    actor: str
    command: Command
    events: list[Event]


@dataclass(frozen=True)
class Replay:
    """A golden game as this build plays it."""

    state: Table
    ledger: bytes
    ending: Ending


def replay_script(script: Script, ruleset: Ruleset) -> Replay:
    """Judge every command of a script by the rules, and seal the commits that follow."""
    seed = bytes.fromhex(script.seed)
    recorder = Recorder(ruleset, script.header.game, seed)
    state, tags = ruleset.new_game(), set[str]()
    for decision in judge_script(script, state):
        recorder.record(*decision)
        tags.update(map(tag_of, decision.events))
    return Replay(state, recorder.ledger(), ending_of(state, recorder.head, tags))


def replay_ledger(data: bytes, ruleset: Ruleset) -> Replay:
    """Fold the events of a whole ledger. Its chain is checked, but nothing is judged."""
    ledger = read_ledger(data)
    *_, (state, _) = ledger.states(ruleset)
    tags = {tag_of(event) for events in ledger.events_by_commit(ruleset) for event in events}
    return Replay(state, data, ending_of(state, ledger.head, tags))


def judge_script(script: Script, state: Table) -> Iterator[Decision]:
    """Play a script on a state on which nothing has happened yet; or `NotPlayable`."""
    chance = SeededChance(bytes.fromhex(script.seed), script.key_id)
    version, past = 1, RecordedPast(state.ruleset).lend_to(state)
    try:
        for step in read_rows(script.rows, state.ruleset, script.began_at):
            at, command, actor = step.at, step.command, step.actor
            if actor is None:
                assert isinstance(command, SeatCommand)
                actor = mover_of(state, command.seat) or ""
            events = play(state, command, chance, Occasion(at, actor))
            past.add(events)
            yield Decision(at, actor, command, events)
            version += 1
    except (RuleViolation, msgspec.ValidationError) as refusal:
        raise NotPlayable(f"command {version} is refused: {refusal!r}") from refusal
