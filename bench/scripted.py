"""Random games whose commands are known beforehand: choosing them must not be measured."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from commands.desk import Desk, Opening
from domain.chance.draws import SeededChance, key_id_of, seed_of
from domain.ids import SYSTEM, PlayerId
from domain.posting import post_form
from hexledger.self_play import RandomGame, Recorder, Setup

MASTER = hashlib.sha256(b"master:bench").digest()
PLAYERS = 4
OPENING = Opening("base", PLAYERS, {})
COMMITS = 700
"""How far a game is played; random ones last longer."""


@dataclass(frozen=True)
class Post:
    """What a seat sends, and the commit that comes of it."""

    game: str
    seat: int
    body: dict[str, Any]
    line: bytes


class ScriptedGame(RandomGame):
    """A random game under the id that a server gave it, drawing as that server will."""

    def __init__(self, game: str) -> None:
        super().__init__(Setup(players=PLAYERS, seed=game), 0, record=False)
        seed = seed_of(MASTER, game)
        self.game = game
        self.chance = SeededChance(seed, key_id_of(MASTER))
        self.recorder = self._recorder = Recorder(self.ruleset, game, seed)

    def posts(self) -> Iterator[Post]:
        """All that follows on the opening."""
        for actor, command, _ in islice(self.commits(), 1, COMMITS):
            if actor == SYSTEM:
                return
            seat = int(actor.rpartition("-")[2])
            yield Post(self.game, seat, post_form(command), self._recorder.lines[-1])


def script(count: int, open_game: Callable[[], str]) -> Iterator[Post]:
    """So many posts, in as many games as they need."""
    posts: list[Post] = []
    while len(posts) < count:
        posts += ScriptedGame(open_game()).posts()
    return iter(posts[:count])


def open_at(desk: Desk) -> str:
    return desk.open_game(OPENING, _player(0)).game


def submit(desk: Desk, post: Post) -> None:
    desk.submit(post.game, post.body, _player(post.seat))


def _player(seat: int) -> PlayerId:
    return PlayerId(f"player-{seat}")
