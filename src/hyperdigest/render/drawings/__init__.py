"""Views as SVG and HTML: no script, no style attribute, all text escaped."""

from hyperdigest.render.drawings.graph import NARROW, WIDE, neighbourhood_svg
from hyperdigest.render.drawings.heat import topics_map_svg
from hyperdigest.render.drawings.markup import standalone, style
from hyperdigest.render.drawings.strips import topics_strips_svg
from hyperdigest.render.drawings.table import topics_map_table

__all__ = [
    "NARROW",
    "WIDE",
    "neighbourhood_svg",
    "standalone",
    "style",
    "topics_map_svg",
    "topics_map_table",
    "topics_strips_svg",
]
