"""Games in which just what is told was done."""

from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.messages import Command, Event, Occasion
from domain.ruleset import Ruleset, play
from domain.table.state import Table
from hexledger.self_play import SECOND, STARTED_AT, Recorder


class Telling:
    """A recorded game, command by command, a second apart."""

    def __init__(self, ruleset: Ruleset, game: str, source: str | None = None) -> None:
        """`source` is what its seed follows from, if not from the game."""
        source = source or game
        master = source.encode()
        self.chance = SeededChance(seed_of(master, source), key_id_of(master))
        self.state = ruleset.new_game()
        self.recorder = Recorder(ruleset, game, self.chance.seed)
        self.now = STARTED_AT

    def do(self, actor: str, command: Command) -> list[Event]:
        self.now += SECOND
        events = play(self.state, command, self.chance, Occasion(self.now, actor))
        self.recorder.record(self.now, actor, command, events)
        return events


def told(ruleset: Ruleset, game: str, *wishes: tuple[str, Command]) -> tuple[Table, bytes]:
    """A game in which just this was done."""
    telling = Telling(ruleset, game)
    for actor, command in wishes:
        telling.do(actor, command)
    return telling.state, telling.recorder.ledger()
