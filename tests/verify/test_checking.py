"""Each quotation of a draft: its status, its source, its place, and what differs."""

from dataclasses import replace
from pathlib import Path

import pytest

from hyperdigest import Collection, Document
from hyperdigest.errors import OptionError
from hyperdigest.verify import Pile, Quotation, Verification, verify

HARBOUR = (
    "The harbour of Weir\n\nThe harbour opened in 1923 and has 14 berths. It was never closed in"
    " winter, not even in 1963.\n\nThe ferry to Port Ellen leaves at 7.30 a.m. and takes 2 hours."
    " Mayor Agnes Doyle said the fire-\nbrigade found no smoke. Fees rose by 3.5% and the council"
    " approved of them after a long debate on the matter. The sea was calm.\n"
)
REPORT = (
    "# Report of the council\n\nThe council met on **12 May** in the [old hall](hall.html). Nobody"
    " objected to the new pier.[3] The pier costs €4 million, and the work begins in spring.\n"
)
DOCUMENTS = (
    Document("harbour.txt", "harbour.txt", HARBOUR),
    Document("report.md", "report.md", REPORT, title="Report of the council", format="markdown"),
)


def checked(text: str, *, claims: bool = False, format: str = "text") -> Verification:
    draft = Document("draft", "", text, format=format)
    return verify(draft, Pile(DOCUMENTS), claims=claims)


def one(text: str) -> Quotation:
    (quotation,) = checked(text).quotations
    return quotation


@pytest.mark.parametrize(
    "quote",
    [
        "The harbour opened in 1923 and has 14 berths.",
        "opened in 1923",
        "Nobody objected to the new pier. The pier costs €4 million",
        "The council met on 12 May in the old hall",
    ],
)
def test_found(quote: str) -> None:
    found = one(f"They say “{quote}” today.")
    assert found.status == "found"
    assert found.difference == ()
    assert found.quote == quote


@pytest.mark.parametrize(
    ("quote", "kinds"),
    [
        ("the harbour opened in 1923 and has 14 berths", {"case"}),
        ("The harbour\nopened in  1923", {"white space"}),
        ("said the ﬁre-brigade found no smoke", {"characters"}),
        ("Mayor Agnes Doyle said the fire-brigade found no smoke", set()),
        ("The harb\xadour opened in 1923", set()),
        ("The harbour opened in 1923 ... It was never closed in winter", {"omission"}),
        ("The harbour […] has 14 berths", {"omission"}),
        ("[t]he harbour opened in 1923", {"case"}),
        ("The harbour [sic] opened in 1923 and has 14 berths", {"insertion"}),
        ("[The lady] said the fire-brigade found no smoke", set()),
        ("The fer-ry to Port Ellen leaves", {"hyphens"}),
    ],
)
def test_found_but_for_its_form(quote: str, kinds: set[str]) -> None:
    found = one(f"They say “{quote}” today.")
    assert found.status in ("found", "found_but"), found
    assert {each.kind for each in found.difference} - {"white space"} == kinds - {"white space"}
    assert found.document == "harbour.txt"


def test_a_changed_letter_before_an_apostrophe_is_no_insertion() -> None:
    pile = Pile([Document("mail.txt", "", "I'm not sure that the ferry leaves today.")])
    (found,) = verify("“[i]'m not sure that the ferry leaves today”", pile).quotations
    assert (found.status, [each.kind for each in found.difference]) == ("found_but", ["case"])


@pytest.mark.parametrize(
    ("quote", "kind", "ours", "theirs"),
    [
        ("The harbour opened in 1932 and has 14 berths", "number", "1932", "1923"),
        ("Fees rose by 35% and the council approved of them", "number", "35%", "3.5%"),
        ("It was closed in winter, not even in 1963", "negation", "", "never"),
        ("Mayor Agnes Moyle said the fire-brigade found no smoke", "name", "Moyle", "Doyle"),
        ("The town opened in 1923 and has 14 berths", "word", "town", "harbour"),
        ("the council approved of them after a short debate", "word", "short", "long"),
        ("The pier costs $4 million, and the work begins", "sign", "$", "€"),
        ("The pier costs €4 million and the work begins", "punctuation", "", ","),
    ],
)
def test_changed(quote: str, kind: str, ours: str, theirs: str) -> None:
    found = one(f"They say “{quote}” today.")
    assert found.status == "changed"
    (difference,) = found.difference
    assert (difference.kind, difference.quote.strip("%"), difference.source.strip("%")) == (
        kind,
        ours.strip("%"),
        theirs.strip("%"),
    )
    document = {each.name: each for each in DOCUMENTS}[found.document]
    assert found.source == document.text[found.source_start : found.source_end]
    assert document.text[difference.source_start : difference.source_end] == difference.source


def test_a_number_may_not_be_cut() -> None:
    assert one("He wrote “Fees rose by 3” then.").status == "changed"


