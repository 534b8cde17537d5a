"""The kinds of processes that a batch can run on."""

from typing import Literal, get_args

Backend = Literal["loky", "dask", "ray"]
BACKENDS: tuple[Backend, ...] = get_args(Backend)
