"""Verifying a ledger: its chain, every judgement by the rules, and every draw by the seed."""

from collections.abc import Callable, Iterable, Sequence
from enum import IntEnum
from typing import Literal, Protocol, TypeAlias, cast

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import replace

from domain.chance.draws import Chance, SeededChance, commitment_of, salt_of
from domain.ids import SYSTEM
from domain.ledger_rules import AnyRules, fold, unfold
from domain.ledger_state import LedgerState
from domain.messages import Event, Occasion
from domain.refusals import RuleViolation
from domain.rules_versions import UnknownRules
from domain.table.closing import SeedRevealed
from domain.table.copying import CopyPosition, as_judged
from domain.table.invitations import InvitationExpired, find_invitation, require_not_expired
from domain.table.lobby import TakeSeat
from domain.table.state import CLOSED, CopiedFrom, Table
from eventlog.commit import AnyCommit, Codec, Undecodable, codec_for
from eventlog.copied_positions import require_same_position
from eventlog.daily_challenges import daily_at, is_daily, practice_of
from eventlog.ledger_file import BadLedger, LedgerFile, read_ledger
from eventlog.signing import is_signed


class VerificationStatus(IntEnum):
    """The status of a verdict; its number is the exit status of `hexledger verify`."""

    SOUND = 0
    UNSOUND = 1
    RULES_MISSING = 2


class Verdict(Struct, frozen=True):
    """The result of verifying one ledger."""

    status: VerificationStatus
    message: str
    game: str | None = None
    commits: int = 0
    draws: int = 0
    head: str | None = None
    bad_commit: int | None = None
    signature: Literal["none", "unchecked", "valid"] = "none"
    """`unchecked` if the file is signed, but no public key was given to check it with."""
    copied_from: CopiedFrom | None = None
    """The position of another game from which this one goes on."""
    copy: Literal["none", "unchecked", "same"] = "none"
    """`unchecked` if that position was taken on trust, because the other ledger was not given."""


FindLedger: TypeAlias = Callable[[str], bytes | None]
"""Finds the ledger file of a game by its id, if it is at hand."""


def no_ledger(game: str) -> None:
    """No other ledger is at hand."""


def verify(
    data: bytes,
    *,
    allow_open: bool = False,
    seed: bytes | None = None,
    public_keys: Sequence[bytes] = (),
    find_ledger: FindLedger = no_ledger,
) -> Verdict:
    """Verify a whole ledger file.

    With the `seed` of an open game its draws are checked, too. With `public_keys` the file must
    have a valid signature of one of them. If the game goes on from a copy, that is compared with
    the ledger of the other game, as far as `find_ledger` finds it.
    """
    try:
        ledger = read_ledger(data)
    except BadLedger as bad:
        return Verdict(VerificationStatus.UNSOUND, str(bad), bad_commit=bad.version)
    header = ledger.header
    rules = ledger.rules
    if rules is None:
        return _rules_missing(
            ledger,
            f"the chain is sound, but this build does not know ruleset "
            f"{header.ruleset!r} with rules {header.rules} and schema {header.schema}",
        )
    try:
        signature = _check_signature(ledger, public_keys)
        verdict = _judge(ledger, rules, allow_open=allow_open, given_seed=seed)
        verdict = _check_copy(verdict, ledger, rules, find_ledger)
        return replace(verdict, signature=signature)
    except _ChangesToUnknownRules as change:
        return _rules_missing(ledger, str(change))
    except BadLedger as bad:
        return Verdict(
            VerificationStatus.UNSOUND, str(bad), game=header.game, bad_commit=bad.version
        )


_FOLD_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    TypeError,
    ValueError,
    RuleViolation,
)


class _ChangesToUnknownRules(Exception):
    """From this commit on, the game is judged by rules that this build lacks."""

    def __init__(self, version: int, unknown: UnknownRules) -> None:
        super().__init__(
            f"the chain is sound, and so are the commits before commit {version}, but {unknown}, "
            f"which judge what follows"
        )


def _rules_missing(ledger: LedgerFile, message: str) -> Verdict:
    return Verdict(
        VerificationStatus.RULES_MISSING,
        message,
        game=ledger.header.game,
        commits=len(ledger.lines),
        head=ledger.head.hex(),
    )


class _Undrawable(Exception):
    """A draw needs a seed that is not revealed yet."""


