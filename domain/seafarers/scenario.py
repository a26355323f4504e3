"""A scenario: everything that sets it apart from the plain rules of the sea, in one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.base.statistics import Counters
from domain.messages import Event
from domain.rulebook import Rulebook
from domain.ruleset import Redactor
from domain.table.view import ViewTypes


@dataclass(frozen=True)
class Scenario:
    """Rules by the name of the hook they fill, and its own messages."""

    number: int
    hooks: Mapping[str, Any] = field(default_factory=dict)
    rulebook: Rulebook = field(default_factory=Rulebook)
    public: tuple[type[Event], ...] = ()
    """Facts that everybody may know in full."""
    redactors: Mapping[type[Event], Redactor] = field(default_factory=dict)
    """What others may know of the rest."""
    wrong_phase: Mapping[str, Any] = field(default_factory=dict)
    """By phase of its own: how a wish that does not belong there is refused."""
    view_types: ViewTypes = field(default_factory=ViewTypes)
    """The classes of what it shows, if it shows more than every game at sea."""
    counters: Counters = field(default_factory=dict)
    """How its facts are counted in the statistics of a seat."""
    counted: Mapping[str, int] = field(default_factory=dict)
    """What they are counted as, with nothing counted yet."""
