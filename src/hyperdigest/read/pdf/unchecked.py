"""Functions of pdfium that take their arguments as they are."""

from __future__ import annotations

import ctypes
from typing import Any


def unchecked(function: Any) -> Any:
    """A function of pdfium that takes its arguments as they are.

    Its check of their types takes more than half of the time of a call, and each character of a
    page takes several calls. What it fills in is given by `ctypes.byref`.
    """
    bare = type(function)(ctypes.cast(function, ctypes.c_void_p).value)
    bare.restype = function.restype
    return bare
