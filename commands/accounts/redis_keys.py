"""Where accounts are stored. No script or command needs two of these keys, so a Cluster works."""

from hashlib import sha256


def digest_of(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode()).hexdigest()


def player_key(player: str) -> str:
    """A hash with name, role and time of creation."""
    return f"player:{player}"


def devices_key(player: str) -> str:
    """A hash with a player's tokens, their last uses, and the code that adds a device."""
    return f"player:{player}:devices"


def ticket_key(ticket: str) -> str:
    return f"ticket:{digest_of(ticket)}"


def device_code_key(digest: str) -> str:
    """The player whose device code has this digest."""
    return f"device-code:{digest}"


def old_tokens_key(player: str) -> str:
    """The digests of the tokens that an earlier release gave to a player."""
    return f"player:{player}:tokens"


def old_token_key(digest: str) -> str:
    """A hash with the player and the role of a token of an earlier release."""
    return f"token:{digest}"
