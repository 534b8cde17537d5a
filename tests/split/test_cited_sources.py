"""Tests of sources in brackets after quotations, of citations, and of remarks in brackets before
sentences."""

import pytest

from hyperdigest import Collection, Document
from hyperdigest.documents import FORMS
from hyperdigest.split import split
from hyperdigest.split.sentence_ends import sentence_ends


def parts(text: str) -> list[str]:
    ends = sentence_ends(text)
    return [text[begin:end].strip() for begin, end in zip([0, *ends], ends, strict=False)]


def test_the_source_of_a_quotation_stays_with_it():
    first = 'The miller called the flag "the sign of bread and work." [The Old Mill, p. 12]'
    second = "The baker said that it was sewn in 1884."
    assert parts(f"{first} {second}") == [first, second]


@pytest.mark.parametrize(
    "source", ["Bell 1999", "Op. Cit., p. 445", "Ibid., vol. two", "Mill, p.\n   3"]
)
def test_sources_of_several_kinds_stay_with_what_they_follow(source):
    first, second = f"The tram stopped at night. [{source}]", "Nobody rang the bell."
    assert parts(f"{first} {second}") == [first, second]


def test_what_is_no_source_begins_the_next_sentence():
    text = "Press the green button. [Optional] Enter the name of the tram. [ ] Then wait."
    assert parts(text) == [
        "Press the green button.",
        "[Optional] Enter the name of the tram.",
        "[ ] Then wait.",
    ]


def test_a_quotation_with_its_source_can_be_quoted():
    text = 'The miller called the flag "the sign of bread and work." [The Old Mill, p. 12]'
    sentences = Collection.of([Document("a", "a.txt", text)]).split.sentences
    assert sentences.form.tolist() == [FORMS.index("prose")]


@pytest.mark.parametrize("after", ["", " Gardeners meet it in spring."])
def test_a_remark_before_a_sentence_is_not_a_part_of_it(after):
    remark = '[from an old joke of gardeners about "bugs"]'
    sentence = "A beetle that hides under a leaf is called a leafbug."
    assert parts(f"{remark} {sentence}{after}")[:2] == [remark, sentence]
    collection = Collection.of([Document("a", "a.txt", f"{remark} {sentence}{after}")])
    assert collection.split.sentences.form[1] == FORMS.index("prose")


def test_an_argument_in_brackets_is_a_part_of_its_sentence():
    assert parts("[FILE] names the tram. It may be absent.")[0] == "[FILE] names the tram."
    assert parts("[see below and above] names follow. So it is.")[0].endswith("names follow.")


@pytest.mark.parametrize(
    "citation",
    [
        "[@doi:10.9999/pump.2020.12; @doi:10.9999/2020.04.23.20076042]",
        "[see @bell2020; @pmid:123456; @url:https://pump.example/2020/04/23/12-34-56]",
        r"\citep[p. 3]{bell2020,doi:10.9999/12}",
        "[Bell 2020, doi:10.9999/pump.12]",
        "(doi:10.1016/S0140-6736(20)30183-5)",
        "([Bell 2020](https://doi.org/10.9999/pump.12))",
        "[PMID: 123456]",
        "(Bell, A., Pump Journal 2021; 12:34-45)",
        "(Pump Journal 12(3): 34-45)",
    ],
)
def test_a_sentence_with_a_citation_can_be_quoted(citation):
    text = (
        f"The pumps of the harbour were slower than those of the mill {citation}. "
        f"The oldest of them {citation} have been oiled with what was left of the oil."
    )
    spans = split(Document("a", "a.md", text, format="markdown"))
    assert [FORMS[form] for form in spans.form] == ["prose", "prose"]


def test_a_citation_after_a_full_stop_stays_with_its_sentence():
    first = "The pumps were slow.[@doi:10.9999/pump.12; @bell2020]"
    second = "They have been oiled since. [@bell2021]"
    spans = split(Document("a", "a.md", f"{first} {second} They run.", format="markdown"))
    assert [FORMS[form] for form in spans.form] == ["prose"] * 3
    assert parts(f"{first} {second} They run.") == [first, second, "They run."]


@pytest.mark.parametrize(
    "entry",
    [
        "Slow pumps of old harbours, Pump Journal (doi:10.9999/pump.12).",
        "Pump Journal 2021 (12): 34-45 (doi:10.9999/pump.12).",
        "Pump Journal 2021; 12:34-45 [Bell 2020].",
    ],
)
def test_the_data_of_a_publication_are_no_prose(entry):
    spans = split(Document("a", "a.md", entry, format="markdown"))
    assert [FORMS[form] for form in spans.form] == ["stub"]
