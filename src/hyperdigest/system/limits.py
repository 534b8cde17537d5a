"""A process that works for another: what it may use, and that it ends with its master."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress

from hyperdigest.system.processes import WATCH

MOST_WRITTEN = 64 << 30
"""Bytes of a file that such a process writes."""


def limit_this_process(memory: int, seconds: float) -> None:
    """Bound this process: bytes of address space and seconds of processor, 0 for no bound."""
    if sys.platform == "win32":
        return
    import resource

    whole = int(seconds) + 1
    wanted = [(resource.RLIMIT_CORE, 0, 0), (resource.RLIMIT_FSIZE, MOST_WRITTEN, MOST_WRITTEN)]
    if memory:
        wanted.append((resource.RLIMIT_AS, memory, memory))
    if seconds:
        wanted.append((resource.RLIMIT_CPU, whole, whole + 5))
    for kind, soft, hard in wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (soft, hard))


def end_with_parent() -> None:
    """End this process and its group, whatever it is doing, soon after its parent is gone."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(WATCH)
        end_group()

    threading.Thread(target=watch, daemon=True).start()


def end_group() -> None:
    """End this process, and those it started where it leads their group."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
