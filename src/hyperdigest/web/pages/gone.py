"""Wishes for sentences that have gone with their documents, which nobody can grant."""

from __future__ import annotations

from hyperdigest.choosing import sentences_at
from hyperdigest.errors import OptionError
from hyperdigest.pipeline import Collection
from hyperdigest.web.asking import PLACES
from hyperdigest.web.pages.address import Address, Pair
from hyperdigest.wishes import place_of


def without_gone(address: Address, collection: Collection) -> Address:
    """The address without the sentences that are pinned, excluded or read and stand nowhere."""
    return address.dropping(*(pair for pair in address.pairs if _is_gone(pair, collection)))


def _is_gone(pair: Pair, collection: Collection) -> bool:
    """Whether a pair names a sentence that is not there; one that names none is to be refused."""
    name, value = pair
    if name not in PLACES:
        return False
    try:
        place = place_of(value, name)
    except OptionError:
        return False
    try:
        sentences_at(collection, [place])
    except OptionError:
        return True
    return False
