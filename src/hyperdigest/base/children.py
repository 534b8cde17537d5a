"""Child processes that answer requests within bounds of memory and time.

What libraries in C make of a file that was written to harm them is done in such a process: one that
crashes, or goes beyond its bounds, is ended and started anew, and only its request is lost.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE, Popen
from threading import Timer
from typing import Any, Self, TypeVar

from hyperdigest.base.processes import end_with_parent, json_writer, limit_this_process
from hyperdigest.errors import WorkerEndedError

Result = TypeVar("Result")

MEMORY = 1536 << 20
"""Bytes of address space of a child process, or of several together; code and libraries count."""

SECONDS = 60.0
"""Seconds of one request."""

LONGEST_REPLY = 256 << 20
"""Bytes of a reply."""

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_RUN = "import json, sys; start = json.loads(sys.stdin.buffer.readline());"
_RUN += " sys.path[:] = start['path']; from hyperdigest.base.children import serve; serve(start)"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds of a child process: bytes of address space and seconds a request, 0 for no bound."""

    memory: int = MEMORY
    seconds: float = SECONDS


class BoundedChild:
    """A process of one thread that calls a function of a module for each request, one at a time.

    `function` is named as ``package.module:function``. Requests, and what the function gives, are
    values of JSON; bytes are best sent as base64. The process starts with the first request, uses
    the import paths of this one, and ends with it.
    """

    def __init__(self, function: str, bounds: Bounds = Bounds()) -> None:
        self._function = function
        self._bounds = bounds
        self._process: Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def ask(self, request: Any) -> Any:
        """The reply to a request.

        Raises a TimeoutError where it took longer than the bound, a MemoryError where it needed
        more memory, and a WorkerEndedError where the process ended, for want of memory too: few
        libraries in C tell. The next request is answered by a new process then.
        """
        process = self._process or self._started()
        late = False

        def end() -> None:
            nonlocal late
            late = True
            _kill(process)

        timer = Timer(self._bounds.seconds, end) if self._bounds.seconds else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            line = _exchange(process, json.dumps(request).encode() + b"\n")
        except BaseException:
            self.close()
            raise
        finally:
            if timer:
                timer.cancel()
        if not line.endswith(b"\n"):
            self.close()
            if late:
                raise TimeoutError(f"took more than {self._bounds.seconds:g} s")
            raise WorkerEndedError("ended the process that worked on it")
        if late:  # by so little that the reply was there
            self.close()
        reply = json.loads(line)
        if "memory" in reply:
            self.close()
            raise MemoryError
        return reply["reply"]

    def kill(self) -> None:
        """Let the process end, whatever it does for another thread, whose request is lost."""
        if process := self._process:
            _kill(process)

    def close(self) -> None:
        """End the process, which must not be at work for another thread."""
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        process.wait()

    def _started(self) -> Popen[bytes]:
        paths = [os.path.abspath(path) for path in sys.path if path]  # noqa: PTH100 (links stay)
        start = {"path": paths, "function": self._function, "memory": self._bounds.memory}
        self._process = Popen(  # noqa: S603
            [sys.executable, "-P", "-c", _RUN],
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            start_new_session=True,  # it is ended by this process, not by Ctrl-C
            env=os.environ | _ONE_THREAD,
        )
        _send(self._process, json.dumps(start).encode() + b"\n")
        return self._process


class ChildPool:
    """Child processes that answer requests at the same time, `count` of them."""

    def __init__(self, function: str, count: int, bounds: Bounds = Bounds()) -> None:
        self._children = [BoundedChild(function, bounds) for _ in range(count)]
        self._idle: SimpleQueue[BoundedChild] = SimpleQueue()
        for child in self._children:
            self._idle.put(child)
        self._threads = ThreadPoolExecutor(count, "child")

    def submit(self, work: Callable[[BoundedChild], Result]) -> Future[Result]:
        """What `work` gives with a child process, once one is idle."""
        return self._threads.submit(self._with_child, work)

    def _with_child(self, work: Callable[[BoundedChild], Result]) -> Result:
        child = self._idle.get()
        try:
            return work(child)
        finally:
            self._idle.put(child)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in self._children:
            child.kill()
        self._threads.shutdown()
        for child in self._children:
            child.close()


def _kill(process: Popen[bytes]) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32" or process.poll() is not None:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _exchange(process: Popen[bytes], request: bytes) -> bytes:
    """The line that a process replies; not whole where it ended, or the line is too long."""
    _send(process, request)
    assert process.stdout  # noqa: S101 (it is a pipe)
    with suppress(OSError):
        return process.stdout.readline(LONGEST_REPLY)
    return b""


def _send(process: Popen[bytes], data: bytes) -> None:
    assert process.stdin  # noqa: S101 (it is a pipe)
    with suppress(OSError):
        process.stdin.write(data)
        process.stdin.flush()


def serve(start: dict[str, Any]) -> None:
    """Answer requests, a line of JSON each, until standard input ends."""
    reply = json_writer()
    end_with_parent()
    limit_this_process(start["memory"], 0)
    module, _, name = start["function"].partition(":")
    answer = getattr(import_module(module), name)
    for line in sys.stdin.buffer:
        try:
            reply({"reply": answer(json.loads(line))})
        except MemoryError:
            reply({"memory": True})
