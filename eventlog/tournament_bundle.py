"""The file form of a tournament with all its games: a zip file of their ledger files.

`tournament.ndjson` is the ledger of the tournament, `games/<id>.ndjson` that of each game. Names,
order and dates of the entries are fixed, so the same ledgers make the same file.
"""

import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from msgspec import Struct

from domain.tournament.state import Round, Tournament
from eventlog.import_export import export_ledger
from eventlog.ledger_file import BadLedger
from eventlog.live_games import LiveGames
from eventlog.signing import SigningKey
from eventlog.tournaments import LiveTournaments

TOURNAMENT_FILE = "tournament.ndjson"
MOST_BYTES = 4 * 1024**3
"""Of all ledgers together: a small file that unpacks to more is no bundle of a tournament."""
_FOLDER, _SUFFIX = "games/", ".ndjson"
_MAGIC = b"PK\x03\x04"
_FIRST_DATE = (1980, 1, 1, 0, 0, 0)
_LEVEL = 6
_UNREADABLE = (BadZipFile, EOFError, NotImplementedError, RuntimeError, ValueError, zlib.error)
"""What `zipfile` raises for files that are damaged, encrypted, or packed in an unknown way."""


class Bundle(Struct, frozen=True):
    """The ledger files of a tournament and of its games."""

    tournament: bytes
    games: dict[str, bytes]
    """By game id."""


def export_bundle(
    tournaments: LiveTournaments,
    games: LiveGames,
    tournament: str,
    *,
    signing: SigningKey | None = None,
) -> bytes:
    """The bundle of a closed tournament, its ledgers signed if a signing key is given.

    Raises `NotClosed` if it is not closed, or one of its games is not.
    """
    ledger = export_ledger(tournaments, tournament, signing=signing)
    with tournaments.hold(tournament) as live:
        ids = games_of(live.state)
    return write_bundle(ledger, {id: export_ledger(games, id, signing=signing) for id in ids})


def games_of(state: Tournament) -> list[str]:
    """Every game of a tournament, those that do not count included."""
    return games_in(state.rounds)


def games_in(rounds: Iterable[Round]) -> list[str]:
    """The same for some of its rounds."""
    found: list[str] = []
    for one in rounds:
        for table in one.tables:
            recorded = None if table.result is None else table.result.game
            found += [*table.left_games, *(one for one in (table.game, recorded) if one)]
    return list(dict.fromkeys(found))


def is_bundle(data: bytes) -> bool:
    """Whether this is meant to be a bundle, and not a ledger file."""
    return data.startswith(_MAGIC)


def write_bundle(tournament: bytes, games: Mapping[str, bytes]) -> bytes:
    """The bytes of a bundle."""
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        _write(archive, TOURNAMENT_FILE, tournament)
        for game in sorted(games):
            _write(archive, f"{_FOLDER}{game}{_SUFFIX}", games[game])
    return written.getvalue()


def _write(archive: ZipFile, name: str, data: bytes) -> None:
    entry = ZipInfo(name, _FIRST_DATE)
    entry.create_system, entry.external_attr = 3, 0o644 << 16  # as on Unix, on every system
    archive.writestr(entry, data, ZIP_DEFLATED, _LEVEL)


def read_bundle(data: bytes) -> Bundle:
    """Unpack a bundle; raise `BadLedger` with the reason. The ledgers are not checked yet."""
    try:
        with ZipFile(BytesIO(data)) as archive:
            entries = archive.infolist()
            names = [entry.filename for entry in entries]
            if len(set(names)) != len(names):
                raise BadLedger("the bundle has two entries of the same name")
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise BadLedger("the bundle is too large")
            files = {name: archive.read(name) for name in names}
    except _UNREADABLE as error:
        raise BadLedger(f"the bundle cannot be unpacked: {error}") from None
    tournament = files.pop(TOURNAMENT_FILE, None)
    if tournament is None:
        raise BadLedger(f"the bundle has no {TOURNAMENT_FILE}")
    games = {}
    for name, ledger in files.items():
        if not (name.startswith(_FOLDER) and name.endswith(_SUFFIX)):
            raise BadLedger(f"the bundle has an entry that does not belong there: {name!r}")
        games[name.removeprefix(_FOLDER).removesuffix(_SUFFIX)] = ledger
    return Bundle(tournament, games)
