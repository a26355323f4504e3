"""Scenes at a table: given events, when a command, then events.

Pieces and cards come into a scene as facts, cards always out of the bank, so that a scene is a
position that play could have led to. Every step also holds the laws that need no scene of their
own: cards and pieces are conserved, a refusal changes nothing, what is done was offered and what is
refused was not.
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.base.costs import CITY_COST, DEVELOPMENT_CARD_COST
from domain.base.events import (
    BoardLaid,
    CityBuilt,
    DevelopmentCardBought,
    DevelopmentCardPlayed,
    DiceRolled,
    FirstPlayerChosen,
    Harbour,
    ResourcesProduced,
    RoadBuilt,
    SettlementBuilt,
    Tile,
    TurnBegan,
)
from domain.base.game import BASE
from domain.cards import CARD_KINDS, RESOURCES
from domain.choices import Choice
from domain.grid.geometry import DIRECTIONS, geometry
from domain.ids import ORGANIZER
from domain.ledger_rules import fold
from domain.messages import (
    CallCommand,
    Command,
    Event,
    Occasion,
    OrganizerCommand,
    PlayerCommand,
    SystemCommand,
)
from domain.refusals import RuleViolation
from domain.ruleset import Ruleset, play
from domain.state_bytes import freeze
from domain.table.lobby import GameOpened, GameStarted, SeatTaken, TakeSeat

Place: TypeAlias = tuple[int, int]
Facts: TypeAlias = Event | Sequence["Facts"]

PLAYERS = ("ada", "ben", "cyd", "dan")
COLOURS = ("red", "blue", "orange", "white")
DECK = {"knight": 14, "victory_point": 5, "road_building": 2, "invention": 2, "monopoly": 2}

# The beginners' island. Rows go down; hexes are (q, r).
ISLAND: dict[Place, tuple[str, int | None]] = {
    (0, -2): ("mountains", 10),
    (1, -2): ("pasture", 2),
    (2, -2): ("forest", 9),
    (-1, -1): ("fields", 12),
    (0, -1): ("hills", 6),
    (1, -1): ("pasture", 4),
    (2, -1): ("hills", 10),
    (-2, 0): ("fields", 9),
    (-1, 0): ("forest", 11),
    (0, 0): ("desert", None),
    (1, 0): ("forest", 3),
    (2, 0): ("mountains", 8),
    (-2, 1): ("forest", 8),
    (-1, 1): ("mountains", 3),
    (0, 1): ("fields", 4),
    (1, 1): ("pasture", 5),
    (-2, 2): ("hills", 5),
    (-1, 2): ("fields", 6),
    (0, 2): ("pasture", 11),
}
HARBOURS: dict[tuple[Place, str], str] = {
    ((0, -2), "NW"): "3:1",
    ((1, -2), "NE"): "grain",
    ((2, -1), "NE"): "ore",
    ((2, 0), "E"): "3:1",
    ((1, 1), "SE"): "wool",
    ((-1, 2), "SE"): "3:1",
    ((-2, 2), "SW"): "3:1",
    ((-2, 1), "W"): "brick",
    ((-1, -1), "W"): "lumber",
}
GRID = geometry(tuple(ISLAND))

SIDES = dict(zip(("E", "NE", "NW", "W", "SW", "SE"), DIRECTIONS, strict=True))
CORNERS = {
    "N": ("NE", "NW"),
    "NE": ("NE", "E"),
    "SE": ("E", "SE"),
    "S": ("SE", "SW"),
    "SW": ("SW", "W"),
    "NW": ("W", "NW"),
}


# Places


def hex_at(q: int, r: int) -> int:
    return GRID.hex_ids[q, r]


def node(*hexes: Place) -> int:
    """The crossing where three hexes meet, frame hexes included."""
    return GRID.node_by_hexes[tuple(sorted(hexes))]


def edge(*hexes: Place) -> int:
    """The path between two hexes."""
    return GRID.edge_by_hexes[tuple(sorted(hexes))]


def beyond(place: Place, side: str) -> Place:
    """The hex on the other side."""
    return place[0] + SIDES[side][0], place[1] + SIDES[side][1]


def corner(place: Place, name: str) -> int:
    """A crossing of a hex, by its direction: N, NE, SE, S, SW or NW."""
    one, other = CORNERS[name]
    return node(place, beyond(place, one), beyond(place, other))


def sides(place: Place, *names: str) -> list[int]:
    """Paths of a hex, by direction; E, NE, NW, W, SW, SE in this order hang together."""
    return [edge(place, beyond(place, name)) for name in names]


def ring(place: Place, count: int = 6) -> list[int]:
    """So many paths around a hex in a row, counter-clockwise from the east."""
    return sides(place, *list(SIDES)[:count])


# Facts


def opened(players: int = 4, ruleset: Ruleset = BASE, **options: Any) -> GameOpened:
    return GameOpened(
        game="g",
        ruleset=ruleset.name,
        rules=ruleset.rules,
        players=players,
        options=options,
        host=PLAYERS[0],
        commitment="",
        key_id="",
    )


def seated(players: int = 4, colours: Sequence[str] = COLOURS) -> list[Event]:
    return [SeatTaken(seat=i, player=PLAYERS[i], colour=colours[i]) for i in range(players)]


def laid(tiles: Mapping[Place, tuple[str, int | None]] | None = None) -> BoardLaid:
    """The beginners' island, but for these tiles."""
    island = {place: {**ISLAND, **(tiles or {})}[place] for place in GRID.hexes[: GRID.inner]}
    return BoardLaid(
        tiles=tuple(Tile(q, r, *kind) for (q, r), kind in island.items()),
        harbours=tuple(Harbour(*sides(*where), kind) for where, kind in HARBOURS.items()),
        robber=hex_at(0, 0),
        draw=0,
        draws=0,
    )


