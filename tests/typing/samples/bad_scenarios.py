"""Scenarios that fill hooks of the base game and of the sea with something else."""

from collections.abc import Iterator
from dataclasses import replace

from domain.base.hooks import WrongPhase
from domain.base.state import Game
from domain.chance.draws import Chance
from domain.ids import Seat
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.scenario import Scenario
from domain.seafarers.state import Voyage


def deal(state: Voyage) -> Iterator[Event]:
    yield from ()


def gold(state: Voyage, seat: Seat, chance: Chance) -> Iterator[Event]:
    yield from ()


def wrong_base_hook(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    #: Argument "deal" to "replace" of "SeaHooks[Voyage]" has incompatible type "Callable[[Voyage],
    #: Iterator[Event]]"; expected "Callable[[Voyage, Chance], Iterator[Event]]" [arg-type]
    return replace(sea, deal=deal)


def wrong_sea_hook(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    #: Argument "before_production" to "replace" of "SeaHooks[Voyage]" has incompatible type
    #: "Callable[[Voyage, Seat, Chance], Iterator[Event]]"; expected "Callable[[Voyage, Chance],
    #: Iterable[Event]] | None" [arg-type]
    return replace(sea, before_production=gold)


def no_such_hook(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    #: Unexpected keyword argument "on_shipwreck" for "replace" of "SeaHooks[Voyage]" [call-arg]
    return replace(sea, on_shipwreck=gold)


def no_hooks(sea: SeaHooks[Voyage]) -> None:
    """Forgot to return them."""


#: Argument "hooks" to "Scenario" has incompatible type "Callable[[SeaHooks[Voyage]], None]";
#: expected "Callable[[SeaHooks[Voyage]], SeaHooks[Voyage]]" [arg-type]
SCENARIO = Scenario(number=1, hooks=no_hooks, rulebook=Rulebook[Game]())
#: Dict entry 0 has incompatible type "str": "str"; expected "str": "tuple[type[RuleViolation],
#: str]" [dict-item]
WRONG_PHASE: WrongPhase = {"storm": "wait for better weather"}
