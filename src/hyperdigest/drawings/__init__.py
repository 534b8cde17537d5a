"""Views as SVG, HTML and JSON, without scripts and style attributes, all text escaped."""

from hyperdigest.drawings.graph import (
    NARROW,
    WIDE,
    neighbourhood_file,
    neighbourhood_svg,
    neighbourhood_table,
)
from hyperdigest.drawings.pages import (
    explanation_page,
    render_neighbourhood_json,
    render_topics_map_json,
    topics_map_file,
    topics_map_page,
)
from hyperdigest.drawings.svg import standalone, style
from hyperdigest.drawings.topic_map import topics_map_svg, topics_map_table, topics_strips_svg

__all__ = [
    "NARROW",
    "WIDE",
    "explanation_page",
    "neighbourhood_file",
    "neighbourhood_svg",
    "neighbourhood_table",
    "render_neighbourhood_json",
    "render_topics_map_json",
    "standalone",
    "style",
    "topics_map_file",
    "topics_map_page",
    "topics_map_svg",
    "topics_map_table",
    "topics_strips_svg",
]
