"""Conditions and disclaimers of well-known licences are not quoted, unless they are the subject."""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import FORMS
from hyperdigest.documents.quotable import may_be_quoted
from hyperdigest.split import split

MANUAL = (
    "The pump stands in the hall of the old town. It lifts forty litres a minute, and it is"
    " red. Its valve is oiled once a year by the keeper of the hall.\n\n"
) * 10

GRANT = "Permission is hereby granted, free of charge, to any person to deal in the Software."
NAMED = "This program is free software under the terms of the GNU General Public License."
NOTICE = "The above copyright notice and this permission notice shall be kept in all copies."
AS_IS = 'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY\nDEALINGS IN THE SOFTWARE.'
HOPE = (
    "This program is distributed in the hope that it will be useful, but WITHOUT ANY\n"
    "WARRANTY; without even that of FITNESS FOR A PARTICULAR PURPOSE."
)
DETAILS = "See the GNU Lesser General Public License for more details."
RECEIVED = "You should have received a copy of the GNU General Public License with it."
SOURCE = "Redistributions of source code must retain the above copyright notice."
LIABLE = "NO WARRANTIES ARE MADE, AND NOBODY IS LIABLE FOR THE POSSIBILITY OF SUCH DAMAGE."
DISCLAIMED = 'The software is provided "as is", without warranty of any kind, express or implied.'
NO_WARRANTY = "There is NO WARRANTY, to the extent permitted by law."

VERBATIM = "Permission is granted to make and distribute verbatim copies of this manual."
MODIFIED = (
    "Permission is granted to copy and distribute modified versions of this manual, provided"
    " that they are distributed under the terms of a notice identical to this one."
)
TRANSLATED = (
    "Permission is granted to copy and distribute translations of this manual under the above"
    " conditions for modified versions."
)
INCLUDED = (
    'A copy of the license is included in the section entitled "GNU Free Documentation License".'
)
APPENDIX = (
    "Everyone is permitted to copy and distribute verbatim copies\nof this license document.\n\n"
    "The keeper gives everyone who asks for it the source of the work.\n\n"
    "You may convey a work that is based on the pump.\n\nEND OF TERMS AND CONDITIONS\n\n"
)


def quotable(text, format="text"):
    sentences = Collection.of([Document("a", "a", text, format=format)]).split.sentences
    eligible = may_be_quoted(sentences, 4)
    return {
        " ".join(text[start:end].split())
        for start, end, may_be in zip(sentences.start, sentences.end, eligible, strict=True)
        if may_be
    }


def one_line(sentence):
    return " ".join(sentence.split())


@pytest.mark.parametrize(
    ("hidden", "text"),
    [
        ([NOTICE, AS_IS], f"{GRANT}\n\n{NOTICE}\n\n{AS_IS}"),
        ([HOPE, DETAILS, RECEIVED], f"{NAMED} {HOPE} {DETAILS} {RECEIVED}"),
        ([SOURCE, LIABLE, "It must be named."], f"- {SOURCE}\n- It must be named.\n\n{LIABLE}"),
        ([NO_WARRANTY], NO_WARRANTY),
        ([DISCLAIMED], DISCLAIMED),
        ([MODIFIED, TRANSLATED], f"{VERBATIM}\n\n{MODIFIED}\n\n{TRANSLATED}"),
        ([INCLUDED], f"{NAMED} {INCLUDED}"),
    ],
)
def test_the_conditions_and_disclaimers_of_licences_are_not_quoted(hidden, text):
    found = quotable(f"{MANUAL}{text}\n")
    assert not found & set(map(one_line, hidden))
    assert "The pump stands in the hall of the old town." in found


@pytest.mark.parametrize("mark", ["# ", " * ", "// "])
def test_they_are_known_in_comments(mark):
    lines = f"{GRANT}\n{NOTICE}\n{AS_IS}".split("\n")
    text = f"{MANUAL}```c\n{''.join(mark + line + chr(10) for line in lines)}```\n"
    found = split(Document("a", "a", text, format="markdown"))
    forms = dict(
        zip(
            (text[s:e] for s, e in zip(found.start, found.end, strict=True)),
            found.form,
            strict=True,
        )
    )
    assert all(FORMS[form] == "stub" for part, form in forms.items() if "WARRANTY" in part)


def test_what_names_a_licence_or_grants_something_is_quoted():
    found = quotable(f"{MANUAL}{NAMED} {HOPE}\n\n{GRANT}\n\n{NOTICE}\n\n{AS_IS}\n")
    assert {NAMED, GRANT} <= found


