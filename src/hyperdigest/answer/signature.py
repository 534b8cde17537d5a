"""The line that makes a digest reproducible: every choice that changes its bytes, by name."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from hyperdigest.base.versions import version
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.options import UNITS, Options

_WALK = "chain"
"""Steps of the walk from a sentence to itself count, so that relevance sums to 1."""

_DEVIATIONS = f"capacity+{_WALK}+weightless"
"""Where the preset ``paper`` departs from print: the budget is kept at every step, the walk is a
Markov chain, and a sentence whose hyperedges all weigh 0 walks by membership alone."""

_NAMED_OTHERWISE = frozenset({"seed", *UNITS, "tokenizer"})


def digest_signature(
    options: Options,
    corpus: str,
    history: Sequence[str] = (),
    constraints: Constraints = NO_CONSTRAINTS,
    languages: Sequence[str] = (),
    new: Sequence[str] = (),
) -> str:
    """``hyperdigest|preset:...|seed:...|budget:...|...|corpus:...|v:...``.

    It names the parameters that differ from the preset's; a model of embeddings or a tokenizer by
    the name of its folder and a hash of its content, wherever it is, and constraints by a hash.

    Parameters
    ----------
    corpus : the `corpus_hash` of the documents.
    history : what was done to the model since it was fitted.
    languages : of each document, if they were detected; named unless all are English.
    new : names of the new documents, if only what is new is wanted; named by a hash.

    Raises
    ------
    OptionError
        if a model of embeddings or a tokenizer is named and is not there.
    """
    preset = options.preset_name
    budget = f"{options.budget}{options.unit[0]}"
    fields = {"preset": preset, "seed": str(options.seed), "budget": budget}
    changed = options.differences(preset)
    fields |= {name: str(value) for name, value in changed.items() if name not in _NAMED_OTHERWISE}
    if options.tokens:
        from hyperdigest.lengths import tokenizer_name

        fields["tokenizer"] = tokenizer_name(options.tokenizer)
    if options.embedding_model:
        from hyperdigest.ranking.embeddings import model_name

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
    if constraints:
        fields["wishes"] = f"sha256-{constraints.hash}"
    if constraints.wants_news:
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