class _Opened(Protocol):
    """The first event of a ledger."""

    @property
    def game(self) -> str: ...

    @property
    def ruleset(self) -> str: ...

    @property
    def rules(self) -> int: ...

    @property
    def commitment(self) -> str: ...

    @property
    def key_id(self) -> str: ...


class _SealedChance:
    """The chance of an open game whose seed is unknown: nothing can be drawn from it."""

    def __init__(self, opened: _Opened) -> None:
        self.index = 0
        self.commitment = opened.commitment
        self.key_id = opened.key_id

    @property
    def seed(self) -> bytes:
        raise _Undrawable

    def below(self, n: int, label: str) -> int:
        raise _Undrawable

    def fix_key(self, source: str, nonces: Iterable[str], *, is_shared: bool = False) -> None:
        pass


def _judge(
    ledger: LedgerFile, rules: AnyRules, *, allow_open: bool, given_seed: bytes | None
) -> Verdict:
    codec = codec_for(rules)
    opened = _opening(ledger, codec)
    revealed = _revealed_seed(ledger, codec)
    seed = revealed or given_seed
    if revealed is None and not allow_open:
        raise BadLedger("the game is not closed: its last commits are missing, or it is still open")
    chance: Chance
    if seed is None:
        chance = _SealedChance(opened)
    else:
        if commitment_of(seed) != opened.commitment:
            raise BadLedger("the seed is not the one committed to", len(ledger.lines))
        chance = SeededChance(seed, opened.key_id)
    state, at, unchecked = rules.blank_state(), 0, 0
    past = state.past = ledger.past(rules)
    for version, line in enumerate(ledger.lines, start=1):
        commit = _decode(codec, line, version)
        _check_frame(codec, commit, line, version, at, seed)
        state.ruleset.fix_key(state, chance)
        try:
            unchecked += not _rejudge(state, commit, chance)
        except _FOLD_ERRORS:
            is_copied = isinstance(commit.command, CopyPosition) or _is_copy(state)
            if seed is not None and not is_copied:
                raise
            # Events that cannot be judged without the seed, or are copied, are folded as they are.
            raise BadLedger("its events cannot have happened", version) from None
        _check_actor(state, commit)
        if isinstance(state, Table):
            _check_challenge(state, commit)
            _check_invitation(state, commit)
        at, past.version = commit.at, version
    if revealed is not None and state.phase != CLOSED:
        raise BadLedger("the game is not closed", len(ledger.lines))
    return Verdict(
        VerificationStatus.SOUND,
        _sound_message(is_closed=revealed is not None, unchecked=unchecked),
        game=ledger.header.game,
        commits=len(ledger.lines),
        draws=state.next_draw,
        head=ledger.head.hex(),
        copied_from=state.copied_from if isinstance(state, Table) else None,
    )


def _is_copy(state: LedgerState) -> bool:
    return isinstance(state, Table) and state.copied_from is not None


def _check_copy(
    verdict: Verdict, ledger: LedgerFile, rules: AnyRules, find_ledger: FindLedger
) -> Verdict:
    """Compare a copied position with the ledger of the other game, if that is at hand."""
    if verdict.copied_from is None:
        return verdict
    source = find_ledger(verdict.copied_from.game)
    if source is None:
        return replace(verdict, copy="unchecked")
    first = _decode(codec_for(rules), ledger.lines[0], 1)
    try:
        require_same_position(as_judged(first.command, first.events), rules, source)
    except (Undecodable, *_FOLD_ERRORS):
        raise BadLedger(
            "the events of the game it was copied from cannot have happened", 1
        ) from None
    return replace(verdict, copy="same")


def _check_signature(
    ledger: LedgerFile, public_keys: Sequence[bytes]
) -> Literal["none", "unchecked", "valid"]:
    if not public_keys:
        return "none" if ledger.trailer is None else "unchecked"
    if ledger.trailer is None:
        raise BadLedger("the ledger is not signed")
    if not any(is_signed(ledger.head, ledger.trailer, key) for key in public_keys):
        raise BadLedger("the signature was made with none of the given keys")
    return "valid"


def _sound_message(*, is_closed: bool, unchecked: int) -> str:
    if is_closed:
        return "sound"
    return f"sound so far; {unchecked} commits wait for the seed" if unchecked else "sound so far"


