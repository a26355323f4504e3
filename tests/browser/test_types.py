"""The types of the browser client, checked against the description of the API."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.api.kit import Site
from tests.browser.chromium import SCRATCH

HERE = Path(__file__).parent
TOOLS = SCRATCH / "node_modules" / ".bin"
ENVIRONMENT = os.environ | {
    "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
}


def run(*command: object) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_client_uses_the_api_as_it_is_described():
    document = SCRATCH / "openapi.json"
    document.write_text(json.dumps(Site().anonymous.get("/openapi.json").json))
    types = SCRATCH / "api.d.ts"
    run(TOOLS / "openapi-typescript", document, "--default-non-nullable=false", f"--output={types}")
    run(TOOLS / "tsc", "--project", HERE / "tsconfig.json")


def test_every_language_has_every_phrase():
    names = {}
    for language in ("en", "pl"):
        script = (
            f"import book from './{language}.js'; console.log(JSON.stringify(Object.keys(book)))"
        )
        done = subprocess.run(
            [Path(sys.executable).parent / "node", "--input-type=module", "--eval", script],
            cwd=HERE.parents[1] / "api" / "web" / "client" / "words",
            capture_output=True,
            text=True,
            check=True,
        )
        names[language] = set(json.loads(done.stdout))
    assert names["en"] == names["pl"]
