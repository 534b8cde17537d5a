"""The topics of a collection as a page: the map drawn, a list of topics, the shares as a table."""

from __future__ import annotations

from collections.abc import Sequence

from hyperdigest.documents import Topic
from hyperdigest.render.drawings.frame import drawings, drawn_page
from hyperdigest.render.drawings.heat import description, topics_map_svg
from hyperdigest.render.drawings.markup import hue, shown, standalone
from hyperdigest.render.drawings.strips import topics_strips_svg
from hyperdigest.render.drawings.table import topics_map_table
from hyperdigest.render.sources import counted
from hyperdigest.views.topics_map import TopicsMap


def topics_map_file(drawn: TopicsMap) -> str:
    """The broad map as an SVG file."""
    return standalone(topics_map_svg(drawn))


def topics_map_page(drawn: TopicsMap, topics: Sequence[Topic]) -> str:
    """The page in one file; `topics` are listed with their words, in the order given."""
    title = f"Topics of {counted(drawn.n_documents, 'document')}"
    listed = "\n".join(map(_topic, topics))
    body = f"""<header>
<p class="eyebrow">{counted(drawn.n_topics, "topic")}</p>
<h1>{title}</h1>
</header>
<p class="told">{shown(description(drawn))}</p>
{drawings(topics_map_svg(drawn), topics_strips_svg(drawn, key="strips"))}
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
    words = ", ".join(topic.words)
    return (
        f'<li><svg class="drawing heat swatch" viewBox="0 0 10 10" aria-hidden="true">'
        f'<g class="cell {hue(topic.id)}"><rect width="10" height="10" rx="2"/></g></svg>'
        f'<span class="words" dir="auto">{shown(words)}</span>'
        f"<small>{topic.weight:.1%} of the weight, {topic.share:.1%} of the words,"
        f" {counted(topic.sentences, 'sentence')} in {counted(topic.documents, 'document')}"
        f"</small></li>"
    )
