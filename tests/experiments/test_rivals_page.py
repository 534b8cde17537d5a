import dataclasses
import importlib
import pkgutil
import re
from pathlib import Path

from hyperdigest.experiments import baselines

PAGE = Path(__file__).resolve().parents[2] / "docs" / "rivals.md"


def shown(system):
    """The repr of a system with its defaults; a parameter without one by its name alone."""
    fields = (
        f.name if f.default is dataclasses.MISSING else f"{f.name}={f.default!r}"
        for f in dataclasses.fields(system)
    )
    return f"{system.__name__}({', '.join(fields)})"


def systems():
    for file in pkgutil.iter_modules(baselines.__path__):
        module = importlib.import_module(f"{baselines.__name__}.{file.name}")
        for thing in vars(module).values():
            here = getattr(thing, "__module__", "") == module.__name__
            if here and dataclasses.is_dataclass(thing) and "__call__" in vars(thing):
                yield shown(thing)


def test_the_page_names_every_rival_with_its_parameters():
    text = PAGE.read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `([^`]+)` \|", text, re.M)) == sorted(systems())
