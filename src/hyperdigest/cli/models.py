"""The model of a command: a saved collection, or documents read and fitted now."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.config_files import Chosen, Layer, merged
from hyperdigest.cli.output import say, warn
from hyperdigest.cli.progress import progress_shown
from hyperdigest.errors import OptionError
from hyperdigest.options import FITTED_STAGES, PARAMETERS, Options, overridden
from hyperdigest.progress import Progress

if TYPE_CHECKING:
    from hyperdigest.answer.answer import Answer
    from hyperdigest.model import Collection, Model
    from hyperdigest.question import Question
    from hyperdigest.read import ReadingOptions
    from hyperdigest.reader import Scope
    from hyperdigest.saved import SavedModel


def resolve_options(paths: tuple[str, ...], chosen: Chosen) -> Chosen:
    """The options of a command on `paths`, including those of the configuration files.

    Options that were fixed when a saved collection was fitted are not taken from files. A line on
    standard error says what each file sets.
    """
    fixed: set[str] = set()
    if saved_at(paths):
        fixed = {p.name for p in PARAMETERS.values() if p.stage in FITTED_STAGES}
        fixed |= {"preset", "samples"}
    already_set, files = merged(chosen.explicit), []
    for source, values in chosen.files:
        applicable = {name: value for name, value in values.items() if name not in fixed}
        new = [f"{name} = {value}" for name, value in applicable.items() if name not in already_set]
        if new:
            say(f"{source} sets {', '.join(new)}")
        files.append(Layer(source, applicable))
        already_set = overridden(applicable, already_set)
    return Chosen(chosen.explicit, tuple(files), use_files=True)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The processes that have the parts of a split collection; this one without a backend."""

    backend: str | None = None
    workers: int | None = None
    address: str | None = None

    @contextmanager
    def saved(self, path: str) -> Iterator[SavedModel]:
        """The saved collection at a path."""
        from hyperdigest.saved import SavedModel

        if self.backend:
            from hyperdigest.batch.parts import on_cluster

            with on_cluster(path, self.backend, self.workers, self.address) as saved:
                yield saved
        elif self.workers or self.address:
            raise OptionError("--workers and --address need a --backend: choose dask or ray")
        else:
            yield SavedModel(path)


@dataclass(frozen=True, slots=True)
class AskRequest:
    """A question from the command line, and the paths of the documents that answer it."""

    question: Question
    paths: tuple[str, ...]
    reading: ReadingOptions
    cluster: Cluster

    @contextmanager
    def answer(self) -> Iterator[Answer]:
        """The answer from the saved collection or the documents at the paths, whose processes end
        with the block."""
        from hyperdigest.answer.answer import answer
        from hyperdigest.ranking.indexes import Indexes

        with ExitStack() as processes:
            with progress_shown() as progress:
                model, options, scope = self._open(progress, processes)
                if options.tokens:
                    Indexes.of(model).lengths(options, progress)
            with redirect_native_stdout():
                yield answer(model, self.question, options, scope)

    def _open(self, progress: Progress, processes: ExitStack) -> tuple[Model, Options, Scope]:
        if saved := saved_at(self.paths):
            self.reading.check_applies(saved)
            opened = processes.enter_context(self.cluster.saved(saved))
            return opened.open(self.question, progress)
        if self.cluster != Cluster():
            raise OptionError(
                "--backend, --workers and --address are about a folder of parts: make one with"
                " `hyperdigest split`"
            )
        options = self.question.fitting_options()
        check_before_reading(options)
        collection = _read(self.paths, options, self.reading, progress)
        warn(w for w in collection.warnings if w not in collection.missing)
        return collection.fit_for(self.question, progress=progress)


def open_model(paths: tuple[str, ...], jobs: int | None, chosen: Chosen) -> Model:
    """The saved collection at `paths`, or a model of the documents there."""
    from hyperdigest.model import Model

    saved = saved_at(paths)
    if not saved:
        from hyperdigest.read import ReadingOptions

        return fit_model(paths, ReadingOptions(jobs=jobs), chosen)
    with progress_shown() as progress:
        return Model.load(saved, progress=progress)


def open_collection(paths: tuple[str, ...], jobs: int | None) -> Collection:
    """The documents of the saved collection at `paths`, or those there, which are not fitted."""
    from hyperdigest.model import Model
    from hyperdigest.read import ReadingOptions

    with progress_shown() as progress:
        if saved := saved_at(paths):
            return Model.load(saved, progress=progress).collection
        return _read(paths, Options(), ReadingOptions(jobs=jobs), progress)


def fit_model(paths: tuple[str, ...], reading: ReadingOptions, chosen: Chosen) -> Model:
    """A model of the documents at `paths`."""
    options = fitting_options(chosen)
    with progress_shown() as progress:
        return _read(paths, options, reading, progress).fit(options, progress=progress)


def refit_model(saved: Path, output: Path, jobs: int | None, chosen: Chosen) -> Model:
    """A model of the documents of a saved collection, written to `output`, the same file or not."""
    from hyperdigest.model import Collection, Model

    options = fitting_options(chosen)
    with progress_shown() as progress:

        def refitted(model: Model) -> Model:
            old = model.collection
            how = {"language": options.language, "splitter": options.splitter}
            collection = Collection.of(
                old.documents, **how, warnings=old.warnings, jobs=jobs, progress=progress
            )
            return collection.fit(options, progress=progress)

        if output.exists() and saved.exists() and output.samefile(saved):
            return Model.change_saved(saved, refitted, progress)
        model = refitted(Model.load(saved, progress=progress))
        model.save(output, progress)
    return model


def saved_at(paths: tuple[str, ...]) -> str | None:
    """The saved collection that `paths` name; None if they name documents."""
    from hyperdigest.store.finding import saved_among

    return saved_among(paths)


def fitting_options(chosen: Chosen) -> Options:
    """The options to fit documents with.

    Raises OptionError, before anything is read, if they cannot be met.
    """
    options = Options.preset(chosen.preset or "default", **chosen.changes)
    check_before_reading(options)
    return options


def check_before_reading(options: Options) -> None:
    """Raise OptionError if options cannot be met: a model, plugin or tokenizer that they name is
    missing, or the sweeps are too few for the samples."""
    from hyperdigest.topics.hdp import check_samples

    check_samples(options.samples, options.sweeps)
    if options.embedding_model:
        from hyperdigest.ranking.embeddings import check_model

        check_model(options.embedding_model)
    if options.hyperedges:
        from hyperdigest.base.plugins import named

        named("hyperedges", options.hyperedges, "option hyperedges").load()
    if options.tokens:
        from hyperdigest.lengths import check_tokenizer

        check_tokenizer(options.tokenizer)


def _read(
    paths: tuple[str, ...], options: Options, reading: ReadingOptions, progress: Progress
) -> Collection:
    from hyperdigest.model import Collection

    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    how |= {"jobs": reading.jobs, "seconds": reading.seconds, "within": reading.within}
    how |= {"ocr": reading.ocr, "without_suffix": reading.without_suffix}
    how |= {"text_column": reading.text_column}
    return Collection.read(paths, **how, progress=progress)
