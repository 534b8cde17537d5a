"""Questions over HTTP and in addresses: the answers of Python, and a word for what cannot be."""

import json
import re
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import QUESTION, bridge_model
from hyperdigest.answer.cite import cite
from hyperdigest.errors import OptionError
from hyperdigest.options import PARAMETERS
from hyperdigest.question import Question
from hyperdigest.web.pages.form import OF_PAGES, Address
from hyperdigest.web.requests import (
    has_too_many_parts,
    query_string,
    question_from_json,
    question_from_url,
)
from hyperdigest.web.settings import Limits
from web_app import API, app_client

LIMITS = Limits()
WRONG = [None, True, "", "x", -1, 1e99, 0.5, [], {}, [[]], "NaN", "🜚", 10**30]


def test_a_digest_is_the_one_that_python_gives(client, bridge):
    answer = client.post(f"{bridge}/digest", json={"question": QUESTION, "words": 60})
    assert answer.headers["content-type"] == "application/json"
    assert answer.text == bridge_model().digest(QUESTION, words=60).to_json()


def test_options_go_by_name_or_symbol_and_presets_by_name(client, bridge):
    def ask(**options):
        return client.post(f"{bridge}/digest", json={"question": QUESTION, **options}).json()

    wanted = bridge_model().digest(QUESTION, words=40, query_balance=0.2)
    for name in ("lambda", "query_balance"):
        assert ask(words=40, **{name: 0.2}) == json.loads(wanted.to_json())
    wanted = bridge_model().digest(QUESTION, words=40, preset="paper")
    assert ask(words=40, preset="paper") == json.loads(wanted.to_json())


def test_the_page_shows_a_doubt_before_the_digest_and_the_certificate_after_it(client):
    page = f"/c/{client.registry.collections[0].id}"
    shown = client.get(page, params={"q": "Which volcano erupted in Iceland?"}).text
    notice = shown.index('<p class="doubt" role="note">These documents may not answer this: ')
    proved = shown.index("of the optimum of its objective")
    assert notice < shown.index('class="sentences"') < proved < shown.index('class="signature"')
    assert 'class="doubt"' not in client.get(page, params={"q": QUESTION}).text


def test_the_page_names_the_heading_above_each_sentence(client, bridge):
    heading = "Council closes the old bridge"
    asked = {"question": QUESTION, "words": 90}
    sentences = client.post(f"{bridge}/digest", json=asked).json()["sentences"]
    assert {each.get("heading", "") for each in sentences} == {heading, ""}
    base = f"/c/{client.registry.collections[0].id}"
    page = client.get(base, params={"q": QUESTION, "words": 90}).text
    told = f'<span class="under">under “{heading}”</span>'
    assert 1 <= page.count(told) <= sum("heading" in each for each in sentences)
    assert f", under “{heading}”)" in page
    why = client.get(f"{base}/why", params={"q": QUESTION, "words": 90}).text
    assert f", under “{heading}”</p>" in why


def test_the_page_of_reasons_shows_a_doubt_before_them(client):
    page = f"/c/{client.registry.collections[0].id}/why"
    shown = client.get(page, params={"q": "Which volcano erupted in Iceland?"}).text
    notice = shown.index('<p class="doubt" role="note">These documents may not answer this: ')
    assert notice < shown.index('class="reasons"')
    assert 'class="doubt"' not in client.get(page, params={"q": QUESTION}).text


def test_a_switch_of_the_page_uses_the_whole_length(client, bridge):
    page = f"/c/{client.registry.collections[0].id}"
    checked = '<input type="checkbox" name="enough" value="false" checked>'
    shown = client.get(page, params={"q": QUESTION, "enough": "false", "words": "250"}).text
    assert checked in shown
    body = {"question": QUESTION, "enough": False, "words": 250}
    whole = client.post(f"{bridge}/digest", json=body).json()
    assert f"{whole['used']} of 250 words" in shown
    assert checked not in client.get(page, params={"q": QUESTION}).text


def test_an_explanation_says_why(client, bridge):
    explained = client.post(f"{bridge}/explain", json={"question": QUESTION, "words": 40}).json()
    assert explained["sentences"][0]["question_words"]
    assert explained["runners_up"]


