"""A cited, verbatim digest of many documents, in answer to a question.

>>> from hyperdigest import Collection
>>> model = Collection.read("examples/eclipse").fit()
>>> digest = model.digest("Where will the eclipse be total?", words=60)

The way of a question: `read` and `split` make a `Collection` of files, and `topics` a `Model` of
that. `answer` puts a question to it: `ranking`, with `hypergraph` and `relevance`, scores its
sentences, `selection` picks some, `answer.cite` cites them and `render` shows them. Beside the way,
`features` change the ranking or the choice, `store` saves a model and lets it grow and shrink,
`batch` asks many questions, `cli` is the command line, `web` the app in a browser, `adapters` serve
other libraries, and `evaluation` and `experiments` measure.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperdigest.constraints import Constraints, Wishes
    from hyperdigest.documents import Citation, Digest, Document
    from hyperdigest.errors import HyperdigestError
    from hyperdigest.model import Collection, Model
    from hyperdigest.options import Options
    from hyperdigest.question import Question

__all__ = [
    "Citation",
    "Collection",
    "Constraints",
    "Digest",
    "Document",
    "HyperdigestError",
    "Model",
    "Options",
    "Question",
    "Wishes",
]

_HOMES = {
    **dict.fromkeys(("Citation", "Digest", "Document"), "documents"),
    **dict.fromkeys(("Collection", "Model"), "model"),
    "HyperdigestError": "errors",
    "Options": "options",
    "Question": "question",
    **dict.fromkeys(("Constraints", "Wishes"), "constraints"),
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used, so that importing the package costs nothing."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("hyperdigest")
    if name not in _HOMES:
        raise AttributeError(f"module 'hyperdigest' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.{_HOMES[name]}"), name)