def test_words_in_another_order() -> None:
    found = one("They say “The harbour opened in 1923 and 14 has berths.” today.")
    assert found.status == "changed"
    assert {each.kind for each in found.difference} == {"order"}


def test_parts_around_a_marked_omission_in_another_order() -> None:
    found = one("They say “has 14 berths ... The harbour opened in 1923” today.")
    assert found.status == "changed"
    assert [(each.kind, each.quote) for each in found.difference] == [
        ("order", "The harbour opened in 1923")
    ]


def test_a_repeated_word_before_a_change_is_that_of_the_changed_sentence() -> None:
    text = "Each gives notice to the other. 9.3 The Customer may not have a refund of charges."
    pile = Pile([Document("msa.txt", "", text)])
    (found,) = verify("“The Supplier may not have a refund of charges”", pile).quotations
    assert [(each.kind, each.quote, each.source) for each in found.difference] == [
        ("name", "Supplier", "Customer")
    ]


@pytest.mark.parametrize(
    ("quote", "changes"),
    [
        ("Anna Hall met Tom Brandt at the dam", ["Hall: Bell"]),
        ("Tom Brandt met Anna Bell at the dam", ["Tom Brandt: Anna Bell", "Anna Bell: Tom Brandt"]),
        ("Anna Brandt met Tom Bell at the dam", ["Brandt: Bell", "Bell: Brandt"]),
    ],
)
def test_exchanged_names_stand_out(quote: str, changes: list[str]) -> None:
    source = "It rained on Sunday. Anna Bell met Tom Brandt at the dam. They left before noon."
    (found,) = verify(f"“{quote}”", Pile([Document("one.txt", "", source)])).quotations
    assert found.source == "Anna Bell met Tom Brandt at the dam"
    assert [f"{each.quote}: {each.source}" for each in found.difference] == changes
    assert {each.kind for each in found.difference} == {"name"}


@pytest.mark.parametrize(
    ("quote", "status"),
    [
        ("as it was in the", "nowhere"),
        ("it was not of the council and of the", "nowhere"),
        ("it was never then in winter", "changed"),
        ("the council approved of this", "changed"),
    ],
)
def test_stop_words_alone_are_no_passage(quote: str, status: str) -> None:
    found = one(f"They say “{quote}” today.")
    assert found.status == status
    assert bool(found.difference) == (status == "changed")


def test_nowhere_with_the_nearest_sentence() -> None:
    found = one("They say “Port Ellen will be sold to foreign investors next year.” today.")
    assert found.status == "nowhere"
    assert found.document == "harbour.txt"
    assert found.source.startswith("The ferry to Port Ellen")
    assert one("They say “Quite impossible nonsense entirely.” today.").document == ""


@pytest.mark.parametrize(
    "text",
    [
        "As report.md says, “The harbour opened in 1923 and has 14 berths.”",
        "“The harbour opened in 1923 and has 14 berths” (report.md).",
        "The Report of the council says: “The harbour opened in 1923 and has 14 berths.”",
        "Look here:\n\n> The harbour opened in 1923 and has 14 berths.\n> — report.md\n",
        "“The harbour opened in 1923 and has 14 berths” ([the report](report.md), p. 3).",
    ],
)
def test_another_source_than_the_draft_says(text: str) -> None:
    found = one(text)
    assert (found.status, found.named, found.document) == (
        "other_source",
        ("report.md",),
        "harbour.txt",
    )
    right = one(text.replace("report.md", "harbour.txt").replace("Report of the council", "x"))
    assert right.status == "found"


def test_the_name_of_one_quotation_is_not_that_of_the_next_if_a_word_may_name_its_file() -> None:
    draft = "The Report of the council says “Nobody objected to the new pier.” The {} says “{}”."
    said = "The sea was calm"
    (_, found) = checked(draft.format("harbour", said)).quotations
    assert (found.status, found.named) == ("found", ())
    (_, found) = checked(draft.format("council", said)).quotations
    assert (found.status, found.named) == ("other_source", ("report.md",))


def test_the_first_line_of_a_text_is_a_title_that_a_draft_may_name() -> None:
    draft = "The Harbour of Weir says: “Nobody objected to the new pier.”"
    found = one(draft)
    assert (found.status, found.named) == ("other_source", ("harbour.txt",))
    prose = Document("one.txt", "", f"The harbour of Weir is old.\n\n{HARBOUR}")
    (found,) = verify(draft, Pile([prose, DOCUMENTS[1]])).quotations
    assert (found.status, found.named) == ("found", ())


@pytest.mark.parametrize("draft", [None, 5, b"text", Path("draft.md"), ["text"]])
def test_what_is_neither_text_nor_a_document_is_refused_in_a_line(draft: object) -> None:
    with pytest.raises(OptionError, match=r"\Athe draft is .+: give a text or a document\Z"):
        verify(draft, Pile(DOCUMENTS))  # type: ignore[arg-type]