@pytest.mark.parametrize(
    ("format", "kind", "begins"),
    [("markdown", "text/markdown", "# "), ("docx", "application/vnd.openxml", "PK")],
)
def test_an_export_is_a_file_named_after_the_question(client, bridge, format, kind, begins):
    body = {"question": "../Who?\r\nX: y", "words": 60, "format": format}
    answer = client.post(f"{bridge}/export", json=body)
    assert answer.headers["content-type"].startswith(kind)
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="who-x-y.')
    assert answer.content.decode("latin-1").startswith(begins)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({}, "question"),
        ({"question": " "}, "empty"),
        ({"question": 5}, "give a text"),
        ({"question": "x" * 5000}, "4000"),
        ({"question": "x", "words": "many"}, "words"),
        ({"question": "x", "words": 10**9}, "20000"),
        ({"question": "x", "words": 1}, "no sentence fits"),
        ({"question": "x", "lambda": 2}, "query_balance"),
        ({"question": "x", "lambda": 0.5, "query_balance": 0.5}, "twice"),
        ({"question": "x", "colour": "red"}, "unknown option"),
        ({"question": "x", "preset": "best"}, "preset"),
        ({"question": "x", "preset": ["default"]}, "preset"),
        ({"question": "x", "sweeps": 5}, "fitted"),
        ({"question": "x", "embedding_model": "/etc"}, "names a file"),
        ({"question": "x", "pinned": "a:1"}, "pinned"),
        ({"question": "x", "pinned": ["a"]}, "DOCUMENT:START"),
        ({"question": "x", "pinned": [["a.txt", 5]]}, "a.txt"),
        ({"question": "x", "pinned": [["a", True]]}, "pinned"),
        ({"question": "x", "earlier": [1]}, "earlier"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(client, bridge, body, told):
    answer = client.post(f"{bridge}/digest", json=body)
    assert answer.status_code == 422
    message = answer.json()["error"]["message"]
    assert told in message
    assert "\n" not in message


@pytest.mark.parametrize("name", [*PARAMETERS, "question", "preset", "pinned", "earlier"])
def test_no_value_of_any_option_is_too_much(client, bridge, name):
    for value in WRONG:
        body = {"question": QUESTION, "words": 50, name: value}
        sent = json.dumps(body)
        headers = {"Content-Type": "application/json"}
        answer = client.post(f"{bridge}/digest", content=sent, headers=headers)
        assert answer.status_code in (200, 422), (name, value, answer.text)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'"x"', 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"question": "x", "words": ' + b"9" * 5000 + b"}", 400),
        (b'{"question": "\\ud800 bridge"}', 200),
        (b'{"question": "\\u0000 bridge \\u202e"}', 200),
        (b'{"question": "bridge", "lambda": NaN}', 422),
        (b'{"question": "bridge", "words": 1e400}', 422),
    ],
)
def test_a_body_of_any_bytes_is_answered(client, bridge, content, status):
    headers = {"Content-Type": "application/json; charset=utf-8"}
    assert client.post(f"{bridge}/digest", content=content, headers=headers).status_code == status


def test_only_json_is_taken(client, bridge):
    body = json.dumps({"question": QUESTION})
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        headers = {"Content-Type": kind}
        answer = client.post(f"{bridge}/digest", content=body, headers=headers)
        assert answer.status_code == 415


