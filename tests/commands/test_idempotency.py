"""Idempotency keys: the same wish is carried out once, however often and wherever it is sent."""

from collections.abc import Callable
from typing import Any

import pytest
from redis.connection import AbstractConnection
from redis.exceptions import ConnectionError as ConnectionLost

from commands.desk import Opening
from domain.ids import PlayerId
from tests.commands.house import House, code_of
from tests.redises import Store

TAKE = {"type": "take_seat"}
LEAVE = {"type": "leave_seat"}
NONCE = {"type": "add_nonce", "nonce": "0123456789abcdef" * 2}


@pytest.fixture
def house(store: Store) -> House:
    return House(store.client())


class Deaf:
    """A client whose script is carried out, but whose answer does not come through."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self.is_deaf = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def evalsha(self, *args: Any) -> Any:
        return self._heard(self._client.evalsha(*args))

    def eval(self, *args: Any) -> Any:
        return self._heard(self._client.eval(*args))

    def _heard(self, answer: Any) -> Any:
        if self.is_deaf:
            self.is_deaf = False
            raise ConnectionLost("the answer got lost")
        return answer


# The same wish again


def test_the_same_wish_with_the_same_key_gives_the_same_receipt(store: Store, house: House) -> None:
    game = house.lobby()
    receipt = house.guarded(game, "ada", TAKE, key="k")
    before = store.dump()
    assert house.guarded(game, "ada", TAKE, key="k") == receipt
    assert house.guarded(game, "ada", {**TAKE, "seat": None}, key="k") == receipt
    assert store.dump() == before


def test_another_server_gives_the_same_receipt(store: Store, house: House) -> None:
    game = house.lobby()
    receipt = house.guarded(game, "ada", TAKE, key="k")
    assert House(store.client()).guarded(game, "ada", TAKE, key="k") == receipt


def test_a_receipt_is_given_again_after_the_game_has_gone_on(store: Store, house: House) -> None:
    game = house.lobby()
    taken = house.guarded(game, "ada", TAKE, key="k")
    house.do(game, "ada", "leave_seat")
    for player in ("ben", "cyd", "ada"):
        house.do(game, player, "take_seat")
    started = house.guarded(game, "ada", {"type": "start_game"}, key="start")
    placed = house.guarded(game, "ben", {"type": "place_settlement", "node": 10}, key="place")
    house.desk.void_game(game, "supper")
    house.desk.close_game(game)
    for server in (house, House(store.client())):
        assert server.guarded(game, "ada", TAKE, key="k") == taken
        assert server.guarded(game, "ada", {"type": "start_game"}, key="start") == started
        place = {"type": "place_settlement", "node": 10}
        assert server.guarded(game, "ben", place, key="place") == placed


def test_a_retry_holds_with_the_version_it_was_pinned_to(store: Store, house: House) -> None:
    game = house.lobby()
    receipt = house.guarded(game, "ada", TAKE, key="k", version=1)
    assert house.guarded(game, "ada", TAKE, key="k", version=1) == receipt
    assert House(store.client()).guarded(game, "ada", TAKE, key="k", version=1) == receipt


def test_a_retry_needs_no_secret(store: Store, house: House) -> None:
    game = house.lobby()
    receipt = house.guarded(game, "ada", TAKE, key="k")
    assert House(store.client(), bytes(32)).guarded(game, "ada", TAKE, key="k") == receipt


# Another wish with the same key


@pytest.mark.parametrize("body", [LEAVE, {**TAKE, "seat": 1}, {**TAKE, "colour": "blue"}, NONCE])
def test_a_key_is_not_used_for_another_wish(
    store: Store, house: House, body: dict[str, Any]
) -> None:
    game = house.lobby()
    house.guarded(game, "ada", TAKE, key="k")
    before = store.dump()
    for server in (house, House(store.client())):
        assert code_of(server.guarded, game, "ada", body, key="k") == "command/key_reused"
    assert store.dump() == before


def test_a_wish_without_sense_is_told_so_whatever_its_key(house: House) -> None:
    game = house.lobby()
    house.guarded(game, "ada", TAKE, key="k")
    assert code_of(house.guarded, game, "ada", {"type": "fly"}, key="k") == "command/unknown_type"


def test_another_actor_may_use_the_same_key(house: House) -> None:
    game = house.lobby()
    assert house.guarded(game, "ada", TAKE, key="k").version == 2
    assert house.guarded(game, "ben", TAKE, key="k").version == 3
    assert code_of(house.guarded, game, "ben", LEAVE, key="k") == "command/key_reused"


def test_a_key_counts_in_its_game(house: House) -> None:
    one, two = house.lobby(), house.lobby()
    house.guarded(one, "ada", TAKE, key="k")
    assert house.guarded(two, "ada", {**TAKE, "seat": 2}, key="k").version == 2


@pytest.mark.parametrize("key", ["", "ż", "k" * 10_000, "a b\n\0", "0"])
def test_any_text_is_a_key(house: House, key: str) -> None:
    game = house.lobby()
    receipt = house.guarded(game, "ada", TAKE, key=key)
    assert house.guarded(game, "ada", TAKE, key=key) == receipt
    assert len(house.commits(game)[1].key or "") == 64, "only its digest is stored"


# Refusals are not remembered


def test_a_key_that_was_refused_may_be_used_again(house: House) -> None:
    game = house.lobby(seated=1)
    assert code_of(house.guarded, game, "ben", LEAVE, key="k") == "seat/not_seated"
    assert code_of(house.guarded, game, "ben", TAKE, key="k", version=1) == "command/version_moved"
    assert code_of(house.guarded, game, "ben", {"type": "fly"}, key="k") == "command/unknown_type"
    receipt = house.guarded(game, "ben", TAKE, key="k")
    assert receipt.version == 3
    assert house.guarded(game, "ben", TAKE, key="k") == receipt


def test_a_refusal_is_judged_again(house: House) -> None:
    game = house.lobby(seated=3)
    assert code_of(house.guarded, game, "eve", TAKE, key="k") == "seat/none_free"
    house.do(game, "ben", "leave_seat")
    assert house.guarded(game, "eve", TAKE, key="k").version == 6


# Opening


def test_the_same_key_opens_the_same_game(store: Store, house: House) -> None:
    receipt = house.open(key="k")
    before = store.dump()
    assert house.open(key="k") == receipt
    assert House(store.client()).open(key="k") == receipt
    assert store.dump() == before


def test_the_same_key_opens_the_same_game_after_it_has_gone_on(store: Store, house: House) -> None:
    receipt = house.open(key="k")
    house.do(receipt.game, "ada", "take_seat")
    house.desk.void_game(receipt.game, "supper")
    house.desk.close_game(receipt.game)
    assert House(store.client()).open(key="k") == receipt


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
    store: Store, house: House, opening: Opening
) -> None:
    house.open(key="k")
    before = store.dump()
    for server in (house, House(store.client())):
        reused = code_of(server.desk.open_game, opening, PlayerId("ada"), "k")
        assert reused == "command/key_reused"
    assert store.dump() == before


def test_an_unknown_ruleset_is_told_so_whatever_the_key(house: House) -> None:
    house.open(key="k")
    opening = Opening("chess", 3, {})
    assert code_of(house.desk.open_game, opening, PlayerId("ada"), "k") == "ruleset/unknown"


def test_an_opening_that_was_refused_leaves_its_key_free(house: House) -> None:
    bad = Opening("base", 9, {})
    assert code_of(house.desk.open_game, bad, PlayerId("ada"), "k") == "options/players"
    assert house.open(key="k").version == 1


def test_keys_of_two_players_open_two_games(house: House) -> None:
    games = {house.open(player, key).game for player in ("ada", "ben") for key in ("k", "l", None)}
    assert len(games) == 6


def test_nobody_can_tell_the_id_of_a_game_from_its_key(store: Store, house: House) -> None:
    assert House(store.client(), bytes(32)).open(key="k").game != house.open(key="k").game


# Lost answers


def test_after_a_lost_answer_the_key_gives_the_receipt(store: Store) -> None:
    client = Deaf(store.client())
    house = House(client)
    game = house.lobby()
    client.is_deaf = True
    with pytest.raises(ConnectionLost):
        house.guarded(game, "ada", TAKE, key="k")
    assert house.ledger.head(game) == 2, "it was carried out"
    receipt = house.guarded(game, "ada", TAKE, key="k")
    assert (receipt.version, receipt.hash) == (2, house.commits(game)[1].hash)
    assert House(store.client()).guarded(game, "ada", TAKE, key="k") == receipt
    assert house.ledger.head(game) == 2


def test_after_a_lost_answer_a_wish_without_a_key_is_judged_again(store: Store) -> None:
    client = Deaf(store.client())
    house = House(client)
    game = house.lobby()
    client.is_deaf = True
    with pytest.raises(ConnectionLost):
        house.guarded(game, "ada", TAKE)
    assert code_of(house.guarded, game, "ada", TAKE) == "seat/already_seated"
    assert house.frozen(game) == house.refolded(game, 2)


def test_after_a_lost_answer_the_key_opens_the_game_that_was_opened(store: Store) -> None:
    client = Deaf(store.client())
    house = House(client)
    client.is_deaf = True
    with pytest.raises(ConnectionLost):
        house.open(key="k")
    (game,) = house.ledger.games()
    assert house.open(key="k").game == game


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
    house, rival = House(real_store.client()), House(real_store.client())
    game = house.lobby()
    append = house.ledger.append

    def cut_off(*args: Any, **kwargs: Any) -> Any:
        monkeypatch.setattr(house.ledger, "append", append)
        lose_next_answer(lambda: rival.do(game, "ben", "take_seat"))
        return append(*args, **kwargs)

    monkeypatch.setattr(house.ledger, "append", cut_off)
    receipt = house.guarded(game, "ada", TAKE, key=key)
    assert receipt.version == 2
    assert [commit.actor for commit in house.commits(game)] == ["ada", "ada", "ben"]
    assert house.frozen(game) == rival.frozen(game) == house.refolded(game, 3)
