"""What can go wrong, in words a user can act on: what happened, the value, what to do."""


class HyperdigestError(Exception):
    """The base of every error a caller may want to catch; its text is one line to show a user."""


class OptionError(HyperdigestError):
    """A parameter is unknown, malformed or out of its range."""


class BudgetError(OptionError):
    """The budget is smaller than every sentence that may be picked."""


class ReadError(HyperdigestError):
    """A file cannot be read as a document."""


class EmptyCollectionError(HyperdigestError):
    """Nothing to digest: no document, or no sentence with a term."""


class StoreError(HyperdigestError):
    """A saved collection cannot be opened or written."""


class OutputError(HyperdigestError):
    """A result cannot be written."""


class PluginError(HyperdigestError):
    """A plugin cannot be loaded, failed, or gave what it should not."""


class WorkerEndedError(HyperdigestError):
    """A process at work was ended from outside, and what it worked on is lost."""


def not_installed(what: str, library: str, extra: str) -> str:
    """Why `what` cannot be done without a library, and the extra that brings it."""
    return (
        f"{what} needs the library {library}, which is not installed:"
        f' pip install "hyperdigest[{extra}]"'
    )


def missing_extra(error: ImportError, extra: str) -> ImportError:
    """The error to raise for `error` where the library that an adapter needs is missing."""
    told = not_installed(f"hyperdigest for {extra}", error.name or str(error), extra)
    return ImportError(told, name=error.name, path=error.path)
