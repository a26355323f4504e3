"""Whose closed ledgers count, by the settings."""

from eventlog.ledger import Redis
from eventlog.public_keys import Trust
from hexledger.settings import Settings


def trust_of(settings: Settings, redis: Redis) -> Trust:
    """Whose closed ledgers count, beside those of this server."""
    return Trust(redis, map(bytes.fromhex, settings.trusted_keys))
