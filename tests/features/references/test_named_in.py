"""Which sentences name the numbered part of a cited sentence."""

import pytest

from contracts_made import (
    AMENDMENT_1,
    CHAT,
    CONTRACTS,
    FRENCH,
    GERMAN,
    GERMAN_AMENDMENT,
    LAW,
    MSA,
    RFC_9998,
    RFC_9999,
    SPANISH,
    TICKET,
    collection,
    named_in,
    sentence_with,
)
from hyperdigest.features.references.index import References

AMENDED = ("amendment-1.txt", "Clause 8.3 of the MSA is amended so that 125 % reads 150 %.")
DELETED = ("amendment-1.txt", "Clauses 8.1 and 9.1(b) of the Agreement are deleted.")
LIABLE = ("msa.txt", "9.1 Subject to clause 8.3, each party is liable for its own faults.")


@pytest.fixture(scope="module")
def contracts():
    return collection(CONTRACTS)


def test_an_amendment_is_named_before_the_contract_itself(contracts):
    assert named_in(contracts, "interest of 125 %") == [AMENDED, LIABLE]


def test_a_small_part_is_named_with_its_clause_and_by_its_letter(contracts):
    by_letter = (
        "amendment-1.txt",
        "Clause 8.3(b) of the Master Services Agreement applies to all sums.",
    )
    assert named_in(contracts, "from the due date") == [AMENDED, LIABLE]
    assert named_in(contracts, "until it is paid") == [by_letter, LIABLE, AMENDED]


def test_a_clause_is_not_named_by_the_number_of_its_chapter(contracts):
    survives = "9.3 Clause 8 of this Agreement survives its end, and so does clause 9.1 thereof."
    assert named_in(contracts, "8. FEES") == [("msa.txt", survives)]
    assert named_in(contracts, "Invoices fall due") == [
        (
            "amendment-2.txt",
            "The parties refer to the MSA, clause 8.2, and to paragraph 1 of Amendment No. 1.",
        ),
        ("msa.txt", "The Customer may ask for receipts as clause 8.2 says."),
    ]


AMENDED_BY_TITLE = """Amendment No. 3 to the Master Services Agreement, dated 4 June 2025

1. Clause 8.2 is amended so that 30 days read 60 days.

2. Clause 1 does not apply, and clause 8.2 of this Amendment does not exist.
"""


@pytest.mark.parametrize(
    "title", ["to the Master Services Agreement", "to the Lease", "of the MSA"]
)
def test_a_clause_that_an_amendment_has_not_is_that_of_the_contract_in_its_title(title):
    amendment = AMENDED_BY_TITLE.replace("to the Master Services Agreement", title)
    of = collection({"msa.txt": MSA, "third.txt": amendment})
    is_amended = title == "to the Master Services Agreement"
    named = [
        text for document, text in named_in(of, "Invoices fall due") if document == "third.txt"
    ]
    assert named == ["Clause 8.2 is amended so that 30 days read 60 days."] * is_amended


def test_a_name_is_one_that_the_other_document_defines(contracts):
    assert named_in(contracts, "The Customer pays the fees") == [DELETED]


def test_nothing_is_said_of_a_part_that_is_only_named_in_part_or_in_an_unknown_document(contracts):
    assert named_in(contracts, "each party is liable") == []


def test_a_paragraph_without_a_number_after_numbered_ones_is_in_none(contracts):
    assert named_in(contracts, "The Supplier may stop its work") == []


def test_a_figure_and_the_paragraphs_of_a_schedule_are_named(contracts):
    shown = ("msa.txt", "9.2 The order in which claims are paid is shown in Figure 1.")
    assert named_in(contracts, "Figure 1: Order") == [shown]
    assert named_in(contracts, "Travel is charged")[0] == (
        "amendment-1.txt",
        "Paragraph 2 of Schedule 1 to the MSA is deleted.",
    )


def test_a_number_that_counts_anew_where_it_is_named_is_not_certain(contracts):
    # "under paragraph 1" in the schedule may mean its own first paragraph.
    found = named_in(contracts, "The fee for each day")
    assert found == [("msa.txt", "8.1 The Customer pays the fees that Schedule 1 names.")]


def test_the_paragraphs_of_an_amendment_are_named_by_its_title(contracts):
    found = named_in(contracts, "Clause 8.3 of the MSA is amended")
    assert [document for document, _ in found] == ["amendment-2.txt"]


def test_nothing_is_guessed_if_two_documents_have_the_name():
    of = collection({**CONTRACTS, "old-msa.txt": MSA})
    assert named_in(of, "interest of 125 %", "msa.txt") == [LIABLE]


