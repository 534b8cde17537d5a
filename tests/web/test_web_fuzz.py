"""Requests made from the description of the API, right and wrong; `fuzz/api.py` makes more."""

import importlib.util
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from needed import needs
from web_app import API, app_client

FUZZ = Path(__file__).parents[2] / "fuzz" / "api.py"
DISPOSITION = b'Content-Disposition: form-data; name="files"; filename="%s"\r\n\r\n'


@pytest.fixture(scope="module")
def fuzz():
    needs("schemathesis")
    found = importlib.util.spec_from_file_location("fuzz_api", FUZZ)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def app():
    with app_client() as client:
        yield client


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_no_request_that_the_description_leads_to_is_a_fault_of_the_app(fuzz, tmp_path):
    with fuzz.served(tmp_path) as url:
        answered, faults = next(fuzz.fuzzed(url, examples=3, first_seed=0))
    assert not faults
    assert sum(answered.values()) > 50


pieces = st.sampled_from(
    [b"--x", b"--x--", b"\r\n", b"\r\n\r\n", b"\n", b"a", b"\x00", b"\xff" * 40, b"-" * 3,
     DISPOSITION % b"a.txt", DISPOSITION % b"../../etc/passwd.txt", DISPOSITION % b"",
     DISPOSITION % b'a".txt', b'Content-Disposition: form-data; name="paths"\r\n\r\n',
     b"Content-Transfer-Encoding: base64\r\n", b"x: " + b"y" * 5000 + b"\r\n"]
)  # fmt: skip


@given(st.lists(pieces | st.binary(max_size=20), max_size=12).map(b"".join))
def test_a_form_of_any_bytes_is_taken_or_refused_and_leaves_nothing_beside_its_folder(app, body):
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = app.post(f"{API}/collections", content=b"--x\r\n" + body, headers=headers)
    assert answer.status_code in (202, 400, 413, 415, 422)
    if answer.status_code == 202:
        app.delete(answer.headers["location"])
    assert not list(app.shelf.state.uploads.iterdir())
