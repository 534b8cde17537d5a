"""The drawings, under the path that they had before `hyperdigest.drawings`."""

from hyperdigest.drawings import (
    NARROW,
    WIDE,
    explanation_page,
    neighbourhood_file,
    neighbourhood_svg,
    render_neighbourhood_json,
    render_topics_map_json,
    standalone,
    style,
    topics_map_file,
    topics_map_page,
    topics_map_svg,
    topics_map_table,
    topics_strips_svg,
)

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