def layout(**changes: Any) -> dict[str, Any]:
    """The beginners' island as a client sends it, with a founding phase."""
    return {
        "hexes": [
            {"q": q, "r": r, "terrain": terrain, "number": number}
            for (q, r), (terrain, number) in ISLAND.items()
        ],
        "ports": {
            "slots": [
                {"land": list(land), "sea": list(beyond(land, side)), "type": kind}
                for (land, side), kind in HARBOURS.items()
            ]
        },
        "robber": {"hex": [0, 0]},
        **changes,
    }


def settlements(seat: int, *nodes: int) -> list[Event]:
    return [SettlementBuilt(seat=seat, node=node, free=True) for node in nodes]


def roads(seat: int, *edges: int) -> list[Event]:
    return [RoadBuilt(seat=seat, edge=edge, free=True) for edge in edges]


def cities(seat: int, *nodes: int) -> list[Facts]:
    return [
        (settlements(seat, node), dealt(seat, **CITY_COST), CityBuilt(seat=seat, node=node))
        for node in nodes
    ]


def dealt(seat: int, **cards: int) -> ResourcesProduced:
    """Cards from the bank into a hand."""
    return ResourcesProduced(gains={seat: cards})


def bought(seat: int, kind: str) -> DevelopmentCardBought:
    return DevelopmentCardBought(seat=seat, kind=kind, draw=0)


def holding(seat: int, *kinds: str) -> list[Facts]:
    """Development cards of earlier turns, if a turn begins after this."""
    return [(dealt(seat, **DEVELOPMENT_CARD_COST), bought(seat, kind)) for kind in kinds]


def played(seat: int, kind: str) -> DevelopmentCardPlayed:
    return DevelopmentCardPlayed(seat=seat, kind=kind)


def knights(seat: int, count: int) -> list[Facts]:
    """Knights played in earlier turns."""
    return [(holding(seat, "knight"), played(seat, "knight")) for _ in range(count)]


def turn_of(seat: int, turn: int = 1) -> TurnBegan:
    """The turn has begun, the dice are not rolled."""
    return TurnBegan(seat=seat, turn=turn)


def rolled(seat: int, first: int, second: int) -> DiceRolled:
    return DiceRolled(seat=seat, dice=(first, second), draw=0)


