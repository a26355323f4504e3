"""Revalidation: closed games are judged again by this build, and the outcome is published."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from importlib.metadata import version
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from domain.registry import OTHER_RULES, RULESETS
from eventlog.bundle_verification import verify_file
from eventlog.ledger import Redis
from eventlog.ledger_file import BadLedger, read_header
from eventlog.verification import VerificationStatus

REVALIDATION = "revalidation"
"""The key under which the last outcome is stored."""
PROBLEMS_KEPT = 1_000

Outcome: TypeAlias = Literal["sound", "unsound", "rules_missing"]
_OUTCOMES: dict[VerificationStatus, Outcome] = {
    VerificationStatus.SOUND: "sound",
    VerificationStatus.UNSOUND: "unsound",
    VerificationStatus.RULES_MISSING: "rules_missing",
}


class JudgedLedger(Struct, frozen=True):
    """One ledger as this build judges it."""

    name: str
    """The id of its game, or the name of its file."""
    outcome: Outcome
    message: str
    ruleset: str | None = None
    rules: int | None = None
    """The version of the rules that it was opened by."""
    head: str | None = None


class RulesTally(Struct, frozen=True):
    """The outcome for all ledgers that were opened by one version of some rules."""

    ruleset: str | None
    rules: int | None
    ledgers: int
    sound: int
    unsound: int
    rules_missing: int


class Revalidation(Struct, frozen=True):
    """The outcome for all closed games of a server, or for files."""

    at: int
    """When (ms) it was finished."""
    build: str
    """The version of Hexledger that has judged."""
    known_rules: dict[str, list[int]]
    """The versions of rules that this build has, by name."""
    ledgers: int
    sound: int
    unsound: int
    rules_missing: int
    tallies: list[RulesTally]
    problems: list[JudgedLedger]
    """The ledgers that are not sound, or cannot be judged; at most a thousand."""
    digest: str
    """SHA-256 over a line for each ledger in the order of names: name, head, outcome."""


def judge_ledger(name: str, data: bytes) -> JudgedLedger:
    """Judge one closed ledger, or a bundle of a tournament, again."""
    verdict = verify_file(data, allow_open=False)
    outcome = _OUTCOMES[verdict.status]
    try:
        header = read_header(data.partition(b"\n")[0])
    except BadLedger:
        # It is no ledger, or a bundle of several.
        return JudgedLedger(name, outcome, verdict.message, head=verdict.head)
    return JudgedLedger(name, outcome, verdict.message, header.ruleset, header.rules, verdict.head)


def revalidation_of(judged: Iterable[JudgedLedger], at: int) -> Revalidation:
    """The outcome for all of these ledgers together."""
    ledgers = sorted(judged, key=lambda one: one.name)
    kinds = sorted({(one.ruleset or "", one.rules or 0) for one in ledgers})
    counts = Counter((one.ruleset or "", one.rules or 0, one.outcome) for one in ledgers)
    tallies = [
        RulesTally(
            ruleset or None,
            rules or None,
            sum(counts[ruleset, rules, outcome] for outcome in _OUTCOMES.values()),
            counts[ruleset, rules, "sound"],
            counts[ruleset, rules, "unsound"],
            counts[ruleset, rules, "rules_missing"],
        )
        for ruleset, rules in kinds
    ]
    lines = "".join(f"{one.name} {one.head or '-'} {one.outcome}\n" for one in ledgers)
    return Revalidation(
        at=at,
        build=version("hexledger"),
        known_rules={
            name: rules.versions.numbers for name, rules in {**RULESETS, **OTHER_RULES}.items()
        },
        ledgers=len(ledgers),
        sound=sum(one.sound for one in tallies),
        unsound=sum(one.unsound for one in tallies),
        rules_missing=sum(one.rules_missing for one in tallies),
        tallies=tallies,
        problems=[one for one in ledgers if one.outcome != "sound"][:PROBLEMS_KEPT],
        digest=hashlib.sha256(lines.encode()).hexdigest(),
    )


def publish(redis: Redis, revalidation: Revalidation) -> None:
    """Store the outcome where the service shows it."""
    redis.set(REVALIDATION, msgspec.json.encode(revalidation))


def published(redis: Redis) -> Revalidation | None:
    """The outcome that was published last; None if there is none that this build can read."""
    stored = redis.get(REVALIDATION)
    try:
        return None if stored is None else msgspec.json.decode(stored, type=Revalidation)
    except msgspec.DecodeError:
        return None
