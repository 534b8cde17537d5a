"""A cited, verbatim digest of many documents, in answer to a question.

>>> from hyperdigest import Collection
>>> model = Collection.read("examples/eclipse").fit()
>>> digest = model.digest("Where will the eclipse be total?", words=60)

What happens to a question: `read` and `split` turn files into a `Collection`, and `topics` fits a
`Model` to it. `answer` puts the question to the model: `ranking`, with `hypergraph` and
`relevance`, scores the sentences, `selection` chooses some of them, `answer.cite` cites their
sources, and `render` writes the digest. Optional `features` change the ranking or the choice.
`store` saves models and adds documents to them, `batch` answers many questions, `cli` is the
command line, `web` the app in a browser, `adapters` connect other libraries, and `evaluation` and
`experiments` measure the results.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hyperdigest.constraints import Constraints, Wishes
    from hyperdigest.digest import Citation, Digest
    from hyperdigest.documents import Document
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

_MODULES = {
    **dict.fromkeys(("Citation", "Digest"), "digest"),
    "Document": "documents",
    **dict.fromkeys(("Collection", "Model"), "model"),
    "HyperdigestError": "errors",
    "Options": "options",
    "Question": "question",
    **dict.fromkeys(("Constraints", "Wishes"), "constraints"),
}


def __getattr__(name: str) -> Any:
    """Load the module of a public name when the name is first used, to keep the import fast."""
    from importlib import import_module

    if name == "__version__":
        from importlib.metadata import version

        return version("hyperdigest")
    if name not in _MODULES:
        raise AttributeError(f"module 'hyperdigest' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.{_MODULES[name]}"), name)
