"""`hexledger token`: makes a new player with a token, also with the role of an organizer."""

from argparse import ArgumentParser, Namespace

import msgspec

from commands.accounts import Accounts
from eventlog.ledger import UNREACHABLE
from hexledger.cli.terminal import Terminal
from hexledger.problems import Problem
from hexledger.redis_server.clients import connect
from hexledger.redis_server.embedded import ensure_redis
from hexledger.settings import read_settings


def define(parser: ArgumentParser) -> None:
    parser.add_argument("--role", choices=("player", "organizer"), default="player")
    parser.add_argument("--name", help="the name that others see (default: the role)")
    parser.add_argument("--json", action="store_true", help="print the token as JSON")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    with ensure_redis(read_settings()) as url, connect(url) as redis:
        try:
            account, token = Accounts(redis).create(
                arguments.name or arguments.role, arguments.role
            )
        except UNREACHABLE as error:
            raise Problem(f"the Redis failed: {error}") from None
    if arguments.json:
        row = {"player_id": account.player, "role": account.role, "token": token}
        print(msgspec.json.encode(row).decode())
    else:
        console = Terminal()
        console.print(f"{account.role} {account.player}; the token is shown only now:")
        print(token)
    return 0
