"""Child processes of the app, which exchange JSON lines with it over pipes.

A child runs a module with ``python -m``. The app writes requests to its standard input, and the
child writes replies to its standard output, each one JSON object on a line
(`hyperdigest.base.processes.json_writer`).
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Any

LONGEST_LINE = 64 << 20
"""Most bytes of a reply; its warnings may name many files."""

ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONUNBUFFERED": "1",
}

Message = dict[str, Any]


class ChildProcess:
    """A running child process, which leads a process group of its own."""

    def __init__(self, process: Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str) -> ChildProcess:
        """Run `module` in a fresh interpreter.

        Modules are not looked for in the current folder, in which anything may lie.
        """
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            module,
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,
            limit=LONGEST_LINE,
            env=_environment(),
        )
        return cls(process)

    @property
    def running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.returncode is None

    async def send(self, request: Message) -> None:
        """Write a request; one to a process that has ended is lost, and `receive` gives None."""
        assert self._process.stdin  # noqa: S101 (it is a pipe)
        with suppress(BrokenPipeError, ConnectionResetError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            await self._process.stdin.drain()

    async def receive(self) -> Message | None:
        """The next reply; None where the process ended before it was complete."""
        assert self._process.stdout  # noqa: S101 (it is a pipe)
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            return None
        reply: Message = json.loads(line)
        return reply

    async def wait(self) -> int:
        """The exit code, once the process has ended."""
        return await self._process.wait()

    async def end(self) -> None:
        """Kill the process and all that it started."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        await self._process.wait()


def _environment() -> dict[str, str]:
    """The environment of this process, with one thread a library and absolute import paths."""
    found = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    places = os.pathsep.join(os.path.abspath(place) for place in found if place)  # noqa: PTH100
    return os.environ | ONE_THREAD | ({"PYTHONPATH": places} if places else {})