def main_of(seat: int) -> list[Event]:
    """A turn in which the dice are rolled, and trading and building is open."""
    return [turn_of(seat), rolled(seat, 1, 1)]


# Chance


class ScriptedChance:
    """Luck as the test wants it, by label. A draw that nobody expected fails the test."""

    seed = bytes(range(32))
    commitment = hashlib.sha256(seed).hexdigest()
    key_id = "scripted"

    def __init__(self, script: Mapping[str, Iterable[int]]) -> None:
        self.index = 0
        self.script = {label: deque(outcomes) for label, outcomes in script.items()}
        self.drawn: list[tuple[str, int]] = []
        self.nonces: list[str] | None = None

    def below(self, n: int, label: str) -> int:
        assert self.script.get(label), f"nobody expected a draw of {label!r}"
        outcome = self.script[label].popleft()
        assert 0 <= outcome < n, f"{label!r} draws below {n}, not {outcome}"
        self.drawn.append((label, n))
        self.index += 1
        return outcome

    def fix_key(self, source: str, nonces: Iterable[str], *, is_shared: bool = False) -> None:
        assert not self.drawn, "nothing may be drawn before the key is fixed"
        self.nonces = list(nonces)

    def leftover(self) -> list[str]:
        return [label for label, outcomes in self.script.items() if outcomes]


def fall(first: int, second: int) -> int:
    """The draw in which the dice fall like this."""
    return 6 * (first - 1) + second - 1


# Scenes


class Scene:
    """A table, the last command at it, and what came of it."""

    def __init__(self, state: Any) -> None:
        self._state = state
        self.events: list[Event] = []
        self.refusal: RuleViolation | None = None
        self.chance = ScriptedChance({})

    @property
    def state(self) -> Any:
        """The table; a refusal has to be expected before anything else is."""
        assert self.refusal is None, f"refused: {self.refusal}"
        return self._state

    def given(self, *facts: Facts) -> "Scene":
        """Further facts, as recorded."""
        fold(self.state, flat(facts))
        self._assert_conserved()
        return self

    def when(
        self,
        command: Command,
        *,
        dice: tuple[int, int] | list[tuple[int, int]] | None = None,
        card: str | int | None = None,
        at: float = 0,
        by: str = "",
        **script: Iterable[int],
    ) -> "Scene":
        """Give a command, after so many seconds, by its player or somebody else.

        Script the rolls, the card drawn from the deck, or raw draws by label.
        """
        state = self.state
        if dice:
            script["dice"] = [fall(*roll) for roll in (dice if isinstance(dice, list) else [dice])]
        if isinstance(card, str):
            card = sum(state.deck[kind] for kind in CARD_KINDS[: CARD_KINDS.index(card)])
        if card is not None:
            script["card"] = [card]
        offered = _offered(state, command)
        before = freeze(state)
        first_draw = state.next_draw
        self.chance = ScriptedChance(script)
        try:
            self.events = play(state, command, self.chance, Occasion(round(at * 1_000), by))
        except RuleViolation as refusal:
            self.refusal = refusal
            self.events = []
            assert freeze(state) == before, "a refusal changes nothing"
            assert not self.chance.drawn, "a refusal draws nothing"
            assert command not in (offered or ()), "what is refused is not offered"
            return self
        assert not self.chance.leftover(), f"not drawn: {self.chance.leftover()}"
        assert state.next_draw == first_draw + len(self.chance.drawn), "draws are counted"
        if offered is not None:
            kinds = {one.command if isinstance(one, Choice) else type(one) for one in offered}
            assert type(command) in kinds, f"{type(command).__name__} was not offered"
        self._assert_conserved()
        return self

    def then(self, *events: Facts) -> "Scene":
        """Exactly these events came of it. The numbers of draws are checked apart."""
        assert self.refusal is None, f"refused: {self.refusal}"
        self._assert_same(self.events, flat(events))
        return self

    def then_ends(self, *events: Facts) -> "Scene":
        """These events came last."""
        assert self.refusal is None, f"refused: {self.refusal}"
        expected = flat(events)
        self._assert_same(self.events[-len(expected) :], expected)
        return self

    def then_refused(self, code: str) -> "Scene":
        """Refused with this code; that nothing changed is always checked."""
        assert self.refusal is not None, f"accepted: {self.events}"
        assert self.refusal.code == code, f"{self.refusal.code}: {self.refusal}"
        self.refusal = None
        return self

    # What is read off the table

    def hand(self, seat: int) -> dict[str, int]:
        return _some(self.state.hands[seat])

    def bank(self) -> dict[str, int]:
        return _some(self.state.bank)

    def points(self, seat: int) -> int:
        return self.state.ruleset.score(self.state, ORGANIZER)[seat].points

    def view(self, viewer: Any) -> dict[str, Any]:
        """What a client of this viewer is sent."""
        return sent(self.typed_view(viewer))

    def typed_view(self, viewer: Any) -> Any:
        """The same as pictures and bots read it."""
        return self.state.ruleset.view(self.state, viewer)

    def offers(self, seat: int, kind: type[Command]) -> list[Any]:
        """What a seat is offered of one kind of command."""
        return [one for one in self.state.ruleset.actions(self.state, seat) if type(one) is kind]

    def _assert_same(self, events: list[Event], expected: list[Event]) -> None:
        happened, wanted = _undrawn(events), _undrawn(expected)
        assert happened == wanted, f"\nhappened: {happened}\nexpected: {wanted}"

    def _assert_conserved(self) -> None:
        state = self.state
        if not state.hands:
            return
        for resource in RESOURCES:
            counts = [state.bank[resource], *(hand[resource] for hand in state.hands)]
            assert min(counts) >= 0, f"{resource} below zero: {counts}"
            assert sum(counts) == 19, f"{resource} is not conserved: {counts}"
        deck = state.hooks.deck(len(state.chairs)) if hasattr(state.hooks, "deck") else DECK
        for kind, count in deck.items():
            unplayed = sum(cards[kind] for cards in state.cards)
            shown = sum(state.knights) if kind == "knight" else 0
            assert state.deck[kind] + unplayed + shown + state.spent[kind] == count, kind


