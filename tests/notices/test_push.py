"""Web Push: what a subscriber of our own decrypts, and what the answers of a service lead to."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from fakeredis import FakeRedis, FakeServer

from domain.ids import PlayerId
from presentation.notices import SENTENCES, TITLES, notice_text
from projections.notices.addresses import AddressPolicy
from projections.notices.kinds import KINDS, TEST
from projections.notices.outbox import Outbox
from projections.notices.player_notices import PlayerNotices
from projections.notices.player_receivers import PlayerReceivers
from projections.notices.push_keys import PushKey
from projections.notices.receivers import LANGUAGES, OutboxName, PushSubscription
from tests.notices.receiver import Receiver, receiving
from tests.notices.subscriber import Subscriber, decoded, encoded, vapid_of
from workers.notices.delivery import NoticeSender
from workers.notices.messages import MessageWriter
from workers.notices.push_encryption import LONGEST_MESSAGE, encrypt

ADA, BEN = PlayerId(f"u-{'a' * 20}"), PlayerId(f"u-{'b' * 20}")
NAMES = {ADA: "Ada", BEN: "Ben"}
GAME = {"game_id": "p07-x", "version": 7, "seat": 0, "players": [ADA, BEN, None]}


def test_the_example_of_rfc_8291_is_encrypted_byte_by_byte():
    """RFC 8291, section 5 and appendix A."""
    plain = b"When I grow up, I want to be a watermelon"
    ours = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    theirs = int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"))
    subscriber = Subscriber(theirs, decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    body = encrypt(
        plain,
        encoded(subscriber.public),
        encoded(subscriber.auth),
        salt=decoded("DGv6ra1nlYgDCS1FRnbzlw"),
        own_key=ec.derive_private_key(ours, ec.SECP256R1()),
    )
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY"
        "WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS"
        "gSxsj_Qulcy4a-fN"
    )
    assert subscriber.decrypt(body) == plain


def test_no_two_messages_share_a_key_or_a_length():
    subscriber = Subscriber()
    keys = (encoded(subscriber.public), encoded(subscriber.auth))
    bodies = [encrypt(text, *keys, padded_to=512) for text in (b"short", b"longer" * 20)]
    assert bodies[0][:86] != bodies[1][:86]
    assert len(bodies[0]) == len(bodies[1])
    assert subscriber.decrypt(bodies[1]) == b"longer" * 20
    assert len(encrypt(bytes([1]) * LONGEST_MESSAGE, *keys)) == 4096
    with pytest.raises(AssertionError):
        encrypt(bytes(LONGEST_MESSAGE + 1), *keys)


def test_the_key_of_a_server_follows_from_its_secret():
    assert PushKey(b"a" * 32).public == PushKey(b"a" * 32).public != PushKey(b"b" * 32).public
    assert len(decoded(PushKey(bytes(32)).public)) == 65


class Device:
    """A device of Ada at a push service on this machine, and a sender."""

    def __init__(self, service: Receiver, **more: Any) -> None:
        self.service = service
        self.redis = FakeRedis(server=FakeServer())
        self.subscriber = Subscriber()
        policy = AddressPolicy(allow_private=True)
        self.receivers = PlayerReceivers(self.redis, policy)
        keys = self.subscriber.subscription("")["keys"]
        fields = {"kinds": KINDS, "lang": "en", **more}
        self.subscription = PushSubscription(
            id="s-1",
            endpoint=f"{service.url}/push/abc",
            **keys,
            **fields,
            token_id="t-1",
            created_at=0,
        )
        self.receivers.add_subscription(ADA, self.subscription)
        self.outbox = Outbox(self.redis)
        self.push_key = PushKey(bytes(32))
        messages = MessageWriter(
            lambda players: {player: NAMES[PlayerId(player)] for player in players},
            self.push_key,
            "mailto:ops@example.org",
        )
        self.sender = NoticeSender(self.outbox, policy, messages)

    def tell(self, kind: Any, body: dict[str, Any]) -> Any:
        """Tell Ada something and send it. Returns the seconds until the next try."""
        id = f"{kind}-{time.monotonic_ns()}"
        assert PlayerNotices(self.redis).tell(ADA, kind, id, body)
        return self.sender.deliver(OutboxName(ADA, "s-1"), id)

    def status(self) -> list[tuple[str, int | None]]:
        found = self.outbox.deliveries(OutboxName(ADA, "s-1"))
        return [(one.status, one.answer) for one in found]


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as found:
        found.answer = lambda call: 201
        yield found


def test_a_message_arrives_encrypted_and_signed_with_a_sentence(service: Receiver):
    device = Device(service, lang="pl")
    before = int(time.time())
    assert device.tell("invitation", {"game_id": "p07-x", "from": BEN}) is None
    (call,) = service.calls
    message = device.subscriber.read(call)
    assert (message["kind"], message["game_id"], message["from"]) == ("invitation", "p07-x", BEN)
    assert message["names"] == {BEN: "Ben"}
    assert message["links"]["game"] == "/v1/games/p07-x"
    assert (message["title"], message["text"]) == ("Zaproszenie", "Ben zaprasza cię do gry.")
    assert b"Ben" not in call.body
    vapid = vapid_of(call)
    assert vapid.header == {"typ": "JWT", "alg": "ES256"}
    assert vapid.claims["aud"] == service.url
    assert vapid.claims["sub"] == "mailto:ops@example.org"
    assert before < vapid.claims["exp"] <= time.time() + 24 * 3600
    assert vapid.key == device.push_key.public
    assert device.status() == [("delivered", 201)]


def test_headers_say_how_long_how_urgent_and_what_it_replaces(service: Receiver):
    device = Device(service)
    game = {**GAME, "winners": [1], "outcome": "won"}
    for kind, body in (
        ("turn", game),
        ("game_over", game),
        ("turn", {**game, "game_id": "p07-y"}),
        ("talk", {**game, "from": BEN}),
        ("seek", {}),
    ):
        device.tell(kind, body)
    headers = [call.headers for call in service.calls]
    topics = [one.get("topic") for one in headers]
    assert topics[0] == topics[1] != topics[2]
    assert topics[3] not in topics[:3]
    assert topics[4] is None
    assert all(topic is None or len(topic) == 32 for topic in topics)
    assert [one["urgency"] for one in headers] == ["high", "normal", "high", "normal", "high"]
    assert [int(one["ttl"]) for one in headers] == [86_400, 86_400, 86_400, 3_600, 300]


def test_a_notice_that_is_too_long_is_cut_to_what_can_be_shown(service: Receiver):
    device = Device(service)
    device.tell("invitation", {"game_id": "p07-x", "from": BEN, "note": "x" * 5_000})
    message = device.subscriber.read(service.calls[0])
    assert "note" not in message
    assert message["text"] == "Ben invites you to a game."
    assert message["links"]["game"] == "/v1/games/p07-x"


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_deleted(service: Receiver, status: int):
    device = Device(service)
    service.answer = lambda call: status
    assert device.tell("seek", {}) is None
    assert device.receivers.subscriptions(ADA) == []
    assert device.status() == []


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_that_is_busy_is_tried_again(service: Receiver, status: int):
    device = Device(service)
    service.answer = lambda call: status
    assert device.tell("seek", {}) == 5
    assert device.status() == [("pending", status)]


def test_a_message_that_the_service_finds_too_large_is_given_up(service: Receiver):
    device = Device(service)
    service.answer = lambda call: 413
    assert device.tell("seek", {}) is None
    assert device.status() == [("given_up", 413)]


def test_only_the_kinds_that_it_asked_for_reach_a_device(service: Receiver):
    device = Device(service, kinds=("turn",))
    notices = PlayerNotices(device.redis)
    assert notices.tell(ADA, "seek", "seek-1", {})
    assert not notices.tell(ADA, "talk", "talk-1", {}), "nothing of Ada's asks for talk"
    assert device.status() == []
    assert [json.loads(body)["id"] for _, body in notices.store.page(ADA, 0, 10).notices] == [
        "seek-1"
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", [*KINDS, TEST])
def test_every_kind_has_a_title_and_a_sentence(lang: str, kind: str):
    notice = {
        **GAME,
        "kind": kind,
        "winners": [1],
        "offer": {"seat": 1},
        "names": {ADA: "Ada", BEN: None},
    }
    shown = notice_text(notice, lang)
    assert shown.title == TITLES[lang][kind]
    assert shown.text.endswith((".", "!"))
    assert "{" not in shown.text
    assert set(SENTENCES["en"]) == set(SENTENCES["pl"])


def test_sentences_name_the_others():
    names = {ADA: "Ada", BEN: "Ben"}
    turn = {**GAME, "kind": "turn", "names": names}
    assert notice_text(turn, "en").text == "It is your turn in the game with Ben and somebody."
    alone = {**turn, "players": [ADA]}
    assert notice_text(alone, "en").text == "It is your turn."
    bot = {**turn, "players": [ADA, "bot:easy:1"]}
    assert notice_text(bot, "en").text == "It is your turn in the game with bot."
    over = {**turn, "kind": "game_over", "players": [ADA, BEN], "winners": [1]}
    assert notice_text(over, "en").text == "The game with Ben is over. Ben won."
    assert notice_text({**over, "winners": [0]}, "pl").text == "Wygrana! Pozostali gracze: Ben."
    void = {**over, "winners": []}
    assert notice_text(void, "en").text == "The game with Ben is over without a winner."
