"""The description of the API: complete, valid, and true of what is answered."""

import json
import re

import jsonschema
import pytest

from bridge import QUESTION, TEXTS
from hyperdigest.options import FITTED_STAGES, PARAMETERS
from hyperdigest.web import app
from hyperdigest.web.api.openapi import description
from hyperdigest.web.api.routes import OPERATIONS
from hyperdigest.web.requests import FILE_OPTIONS
from hyperdigest.web.settings import Limits
from needed import needs
from web_app import API

DESCRIBED = description(OPERATIONS, Limits())
SCHEMAS = DESCRIBED["components"]["schemas"]


def valid(value, name):
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    jsonschema.validate(value, schema, jsonschema.Draft202012Validator)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_one(name):
    jsonschema.Draft202012Validator.check_schema(SCHEMAS[name])


def test_a_tool_that_knows_nothing_of_the_app_finds_every_operation():
    needs("schemathesis")
    import schemathesis

    schema = schemathesis.openapi.from_dict(DESCRIBED)
    found = {(each.ok().method.upper(), each.ok().path) for each in schema.get_all_operations()}
    routes = {
        (method, re.sub(r":\w+", "", route.path))
        for route in app.API_ROUTES
        for method in route.methods - {"HEAD"}
        if route.path.startswith(API)
    }
    assert found == routes | {("GET", "/api/openapi.json")}


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=lambda each: each.name)
def test_every_option_is_described_where_it_may_be_set(parameter):
    once = SCHEMAS["QuestionOnce"]["properties"]
    asked = SCHEMAS["Question"]["properties"]
    names = {parameter.name, parameter.symbol} - {""}
    assert all((name in once) == (parameter.name not in FILE_OPTIONS) for name in names)
    settled = parameter.stage in FITTED_STAGES or parameter.name in FILE_OPTIONS
    assert all((name in asked) == (not settled) for name in names)
    if parameter.name not in FILE_OPTIONS:
        jsonschema.validate(parameter.default, once[parameter.name])
        valid({"question": "x", "documents": [{"text": "x"}], parameter.name: None}, "QuestionOnce")


def test_what_is_answered_is_as_described(client, bridge):
    for address, name in (
        (f"{API}/collections", "Collections"),
        (bridge, "Collection"),
        (f"{bridge}/documents", "Documents"),
        (f"{bridge}/documents/0", "Document"),
        (f"{bridge}/topics", "Topics"),
        (f"{bridge}/map", "TopicsMap"),
        (f"{bridge}/history", "History"),
        (f"{API}/nothing", "Error"),
    ):
        valid(client.get(address).json(), name)
    question = {"question": QUESTION, "words": 60}
    valid(question, "Question")
    valid(client.post(f"{bridge}/digest", json=question).json(), "Digest")
    valid(client.post(f"{bridge}/explain", json=question).json(), "Explanation")
    valid(client.post(f"{bridge}/neighbourhood", json=question).json(), "Neighbourhood")
    place = client.post(f"{bridge}/digest", json=question).json()["sentences"][0]
    around = client.post(f"{bridge}/neighbourhood", json={**question, "around": place}).json()
    valid(around, "Neighbourhood")
    assert around["vertices"][around["around"]]["start"] == place["start"]
    documents = [{"text": text} for text in TEXTS.values()]
    new = {"documents": documents, "sweeps": 5, "name": "New"}
    valid(new, "NewCollection")
    valid(client.post(f"{API}/collections", json=new).json(), "Collection")


def test_the_description_is_served_and_shown_to_people(client):
    assert client.get("/api/openapi.json").json() == json.loads(json.dumps(DESCRIBED))
    page = client.get("/api").text
    assert all(address in page for address in DESCRIBED["paths"])
    assert "query_balance" in page
