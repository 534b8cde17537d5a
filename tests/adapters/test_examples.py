import re
from pathlib import Path

import pytest

from needed import needs

PAGE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"
SECTIONS = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
EXAMPLES = {
    section.splitlines()[0]: re.findall(r"```python\n(.*?)```", section, re.S)
    for section in SECTIONS
}


PACKAGES = {
    "LangChain": "langchain_core",
    "LlamaIndex": "llama_index",
    "Haystack": "haystack",
    "MCP: agents and editors": "mcp",
}

RUN_BY_TEST_TABLES_PAGE = ("Tables", "scikit-learn", "spaCy")


def test_every_adapter_has_an_example():
    assert {name for name, code in EXAMPLES.items() if code} == {
        *PACKAGES,
        *RUN_BY_TEST_TABLES_PAGE,
    }


@pytest.mark.parametrize("name", PACKAGES)
def test_the_examples_of_the_page_run(name, capsys):
    needs(PACKAGES[name])
    for code in EXAMPLES[name]:
        exec(code, {})
        assert "Police ask drivers" in capsys.readouterr().out
