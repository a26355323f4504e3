"""Why a game's ledger cannot be used, with a code for machines."""

from domain.refusals import RuleViolation


class NoSuchGame(RuleViolation):
    """There is no game with this id here; check the address you were given."""

    code = "game/unknown"


class NoSuchVersion(RuleViolation):
    """The game has not come to this version yet, or versions do not count from 1."""

    code = "game/no_such_version"


class RulesMissing(RuleViolation):
    """This server does not have the rules by which the game is played."""

    code = "ruleset/unavailable"


class Quarantined(RuleViolation):
    """The game's chain does not verify; it takes no commands until the operator has mended it."""

    code = "game/quarantined"


class NotClosed(RuleViolation):
    """The whole ledger is open to everybody once its game is closed; wait for its end."""

    code = "game/not_closed"


class ImportRefused(RuleViolation):
    """This ledger file cannot become a game of this server; the message says why."""

    code = "ledger/not_let_in"
