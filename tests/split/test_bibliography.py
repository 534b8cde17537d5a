"""Entries of lists of references are not quoted, what is said about them is."""

import pytest

from hyperdigest import Collection, Document
from hyperdigest.documents import SENTENCE_KINDS
from hyperdigest.documents.quotable import may_be_quoted


def quotable(text, format="text"):
    sentences = Collection.of([Document("a", "a", text, format=format)]).split.sentences
    eligible = may_be_quoted(sentences, 2)
    return [
        " ".join(text[start:end].split())
        for start, end, may_be in zip(sentences.start, sentences.end, eligible, strict=True)
        if may_be
    ]


JOURNAL = "Bell AJ, Mill T. Slow pumps: an aid to\n     draining. _Pump J_. 1975;18(6):333–40."


@pytest.mark.parametrize(
    "entry",
    [
        JOURNAL,
        f"{JOURNAL} <https://doi.org/10.9999/pump.12>.",
        "Bell, A. J., & Mill, T. Pumps are what we need. Pump J. 18(6): 333-340, 1975.",
        "A. J. Bell and T. Mill, Why pumps are slow. Mill Press. ISBN 99-1234-567-8.",
        "A. J. Bell, T. Mill, Slow pumps and\n     their oil, Mill Press, Old Town, 1998",
        "Bell A, Mill T, et al. Pumps are slow and we know why. Pump J. 2021. doi:10.99/12.",
    ],
)
def test_a_list_of_references_needs_no_heading(entry):
    text = f"5 Speed\n*******\n\nFor more about slow pumps, see:\n\n   • {entry}\n\n   • {entry}\n"
    assert not quotable(text)


@pytest.mark.parametrize(
    "heading",
    ["References", "Appendix B: Bibliography", "7.2 Further reading", "Quellenverzeichnis"],
)
@pytest.mark.parametrize(
    "entry",
    [
        'Anna Bell and Tom Mill, "Why pumps are slow", May 2003, from <https://mill.test/a.pdf>.',
        'Anna Bell, Tom Mill, Ida Hall and Max Oil,\n     "Why pumps are slow", May 2003.',
        'Society for Pumps II, "What we are to know", 2011.',
        "Bell A. What pumps are. Mill Press, 1998.",
        '[BELL] Anna Bell, "How slow pumps are", 1998.',
        "Anna Bell, Slow pumps of old mills, Mill Press, <https://mill.test/slow>.",
    ],
)
def test_below_its_heading_titles_are_not_quoted_even_if_they_have_a_verb(heading, entry):
    text = f"# {heading}\n\n{entry}\n"
    assert not quotable(text, "markdown")
    assert not quotable(f"# {heading}\n\n- {entry}\n- {entry}\n", "markdown")
    assert not quotable(f"{heading}\n=========\n\n{entry}\n")


def test_it_goes_on_below_deeper_headings_but_not_below_others():
    entry = 'Anna Bell, "Why pumps are slow", 2003.'
    assert not quotable(f"## References\n\n### Books\n\n{entry}\n", "markdown")
    assert entry in quotable(f"## References\n\n## Books\n\n{entry}\n", "markdown")


@pytest.mark.parametrize(
    "remark",
    [
        "This book says more about valves than any other one.",
        "It is out of print, but the keeper lends it.",
    ],
)
def test_a_remark_after_an_entry_is_quoted(remark):
    entry = 'Anna Bell, "Why pumps are slow", Mill Press, 2003.'
    assert quotable(f"# References\n\n{entry} {remark}\n", "markdown") == [remark]


@pytest.mark.parametrize(
    "prose",
    [
        "Mill AB, a maker of pumps, was bought by the town in 1998, and it is still at work.",
        "A. Bell was the keeper of the hall from 1975 to 1998, and she knows each valve of it.",
        "The keeper says on pages 12-18 that pumps are slow.",
    ],
)
def test_prose_that_begins_with_a_name_or_names_pages_is_quoted(prose):
    assert quotable(f"# The pump\n\n{prose}\n", "markdown") == [prose]


def test_text_in_a_chapter_on_references_is_quoted():
    text = (
        "# 4 References\n\nA reference is another name of a value, and it is never empty.\n\n"
        "A reference to a value that is gone is an error, which a test of 2019 shows.\n"
    )
    assert len(quotable(text, "markdown")) == 2


def test_entries_in_html_and_latex_are_found(tmp_path):
    entry = 'Anna Bell, "Why pumps are slow", Mill Press, 2003.'
    texts = {
        "a.html": f"<h2>References</h2><ol><li>{entry}</li><li>{entry}</li></ol><p>{entry}</p>",
        "b.html": f"<h2>B. Bibliography</h2><dl><dt>[BELL]</dt><dd>{entry}</dd></dl>",
        "c.tex": "\\begin{document}\\begin{thebibliography}{9}\\bibitem{b} "
        f"{entry}\\end{{thebibliography}}\\end{{document}}",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    sentences = Collection.read(tmp_path).split.sentences
    assert len(sentences) > 4
    assert not may_be_quoted(sentences, 2).any()
    assert {SENTENCE_KINDS[kind] for kind in sentences.kind} == {"prose"}


def test_entries_that_are_set_as_code_are_found():
    entry = 'Anna Bell and T. Mill:\n    "Slow pumps and oil"\n    Mill Press, 1998.'
    text = f"# Further reading\n\nThese are about pumps:\n\n    {entry}\n\n    {entry}\n"
    assert not quotable(text, "markdown")
    assert quotable(text.replace("Further reading", "Use"), "markdown")
