"""The result of looking up the quotations of a draft as a page: the draft beside its sources."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from hyperdigest.base.text import line, visible
from hyperdigest.documents import Document
from hyperdigest.render.html import item_list, one_page
from hyperdigest.render.verification import (
    UNSUPPORTED,
    cited_place,
    difference_in_words,
    notes_on_quotation,
    status_of,
    summary,
)
from hyperdigest.verify.result import HARMLESS, Claim, Quotation, Verification

AROUND = 300
"""So many characters of a source are shown before and after a quotation."""


def render_verification_html(verification: Verification) -> str:
    """The draft with its quotations marked, and beside it the source of each, as one HTML page."""
    style = "".join(
        files(__package__).joinpath(name).read_text("utf-8")
        for name in ("page.css", "verification.css")
    )
    return one_page(
        escape(visible(verification.draft.name)), style, verification_body(verification)
    )


def verification_body(verification: Verification) -> str:
    """The content of the page."""
    draft = verification.draft
    documents = {document.name: document for document in verification.documents}
    cards = "".join(
        _card(number, quotation, documents.get(quotation.document))
        for number, quotation in enumerate(verification.quotations, 1)
    )
    claims = "".join(map(_claim, verification.claims or ()))
    listed = f'<h2>Other sentences</h2><ol class="claims">{claims}</ol>' if claims else ""
    return f"""<header class="checked">
<p class="eyebrow">Quotations of a draft</p>
<h1 dir="auto">{escape(visible(draft.label))}</h1>
<p class="summary">{escape(summary(verification))}</p>
{item_list((escape(line(each)) for each in verification.warnings), "warnings", "Warnings")}
</header>
<div class="beside">
<section class="draft" aria-label="The draft"><div class="source-text" dir="auto">\
{_marked_draft(draft, verification.quotations)}</div></section>
<section class="looked-up" aria-label="The sources">
<ol class="quotations">{cards}</ol>
{listed}
</section>
</div>"""


def _marked_draft(draft: Document, quotations: Sequence[Quotation]) -> str:
    pieces, done = [], 0
    for number, quotation in enumerate(quotations, 1):
        start, end = max(done, quotation.start), quotation.end
        if start >= end:
            continue
        pieces += [
            _text(draft.text[done:start]),
            f'<mark id="m{number}" class="{quotation.status}"><a href="#q{number}">'
            f"{_with_differences(draft.text, start, end, _slices(quotation, in_draft=True), 'del')}"
            "</a></mark>",
        ]
        done = end
    return "".join([*pieces, _text(draft.text[done:])])


def _card(number: int, quotation: Quotation, source: Document | None) -> str:
    place = f'<p class="cite"><cite dir="auto">{escape(cited_place(quotation))}</cite></p>'
    passage = ""
    if source is not None:
        text, start, end = source.text, quotation.source_start, quotation.source_end
        inside = _with_differences(text, start, end, _slices(quotation, in_draft=False), "ins")
        before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
        passage = (
            f'<blockquote dir="auto">{_text(before)}<mark class="{quotation.status}">{inside}'
            f"</mark>{_text(after)}</blockquote>"
        )
    notes = [
        difference_in_words(each) for each in quotation.difference if each.quote or each.source
    ]
    notes += notes_on_quotation(quotation)
    listed = item_list((escape(note) for note in notes), "notes", "Differences")
    return f"""<li id="q{number}" class="{quotation.status}">
<p class="status"><a href="#m{number}">{number}</a> {escape(status_of(quotation))}</p>
{place if source is not None else ""}{passage}
{listed}</li>
"""


Slices = list[tuple[int, int]]


def _slices(quotation: Quotation, *, in_draft: bool) -> Slices:
    """The slices in which a quotation and its source differ."""
    harmful = (each for each in quotation.difference if each.kind not in HARMLESS)
    both = (
        (each.start, each.end) if in_draft else (each.source_start, each.source_end)
        for each in harmful
    )
    return sorted(part for part in both if part[0] < part[1])


def _with_differences(text: str, start: int, end: int, slices: Slices, element: str) -> str:
    pieces = []
    for first, last in slices:
        if start <= first and last <= end:
            pieces += [
                _text(text[start:first]),
                f"<{element}>{_text(text[first:last])}</{element}>",
            ]
            start = last
    return "".join([*pieces, _text(text[start:end])])


def _claim(claim: Claim) -> str:
    supports = "".join(
        f'<li><q dir="auto">{escape(line(each.text))}</q> <span class="place">'
        f"{escape(visible(line(each.document)))}, {escape(line(each.place))}</span></li>"
        for each in claim.support
    )
    below = f"<ul>{supports}</ul>" if supports else f"<p>{UNSUPPORTED}</p>"
    return f'<li><p dir="auto">{escape(line(claim.text))}</p>{below}</li>'


def _text(text: str) -> str:
    return escape(visible(text, keep="\n\r\t\f"), quote=False)