def test_a_document_that_is_a_licence_is_quoted():
    assert {GRANT, NOTICE, one_line(AS_IS)} <= quotable(f"{GRANT}\n\n{NOTICE}\n\n{AS_IS}\n")


def test_a_contract_in_its_own_words_is_quoted():
    clauses = (
        'The software is provided "as is", without warranty of any kind, by the Licensor.',
        "In no event shall the Licensor be liable for the loss of profits of the Customer.",
        "There is no warranty for parts that the Customer has changed in the hall.",
        "Redistribution of the software is allowed within the group of the Customer.",
    )
    assert set(clauses) <= quotable(f"{MANUAL}{' '.join(clauses)}\n")


def test_the_licence_of_a_program_is_found():
    text = f"{MANUAL}{NAMED} {HOPE} {DETAILS}\n"
    model = Collection.of([Document("a", "a", text)]).fit(Options(sweeps=5))
    assert model.digest("Under which license is the program?", 20).sentences[0].text == NAMED


def test_a_whole_licence_is_not_quoted_if_it_is_an_appendix():
    conditions = {
        "The keeper gives everyone who asks for it the source of the work.",
        "You may convey a work that is based on the pump.",
    }
    after = "The hall is open all day."
    found = quotable(f"{MANUAL}{APPENDIX}{after}\n")
    assert not conditions & found
    assert after in found
    assert conditions <= quotable(APPENDIX)
    assert not conditions & quotable(f"A.1 License for copying the pump\n\n{APPENDIX}")
    assert conditions <= quotable(f"A license for the pump\n\n{APPENDIX}")
    assert conditions <= quotable(f"{APPENDIX.partition('END')[0]}{MANUAL}")


CONDITIONS = {
    "The keeper gives everyone who asks for it the source of the work.",
    "You may convey a work that is based on the pump.",
}


@pytest.mark.parametrize(
    "above",
    [
        "7.2 Free License of the Pump",
        "12. Copying",
        "File: pump.info,  Node: Public License,  Next: Index,  Prev: Oil,  Up: Top",
    ],
)
def test_a_document_that_is_a_licence_is_not_quoted_if_it_is_a_section_of_a_manual(above):
    assert not CONDITIONS & quotable(f"{above}\n\n{APPENDIX}")


@pytest.mark.parametrize(
    ("title", "is_part"),
    [
        ("Public License (The Pump of the Hall)", True),
        ("Copying (Pump 2.1)", True),
        ("Public License", False),
        ("Public License (version 2)", False),
        ("Public License (GNU GPL)", False),
        ("The pump (Copying and drawing)", False),
    ],
)
def test_the_title_of_a_page_says_whether_a_licence_is_a_part_of_a_manual(title, is_part):
    page = Collection.of([Document("a", "a", APPENDIX, title=title)])
    forms = {FORMS[form] for form in page.split.sentences.form}
    assert (forms == {"stub"}) == is_part


def test_the_advice_how_to_use_a_licence_is_not_quoted():
    advice = (
        "To do so, attach these notices to the work.\n\n"
        "If this is what you want, use the Lesser Public License instead of this License.\n\n"
    )
    after = "The hall is open all day."
    found = quotable(f"{MANUAL}{MANUAL}{APPENDIX}{advice}{after}\n")
    assert "To do so, attach these notices to the work." not in found
    assert after in found


def test_a_licence_ends_above_the_advice_how_to_apply_it():
    begin = APPENDIX.partition("END")[0]
    advice = "How to Apply These Terms to Your New Works\n\nAttach the terms to them.\n"
    assert not CONDITIONS & quotable(f"{MANUAL}{MANUAL}{begin}{advice}")


def test_what_a_manual_says_about_copying_in_the_usual_words_is_not_quoted():
    usual = (
        "There are restrictions, but these are designed to permit everything that a good"
        " cooperating citizen would want to do. You must tell your neighbours their rights."
        " Then problems of others will not reflect on our reputation."
    )
    found = quotable(f"{MANUAL}{NAMED} {usual}\n")
    assert NAMED in found
    assert "You must tell your neighbours their rights." not in found


@pytest.mark.parametrize(
    "rest",
    [
        "; if not, write to the Free Software Foundation, Inc., 1 Mill Street, 2nd Floor, Old Town",
        ". If not, see <https://www.gnu.org/licenses/>",
    ],
)
def test_where_to_ask_for_a_copy_of_a_licence_is_not_quoted(rest):
    found = quotable(f"{MANUAL}{NAMED} {RECEIVED.removesuffix('.')}{rest}.\n")
    assert NAMED in found
    assert not any("not, " in each for each in found)
