"""What a command that writes a file did, as one JSON object for programs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from hyperdigest.cli.output import write

if TYPE_CHECKING:
    from hyperdigest.pipeline import Model


def write_account(format: str, account: dict[str, Any]) -> None:
    """`account` to standard output where `format` is ``json``; else nothing."""
    if format == "json":
        from hyperdigest.render.json import dumped

        write(dumped(account), None)


def of_collection(model: Model, saved: Path) -> dict[str, Any]:
    """A saved collection: where it is, how much it holds, what its reading left to tell."""
    collection = model.collection
    return {
        "collection": str(saved),
        "documents": len(collection.documents),
        "languages": collection.language_counts,
        "sentences": len(collection.split.sentences),
        "tokens": len(collection.split.terms),
        "topics": model.topics.best.n_topics,
        "corpus": collection.corpus_hash,
        "warnings": list(collection.warnings),
    }
