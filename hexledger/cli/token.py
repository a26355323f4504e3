"""`hexledger token`: makes a new player with a token, also with the role of an organizer."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace

import msgspec

from commands.accounts import SCOPES, Accounts, Scope, scopes_of
from commands.accounts.tokens import token_id_of
from eventlog.ledger import UNREACHABLE
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.settings import read_settings


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--role", choices=("player", "organizer"), default="player")
    parser.add_argument("--name", help="the name that others see (default: the role)")
    parser.add_argument("--device", help="what the device with this token is called")
    parser.add_argument(
        "--scopes",
        type=_scopes,
        help=f"what the token may do, separated by commas: {', '.join(SCOPES)} (default: all that"
        " the role may)",
    )
    parser.add_argument("--json", action="store_true", help="print the token as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    with ensure_redis(read_settings()) as url, connect(url) as redis:
        try:
            account, token = Accounts(redis).create(
                arguments.name or arguments.role,
                arguments.role,
                device=arguments.device,
                scopes=_allowed(arguments),
            )
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    if arguments.json:
        row = {
            "player_id": account.player,
            "role": account.role,
            "token": token,
            "token_id": token_id_of(token),
        }
        print(msgspec.json.encode(row).decode())
    else:
        console = Terminal()
        console.print(f"{account.role} {account.player}; the token is shown only now:")
        print(token)
    return 0


def _scopes(text: str) -> frozenset[Scope]:
    wanted = {part.strip() for part in text.split(",")}
    if not wanted <= set(SCOPES):
        raise ArgumentTypeError(f"scopes are {', '.join(SCOPES)}, separated by commas")
    return frozenset(scope for scope in SCOPES if scope in wanted)


def _allowed(arguments: Namespace) -> frozenset[Scope]:
    """The scopes of the token. Raise if the role does not allow one of them."""
    allowed = scopes_of(arguments.role)
    wanted: frozenset[Scope] = arguments.scopes or allowed
    if not wanted <= allowed:
        raise Problem("only an organizer may organize; add --role organizer")
    return wanted
