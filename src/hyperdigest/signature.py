"""The line that makes a digest reproducible: every choice that changes its bytes, by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import metadata
from importlib.resources import files
from importlib.resources.abc import Traversable

from hyperdigest.constraints import NOTHING, Wishes
from hyperdigest.documents import Document
from hyperdigest.options import UNITS, Options

version = cache(metadata.version)
"""The installed version of a distribution, looked up once: that takes as long as a walk."""


@cache
def code_hash() -> str:
    """SHA-256 of the package's own files, 12 digits: what is kept under it came of this code."""
    hasher = hashlib.sha256()
    for name, data in sorted(_contents(files("hyperdigest"), "")):
        hasher.update(f"{name}\0{len(data)}\0".encode() + data)
    return hasher.hexdigest()[:12]


def _contents(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        name = f"{path}/{entry.name}"
        if entry.is_dir():
            yield from _contents(entry, name)
        elif name.endswith((".py", ".txt")):
            yield name, entry.read_bytes()


_WALK = "chain"
"""Steps of the walk from a sentence to itself count, so that relevance sums to 1."""

_DEVIATIONS = f"capacity+{_WALK}+weightless"
"""Where the preset ``paper`` departs from print: the budget is kept at every step, the walk is a
Markov chain, and a sentence whose hyperedges all weigh 0 walks by membership alone."""

_SAID_OTHERWISE = frozenset({"seed", *UNITS, "tokenizer"})


def digest_signature(
    options: Options,
    corpus: str,
    history: Sequence[str] = (),
    wishes: Wishes = NOTHING,
    languages: Sequence[str] = (),
    new: Sequence[str] = (),
) -> str:
    """``hyperdigest|preset:...|seed:...|budget:...|...|corpus:...|v:...``.

    Parameters named are those that differ from the preset's; a model of embeddings or a tokenizer
    goes by the name of its folder and a hash of what it holds, wherever it lies, and wishes by a
    hash.

    Parameters
    ----------
    corpus : the `corpus_hash` of the documents.
    history : what was done to the model since it was fitted.
    languages : of each document, where they were detected; named unless all are English.
    new : names of the new documents, where what is new is wanted alone; a hash names them.

    Raises
    ------
    OptionError
        where a model of embeddings or a tokenizer is named and is not there.
    """
    preset = options.preset_name
    budget = f"{options.budget}{options.unit[0]}"
    fields = {"preset": preset, "seed": str(options.seed), "budget": budget}
    changed = options.differences(preset)
    fields |= {name: str(value) for name, value in changed.items() if name not in _SAID_OTHERWISE}
    if options.tokens:
        from hyperdigest.query.tokens import tokenizer_name

        fields["tokenizer"] = tokenizer_name(options.tokenizer)
    if options.embedding_model:
        from hyperdigest.query.embeddings import model_name

        fields["embedding_model"] = model_name(options.embedding_model)
    if preset == "paper":
        fields["deviations"] = _DEVIATIONS
    else:
        fields["walk"] = _WALK
    if options.prose_only or options.shortest > 1:
        form = "prose" if options.prose_only else "any"
        fields["eligible"] = f"{form}>={options.shortest}w"
    if options.hyperedges and options.hyperedge_share:
        from hyperdigest.base.plugins import named

        plugin = named("hyperedges", options.hyperedges, "option hyperedges")
        fields["hyperedges"] = f"{plugin.name}@{plugin.package}-{plugin.version}"
    if wishes:
        fields["wishes"] = f"sha256-{wishes.hash}"
    if wishes.updates:
        names = "\n".join(new).encode("utf-8", "surrogatepass")
        fields["new"] = f"sha256-{hashlib.sha256(names).hexdigest()[:12]}"
    detected = sorted(set(languages))
    if detected not in ([], ["en"]):
        fields["languages"] = "+".join(detected)
    if not options.splitter:
        fields["split"] = f"nupunkt-{version('nupunkt')}"
    fields["corpus"] = f"sha256-{corpus[:12]}"
    if history:
        grown = hashlib.sha256("\n".join(history).encode()).hexdigest()
        fields["grown"] = f"sha256-{grown[:12]}"
    fields["v"] = version("hyperdigest")
    return "|".join(["hyperdigest", *(f"{name}:{value}" for name, value in fields.items())])


def corpus_hash(documents: Iterable[Document]) -> str:
    """SHA-256 of the documents' names and texts, in their order."""
    hasher = hashlib.sha256()
    for document in documents:
        for part in (document.name, document.text):
            try:
                data = part.encode("utf-8", "surrogateescape")
            except UnicodeEncodeError:  # another lone surrogate
                data = part.encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "big") + data)
    return hasher.hexdigest()
