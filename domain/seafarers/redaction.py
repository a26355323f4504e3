"""What others may know of a fact at sea."""

from domain.base import redaction
from domain.ledger_rules import Redactor
from domain.messages import Event
from domain.ruleset import in_full
from domain.seafarers import events as facts
from domain.seafarers.scenarios import SCENARIOS

PUBLIC: tuple[type[Event], ...] = (
    facts.PirateSet,
    facts.ShipBuilt,
    facts.ShipMoved,
    facts.PirateMoved,
    facts.GoldClaimed,
    facts.GoldPicked,
    facts.MarkersTaken,
    facts.HexDiscovered,
    facts.DiscoveryPaid,
)

REDACTORS: dict[type[Event], Redactor] = {
    **redaction.REDACTORS,
    **dict.fromkeys(PUBLIC, in_full),
}
for _scenario in SCENARIOS.values():
    REDACTORS |= dict.fromkeys(_scenario.public, in_full)
    REDACTORS |= _scenario.redactors
