"""Games in which just what is told was done, at the times told."""

from domain.chance import SeededChance, key_id_of, seed_of
from domain.messages import Command, Event, Occasion
from domain.ruleset import Ruleset, play
from domain.table import Table
from hexledger.simulation import SECOND, STARTED_AT, Recorder


class Telling:
    """A recorded game, command by command, a second apart unless told."""

    def __init__(self, ruleset: Ruleset, game: str) -> None:
        master = game.encode()
        self.game = game
        self.chance = SeededChance(seed_of(master, game), key_id_of(master))
        self.state = ruleset.new_game()
        self.recorder = Recorder(ruleset, game, self.chance.seed)
        self.now = STARTED_AT

    def do(self, actor: str, command: Command, at: int | None = None) -> list[Event]:
        self.now = self.now + SECOND if at is None else at
        occasion = Occasion(self.now, actor)
        events = play(self.state, command, self.chance, occasion)
        self.recorder.record(occasion, command, events)
        return events


def told(ruleset: Ruleset, game: str, *wishes: tuple[str, Command]) -> tuple[Table, bytes]:
    """A game in which just this was done."""
    telling = Telling(ruleset, game)
    for actor, command in wishes:
        telling.do(actor, command)
    return telling.state, telling.recorder.ledger()
