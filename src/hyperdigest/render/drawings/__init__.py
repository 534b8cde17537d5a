"""Views as SVG, HTML and JSON: no script, no style attribute, all text escaped."""

from hyperdigest.render.drawings.explained import explanation_page
from hyperdigest.render.drawings.graph import neighbourhood_file, neighbourhood_svg
from hyperdigest.render.drawings.heat import topics_map_svg
from hyperdigest.render.drawings.json import render_neighbourhood_json, render_topics_map_json
from hyperdigest.render.drawings.mapped import topics_map_file, topics_map_page
from hyperdigest.render.drawings.markup import standalone, style
from hyperdigest.render.drawings.nodes import NARROW, WIDE
from hyperdigest.render.drawings.strips import topics_strips_svg
from hyperdigest.render.drawings.table import topics_map_table

__all__ = [
    "NARROW",
    "WIDE",
    "explanation_page",
    "neighbourhood_file",
    "neighbourhood_svg",
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
