"""`hexledger api` and `hexledger worker`: a part of the service alone, and what starts share."""

import errno
import os
import socket
import sys
from argparse import ArgumentParser, Namespace

from hexledger.master_secret_check import check_master_secret
from hexledger.problems import Problem
from hexledger.redis_server.clients import check, check_queue, connect
from hexledger.redis_server.embedded import running_url
from hexledger.secret_files import master_secret, signing_seed
from hexledger.settings import PREFIX, Settings, read_settings


def define_api(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_api)


def define_worker(parser: ArgumentParser) -> None:
    parser.set_defaults(run=run_worker)


def run_api(arguments: Namespace) -> int:
    settings = read_settings()
    refuse_taken_port(settings)
    environment = _made_ready(settings)
    # A fresh process, so that the web's workers can patch the standard library before all else.
    command = python("hexledger.processes.web_server")
    os.execve(command[0], command, environment)


def run_worker(arguments: Namespace) -> int:
    os.environ |= _made_ready(read_settings())
    return work()


def work() -> int:
    """Do the jobs of a service whose Redis is known to be fit for it, until told to stop."""
    from hexledger.wiring import run_worker as do_jobs

    try:
        do_jobs(read_settings())
    except Problem as problem:
        print(f"hexledger: {problem}", file=sys.stderr)
        return 2
    return 0


def python(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules, whatever the current folder holds."""
    return [sys.executable, "-P", "-m", module, *arguments]


def environment_of(settings: Settings, redis_url: str) -> dict[str, str]:
    """The environment of a part: secrets travel here, never on a command line."""
    return {
        **os.environ,
        f"{PREFIX}REDIS_URL": redis_url,
        f"{PREFIX}DATA_DIR": os.fspath(settings.data_dir),
    }


def check_redis(settings: Settings, redis_url: str) -> None:
    """Refuse a Redis that is not fit for ledgers or jobs, or whose games are not ours."""
    with connect(redis_url) as client:
        check(client)
        check_master_secret(client, master_secret(settings), is_lost=settings.secret_is_lost)
    if settings.queue_url:
        with connect(settings.queue_url) as queue:
            check_queue(queue)


def refuse_taken_port(settings: Settings) -> None:
    """Refuse to start where something else already listens."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            where = f"{settings.host} port {settings.port}"
            if error.errno == errno.EADDRINUSE:
                raise Problem(
                    f"{where} is in use by another program; set {PREFIX}PORT to another port"
                ) from None
            raise Problem(f"cannot listen on {where}: {error.strerror}") from None


def _made_ready(settings: Settings) -> dict[str, str]:
    url = settings.redis_url or running_url(settings.data_dir)
    if url is None:
        raise Problem(
            f"no Redis runs in {settings.data_dir}; start `hexledger serve` there,"
            f" or set {PREFIX}REDIS_URL"
        )
    check_redis(settings, url)
    signing_seed(settings)
    return environment_of(settings, url)