def given(
    *facts: Facts,
    players: int = 4,
    tiles: Mapping[Place, tuple[str, int | None]] | None = None,
    ruleset: Ruleset = BASE,
    **options: Any,
) -> Scene:
    """A started game on the beginners' island with nothing on it but what the facts bring.

    It is nobody's turn yet: say `turn_of`, `main_of` or begin the founding.
    """
    start = (GameStarted(), laid(tiles), FirstPlayerChosen(seat=0))
    return lobby(seated(players), start, *facts, players=players, ruleset=ruleset, **options)


def lobby(*facts: Facts, players: int = 4, ruleset: Ruleset = BASE, **options: Any) -> Scene:
    """A game that is open and not started."""
    return nothing(ruleset).given(opened(players, ruleset, **options), *facts)


def nothing(ruleset: Ruleset = BASE) -> Scene:
    """A table on which nothing has happened."""
    return Scene(ruleset.new_game())


def flat(facts: Facts) -> list[Event]:
    if isinstance(facts, Event):
        return [facts]
    return [event for fact in facts for event in flat(fact)]


def sent(view: Struct) -> Any:
    """A view, or a part of one, as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(view))


def _undrawn(events: Iterable[Event]) -> list[Event]:
    return [
        replace(event, draw=0) if getattr(event, "draw", None) is not None else event
        for event in events
    ]


def _offered(state: Any, command: Command) -> list[Any] | None:
    if isinstance(command, SystemCommand | OrganizerCommand | CallCommand):
        return None
    if isinstance(command, TakeSeat) and command.code is not UNSET:
        # Nobody but the guest knows the code, so it cannot be offered.
        return None
    if isinstance(command, PlayerCommand):
        return state.ruleset.lobby_actions(state, command.player)
    return state.ruleset.actions(state, command.seat)


def _some(cards: Mapping[str, int]) -> dict[str, int]:
    return {kind: count for kind, count in cards.items() if count}
