"""Record golden games that are not there yet: `python -m tests.golden`. Recorded ones stay."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

import msgspec

from domain.registry import RULESETS
from domain.ruleset import Ruleset
from domain.table.closing import CloseGame, MoveGame, Resign
from domain.table.lobby import AbandonGame, LeaveSeat, OpenGame, StartGame, TakeSeat
from domain.table.state import Table
from hexledger.self_play import BotGame, Played, RandomGame, Setup
from tests.attempts import attempt
from tests.clocks.games import TimedGame, timed_of
from tests.games import CALM, FLOWER, SETUPS, SETUPS_OF
from tests.golden.recording import FOLDER, final
from tests.golden.telling import Telling, told

PEOPLE = ("host", "guest", "friend", "cousin")
SHORT: Mapping[str, dict[str, Any]] = {
    "base": {"target_points": 5},
    "duel": {"target_points": 5},
    "seafarers": {"target_points": 5},
}
"""Options by which recorded games of a ruleset stay short."""


def resigned(ruleset: Ruleset) -> tuple[Table, bytes]:
    """A random game in which two seats give up on the way, as far as there are two to spare."""
    setup = Setup(ruleset=ruleset.name, players=ruleset.seats[-1], seed="resigned", max_turns=60)
    game = RandomGame(setup, 0, record=True)
    assert game.recorder is not None
    for n, _ in enumerate(game.commits()):
        if n in (60, 170) and not game.state.outcome:
            seat = game.ruleset.flow.to_act(game.state)[0]
            game.do(game.state.chairs[seat].player or "", Resign(seat))
    return game.state, game.recorder.ledger()


def games(ruleset: Ruleset) -> Iterator[tuple[str, RandomGame]]:
    name, seats = ruleset.name, ruleset.seats
    for i, (kind, options) in enumerate(SETUPS_OF[name].items()):
        setup = Setup(
            ruleset=name,
            players=seats[-1 - i % len(seats)],
            options={**SHORT.get(name, {}), **options},
            seed=kind,
            player_trades=i % 3 == 0,
        )
        yield kind, RandomGame(setup, 0, record=True)
    many = seats[-1]
    planners = Setup(ruleset=name, players=many, seed="planners", bots=(ruleset.bots[0],) * many)
    yield "planners", BotGame(planners, 0, record=True)
    for kind, max_turns in (("whole-game", 1_000), ("void", 12)):
        setup = Setup(ruleset=name, players=many, seed=kind, max_turns=max_turns)
        yield kind, RandomGame(setup, 0, record=True)


def in_time(ruleset: Ruleset, name: str) -> tuple[Table, bytes]:
    """A short game with clocks, bots, pauses and people who go away."""
    options = {**SHORT.get(ruleset.name, {}), **timed_of(ruleset)[name]}
    setup = Setup(ruleset.name, ruleset.seats[-1], options, seed=name, max_turns=25)
    game = TimedGame(setup, 0, record=True)
    assert game.recorder is not None
    for _ in game.commits():
        pass
    return game.state, game.recorder.ledger()


RARE: tuple[tuple[str, str, str, Mapping[str, Any], int], ...] = (
    ("base", "robber-stays", "robber_stayed", SETUPS["friendly-robber-layout"], 15),
    ("base", "one-free-road", "stop_placing", {}, 120),
    ("duel", "robber-stays", "robber_stayed", {"friendly_robber": True, "board": FLOWER}, 15),
    ("duel", "one-free-road", "stop_placing", {}, 120),
    ("duel", "largest-army", "largest_army_awarded", {}, 150),
    ("seafarers", "robber-stays", "robber_stayed", {"friendly_robber": True, "board": CALM}, 15),
    ("seafarers", "one-free-way", "stop_placing", {}, 120),
    ("seafarers", "gift-point", "gift_point_taken", {"scenario": 5}, 60),
    ("seafarers", "gift-card", "gift_card_taken", {"scenario": 5}, 60),
    ("seafarers", "gift-harbour", "harbour_placed", {"scenario": 5}, 60),
    ("seafarers", "cloth-stolen", "cloth_stolen", {"scenario": 6}, 40),
    ("seafarers", "cloth-ran-out", "cloth_ran_out", {"scenario": 6, "target_points": 20}, 120),
    ("seafarers", "theft-lapsed", "theft_lapsed", {"scenario": 7}, 8),
    ("seafarers", "fleet-left", "fleet_left", {"scenario": 7, "target_points": 20}, 400),
    ("seafarers", "redealt", "redeal_asked", {"scenario": 9}, 2),
)
"""By ruleset and name: what seldom happens, with which options, within how many turns."""


def a_game_with(ruleset: Ruleset, tag: str, options: Mapping[str, Any], max_turns: int) -> Played:
    """The first game, by seed, in which this happens."""
    setup = Setup(
        ruleset.name, ruleset.seats[-1], options, player_trades=False, max_turns=max_turns
    )
    for seed in count():
        setup = replace(setup, seed=str(seed))
        played = RandomGame(setup, 0, record=True).play()
        if played.ledger is not None and b'{"type":"%s"' % tag.encode() in played.ledger:
            return played
    raise AssertionError("there is always another seed")


def deserted(ruleset: Ruleset) -> tuple[Table, bytes]:
    """A game that everybody leaves, one after the other, as far as there is one to leave."""
    people = PEOPLE[: ruleset.seats[0]]
    telling = Telling(ruleset, "deserted")
    telling.do("host", OpenGame("host", "deserted", len(people), {}))
    for person in people:
        telling.do(person, TakeSeat(person))
    telling.do("host", StartGame("host"))
    while not telling.state.outcome:
        seat = telling.state.playing[0]
        telling.do(people[seat], Resign(seat))
    telling.do("system", CloseGame())
    return telling.state, telling.recorder.ledger()


def abandoned(ruleset: Ruleset) -> tuple[Table, bytes]:
    """A game whose host gives up waiting for players."""
    many = ruleset.seats[-1]
    return told(
        ruleset,
        "abandoned",
        ("host", OpenGame("host", "abandoned", many, {})),
        ("host", TakeSeat("host", None, "blue")),
        ("guest", TakeSeat("guest", many - 1)),
        ("guest", LeaveSeat("guest")),
        ("host", AbandonGame("host")),
        ("system", CloseGame()),
    )


def moved(ruleset: Ruleset) -> tuple[Table, bytes]:
    """A game by invitation that goes on at another server once it has started."""
    people = PEOPLE[: ruleset.seats[0]]
    return told(
        ruleset,
        "moved",
        ("host", OpenGame("host", "moved", len(people), {}, listed=False)),
        *((person, TakeSeat(person)) for person in people),
        ("host", StartGame("host")),
        ("system", MoveGame()),
    )


def write(name: str, state: Table, ledger: bytes) -> None:
    path = FOLDER / state.ruleset.name / f"{name}.ndjson"
    if path.exists():
        return
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(ledger)
    told = msgspec.json.format(msgspec.json.encode(final(state)), indent=1)
    path.with_suffix(".json").write_bytes(told + b"\n")
    print("recorded", state.ruleset.name, path.name)


def record(ruleset: Ruleset) -> None:
    """What every ruleset has."""
    for name, game in games(ruleset):
        played = game.play()
        assert played.ledger is not None
        write(name, played.state, played.ledger)
    write("abandoned", *abandoned(ruleset))
    write("moved", *moved(ruleset))
    write("resigned", *resigned(ruleset))
    write("deserted", *deserted(ruleset))
    for name in timed_of(ruleset):
        write(name, *in_time(ruleset, name))
    for name, moves in (("challenge", None), ("challenge-missed", 40)):
        if ruleset.opening.is_shareable:
            telling = attempt(ruleset, moves=moves)
            write(name, telling.state, telling.recorder.ledger())


if __name__ == "__main__":
    for ruleset in RULESETS.values():
        record(ruleset)
    for ruleset_name, name, tag, options, max_turns in RARE:
        if not (FOLDER / ruleset_name / f"{name}.ndjson").exists():
            found = a_game_with(RULESETS[ruleset_name], tag, options, max_turns)
            assert found.ledger is not None
            write(name, found.state, found.ledger)
