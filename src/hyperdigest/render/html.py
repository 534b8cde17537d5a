"""The digest as one self-contained HTML page, without scripts or external resources.

Its content security policy allows only its own style, by the hash. Topics are coloured tags, and
the same topic has the same colour in every digest of a collection.
"""

from __future__ import annotations

from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files

from hyperdigest.base.text import counted, line, visible
from hyperdigest.digest import Citation, Digest, TopicShare
from hyperdigest.options import measured
from hyperdigest.render.cited_pages import CitedPage
from hyperdigest.render.grouping import quote_groups
from hyperdigest.render.html_quotes import HtmlQuotes
from hyperdigest.render.parts import (
    CitedSource,
    also_in,
    corroboration_place,
    guarantee,
    named_line,
    naming_place,
    notes_on,
    nothing_fits,
    placed,
    sources,
    usage,
)
from hyperdigest.render.quotes import Part
from hyperdigest.render.source_text import contexts_of, is_in_columns, marked

_GOLDEN_ANGLE = 137.508
_FIRST_HUE = 255.0


def render_html(digest: Digest, pages: Sequence[CitedPage] = ()) -> str:
    """The digest as an HTML page, each sentence a link to its place in the full source text.

    It contains the images of `pages`, those of `hyperdigest.render.cited_pages`, and the place of
    each citation is a link to the image of its page.
    """
    numbered = sources(digest)
    page, source, printed = (
        files(__package__).joinpath(*path).read_text("utf-8")
        for path in (("page.css",), ("static", "source.css"), ("print.css",))
    )
    question = _text(digest.question)
    eyebrow = "Digest"
    if numbered:
        sentences = counted(len(digest.sentences), "sentence")
        eyebrow = f"Digest · {sentences} from {counted(len(numbered), 'source')}"
    share = digest.used / digest.budget if digest.budget > 0 else 0.0
    body = f"""<div class="page-grid">
<main id="digest">
<header>
<p class="eyebrow">{eyebrow}</p>
<h1 dir="auto">{question}</h1>
{doubt_note(_text(digest.doubt))}
<p class="used">{bar(share)}<span>{usage(digest)}</span></p>
</header>
{_sentences(digest, numbered, pages)}
{_legend(digest)}
{_source_list(digest, numbered)}
{item_list((f"Warning: {_text(each)}" for each in digest.warnings), "warnings", "Warnings")}
{_page_images(pages, numbered)}
<footer>
{_certificate(digest)}
<p class="signature">{_text(digest.signature)}</p>
</footer>
</main>
{_texts(digest, numbered)}
</div>"""
    return one_page(question, page + source + colours(digest) + printed, body, images=bool(pages))


def one_page(title: str, style: str, body: str, *, images: bool = False) -> str:
    """An HTML page; `title` and `body` are escaped already. `images`: allow embedded images."""
    allowed = "img-src data:; " if images else ""
    hashed = b64encode(sha256(style.encode()).digest()).decode()
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
{allowed}style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>"""


def colours(digest: Digest) -> str:
    """Style rules: a hue for each topic; sentences without the topic under the pointer fade."""
    rules = []
    for topic in legend(digest):
        rules.append(f".k{topic.id}{{--hue:{hue(topic.id):.1f}}}")
        rules.append(
            f"main:has(.tag.k{topic.id}:hover) .sentence:not(:has(.tag.k{topic.id})){{opacity:.3}}"
        )
    return "\n".join(rules)


def hue(topic: int) -> float:
    """The hue of a topic, in degrees; topics with near numbers have distant hues."""
    return (_FIRST_HUE + topic * _GOLDEN_ANGLE) % 360


def legend(digest: Digest) -> list[TopicShare]:
    """The topics of the digest, each with its share of the digest's words, largest first."""
    words = sum(sentence.words for sentence in digest.sentences if sentence.topics)
    shares: dict[int, float] = {}
    labels: dict[int, str] = {}
    for sentence in digest.sentences:
        for topic in sentence.topics:
            part = topic.share * sentence.words / max(words, 1)
            shares[topic.id] = shares.get(topic.id, 0.0) + part
            labels.setdefault(topic.id, topic.label)
    order = sorted(shares, key=lambda topic: (-shares[topic], topic))
    return [TopicShare(topic, labels[topic], shares[topic]) for topic in order]


