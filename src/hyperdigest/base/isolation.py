"""Isolated processes: child processes with limits of memory and time that call functions.

Whatever may crash, hang or take all memory, such as a library in C that reads an untrusted file, is
done by such a process: only its own call is lost then, and another process does the next one.

Parent and child write JSON objects, one a line, to the child's standard input and output; neither
executes what it receives. The child's side is `hyperdigest.base.child`:

    parent  {"path", "memory", "processor", "function", "warm_up"}    once, at the start
    parent  {"request", "reports"}                                    for each call
    child   {"report"}                                                during it, if it has reports
    child   {"reply"}, or {"memory": true} if there was too little    at its end
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from shutil import rmtree
from subprocess import DEVNULL, PIPE, Popen
from tempfile import mkdtemp
from threading import TIMEOUT_MAX, Lock, Timer
from time import monotonic
from typing import Any, Self, TypeVar
from weakref import finalize

from hyperdigest.base.limits import SECONDS
from hyperdigest.errors import WorkerEndedError

Result = TypeVar("Result")
Report = Callable[[Any], object]

MEMORY = 1536 << 20
"""Bytes of address space of an isolated process, or of several together."""

LONGEST_LINE = 256 << 20
"""Bytes of a line that a child process writes."""

_ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
_TEMPORARY = ("TMPDIR", "TEMP", "TMP")
"""The names of the folder of temporary files."""

_RUN = (
    "import json, sys; start = json.loads(sys.stdin.buffer.readline());"
    " sys.path[:] = start['path']; from hyperdigest.base.child import serve; serve(start)"
)


class ProcessorTimeError(TimeoutError):
    """A process used more time of the processor than its limit."""


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Limits of an isolated process; 0 is no limit.

    Parameters
    ----------
    memory : bytes of address space; code and libraries count.
    seconds : until the next report, or the reply.
    processor : seconds of processor time, of all calls together.
    line : bytes of a line that it writes.
    """

    memory: int = MEMORY
    seconds: float = SECONDS
    processor: float = 0.0
    line: int = LONGEST_LINE


