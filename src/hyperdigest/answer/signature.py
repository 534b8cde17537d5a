"""The signature of a digest: one line with every choice that changes its bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from hyperdigest.base.versions import version
from hyperdigest.constraints import NO_CONSTRAINTS, Constraints
from hyperdigest.options import UNITS, Options

_WALK = "chain"
"""The walk is a Markov chain: steps from a sentence to itself count, and relevance sums to 1."""

_DEVIATIONS = f"capacity+{_WALK}+weightless"
"""How the preset ``paper`` differs from the paper as printed: no step of the selection exceeds the
budget, the walk is a Markov chain, and a sentence whose hyperedges all have weight 0 walks by
membership only."""

_OWN_FIELDS = frozenset({"seed", *UNITS, "tokenizer"})
"""Options that are in fields of other names."""


def digest_signature(
    options: Options,
    corpus: str,
    history: Sequence[str] = (),
    constraints: Constraints = NO_CONSTRAINTS,
    languages: Sequence[str] = (),
    new: Sequence[str] = (),
) -> str:
    """The signature: ``hyperdigest|preset:...|seed:...|budget:...|...|corpus:...|v:...``.

    It has the options that differ from the preset. An embedding model or a tokenizer has the name
    of its folder and a hash of its files; constraints have a hash.

    Parameters
    ----------
    corpus : the `corpus_hash` of the documents.
    history : the changes of the model since the fit; they get a hash.
    languages : of each document, if they were detected; they are listed unless all are English.
    new : names of the new documents, if only what is new is wanted; they get a hash.

    Raises
    ------
    OptionError
        if the embedding model or the tokenizer does not exist.
    """
    preset = options.preset_name
    budget = f"{options.budget}{options.unit[0]}"
    fields = {"preset": preset, "seed": str(options.seed), "budget": budget}
    changed = options.differences(preset)
    fields |= {name: str(value) for name, value in changed.items() if name not in _OWN_FIELDS}
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
    if not options.any_form or options.shortest > 1:
        form = "any" if options.any_form else "prose" if options.prose_only else "whole"
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
