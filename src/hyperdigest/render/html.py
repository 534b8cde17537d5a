"""The digest as one self-contained page: no script, nothing fetched, safe to mail or to archive."""

from __future__ import annotations

from collections import Counter, defaultdict
from html import escape
from importlib.resources import files

from hyperdigest.budget.units import measured
from hyperdigest.documents import Citation, Digest
from hyperdigest.render.page import one_page
from hyperdigest.render.plain import line, visible
from hyperdigest.render.source_text import marked
from hyperdigest.render.sources import Source, counted, guarantee, nothing_fits, sources, usage
from hyperdigest.render.tags import bar, colours, legend, tag_list

Cited = dict[str, list[tuple[int, Citation]]]


def render_html(digest: Digest) -> str:
    """The digest as an HTML page, each sentence a link to its place in the full source text."""
    numbered = sources(digest)
    style = _style("page.css") + colours(digest) + _style("print.css")
    question = _text(digest.question)
    body = f"""<div class="page-grid">
<main id="digest">
<header>
<p class="eyebrow">{_eyebrow(digest, numbered)}</p>
<h1 dir="auto">{question}</h1>
{_doubt(digest)}
{_usage(digest)}
</header>
{_warnings(digest)}
{_sentences(digest, numbered)}
{_legend(digest)}
{_source_list(digest, numbered)}
<footer>
{_certificate(digest)}
<p class="signature">{_text(digest.signature)}</p>
</footer>
</main>
{_texts(digest, numbered)}
</div>"""
    return one_page(question, style, body)


def _style(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


def _text(text: str) -> str:
    return escape(line(text))


def _eyebrow(digest: Digest, numbered: dict[str, Source]) -> str:
    if not numbered:
        return "Digest"
    sentences = counted(len(digest.sentences), "sentence")
    return f"Digest · {sentences} from {counted(len(numbered), 'source')}"


def _doubt(digest: Digest) -> str:
    return f'<p class="doubt" role="note">{_text(digest.doubt)}</p>' if digest.doubt else ""


def _usage(digest: Digest) -> str:
    share = digest.used / digest.budget if digest.budget > 0 else 0.0
    return f'<p class="used">{bar(share)}<span>{usage(digest)}</span></p>'


def _certificate(digest: Digest) -> str:
    if not digest.sentences:
        return ""
    certificate = digest.certificate
    budget = measured(certificate.budget or digest.budget, digest.unit)
    return f"""<details class="certificate">
<summary>{guarantee(digest)}</summary>
<p>No choice of eligible sentences within {budget} can be worth more than
{certificate.bound:.6g} by the measure of relevance and coverage; this one is worth
{certificate.value:.6g}. That is about the choice, not about whether it answers the question.</p>
</details>"""


def _warnings(digest: Digest) -> str:
    items = "".join(f"<li>{_text(warning)}</li>" for warning in digest.warnings)
    return f'<ul class="warnings" aria-label="Warnings">{items}</ul>' if items else ""


def _sentences(digest: Digest, numbered: dict[str, Source]) -> str:
    if not digest.sentences:
        return f'<p class="nothing">{nothing_fits(digest)}</p>'
    score = max(sentence.score for sentence in digest.sentences)
    gain = max(sentence.gain for sentence in digest.sentences)
    items = []
    for number, sentence in enumerate(digest.sentences, start=1):
        source = numbered[sentence.document]
        text = escape(source.shown(sentence))
        if source.document is not None:
            text = f'<a class="text" href="#m{number}">{text}</a>'
        items.append(f"""<li class="sentence" id="s{number}">
<p class="quote" dir="auto">{text}</p>
<p class="cite"><span class="number">{source.number}</span> \
<cite dir="auto">{escape(source.title)}</cite> \
<span class="place">{_text(sentence.place)}</span></p>
{tag_list(sentence.topics, "Topics")}
<dl class="measures">{_measure("Relevance", sentence.score, score)}\
{_measure("Gain", sentence.gain, gain)}</dl>
</li>""")
    return f'<ol class="sentences">\n{"".join(items)}\n</ol>'


def _measure(name: str, value: float, most: float) -> str:
    share = value / most if most > 0 else 0.0
    return f"<div><dt>{name}</dt><dd>{bar(share)}<span>{value:.3g}</span></dd></div>"


def _legend(digest: Digest) -> str:
    tags = tag_list(legend(digest), "Topics of the digest, by share of its words")
    if not tags:
        return ""
    return f"""<section class="legend" aria-labelledby="topics">
<h2 id="topics">Topics</h2>
{tags}
</section>"""


def _source_list(digest: Digest, numbered: dict[str, Source]) -> str:
    if not numbered:
        return ""
    times = Counter(sentence.document for sentence in digest.sentences)
    items = []
    for source in numbered.values():
        title = escape(source.title)
        if source.document is not None:
            title = f'<a href="#d{source.number}">{title}</a>'
        items.append(f"""<li><span class="number">{source.number}</span>
<div><span dir="auto">{title}</span> \
<span class="times">{counted(times[source.name], "sentence")}</span>
<code>{escape(visible(source.path))}</code></div></li>""")
    return f"""<section class="sources" aria-labelledby="sources">
<h2 id="sources">Sources</h2>
<ol>{"".join(items)}</ol>
</section>"""


def _texts(digest: Digest, numbered: dict[str, Source]) -> str:
    cited: Cited = defaultdict(list)
    for number, sentence in enumerate(digest.sentences, start=1):
        cited[sentence.document].append((number, sentence))
    articles = []
    for source in numbered.values():
        if source.document is not None:
            articles.append(f"""<article id="d{source.number}" aria-labelledby="h{source.number}">
<header><h2 id="h{source.number}" dir="auto"><span class="number">{source.number}</span> \
{escape(source.title)}</h2>
<p><code>{escape(visible(source.path))}</code> <a href="#digest">Back to the digest</a></p></header>
<div class="source-text" dir="auto">{marked(source.document, cited[source.name])}</div>
</article>""")
    if not articles:
        return ""
    return f"""<section class="texts" aria-label="Full text of the sources">
<p class="printing"><label><input type="checkbox" id="print-texts"> \
Print the full texts as well</label></p>
{"".join(articles)}
</section>"""
