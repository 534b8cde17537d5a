"""The model a command works on: a saved collection, or one of documents read and fitted now."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hyperdigest.cli.commands import standard_output_kept_clean
from hyperdigest.cli.options import Chosen
from hyperdigest.cli.output import say
from hyperdigest.cli.progress import progress_shown
from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.options import Options

if TYPE_CHECKING:
    from hyperdigest.model import Model


def settled(paths: tuple[str, ...], chosen: Chosen) -> Chosen:
    """What holds at `paths` with the user's habits, which are told."""
    return _told(chosen.on_saved() if saved_at(paths) else chosen.with_habits())


def settled_anew(chosen: Chosen) -> Chosen:
    """What holds with the user's habits where documents are fitted, which are told."""
    return _told(chosen.with_habits())


def _told(chosen: Chosen) -> Chosen:
    for source, values in chosen.by_habit():
        shown = ", ".join(f"{name} = {value}" for name, value in values.items())
        say(f"{source} sets {shown}")
    return chosen


def ready(
    question: str,
    paths: tuple[str, ...],
    jobs: int | None,
    chosen: Chosen,
    wishes: Wishes = NOTHING,
) -> Model:
    """The model at `paths` to ask, its sentences embedded and counted as the question needs it."""
    model = _asked_model(question, paths, jobs, chosen, wishes)
    options = model.question_options(chosen.preset, chosen.changes)
    if options.embedding_model and options.embedding_evidence:
        with progress_shown() as progress, standard_output_kept_clean():
            model.prepared.embeddings(options.embedding_model, progress)
    if options.tokens:
        with progress_shown() as progress:
            model.prepared.lengths(options, progress)
    return model


def _asked_model(
    question: str, paths: tuple[str, ...], jobs: int | None, chosen: Chosen, wishes: Wishes
) -> Model:
    """The saved collection at `paths` or a model of the documents there, as far as is asked."""
    saved = saved_at(paths)
    if not saved:
        return fitted(paths, jobs, chosen, question, wishes)
    from hyperdigest.model import Model

    with progress_shown() as progress:
        asked = question, chosen.preset, chosen.changes, wishes
        return Model.load_focused(saved, *asked, progress=progress)


def opened(paths: tuple[str, ...], jobs: int | None, chosen: Chosen) -> Model:
    """The saved collection at `paths`, or a model of the documents there."""
    from hyperdigest.model import Model

    saved = saved_at(paths)
    if not saved:
        return fitted(paths, jobs, chosen)
    with progress_shown() as progress:
        return Model.load(saved, progress=progress)


def fitted(
    paths: tuple[str, ...],
    jobs: int | None,
    chosen: Chosen,
    question: str = "",
    wishes: Wishes = NOTHING,
) -> Model:
    """A model of the documents at `paths`, or of those that match `question` if it is focused."""
    from hyperdigest.model import Collection

    options = _fitting_options(chosen)
    with progress_shown() as progress:
        collection = Collection.read(
            paths,
            language=options.language,
            splitter=options.splitter,
            jobs=jobs,
            progress=progress,
        )
        if question:
            collection = collection.focused(question, options, wishes)
        return collection.fit(options, progress=progress)


def fitted_anew(saved: Path, output: Path, jobs: int | None, chosen: Chosen) -> Model:
    """A model of the documents of a saved collection, written to `output`, the same file or not."""
    from hyperdigest.model import Collection, Model

    options = _fitting_options(chosen)
    with progress_shown() as progress:

        def anew(model: Model) -> Model:
            old = model.collection
            return Collection.of(
                old.documents,
                language=options.language,
                splitter=options.splitter,
                warnings=old.warnings,
                jobs=jobs,
                progress=progress,
            ).fit(options, progress=progress)

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
