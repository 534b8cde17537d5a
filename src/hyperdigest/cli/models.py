"""The model of a command: a saved collection, or documents read and fitted now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.cli.commands import redirect_native_stdout
from hyperdigest.cli.config_files import Chosen, Layer, merged
from hyperdigest.cli.output import say
from hyperdigest.cli.progress import progress_shown
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.errors import OptionError
from hyperdigest.options import FITTED_STAGES, PARAMETERS, Options, overridden

if TYPE_CHECKING:
    from hyperdigest.model import Model


def resolve_options(paths: tuple[str, ...], chosen: Chosen) -> Chosen:
    """The options that hold at `paths`, with those of the configuration files that were found. A
    saved collection keeps what it was fitted with. What the files set is told."""
    fixed: set[str] = set()
    if saved_at(paths):
        fixed = {p.name for p in PARAMETERS.values() if p.stage in FITTED_STAGES}
        fixed |= {"preset", "samples"}
    stronger, files = merged(chosen.asked), []
    for source, values in chosen.files:
        open_ones = {name: value for name, value in values.items() if name not in fixed}
        new = [f"{name} = {value}" for name, value in open_ones.items() if name not in stronger]
        if new:
            say(f"{source} sets {', '.join(new)}")
        files.append(Layer(source, open_ones))
        stronger = overridden(open_ones, stronger)
    return Chosen(chosen.asked, tuple(files), held=True)


def open_for_question(
    question: str,
    paths: tuple[str, ...],
    jobs: int | None,
    ocr: bool,
    wishes: Wishes,
    chosen: Chosen,
) -> tuple[Model, dict[str, Any]]:
    """The model at `paths` and how to ask it: its sentences are embedded and counted if need be."""
    chosen = resolve_options(paths, chosen)
    model = open_model(paths, jobs, chosen, question, wishes, ocr=ocr)
    options = model.question_options(chosen.preset, chosen.changes)
    with progress_shown() as progress:
        if options.embedding_model and options.embedding_evidence:
            with redirect_native_stdout():
                model.prepared.embeddings(options.embedding_model, progress)
        if options.tokens:
            model.prepared.lengths(options, progress)
    return model, {"wishes": wishes, "preset": chosen.preset, **chosen.changes}


def open_model(
    paths: tuple[str, ...],
    jobs: int | None,
    chosen: Chosen,
    question: str = "",
    wishes: Wishes = NOTHING,
    *,
    ocr: bool = False,
) -> Model:
    """The saved collection at `paths`, or a model of the documents there; as far as is asked."""
    from hyperdigest.model import Model

    saved = saved_at(paths)
    if not saved:
        return fit_model(paths, jobs, chosen, question, wishes, ocr=ocr)
    if ocr:
        raise OptionError(
            f"--ocr is for documents that are read now, and {saved} has been read: add the scanned"
            " files to it with hyperdigest add --ocr"
        )
    with progress_shown() as progress:
        if not question:
            return Model.load(saved, progress=progress)
        asked = question, chosen.preset, chosen.changes, wishes
        return Model.load_focused(saved, *asked, progress=progress)


def fit_model(
    paths: tuple[str, ...],
    jobs: int | None,
    chosen: Chosen,
    question: str = "",
    wishes: Wishes = NOTHING,
    *,
    ocr: bool = False,
) -> Model:
    """A model of the documents at `paths`, or of those that match `question` if it is focused."""
    from hyperdigest.model import Collection

    options = _fitting_options(chosen)
    how: dict[str, Any] = {"language": options.language, "splitter": options.splitter}
    with progress_shown() as progress:
        collection = Collection.read(paths, **how, jobs=jobs, ocr=ocr, progress=progress)
        if question:
            collection = collection.focused(question, options, wishes)
        return collection.fit(options, progress=progress)


def refit_model(saved: Path, output: Path, jobs: int | None, chosen: Chosen) -> Model:
    """A model of the documents of a saved collection, written to `output`, the same file or not."""
    from hyperdigest.model import Collection, Model

    options = _fitting_options(chosen)
    with progress_shown() as progress:

        def anew(model: Model) -> Model:
            old = model.collection
            how = {"language": options.language, "splitter": options.splitter}
            collection = Collection.of(
                old.documents, **how, warnings=old.warnings, jobs=jobs, progress=progress
            )
            return collection.fit(options, progress=progress)

        if output.exists() and saved.exists() and output.samefile(saved):
            return Model.change_saved(saved, anew, progress)
        model = anew(Model.load(saved, progress=progress))
        model.save(output, progress)
    return model


def saved_at(paths: tuple[str, ...]) -> str | None:
    """The saved collection that `paths` name, if they do."""
    from hyperdigest.store import saved_among

    return saved_among(paths)


def _fitting_options(chosen: Chosen) -> Options:
    options = Options.preset(chosen.preset or "default", **chosen.changes)
    if options.embedding_model:
        from hyperdigest.query.embeddings import check_model

        check_model(options.embedding_model)
    if options.hyperedges:
        from hyperdigest.base.plugins import named

        named("hyperedges", options.hyperedges, "option hyperedges").load()
    if options.tokens:
        from hyperdigest.query.tokens import check_tokenizer

        check_tokenizer(options.tokenizer)
    return options
