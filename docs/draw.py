"""Draw the figures of the documentation anew: `python docs/draw.py`, from the top of the project."""

from __future__ import annotations

from pathlib import Path

from hyperdigest import Collection
from hyperdigest.render.drawings import neighbourhood_svg, standalone, topics_map_file

ROOT = Path(__file__).resolve().parent.parent
QUESTION = "How and in what location will the total solar eclipse occur?"


def main() -> None:
    model = Collection.read(str(ROOT / "examples" / "eclipse")).fit()
    near = model.ask(QUESTION, 60).neighbourhood()
    images = ROOT / "docs" / "img"
    (images / "topics.svg").write_text(topics_map_file(model.topics_map()), encoding="utf-8")
    (images / "hypergraph.svg").write_text(standalone(neighbourhood_svg(near)), encoding="utf-8")


if __name__ == "__main__":
    main()