def test_of_names_that_begin_alike_the_longest_is_meant() -> None:
    names = "weir report.txt", "weir report 2.txt", "weir report 2 b.txt"
    pile = Pile([Document(name, name, HARBOUR) for name in names])
    draft = "The Weir report 2 says: “The harbour opened in 1923 and has 14 berths.”"
    (found,) = verify(draft, pile).quotations
    assert (found.status, found.named) == ("found", ("weir report 2.txt",))


def test_the_named_source_is_preferred() -> None:
    copies = [Document(name, name, HARBOUR + name) for name in ("a1.txt", "b2.txt", "c3.txt")]
    draft = Document("draft", "", "In b2.txt: “The harbour opened in 1923 and has 14 berths.”")
    (found,) = verify(draft, Pile(copies)).quotations
    assert (found.status, found.document, found.frequent) == ("found", "b2.txt", 3)


def test_places_are_those_of_citations() -> None:
    found = one("They say “Nobody objected to the new pier.” today.")
    assert (found.source_place, found.place) == ("line 3", "line 1")
    assert one("“The ferry to Port Ellen leaves at 7.30 a.m.”").heading == "The harbour of Weir"


def test_short_quotations_are_said_to_be_so() -> None:
    short, long = checked("The “new pier” and “the work begins in spring”.").quotations
    assert short.short
    assert not long.short


def test_json_has_the_fields_of_the_format() -> None:
    values = checked("They say “The harbour opened in 1932” today.").to_dict()
    (quotation,) = values["quotations"]
    names = {"quote", "start", "end", "status", "document", "source_start", "source_end", "place"}
    assert names | {"difference"} <= quotation.keys()
    assert quotation["status"] == "changed"
    assert not values["passed"]


def test_a_draft_without_quotations_or_without_words() -> None:
    for text in ("", "Nothing is quoted here.", "“ ” “!”"):
        result = checked(text)
        assert result.quotations == ()
        assert result.passed
        assert "no quotation" in result.warnings[-1]


def test_the_draft_itself_is_not_searched() -> None:
    text = "They say “Never written anywhere before, this one.” And that is all.\n"
    draft = Document("draft.txt", "draft.txt", text)
    copy = Document("copy.txt", "elsewhere/copy.txt", text)
    result = verify(draft, Pile([*DOCUMENTS, copy]))
    assert [each.status for each in result.quotations] == ["nowhere"]
    assert result.searched == 2
    assert "copy.txt" in result.warnings[0]


def test_a_version_of_the_draft_is_not_searched() -> None:
    own = " ".join(f"Own sentence number {number} is here." for number in range(40))
    draft = Document("draft.txt", "", f"{own} “Made up by the author of it.”")
    version = Document("version.txt", "", f"{own} “Made up by the author of it.” One more.")
    result = verify(draft, Pile([*DOCUMENTS, version]))
    assert [each.status for each in result.quotations] == ["nowhere"]


def test_a_short_draft_is_its_own_version_only_where_little_else_stands() -> None:
    own = "The committee met on a wet day, and it heard what the harbour master had to say of it:"
    text = f"{own} “Made up by the author of it.”"
    draft = Document("draft.md", "", text, format="markdown")
    copy = Document("draft.docx", "", f"Draft\n\n{text}")
    longer = Document("minutes.txt", "", f"{text} " + "The rest of the minutes is here. " * 20)
    for pile, status in ((copy, "nowhere"), (longer, "found")):
        [quotation] = verify(draft, Pile([*DOCUMENTS, pile])).quotations
        assert quotation.status == status


def test_claims_get_sentences_and_no_verdict() -> None:
    result = checked(
        "The ferry to Port Ellen takes 2 hours. Elephants dislike quarterly invoices. And “the sea"
        " was calm” they say.",
        claims=True,
    )
    assert result.claims is not None
    ferry, elephants = result.claims
    assert ferry.support[0].text.startswith("The ferry to Port Ellen")
    assert elephants.support == ()


def test_of_sentences_with_the_words_of_a_claim_the_one_that_says_little_else_is_first() -> None:
    long = (
        "Boats that are sold must leave the north quay, where the winter berth of the old lifeboat,"
        " its crane and three sheds with nets and ropes stood until the great storm."
    )
    short = "The lifeboat has a berth at the north quay."
    pile = Pile([Document("one.txt", "", f"{long}\n\n{short}")])
    claims = verify("The winter berth of the lifeboat is at the north quay.", pile, claims=True)
    assert claims.claims is not None
    assert [each.text for each in claims.claims[0].support] == [short, long]


