"""The child process that answers questions about documents that are not kept, one at a time.

``python -m hyperdigest.web.worker`` reads a line of JSON from standard input for its own limits,
then one for each question: ``documents``, ``preset``, ``options``, ``question``, ``wishes`` and
``ignored``. To each question it writes a line, ``{"digest": ...}`` with the JSON as text, or
``{"failed": ..., "usable": ...}``, where `usable` says that the fault is not the question's.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from hyperdigest.base.processes import end_with_parent, json_writer, limit_this_process
from hyperdigest.constraints import Constraints
from hyperdigest.errors import EmptyCollectionError, HyperdigestError, OptionError
from hyperdigest.model import Collection
from hyperdigest.options import Options
from hyperdigest.web.requests import documents_of

WARMING: dict[str, Any] = {
    "documents": [{"name": "a", "text": "Kernels and lists of words are loaded for this."}],
    "preset": "default",
    "options": {},
    "question": "What is loaded?",
    "wishes": {},
}
"""A task done at the start, so that kernels and word lists are loaded before the first request."""


def main() -> None:
    """Answer until standard input ends."""
    tell = json_writer()
    end_with_parent()
    limit_this_process(json.loads(sys.stdin.buffer.readline())["memory"], 0)
    answer(WARMING)
    for line in sys.stdin.buffer:
        tell(answer(json.loads(line)))


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """The reply to a task."""
    try:
        options = Options.preset(task["preset"], **task["options"])
        collection = Collection.of(
            documents_of(task["documents"]), language=options.language, splitter=options.splitter
        )
        wishes = Constraints.of(task["wishes"])
        digest = collection.fit(options).digest(task["question"], wishes=wishes)
        return {"digest": digest.to_json()}
    except (OptionError, EmptyCollectionError) as error:
        return {"failed": str(error), "usable": False}
    except HyperdigestError as error:
        return {"failed": str(error), "usable": True}
    except MemoryError:
        return {"failed": "out of memory: give fewer documents", "usable": False}


if __name__ == "__main__":
    main()
