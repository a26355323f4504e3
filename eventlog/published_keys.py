"""The server's signing key, and all it has ever signed with, for others to check."""

from typing import Any

from eventlog.ledger import Redis
from eventlog.public_keys import record_key_in_use, used_keys
from eventlog.server_time import now_ms
from eventlog.signing import SigningKey


class Keys:
    """The key in use, entered among those that were."""

    def __init__(self, redis: Redis, signing: SigningKey) -> None:
        self._redis = redis
        self.signing = signing
        record_key_in_use(redis, signing, now_ms())

    def published(self) -> list[dict[str, Any]]:
        """Every key, the newest first."""
        found = [
            {
                "key_id": key_id,
                "algorithm": "Ed25519",
                "public_key": key.public_key,
                "since": key.since,
                "until": key.until,
                "is_current": key_id == self.signing.key_id,
            }
            for key_id, key in used_keys(self._redis).items()
        ]
        return sorted(found, key=lambda key: -int(key["since"]))
