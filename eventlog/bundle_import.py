"""Importing the bundle of a tournament: its ledger and those of its games."""

from collections.abc import Callable

from eventlog.bundle_verification import verify_bundle
from eventlog.commit import codec_for
from eventlog.import_export import import_as, import_ledger
from eventlog.ledger import Ledger
from eventlog.ledger_file import read_ledger
from eventlog.refusals import ImportRefused
from eventlog.tournament_bundle import read_bundle
from eventlog.tournaments import TOURNAMENTS
from eventlog.verification import VerificationStatus


def import_bundle(
    games: Ledger,
    tournaments: Ledger,
    data: bytes,
    master: bytes,
    is_listed: Callable[[str, int], None] = lambda tournament, at: None,
) -> bool:
    """Verify a bundle and store all its ledgers; False if this server has them already.

    The tournament comes last, so its games are there when it is. An import that was broken off is
    finished by another. `is_listed` is called with the tournament and the time (ms) of its opening
    before it is stored.
    """
    verdict = verify_bundle(data)
    if verdict.status != VerificationStatus.SOUND:
        raise ImportRefused(verdict.message)
    bundle = read_bundle(data)
    new = [import_ledger(games, ledger, master) for ledger in bundle.games.values()]
    file = read_ledger(bundle.tournament)
    assert file.rules is not None
    is_listed(file.header.game, codec_for(file.rules).outline(file.lines[0]).at)
    new.append(import_as(TOURNAMENTS, tournaments, bundle.tournament, master))
    return any(new)
