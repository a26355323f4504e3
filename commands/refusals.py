"""The reasons why the desk refuses a command before the rules judge it."""

from domain.refusals import RuleViolation


class VersionMoved(RuleViolation):
    """The game is not at the version in `If-Match`; read it again, then decide."""

    code = "command/version_moved"


class KeyReused(RuleViolation):
    """This idempotency key was used for another command; use a new key for a new command."""

    code = "command/key_reused"


class Busy(RuleViolation):
    """Too many commands arrived in this game at once; send it again with the same key."""

    code = "command/busy"


class SecretMissing(RuleViolation):
    """This server does not have the master secret that the game's seed comes from."""

    code = "chance/secret_missing"
