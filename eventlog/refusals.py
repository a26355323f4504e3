"""The reasons why a game's ledger cannot be used, each with a code for machines."""

from domain.refusals import RuleViolation


class NoSuchGame(RuleViolation):
    """This server has no game with this id; check the address."""

    code = "game/unknown"


class NoSuchTournament(NoSuchGame):
    """This server has no tournament with this id; check the address."""

    code = "tournament/unknown"


class NoSuchVersion(RuleViolation):
    """The game has no such version: versions count from 1 to the last commit."""

    code = "game/no_such_version"


class NoSuchTime(RuleViolation):
    """At that time the game had not been opened; `details.opened_at` says when it was."""

    code = "game/no_such_time"


class RulesMissing(RuleViolation):
    """This server lacks the version of the rules that the game is played by. The game is kept: it
    is listed, its log and result can be read, and it is exported once it is closed."""

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
