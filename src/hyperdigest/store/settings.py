"""The options and languages of a saved collection."""

from __future__ import annotations

from hyperdigest.errors import OptionError
from hyperdigest.options import AUTO, Options
from hyperdigest.split import LANGUAGES
from hyperdigest.store.file import Store


def languages_of(store: Store) -> tuple[str, ...]:
    """The language of each document, if they were detected."""
    languages = store.meta["languages"]
    _check_languages(languages, store.n_documents if options_of(store).language == AUTO else 0)
    return tuple(languages)


def options_of(store: Store) -> Options:
    """The options of a saved model."""
    try:
        return Options.of(store.meta["options"])
    except OptionError as error:
        raise ValueError(str(error)) from error


def _check_languages(languages: object, documents: int) -> None:
    """Raise ValueError unless each document has a supported language."""
    if not isinstance(languages, list | tuple) or len(languages) != documents:
        raise ValueError("the languages of its documents are missing")
    if not all(isinstance(language, str) and language in LANGUAGES for language in languages):
        raise ValueError("its documents are in unknown languages")