def test_what_is_not_there_is_said_in_json(client, bridge):
    for address in (f"{API}/collections/none", f"{bridge}/documents/99", f"{API}/nothing"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert answer.json()["error"]["status"] == 404
    answer = client.get(f"{bridge}/digest")
    assert answer.status_code == 405
    assert answer.headers["allow"] == "POST"
    assert client.options(f"{bridge}/digest").status_code == 405
    assert client.head(bridge).status_code == 200


def test_documents_and_topics_of_a_collection(client, bridge):
    documents = client.get(f"{bridge}/documents").json()["documents"]
    model = bridge_model()
    assert [each["name"] for each in documents] == [d.name for d in model.collection.documents]
    assert sum(each["sentences"] for each in documents) == len(model.collection.split.sentences)
    first = client.get(f"{bridge}/documents/0").json()
    start, end = first["sentences"][0]
    assert first["text"][start:end] == model.collection.text(0)
    topics = client.get(f"{bridge}/topics", params={"top": 3}).json()["topics"]
    assert all(len(topic["words"]) <= 3 for topic in topics)
    assert client.get(f"{bridge}/topics", params={"top": "0"}).status_code == 422


def test_more_questions_than_there_is_room_for_are_sent_away(saved):
    with app_client(saved=[saved], limits=Limits(answers_waiting=-2, answers_at_once=2)) as client:
        address = f"{API}/collections/{client.registry.collections[0].id}/digest"
        answer = client.post(address, json={"question": QUESTION})
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0


def test_the_exact_selection_takes_no_longer_than_the_owner_allows():
    body = {"question": "x", "exact": True, "time_limit": 1e6}
    assert dict(question_from_json(body, LIMITS).changes)["time_limit"] == LIMITS.answer_seconds


places = st.lists(st.tuples(st.text(min_size=1),
                            st.integers(0, 10**9)), max_size=3)  # fmt: skip


@given(
    st.text(min_size=1, max_size=50).filter(str.strip), st.sampled_from([None, "paper"]),
    st.integers(1, 20_000), st.floats(0, 1), st.booleans(), places, places,
)  # fmt: skip
def test_the_query_of_what_was_asked_asks_the_same(
    question, preset, words, balance, prose, pinned, read
):
    body = {
        "question": question, "preset": preset, "words": words, "query_balance": balance,
        "prose_only": prose, "pinned": list(map(list, pinned)), "read": list(map(list, read)),
        "earlier": ["What was before?"],
    }  # fmt: skip
    asked = question_from_json(body, LIMITS)
    from urllib.parse import parse_qsl

    pairs = parse_qsl(query_string(asked), keep_blank_values=True)
    assert question_from_url(pairs, LIMITS) == asked


@given(st.lists(st.tuples(st.sampled_from(["q", "words", "pin", "nu", "exact", "x", "earlier"]),
                          st.text(max_size=10)), max_size=5))  # fmt: skip
def test_any_query_is_understood_or_refused(pairs):
    try:
        assert isinstance(question_from_url(pairs, LIMITS), Question)
    except OptionError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("Who paid?", 'filename="who-paid.txt"'),
        ("متى؟", "filename=\"digest.txt\"; filename*=UTF-8''%D9%85%D8%AA%D9%89.txt"),
        ('"\r\nX: ../y', 'filename="x-y.txt"'),
    ],
)
def test_a_file_is_named_after_its_question(client, question, named):
    address = f"/c/{client.registry.collections[0].id}/export"
    answer = client.get(address, params={"q": question, "format": "text"})
    assert answer.headers["content-disposition"] == f"attachment; {named}"


JSON = {"Content-Type": "application/json"}
LONG = "9" * 5000


@pytest.mark.parametrize(
    "query",
    [f"open={LONG}", f"words={LONG}", f"words={LONG}&unit=characters", f"pin=a:{LONG}",
     f"exclude=a:{LONG}", f"read=a:{LONG}", f"start={LONG}", f"page={LONG}"],
)  # fmt: skip
@pytest.mark.parametrize("page", ["", "/why", "/graph", "/documents", "/documents/0"])
def test_numerals_too_long_for_numbers_are_no_crash(client, query, page):
    entry = client.registry.collections[0]
    assert client.get(f"/c/{entry.id}{page}?q=bridge&{query}").status_code in (200, 422)


def test_there_is_no_document_of_a_numeral_too_long(client, bridge):
    assert client.get(f"{bridge}/documents/{LONG}").status_code == 404
    assert client.get(f"/c/{client.registry.collections[0].id}/documents/{LONG}").status_code == 404


@pytest.mark.parametrize("name", ["pinned", "read", "preset", "words"])
def test_deep_json_is_refused(client, bridge, name):
    content = f'{{"question": "bridge", "{name}": {"[" * 900}{"]" * 900}}}'
    answer = client.post(f"{bridge}/digest", content=content, headers=JSON)
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("content", "status"),
    [
        ("[" + "[]," * 900_000 + "1]", 413),
        ("[" + "1," * 1_200_000 + "1]", 413),
        ("[" + '"",' * 500_000 + "1]", 413),
        ('["' + '\\"' * 900_000, 400),
        ("[" + "[]," * 200_000 + "1]", 400),
    ],
)
def test_json_of_very_many_parts_is_refused_before_it_takes_room(client, content, status):
    body = f'{{"question": "Why?", "documents": {content}}}'
    answer = client.post(f"{API}/digest", content=body, headers=JSON)
    assert answer.status_code == status


