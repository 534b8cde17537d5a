"""Self-contained HTML pages of an explanation and of a topic map, and both views as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from typing import TYPE_CHECKING

from hyperdigest.base.text import counted, dumped, ordinal
from hyperdigest.digest import Citation, Topic
from hyperdigest.drawings.graph import NARROW, TITLE, neighbourhood_svg, neighbourhood_table
from hyperdigest.drawings.svg import escaped, hue, standalone, style
from hyperdigest.drawings.topic_map import (
    description,
    topics_map_svg,
    topics_map_table,
    topics_strips_svg,
)
from hyperdigest.render.html import bar, doubt_note, item_list, one_page, tag
from hyperdigest.render.parts import usage
from hyperdigest.views.topic_map import TopicsMap

if TYPE_CHECKING:
    from hyperdigest.answer.explain import Explanation, Reason
    from hyperdigest.views.neighbourhood import Neighbourhood, Vertex


def explanation_page(explanation: Explanation, drawn: Neighbourhood) -> str:
    """The page of an explanation; a sentence in the drawing links to its reasons."""
    places = {
        (v.document, v.start): f"s{v.number}" if v.number else f"n{n}"
        for n, v in enumerate(drawn.vertices)
    }
    numbers = {(v.document, v.start): v.number for v in drawn.vertices if v.number}

    def link(document: str, start: int, end: int) -> str:
        return f"#{places[document, start]}"

    wide = neighbourhood_svg(drawn, link)
    narrow = neighbourhood_svg(drawn, link, NARROW, key="small")
    after = len(numbers) + len(explanation.reasons)
    ordered = sorted(
        explanation.reasons,
        key=lambda r: (numbers.get((r.citation.document, r.citation.start), after), r.step),
    )
    most = max((reason.relevance for reason in ordered), default=1.0)
    reasons = "\n".join(_reason(n, reason, most) for n, reason in enumerate(ordered, 1))
    near = [
        f'<li class="sentence" id="n{n}"><span class="number"></span>{_quoted(vertex)}</li>'
        for n, vertex in enumerate(drawn.vertices)
        if not vertex.number
    ]
    nearly = [
        f'<li class="sentence"><span class="number"></span>{_quoted(runner.citation)}'
        f'<p class="cite">Would add {runner.citation.gain:.3g}'
        f"{f'; {runner.missing} too many' if runner.missing else ''}</p></li>"
        for runner in explanation.runners_up
    ]
    body = f"""<header>
<p class="eyebrow">Why these sentences</p>
<h1 dir="auto">{escaped(explanation.question)}</h1>
<p class="used">{usage(explanation)}</p>
</header>
{doubt_note(escaped(explanation.doubt))}
{item_list(map(escaped, explanation.warnings), "warnings", "Warnings")}
<h2>{TITLE}</h2>
{drawings(wide, narrow)}
<details>
<summary>The same as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Memberships">
{neighbourhood_table(drawn)}</div>
</details>
<section aria-labelledby="inside">
<h2 id="inside">In the digest</h2>
<ol class="sentences">
{reasons}
</ol>
</section>
{_other_sentences("near", "Near them", near)}
{_other_sentences("nearly", "Nearly in", nearly)}
<footer><p class="signature">{escaped(explanation.signature)}</p></footer>"""
    return drawn_page(escaped(explanation.question), body)


def _reason(number: int, reason: Reason, most: float) -> str:
    """A sentence of the digest with its measures; `most` is the highest relevance."""
    words = f" ({escaped(', '.join(reason.question_words))})" if reason.question_words else ""
    topics = (tag(hue(t.id), t, escaped(t.label)) for t in reason.citation.topics)
    covered = "".join(
        f'<li dir="auto">{escaped(c.text)} ({escaped(c.document)}, {escaped(c.place)};'
        f" {c.chance:.0%})</li>"
        for c in reason.covers
    )
    how = "Pinned" if reason.pinned else "Completes a list" if reason.completes else "Picked"
    picked = f"{ordinal(reason.step)}, {reason.gain_share:.0%} of the value"
    facts = [
        _fact("Relevance", f"{reason.relevance:.2f} × mean{words}", reason.relevance / most),
        _fact("Centrality", f"{reason.centrality:.2f} × mean"),
        _fact(how, picked),
        _fact("Covers", f"{reason.coverage:.1f} sentences"),
    ]
    return f"""<li class="sentence" id="s{number}"><span class="number">{number}</span>
{_quoted(reason.citation)}
{item_list(topics, "tags", "Topics")}
<dl class="measures">{"".join(facts)}</dl>
{f'<ul class="covered" aria-label="Best covered by it">{covered}</ul>' if covered else ""}
</li>"""


def _quoted(quoted: Citation | Vertex) -> str:
    text = getattr(quoted, "displayed", quoted.text)
    return (
        f'<p class="quote" dir="auto">{escaped(text)}</p>'
        f'<p class="cite"><cite dir="auto">{escaped(quoted.document)}</cite>'
        f' <span class="place">{escaped(quoted.place)}</span></p>'
    )


def _fact(name: str, text: str, share: float | None = None) -> str:
    drawn = "" if share is None else bar(share)
    return f"<div><dt>{name}</dt><dd>{drawn}<span>{text}</span></dd></div>"


def _other_sentences(name: str, title: str, items: list[str]) -> str:
    """A section of sentences outside of the digest; empty if there are none."""
    if not items:
        return ""
    listed = "\n".join(items)
    return f"""<section class="near" aria-labelledby="{name}">
