"""The server's signature under a closed ledger: Ed25519 over the hash of its last commit."""

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from msgspec import Struct

CONTEXT = b"hexledger-head:"
"""The signed bytes begin with this, so that the signature can mean nothing else."""
SEED_BYTES = 32
PUBLIC_BYTES = 32


class Trailer(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a signed file."""

    key_id: str
    signature: str


class SigningKey:
    """A server's private key, with its public key and key id."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()
        self.key_id = key_id_of(self.public)

    def sign(self, head: bytes) -> Trailer:
        """Sign a ledger, by the hash of its last commit."""
        return Trailer(self.key_id, self._key.sign(CONTEXT + head).hex())


def key_id_of(public: bytes) -> str:
    """A short name for a public key."""
    return sha256(public).hexdigest()[:16]


def is_signed(head: bytes, trailer: Trailer, public: bytes) -> bool:
    """Whether this head was signed with the private key of a public key."""
    if trailer.key_id != key_id_of(public):
        return False
    try:
        signature = bytes.fromhex(trailer.signature)
        Ed25519PublicKey.from_public_bytes(public).verify(signature, CONTEXT + head)
    except (ValueError, InvalidSignature):
        return False
    return True
