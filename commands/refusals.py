"""Why the desk does not take a command, whatever the rules say of it."""

from domain.refusals import RuleViolation


class VersionMoved(RuleViolation):
    """The game is at another version than `If-Match` pins; look at it again, then decide."""

    code = "command/version_moved"


class KeyReused(RuleViolation):
    """This idempotency key came with another command before; use a new key for a new wish."""

    code = "command/key_reused"


class Busy(RuleViolation):
    """Too many commands met in this game at once; send it again, with the same key."""

    code = "command/busy"


class SecretMissing(RuleViolation):
    """This server does not have the secret that the game's chance was drawn from."""

    code = "chance/secret_missing"