class IsolatedProcess:
    """A process of one thread that calls a function for each request, one at a time.

    `function` is named as ``package.module:function``. Requests, and what it returns, are values of
    JSON; bytes are best sent as base64. The process starts with the first call, or before by
    `start`, uses the import paths of this one, and ends with it. With a request to `warm_up` the
    function is called at the start, so that what it loads is there when a call comes. Its temporary
    files are in a folder of its own, which is deleted when it ends, however it does.
    """

    def __init__(
        self, function: str, limits: ProcessLimits = ProcessLimits(), warm_up: Any = None
    ) -> None:
        self._function = function
        self._limits = limits
        self._warm_up = warm_up
        self._process: Popen[bytes] | None = None
        self._lock = Lock()
        self.cancelled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process, if it is not running."""
        self._running()

    def call(self, request: Any, report: Report | None = None) -> Any:
        """What the function returns for a request.

        With `report`, the function gets a second argument, a function; `report` is called here with
        each value that it is called with there. Raises a TimeoutError if the next report or the
        reply takes longer than the limit, a ProcessorTimeError if the process uses more time of the
        processor, a MemoryError if it reports a lack of memory, and a WorkerEndedError if it ends,
        which may be for lack of memory too: few libraries in C report that. Another process does
        the next call then.
        """
        process = self._running()
        try:
            message = self._exchange(process, {"request": request, "reports": report is not None})
            while report and message and "report" in message:
                report(message["report"])
                message = self._exchange(process)
        except BaseException:
            self.close()
            raise
        if message and "reply" in message:
            return message["reply"]
        self.close()
        if message and "memory" in message:
            raise MemoryError
        if sys.platform != "win32" and process.returncode == -signal.SIGXCPU:
            raise ProcessorTimeError("took more time of the processor than is allowed")
        raise WorkerEndedError("ended the process that worked on it")

    def cancel(self) -> None:
        """End the process for good, from any thread: the call that another thread makes, and every
        later one, raises a WorkerEndedError."""
        with self._lock:
            self.cancelled = True
            if self._process is not None:
                _kill(self._process)

    def close(self) -> None:
        """End the process, which must not be at work for another thread. The next call starts
        another, unless this is cancelled."""
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            with suppress(OSError), process:  # which closes the pipes and waits for its end
                _kill(process)

    def _running(self) -> Popen[bytes]:
        """The process, started if there is none or it has ended since the last call."""
        if self._process is not None and self._process.poll() is not None:
            self.close()
        with self._lock:
            if self.cancelled:
                raise WorkerEndedError("was cancelled")
            if self._process is not None:
                return self._process
            folder = mkdtemp()
            process = self._process = Popen(  # noqa: S603
                [sys.executable, "-P", "-c", _RUN],
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL,
                start_new_session=True,  # it is ended by this process, not by Ctrl-C
                env=os.environ | _ONE_THREAD | _import_paths() | dict.fromkeys(_TEMPORARY, folder),
            )
            finalize(process, rmtree, folder, ignore_errors=True)
        start = {
            "path": _absolute(sys.path),
            "memory": self._limits.memory,
            "processor": self._limits.processor,
            "function": self._function,
            "warm_up": self._warm_up,
        }
        _send(process, start)
        return process

    def _exchange(
        self, process: Popen[bytes], call: dict[str, Any] | None = None
    ) -> dict[str, Any] | None:
        """The next message, after a call if there is one; None if the process ended before it was
        whole, or it is too long. Raises a TimeoutError if it takes too long."""
        assert process.stdout  # noqa: S101 (it is a pipe)
        seconds, begun = self._limits.seconds or TIMEOUT_MAX, monotonic()
        timer = Timer(seconds, _kill, [process])
        timer.daemon = True
        timer.start()
        line = b""
        try:
            if call:
                _send(process, call)
            with suppress(OSError):
                line = process.stdout.readline(self._limits.line)
        finally:
            timer.cancel()
        if monotonic() - begun >= seconds:
            raise TimeoutError(f"took more than {seconds:g} s")
        message: dict[str, Any] | None = json.loads(line) if line.endswith(b"\n") else None
        return message


class IsolatedPool:
    """Isolated processes, `count` of them, and as many threads that may wait for them."""

    def __init__(
        self, function: str, count: int, limits: ProcessLimits, warm_up: Any = None
    ) -> None:
        self._new_process = partial(IsolatedProcess, function, limits, warm_up)
        self._idle = [self._new_process() for _ in range(count)]
        self._busy: set[IsolatedProcess] = set()
        self.threads = ThreadPoolExecutor(count or 1, "isolated")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def process(self) -> Iterator[IsolatedProcess]:
        """A process that is idle, for the block, of which there are at most `count` at a time."""
        process = self._idle.pop()
        self._busy.add(process)
        try:
            yield process
        finally:
            self._busy.remove(process)
            self._idle.append(self._new_process() if process.cancelled else process)

    def submit(self, work: Callable[[IsolatedProcess], Result]) -> Future[Result]:
        """What `work` returns for a process, once one is idle."""

        def with_process() -> Result:
            with self.process() as process:
                return work(process)

        return self.threads.submit(with_process)

    def close(self) -> None:
        """End all processes, and with them the calls that are under way; begin no more work."""
        self.threads.shutdown(wait=False, cancel_futures=True)
        for process in (*self._idle, *self._busy):
            process.cancel()
        self.threads.shutdown()
        for process in self._idle:
            process.close()


def _absolute(paths: Iterable[str]) -> list[str]:
    """Import paths without those that depend on the current folder."""
    return [os.path.abspath(path) for path in paths if path]  # noqa: PTH100 (links stay)


def _import_paths() -> dict[str, str]:
    """PYTHONPATH for a process; what that starts may do so in a folder of uploads."""
    paths = _absolute(os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return {"PYTHONPATH": os.pathsep.join(paths)} if paths else {}


def _kill(process: Popen[bytes]) -> None:
    """End a process and all that it started."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32" or process.poll() is not None:
            process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _send(process: Popen[bytes], message: dict[str, Any]) -> None:
    """Write a message; to a process that has ended it is lost, and none comes back."""
    assert process.stdin  # noqa: S101 (it is a pipe)
    with suppress(OSError):
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
