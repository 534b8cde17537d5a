"""Tables of a page that are lists of questions with their answers."""

import pytest

from hyperdigest import Collection
from hyperdigest.documents import Document
from hyperdigest.read.html.reader import read_html


def quotes(body: str) -> dict[str, str]:
    """What is quoted first before each sentence that has a context."""
    found = read_html(f"<html><body><h1>Tanks</h1>{body}</body></html>".encode())
    document = Document("a", "a", found.text, format="html", blocks=found.blocks)
    collection = Collection.of([document])
    contexts = collection.split.sentences.contexts()

    def text(number: int) -> str:
        _, start, end = collection.slice_of(number)
        return found.text[start:end]

    return {
        text(number): text(int(row[row >= 0][-1]))
        for number, row in enumerate(contexts)
        if row[0] >= 0
    }


def row(label: str, text: str, name: str = "") -> str:
    return f"<tr class='{name}'><td><p><b>{label}</b></p></td><td><p>{text}</p></td></tr>"


def table(*rows: str) -> str:
    return f"<table border=0><tbody>{''.join(rows)}</tbody></table>"


FULL, SLOW = "How do I see that it is full?", "The tank fills too slowly."
LOOK, CLEAN = "Look at the glass.", "Clean the filter of the pump."


@pytest.mark.parametrize("labels", [("Q:", "A:"), ("1.", ""), ("2.1.", ""), ("", "")])
def test_a_row_marked_as_an_answer_needs_the_question_above_it(labels):
    asks, answers = labels
    body = table(
        row(asks, FULL, "question"),
        row(answers, f"{LOOK} The red line is above the water.", "answer"),
        row(asks, SLOW, "question"),
        row(answers, CLEAN, "answer"),
    )
    found = quotes(body)
    assert found.pop("The red line is above the water.") == FULL
    assert found == {LOOK: FULL, CLEAN: SLOW}


def test_a_list_of_contents_may_stand_above_the_questions():
    contents = f"<tr class=toc><td colspan=2><dl><dt><a href='#f'>Q: {FULL}</a></dl></td></tr>"
    part = "<tr class=qandadiv><td colspan=2><h3>Filling</h3></td></tr>"
    body = table(contents, part, row("Q:", FULL, "question"), row("A:", LOOK, "answer"))
    assert quotes(body)[LOOK] == FULL


@pytest.mark.parametrize("around", ["<dl>{}</dl>", "<div>{}</div><p>", "<dl>{}<dt></dl>"])
def test_a_list_of_links_before_a_list_is_no_context_of_that(around):
    links = "<dt><a href='#f'>Filling</a><dt><a href='#l'>Leaks</a>"
    contents = around.format(links if "dl" in around else f"<dl>{links}</dl>")
    terms = f"<dl><dt>Filling<dd>{LOOK}<dt>Leaks<dd>{CLEAN}</dl>"
    assert {name: quotes(contents + terms)[name] for name in (LOOK, CLEAN)} == {
        LOOK: "Filling",
        CLEAN: "Leaks",
    }
    body = contents + table(row("", FULL, "question"), row("", LOOK, "answer"))
    assert quotes(body)[LOOK] == FULL


def test_contents_that_are_terms_with_links_below_them_are_not_quoted():
    entries = "<dl><dt>1. <a href='#a'>Filling</a><dd>1.1. <a href='#b'>The tank is dirty.</a></dl>"
    others = entries.replace("1.", "2.").replace("The tank is dirty", "The lid does not close")
    text = f"{LOOK} {CLEAN} Close the lid by hand. Wash the tank in spring."
    found = read_html(f"<html><body>{entries}{others}<p>{text}</p></body></html>".encode())
    document = Document("a", "a", found.text, format="html", blocks=found.blocks)
    digest = Collection.of([document]).fit().digest("Does the lid of the tank close?", words=60)
    assert digest.sentences and not any(one.text[0].isdigit() for one in digest.sentences)


@pytest.mark.parametrize("size", [1, 3, 5])
def test_terms_that_link_to_themselves_are_what_is_explained(size):
    names = [f"--{letter}" for letter in "abcde"[:size]]
    terms = "".join(f"<dt><a href='#{name}'>{name}</a>" for name in names)
    assert quotes(f"<dl>{terms}<dd>{LOOK}</dl>")[LOOK] == names[max(0, size - 4)]


def test_labels_alone_tell_questions_from_answers():
    rows = [row("Q:", FULL), row("A:", LOOK), row("Q:", SLOW), row("A:", CLEAN)]
    assert quotes(table(*rows)) == {LOOK: FULL, CLEAN: SLOW}


def test_a_survey_with_its_figures_is_a_table():
    body = "<tr><th>Question<th>Yes<th>No</tr>" + "".join(
        f"<tr class={name}><td>{text}</td><td>{n}</td><td>{n + 1}</td></tr>"
        for n, (name, text) in enumerate([("question", FULL), ("answer", LOOK)])
    )
    assert set(quotes(f"<table>{body}</table>").values()) == {"Question\tYes\tNo"}
