"""Games that a test plays command by command, recorded as a ledger."""

from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.messages import Command, Event, Occasion
from domain.past import RecordedPast
from domain.ruleset import Ruleset, play
from hexledger.self_play import SECOND, STARTED_AT, Recorder


class RecordedGame:
    """A game that is recorded as it is played, a second for every command."""

    def __init__(self, ruleset: Ruleset, game: str, source: str | None = None) -> None:
        """`source` is what the seed is derived from; without it, the game's id."""
        source = source or game
        master = source.encode()
        self.chance = SeededChance(seed_of(master, source), key_id_of(master))
        self.state = ruleset.new_game()
        self.past = RecordedPast(self.state.ruleset).lend_to(self.state)
        self.recorder = Recorder(ruleset, game, self.chance.seed)
        self.now = STARTED_AT

    def do(self, actor: str, command: Command) -> list[Event]:
        self.now += SECOND
        events = play(self.state, command, self.chance, Occasion(self.now, actor))
        self.recorder.record(self.now, actor, command, events)
        self.past.add(events)
        return events


def ledger_of(ruleset: Ruleset, game: str, *commands: tuple[str, Command]) -> bytes:
    """The ledger of a game that consists of these commands, each with its actor."""
    recorded = RecordedGame(ruleset, game)
    for actor, command in commands:
        recorded.do(actor, command)
    return recorded.recorder.ledger()
