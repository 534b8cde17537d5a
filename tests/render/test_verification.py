"""The result of `verify` as text and as a page."""

from hyperdigest.documents import Document
from hyperdigest.render.verification import render_verification
from hyperdigest.render.verification_html import render_verification_html
from hyperdigest.verify import Pile, Verification, verify


def checked(draft: str, source: str) -> Verification:
    pile = Pile([Document("<b>source</b>.txt", "source.txt", source)])
    return verify(Document("<i>draft</i>", "", draft), pile, claims=True)


def test_text_of_documents_is_escaped() -> None:
    source = "The <script>alert(1)</script> of 1923 & more was closed in the end."
    page = render_verification_html(checked(f"He said “{source.replace('1923', '1924')}”", source))
    assert "<script" not in page
    assert "<b>source" not in page
    assert "<i>draft" not in page
    assert "<del>1924</del>" in page
    assert "<ins>1923</ins>" in page


def test_each_mark_of_the_draft_has_its_source() -> None:
    result = checked("“One two three four.” and “one two five four.”", "One two three four.")
    page = render_verification_html(result)
    for number in (1, 2):
        assert page.count(f'id="m{number}"') == page.count(f'href="#q{number}"') == 1
        assert page.count(f'id="q{number}"') == 1


def test_text_says_what_is_common_and_short() -> None:
    text = render_verification(checked("The “new pier”.", "A new pier. The new pier."))
    assert "short" in text
    assert "2 times" in text


def test_controls_of_a_terminal_are_shown_as_symbols() -> None:
    text = render_verification(checked("“One \x1b[31m two three four”", "One two three \x1b four"))
    assert "\x1b" not in text