def _opening(ledger: LedgerFile, codec: Codec) -> _Opened:
    header = ledger.header
    first = _decode(codec, ledger.lines[0], 1).events[:1]
    if not first or not isinstance(first[0], codec.ruleset.opened):
        raise BadLedger("the first event must be the opening of the game", 1)
    opened = cast(_Opened, first[0])
    if (opened.game, opened.ruleset, opened.rules) != (header.game, header.ruleset, header.rules):
        raise BadLedger("the header does not fit the game that was opened", 1)
    if codec.schema_of(ledger.lines[0]) != header.schema:
        raise BadLedger("the header does not fit the schema of the first commit", 1)
    return opened


def _revealed_seed(ledger: LedgerFile, codec: Codec) -> bytes | None:
    for event in _decode(codec, ledger.lines[-1], len(ledger.lines)).events:
        if isinstance(event, SeedRevealed):
            try:
                return bytes.fromhex(event.seed)
            except ValueError:
                raise BadLedger(
                    "the revealed seed is not a hexadecimal number", len(ledger.lines)
                ) from None
    return None


def _decode(codec: Codec, line: bytes, version: int) -> AnyCommit:
    try:
        return codec.decode(line)
    except Undecodable as error:
        raise BadLedger(f"cannot be read: {error}", version) from None


def _check_frame(
    codec: Codec, commit: AnyCommit, line: bytes, version: int, at: int, seed: bytes | None
) -> None:
    """Check everything about a commit except the judgement of its command."""
    if commit.version != version:
        raise BadLedger(f"carries the number {commit.version}", version)
    if commit.at < at:
        raise BadLedger("is dated before the commit it follows", version)
    if getattr(commit.command, "at", None) not in (None, commit.at):
        raise BadLedger("the time in its command is not the time of the commit", version)
    if seed is not None and commit.salt != salt_of(seed, version):
        raise BadLedger("the salt does not follow from the seed", version)
    if codec.schema_of(line) == commit.schema and msgspec.json.encode(commit) != line:
        raise BadLedger("is not in canonical form", version)


def _rejudge(state: LedgerState, commit: AnyCommit, chance: Chance) -> bool:
    """Judge a commit's command again and compare; False if its draws cannot be checked yet."""
    recorded, count = commit.events, 0
    if type(commit.command) not in state.ruleset.rulebook.deciders:
        raise BadLedger("these rules do not have its command", commit.version)
    try:
        command = as_judged(commit.command, recorded)
        for event in unfold(state, command, chance, Occasion(commit.at, commit.actor)):
            # Equal is not enough: 10.0 equals 10, but it cannot be folded.
            if not _is_same(recorded[count : count + 1], event):
                raise BadLedger(
                    f"by the rules {_type_of(event)} follows here, not the stored event",
                    commit.version,
                )
            count += 1
    except UnknownRules as unknown:
        raise _ChangesToUnknownRules(commit.version, unknown) from None
    except RuleViolation as refusal:
        raise BadLedger(f"refused by the rules: {refusal.code}", commit.version) from None
    except _Undrawable:
        fold(state, recorded[count:])
        return False
    if count < len(recorded):
        raise BadLedger(f"by the rules no {_type_of(recorded[count])} follows here", commit.version)
    return True


def _is_same(recorded: tuple[Event, ...], event: Event) -> bool:
    return bool(recorded) and msgspec.json.encode(recorded[0]) == msgspec.json.encode(event)


def _type_of(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def _check_actor(state: LedgerState, commit: AnyCommit) -> None:
    """Check that the actor is the author that the command names: nobody acts for another."""
    if commit.actor not in state.ruleset.authors(state, commit.command):
        raise BadLedger("the actor is not the author of the command", commit.version)


def _check_challenge(state: Table, commit: AnyCommit) -> None:
    """Check that the challenge exists, and that people play it only on its day."""
    challenge = state.challenge
    if challenge is None:
        return
    is_known = is_daily(challenge) or challenge == practice_of(
        daily_at(challenge.opens_at), state.host or ""
    )
    if not is_known:
        raise BadLedger("there is no such challenge", commit.version)
    if commit.actor != SYSTEM and not challenge.is_on(commit.at):
        raise BadLedger("is dated at a time when its challenge was not on", commit.version)


def _check_invitation(state: Table, commit: AnyCommit) -> None:
    """Check that nobody has accepted an invitation that had expired. The rules know no time."""
    command = commit.command
    if not isinstance(command, TakeSeat) or command.code is UNSET:
        return
    try:
        require_not_expired(find_invitation(state, command.code)[1], commit.at)
    except InvitationExpired:
        raise BadLedger("accepts an invitation that has expired", commit.version) from None
    except RuleViolation:
        # The rules refuse it for another reason.
        return
