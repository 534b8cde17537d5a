"""The result of looking up the quotations of a draft as a page: the draft beside its sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from importlib.resources import files

from hyperdigest.base.text import counted, line, visible
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
from hyperdigest.verify.result import HARMLESS, Claim, Quotation, Status, Verification

AROUND = 300
"""So many characters of a source are shown before and after a quotation."""

_ORDER: tuple[Status, ...] = ("changed", "nowhere", "other_source", "found_but", "found")
"""The order in which the quotations are shown beside the draft: those that are wrong first."""

Link = Callable[[str, int, int], str]
"""The address of a slice of a document, by its name; empty if there is none."""


def render_verification_html(verification: Verification) -> str:
    """The draft with its quotations marked, and beside it the source of each, as one HTML page."""
    style = "".join(
        files(__package__).joinpath(*path).read_text("utf-8")
        for path in (("page.css",), ("static", "verification.css"))
    )
    return one_page(
        escape(visible(verification.draft.name)), style, verification_body(verification)
    )


def verification_body(verification: Verification) -> str:
    """The content of the page."""
    return f"""<header class="checked">
<p class="eyebrow">Quotations of a draft</p>
<h1 dir="auto">{escape(visible(verification.draft.label))}</h1>
<p class="summary">{escape(summary(verification))}</p>
{item_list((escape(line(each)) for each in verification.warnings), "warnings", "Warnings")}
</header>
{draft_beside_sources(verification)}"""


def draft_beside_sources(
    verification: Verification, link: Link = lambda *_: "", most: int | None = None
) -> str:
    """The draft with its quotations marked, and beside it their sources, those that are wrong
    first.

    Parameters
    ----------
    link : where a source is opened.
    most : so many quotations are shown beside the draft; None for all.
    """
    quotations = list(enumerate(verification.quotations, 1))
    quotations.sort(key=lambda each: (_ORDER.index(each[1].status), each[1].short))
    shown = quotations[:most]
    documents = {document.name: document for document in verification.documents}
    cards = "".join(
        _card(number, quotation, documents.get(quotation.document), link)
        for number, quotation in shown
    )
    claims = "".join(_claim(claim, link) for claim in verification.claims or ())
    listed = f'<h2>Other sentences</h2><ol class="claims">{claims}</ol>' if claims else ""
    left = len(quotations) - len(shown)
    more = f"<p>{counted(left, 'more quotation')} of the draft: not shown here.</p>" if left else ""
    marked = _marked_draft(
        verification.draft, verification.quotations, {number for number, _ in shown}
    )
    return f"""<div class="beside">
<section class="draft" aria-label="The draft" tabindex="0"><div class="source-text" dir="auto">\
{marked}</div></section>
<section class="looked-up" aria-label="The sources" tabindex="0">
<ol class="quotations">{cards}</ol>
{more}{listed}
</section>
</div>"""


def _marked_draft(draft: Document, quotations: Sequence[Quotation], linked: set[int]) -> str:
    pieces, done = [], 0
    for number, quotation in enumerate(quotations, 1):
        start, end = max(done, quotation.start), quotation.end
        if start >= end:
            continue
        inside = _with_differences(draft.text, start, end, _slices(quotation, in_draft=True), "del")
        if number in linked:
            inside = f'<a href="#q{number}">{inside}</a>'
        pieces += [
            _text(draft.text[done:start]),
            f'<mark id="m{number}" class="{quotation.status}">{inside}</mark>',
        ]
        done = end
    return "".join([*pieces, _text(draft.text[done:])])


def _card(number: int, quotation: Quotation, source: Document | None, link: Link) -> str:
    address = link(quotation.document, quotation.source_start, quotation.source_end)
    place = _linked(escape(cited_place(quotation)), address)
    if quotation.status == "nowhere":
        place = f"the nearest sentence is in {place}"
    passage = ""
    if source is not None:
        text, start, end = source.text, quotation.source_start, quotation.source_end
        inside = _with_differences(text, start, end, _slices(quotation, in_draft=False), "ins")
        before, after = _around(text, start, end)
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
{f'<p class="cite"><cite dir="auto">{place}</cite></p>' if source is not None else ""}{passage}
{listed}</li>
"""


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """What is before and after a slice of a text, in whole words."""
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    if start > AROUND:
        before = f"… {before.partition(' ')[2]}"
    if end + AROUND < len(text):
        after = f"{after.rpartition(' ')[0]} …"
    return before, after


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


def _linked(text: str, address: str) -> str:
    return f'<a href="{escape(address)}">{text}</a>' if address else text


def _claim(claim: Claim, link: Link) -> str:
    supports = "".join(
        f'<li><q dir="auto">{escape(line(each.text))}</q> <span class="place">'
        + _linked(
            f"{escape(visible(line(each.document)))}, {escape(line(each.place))}",
            link(each.document, each.start, each.end),
        )
        + "</span></li>"
        for each in claim.support
    )
    below = f"<ul>{supports}</ul>" if supports else f"<p>{UNSUPPORTED}</p>"
    return f'<li><p dir="auto">{escape(line(claim.text))}</p>{below}</li>'


def _text(text: str) -> str:
    return escape(visible(text, keep="\n\r\t\f"), quote=False)
