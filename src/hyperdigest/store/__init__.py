"""A fitted collection in one SQLite file that other tools open: no pickle, all checksummed."""

from hyperdigest.store.database import Saved, Store, load, opened, save
from hyperdigest.store.header import APPLICATION_ID, FORMAT_VERSION, is_store, saved_among

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
