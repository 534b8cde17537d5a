"""What a digest of structured documents quotes: verbatim, in order, once, and within the budget."""

import re
from collections import defaultdict
from itertools import count, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hyperdigest import Collection, Constraints, Document, Options
from hyperdigest.errors import BudgetError, OptionError
from hyperdigest.render import render_markdown, render_text

NOUNS = ("pump", "mill", "gate", "ferry", "oven", "tower")
QUESTIONS = ("How do I open the gate?", "Which ferry is old?", "What are the steps for the oven?")
WORD = re.compile(r"\b[xy]\d+x\b")
BLOCKS = st.sampled_from(["prose", "items", "steps", "nested", "code", "table", "question", "term"])


@st.composite
def manuals(draw, letter):
    """A manual in Markdown; each part of it has a word of its own, such as ``x7x``."""
    words = (f"{letter}{number}x" for number in count())
    noun = st.sampled_from(NOUNS)

    def step() -> str:
        return f"Open the old {draw(noun)} {next(words)}{draw(st.sampled_from(['.', '', ':']))}"

    def leaning() -> str:
        opener = draw(st.sampled_from(["It", "This", "However, it", "They"]))
        return f"{opener} must close the {draw(noun)} {next(words)} before the noon of a day."

    blocks = []
    for kind in draw(st.lists(BLOCKS, min_size=1, max_size=6)):
        size = range(draw(st.integers(1, 4)))
        lead = f"To open the {draw(noun)} {next(words)}:\n\n" if draw(st.booleans()) else ""
        match kind:
            case "prose" | "question":
                first = (
                    f"The {draw(noun)} {next(words)} stands beside the {draw(noun)} of the town."
                )
                title = f"### Where is the {draw(noun)} {next(words)}?\n\n"
                text = (title if kind == "question" else "") + " ".join(
                    [first, *(leaning() for _ in size)]
                )
            case "items":
                text = lead + "\n".join(f"- {step()}" for _ in size)
            case "steps":
                text = lead + "\n".join(f"{n + 1}. {step()} {leaning()}" for n in size)
            case "nested":
                text = lead + "\n".join(f"1. {step()}\n   - {step()}\n   - {step()}" for _ in size)
            case "code":
                lines = (f"open --{draw(noun)} {next(words)}" for _ in size)
                text = lead + "```\n" + "\n".join(lines) + "\n```"
            case "table":
                header = f"| Name {next(words)} | Age {next(words)} |\n|---|---|\n"
                text = header + "\n".join(f"| {draw(noun)} {next(words)} | 5d |" for _ in size)
            case _:
                text = "\n\n".join(f"`--{next(words)}`\n: {leaning()}" for _ in size)
        blocks.append(text)
    return "\n\n".join(blocks) + "\n"


@settings(max_examples=60)
@given(st.tuples(manuals("x"), manuals("y")), st.data())
def test_what_is_quoted_is_verbatim_in_order_once_and_within_the_budget(texts, data):
    documents = [
        Document(f"d{n}", f"d{n}", text, format="markdown") for n, text in enumerate(texts)
    ]
    collection = Collection.of(documents, language="en")
    columns = collection.split.sentences
    places = [
        (f"d{document}", start)
        for document, start in zip(columns.document.tolist(), columns.start.tolist(), strict=True)
    ]
    names = data.draw(st.lists(st.sampled_from(places), max_size=3, unique=True))
    kind = data.draw(st.sampled_from(["pinned", "excluded", "read"]))
    wishes = Constraints(**{kind: tuple(names)})
    by = data.draw(st.sampled_from(["answer", "source", "reading", "score", "date"]))
    budget = data.draw(st.integers(8, 90))
    try:
        model = collection.fit(Options(sweeps=2, samples=1))
        digest = model.digest(
            data.draw(st.sampled_from(QUESTIONS)), words=budget, wishes=wishes, order=by,
            enough=data.draw(st.booleans()),
        )  # fmt: skip
    except (BudgetError, OptionError):
        return
    shown: dict[tuple[str, int, int], str] = {}
    cited: set[tuple[str, int]] = set()
    all_cited = {(sentence.document, sentence.start) for sentence in digest.sentences}
    for number, sentence in enumerate(digest.sentences):
        text, end = texts[int(sentence.document[1:])], 0
        for part in (*sentence.context, sentence):
            assert text[part.start : part.end] == part.text
            assert part.start >= end
            end = part.end
            shown[sentence.document, part.start, end] = part.text
        context = {(sentence.document, part.start) for part in sentence.context}
        assert context & all_cited <= cited or not number
        cited.add((sentence.document, sentence.start))
    assert len(cited) == len(digest.sentences)
    for (name, _, end), (other, start, _) in pairwise(sorted(shown)):
        assert name != other or end <= start
    assert digest.used == sum(len(text.split()) for text in shown.values()) <= budget
    lists = defaultdict(list)
    for place, sentence in enumerate(digest.sentences):
        if sentence.position:
            lists[sentence.document, sentence.position.number].append((place, sentence))
    for (name, _), members in lists.items():
        starts = [sentence.start for _, sentence in members]
        if any(sentence.kind == "step" for _, sentence in members):
            assert starts == sorted(starts)
            among = digest.sentences[members[0][0] : members[-1][0]]
            assert all(other.document == name and other.start <= starts[-1] for other in among)
        elif by != "score":
            leads = [sentence.start for _, sentence in members if sentence.lead]
            others = [start for start in starts if start not in leads]
            assert (leads, others) == (sorted(leads), sorted(others))
    if kind == "pinned":
        assert cited.issuperset(names)
    else:
        assert cited.isdisjoint(names)
        assert kind == "read" or {(name, start) for name, start, _ in shown}.isdisjoint(names)
    for display in (render_text(digest), render_markdown(digest)):
        at = {word[0]: word.start() for word in reversed([*WORD.finditer(display)])}
        for sentence in digest.sentences:
            own = [at[word] for word in WORD.findall(sentence.text)]
            context = [at[word] for part in sentence.context for word in WORD.findall(part.text)]
            assert own == sorted(own)
            assert max(context, default=-1) < own[0]


ANSWER = "The keeper of the old mill opens the iron gate."
QUESTION = "Who is it that opens the gate below the mill when the river has risen?"


@pytest.mark.parametrize("form", ["### {}\n\n{}\n", "{}\n: {}\n", "{}\n\n{}\n"])
@pytest.mark.parametrize("budget", range(9, 28))
def test_an_answer_is_quoted_below_its_question_or_not_at_all(form, budget):
    filler = "The ferry crosses the river at noon.\n\n"
    document = Document("faq", "FAQ", filler + form.format(QUESTION, ANSWER), format="markdown")
    model = Collection.of([document], language="en").fit()
    found = model.digest("Who opens the gate of the mill?", budget).sentences
    quoted = {one.text: [part.text for part in one.context] for one in found}
    assert quoted.get(ANSWER, [QUESTION]) == [QUESTION]
    assert (ANSWER in quoted) == (budget >= 25)
