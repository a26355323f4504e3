"""What others may know of a fact: all of it."""

from domain.dice import events as facts
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.ruleset import in_full
from domain.table import rules

PUBLIC: tuple[type[Event], ...] = (
    *rules.PUBLIC,
    facts.FirstPlayerChosen,
    facts.TurnBegan,
    facts.DiceRolled,
    facts.RollingStopped,
    facts.JokerUsed,
    facts.GoldExchanged,
    facts.RoadBuilt,
    facts.SettlementBuilt,
    facts.CityBuilt,
    facts.KnightBuilt,
    facts.PointsEntered,
    facts.CrossEntered,
    facts.GameDeserted,
)

REDACTORS: dict[type[Event], Redactor] = dict.fromkeys(PUBLIC, in_full)