def test_long_texts_with_quotations_are_no_litter():
    text = 'She said: "[no], {never}, not once".\n' * 40_000
    assert not has_too_many_parts(json.dumps({"documents": [{"text": text}]}).encode())


def test_the_unit_of_the_length_is_changed_once_for_all(client):
    page = f"/c/{client.registry.collections[0].id}"
    asked = {"q": QUESTION, "words": 40, "unit": "characters"}
    answer = client.get(page, params=asked, follow_redirects=False)
    assert answer.status_code == 303
    assert "characters=240" in answer.headers["location"]
    assert "unit" not in answer.headers["location"]


def test_the_page_of_the_api_sets_code_as_code(client):
    html = client.get("/api").text
    assert "<code>ready</code>" in html
    assert "`" not in html


def test_all_pages_of_a_question_share_one_digest(client, monkeypatch):
    made = []

    def counted_cite(solution):
        made.append(solution.question.text)
        return cite(solution)

    monkeypatch.setattr("hyperdigest.answer.answer.cite", counted_cite)
    page = f"/c/{client.registry.collections[0].id}"
    for path in ("", "/digest", "/documents/0", "/graph", "/export"):
        assert client.get(f"{page}{path}", params={"q": QUESTION}).status_code == 200
    assert made == [QUESTION]


@pytest.mark.parametrize("budget", [{"words": 20}, {"characters": 110}])
def test_the_page_says_by_how_much_a_runner_up_is_too_long_in_the_unit_of_the_budget(
    client, budget
):
    page = f"/c/{client.registry.collections[0].id}/why"
    text = client.get(page, params={"q": QUESTION, **budget}).text
    [unit] = budget
    assert re.search(rf": \d+ {unit.removesuffix('s')}s? too many</span>", text)


names = st.sampled_from(["q", "words", "lambda", "pin", "exclude", "read", "earlier", *OF_PAGES])
values = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
queries = st.lists(st.tuples(names, values), max_size=8)
asked = queries.map(Address.of)
pairs = st.tuples(st.sampled_from(["pin", "exclude"]), values.filter(str.strip))


@given(queries)
def test_what_is_asked_is_kept_in_order_and_what_pages_are_told_is_not(given: list) -> None:
    kept = [(n, v) for n, v in given if v.strip() and n not in OF_PAGES]
    assert list(Address.of(given).pairs) == kept


@given(asked)
def test_an_address_read_again_is_the_same(address: Address) -> None:
    assert Address.of(parse_qsl(address.query.removeprefix("?"), keep_blank_values=True)) == address


@given(asked, pairs)
def test_what_is_added_is_there_once_and_can_be_taken_back(address: Address, pair: tuple) -> None:
    added = address.adding(pair).adding(pair)
    assert added.pairs.count(pair) == 1
    assert pair not in added.dropping(pair).pairs
    others = [each for each in dict.fromkeys(address.pairs) if each != pair]
    assert list(added.dropping(pair).pairs) == others


@given(asked, values.filter(str.strip))
def test_another_question_is_asked_in_the_same_way(address: Address, question: str) -> None:
    other = address.asking(question)
    assert other.value("q") == question
    assert other.without("q") == address.without("q")


def test_a_budget_is_counted_in_another_unit() -> None:
    words = [("q", "why"), ("words", "100"), ("lambda", "0.5")]
    characters = Address.of([*words, ("unit", "characters")])
    assert characters.pairs == (("q", "why"), ("characters", "600"), ("lambda", "0.5"))
    assert Address.of([*characters.pairs, ("unit", "words")]).pairs == tuple(words)
    assert Address.of([*words, ("unit", "miles")]).pairs == tuple(words)
    assert Address.of([("words", "many"), ("unit", "characters")]).pairs == (("words", "many"),)
