"""Random games for tests: every option, played step by step."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.base.island.layout import BEGINNER
from domain.ids import ORGANIZER, SPECTATOR, Seat, Viewer
from domain.ledger_rules import fold
from domain.messages import Command, Event
from domain.past import RecordedPast
from domain.registry import RULESETS, ruleset_named
from domain.ruleset import AnyRuleset, play
from domain.seafarers.scenarios import SCENARIOS
from domain.state_bytes import freeze, thaw
from domain.table.closing import Resign
from domain.table.state import Table
from domain.table.thinking import NOT_IN_PLAY
from hexledger.self_play import RandomGame, Setup

# A map that is not the island: two rows more, a lake in the middle, two deserts.
LAKE = {
    "hexes": [
        {"q": q, "r": r, "terrain": terrain, "number": number}
        for q, r, terrain, number in (
            (0, 0, "sea", None),
            (1, 0, "hills", 6),
            (1, -1, "forest", 4),
            (0, -1, "pasture", 9),
            (-1, 0, "fields", 8),
            (-1, 1, "mountains", 3),
            (0, 1, "hills", 10),
            (2, -1, "desert", None),
            (2, -2, "fields", 5),
            (2, 0, "mountains", 11),
            (1, 1, "forest", 12),
            (0, 2, "pasture", 2),
            (-1, 2, "fields", 6),
            (-2, 1, "desert", None),
        )
    ],
    "ports": {
        "slots": [
            {"land": [2, -2], "sea": [3, -3], "type": "3:1"},
            {"land": [0, 2], "sea": [0, 3], "type": "ore"},
            {"land": [1, 0], "sea": [0, 0], "type": "wool"},
        ]
    },
    "robber": {"hex": [-2, 1]},
}
ISLAND = {
    "hexes": [
        {"q": h.q, "r": h.r, "terrain": h.terrain, "number": h.number} for h in BEGINNER.hexes
    ],
}

# A small piece at the upper right, the desert on the coast.
ARRANGED = [
    {"slot": slot, "piece": piece, "side": side}
    for slot, (piece, side) in enumerate(
        ((4, "B"), (3, "B"), (6, "B"), (5, "A"), (2, "A"), (1, "B"))
    )
]

# The smallest map for two: no hex around its desert is far from a settlement.
FLOWER = {
    "hexes": [
        {"q": q, "r": r, "terrain": terrain, "number": number}
        for q, r, terrain, number in (
            (0, 0, "desert", None),
            (1, 0, "hills", 6),
            (1, -1, "forest", 8),
            (0, -1, "pasture", 9),
            (-1, 0, "fields", 5),
            (-1, 1, "mountains", 10),
            (0, 1, "forest", 4),
        )
    ]
}

QUITTING = 1 / 600
"""How likely somebody resigns after a commit."""

SETUPS: dict[str, dict[str, Any]] = {
    "default": {},
    "classic": {"edition": "classic"},
    "beginner": {"board": "beginner"},
    "beginner-classic": {"board": "beginner", "edition": "classic"},
    "scattered": {"board": "scattered"},
    "layout": {"board": LAKE},
    "layout-shuffled": {"board": LAKE, "harbours": "shuffled"},
    "layout-no-harbours": {"board": ISLAND},
    "separate": {"phases": "separate"},
    "combined-classic": {"edition": "classic", "phases": "combined"},
    "harbours-shuffled": {"harbours": "shuffled"},
    "harbours-fixed": {"harbours": "fixed"},
    "harbours-frame-classic": {"edition": "classic", "harbours": "frame_pieces"},
    "start-draw": {"start_player": "draw"},
    "start-seat": {"start_player": "seat", "start_seat": 2},
    "start-roll-classic": {"edition": "classic", "start_player": "highest_roll"},
    "target": {"target_points": 5},
    "discard-limit": {"discard_limit": 4},
    "friendly-robber": {"friendly_robber": True},
    "friendly-robber-layout": {"friendly_robber": True, "board": LAKE},
    "bank-hidden": {"bank_visible": False},
    "travel": {"edition": "travel"},
    "travel-random": {"board": "travel", "arrangement": "random"},
    "travel-arranged": {"edition": "travel", "arrangement": ARRANGED},
}
"""One way to open a base game for every value of every option, at least."""

DICE_SETUPS: dict[str, dict[str, Any]] = {
    "default": {},
    "start-seat": {"start_player": "seat"},
    "start-draw": {"start_player": "draw"},
}

DUEL_SETUPS: dict[str, dict[str, Any]] = {
    **SETUPS,
    "start-seat": {"start_player": "seat", "start_seat": 1},
}

# Gold where everybody starts and no desert, a strait, a second island, and fog behind it.
ATOLL: dict[str, Any] = {
    "title": "Atoll",
    "hexes": [
        {"q": q, "r": r, "terrain": terrain, "number": number, "area": area}
        for q, r, terrain, number, area in (
            (0, -1, "pasture", 5, "home"),
            (1, -1, "gold", 9, "home"),
            (-1, 0, "hills", 10, "home"),
            (0, 0, "fields", 6, "home"),
            (1, 0, "gold", 4, "home"),
            (-1, 1, "mountains", 3, "home"),
            (0, 1, "forest", 11, "home"),
            (-1, 2, "pasture", 8, "home"),
            (0, 2, "forest", 5, "home"),
            (2, -1, "sea", None, None),
            (2, 0, "sea", None, None),
            (1, 1, "sea", None, None),
            (1, 2, "sea", None, None),
            (3, -1, "fields", 8, "far"),
            (3, 0, "hills", 4, "far"),
            (2, 1, "fog", None, "mist"),
            (3, 1, "fog", None, "mist"),
            (2, 2, "fog", None, "mist"),
        )
    ],
    "areas": {"home": {"kind": "start"}, "far": {"kind": "bonus"}, "mist": {"kind": "fog"}},
    "ports": {
        "mode": "shuffle",
        "slots": [{"land": [1, 0], "sea": [1, 1]}, {"land": [0, -1], "sea": [0, -2]}],
        "pool": ["3:1", "wool"],
    },
    "pirate": {"hex": [1, 1]},
    "start": {"areas": ["home"]},
    "bonus": {"vp": 2},
    "fog": {"tiles": ["gold", "forest", "sea"], "numbers": [10, 2]},
    "variable": {"groups": [{"areas": ["home"], "shuffle": ["terrain", "numbers"]}]},
    "victory_points": 8,
}

# Its starting island alone and no pirate: the friendly robber often finds no hex at all.
CALM: dict[str, Any] = {
    "hexes": [hex_ for hex_ in ATOLL["hexes"] if hex_["area"] == "home"],
    "areas": {"home": {"kind": "start"}},
    "pirate": {"used": False},
}

SEA_SETUPS: dict[str, dict[str, Any]] = {
    **{
        f"{n}-{setup}": {"scenario": n, "setup": setup}
        for n in SCENARIOS
        for setup in ("printed", "variable")
    },
    **{f"{n}-free": {"scenario": n, "play": "free"} for n in (3, 4)},
    "layout": {"board": ATOLL},
    "layout-variable": {"board": ATOLL, "setup": "variable", "friendly_robber": True},
    "classic": {"scenario": 2, "edition": "classic"},
    "separate": {"scenario": 3, "phases": "separate"},
    "combined-classic": {"scenario": 4, "edition": "classic", "phases": "combined"},
    "friendly-robber": {"friendly_robber": True},
    "bank-hidden": {"scenario": 4, "bank_visible": False},
    "start-draw": {"start_player": "draw"},
    "start-seat": {"start_player": "seat", "start_seat": 2},
    "start-roll-classic": {"scenario": 2, "edition": "classic", "start_player": "highest_roll"},
    "robber-start": {"scenario": 4, "robber_start": [3, -3]},
    "target": {"scenario": 3, "target_points": 5, "discard_limit": 4},
}

SETUPS_OF: dict[str, dict[str, dict[str, Any]]] = {
    "base": SETUPS,
    "dice": DICE_SETUPS,
    "duel": DUEL_SETUPS,
    "seafarers": SEA_SETUPS,
}
"""By ruleset: one way to open a game for every value of every option of its own, at least."""


class RewindableGame(RandomGame):
    """A random game that has its past at hand, so that a referee can rewind it."""

    def __init__(self, setup: Setup, index: int, *, record: bool) -> None:
        super().__init__(setup, index, record=record)
        self.past = RecordedPast(self.ruleset).lend_to(self.state)

    def do(self, actor: str, command: Command) -> list[Event]:
        events = super().do(actor, command)
        self.past.add(events)
        return events


def commits(
    setup: Setup, index: int = 0, *, quitting: bool = False
) -> Iterator[tuple[Table, Command, list[Event]]]:
    """State, command and events of every commit of a random game, once it is folded."""
    game = RandomGame(setup, index, record=False)
    quitters = Random(f"quit:{setup.seed}")
    for _, command, events in game.commits():
        yield game.state, command, events
        state = game.state
        playing = state.phase not in NOT_IN_PLAY
        if quitting and playing and quitters.random() < QUITTING:
            command = Resign(quitters.choice(state.playing))
            yield state, command, play(state, command, game.chance)


class OwnFold:
    """A fold of its own of a game that goes on, with its own record of the past."""

    def __init__(self, ruleset: AnyRuleset, viewer: Viewer | None = None) -> None:
        self.state: Table = ruleset.new_game()
        self.viewer = viewer
        self._past = RecordedPast(self.state.ruleset).lend_to(self.state)

    def events(self, events: Iterable[Event]) -> Iterator[Event]:
        """Fold the events of a commit, in full or as a viewer knows them, one by one."""
        ruleset, folded = self.state.ruleset, list[Event]()
        for event in events:
            known = event if self.viewer is None else ruleset.redact(event, self.viewer)
            ruleset.evolve(self.state, known)
            folded.append(known)
            yield known
        self._past.add(folded)

    def commit(self, events: Iterable[Event]) -> Table:
        for _ in self.events(events):
            pass
        return self.state


def refolded(setup: Setup, events: list[Event]) -> Table:
    """A state of its own, from events alone, without rewinds."""
    return fold(ruleset_named(setup.ruleset).new_game(), events)


def folded_again(setup: Setup, commits: Iterable[Sequence[Event]]) -> Table:
    """The same from events commit by commit, with rewinds."""
    own = OwnFold(ruleset_named(setup.ruleset))
    for events in commits:
        own.commit(events)
    return own.state


def twin(state: Table) -> Table:
    """The same moment once more: what a state freezes to is all of it, and soon thawed."""
    other = thaw(state.ruleset, freeze(state))
    other.past = state.past
    return other


def viewers(state: Table) -> list[Viewer]:
    return [*(Seat(i) for i in range(len(state.chairs))), SPECTATOR, ORGANIZER]


def setups(ruleset: str = "base", **fixed: Any) -> st.SearchStrategy[Setup]:
    """Setups over all options, players and seeds."""
    return st.builds(
        Setup,
        ruleset=st.just(ruleset),
        players=st.sampled_from(RULESETS[ruleset].seats),
        options=st.sampled_from(list(SETUPS_OF[ruleset].values())),
        seed=st.integers(0, 2**32).map(str),
        player_trades=st.booleans(),
        max_turns=st.just(fixed.get("max_turns", 400)),
    )
