import dataclasses
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import hyperdigest.experiments as experiments

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rivals.md"
KINDS = ("hyperedges", "selectors", "summarizers", "today")


def shown(system):
    """The repr of a system with its defaults; a parameter without one by its name alone."""
    fields = (
        f.name if f.default is dataclasses.MISSING else f"{f.name}={f.default!r}"
        for f in dataclasses.fields(system)
    )
    return f"{system.__name__}({', '.join(fields)})"


def systems(kind):
    package = importlib.import_module(f"{experiments.__name__}.{kind}")
    for file in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{file.name}")
        for thing in vars(module).values():
            here = getattr(thing, "__module__", "") == module.__name__
            if here and dataclasses.is_dataclass(thing) and "__call__" in vars(thing):
                yield shown(thing)


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_names_every_rival_with_its_parameters(kind):
    text = PAGE.read_text(encoding="utf-8")
    [section] = [part for part in text.split("\n## ") if f"(`{kind}/`)" in part.splitlines()[0]]
    assert sorted(re.findall(r"^\| `([^`]+)` \|", section, re.M)) == sorted(systems(kind))
