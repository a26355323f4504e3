"""Public keys: when a server has signed with each, and whose signatures it accepts."""

import pytest

from eventlog.public_keys import TrustedKeys, UsedKey, record_key_in_use, used_keys
from eventlog.signing import SigningKey
from tests.redises import Store

FIRST, SECOND, STRANGER = (SigningKey(bytes([n]) * 32) for n in range(3))
HEAD = bytes(range(32))


def test_a_key_that_is_replaced_stays_published(store: Store) -> None:
    redis = store.client()
    record_key_in_use(redis, FIRST, 10)
    record_key_in_use(redis, FIRST, 20)
    assert used_keys(redis) == {FIRST.key_id: UsedKey(FIRST.public.hex(), 10)}
    record_key_in_use(redis, SECOND, 30)
    record_key_in_use(redis, SECOND, 40)
    assert used_keys(redis) == {
        FIRST.key_id: UsedKey(FIRST.public.hex(), 10, 30),
        SECOND.key_id: UsedKey(SECOND.public.hex(), 30),
    }


def test_a_key_may_come_back(fake_store: Store) -> None:
    redis = fake_store.client()
    for now, key in enumerate((FIRST, SECOND, FIRST)):
        record_key_in_use(redis, key, now)
    assert used_keys(redis) == {
        FIRST.key_id: UsedKey(FIRST.public.hex(), 0),
        SECOND.key_id: UsedKey(SECOND.public.hex(), 1, 2),
    }


@pytest.mark.parametrize(
    ("signed_by", "is_believed"), [(FIRST, True), (SECOND, True), (STRANGER, False)]
)
def test_own_keys_are_believed_even_when_they_are_replaced(
    fake_store: Store, signed_by: SigningKey, is_believed: bool
) -> None:
    redis = fake_store.client()
    record_key_in_use(redis, FIRST, 1)
    record_key_in_use(redis, SECOND, 2)
    assert TrustedKeys(redis).has_signed(HEAD, signed_by.sign(HEAD)) == is_believed
    assert not TrustedKeys(redis).has_signed(bytes(32), signed_by.sign(HEAD))


def test_the_operator_may_trust_others(fake_store: Store) -> None:
    trust = TrustedKeys(fake_store.client(), [STRANGER.public.hex()])
    assert trust.has_signed(HEAD, STRANGER.sign(HEAD))
    assert not trust.has_signed(HEAD, FIRST.sign(HEAD))
