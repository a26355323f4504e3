"""A scenario: everything that sets it apart from the plain rules of the sea, in one value."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from domain.base.hooks import WrongPhase
from domain.dealings import Takings
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.seafarers.hooks import SeaHooks
from domain.seafarers.state import ScenarioState, Voyage
from domain.seafarers.statistics_types import SeaSeatStats
from domain.statistics import Counters
from domain.table.view import ViewTypes

HookChange: TypeAlias = Callable[[SeaHooks[Voyage]], SeaHooks[Voyage]]
"""What an option or a scenario makes of the rules, by `dataclasses.replace`."""


def plain(sea: SeaHooks[Voyage]) -> SeaHooks[Voyage]:
    """The rules of the sea as they are."""
    return sea


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """Its rules, its own messages, and what it keeps track of."""

    number: int
    hooks: HookChange = plain
    """The rules of the sea with those replaced that it has others for."""
    state: type[ScenarioState] | None = None
    """What it keeps track of."""
    rulebook: Rulebook[Voyage] = field(default_factory=Rulebook)
    public: tuple[type[Event], ...] = ()
    """Facts that everybody may know in full."""
    redactors: Mapping[type[Event], Redactor] = field(default_factory=dict)
    """What others may know of the rest."""
    wrong_phase: WrongPhase = field(default_factory=dict)
    """By phase of its own: how a wish that does not belong there is refused."""
    view_types: ViewTypes = field(default_factory=ViewTypes)
    """The classes of what it shows, if it shows more than every game at sea."""
    counters: Counters[Voyage, SeaSeatStats] = field(default_factory=Counters)
    """How its facts are counted in the statistics of a seat."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """What they are counted as, with nothing counted yet."""
    takings: Takings = field(default_factory=dict)
    """Its own events by which a seat takes something from another one."""
    buildings: frozenset[type[Event]] = frozenset()
    """Its own events by which something is built."""
