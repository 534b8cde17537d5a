"""Options that stand in paragraphs of their own, in Markdown and in pages."""

import pytest

from hyperdigest import Collection
from hyperdigest.documents import FORMS, SENTENCE_KINDS

OPTIONS = """\
**--all**, **-a**

Fill all tanks of the mill.

This takes a long time.

`--slow <seconds>`

Fill the tanks slowly.

The mill is not older than this.

- Quick ones

**--last**

## Notes
"""
PAGE = """\
<p><b>--all</b>, <b>-a</b></p><p>Fill all tanks of the mill.</p><p>This takes a long time.</p>
<p><b>--slow</b> <i>seconds</i></p><p>Fill the tanks slowly.</p>
<p>The mill is not older than this.</p><ul><li>Quick ones</li></ul><p>--last</p><h2>Notes</h2>
"""


@pytest.mark.parametrize(("name", "text"), [("a.md", OPTIONS), ("a.html", PAGE)])
def test_an_option_in_a_paragraph_of_its_own_is_the_term_of_what_is_below_it(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    collection = Collection.read(tmp_path / name)
    columns = collection.split.sentences
    terms, definitions = [], []
    for number in range(len(columns)):
        sentence = collection.text(number)
        if FORMS[columns.form[number]] == "term":
            terms.append(sentence.strip("*`").split()[0].rstrip("*,"))
        if SENTENCE_KINDS[columns.kind[number]] == "definition":
            term = collection.text(number - columns.context[number])
            definitions.append((term.lstrip("*`-")[:3], sentence))
    assert terms == ["--all", "--slow"]
    assert definitions == [
        ("all", "Fill all tanks of the mill."),
        ("all", "This takes a long time."),
        ("slo", "Fill the tanks slowly."),
    ]


CODE = """\
<h2>Tanks</h2><p><code>--all tank</code></p><p>Fill all of them.</p>
<p><code>--slow sec</code></p><p>Fill the tanks slowly.</p>
<p>Call it with</p><pre>--fast</pre><p>Then it is fast.</p>
<p>It has options.</p><pre>--old</pre><p>is one of these options.</p>
"""


def test_an_option_that_is_set_as_code_is_a_term_if_nothing_announces_it(tmp_path):
    (tmp_path / "a.html").write_text(CODE)
    collection = Collection.read(tmp_path / "a.html")
    columns = collection.split.sentences
    found = [(collection.text(n), FORMS[columns.form[n]]) for n in range(len(columns))]
    assert [words for words, form in found if form == "term"] == ["--all tank", "--slow sec"]
    assert [words for words, form in found if form == "code"] == ["--fast", "--old"]


def test_an_option_right_above_a_term_is_another_name_of_it(tmp_path):
    page = "<h2>Tanks</h2><p>‘-a’</p><dl><dt>‘--all’</dt><dd>Fill all of them.</dd></dl>"
    (tmp_path / "a.html").write_text(page)
    collection = Collection.read(tmp_path / "a.html")
    columns = collection.split.sentences
    forms = [FORMS[form] for form in columns.form.tolist()]
    assert forms == ["heading", "term", "term", "prose"]
    assert columns.context.tolist()[2:] == [1, 1]


def test_a_quote_below_an_option_explains_it(tmp_path):
    (tmp_path / "a.md").write_text("## Tanks\n\n-q, --quiet\n\n> Say nothing at all.\n\nThe end.\n")
    collection = Collection.read(tmp_path / "a.md")
    columns = collection.split.sentences
    assert [SENTENCE_KINDS[kind] for kind in columns.kind.tolist()][2:] == ["definition", "prose"]
    assert collection.text(2) == "Say nothing at all." and columns.context[2] == 1


@pytest.mark.parametrize("name", ["--Ada", "--Ada B. Lake"])
def test_a_name_after_two_dashes_is_who_wrote_what_is_above_it(tmp_path, name):
    (tmp_path / "a.html").write_text(f"<p>The tank is full.<p>{name}<p>Written on a Monday in May.")
    columns = Collection.read(tmp_path / "a.html").split.sentences
    assert FORMS.index("term") not in columns.form
    assert set(columns.kind.tolist()) == {SENTENCE_KINDS.index("prose")}
