"""Options that change hooks which do not exist, or that fill them with something else."""

from dataclasses import replace

from domain.base.hooks import Hooks
from domain.base.state import Game
from domain.ids import NodeId, Seat
from domain.seafarers.state import Voyage


def nowhere(state: Game, seat: Seat) -> int:
    return 0


def at_node(state: Game, node: NodeId) -> int:
    return 0


def somewhere(state: Game, seat: Seat) -> list[int]:
    return []


def at_sea(state: Voyage, seat: Seat) -> int:
    return state.pirate


def misspelt(hooks: Hooks[Game]) -> Hooks[Game]:
    #: Unexpected keyword argument "robber_hex" for "replace" of "Hooks[Game]"; did you mean
    #: "robber_hexes"? [call-arg]
    return replace(hooks, robber_hex=nowhere)


def other_argument(hooks: Hooks[Game]) -> Hooks[Game]:
    #: Argument "robber_hexes" to "replace" of "Hooks[Game]" has incompatible type "Callable[[Game,
    #: NodeId], int]"; expected "Callable[[Game, Seat], int]" [arg-type]
    return replace(hooks, robber_hexes=at_node)


def other_result(hooks: Hooks[Game]) -> Hooks[Game]:
    #: Argument "robber_hexes" to "replace" of "Hooks[Game]" has incompatible type "Callable[[Game,
    #: Seat], list[int]]"; expected "Callable[[Game, Seat], int]" [arg-type]
    return replace(hooks, robber_hexes=somewhere)


def other_state(hooks: Hooks[Game]) -> Hooks[Game]:
    #: Argument "robber_hexes" to "replace" of "Hooks[Game]" has incompatible type
    #: "Callable[[Voyage, Seat], int]"; expected "Callable[[Game, Seat], int]" [arg-type]
    return replace(hooks, robber_hexes=at_sea)
