"""What the laws need to know of a ruleset to test it. A new ruleset adds its own here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from domain.ids import Seat, Viewer
from domain.messages import Command, Event
from tests.base import probing as base
from tests.dice import probing as dice
from tests.duel import probing as duel
from tests.games import SETUPS_OF
from tests.seafarers import probing as seafarers

Exchange: TypeAlias = Callable[[Any, Viewer, Random], bool]


@dataclass(frozen=True)
class Probe:
    """How far the laws can be put to the test in one ruleset."""

    setups: Mapping[str, Mapping[str, Any]]
    """One way to open a game for every value of every option of its own, at least."""
    conserved: Callable[[Any], None]
    """Law 3: fails if something that is only moved was made or lost."""
    covers: Callable[[Any, Command], bool] = lambda state, command: True
    """Law 2: whether a command inside the bounds of an open choice is legal by what its author may
    not know, and is not told in the bounds."""
    exchanges: tuple[Exchange, ...] = ()
    """Law 5: ways to exchange what a viewer cannot know; they tell whether anything changed."""
    tempts: Callable[[Any, Seat, Random], list[Command]] = lambda state, seat, random: []
    """Law 5: things that a seat may try, legal or not."""
    revealing: tuple[type[Event], ...] = ()
    """Law 5: facts by which the rules themselves tell what was hidden."""
    open_fields: frozenset[tuple[str, str]] = frozenset({("first_player_chosen", "draw")})
    """Fields of events that may be None for another reason than to hide something."""
    survey: Callable[[Any], None] | None = None
    """Works out anew what a state keeps though it follows from the rest of it."""
    unheard_of: frozenset[str] = frozenset()
    """Events of the house that cannot happen in its games."""


PROBES: dict[str, Probe] = {
    "base": Probe(
        setups=SETUPS_OF["base"],
        conserved=base.assert_conserved,
        survey=base.survey_anew,
        covers=base.bank_covers,
        exchanges=(base.exchange_cards, base.exchange_development_cards),
        tempts=base.tempts,
        revealing=base.REVEALING,
        open_fields=base.OPEN_FIELDS,
    ),
    "dice": Probe(
        setups=SETUPS_OF["dice"],
        conserved=dice.assert_conserved,
        unheard_of=frozenset({"lots_drawn"}),
    ),
    "duel": Probe(
        setups=SETUPS_OF["duel"],
        conserved=duel.assert_conserved,
        survey=base.survey_anew,
        covers=base.bank_covers,
        exchanges=(base.exchange_cards, base.exchange_development_cards),
        tempts=duel.tempts,
        revealing=base.REVEALING,
        open_fields=base.OPEN_FIELDS,
    ),
    "seafarers": Probe(
        setups=SETUPS_OF["seafarers"],
        conserved=seafarers.assert_conserved,
        survey=seafarers.survey_anew,
        covers=seafarers.bank_covers,
        exchanges=(base.exchange_cards, base.exchange_development_cards),
        tempts=seafarers.tempts,
        revealing=seafarers.REVEALING,
        open_fields=seafarers.OPEN_FIELDS,
    ),
}
