import re
from pathlib import Path

import pytest

from needed import needs

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
EXAMPLES = {
    section.splitlines()[0]: "\n".join(re.findall(r"```python\n(.*?)```", section, re.S))
    for section in re.split(r"^## ", PAGE, flags=re.M)[1:]
}

PACKAGES = {
    "LangChain": "langchain_core",
    "LlamaIndex": "llama_index",
    "Haystack": "haystack",
    "MCP: agents and editors": "mcp",
    "Tables": "pandas",
    "scikit-learn": "sklearn",
    "spaCy": "spacy",
}
"""What the example of each section needs."""


def test_every_adapter_has_an_example():
    assert {name for name, code in EXAMPLES.items() if code} == {*PACKAGES}


@pytest.mark.parametrize("name", PACKAGES)
def test_the_examples_of_the_page_run(name, capsys, monkeypatch):
    needs(PACKAGES[name])
    monkeypatch.chdir(ROOT)
    exec(EXAMPLES[name], {})
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) >= EXAMPLES[name].count("\nprint(")
    assert ("Police ask drivers" in shown) == (name in list(PACKAGES)[:4])


def test_the_documented_columns_are_those_of_the_tables():
    from hyperdigest.adapters.tables import SENTENCES

    rows = re.findall(r"^\| (`.*?) \|", PAGE[PAGE.index("\n## Tables\n") :], re.M)
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == {*SENTENCES}
