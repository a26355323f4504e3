"""Accounts on every kind of Redis: what is promised to be atomic is, and a Cluster will do."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from commands.accounts import FIRST_SCOPES, MOST_TOKENS, Accounts, Identity, TooManyTokens
from commands.accounts.names import REMEMBERED_SECONDS, Names
from commands.accounts.tokens import token_id_of
from tests.redises import Store

RACERS = 8


def signed_in(accounts: Accounts, token: str) -> Identity:
    found = accounts.identify(token)
    assert found is not None
    return found


def test_the_life_of_a_device(store: Store) -> None:
    accounts = Accounts(store.client())
    account, token = accounts.create("Ada", device="phone")
    phone = signed_in(accounts, token)
    assert (phone.player, phone.token_id) == (account.player, token_id_of(token))
    second = accounts.add_token(phone, frozenset({"read"}), "tablet")
    assert second is not None
    tablet = signed_in(accounts, second)
    assert tablet.scopes == {"read"}
    assert accounts.rename_token(account.player, tablet.token_id, "big tablet")
    # Both may have been made in the same millisecond.
    assert {one.name for one in accounts.tokens(account.player)} == {"phone", "big tablet"}
    rotated = accounts.rotate_token(account.player, tablet.token_id)
    assert rotated is not None
    assert accounts.identify(second) is None
    assert not accounts.is_valid(tablet)
    tablet = signed_in(accounts, rotated)
    accounts.revoke_tokens(account.player, [tablet.token_id])
    assert accounts.identify(rotated) is None
    assert accounts.is_valid(phone)
    accounts.erase(account.player)
    assert accounts.identify(token) is None
    assert store.dump() == {}


def test_racing_servers_redeem_a_code_once(store: Store) -> None:
    servers = [Accounts(store.client()) for _ in range(RACERS)]
    _, token = servers[0].create("Ada")
    identity = signed_in(servers[0], token)
    for _ in range(5):
        code = servers[0].issue_device_code(identity, FIRST_SCOPES, None)
        with ThreadPoolExecutor(RACERS) as pool:
            calls = [pool.submit(one.redeem_device_code, code, None) for one in servers]
            found = [call.result() for call in calls]
        assert sum(one is not None for one in found) == 1
    assert len(servers[0].tokens(identity.player)) == 6


def test_racing_servers_keep_to_the_bound(store: Store) -> None:
    servers = [Accounts(store.client()) for _ in range(RACERS)]
    _, token = servers[0].create("Ada")
    identity = signed_in(servers[0], token)

    def add(accounts: Accounts) -> int:
        made = 0
        try:
            for _ in range(MOST_TOKENS):
                made += accounts.add_token(identity, FIRST_SCOPES, "device") is not None
        except TooManyTokens:
            return made
        raise AssertionError("there is no bound")

    with ThreadPoolExecutor(RACERS) as pool:
        assert sum(pool.map(add, servers)) == MOST_TOKENS - 1
    assert len(servers[0].tokens(identity.player)) == MOST_TOKENS


def test_a_revoked_token_comes_back_by_no_race(store: Store) -> None:
    """Renaming, rotating and the last use are written only while the token is there."""
    accounts = Accounts(store.client())
    account, token = accounts.create("Ada")
    identity = signed_in(accounts, token)
    accounts.revoke_tokens(account.player, [identity.token_id])
    assert not accounts.rename_token(account.player, identity.token_id, "again")
    assert accounts.rotate_token(account.player, identity.token_id) is None
    accounts._tokens.note_use(account.player, identity.token_id, 1)
    assert accounts.add_token(identity, FIRST_SCOPES, "child of a revoked one") is None
    assert accounts.tokens(account.player) == []
    assert [key for key in store.dump() if key.endswith(b":devices")] == []


def test_a_use_is_noted_by_each_process_once_in_a_while(fake_store: Store) -> None:
    redis = fake_store.client()
    _, token = Accounts(redis).create("Ada")
    fresh = Accounts(redis)
    player = signed_in(fresh, token).player
    written = redis.hgetall(f"player:{player}:devices")
    for _ in range(3):
        signed_in(fresh, token)
    assert redis.hgetall(f"player:{player}:devices") == written
    assert any(field.startswith(b"used:") for field in written)


# Names


class Counting:
    """A Redis that counts its pipelines."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self.count = 0

    def pipeline(self, **options: Any) -> Any:
        self.count += 1
        return self._redis.pipeline(**options)


def test_names_are_read_together_and_remembered_for_a_moment(fake_store: Store) -> None:
    redis, now = fake_store.client(), [0.0]
    ada, _ = Accounts(redis).create("Ada")
    ben, _ = Accounts(redis).create("Ben")
    counting = Counting(redis)
    names = Names(counting, lambda: now[0])
    wanted = [ada.player, ben.player, "u-nobody"]
    found = {ada.player: "Ada", ben.player: "Ben", "u-nobody": None}
    for _ in range(3):
        assert names.find(wanted) == found
    assert counting.count == 1
    Accounts(redis).rename(ada.player, "Augusta")
    assert names.find([ada.player]) == {ada.player: "Ada"}
    now[0] += REMEMBERED_SECONDS
    assert names.find([ada.player]) == {ada.player: "Augusta"}


@pytest.mark.parametrize("name", [None, "Augusta"])
def test_a_change_in_the_same_process_is_seen_at_once(fake_store: Store, name: str | None) -> None:
    accounts = Accounts(fake_store.client())
    ada, _ = accounts.create("Ada")
    assert accounts.names([ada.player]) == {ada.player: "Ada"}
    if name is None:
        accounts.erase(ada.player)
    else:
        accounts.rename(ada.player, name)
    assert accounts.names([ada.player]) == {ada.player: name}
