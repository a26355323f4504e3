"""Reasons why the server refuses a call about webhooks, each with its code."""

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
