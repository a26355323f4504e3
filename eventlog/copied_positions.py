"""Whether a game that goes on from a copy begins where the other game stood."""

from itertools import islice

import msgspec

from domain.ledger_rules import AnyRules
from domain.messages import Command
from domain.positions import is_in_play, position_of
from domain.table.copying import CopyPosition
from eventlog.commit import hash_in
from eventlog.ledger_file import BadLedger, read_ledger


def require_same_position(command: Command, rules: AnyRules, source: bytes) -> None:
    """Raise `BadLedger` unless the ledger file of the other game leads to the copied position.

    The command is the first one of the copy, as it was judged by these rules.
    """
    assert isinstance(command, CopyPosition), "no other command leads to a copy"
    version = command.source.version
    try:
        ledger = read_ledger(source)
    except BadLedger as bad:
        raise BadLedger(f"the game it was copied from is not sound: {bad}", 1) from None
    if ledger.header.game != command.source.game or ledger.ruleset is not rules:
        raise BadLedger("it was copied from another game than the given one", 1)
    if not 1 <= version <= len(ledger.lines):
        raise BadLedger(f"the game it was copied from has no version {version}", 1)
    if hash_in(ledger.lines[version - 1]) != command.source.head.encode():
        raise BadLedger(f"version {version} of the game it was copied from has another hash", 1)
    commits = list(islice(ledger.events_by_commit(rules), version))
    *_, (state, _) = islice(ledger.states(rules), version)
    is_same = is_in_play(state) and _bytes(position_of(state, commits)) == _bytes(command.position)
    if not is_same:
        raise BadLedger("it does not begin where the game stood that it was copied from", 1)


def _bytes(value: object) -> bytes:
    # Equal is not enough: 10.0 equals 10.
    return msgspec.json.encode(value)