def item_list(items: Iterable[str], name: str, label: str) -> str:
    """A list of the class `name`, of `items` that are escaped already; empty if there are none."""
    listed = "".join(f"<li>{item}</li>" for item in items)
    return f'<ul class="{name}" aria-label="{label}">{listed}</ul>' if listed else ""


def doubt_note(doubt: str) -> str:
    """A paragraph with the doubt, which is escaped already; empty if there is none."""
    return f'<p class="doubt" role="note">{doubt}</p>' if doubt else ""


def tag(colour: str, topic: TopicShare, label: str) -> str:
    """A topic with its share; `colour` is a class, and `label`, its name, is escaped already."""
    look = f"{colour} background" if topic.background else colour
    return (
        f'<span class="tag {look}">{bar(topic.share)}<span class="label">{label}</span>'
        f' <span class="share">{topic.share:.0%}</span></span>'
    )


def _tags(topics: Iterable[TopicShare], name: str) -> str:
    tags = (tag(f"k{topic.id}", topic, _text(topic.label)) for topic in topics)
    return item_list(tags, "tags", name)


def bar(share: float) -> str:
    """A bar whose length is a share in [0, 1]; screen readers read only the number beside it."""
    width = 100 * min(max(share, 0.0), 1.0)
    return (
        '<svg class="bar" aria-hidden="true" focusable="false" preserveAspectRatio="none">'
        f'<rect width="{width:.1f}%" height="100%"/></svg>'
    )


def _text(text: str) -> str:
    return escape(line(text))


def _certificate(digest: Digest) -> str:
    if not digest.sentences:
        return ""
    certificate = digest.certificate
    budget = measured(digest.budget, digest.unit)
    return f"""<details class="certificate">
<summary>{guarantee(digest)}</summary>
<p>No choice of eligible sentences within {budget} can be worth more than
{certificate.bound:.6g} by the measure of relevance and coverage; this one is worth
{certificate.value:.6g}. That is about the choice, not about whether it answers the question.</p>
</details>"""


def _sentences(digest: Digest, numbered: dict[str, CitedSource], pages: Sequence[CitedPage]) -> str:
    image_of = {
        number: n for n, page in reversed([*enumerate(pages, 1)]) for number in page.sentences
    }
    if not digest.sentences:
        return f'<p class="nothing">{nothing_fits(digest)}</p>'
    highest_score = max(sentence.score for sentence in digest.sentences)
    total_gain = digest.certificate.value

    def measure(name: str, value: float, most: float, of: str) -> str:
        share = value / most if most > 0 else 0.0
        label = f"{share:.0%} of the {of}"
        return f"<div><dt>{name}</dt><dd>{bar(share)}<span>{label}</span></dd></div>"

    def attributes(part: Part, names: str) -> str:
        return f'class="{f"sentence {names}".strip()}" id="s{part.number}"'

    def linked(part: Part, text: str) -> str:
        if part.source.document is None:
            return text
        return f'<a class="text" href="#m{part.number}">{text}</a>'

    def below(part: Part) -> str:
        sentence, source = digest.sentences[part.number - 1], part.source
        place = escape(placed(sentence))
        if part.number in image_of:
            place = f'<a href="#p{image_of[part.number]}">{place}</a>'
        place = f'<span class="place">{place}</span>'
        if part.under:
            place += f' <span class="under">{escape(part.under)}</span>'
        if sentence.link:
            place += f' <a href="{escape(sentence.link)}" rel="noreferrer">on the web</a>'
        return f"""<p class="cite"><span class="number">{source.number}</span> \
<cite dir="auto">{escape(source.title)}</cite> \
{place}</p>
{_also(sentence)}\
{_named(part.sentence or sentence)}\
{_notes(sentence)}\
<details class="scores">
<summary>Topics and scores</summary>
{_tags(sentence.topics, "Topics")}
<dl class="measures">{measure("Relevance", sentence.score, highest_score, "highest")}\
{measure("Gain", sentence.gain, total_gain, "total")}</dl>
</details>
"""

    items = HtmlQuotes(attributes, linked, below).shown(quote_groups(digest, numbered))
    return f'<ol class="sentences">\n{items}\n</ol>'


