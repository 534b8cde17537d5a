"""A model that grows: documents are added to it, and some are removed, without fitting it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from difflib import get_close_matches
from fnmatch import filter as matching

import numpy as np

from hyperdigest.changing.arrivals import Arrivals
from hyperdigest.changing.subset import subset
from hyperdigest.documents import Document, Sentences
from hyperdigest.errors import OptionError
from hyperdigest.pipeline import Collection, Model
from hyperdigest.progress import Progress, quiet
from hyperdigest.split import Split
from hyperdigest.topics import TopicFit, fold_in


def grown(
    model: Model,
    arrivals: Arrivals,
    sweeps: int,
    *,
    jobs: int | None = 1,
    progress: Progress = quiet,
) -> Model:
    """The model with what has arrived; the same one where nothing has.

    Older versions go when the new ones are in, which find their topics the sooner for it.
    """
    if arrivals.documents:
        new = Collection.of(
            arrivals.documents,
            language=model.collection.language,
            splitter=model.collection.splitter,
            warnings=arrivals.warnings,
            jobs=jobs,
            progress=progress,
            default=next(iter(model.collection.language_counts)),
        )
        model = added(model, new, sweeps, progress)
    return removed(model, arrivals.outdated) if arrivals.outdated else model


def added(model: Model, new: Collection, sweeps: int, progress: Progress = quiet) -> Model:
    """The model with new documents behind its own, whose topics stay.

    Parameters
    ----------
    new : with names that the model does not have.
    sweeps : visits of the sampler to every new token.
    """
    old = model.collection
    collection = Collection(
        (*old.documents, *new.documents),
        joined(old.split, new.split, len(old.documents)),
        old.language,
        tuple(dict.fromkeys((*old.warnings, *new.warnings))),
        splitter=old.splitter,
        languages=(*old.languages, *new.languages),
    )
    told = f"added {len(new.documents)} documents to {old.corpus_hash[:12]} in {sweeps} sweeps"
    topics = _folded(model, collection.split, sweeps, progress)
    return Model(collection, model.options, topics, (*model.history, told))


def joined(first: Split, second: Split, n_documents: int) -> Split:
    """Two splits as one; terms keep their numbers, and the words they are shown as.

    Parameters
    ----------
    n_documents : of the first.
    """
    number = {term: n for n, term in enumerate(first.vocabulary)}
    numbers = np.array([number.setdefault(t, len(number)) for t in second.vocabulary], np.int32)
    fresh = numbers >= len(first.vocabulary)
    columns = {
        field.name: np.concatenate([getattr(s.sentences, field.name) for s in (first, second)])
        for field in fields(Sentences)
    }
    columns["document"][len(first.sentences) :] += np.int32(n_documents)
    behind = second.sentence_of + np.int32(len(first.sentences))
    return Split(
        Sentences(**columns),
        tuple(number),
        (*first.words, *(w for w, is_fresh in zip(second.words, fresh, strict=True) if is_fresh)),
        np.concatenate([first.terms, numbers[second.terms]]),
        np.concatenate([first.sentence_of, behind]),
    )


def removed(model: Model, documents: Sequence[int]) -> Model:
    """The model without some documents, by their numbers, nor what was to tell of them alone."""
    held = model.collection.documents
    gone = set(documents)
    rest = subset(model, [number for number in range(len(held)) if number not in gone])
    left = {document.name for document in rest.collection.documents}
    names = tuple(f"{held[number].name} " for number in gone if held[number].name not in left)
    warnings = tuple(told for told in rest.collection.warnings if not told.startswith(names))
    collection = replace(rest.collection, warnings=warnings)
    return Model(collection, rest.options, rest.topics, rest.history)


def named(documents: Sequence[Document], names: Iterable[str]) -> list[int]:
    """The numbers of the documents that are called so; a name may be a pattern with ``*``.

    Raises
    ------
    OptionError
        where no document is called so, or none would be left.
    """
    number = {document.name: n for n, document in enumerate(documents)}
    found: set[str] = set()
    for name in names:
        called = [name] if name in number else matching(number, name)
        if not called:
            near = ", ".join(get_close_matches(name, number)) or ", ".join(list(number)[:3])
            raise OptionError(f"no document is called {name!r}: give a name such as {near}")
        found.update(called)
    if len(found) == len(number):
        raise OptionError(
            f"all {len(number)} documents would be removed: leave some in, or delete the collection"
        )
    return sorted(number[name] for name in found)


def _folded(model: Model, split: Split, sweeps: int, progress: Progress) -> TopicFit:
    options = model.options
    return fold_in(
        model.topics,
        split.terms,
        split.sentence_of,
        split.sentences.document,
        len(split.vocabulary),
        seed=options.seed,
        sweeps=sweeps,
        term_concentration=options.term_concentration,
        term_prior=options.term_prior,
        progress=progress,
    )
