"""The server's signature under a closed ledger: what it proves, and how it is refused."""

import msgspec
import pytest

from eventlog.ledger_file import BadLedger, read_ledger, write_ledger
from eventlog.signing import SigningKey, Trailer, is_signed
from eventlog.verification import VerificationStatus, verify
from tests.eventlog.forgeries import short

KEY = SigningKey(bytes(range(32)))
OTHER = SigningKey(bytes(32))


def signed(key: SigningKey = KEY) -> bytes:
    header, *lines = short().splitlines()
    return write_ledger(header, lines, key.sign(read_ledger(short()).head))


def with_trailer(line: bytes) -> bytes:
    return short() + line + b"\n"


def test_the_public_key_and_a_signature_are_those_of_ed25519() -> None:
    # Computed with another implementation of RFC 8032.
    seed = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
    assert SigningKey(seed).public.hex() == public


def test_a_signed_ledger_is_sound_and_its_signature_valid() -> None:
    verdict = verify(signed(), public_keys=[KEY.public])
    assert (verdict.status, verdict.signature) == (VerificationStatus.SOUND, "valid")


def test_without_a_key_the_signature_is_told_to_be_unchecked() -> None:
    verdict = verify(signed())
    assert (verdict.status, verdict.signature) == (VerificationStatus.SOUND, "unchecked")
    assert verify(short()).signature == "none"


def test_where_a_signature_is_demanded_an_unsigned_ledger_is_refused() -> None:
    assert verify(short(), public_keys=[KEY.public]).status == VerificationStatus.UNSOUND


def test_a_signature_of_another_key_is_refused() -> None:
    assert verify(signed(OTHER), public_keys=[KEY.public]).status == VerificationStatus.UNSOUND


def test_a_signature_of_one_of_several_keys_is_enough() -> None:
    for keys in ([KEY.public, OTHER.public], [OTHER.public, KEY.public]):
        assert verify(signed(), public_keys=keys).signature == "valid"


def test_a_signature_that_claims_another_key_is_refused() -> None:
    head = read_ledger(short()).head
    claimed = Trailer(KEY.key_id, OTHER.sign(head).signature)
    assert not is_signed(head, claimed, KEY.public)


def test_a_signature_of_another_head_is_refused() -> None:
    trailer = KEY.sign(bytes(32))
    data = with_trailer(msgspec.json.encode(trailer))
    assert verify(data, public_keys=[KEY.public]).status == VerificationStatus.UNSOUND


def test_no_byte_of_a_signature_can_be_changed() -> None:
    data = signed()
    start = data.rstrip(b"\n").rfind(b"\n") + 1
    for place in range(start, len(data)):
        changed = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        assert verify(changed, public_keys=[KEY.public]).status == VerificationStatus.UNSOUND, place


@pytest.mark.parametrize(
    "line",
    [
        b'{"key_id":"a"}',
        b'{"key_id":1,"signature":"00"}',
        b'{"key_id":"a","signature":"00","more":1}',
        b'{"key_id": "a","signature":"00"}',
        b'{"key_id":"\xff","signature":"00"}',
        b'{"key_id":',
    ],
)
def test_a_last_line_that_is_no_signature_is_refused(line: bytes) -> None:
    with pytest.raises(BadLedger):
        read_ledger(with_trailer(line))


def test_a_file_with_nothing_but_a_signature_is_refused() -> None:
    header = short().splitlines()[0]
    with pytest.raises(BadLedger, match="no commits"):
        read_ledger(write_ledger(header, (), KEY.sign(bytes(32))))


def test_a_signature_does_not_stand_in_the_middle() -> None:
    header, *lines = short().splitlines()
    trailer = msgspec.json.encode(KEY.sign(read_ledger(short()).head))
    with pytest.raises(BadLedger):
        read_ledger(write_ledger(header, (*lines[:-1], trailer, lines[-1])))
