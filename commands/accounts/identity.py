"""Who a player is, and what the token of a request allows."""

from typing import Final, Literal, TypeAlias

from msgspec import Struct

from domain.ids import PlayerId

Role: TypeAlias = Literal["player", "organizer"]
Scope: TypeAlias = Literal["read", "play", "account", "organize"]

SCOPES: Final[tuple[Scope, ...]] = ("read", "play", "account", "organize")
"""In the order in which they are shown."""
FIRST_SCOPES: Final[frozenset[Scope]] = frozenset({"read", "play", "account"})
"""What the first token of a player allows."""


class Identity(Struct, frozen=True):
    """The player who sends a request, and what their token allows."""

    player: PlayerId
    role: Role
    """An organizer only if the token allows to organize."""
    token: str
    """The digest of the token that the request came with."""
    token_id: str
    """The id of that token. It stays the same when the token is rotated."""
    scopes: frozenset[Scope]


class Account(Struct, frozen=True):
    """What the service knows about a player besides their games."""

    player: PlayerId
    name: str
    role: Role
    created_at: int


def scopes_of(role: Role) -> frozenset[Scope]:
    """Everything that a player with this role may do."""
    return frozenset(SCOPES) if role == "organizer" else FIRST_SCOPES


def identity_of(player: PlayerId, token: str, token_id: str, scopes: frozenset[Scope]) -> Identity:
    """The identity that a token gives. Only organizers get tokens with the scope `organize`."""
    role: Role = "organizer" if "organize" in scopes else "player"
    return Identity(player, role, token, token_id, scopes)