<h2 id="{name}">{title}</h2>
<ol class="sentences">
{listed}
</ol>
</section>"""


def topics_map_page(drawn: TopicsMap, topics: Sequence[Topic]) -> str:
    """The page of a topic map; `topics` are listed with their words, in the given order."""
    title = f"Topics of {counted(drawn.n_documents, 'document')}"
    listed = "\n".join(map(_topic, topics))
    body = f"""<header>
<p class="eyebrow">{counted(drawn.n_topics, "topic")}</p>
<h1>{title}</h1>
</header>
<p class="told">{escaped(description(drawn))}</p>
{drawings(topics_map_svg(drawn), topics_strips_svg(drawn))}
<details>
<summary>The shares as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="Shares">{topics_map_table(drawn)}</div>
</details>
<section aria-labelledby="listed">
<h2 id="listed">Topics, the heaviest first</h2>
<ol class="topic-list">
{listed}
</ol>
</section>"""
    return drawn_page(title, body)


def _topic(topic: Topic) -> str:
    words, colour = ", ".join(topic.words), "other" if topic.background else hue(topic.id)
    return (
        f'<li><svg class="drawing heat swatch" viewBox="0 0 10 10" aria-hidden="true">'
        f'<g class="cell {colour}"><rect width="10" height="10" rx="2"/></g></svg>'
        f'<b dir="auto">{escaped(topic.label)}</b>'
        f' <span class="words" dir="auto">{escaped(words)}</span>'
        f"<small>{topic.weight:.1%} of the weight, {topic.share:.1%} of the words,"
        f" {counted(topic.sentences, 'sentence')} in {counted(topic.documents, 'document')}"
        f"</small></li>"
    )


def drawn_page(title: str, body: str) -> str:
    """A self-contained page with the style sheets of digests, of drawings, and of these pages."""
    digests = files("hyperdigest.render").joinpath("page.css").read_text("utf-8")
    own = files(__package__).joinpath("page.css").read_text("utf-8")
    return one_page(title, f"{digests}{own}{style()}", f'<main class="broad">\n{body}\n</main>')


def drawings(wide: str, narrow: str) -> str:
    """A drawing in two shapes, of which the page shows the one that fits."""
    return f'<div class="drawings">\n{wide}\n{narrow}\n</div>'


def topics_map_file(drawn: TopicsMap) -> str:
    """The wide map as an SVG file."""
    return standalone(topics_map_svg(drawn))


def render_topics_map_json(drawn: TopicsMap) -> str:
    """The topics, and the rows with their shares of the topics, to 6 decimals, as JSON."""
    rows = [
        asdict(row) | {"shares": [round(share, 6) for share in shares]}
        for row, shares in zip(drawn.rows, drawn.shares.tolist(), strict=True)
    ]
    content = {
        "order": drawn.order,
        "documents": drawn.n_documents,
        "topics_in_all": drawn.n_topics,
        "empty": drawn.empty,
        "topics": [asdict(topic) for topic in drawn.topics],
        "rows": rows,
    }
    return dumped(content)


def render_neighbourhood_json(drawn: Neighbourhood) -> str:
    """The vertices, and the hyperedges with their members, as JSON."""
    edges = [
        asdict(edge)
        | {"members": [{"vertex": vertex, "membership": psi} for vertex, psi in edge.members]}
        for edge in drawn.hyperedges
    ]
    content = {
        "question": drawn.question,
        "around": None if drawn.around < 0 else drawn.around,
        "left_out": drawn.left_out,
        "signature": drawn.signature,
        "vertices": [asdict(vertex) for vertex in drawn.vertices],
        "hyperedges": edges,
    }
    return dumped(content)
