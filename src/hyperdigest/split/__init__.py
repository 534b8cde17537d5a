"""Split documents into sentences, each a slice of its document's text, and sentences into terms."""

from hyperdigest.split.languages import count_languages, languages_of
from hyperdigest.split.sentences import Spans, split
from hyperdigest.split.table import Split, get_splitter, split_documents
from hyperdigest.split.terms import LANGUAGES, Analyzer, check_language

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
