"""Reasons why the server refuses a call about receivers of notices, each with its code."""

from domain.refusals import Malformed, RuleViolation


class BadUrl(Malformed):
    """This cannot be the address of a webhook; `details.reason` says what has to be different."""

    code = "webhook/bad_url"


class AddressRefused(Malformed):
    """The host of the address is not known, or not on the public internet; choose another one."""

    code = "webhook/address_refused"


class TooManyPending(RuleViolation):
    """Too many deliveries wait for your receiver to answer; see to it first."""

    code = "webhook/too_many_pending"


class TooManyWebhooks(RuleViolation):
    """You have as many webhooks as a player may have, `details.most`; delete one of them first."""

    code = "webhook/too_many"


class TooManyPushSubscriptions(RuleViolation):
    """You have `details.most` push subscriptions, which is the limit; delete one of them first."""

    code = "push/too_many"


class BadPushKey(Malformed):
    """A key of the push subscription cannot be used; send the subscription as your browser gives
    it (`PushSubscription.toJSON()`). `details.field` names the key."""

    code = "push/bad_key"


class BadPushEndpoint(Malformed):
    """This cannot be the address of a push service; send the `endpoint` that your browser gives.
    `details.reason` says what is wrong with it."""

    code = "push/bad_endpoint"