def test_nothing_is_guessed_if_two_parts_have_the_number():
    of = collection({"msa.txt": MSA.replace("8.2 Invoices", "8.3 Invoices"), "a.txt": AMENDMENT_1})
    assert named_in(of, "interest of 125 %") == []


def test_the_most_recent_document_comes_first():
    texts = CONTRACTS | {"later.txt": "Clause 8.3 of the MSA is deleted."}
    dates = {"later.txt": "2026-01", "amendment-1.txt": "2025-05-01"}
    found = named_in(collection(texts, dates=dates), "interest of 125 %")
    assert [document for document, _ in found] == ["later.txt", "amendment-1.txt", "msa.txt"]


def test_each_document_comes_once_before_one_comes_again():
    texts = CONTRACTS | {
        "notes.txt": "Clause 8.3 of the MSA is new. We like clause 8.3 of the MSA very much."
    }
    found = [document for document, _ in named_in(collection(texts), "interest of 125 %")]
    assert found == ["amendment-1.txt", "notes.txt", "msa.txt", "notes.txt"]


def test_articles_are_named_with_paragraphs_points_and_in_ranges():
    of = collection({"act.md": LAW})
    names_both = ("act.md", "Article 5(2) and point (a) of Article 5(2) bind everyone.")
    ranged = ("act.md", "Articles 5 to 6 apply to firms.")
    assert named_in(of, "Data are kept for one purpose") == [ranged]
    assert named_in(of, "in full for a year") == [names_both, ranged]
    assert named_in(of, "without names for ten years") == [names_both, ranged]


def test_sections_of_standards_are_named_and_their_contents_are_no_references():
    of = collection({"channel.txt": RFC_9998, "faster.txt": RFC_9999})
    replaced = ("faster.txt", "Section 4.2 of [RFC9998] is replaced.")
    unlike = (
        "faster.txt",
        "A client opens a faster channel by sending a FAST frame, unlike [RFC9998], Section 4.2.",
    )
    updates = ("faster.txt", "This document updates RFC 9998.")
    assert named_in(of, "sending an OPEN frame") == [replaced, unlike, updates]
    assert named_in(of, "A channel joins two sides") == [updates]
    assert named_in(of, "sending a FAST frame") == []


def test_a_ticket_is_named_by_its_key():
    of = collection({"login.md": TICKET, "notes.md": CHAT})
    solved = ("notes.md", "The login works again since PROJ-123 was solved.")
    assert named_in(of, "The session cookie") == [solved]
    assert named_in(of, "The login works again") == []


def test_the_version_of_a_document_is_no_key_of_a_ticket():
    texts = {"MPL-2.0.txt": "The license is short enough.", "a.txt": "See MPL-2 and MPL-2.0 now."}
    assert named_in(collection(texts), "The license is short") == []


def test_a_section_of_another_work_is_not_one_of_this_document():
    text = "7.2 Binary packages\n\nThey are archives.\n\n7.3 Terms\n\n{} has the terms.\n"
    for other in ("The Policy manual, section 7.2", "Section 7.2 of the Policy", "ISO section 7.2"):
        assert named_in(collection({"a.txt": text.format(other)}), "They are archives") == []
    for own in ("Section 7.2", "This manual, section 7.2,", "Section 7.2 of this manual"):
        assert len(named_in(collection({"a.txt": text.format(own)}), "They are archives")) == 1


def test_german_sections():
    of = collection({"mietvertrag.txt": GERMAN, "nachtrag.txt": GERMAN_AMENDMENT}, "de")
    both = ("nachtrag.txt", "§§ 3 und 4 des Vertrags gelten auch für die Garage.")
    assert named_in(of, "eine Kaution von zwei Mieten") == [
        ("nachtrag.txt", "§ 3 Absatz 1 des Mietvertrags wird gestrichen."),
        both,
    ]
    assert named_in(of, "legt die Kaution getrennt an") == [
        both,
        (
            "mietvertrag.txt",
            "Abweichend von § 3 Abs. 2 Satz 1 wird die Kaution am Ende verrechnet.",
        ),
    ]


@pytest.mark.parametrize(
    ("text", "language", "words", "naming"),
    [
        (FRENCH, "fr", "Le client paie le prix", "l'article 5.1, le contrat dure deux ans"),
        (SPANISH, "es", "El cliente paga", "Salvo lo dispuesto en la cláusula 5"),
    ],
)
def test_french_and_spanish_parts(text, language, words, naming):
    [(_, found)] = named_in(collection({"a.txt": text}, language), words)
    assert naming in found


def test_the_finder_of_a_collection_is_made_once(contracts):
    assert References.of(contracts) is References.of(contracts)
    assert References.of(contracts).naming(sentence_with(contracts, "This Master Services")) == []
