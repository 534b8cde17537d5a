"""How documents are read, as one value."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hyperdigest.base.limits import MOST_MEMBERS, SECONDS
from hyperdigest.errors import OptionError


@dataclass(frozen=True, slots=True)
class ReadingOptions:
    """How documents are read.

    Parameters
    ----------
    jobs : number of child processes; None for one per core. With little to read only one is used.
        Plain text is read by this process.
    seconds : time limit for a file, or for a portion of a file of several documents; 0 for none.
    within : if given, only files in this folder are read; links that lead out of it are skipped.
    ocr : whether pages of PDFs without text, and images, are read by Tesseract.
    without_suffix : whether files whose names have no suffix, which are read by their content if
        they are given themselves, are so in folders too. Few of them are documents.
    archive_files : the most files that an archive may have.
    text_column : the name of the column of tables whose cells are documents; None if it is looked
        for, and empty if rows are no documents.
    """

    jobs: int | None = 1
    seconds: float = SECONDS
    within: Path | None = None
    ocr: bool = False
    without_suffix: bool = False
    archive_files: int = MOST_MEMBERS
    text_column: str | None = None

    def check_applies(self, saved: str | Path) -> None:
        """Raise OptionError if it says how files are read, of which a saved collection has none."""
        for name in ("ocr", "without_suffix", "text_column"):
            if getattr(self, name) != getattr(DEFAULTS, name):
                raise OptionError(
                    f"{name} does not apply to {saved}, whose documents have been read: leave it"
                    " out, or add files with it"
                )


DEFAULTS = ReadingOptions()
