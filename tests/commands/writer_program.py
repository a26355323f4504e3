"""A server process that plays a game at random until it is killed or its store is gone.

Run as `python -m tests.commands.writer_program URL GAME NAME MOVES`. It begins when it reads a
line of input, and prints the version and hash of every receipt.
"""

import sys
from contextlib import suppress

from redis.exceptions import RedisError

from hexledger.redis_server.clients import connect
from tests.commands.backend import Backend, play


def main(url: str, game: str, name: str, moves: str) -> None:
    backend = Backend(connect(url))
    print("ready", flush=True)
    sys.stdin.readline()
    with suppress(RedisError):
        for receipt in play(backend, game, name, int(moves)):
            print(receipt.version, receipt.hash, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
