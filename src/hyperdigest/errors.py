"""Errors. Their messages say what happened, with which value, and what to do."""


class HyperdigestError(Exception):
    """The base class of all errors that a caller may want to catch; the message is one line."""


class OptionError(HyperdigestError):
    """A parameter is unknown, malformed or out of its range."""


class BudgetError(OptionError):
    """The budget is smaller than every eligible sentence."""


class ReadError(HyperdigestError):
    """A file cannot be read as a document."""


class EmptyCollectionError(HyperdigestError):
    """There is nothing to digest: no document, or no sentence with a term."""


class StoreError(HyperdigestError):
    """A saved collection cannot be opened or written."""


class OutputError(HyperdigestError):
    """A result cannot be written."""


class PluginError(HyperdigestError):
    """A plugin cannot be loaded, failed, or returned an invalid result."""


class WorkerEndedError(HyperdigestError):
    """A worker process was killed, and the result of its work is lost."""


def reason_of(error: BaseException) -> str:
    """The type of an error that is none of these, and its message, on one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")


def not_installed(what: str, library: str, extra: str) -> str:
    """The message that `what` needs a library, and which extra installs it."""
    return (
        f"{what} needs the library {library}, which is not installed:"
        f' pip install "hyperdigest[{extra}]"'
    )


def missing_extra(error: ImportError, extra: str) -> ImportError:
    """The error to raise in place of `error` if an adapter cannot import the library it needs."""
    message = not_installed(f"hyperdigest for {extra}", error.name or str(error), extra)
    return ImportError(message, name=error.name, path=error.path)
