"""A property such as a default is no heading, and is quoted below what it is one of."""

import pytest

from hyperdigest import Collection, Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.documents.quotable import may_be_quoted


def quoted(text: str) -> list[tuple[str, str, bool]]:
    """What each property is, what is quoted before it, and whether it may be quoted."""
    collection = Collection.of([Document("a", "a", text, format="markdown")], language="en")
    sentences = collection.split.sentences
    before, eligible = sentences.contexts()[:, 0].tolist(), may_be_quoted(sentences, 8)
    return [
        (SENTENCE_KINDS[kind], collection.text(needed) if needed >= 0 else "", bool(may_be))
        for number, (kind, needed, may_be) in enumerate(
            zip(sentences.kind, before, eligible, strict=True)
        )
        if ":" in collection.text(number)
    ]


@pytest.mark.parametrize("default", ["Default: `8080`", "**Default:** 8080", "Type: number"])
@pytest.mark.parametrize("name", ["### `--port`\n\nThe port of the ferry.", "### port (Number)"])
def test_a_property_is_quoted_below_the_heading_of_what_it_is_one_of(name, default):
    ((kind, above, eligible),) = quoted(f"# Ferry\n\n{name}\n\n{default}\n\n### speed\n\nFast.\n")
    assert (kind, eligible) == ("definition", True)
    assert name.startswith(f"### {above}")


def test_it_is_quoted_below_the_words_above_it_where_the_heading_is_far():
    prose = "The ferry leaves the harbour at noon. " * 8
    text = f"# Ferry\n\n{prose}\n\n`--port` *number*\n\nDefault: 8080\n\nIt is old.\n"
    assert quoted(text) == [("definition", "`--port` *number*", True)]


def test_what_no_name_is_above_is_not_quoted_as_a_property():
    prose = "The ferry leaves the harbour at noon. " * 8
    assert quoted(f"# Ferry\n\n{prose}\n\nDefault: 8080\n\nIt is old.\n")[0][0] == "prose"


@pytest.mark.parametrize("line", ["Rule: Boats first", "Recipe: Soup of the harbour"])
def test_other_lines_with_a_colon_may_be_headings(line):
    assert quoted(f"# Ferry\n\nIt is old.\n\n{line}\n\nAll is said below.\n")[0][0] == "prose"


@pytest.mark.parametrize("value", ["Warranty period: 2 years.", "**Noise level:** 70 dB"])
def test_a_name_with_a_number_is_quoted_below_its_heading(value):
    text = f"# Pump\n\n{value}\n\nThe oil of the pump is changed once a year by an engineer.\n"
    assert quoted(text) == [("definition", "Pump", True)]
