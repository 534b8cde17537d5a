"""Scanned pages of PDFs, recognized by Tesseract, and the PDFs read again with their text.

Each page is recognized by an isolated process; a page that cannot be read is reported.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from hyperdigest.base.isolation import IsolatedPool, IsolatedProcess, ProcessLimits
from hyperdigest.errors import ReadError, WorkerEndedError
from hyperdigest.progress import Progress
from hyperdigest.read.content import READ_IT, READ_THEM, SAVE_OR_READ_IT, page_numbers
from hyperdigest.read.formats import kind_at
from hyperdigest.read.isolated import Recognized, UnnamedDocument, modified, read_isolated
from hyperdigest.read.options import ReadingOptions
from hyperdigest.read.paths import STDIN, Skipped, Source
from hyperdigest.read.tesseract import languages

PAGE_SECONDS = 90.0
"""Seconds in which a page must be drawn and recognized."""

FILE_SECONDS = 3600.0
"""Seconds that the pages of a file may take together; further pages are left out."""

MOST_AT_ONCE = 4
"""Pages that are recognized at the same time."""

Found = UnnamedDocument | Skipped


def read_scans(
    sources: Sequence[Source | Skipped],
    found: Sequence[Sequence[Found]],
    language: str,
    options: ReadingOptions,
    progress: Progress,
) -> Iterator[tuple[int, Found]]:
    """The numbers of the sources with scanned pages, and what each gives with these recognized.

    `found` is what each source gave before, `language` an ISO 639-1 code or ``auto``. As many
    pages as there may be processes are recognized at the same time.
    """
    scanned = {
        number: (source, items[0], pages)
        for number, (source, items) in enumerate(zip(sources, found, strict=True))
        if isinstance(source, Source) and source is not STDIN and items
        if (pages := _scanned(items[0]))
    }
    if not scanned:
        return
    try:
        names = languages(language)
    except ReadError as error:
        for number, (_, item, _) in scanned.items():
            yield number, _with_reason(item, str(error))
        return
    total, done = sum(len(pages) for _, _, pages in scanned.values()), 0
    progress("recognizing", 0, total)
    count = min(options.jobs or os.cpu_count() or 1, MOST_AT_ONCE)
    limits = ProcessLimits(seconds=PAGE_SECONDS)
    with IsolatedPool("hyperdigest.read.pdf.recognized:recognize_in_child", count, limits) as pool:
        for number, (source, item, pages) in scanned.items():
            rows: Recognized = {}
            failures: dict[str, list[int]] = {}
            how: dict[str, Any] = {
                "source": source,
                "names": names,
                "until": time.monotonic() + FILE_SECONDS,
            }
            replies = [pool.submit(partial(_recognized, page=page, **how)) for page in pages]
            for page, future in zip(pages, replies, strict=True):
                reply = future.result()
                done += 1
                progress("recognizing", done, total)
                if reply.get("rows"):
                    rows[page] = reply["rows"]
                else:
                    reason = reply.get("reason", "no text was found")
                    failures.setdefault(reason, []).append(page)
            yield number, _with_rows(source, item, rows, failures, options.seconds)


def _scanned(item: Found) -> tuple[int, ...]:
    return item.scanned if isinstance(item, Skipped) else item.content.scanned


def _with_reason(item: Found, reason: str) -> Found:
    """`item` with the reason why its scanned pages are not read, in place of the advice to have
    them read by machine."""
    if isinstance(item, Skipped):
        return replace(item, reason=f"{_without_advice(item.reason)}. {reason}")
    first, *others = item.content.notes
    notes = (f"{_without_advice(first)}. {reason}", *others)
    return replace(item, content=replace(item.content, notes=notes))


def _without_advice(message: str) -> str:
    advice = (each for each in (SAVE_OR_READ_IT, READ_IT, READ_THEM) if message.endswith(each))
    return message.removesuffix(next(advice, ""))


def _with_rows(
    source: Source, item: Found, rows: Recognized, failures: dict[str, list[int]], seconds: float
) -> Found:
    """What a PDF gives with what was recognized on its pages; the others are named."""
    left_out = [f"{page_numbers(pages)}: {why}" for why, pages in failures.items()]
    if not rows:
        return _with_reason(item, f"By machine: {'; '.join(left_out)}")
    try:
        content = read_isolated(source.path, kind_at(source.path), seconds, rows)
    except ReadError as error:
        return _with_reason(item, f"By machine: {error}")
    notes = (f"was read by machine (OCR) on {page_numbers(list(rows))}", *content.notes)
    # What was tried in vain is not asked for again.
    content = replace(
        content, notes=(*notes, *(f"by machine: {each}" for each in left_out)), scanned=()
    )
    day = modified(source.path)
    return UnnamedDocument(source.named.parts, source.shown, str(source.named), content, day)


def _recognized(
    process: IsolatedProcess, source: Source, page: int, names: str, until: float
) -> dict[str, Any]:
    """The reply of a process about a page; none is read after the time `until`."""
    if time.monotonic() > until:
        return {"reason": f"left out after {FILE_SECONDS:g} s, split the file into parts"}
    try:
        reply: dict[str, Any] = process.call(
            {"path": str(source.path), "page": page, "languages": names}
        )
    except TimeoutError as error:
        return {"reason": str(error)}
    except (MemoryError, WorkerEndedError):
        return {"reason": "needs more memory than there is for a page"}
    return reply
