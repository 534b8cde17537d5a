"""Documents on their way into a collection: files of this machine, files sent, or texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hyperdigest.web.entry import several
from hyperdigest.web.job import Job
from hyperdigest.web.refusals import no_room
from hyperdigest.web.settings import Limits


@dataclass(frozen=True, slots=True)
class Arriving:
    """Documents to read into a collection.

    Parameters
    ----------
    paths : of files and folders; those of files sent begin in `uploads`.
    documents : texts at hand, each with ``name``, ``text`` and perhaps ``title``.
    root : the only folder whose files may be read; nothing where all may.
    uploads : the folder of files sent, which is taken away once they are read.
    skipped : what to tell of files that were left out.
    """

    paths: tuple[str, ...] = ()
    documents: tuple[dict[str, str], ...] = ()
    root: str = ""
    uploads: Path | None = None
    skipped: tuple[str, ...] = ()

    @classmethod
    def from_paths(cls, paths: Sequence[str | Path], root: Path | None = None) -> Arriving:
        """The documents at `paths` of this machine, which stay where they are."""
        given = tuple(str(Path(path).absolute()) for path in paths)
        return cls(given, root=str(root.absolute()) if root else "")

    @classmethod
    def from_uploads(cls, folder: Path, skipped: Iterable[str] = ()) -> Arriving:
        """The files in a folder of uploads."""
        files = sorted(path.name for path in folder.iterdir())
        paths = tuple(f"./{file}" for file in files)
        return cls(paths, uploads=folder, skipped=tuple(skipped))

    @property
    def named_only(self) -> bool:
        """Whether the documents have no place on this machine that outlives their reading."""
        return self.uploads is not None or bool(self.documents)

    def job(self, place: Path, limits: Limits, **what: Any) -> Job:
        """The job of reading them, done in a folder of its own within `place`.

        Parameters
        ----------
        what : is to come of it, as for `Job`.

        Raises
        ------
        RefusedError
            where there is no room for a folder (503).
        """
        try:
            folder = self.uploads or Path(mkdtemp(dir=place))
        except OSError as error:
            raise no_room(error) from error
        return Job(
            output=str(folder / "made.hdig"),
            folder=str(folder),
            paths=self.paths,
            documents=self.documents,
            skipped=self.skipped,
            root=self.root,
            named_only=self.named_only,
            memory=limits.fit_memory,
            seconds=limits.fit_seconds,
            file_seconds=limits.file_seconds,
            **what,
        )

    @property
    def name(self) -> str:
        """What to call a collection of them."""
        if self.documents:
            return several([each["name"] for each in self.documents])
        if self.uploads:
            return several([Path(path).name for path in self.paths])
        return Path(self.paths[0]).name or self.paths[0]
