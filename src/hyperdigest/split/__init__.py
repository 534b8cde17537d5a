"""Split documents into sentences, each a slice of its document's text, and sentences into terms.

What splits is loaded when it is first used: a saved collection is asked without it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hyperdigest.split.counted import Split
from hyperdigest.split.languages import count_languages, languages_of
from hyperdigest.split.terms import LANGUAGES, Analyzer, check_language

if TYPE_CHECKING:
    from hyperdigest.split.sentences import Spans, split
    from hyperdigest.split.table import get_splitter, split_documents

__all__ = [
    "LANGUAGES",
    "Analyzer",
    "Spans",
    "Split",
    "check_language",
    "count_languages",
    "get_splitter",
    "languages_of",
    "split",
    "split_documents",
]

_HOMES = {
    **dict.fromkeys(("Spans", "split"), "sentences"),
    **dict.fromkeys(("get_splitter", "split_documents"), "table"),
}


def __getattr__(name: str) -> Any:
    """Load a public name that splits."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hyperdigest.split' has no attribute {name!r}")
    return getattr(import_module(f"hyperdigest.split.{_HOMES[name]}"), name)
