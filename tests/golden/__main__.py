"""Record golden games that are not there yet: `python -m tests.golden`. Recorded ones stay."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec

from domain.chance import SeededChance, key_id_of, seed_of
from domain.closing import CloseGame, MoveGame, Resign
from domain.lobby import AbandonGame, LeaveSeat, OpenGame, StartGame, TakeSeat
from domain.messages import Command, Occasion
from domain.registry import ruleset_named
from domain.ruleset import play
from domain.table import Table
from hexledger.simulation import SECOND, STARTED_AT, Played, RandomGame, Recorder, Setup
from tests.clocks.games import TIMED, TimedGame
from tests.games import SETUPS
from tests.golden.recording import FOLDER, final

SHORT = {"target_points": 5}


def resigned() -> tuple[Table, bytes]:
    """A random game in which two of four seats give up on the way."""
    game = RandomGame(Setup(seed="resigned", max_turns=60), 0, record=True)
    assert game.recorder is not None
    for n, _ in enumerate(game.commits()):
        if n in (60, 170):
            seat = game.ruleset.to_act(game.state)[0]
            game.do(game.state.chairs[seat].player or "", Resign(seat))
    return game.state, game.recorder.ledger()


def games() -> Iterator[tuple[str, RandomGame]]:
    for i, (name, options) in enumerate(SETUPS.items()):
        setup = Setup(
            players=4 - i % 2, options={**SHORT, **options}, seed=name, player_trades=i % 3 == 0
        )
        yield name, RandomGame(setup, 0, record=True)
    yield "whole-game", RandomGame(Setup(seed="whole-game"), 0, record=True)
    yield "void", RandomGame(Setup(seed="void", max_turns=12), 0, record=True)


def in_time(name: str) -> tuple[Table, bytes]:
    """A short game with clocks, bots, pauses and people who go away."""
    setup = Setup(options={**SHORT, **TIMED[name]}, seed=name, max_turns=25)
    game = TimedGame(setup, 0, record=True)
    assert game.recorder is not None
    for _ in game.commits():
        pass
    return game.state, game.recorder.ledger()


def a_game_with(tag: str, options: dict[str, Any], max_turns: int) -> Played:
    """The first game, by seed, in which this happens."""
    for seed in count():
        setup = Setup(options=options, seed=str(seed), player_trades=False, max_turns=max_turns)
        played = RandomGame(setup, 0, record=True).play()
        if played.ledger is not None and b'{"type":"%s"' % tag.encode() in played.ledger:
            return played


def abandoned() -> tuple[Table, bytes]:
    """A game whose host gives up waiting for players."""
    return told(
        "abandoned",
        ("host", OpenGame("host", "abandoned", 3, {})),
        ("host", TakeSeat("host", None, "blue")),
        ("guest", TakeSeat("guest", 2)),
        ("guest", LeaveSeat("guest")),
        ("host", AbandonGame("host")),
        ("system", CloseGame()),
    )


def moved() -> tuple[Table, bytes]:
    """A game by invitation that goes on at another server once it has started."""
    return told(
        "moved",
        ("host", OpenGame("host", "moved", 3, {}, listed=False)),
        ("host", TakeSeat("host")),
        ("guest", TakeSeat("guest")),
        ("friend", TakeSeat("friend")),
        ("host", StartGame("host")),
        ("system", MoveGame()),
    )


def told(game: str, *wishes: tuple[str, Command]) -> tuple[Table, bytes]:
    """A game in which just this was done."""
    ruleset, master = ruleset_named("base"), game.encode()
    chance = SeededChance(seed_of(master, game), key_id_of(master))
    state, recorder = ruleset.new_game(), Recorder(ruleset, game, chance.seed)
    for n, (actor, command) in enumerate(wishes, start=1):
        at = STARTED_AT + n * SECOND
        recorder.record(at, actor, command, play(state, command, chance, Occasion(at, actor)))
    return state, recorder.ledger()


def write(name: str, state: Table, ledger: bytes) -> None:
    path = FOLDER / state.ruleset.name / f"{name}.ndjson"
    if path.exists():
        return
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ledger)
    told = msgspec.json.format(msgspec.json.encode(final(state)), indent=1)
    path.with_suffix(".json").write_bytes(told + b"\n")
    print("recorded", path.name)


if __name__ == "__main__":
    for name, game in games():
        played = game.play()
        assert played.ledger is not None
        write(name, played.state, played.ledger)
    write("abandoned", *abandoned())
    write("moved", *moved())
    write("resigned", *resigned())
    for name in TIMED:
        write(name, *in_time(name))
    for name, tag, options, max_turns in (
        ("robber-stays", "robber_stayed", SETUPS["friendly-robber-layout"], 15),
        ("one-free-road", "stop_placing", {}, 120),
    ):
        found = a_game_with(tag, options, max_turns)
        assert found.ledger is not None
        write(name, found.state, found.ledger)