def _also(sentence: Citation) -> str:
    places = [(other.text, corroboration_place(other)) for other in sentence.also]
    return _others(also_in(sentence), places)


def _named(sentence: Citation) -> str:
    places = [(other.text, naming_place(other)) for other in sentence.named_in]
    return _others(named_line(sentence), places)


def _others(summary: str, sentences: Sequence[tuple[str, str]]) -> str:
    """A list of other sentences, each with its place, below a summary; empty without one."""
    if not sentences:
        return ""
    items = "".join(
        f'<li><q dir="auto">{_text(text)}</q> <span class="place">{escape(place)}</span></li>'
        for text, place in sentences
    )
    return f"""<details class="also">
<summary>{escape(summary)}</summary>
<ul>{items}</ul>
</details>
"""


def _notes(sentence: Citation) -> str:
    return "".join(
        f'<p class="note" dir="auto"><b>{name}</b> {escape(text)}</p>\n'
        for name, text in notes_on(sentence)
    )


def _legend(digest: Digest) -> str:
    tags = _tags(legend(digest), "Topics of the digest, by share of its words")
    if not tags:
        return ""
    return f"""<section class="legend" aria-labelledby="topics">
<h2 id="topics">Topics</h2>
{tags}
</section>"""


def _source_list(digest: Digest, numbered: dict[str, CitedSource]) -> str:
    if not numbered:
        return ""
    times = Counter(sentence.document for sentence in digest.sentences)
    items = []
    for source in numbered.values():
        title = escape(source.listed)
        if source.document is not None:
            title = f'<a href="#d{source.number}">{title}</a>'
        credit = f' <span class="times" dir="auto">{escape(source.credit)}</span>'
        items.append(f"""<li><span class="number">{source.number}</span>
<div><span dir="auto">{title}</span>{credit if source.credit else ""} \
<span class="times">{counted(times[source.name], "sentence")}</span>
<code>{escape(visible(source.path))}</code></div></li>""")
    return f"""<section class="sources" aria-labelledby="sources">
<h2 id="sources">Sources</h2>
<ol>{"".join(items)}</ol>
</section>"""


def _page_images(pages: Sequence[CitedPage], numbered: dict[str, CitedSource]) -> str:
    figures = []
    for number, page in enumerate(pages, start=1):
        source, image = numbered[page.document], page.image
        title, place = escape(source.title), _text(page.place)
        back = ", ".join(f'<a href="#s{n}">sentence {n}</a>' for n in page.sentences)
        figures.append(f"""<figure id="p{number}">
<img src="data:image/png;base64,{b64encode(image.png).decode()}" width="{image.width}" \
height="{image.height}" alt="{title}, {place}, as an image, with what is cited marked">
<figcaption><span class="number">{source.number}</span> <cite dir="auto">{title}</cite> \
<span class="place">{place}</span>: {back}</figcaption>
</figure>""")
    if not figures:
        return ""
    return f"""<section class="page-images" aria-labelledby="pages">
<h2 id="pages">Cited pages</h2>
{"".join(figures)}
</section>"""


def _texts(digest: Digest, numbered: dict[str, CitedSource]) -> str:
    cited: dict[str, list[tuple[int, Citation]]] = defaultdict(list)
    for number, sentence in enumerate(digest.sentences, start=1):
        cited[sentence.document].append((number, sentence))
    contexts = contexts_of(digest)
    articles = []
    for source in numbered.values():
        if source.document is not None:
            shown = marked(source.document, cited[source.name], contexts=contexts[source.name])
            columns = " columns" if is_in_columns(source.document) else ""
            articles.append(f"""<article id="d{source.number}" aria-labelledby="h{source.number}">
<header><h2 id="h{source.number}" dir="auto"><span class="number">{source.number}</span> \
{escape(source.title)}</h2>
<p><code>{escape(visible(source.path))}</code> <a href="#digest">Back to the digest</a></p></header>
<div class="source-text{columns}" dir="auto">{shown}</div>
</article>""")
    if not articles:
        return ""
    return f"""<section class="texts" aria-label="Full text of the sources">
<p class="printing"><label><input type="checkbox" id="print-texts"> \
Print the full texts as well</label></p>
{"".join(articles)}
</section>"""
