import json

from sheets_made import xlsx
from web_app import API, app_client, wait_until_ended

COLLECTIONS = f"{API}/collections"
TABLE = [["Line", "Length"], ["Harbour tram", "7 km"], ["Hill tram", "9 km"]]
TEXTS = "place;words\nOslo;The tram is late again.\nRome;The tram costs three euros.\n"


def test_an_uploaded_workbook_is_quoted_with_its_places():
    with app_client() as client:
        given = client.post(
            COLLECTIONS,
            files=[("files", ("lines.xlsx", xlsx({"Lines": TABLE})))],
            data={"sweeps": "5"},
        )
        collection = given.headers["location"]
        assert wait_until_ended(client, collection)["status"] == "ready"
        question = {"question": "How long is the harbour tram?", "words": 10}
        digest = client.post(f"{collection}/digest", json=question).json()
        places = {each["text"]: each["place"] for each in digest["sentences"]}
        assert places["Harbour tram\t7 km"] == "Lines, row 2"


def test_the_column_of_texts_can_be_chosen(tmp_path):
    (tmp_path / "a.csv").write_text(TEXTS)
    with app_client() as client:
        body = {"paths": [str(tmp_path)], "text_column": "words", "sweeps": 5}
        collection = client.post(COLLECTIONS, json=body).headers["location"]
        assert wait_until_ended(client, collection)["documents"] == 2
        uploaded = client.post(
            COLLECTIONS,
            files=[("files", ("a.csv", TEXTS))],
            data={"text_column": "words", "sweeps": "5"},
        )
        assert wait_until_ended(client, uploaded.headers["location"])["documents"] == 2
        wrong = client.post(COLLECTIONS, json={"paths": [str(tmp_path)], "text_column": 7})
        assert (wrong.status_code, "give the name of a column" in wrong.text) == (422, True)


def page_of(name, content):
    """The page of the document of a file that was uploaded."""
    with app_client() as client:
        files = [("files", (name, content))]
        given = client.post(COLLECTIONS, files=files, data={"sweeps": "5"})
        collection = given.headers["location"]
        wait_until_ended(client, collection)
        return client.get(f"{collection.replace(COLLECTIONS, '/c')}/documents/0").text


def test_the_page_of_a_workbook_shows_its_columns_and_rows():
    page = page_of("lines.xlsx", xlsx({"Lines": TABLE}))
    assert "<th>Line\t<th>Length" in page
    assert '<tr data-at="row 3"><td>Hill' in page


def test_the_page_of_a_notebook_says_what_it_is_and_shows_its_cells():
    cell = {"cell_type": "markdown", "metadata": {}, "source": ["The tram is late again."]}
    notebook = {"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [cell, cell]}
    page = page_of("trams.ipynb", json.dumps(notebook))
    assert "<span>notebook</span>" in page
    assert '<span data-at="cell 2"></span>The tram' in page
