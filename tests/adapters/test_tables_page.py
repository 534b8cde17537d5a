import re
from pathlib import Path

import pytest

from needed import needs

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8").split("\n## Tables\n")[1]
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.S)
PACKAGES = ("pandas", "sklearn", "spacy")
"""What each of the examples needs."""


@pytest.mark.parametrize(
    ("package", "example"), [*zip(PACKAGES, EXAMPLES, strict=True)], ids=PACKAGES
)
def test_the_examples_of_the_page_run(package, example, monkeypatch, capsys):
    needs(package)
    monkeypatch.chdir(ROOT)
    exec(example, {})
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) >= example.count("\nprint(")


def test_the_documented_columns_are_those_of_the_tables():
    from hyperdigest.adapters.tables import SENTENCES

    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*SENTENCES}
