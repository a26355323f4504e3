"""A server process that plays a game at random until it is killed or its store is gone.

Run as `python -m tests.commands.writer URL GAME NAME MOVES`; it begins with a line of input. Every
receipt is told as a line of version and hash, once it has come.
"""

import sys
from contextlib import suppress

from redis.exceptions import RedisError

from hexledger.redis_server.clients import connect
from tests.commands.house import House, play


def main(url: str, game: str, name: str, moves: str) -> None:
    house = House(connect(url))
    print("ready", flush=True)
    sys.stdin.readline()
    with suppress(RedisError):
        for receipt in play(house, game, name, int(moves)):
            print(receipt.version, receipt.hash, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
