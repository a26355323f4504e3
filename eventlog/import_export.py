"""Exporting a ledger as a file, and importing such a file as a ledger of this server."""

import secrets
from collections.abc import Iterator

import msgspec

from domain.chance.draws import key_id_of, seed_of
from domain.ledger_rules import Rules, fold
from domain.ledger_state import L
from domain.table.state import CLOSED, MOVED, Table
from eventlog.commit import Codec, codec_for
from eventlog.due_work import ENDED
from eventlog.invitation_codes import InvitationCodes
from eventlog.ledger import INDEX_LENGTH, Ledger
from eventlog.ledger_file import LedgerFile, read_ledger, read_trailer, write_ledger
from eventlog.ledger_kind import GAMES, LedgerKind
from eventlog.live_games import LiveLedgers
from eventlog.lua_scripts import script
from eventlog.redis_keys import (
    due_key,
    game_key,
    idempotency_key,
    index_key,
    is_storable,
    log_key,
    open_key,
    partition_of,
)
from eventlog.refusals import ImportRefused, NotClosed
from eventlog.signing import SigningKey
from eventlog.verification import VerificationStatus, verify

BATCH = 500
STAGED_SECONDS = 3_600
"""A staged log expires after this time if its import was not finished."""


def export_ledger(
    games: LiveLedgers[L], game: str, *, signing: SigningKey | None = None, to_move: bool = False
) -> bytes:
    """The ledger of a closed game as a file, signed if a signing key is given.

    A ledger that was closed when it was imported keeps its own signature: this server did not see
    it played. `to_move` also exports a moved game, which another server continues. A build that
    lacks the rules of a game exports it as well.
    """
    with games.hold_to_read(game) as live:
        live.require_sound()
        phase, last, head = live.state.phase, live.version, live.folded.head
        header = live.header
    if phase != CLOSED and not (to_move and phase == MOVED):
        raise NotClosed("the ledger can be exported once the game is closed", game=game)
    # The `moved` commit stays here: on the other server the next commit has its version.
    until = last if phase == CLOSED else last - 1
    lines = (line for _, line in games.ledger.read_all(game, until=until))
    imported = games.ledger.imported_signature(game)
    if imported is not None:
        trailer = read_trailer(imported) if imported else None
    else:
        trailer = signing.sign(head) if signing is not None and phase == CLOSED else None
    return write_ledger(header, lines, trailer)


def import_ledger(ledger: Ledger, data: bytes, master: bytes) -> bool:
    """Verify the ledger file of a game and store it with the same bytes, hashes and id.

    False if this server has exactly this ledger already.
    """
    return import_as(GAMES, ledger, data, master)


def import_as(kind: LedgerKind[L], ledger: Ledger, data: bytes, master: bytes) -> bool:
    """The same for a ledger of any kind."""
    file, rules = _verified(kind, ledger, data, master)
    game = file.header.game
    if ledger.head(game):
        _require_same(ledger, file)
        return False
    codec = codec_for(rules)
    *_, (state, _) = file.states(rules)
    at = codec.outline(file.lines[-1]).at
    due, status = kind.due_at(state, at), kind.status_of(state)
    partition, staging = partition_of(game), secrets.token_hex(8)
    staged = game_key(game, f"staged-log:{staging}"), game_key(game, f"staged-keys:{staging}")
    first_entry = {"header": data.partition(b"\n")[0]}
    if status == "closed":
        first_entry["trailer"] = b"" if file.trailer is None else msgspec.json.encode(file.trailer)
    _stage(ledger, first_entry, file, codec, *staged)
    keys = (
        staged[0],
        log_key(game),
        staged[1],
        idempotency_key(game),
        index_key(partition),
        open_key(partition),
        due_key(partition),
    )
    is_open = int(status not in ENDED)
    arguments = (game, len(file.lines), status, is_open, "" if due is None else due, INDEX_LENGTH)
    if not script("eventlog", "import.lua")(ledger.redis, keys, arguments):
        _require_same(ledger, file)
        return False
    if isinstance(state, Table):
        # Guests of a game that was moved here have nothing but their codes.
        InvitationCodes(ledger.redis).remember(game, state.invitations.values())
    return True


def _verified(
    kind: LedgerKind[L], ledger: Ledger, data: bytes, master: bytes
) -> tuple[LedgerFile, Rules[L]]:
    verdict = verify(data, allow_open=True)
    if verdict.status != VerificationStatus.SOUND:
        raise ImportRefused(verdict.message)
    file = read_ledger(data)
    game, rules = file.header.game, kind.find_rules(file.header)
    if rules is None or not ledger.may_have(game):
        raise ImportRefused(
            "this is not the ledger of a game; a tournament is imported as a bundle with its games"
            if kind is GAMES
            else "this is not the ledger of a tournament",
            game=game,
        )
    if not is_storable(game):
        raise ImportRefused("its game id has characters that a URL cannot have", game=game)
    if verify(data).status == VerificationStatus.SOUND:
        return file, rules
    # An open game continues here, so this server needs the secret that its draws come from.
    opened = fold(rules.blank_state(), next(iter(file.events_by_commit(rules))))
    seed = seed_of(master, opened.source)
    verdict = verify(data, allow_open=True, seed=seed)
    if verdict.status != VerificationStatus.SOUND:
        raise ImportRefused(
            f"the game is open, and this server's master secret ({key_id_of(master)}) cannot "
            f"continue it: {verdict.message}",
            game=game,
        )
    return file, rules


def _require_same(ledger: Ledger, file: LedgerFile) -> None:
    game, last = file.header.game, len(file.lines)
    stored = ledger.read(game, last - 1)
    if stored != [(last, file.lines[-1])]:
        raise ImportRefused("this server has a game with this id and another head", game=game)


def _stage(
    ledger: Ledger,
    first_entry: dict[str, bytes],
    file: LedgerFile,
    codec: Codec,
    log: str,
    keys: str,
) -> None:
    redis = ledger.redis
    redis.xadd(log, first_entry, id="0-1")
    redis.expire(log, STAGED_SECONDS)
    for batch in _batches(file.lines):
        calls = redis.pipeline(transaction=False)
        for version, line in batch:
            calls.xadd(log, {"commit": line}, id=f"{version}-0")
            key = codec.decode(line).key
            if key is not None:
                calls.hset(keys, key, version)
        calls.execute()
    redis.expire(keys, STAGED_SECONDS)


def _batches(lines: tuple[bytes, ...]) -> Iterator[list[tuple[int, bytes]]]:
    numbered = list(enumerate(lines, start=1))
    for start in range(0, len(numbered), BATCH):
        yield numbered[start : start + BATCH]
