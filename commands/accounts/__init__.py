"""Players: an opaque id, a name that is in no ledger, and tokens stored only as digests."""

from commands.accounts.accounts import Accounts
from commands.accounts.identity import (
    FIRST_SCOPES,
    SCOPES,
    Account,
    Identity,
    Role,
    Scope,
    scopes_of,
)
from commands.accounts.tickets import TICKET_SECONDS
from commands.accounts.tokens import MOST_TOKENS, Token, TooManyTokens

__all__ = [
    "FIRST_SCOPES",
    "MOST_TOKENS",
    "SCOPES",
    "TICKET_SECONDS",
    "Account",
    "Accounts",
    "Identity",
    "Role",
    "Scope",
    "Token",
    "TooManyTokens",
    "scopes_of",
]
