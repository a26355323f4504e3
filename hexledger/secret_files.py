"""The server's secrets: each is a setting, or a file that only its owner may read."""

import os
import re
import secrets
import stat
from pathlib import Path

from hexledger.problems import Problem
from hexledger.settings import Settings

_BYTES = 32


def master_secret(settings: Settings) -> bytes:
    """The secret that all seeds come from; it is made at the first start and never again."""
    return settings.master_secret or _read_or_create(settings.data_dir / "master-secret")


def signing_seed(settings: Settings) -> bytes:
    """The seed of the key that closed ledgers are signed with."""
    return (settings.signing_key or _read_or_create(settings.data_dir / "signing-key"))[:_BYTES]


def push_secret(settings: Settings) -> bytes:
    """The secret of the key that push services know this server by."""
    return settings.push_key or _read_or_create(settings.data_dir / "push-key")


def _read_or_create(path: Path) -> bytes:
    """Read the secret in a file; if there is no file, create one."""
    try:
        if not path.exists():
            _create(path)
        return _read(path)
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None


def _create(path: Path) -> None:
    """Write a new secret to a file, unless another process does so first."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}-{secrets.token_hex(8)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "w") as writing:
            writing.write(secrets.token_hex(_BYTES) + "\n")
            writing.flush()
            os.fsync(writing.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        _sync_folder(path.parent)
    finally:
        draft.unlink()


def _sync_folder(folder: Path) -> None:
    """Write a folder to disk, so that a new file in it survives a power failure."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _read(path: Path) -> bytes:
    with path.open() as reading:
        status = os.fstat(reading.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077:
            raise Problem(f"{path}: other users may read this secret; run chmod 600 on it")
        text = reading.read(4096).strip()
    if not re.fullmatch(r"(?:[0-9A-Fa-f]{2}){32,}", text):
        raise Problem(f"{path}: must hold at least 64 hexadecimal digits")
    return bytes.fromhex(text)
