"""Idempotency keys: the same wish is carried out once, however often and wherever it is sent."""

from collections.abc import Callable
from typing import Any

import pytest
from redis.connection import AbstractConnection
from redis.exceptions import ConnectionError as ConnectionLost

from commands.desk import Opening
from domain.ids import PlayerId
from tests.commands.backend import Backend, code_of
from tests.redises import Store

TAKE = {"type": "take_seat"}
LEAVE = {"type": "leave_seat"}
NONCE = {"type": "add_nonce", "nonce": "0123456789abcdef" * 2}


@pytest.fixture
def backend(store: Store) -> Backend:
    return Backend(store.client())


class AnswerLosingClient:
    """A client whose script is carried out, but whose answer does not come through."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.loses_next = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def evalsha(self, *args: Any) -> Any:
        return self._pass_on(self._client.evalsha(*args))

    def eval(self, *args: Any) -> Any:
        return self._pass_on(self._client.eval(*args))

    def _pass_on(self, answer: Any) -> Any:
        if self.loses_next:
            self.loses_next = False
            raise ConnectionLost("the answer got lost")
        return answer


# The same wish again


def test_the_same_wish_with_the_same_key_gives_the_same_receipt(
    store: Store, backend: Backend
) -> None:
    game = backend.lobby()
    receipt = backend.guarded(game, "ada", TAKE, key="k")
    before = store.dump()
    assert backend.guarded(game, "ada", TAKE, key="k") == receipt
    assert backend.guarded(game, "ada", {**TAKE, "seat": None}, key="k") == receipt
    assert store.dump() == before


def test_another_server_gives_the_same_receipt(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    receipt = backend.guarded(game, "ada", TAKE, key="k")
    assert Backend(store.client()).guarded(game, "ada", TAKE, key="k") == receipt


def test_a_receipt_is_given_again_after_the_game_has_gone_on(
    store: Store, backend: Backend
) -> None:
    game = backend.lobby()
    taken = backend.guarded(game, "ada", TAKE, key="k")
    backend.do(game, "ada", "leave_seat")
    for player in ("ben", "cyd", "ada"):
        backend.do(game, player, "take_seat")
    started = backend.guarded(game, "ada", {"type": "start_game"}, key="start")
    placed = backend.guarded(game, "ben", {"type": "place_settlement", "node": 10}, key="place")
    backend.desk.void_game(game, "supper")
    backend.desk.close_game(game)
    for server in (backend, Backend(store.client())):
        assert server.guarded(game, "ada", TAKE, key="k") == taken
        assert server.guarded(game, "ada", {"type": "start_game"}, key="start") == started
        place = {"type": "place_settlement", "node": 10}
        assert server.guarded(game, "ben", place, key="place") == placed


def test_a_retry_holds_with_the_version_it_was_pinned_to(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    receipt = backend.guarded(game, "ada", TAKE, key="k", version=1)
    assert backend.guarded(game, "ada", TAKE, key="k", version=1) == receipt
    assert Backend(store.client()).guarded(game, "ada", TAKE, key="k", version=1) == receipt


def test_a_retry_needs_no_secret(store: Store, backend: Backend) -> None:
    game = backend.lobby()
    receipt = backend.guarded(game, "ada", TAKE, key="k")
    assert Backend(store.client(), bytes(32)).guarded(game, "ada", TAKE, key="k") == receipt


# Another wish with the same key


@pytest.mark.parametrize("body", [LEAVE, {**TAKE, "seat": 1}, {**TAKE, "colour": "blue"}, NONCE])
def test_a_key_is_not_used_for_another_wish(
    store: Store, backend: Backend, body: dict[str, Any]
) -> None:
    game = backend.lobby()
    backend.guarded(game, "ada", TAKE, key="k")
    before = store.dump()
    for server in (backend, Backend(store.client())):
        assert code_of(server.guarded, game, "ada", body, key="k") == "command/key_reused"
    assert store.dump() == before


def test_a_wish_without_sense_is_told_so_whatever_its_key(backend: Backend) -> None:
    game = backend.lobby()
    backend.guarded(game, "ada", TAKE, key="k")
    assert code_of(backend.guarded, game, "ada", {"type": "fly"}, key="k") == "command/unknown_type"


def test_another_actor_may_use_the_same_key(backend: Backend) -> None:
    game = backend.lobby()
    assert backend.guarded(game, "ada", TAKE, key="k").version == 2
    assert backend.guarded(game, "ben", TAKE, key="k").version == 3
    assert code_of(backend.guarded, game, "ben", LEAVE, key="k") == "command/key_reused"


def test_a_key_counts_in_its_game(backend: Backend) -> None:
    one, two = backend.lobby(), backend.lobby()
    backend.guarded(one, "ada", TAKE, key="k")
    assert backend.guarded(two, "ada", {**TAKE, "seat": 2}, key="k").version == 2


@pytest.mark.parametrize("key", ["", "ż", "k" * 10_000, "a b\n\0", "0"])
def test_any_text_is_a_key(backend: Backend, key: str) -> None:
    game = backend.lobby()
    receipt = backend.guarded(game, "ada", TAKE, key=key)
    assert backend.guarded(game, "ada", TAKE, key=key) == receipt
    assert len(backend.commits(game)[1].key or "") == 64, "only its digest is stored"


# Refusals are not remembered


def test_a_key_that_was_refused_may_be_used_again(backend: Backend) -> None:
    game = backend.lobby(seated=1)
    assert code_of(backend.guarded, game, "ben", LEAVE, key="k") == "seat/not_seated"
    assert (
        code_of(backend.guarded, game, "ben", TAKE, key="k", version=1) == "command/version_moved"
    )
    assert code_of(backend.guarded, game, "ben", {"type": "fly"}, key="k") == "command/unknown_type"
    receipt = backend.guarded(game, "ben", TAKE, key="k")
    assert receipt.version == 3
    assert backend.guarded(game, "ben", TAKE, key="k") == receipt


def test_a_refusal_is_judged_again(backend: Backend) -> None:
    game = backend.lobby(seated=3)
    assert code_of(backend.guarded, game, "eve", TAKE, key="k") == "seat/none_free"
    backend.do(game, "ben", "leave_seat")
    assert backend.guarded(game, "eve", TAKE, key="k").version == 6


# Opening


def test_the_same_key_opens_the_same_game(store: Store, backend: Backend) -> None:
    receipt = backend.open(key="k")
    before = store.dump()
    assert backend.open(key="k") == receipt
    assert Backend(store.client()).open(key="k") == receipt
    assert store.dump() == before


def test_the_same_key_opens_the_same_game_after_it_has_gone_on(
    store: Store, backend: Backend
) -> None:
    receipt = backend.open(key="k")
    backend.do(receipt.game, "ada", "take_seat")
    backend.desk.void_game(receipt.game, "supper")
    backend.desk.close_game(receipt.game)
    assert Backend(store.client()).open(key="k") == receipt


@pytest.mark.parametrize(
    "opening",
    [
        Opening("base", 4, {"start_player": "seat"}),
        Opening("base", 3, {}),
        Opening("base", 3, {"start_player": "seat", "target_points": 5}),
        Opening("base", 3, {"start_player": "seat"}, listed=False),
        Opening("base", 3, {"gravity": 0}),
    ],
)
def test_a_key_is_not_used_to_open_another_game(
    store: Store, backend: Backend, opening: Opening
) -> None:
    backend.open(key="k")
    before = store.dump()
    for server in (backend, Backend(store.client())):
        reused = code_of(server.desk.open_game, opening, PlayerId("ada"), "k")
        assert reused == "command/key_reused"
    assert store.dump() == before


def test_an_unknown_ruleset_is_told_so_whatever_the_key(backend: Backend) -> None:
    backend.open(key="k")
    opening = Opening("chess", 3, {})
    assert code_of(backend.desk.open_game, opening, PlayerId("ada"), "k") == "ruleset/unknown"


def test_an_opening_that_was_refused_leaves_its_key_free(backend: Backend) -> None:
    bad = Opening("base", 9, {})
    assert code_of(backend.desk.open_game, bad, PlayerId("ada"), "k") == "options/players"
    assert backend.open(key="k").version == 1


def test_keys_of_two_players_open_two_games(backend: Backend) -> None:
    games = {
        backend.open(player, key).game for player in ("ada", "ben") for key in ("k", "l", None)
    }
    assert len(games) == 6


def test_nobody_can_tell_the_id_of_a_game_from_its_key(store: Store, backend: Backend) -> None:
    assert Backend(store.client(), bytes(32)).open(key="k").game != backend.open(key="k").game


# Lost answers


def test_after_a_lost_answer_the_key_gives_the_receipt(store: Store) -> None:
    client = AnswerLosingClient(store.client())
    backend = Backend(client)
    game = backend.lobby()
    client.loses_next = True
    with pytest.raises(ConnectionLost):
        backend.guarded(game, "ada", TAKE, key="k")
    assert backend.ledger.head(game) == 2, "it was carried out"
    receipt = backend.guarded(game, "ada", TAKE, key="k")
    assert (receipt.version, receipt.hash) == (2, backend.commits(game)[1].hash)
    assert Backend(store.client()).guarded(game, "ada", TAKE, key="k") == receipt
    assert backend.ledger.head(game) == 2


def test_after_a_lost_answer_a_wish_without_a_key_is_judged_again(store: Store) -> None:
    client = AnswerLosingClient(store.client())
    backend = Backend(client)
    game = backend.lobby()
    client.loses_next = True
    with pytest.raises(ConnectionLost):
        backend.guarded(game, "ada", TAKE)
    assert code_of(backend.guarded, game, "ada", TAKE) == "seat/already_seated"
    assert backend.frozen(game) == backend.refolded(game, 2)


def test_after_a_lost_answer_the_key_opens_the_game_that_was_opened(store: Store) -> None:
    client = AnswerLosingClient(store.client())
    backend = Backend(client)
    client.loses_next = True
    with pytest.raises(ConnectionLost):
        backend.open(key="k")
    (game,) = backend.ledger.games()
    assert backend.open(key="k").game == game


@pytest.fixture
def lose_next_answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Cut the connection once, after the command was sent; `meanwhile` happens before the retry."""
    read = AbstractConnection.read_response
    armed: list[Callable[[], None]] = []

    def read_or_lose(self: Any, *args: Any, **kwargs: Any) -> Any:
        answer = read(self, *args, **kwargs)
        if armed:
            meanwhile = armed.pop()
            self.disconnect()
            meanwhile()
            raise ConnectionLost("cut off")
        return answer

    monkeypatch.setattr(AbstractConnection, "read_response", read_or_lose)
    return armed.append


@pytest.mark.parametrize("key", [None, "k"])
def test_a_client_that_asks_again_by_itself_has_the_commit_once(
    real_store: Store,
    lose_next_answer: Callable[[Callable[[], None]], None],
    monkeypatch: pytest.MonkeyPatch,
    key: str | None,
) -> None:
    backend, rival = Backend(real_store.client()), Backend(real_store.client())
    game = backend.lobby()
    append = backend.ledger.append

    def cut_off(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(backend.ledger, "append", append)
        lose_next_answer(lambda: rival.do(game, "ben", "take_seat"))
        return append(*args, **kwargs)

    monkeypatch.setattr(backend.ledger, "append", cut_off)
    receipt = backend.guarded(game, "ada", TAKE, key=key)
    assert receipt.version == 2
    assert [commit.actor for commit in backend.commits(game)] == ["ada", "ada", "ben"]
    assert backend.frozen(game) == rival.frozen(game) == backend.refolded(game, 3)
