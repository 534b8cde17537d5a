"""A fitted collection in one SQLite file that other tools open: no pickle, all checksummed."""

from hyperdigest.store.database import (
    APPLICATION_ID,
    FORMAT_VERSION,
    Saved,
    Store,
    is_store,
    load,
    opened,
    save,
    saved_among,
)

__all__ = [
    "APPLICATION_ID",
    "FORMAT_VERSION",
    "Saved",
    "Store",
    "is_store",
    "load",
    "opened",
    "save",
    "saved_among",
]
