"""The column of passages: each sentence after what is quoted before it."""

from hyperdigest import Collection, Document, Options
from hyperdigest.adapters.tables import to_pandas
from oracles.quoting import LAST, LEAD, ONE, PUMP, manual


def passages(context):
    made = manual()
    document = Document("a.html", "a.html", made.text, format="html", blocks=tuple(made.blocks))
    options = Options.preset("default", context=context, prose_only=False)
    frame = to_pandas(Collection.of([document]).fit(options).ask("How do I switch it off?"))
    return dict(zip(frame["text"], frame["passage"], strict=True))


def test_a_passage_is_the_sentence_after_its_context():
    shown = passages(context=True)
    assert shown[PUMP] == PUMP
    assert shown[ONE] == f"{LEAD}\n{ONE}"
    assert shown[LAST] == f"{LEAD}\n[...]\n{LAST}"


def test_without_contexts_it_is_the_sentence():
    assert all(text == passage for text, passage in passages(context=False).items())
