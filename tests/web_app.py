"""The app within the tests, and as a process on a port of this machine."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import httpx
from starlette.testclient import TestClient

from hyperdigest.web.app import create_app
from hyperdigest.web.registry import Registry
from hyperdigest.web.settings import Limits, Settings
from hyperdigest.web.state import StateFolder

API = "/api/v1"
EXAMPLES = Path(__file__).parents[1] / "examples" / "eclipse"
PATIENCE = 120
"""Seconds until a test gives a process up."""


@contextmanager
def app_client(*, limits=None, saved=(), keep=None, **settings):
    """A client of an app that runs in this process; `client.registry` is its shelf."""
    limits = limits or Limits()
    registry = Registry(StateFolder(keep), limits)
    for path in saved:
        registry.add_saved(path)
    app = create_app(Settings(limits=limits, keep=keep, **settings), registry)
    address = "http://127.0.0.1:8340"
    with TestClient(app, address, raise_server_exceptions=False) as client:
        client.registry = registry
        yield client


def wait_until_ended(client, address):
    """The entry at `address` once it is ready or has failed, followed by its events."""
    with client.stream("GET", f"{address}/events") as stream:
        kinds = [line for line in stream.iter_lines() if line.startswith("event:")]
    assert kinds
    return client.get(address).json()


class Served:
    """A running `hyperdigest serve`."""

    def __init__(self, process, url):
        self.process = process
        self.url = url
        self.base = url.partition("?")[0]
        self.client = httpx.Client(base_url=self.base, timeout=PATIENCE, trust_env=False)

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@contextmanager
def served(*arguments, temporary, path=None):
    """The app as a process, which is ended when the block ends; temporary files in a folder."""
    environment = os.environ | {"TMPDIR": str(temporary)}
    if path:
        environment["PYTHONPATH"] = os.pathsep.join((str(path), os.environ.get("PYTHONPATH", "")))
    command = [sys.executable, "-m", "hyperdigest", "serve", "--no-browser", "--port", "0"]
    process = subprocess.Popen(
        [*command, *map(str, arguments)], stderr=subprocess.PIPE, text=True, env=environment
    )
    server = None
    try:
        told = process.stderr.readline()
        found = re.search(r"http://\S+", told)
        assert found, told + process.stderr.read()
        server = Served(process, found[0])
        yield server
    finally:
        if server is not None:
            server.client.close()
        process.kill()
        process.wait()
        process.stderr.close()
