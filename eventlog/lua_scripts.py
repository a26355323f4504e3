"""Lua scripts: each is sent once and then called by its digest, on one Redis or a Cluster."""

import hashlib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Any

from redis.exceptions import NoScriptError


class Script:
    """One script; all its keys are declared and are in one slot."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, redis: Any, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
        try:
            return redis.evalsha(self.digest, len(keys), *keys, *arguments)
        except NoScriptError:
            return redis.eval(self.text, len(keys), *keys, *arguments)


@cache
def script(package: str, name: str) -> Script:
    """Read a script from a file of a package."""
    return Script(resources.files(package).joinpath(name).read_text())
