"""A label such as "Note" is no term, and what it stands before is prose."""

import pytest

from hyperdigest.documents import FORMS, SENTENCE_KINDS, Document
from hyperdigest.read.html.reader import read_html
from hyperdigest.split import split

HOT = "The boiler of the ferry stays hot for an hour after the last trip."


def kinds(content, format="html"):
    """The form and the kind of each sentence, by its text."""
    blocks = () if isinstance(content, str) else content.blocks
    text = content if isinstance(content, str) else content.text
    spans = split(Document("a", "a", text, format=format, blocks=blocks))
    named = zip(spans.start, spans.end, spans.form, spans.kind, strict=True)
    return {text[s:e]: (FORMS[form], SENTENCE_KINDS[kind]) for s, e, form, kind in named}


@pytest.mark.parametrize(
    "page",
    [
        "<dl><dt>Note</dt><dd>{}</dd></dl>",
        "<dl><dt><b>Warning:</b></dt><dd>{}</dd></dl>",
        "<dl><dt>Beispiel 2</dt><dd>{}</dd></dl>",
        '<table><tr><td class="icon">Tip</td><td>{}</td></tr></table>',
    ],
)
def test_notes_of_pages_are_prose(page):
    assert kinds(read_html(page.format(HOT).encode()))[HOT] == ("prose", "prose")


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("Note\n: {}\n", "markdown"),
        ("> **Note**\n> {}\n", "markdown"),
        ("> [!WARNING]\n> {}\n", "markdown"),
        ('!!! tip "Of the boiler"\n    {}\n', "markdown"),
        ("Note\n    {}\n", "text"),
        ("CAUTION:\n\n    {}\n", "text"),
    ],
)
def test_notes_of_texts_are_prose_without_their_label(text, format):
    assert kinds(text.format(HOT), format)[HOT] == ("prose", "prose")


@pytest.mark.parametrize("label", ["Note", "WARNING", "NOTE:", "TIP::"])
def test_a_label_of_a_note_in_a_text_is_no_heading(label):
    for indent in ("    ", "\n"):
        text = f"Trips of the Ferry\n\n{label}\n{indent}{HOT}\n"
        assert kinds(text, "text")[label][0] == "stub"


def test_a_label_of_a_note_is_not_quoted_before_it():
    text = f"Trips\n\n{HOT}\n\nNote\n\nThis lasts longer in the summer.\n"
    spans = split(Document("a", "a", text, format="text"))
    assert spans.context[-1] == 0


def test_terms_and_tables_that_only_contain_such_a_word_stay():
    page = f"<dl><dt>Note of hand</dt><dd>{HOT}</dd></dl><table><tr><th>Kind</th><th>Text</th></tr>"
    page += "<tr><td>Note</td><td>It is hot.</td></tr><tr><td>Tip</td><td>Wait.</td></tr></table>"
    found = kinds(read_html(page.encode()))
    assert found[HOT] == ("prose", "definition")
    assert found["Note\tIt is hot."] == ("table", "row")
