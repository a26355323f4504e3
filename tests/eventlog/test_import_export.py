"""Export and import of ledgers: bytes, hashes and id stay as they are."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from fakeredis import FakeRedis

from commands.desk import Desk, Guards, Opening
from domain.ids import PlayerId
from domain.refusals import RuleViolation
from eventlog.import_export import export_ledger, import_ledger
from eventlog.ledger import Ledger
from eventlog.ledger_file import read_ledger, write_ledger
from eventlog.live_games import LiveGames
from eventlog.signing import SigningKey
from eventlog.verification import VerificationStatus, verify
from tests.eventlog.forgeries import short

MASTER = bytes(range(32))
ADA = PlayerId("ada")


class Server:
    """A server of its own, with a Redis of its own."""

    def __init__(self, master: bytes = MASTER) -> None:
        self.games = LiveGames(Ledger(FakeRedis()))
        self.desk = Desk(self.games, master)
        self.master = master

    def open_table(self) -> str:
        game = self.desk.open_game(Opening("base", 3, {}), ADA, "the key").game
        for i in range(3):
            self.desk.submit(game, {"type": "take_seat"}, PlayerId(f"player-{i}"), Guards(f"k{i}"))
        self.desk.submit(game, {"type": "start_game"}, ADA)
        return game

    def import_ledger(self, data: bytes) -> bool:
        return import_ledger(self.games.ledger, data, self.master)

    def roll_on(self, game: str) -> None:
        """Whoever is to act does the first thing there is."""
        with self.games.hold(game) as live:
            seat = live.state.ruleset.flow.to_act(live.state)[0]
            player = live.state.chairs[seat].player
            node = next(iter(live.state.ruleset.flow.moves(live.state, seat))).node  # type: ignore[union-attr]
        assert player is not None
        self.desk.submit(game, {"type": "place_settlement", "node": node}, player)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(RuleViolation) as refusal:
        yield
    assert refusal.value.code == code


def test_a_closed_ledger_comes_in_and_goes_out_byte_for_byte() -> None:
    here, data = Server(), short()
    assert here.import_ledger(data)
    (game,) = here.games.ledger.games()
    assert export_ledger(here.games, game) == data
    assert list(here.games.ledger.open_games()) == []


def test_a_closed_ledger_keeps_the_signature_it_came_with() -> None:
    """Who did not see a game played does not vouch for it, and hides nobody who does."""
    own, other = SigningKey(bytes(32)), SigningKey(bytes(range(32)))
    file = read_ledger(short())
    header, *_ = short().splitlines()
    for data in (short(), write_ledger(header, file.lines, other.sign(file.head))):
        here = Server()
        here.import_ledger(data)
        assert export_ledger(here.games, file.header.game, signing=own) == data


def test_a_game_that_is_closed_here_is_signed_here() -> None:
    source, goal, own = Server(), Server(), SigningKey(bytes(32))
    game = source.open_table()
    source.desk.void_game(game, "enough")
    source.desk.move_game(game)
    goal.import_ledger(export_ledger(source.games, game, to_move=True))
    goal.desk.close_game(game)
    data = export_ledger(goal.games, game, signing=own)
    assert verify(data, public_keys=[own.public]).signature == "valid"


def test_letting_the_same_ledger_in_again_changes_nothing() -> None:
    here, data = Server(), short()
    assert here.import_ledger(data)
    before = sorted(here.games.ledger.redis.keys())
    assert not here.import_ledger(data)
    assert sorted(here.games.ledger.redis.keys()) == before


def test_a_ledger_that_was_tampered_with_is_not_let_in() -> None:
    here = Server()
    with refused("ledger/not_let_in"):
        here.import_ledger(short().replace(b'"type":"roll_dice"', b'"type":"roll_dicf"', 1))
    assert here.games.ledger.redis.keys() == []


def test_a_game_goes_on_where_it_was_moved_to_and_only_there() -> None:
    source, goal = Server(), Server()
    game = source.open_table()
    source.desk.move_game(game)
    data = export_ledger(source.games, game, to_move=True)
    with refused("game/moved"):
        source.desk.submit(game, {"type": "resign"}, PlayerId("player-0"))
    assert goal.import_ledger(data)
    assert list(goal.games.ledger.open_games()) == [game]
    goal.roll_on(game)
    goal.desk.void_game(game, "enough")
    goal.desk.close_game(game)
    assert verify(export_ledger(goal.games, game)).status == VerificationStatus.SOUND


def test_idempotency_keys_move_with_the_game() -> None:
    source, goal = Server(), Server()
    game = source.open_table()
    source.desk.move_game(game)
    goal.import_ledger(export_ledger(source.games, game, to_move=True))
    again = goal.desk.submit(game, {"type": "take_seat"}, PlayerId("player-1"), Guards("k1"))
    assert again.version == 3


def test_a_game_that_is_to_be_closed_is_due_where_it_arrives() -> None:
    source, goal = Server(), Server()
    game = source.open_table()
    source.desk.void_game(game, "enough")
    source.desk.move_game(game)
    goal.import_ledger(export_ledger(source.games, game, to_move=True))
    assert list(goal.games.ledger.due_games(1 << 50)) == [game]


def test_an_open_game_is_not_let_in_without_the_secret_it_draws_from() -> None:
    source, goal = Server(), Server(bytes(32))
    game = source.open_table()
    source.desk.move_game(game)
    with refused("ledger/not_let_in"):
        goal.import_ledger(export_ledger(source.games, game, to_move=True))


def test_only_the_operator_exports_before_closing() -> None:
    here = Server()
    game = here.open_table()
    with refused("game/not_closed"):
        export_ledger(here.games, game)
    with refused("game/not_closed"):
        export_ledger(here.games, game, to_move=True)
    here.desk.move_game(game)
    with refused("game/not_closed"):
        export_ledger(here.games, game)


def test_a_game_with_another_head_is_not_let_in_twice() -> None:
    source, goal = Server(), Server()
    game = source.open_table()
    source.desk.move_game(game)
    data = export_ledger(source.games, game, to_move=True)
    goal.import_ledger(data)
    goal.roll_on(game)
    with refused("ledger/not_let_in"):
        goal.import_ledger(data)
    with refused("ledger/not_let_in"):
        source.import_ledger(data)
