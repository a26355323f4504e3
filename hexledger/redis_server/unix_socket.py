"""The Unix socket of the embedded Redis: other users can neither reach nor replace it."""

import hashlib
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, RedisError
from redis.retry import Retry

from hexledger.problems import Problem

# The system allows 108 bytes on Linux and 104 on macOS, the closing zero among them.
_LONGEST_SOCKET_PATH = 100


def running_url(data_dir: Path) -> str | None:
    """The URL of the embedded Redis of a data folder; None if it does not run."""
    home = data_dir.absolute() / "redis"
    if not _is_private(socket_path(home).parent):
        return None
    with client_of(home) as client:
        try:
            client.ping()
        except BusyLoadingError:
            pass
        except RedisError:
            return None
    return url_of(home)


def socket_path(home: Path) -> Path:
    """The path of the socket: in the folder, or in a temporary one if that path is too long."""
    path = home / "redis.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return Path(tempfile.gettempdir(), f"hexledger-{os.getuid()}-{digest}", "redis.sock")


def make_socket_folder(home: Path) -> None:
    """Make the folder of the socket, and check that other users cannot write to it."""
    folder = socket_path(home).parent
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if not _is_private(folder):
        raise Problem(
            f"{folder}: must belong to you, and no other user may write to it (chmod 700)"
        )


def remove_socket_folder(home: Path) -> None:
    """Remove the folder of the socket if it is outside of the data folder."""
    folder = socket_path(home).parent
    if folder != home:
        with suppress(OSError):
            folder.rmdir()


def _is_private(folder: Path) -> bool:
    """Whether no other user could have put a socket there."""
    try:
        status = folder.lstat()
    except OSError:
        return False
    return (
        stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022
    )


def url_of(home: Path) -> str:
    """The URL of the socket."""
    return f"unix://{quote(os.fsencode(socket_path(home)))}"


def client_of(home: Path) -> Redis:
    """A client of the socket that does not retry."""
    return Redis(
        unix_socket_path=os.fspath(socket_path(home)),
        socket_timeout=5,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
