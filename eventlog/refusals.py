"""The reasons why a game's ledger cannot be used, each with a code for machines."""

from domain.refusals import RuleViolation


class NoSuchGame(RuleViolation):
    """This server has no game with this id; check the address."""

    code = "game/unknown"


class NoSuchVersion(RuleViolation):
    """The game has no such version: versions count from 1 to the last commit."""

    code = "game/no_such_version"


class RulesMissing(RuleViolation):
    """This server does not have the rules that the game is played by."""

    code = "ruleset/unavailable"


class Quarantined(RuleViolation):
    """The game's chain does not verify; it accepts no commands until the operator repairs it."""

    code = "game/quarantined"


class NotClosed(RuleViolation):
    """The whole ledger is public only after its game is closed; wait for the end."""

    code = "game/not_closed"


class ImportRefused(RuleViolation):
    """This ledger file cannot be imported; the message says why."""

    code = "ledger/not_let_in"
