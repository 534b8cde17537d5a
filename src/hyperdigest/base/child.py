"""What a child process does for its parent: it ends with it, keeps to limits, and answers calls.

The parent's side is `hyperdigest.base.isolation`; processes of joblib end with their parent too.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

PARENT_CHECK = 0.2
"""Seconds between two checks whether the parent is still there."""

LARGEST_FILE = 64 << 30
"""Bytes that a child process may write to one file."""


def serve(start: dict[str, Any]) -> None:
    """Answer calls until standard input ends; `start` is the first message of the parent."""
    write = _json_writer()
    end_with_parent()
    _limit_this_process(start["memory"], start["processor"])
    module, _, name = start["function"].partition(":")
    function = getattr(import_module(module), name)

    if start["warm_up"] is not None:
        function(start["warm_up"])

    def report(value: Any) -> None:
        write({"report": value})

    for line in sys.stdin.buffer:
        call = json.loads(line)
        try:
            arguments = (call["request"], report) if call["reports"] else (call["request"],)
            write({"reply": function(*arguments)})
        except MemoryError:
            write({"memory": True})
    _end()


def end_with_parent(parent: int | None = None) -> None:
    """End this process, and its group if it leads one, soon after its parent has ended. `parent` is
    the id of the process that started this one; None is the present parent."""
    parent = os.getppid() if parent is None else parent

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_CHECK)
        _end()

    threading.Thread(target=watch, daemon=True).start()


def _end() -> None:
    """End this process at once, and its group if it leads one."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _limit_this_process(memory: int, processor: float) -> None:
    """Limit this process to bytes of address space and seconds of processor; 0 is no limit."""
    if sys.platform == "win32":
        return
    import resource

    seconds = int(processor) + 1
    limits = [(resource.RLIMIT_CORE, 0, 0), (resource.RLIMIT_FSIZE, LARGEST_FILE, LARGEST_FILE)]
    if memory:
        limits.append((resource.RLIMIT_AS, memory, memory))
    if processor:
        limits.append((resource.RLIMIT_CPU, seconds, seconds + 5))
    for kind, soft, hard in limits:
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))


def _json_writer() -> Callable[[Any], None]:
    """A function that writes values to standard output as lines of JSON. Whatever else is printed
    goes to standard error, so that the parent reads nothing but these lines."""
    out = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)

    def write(value: Any) -> None:
        line = json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass")
        left = memoryview(line + b"\n")
        while left:
            left = left[out.write(left) :]  # a pipe may take less at a time

    return write
