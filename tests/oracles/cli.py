"""A few documents, and what a call of the command line leaves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

QUICK = ("--sweeps", "5", "--samples", "1")

TEXTS = {
    "moon.txt": (
        "The moon covers the sun for two minutes over the wide plains of Nebraska. "
        "Crowds gather in the town to watch the total eclipse together.\n\n"
        "Schools open their fields so that every child can see the corona.\n"
    ),
    "roads.txt": (
        "Traffic is heavy on the roads because many people travel north to see the shadow. "
        "Police ask drivers to leave early and to carry water in their cars.\n"
    ),
    "eyes.md": (
        "# Glasses\n\nDoctors say that nobody should look at the **sun** without "
        "[special glasses](https://example.org/glasses) before totality. "
        "Cheap glasses from unknown shops may burn the eye within seconds.\n"
    ),
}


@dataclass(frozen=True)
class Result:
    """What a call of the command line left."""

    code: int
    out: str
    err: str

    @property
    def mistake(self) -> str:
        """The one line that a user's mistake leaves, and nothing else."""
        assert self.code == 2
        assert self.out == ""
        assert self.err.startswith("hyperdigest: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        return self.err.rstrip("\n")


Cli = Callable[..., Result]


def write_documents(place: Path) -> None:
    place.mkdir()
    for name, text in TEXTS.items():
        (place / name).write_text(text, encoding="utf-8")
