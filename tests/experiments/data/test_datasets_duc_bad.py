"""What is missing, broken or malicious in a folder with DUC."""

import gzip
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import duc_made
from duc_made import load, put, tar, wire, write
from hyperdigest.errors import OptionError
from hyperdigest.experiments.data import duc
from hyperdigest.experiments.data.sets import load_sets


@pytest.mark.parametrize(
    ("without", "found", "missing"),
    [
        (("documents",), "topics and model summaries",
         r"documents \(DUC2006_Summarization_Documents.tgz\): .*"),
        (("topics",), "documents and model summaries", r"topics \(duc2006_topics.sgml\)"),
        (("NISTeval.tar.gz", "NISTeval2.tar.gz"), "documents and topics",
         r"model summaries \(ROUGE/models in NISTeval.tar.gz or NISTeval2.tar.gz\)"),
        (("topics", "NISTeval.tar.gz", "NISTeval2.tar.gz"), "documents",
         r"topics \(duc2006_topics.sgml\) and no model summaries"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("names", [(), ("duc2006",)])
def test_a_missing_piece_is_named(tmp_path, names, without, found, missing):
    put(tmp_path, 2006, packed=True, without=without)
    message = (
        rf"^duc2006: found {found}, but no {missing}.*"
        rf"https://duc.nist.gov/data.html.* put it anywhere under {tmp_path}$"
    )
    with pytest.raises(OptionError, match=message) as error:
        load_sets(tmp_path, names)
    assert ("signed agreement" in str(error.value)) == ("documents" in without)


def test_a_missing_piece_of_one_set_leaves_the_others(tmp_path):
    put(tmp_path, 2007, packed=True, without=("updateEval.tar.gz",))
    sets, told = load(tmp_path)
    assert set(sets) == {"duc2007"}
    [message] = told
    assert "duc2007-update: found documents and topics, but no model summaries" in message
    assert load(tmp_path, "duc2007")[1] == []


def test_a_set_of_which_nothing_is_there_says_what_it_takes(tmp_path):
    put(tmp_path, 2006, packed=True)
    message = r"^duc2005: there are no documents \(.*\) and no topics \(.*\) and no model summaries"
    with pytest.raises(OptionError, match=message):
        load(tmp_path, "duc2005")


def test_missing_peers_are_a_note(tmp_path):
    put(tmp_path, 2006, packed=True, without=("NISTeval2.tar.gz",))
    sets, told = load(tmp_path, "duc2006")
    assert [task.peers for task in sets["duc2006"].tasks] == [(), ()]
    assert "duc2006: no peer summaries" in told[0]


def test_a_cluster_that_is_not_whole_is_left_out_and_named(tmp_path):
    put(tmp_path, 2006, packed=False)
    write(tmp_path, {"duc2006_docs/D0609C/APW20000101.0001": wire("APW20000101.0001", "A", "B.")})
    sets, told = load(tmp_path)
    assert [task.id for task in sets["duc2006"].tasks] == ["d0601", "d0602"]
    assert any("left out d0609 (no topic, no model summaries)" in message for message in told)


def test_nothing_of_an_archive_is_written(tmp_path):
    outside = "../../outside/duc2006_docs/D0601A/APW20000101.0001"
    put(tmp_path, 2006, packed=False, without=("documents",))
    document = wire("APW20000101.0001", "A", "Some text.")
    (tmp_path / "duc2006_docs.tar.gz").write_bytes(tar({outside: document, "/etc/x": b"x"}))
    before = sorted(tmp_path.rglob("*"))
    assert len(load(tmp_path)[0]["duc2006"].tasks) == 1
    assert sorted(tmp_path.rglob("*")) == before
    assert not (tmp_path.parent / "outside").exists()


def test_an_archive_that_unpacks_without_end_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(duc, "LARGEST", 1 << 20)
    put(tmp_path, 2006, packed=True)
    bomb = tar({"duc2006_docs/D0601A/zeros": bytes(4 << 20)})
    (tmp_path / "results.tar.gz").write_bytes(bomb)
    _, told = load(tmp_path)
    assert any("results.tar.gz: unpacks to more than 1 MB" in message for message in told)


@pytest.mark.parametrize("cut", [3, 60, 150])
def test_a_broken_archive_is_named_and_the_rest_read(tmp_path, cut):
    put(tmp_path, 2006, packed=True)
    archive = tmp_path / "mainEval.tar.gz"
    archive.write_bytes((tmp_path / "NISTeval.tar.gz").read_bytes()[:cut])
    sets, told = load(tmp_path)
    assert len(sets["duc2006"].tasks) == 2
    assert f"skipped {archive}: is a broken archive: get it again" in told


def test_links_and_other_archives_are_passed_over(tmp_path):
    put(tmp_path, 2006, packed=True)
    (tmp_path / "holiday.tar").write_bytes(b"none of ours")
    with tarfile.open(tmp_path / "mainEval.tar", "w") as archive:
        link = tarfile.TarInfo("mainEval/ROUGE/models/D0601.M.250.A.Z")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    sets, told = load(tmp_path)
    assert [summary.author for summary in sets["duc2006"].tasks[0].references] == ["A", "B"]
    assert not any("holiday" in message for message in told)


MARKUP = (
    *("<DOC>", "<doc ", "<TEXT>", "</TEXT>", "<P>", "</p>", "<HEADLINE>", "<DATE>", "99/", "0601"),
    *("&amp;", "&#", "99999;", "&Cx1f;", "<", ">", "&", "\xe9", "\0", "<topic>", "<num>", "d0601a"),
    *("<title>", "</title", "<narr>", "The mill stands.", "\n", " "),
)
sgml = st.lists(st.sampled_from(MARKUP), max_size=30).map(lambda it: "".join(it).encode("latin-1"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    put(folder, 2006, packed=False)
    return folder


@given(document=sgml | st.binary(max_size=80), topics=sgml, summary=st.binary(max_size=40))
def test_no_bytes_crash_the_reader(folder, document, topics, summary):
    files = {
        "duc2006_docs/D0601A/APW19990707.0182": document,
        "topics/a_topics.sgml": topics,
        "NISTeval/ROUGE/models/D0601.M.250.A.C": summary,
        "NISTeval/ROUGE/peers/D0601.M.250.A.C": summary,
    }
    write(folder, files)
    sets, _ = load(folder, "duc2006")
    task = next(task for task in sets["duc2006"].tasks if task.id == "d0601")
    assert len(task.documents) == len(task.dates) >= 2
    assert all(document.text.isprintable() or "\n" in document.text for document in task.documents)
    assert "\n" not in task.question


@given(st.data())
def test_no_archive_crashes_the_reader(folder, data):
    good = bytearray(gzip.decompress(tar(duc_made.pieces(2006)["NISTeval.tar.gz"])))
    for _ in range(data.draw(st.integers(1, 6))):
        good[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    path = folder.parent / "changed" / "NISTeval.tar"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(good))
    told = []
    assert all(piece for piece, _, _ in duc.release_files([path], told.append))
    assert all("broken archive" in message or "unpacks" in message for message in told)