def test_collections_verify_without_topics(tmp_path: Path) -> None:
    (tmp_path / "harbour.txt").write_text(HARBOUR)
    collection = Collection.read(tmp_path / "harbour.txt")
    (found,) = collection.verify("They say “The ferry to Port Ellen leaves”.").quotations
    assert (found.status, found.document) == ("found", "harbour.txt")


@pytest.mark.parametrize(
    ("source", "quote"),
    [
        ("Each clause ends with ‘;;’, ‘;&’, or ‘;;&’.", "clause ends with ‘;;’, ‘;&’, or ‘;;&’"),
        ("It starts at version 1.5-1~deb10u1 and later.", "starts at version 1.5-1~deb10u1"),
        ("Use `/`, even there, as `\\` is used to escape.", "even there, as \\ is used to escape"),
    ],
)
def test_signs_beside_marks_and_in_code_are_kept(source: str, quote: str) -> None:
    pile = Pile([Document("one.md", "", source, format="markdown")])
    draft = Document("draft", "", f"They say «{quote}» there.", format="markdown")
    [quotation] = verify(draft, pile).quotations
    assert quotation.status in ("found", "found_but")


@pytest.mark.parametrize(
    "source",
    [
        "Enough for 2*max(rows, columns) numbers of it.",
        "They match names (-.+)\\.tar\\.gz of files.",
    ],
)
def test_what_is_markup_in_the_draft_alone_is_no_change(source: str) -> None:
    pile = Pile([Document("one.html", "", source, format="html")])
    draft = Document("draft", "", f"They say «{source}» there.", format="markdown")
    [quotation] = verify(draft, pile).quotations
    assert quotation.status in ("found", "found_but")
    changed = replace(draft, text=draft.text.replace("2*", "3*").replace(".tar", ".tgz"))
    [quotation] = verify(changed, pile).quotations
    assert quotation.status == "changed"


def test_a_word_that_occurs_again_farther_off_does_not_lengthen_the_passage() -> None:
    source = (
        "They have been at this school for only a few years. Diplomas from home were seldom seen by"
        " any of them, and a test is rare."
    )
    draft = "“They have been at this school for only few a years.”"
    [quotation] = verify(draft, Pile([Document("one.txt", "", source)])).quotations
    assert quotation.source.endswith("a few years")


def test_a_changed_last_word_that_occurs_farther_off_does_not_hide_the_passage() -> None:
    source = (
        "I would expect an error in the log; there is none. Set the limit of retries to zero,"
        " restart the daemon, and keep the file of its state, or all the items are fetched again"
        " by one client after the other."
    )
    draft = "“I would expect an error in the log; there is one.”"
    [quotation] = verify(draft, Pile([Document("one.txt", "", source)])).quotations
    assert quotation.status == "changed"
    assert [(each.quote, each.source) for each in quotation.difference] == [("one", "none")]


@pytest.mark.parametrize(
    ("lead", "first", "second"),
    [
        ("", "- “the pier costs €4 million” (report.md)", "- “The harbour opened in 1923”"),
        ("", "1. “the pier costs €4 million” (report.md)", "2. “The harbour opened in 1923”"),
        ("", "| “the pier costs €4 million” | report.md |", "| “The harbour opened in 1923” | |"),
        (
            "They say:",
            "- “the pier costs €4 million”",
            "- “The harbour opened in 1923” (report.md)",
        ),
        ("In report.md:", "- “the pier costs €4 million”", "- “The harbour opened in 1923”"),
    ],
)
def test_an_item_of_a_list_names_no_source_of_another_one(
    lead: str, first: str, second: str
) -> None:
    named = [each.named for each in checked(f"{lead}\n{first}\n{second}\n").quotations]
    of = ("report.md",)
    assert named == [of if of[0] in lead + item else () for item in (first, second)]


@pytest.mark.parametrize(
    "name", ["RFC 9110", "RFC9110", "rfc-9110", "rfc9110.txt", "RFC no. 9110", "RFC Nr. 9110"]
)
def test_a_name_with_a_number_may_be_written_in_any_form(name: str) -> None:
    other = Document("rfc9110.txt", "rfc9110.txt", "The field values are constrained.")
    pile = Pile([*DOCUMENTS, other])
    [quotation] = verify(f"“The harbour opened in 1923” ({name}, section 5)", pile).quotations
    assert (quotation.status, quotation.named) == ("other_source", ("rfc9110.txt",))
    [quotation] = verify("“The harbour opened in 1923” (RFC 9112)", pile).quotations
    assert quotation.status == "found"


def test_of_very_many_quotations_only_the_first_are_looked_up(monkeypatch) -> None:
    monkeypatch.setattr("hyperdigest.verify.checking.MOST_QUOTATIONS", 2)
    found = checked("“the ferry”, “the ferry” and “the ferry”")
    assert len(found.quotations) == 2
    assert "only the first 2 of 3 quotations were looked up: split the draft" in found.warnings
