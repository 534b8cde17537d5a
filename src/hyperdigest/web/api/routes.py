"""The table of all operations of the API, and of the forms of the pages."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from hyperdigest.render import file_type, formats
from hyperdigest.web.api import collections, questions
from hyperdigest.web.api.collections import PAGE, ROOT, SQLITE
from hyperdigest.web.api.openapi import description
from hyperdigest.web.api.operations import Operation, routes_of
from hyperdigest.web.registry import registry_of
from hyperdigest.web.templates import page

ONE = f"{ROOT}/{{id}}"
FILES = tuple(sorted({file_type(name)[1].partition(";")[0] for name in formats()}))
"""The media types of exports."""


async def describe(request: Request) -> Response:
    """The description of the API as JSON."""
    return JSONResponse(description(OPERATIONS, registry_of(request).limits))


async def describe_on_page(request: Request) -> Response:
    """The description of the API as a page."""
    return page("api.html", api=description(OPERATIONS, registry_of(request).limits))


OPERATIONS = (
    Operation("GET", ROOT, collections.list_collections, "List the collections", "Collections"),
    Operation("POST", ROOT, collections.add_collection,
              "Create a collection of files, texts, or paths",
              "Collection", "NewCollection", "Upload", status=202),
    Operation("GET", ONE, collections.show_collection,
              "See the state of a collection", "Collection"),
    Operation("PATCH", ONE, collections.rename_collection,
              "Rename a collection", "Collection", "Name"),
    Operation("DELETE", ONE, collections.remove_collection,
              "Remove a collection; its job is ended", status=204),
    Operation("GET", f"{ONE}/events", collections.follow,
              "Follow the progress of a collection: `progress`, then `ready`, `failed` or"
              " `removed`", about="Server-sent events; the data of each is a Collection.",
              kinds=("text/event-stream",)),
    Operation("GET", f"{ONE}/documents", questions.documents, "List the documents", "Documents"),
    Operation("POST", f"{ONE}/documents", collections.add_documents,
              "Add documents; the collection is asked as it was until they are in",
              "Collection", "NewDocuments", "Files", status=202),
    Operation("DELETE", f"{ONE}/documents", collections.remove_documents,
              "Remove documents by their names", "Collection", status=202,
              parameters=(collections.NAMES,)),
    Operation("GET", f"{ONE}/documents/{{number:number}}", questions.document,
              "Read a document", "Document"),
    Operation("POST", f"{ONE}/recognize", collections.read_scans,
              "Recognize the text of scanned pages with Tesseract", "Collection", status=202),
    Operation("GET", f"{ONE}/search", questions.search,
              "Search for words as they are in the documents", "Hits",
              parameters=questions.SEARCH),
    Operation("GET", f"{ONE}/expand", questions.expand,
              "See what stands around a sentence", "Expansion", parameters=questions.EXPAND),
    Operation("GET", f"{ONE}/file", collections.download, "Download a collection as it is now",
              about="A saved collection, as `hyperdigest fit` writes it.", kinds=(SQLITE,)),
    Operation("GET", f"{ONE}/topics", questions.topics, "List the topics, heaviest first",
              "Topics", parameters=(questions.TOP,)),
    Operation("GET", f"{ONE}/map", questions.topics_map,
              "See which topics are in which documents", "TopicsMap"),
    Operation("GET", f"{ONE}/history", collections.show_history,
              "List what was asked on the pages", "History"),
    Operation("DELETE", f"{ONE}/history", collections.forget_history,
              "Delete what was asked", status=204),
    Operation("GET", f"{ONE}/notes", collections.show_notes,
              "List the notes on sentences", "Notes"),
    Operation("PUT", f"{ONE}/notes", collections.write_note,
              "Write a note on a sentence; an empty one removes it", "Notes", "Note"),
    Operation("POST", f"{ONE}/digest", questions.digest,
              "Ask for a digest", "Digest", "Question"),
    Operation("POST", f"{ONE}/explain", questions.explain,
              "Ask why each sentence is in a digest", "Explanation", "Question"),
    Operation("POST", f"{ONE}/neighbourhood", questions.neighbourhood,
              "Ask for the topics and terms that join a digest, or a sentence, to what is near it",
              "Neighbourhood", "QuestionAround"),
    Operation("POST", f"{ONE}/verify", questions.verify,
              "Look up the quotations of a draft", "Verification", "Draft"),
    Operation("POST", f"{ONE}/export", questions.export, "Ask for a file", takes="Export",
              about="The digest in the format asked for.", kinds=FILES),
    Operation("POST", "/api/v1/digest", questions.ask_once,
              "Ask once, of documents in the request", "Digest", "QuestionOnce"),
    Operation("GET", "/api/openapi.json", describe, "This description", "Description"),
    Operation("GET", "/api", describe_on_page),
    Operation("POST", "/collections", collections.add_collection),
    Operation("POST", "/c/{id}/rename", collections.rename_on_page),
    Operation("POST", "/c/{id}/remove", collections.remove_collection),
    Operation("POST", "/c/{id}/notes/save", collections.write_on_page),
    Operation("POST", f"{PAGE}/add", collections.add_documents),
    Operation("POST", f"{PAGE}/remove", collections.remove_documents),
    Operation("POST", f"{PAGE}/cancel", collections.cancel_change),
    Operation("POST", f"{PAGE}/watch", collections.switch_watch),
    Operation("POST", f"{PAGE}/update", collections.update),
    Operation("GET", f"{PAGE}/changes", collections.show_changes),
    Operation("POST", f"{PAGE}/recognize", collections.read_scans),
)  # fmt: skip
"""All operations of the API, in the order of their description, and those of forms of pages."""

API_ROUTES = routes_of(OPERATIONS)
