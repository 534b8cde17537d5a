"""Files of several documents: portions of entries, and one that ends the process that reads it."""

import json
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.errors import ReadError
from hyperdigest.read import several
from hyperdigest.read.content import Content
from hyperdigest.read.several import (
    Part,
    Unread,
    read_entry,
    report_entries,
    request_entries,
    with_distinct_names,
)

FILE = {"path": "a.mbox", "kind": "mbox", "noun": "message"}


def entry(text, deadly=False, attached=()):
    """An entry that gives a text, or ends the process; and texts that are attached, or end it."""

    def read(files):
        if deadly:
            raise MemoryError
        if text == "refused":
            raise ReadError("has no text")
        if text == "broken":
            raise KeyError
        yield Part((text,), Content(text, "text"))
        for each in attached:
            yield from read_entry(partial(file, each), each, files)

    def file(each, files):
        with files.next():
            if each == "deadly":
                raise MemoryError
        yield Part((text, each), Content(each, "text"))

    return read


def process(make):
    """A process that reads the entries that are made, and counts how often it ended."""

    def call(request, report):
        call.requests += 1
        try:
            return report_entries(make, json.loads(json.dumps(request)), report)
        except MemoryError as error:
            call.ended += 1
            raise ReadError("needs more memory") from error

    call.ended = call.requests = 0
    return call


def told(items):
    return ["/".join(i.within) if isinstance(i, Part) else f"{i.label}: {i.reason}" for i in items]


def found(call):
    return told(item for items in request_entries(call, FILE) for item in items)


def test_entries_come_in_order_and_what_is_wrong_in_one_is_told_of_it():
    call = process(
        lambda: [entry("a"), entry("refused"), entry("broken"), entry("b", attached="xy")]
    )
    assert found(call) == [
        "a", "message 2: has no text", "message 3: is broken (KeyError)", "b", "b/x", "b/y",
    ]  # fmt: skip


@given(st.lists(st.sampled_from(["good", "deadly", "attached"]), max_size=9))
def test_an_entry_or_an_attached_file_that_ends_the_process_is_skipped_alone(kinds):
    def make():
        for number, kind in enumerate(kinds):
            files = ["x", "deadly", "y", "deadly", "z"] if kind == "attached" else ["x"]
            yield entry(f"t{number}", kind == "deadly", files)

    expected = []
    for number, kind in enumerate(kinds):
        name, lost = f"t{number}", "deadly: needs more memory"
        expected += {
            "good": [name, f"{name}/x"],
            "deadly": [f"message {number + 1}: needs more memory"],
            "attached": [name, f"{name}/x", lost, f"{name}/y", lost, f"{name}/z"],
        }[kind]
    assert found(process(make)) == expected


def test_what_fails_again_and_again_is_left_out_from_there_on(monkeypatch):
    monkeypatch.setattr(several, "MOST_FAILURES", 6)
    call = process(lambda: [entry("a"), *[entry("b", attached=["deadly"])] * 9, entry("c")])
    *some, last = found(call)
    assert some.count("b") == 9
    assert some.count("deadly: needs more memory") == 7
    refused = "deadly: is left out, because files before it failed: needs more memory"
    assert some.count(refused) == 2
    assert last == "c"
    call = process(lambda: [entry("a"), *[entry("", deadly=True)] * 100])
    items = []
    with pytest.raises(ReadError, match=r"is left out from message .* on: needs more memory"):
        for each in request_entries(call, FILE):
            items += each
    assert told(items)[:2] == ["a", "message 2: needs more memory"]
    assert call.ended <= 2 * 7


def test_files_that_take_too_long_together_are_left_out(monkeypatch):
    monkeypatch.setattr(several, "ATTACHED_SECONDS", 0.0)
    assert found(process(lambda: [entry("a", attached="xy"), entry("b")])) == [
        "a", "x: is left out: the files before it took 0 s",
        "y: is left out: the files before it took 0 s", "b",
    ]  # fmt: skip
    monkeypatch.setattr(several, "MOST_WAITED", 0.0)
    call = process(lambda: [entry("a", attached=["deadly", "x"]), entry("b")])
    assert found(call)[0] == "a"
    assert call.ended == 0


def test_a_file_that_cannot_be_opened_or_not_be_read_to_its_end_says_so():
    def broken(after):
        yield from after
        raise ReadError("is broken")

    for after in ([], [entry("a")]):
        items = []
        with pytest.raises(ReadError, match="is broken"):
            for each in request_entries(process(lambda after=after: broken(after)), FILE):
                items += each
        assert told(items) == ["a"] * len(after)


def test_many_entries_come_in_portions_and_each_once():
    portions = []
    read = process(lambda: (entry(f"t{number}") for number in range(1000)))

    def call(request, report):
        return read(request, lambda told: portions.append(told) or report(told))

    assert found(call) == [f"t{number}" for number in range(1000)]
    assert 3 < len(portions) < 20


def test_entries_of_one_name_are_with_distinct_names_with_all_that_is_in_them():
    def part(*within):
        return Part(within, Content("x", "text"))

    entries = [
        [part("a"), part("a", "f")],
        [part("a"), Unread("a/g", "is empty"), part("a", "f")],
        [part("a (2)")],
        [part("f.pdf")],
    ]
    assert [told(items) for items in with_distinct_names(entries)] == [
        ["a", "a/f"], ["a (2)", "a/g: is empty", "a (2)/f"], ["a (2) (2)"], ["f.pdf"],
    ]  # fmt: skip
