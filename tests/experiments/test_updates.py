"""Updates: how tasks are dealt out, what a reader knows, and what is told again."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import updates_made
from bench_made import village_set
from hyperdigest.documents import Document
from hyperdigest.errors import OptionError
from hyperdigest.evaluation.rouge import STOP_WORDS, Rouge, rouge_tokens
from hyperdigest.experiments.baselines.retrieval import BM25MMR
from hyperdigest.experiments.data.sets import load_sets
from hyperdigest.experiments.data.tasks import Summary, Task, TaskSet
from hyperdigest.experiments.data.updates import update_sets
from hyperdigest.experiments.experiment import load_runner, run_experiment
from hyperdigest.experiments.registry import Choices
from hyperdigest.experiments.report.page import Grid
from hyperdigest.experiments.runner import Runner
from hyperdigest.experiments.scoring import AGAIN, KNOWN, NEWS, RELEVANT, UpdateScoring
from hyperdigest.experiments.systems import Case, DocumentIndex, Row
from hyperdigest.experiments.updates import Update, known_part

WORDS = st.sampled_from(
    ["the", "tram", "line", "opens", "at", "harbour", "bears", "eat", "apples", "in", "autumn"]
)
TEXTS = st.lists(WORDS, max_size=25).map(" ".join)


@pytest.fixture(params=[True, False], ids=["packed", "unpacked"])
def campaign(request, tmp_path):
    updates_made.put(tmp_path, packed=request.param)
    [task_set] = update_sets(load_sets(tmp_path))
    return task_set


def test_the_update_task_is_run_as_it_was_set(campaign):
    assert campaign.name == "duc2007-update"
    assert [task.id for task in campaign.tasks] == [
        *(f"d0741-{part}" for part in "abc"), *(f"d0742-{part}" for part in "abc"),
    ]  # fmt: skip
    first, second, third = campaign.tasks[:3]
    assert (first.parts, second.parts, third.parts) == ((2,), (2, 2), (2, 2, 2))
    assert [task.known for task in (first, second, third)] == [0, 2, 4]
    assert [document.name for document in third.documents[:4]] == [
        document.name for document in second.documents
    ]
    assert third.dates[0] == "19990101"
    assert [document.date for document in third.documents] == ["2001"] * 2 + ["2002"] * 2 + [
        "2003"
    ] * 2
    assert third.texts == list(updates_made.MODELS["D0741-C"])
    assert {task.cluster for task in (first, second, third)} == {"d0741"}


def task_of(count, **known):
    documents = tuple(Document(f"{n}", "", f"Text {n} is short.") for n in range(count))
    dates = ("",) * count
    summaries = (Summary("A", "A text."),)
    task = Task("t", "c", "What is short?", documents, dates, summaries, 250)
    return replace(task, **known)


def dealt(*tasks):
    return [task for found in update_sets([TaskSet("s", tasks)]) for task in found.tasks]


@given(st.integers(3, 40))
def test_documents_are_dealt_out_in_thirds_in_their_order(count):
    second, third = dealt(task_of(count))
    assert [document.name for document in third.documents] == [f"{n}" for n in range(count)]
    assert third.documents[: len(second.documents)] == second.documents
    assert max(third.parts) - min(third.parts) <= 1
    assert (second.id, second.known) == ("t-b", second.parts[0])
    assert (third.id, third.known) == ("t-c", len(second.documents))


def test_documents_with_dates_are_dealt_out_in_time():
    _, third = dealt(task_of(4, dates=("2004", "2001", "2003", "2002")))
    assert third.dates == ("2001", "2002", "2003", "2004")
    assert [document.name for document in third.documents] == ["1", "3", "2", "0"]


def test_what_a_known_document_says_word_for_word_is_no_new_document():
    task = task_of(3)
    copied = replace(task.documents[2], text=task.documents[0].text)
    [second] = dealt(replace(task, documents=(*task.documents[:2], copied)))
    assert second.id == "t-b"


def test_sets_of_general_questions_are_left_out():
    general = replace(village_set(), name="squality/dev (general)")
    with pytest.raises(OptionError, match="3 documents or more"):
        update_sets([general])
    [left] = update_sets([general, TaskSet("s", (task_of(2), task_of(3)))])
    assert (left.name, len(left.tasks)) == ("s", 2)


def units(text):
    """The content pairs and words that ROUGE-SU4 counts, as texts."""
    tokens = rouge_tokens(text, None, STOP_WORDS)
    pairs = [
        (one, other)
        for n, one in enumerate(tokens)
        for other in tokens[n + 1 : n + 6]
    ]  # fmt: skip
    return Counter([*pairs, *tokens[:-1]])


@given(st.lists(TEXTS, min_size=1, max_size=3), TEXTS, st.lists(TEXTS, min_size=1, max_size=3))
def test_what_is_told_again_is_what_known_documents_and_references_share(models, told, known):
    documents = tuple(Document(f"{n}", "", text) for n, text in enumerate([*known, told]))
    task = task_of(1, documents=documents, parts=(len(known), 1))
    task = replace(task, references=tuple(Summary(f"{n}", text) for n, text in enumerate(models)))
    scores = UpdateScoring().judge_of(task)(told)
    references = [units(model) for model in models]
    in_documents = {unit for text in known for unit in units(text)}
    size = sum(reference.total() for reference in references)
    shared = [unit for each in references for unit in (units(told) & each).elements()]
    again = [unit for unit in shared if unit in in_documents]
    in_known = sum(unit in in_documents for each in references for unit in each.elements())
    assert scores[RELEVANT] * size == pytest.approx(len(shared), abs=1e-3 * size)
    assert scores[AGAIN] * size == pytest.approx(len(again), abs=1e-3 * size)
    assert scores[NEWS] * (size - in_known) == pytest.approx(
        len(shared) - len(again), abs=1e-3 * size
    )
    if size:
        assert scores[KNOWN] == pytest.approx(in_known / size)


@given(TEXTS, TEXTS, TEXTS)
def test_nonsense_makes_no_digest_look_new(model, told, known):
    documents = (Document("0", "", known), Document("1", "", told))
    task = task_of(1, documents=documents, parts=(1, 1), references=(Summary("A", model),))
    judge = UpdateScoring().judge_of(task)
    plain, padded = judge(f"{told} zyx"), judge(f"{told} zyx wvu tsr qpo nml")
    for measure in (RELEVANT, AGAIN, NEWS, KNOWN):
        assert padded[measure] == plain[measure]


def test_recall_without_texts_is_that_of_the_rest():
    model, known = "Trams stop at harbours. Bears eat apples.", "Trams stop at harbours."
    rest = Rouge([model], without=[known])
    assert rest.score("Trams stop at harbours.")["rouge-2"].recall == 0.0
    assert rest.score("Bears eat apples.")["rouge-1"].recall == 1.0
    assert rest.size("rouge-1") == 3


def case_of(task):
    corpus = DocumentIndex(task.documents, task.dates)
    new = np.arange(len(task.documents)) >= task.known
    return Case(corpus, task.question, task.words, new[corpus.document], task.parts)


@pytest.mark.parametrize("knows", ["documents", "digests", "nothing"])
def test_the_product_picks_from_new_documents_alone(campaign, knows):
    for task in campaign.tasks:
        case = case_of(task)
        chosen = Update(knows=knows)(case)
        assert chosen
        assert case.eligible[chosen].all()


def test_retrieval_against_known_sentences_passes_over_what_repeats_them():
    said = "The tram line opens at the harbour on Sunday."
    new = f"{said[:-1]} again. The tram line has nine stops."
    documents = (Document("a", "", said), Document("b", "", new))
    task = task_of(2, documents=documents, parts=(1, 1), question="Where does the tram line open?")
    case = case_of(replace(task, words=10))
    [repeated] = BM25MMR(balance=0.3)(case)
    [passed] = BM25MMR(balance=0.3, against_known=True)(case)
    assert case.corpus.text(repeated).startswith(said[:-1])
    assert case.corpus.text(passed) == "The tram line has nine stops."


@dataclass(frozen=True)
class Known:
    """Picks a sentence that the reader knows."""

    def __call__(self, case):
        return [0]


def test_who_picks_what_is_known_fails(campaign, tmp_path):
    results = Runner((campaign,), tmp_path).score([Row("known", Known())])
    [failure] = results.failures
    assert "sentences were picked that are not eligible: [0]" in failure
    assert "4 more" not in failure


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """The report on the campaign, and that on other tasks."""
    folder = tmp_path_factory.mktemp("updates")
    updates_made.put(folder / "duc", packed=True)
    village = folder / "village.jsonl"
    lines = []
    for number, task in enumerate(village_set().tasks):
        texts = [sentence for document in task.documents for sentence in document.text.split(". ")]
        lines.append(
            {
                "id": f"v{number}",
                "query": task.question,
                "documents": [{"id": f"v{number}-{n}", "text": t} for n, t in enumerate(texts)],
                "references": task.texts,
            }
        )
    village.write_text("\n".join(map(updates_made.line, lines)))
    found = []
    for name, data in (("duc", folder / "duc"), ("village", village)):
        choices = Choices()
        runner, warnings = load_runner("updates", data, folder / f"out-{name}", choices)
        found.append(run_experiment("updates", runner, choices, warnings))
    return found


def test_people_and_systems_of_the_campaign_stand_beside_the_rows(reports):
    report, _ = reports
    scores, again, _ = [block for block in report.blocks if isinstance(block, Grid)]
    labels = [row[0].text for row in scores.rows]
    assert labels[:2] == ["Hum", "knowing all documents"]
    assert {"1st", "2nd", "Syst. Av.", "Basel."} <= set(labels)
    assert scores.head[1:5] == ("Content SU4", "News", "ROUGE-SU4", "ROUGE-2")
    assert scores.caption.startswith("6 tasks in 2 clusters")
    assert again.caption.startswith("4 updates.")
    of_sets = next(block for block in report.blocks if "Jackknife" in getattr(block, "head", ()))
    assert of_sets.rows[0][-1].text == "yes"


def test_other_sets_have_a_table_of_what_is_told_again(reports):
    _, report = reports
    again = next(block for block in report.blocks if isinstance(block, Grid))
    assert again.caption.startswith("8 updates.")
    assert again.head[1:] == ("Content", "News", "Again")
    for row in again.rows:
        assert all(0 <= float(cell.text) <= 1 for cell in row[1:])


def test_what_is_told_again_is_a_share_of_sums(campaign, tmp_path):
    results = Runner((campaign,), tmp_path).score([Row("BM25", BM25MMR())])
    sums = [sum(results.values("BM25", measure).values()) for measure in (AGAIN, RELEVANT)]
    assert known_part(results, "BM25") == pytest.approx(sums[0] / sums[1])
