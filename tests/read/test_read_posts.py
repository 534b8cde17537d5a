"""Posts of question-and-answer sites from data dumps."""

import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.documents import Post
from hyperdigest.errors import ReadError
from hyperdigest.read import read_file, read_paths
from hyperdigest.read.posts.dump_rows import LARGEST
from hyperdigest.read.posts.reader import posts_entries
from posts_made import COMMENTS, GUTTER, POSTS, USERS, dump, row, write_dump

ASKED = POSTS[0] | {"AcceptedAnswerId": ""}


def read(path, **how):
    reading = read_paths([path], **how)
    return {document.name: document for document in reading.documents}, list(reading.warnings)


def read_posts(folder, *rows, users=USERS, comments=None):
    """The documents of a dump of these rows, and the warnings without the folder's path."""
    found, warnings = read(write_dump(folder / "dump", rows, users, comments))
    return found, [line.replace(f"{folder / 'dump'}/", "") for line in warnings]


@pytest.fixture
def dumped(tmp_path):
    return write_dump(tmp_path / "dump")


def test_each_post_and_comment_is_a_document_of_its_thread(dumped):
    found, warnings = read(dumped.parent)
    assert warnings == []
    assert [(name, d.authors, d.date, d.post) for name, d in found.items()] == [
        ("Posts.xml/1", ("Anna Berg",), "2026-03-01", Post("question", GUTTER, 1, 7, False, 101)),
        ("Posts.xml/2", ("Ivo",), "2026-03-01", Post("answer", GUTTER, 2, -3, False, 1)),
        ("Posts.xml/3", ("Zora Tin",), "2026-03-03", Post("answer", GUTTER, 4, 40, True, 20345)),
        ("Posts.xml/comment-9", ("Anna Berg",), "2026-03-02",
         Post("comment", GUTTER, 3, 2, False, 101)),
    ]  # fmt: skip
    assert {document.title for document in found.values()} == {GUTTER}


def test_code_and_quotations_are_kept_as_such(dumped):
    found, _ = read(dumped)

    def blocks(name):
        return [(b.kind, found[name].text[b.start : b.end]) for b in found[name].blocks]

    assert blocks("Posts.xml/1") == [
        ("heading", GUTTER),
        ("paragraph", "The gutter leaks at its joint."),
        ("code", "joint = 3\nwidth = 5"),
    ]
    assert blocks("Posts.xml/3") == [
        ("quote", "at its joint"),
        ("paragraph", "Solder it & be done."),
    ]


@pytest.mark.parametrize("given", ["folder", "glob", "posts", "users", "packed"])
def test_the_files_of_a_dump_are_read_together(dumped, given):
    folder = dumped.parent
    if given == "packed":
        for path in [dumped, folder / "Users.xml", folder / "Comments.xml"]:
            path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes()))
            path.unlink()
        dumped = dumped.with_name("Posts.xml.gz")
    paths = {"folder": folder, "glob": f"{folder}/*.xml", "users": folder / "Users.xml"}
    found, warnings = read(paths.get(given, dumped))
    assert [name.split("/")[-1] for name in found] == ["1", "2", "3", "comment-9"]
    assert found[next(iter(found))].authors == ("Anna Berg",)
    assert warnings == []


def test_a_dump_is_recognized_by_its_root_element(dumped):
    folder = dumped.parent
    dumped.rename(folder / "site.xml")
    (folder / "build.xml").write_text("<project>Some words that are no posts.</project>")
    found, warnings = read(folder)
    assert list(found)[:1] == ["site.xml/1"]
    assert warnings == [f"skipped, because their format is not supported: {folder}/build.xml"]
    alone = read_file(folder / "build.xml")
    assert (alone.format, alone.text) == (
        "text",
        "<project>Some words that are no posts.</project>",
    )
    with pytest.raises(ReadError, match="may contain several documents"):
        read_file(folder / "site.xml")


def test_files_of_a_dump_without_its_posts_are_not_supported(dumped):
    dumped.unlink()
    folder = dumped.parent
    (folder / "a.txt").write_text("Some words.")
    found, warnings = read(folder)
    assert list(found) == ["a.txt"]
    assert len(warnings) == 1
    assert "not supported" in warnings[0]


def test_standard_input_may_be_a_dump():
    data = io.BytesIO(dump("posts", *POSTS).encode())
    reading = read_paths(["-"], stdin=data)
    assert [d.name for d in reading.documents] == [f"standard input/{n}" for n in (1, 2, 3)]
    assert reading.warnings == (
        "standard input/1 has an author without a name, as others may: Users.xml is not in its"
        " folder",
    )


def test_a_broken_row_is_reported_and_the_rest_read(tmp_path):
    broken = '<row Id="2" Body="a < b" />'
    empty = {"Id": 4, "PostTypeId": 2, "ParentId": 1, "Body": " "}
    found, warnings = read_posts(tmp_path, POSTS[0], broken, POSTS[2], empty, {"Body": "No Id."})
    assert list(found) == ["Posts.xml/1", "Posts.xml/3"]
    assert warnings == [
        "skipped Posts.xml, row 2 (Id 2): is not XML",
        "skipped Posts.xml, row 4 (Id 4): has no text",
        "skipped Posts.xml, row 5: has no Id",
    ]


def test_a_post_with_only_an_image_has_no_text(tmp_path):
    image = {"Id": 4, "PostTypeId": 2, "ParentId": 1, "Body": "<p><img src='a.png'></p>"}
    found, warnings = read_posts(tmp_path, ASKED, image)
    assert list(found) == ["Posts.xml/1"]
    assert warnings == ["skipped Posts.xml, row 2: has no text"]


def test_of_many_broken_rows_the_first_are_reported(tmp_path):
    found, warnings = read_posts(tmp_path, ASKED, *["<row broken />"] * 100)
    assert list(found) == ["Posts.xml/1"]
    assert warnings[-1] == "skipped Posts.xml, row 6: is not XML; others like it are not named"
    assert len(warnings) == 5


@pytest.mark.parametrize("written", ["\x0b", "&#11;", "&#x1F;", "\ud800"])
def test_characters_invalid_in_xml_are_removed_from_a_row(tmp_path, written):
    path = write_dump(tmp_path / "dump", [ASKED], comments=None)
    content = path.read_text().replace("leaks", f"le{written}aks")
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    found, warnings = read(path.parent)
    assert "The gutter le" in found["Posts.xml/1"].text
    assert warnings == []


def test_rows_before_the_end_of_an_incomplete_file_are_read(dumped):
    whole = dumped.read_bytes()
    dumped.write_bytes(whole[: whole.rindex(b"Solder")])
    found, warnings = read(dumped)
    assert list(found) == ["Posts.xml/1", "Posts.xml/2", "Posts.xml/comment-9"]
    assert (
        f"skipped {dumped}: is incomplete: it ends in row 3; the rows before are read" in warnings
    )
    dumped.write_bytes(whole[: whole.rindex(b"</posts>")])
    found, warnings = read(dumped)
    assert len(found) == 4
    assert warnings == [
        f"skipped {dumped}: is incomplete: it ends in row 3; the rows before are read"
    ]


def test_rows_before_the_end_of_an_incomplete_compressed_file_are_read(tmp_path):
    rows = [POSTS[0] | {"Id": n, "Title": f"Question {n * n}?"} for n in range(1, 3000)]
    packed = gzip.compress(dump("posts", *rows).encode())
    path = tmp_path / "Posts.xml.gz"
    path.write_bytes(packed[: len(packed) // 2])
    found, warnings = read(path)
    assert 100 < len(found) < 2999
    assert any("is incomplete" in line for line in warnings)


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE posts [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>',
        '<!DOCTYPE posts SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE wiki [<!ENTITY a "ha">]>',
        "<!doctype wiki><!-- a dump -->",
    ],
)
def test_a_document_type_is_refused_wherever_it_is(tmp_path, head):
    path = tmp_path / "Posts.xml"
    one, other = row(POSTS[0]), row(POSTS[1])
    warnings = f"skipped {path}: declares a document type, which data dumps do not: remove it"
    for text in (f"{head}<posts>{one}", f"<posts>{one}{head}{other}", f"<posts>{one}{head}"):
        path.write_text(f'<?xml version="1.0"?>{text}</posts>')
        assert read(path) == ({}, [warnings])


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be"])
def test_a_dump_in_another_encoding_is_refused_with_the_cure(tmp_path, encoding):
    path = tmp_path / "Posts.xml"
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    path.write_text(f"{mark}<posts>{row(POSTS[0])}</posts>", encoding=encoding)
    warning = f"skipped {path}: is not UTF-8, as data dumps are: save it as UTF-8"
    assert read(path) == ({}, [warning])


def test_undefined_entities_make_a_row_invalid(tmp_path):
    found, warnings = read_posts(tmp_path, ASKED, '<row Id="2" Body="&xxe;" />')
    assert list(found) == ["Posts.xml/1"]
    assert warnings == ["skipped Posts.xml, row 2 (Id 2): is not XML"]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"<posts></posts>", "has no rows"),
        (b"<posts>", "has no rows"),
        (b"<posts>" + b" " * 50_000, "has no row near its start, as a data dump has"),
    ],
)
def test_an_empty_dump_is_reported(tmp_path, content, reason):
    path = tmp_path / "Posts.xml"
    path.write_bytes(content)
    assert read(path) == ({}, [f"skipped {path}: {reason}"])


def test_ids_of_missing_posts_and_users_are_reported_and_nothing_is_lost(tmp_path):
    stray = {"Id": 4, "PostTypeId": 2, "ParentId": 99, "Body": "<p>To a question that went.</p>"}
    circle = {"Id": 6, "PostTypeId": 2, "ParentId": 6, "Body": "<p>To itself.</p>"}
    wrong = POSTS[0] | {"AcceptedAnswerId": 4}
    comment = COMMENTS[0] | {"PostId": 77, "UserId": 88}
    found, warnings = read_posts(tmp_path, wrong, stray, circle, comments=[comment])
    assert [document.post.position for document in found.values()] == [1, 0, 0, 0]
    assert not any(document.post.accepted for document in found.values())
    assert [document.post.thread for document in found.values()] == [GUTTER, "", "", ""]
    assert warnings == [
        "Posts.xml/1 accepts an answer that is not one of its own",
        "Posts.xml/4 answers a question that is not in its file",
        "Posts.xml/6 answers a question that is not in its file",
        "Posts.xml/comment-9 has an author who is not in Users.xml",
        "Posts.xml/comment-9 comments on a post that is not in Posts.xml",
    ]


@pytest.mark.parametrize(
    ("field", "value", "reasons"),
    [
        ("Score", "many", ["has a score that is not an integer"]),
        ("Score", "9" * 400, ["has a score that is not an integer"]),
        ("Score", "999999999", []),
        ("CreationDate", "yesterday", ["has an invalid date"]),
        ("CreationDate", "2026-13-45", ["has an invalid date"]),
        ("OwnerUserId", "x", ["has an author who is not in Users.xml"]),
        ("PostTypeId", "", []),
    ],
)
def test_invalid_fields_of_a_post_are_ignored_and_reported(tmp_path, field, value, reasons):
    found, warnings = read_posts(tmp_path, ASKED, POSTS[1] | {field: value})
    assert list(found) == ["Posts.xml/1", "Posts.xml/2"]
    assert warnings == [f"Posts.xml/2 {line}" for line in reasons]
    post = found["Posts.xml/2"].post
    assert post.kind == "answer"
    assert (post.score is None) == (field == "Score" and reasons != [])


def test_tag_pages_are_documents_without_a_thread(tmp_path):
    found, warnings = read_posts(
        tmp_path, {"Id": 8, "PostTypeId": 5, "Body": "<p>Zinc is a metal.</p>"}
    )
    assert found["Posts.xml/8"].post is None
    assert warnings == []


def test_a_deleted_author_has_the_name_in_the_row(tmp_path):
    gone = {
        "Id": 8,
        "PostTypeId": 2,
        "ParentId": 1,
        "OwnerDisplayName": "user88",
        "Body": "Solder.",
    }
    found, warnings = read_posts(tmp_path, ASKED, gone)
    assert found["Posts.xml/8"].authors == ("user88",)
    assert warnings == []


def test_an_answer_may_come_before_its_question(tmp_path):
    found, _ = read_posts(tmp_path, POSTS[2], POSTS[0])
    assert [(d.post.position, d.post.thread) for d in found.values()] == [(2, GUTTER), (1, GUTTER)]


def test_links_to_a_users_file_elsewhere_are_not_followed(tmp_path):
    path = write_dump(tmp_path / "dump", users=None)
    write_dump(tmp_path / "other")
    (path.parent / "Users.xml").symlink_to(tmp_path / "other" / "Users.xml")
    found, _ = read(path)
    assert found["Posts.xml/1"].authors == ()


def test_a_huge_row_is_skipped_without_using_much_memory(tmp_path):
    huge = f'<row Id="2" Body="{"x" * (5 << 20)}" />'
    found, warnings = read_posts(tmp_path, ASKED, huge, POSTS[1])
    assert list(found) == ["Posts.xml/1", "Posts.xml/2"]
    assert "skipped Posts.xml, row 2 (Id 2): is longer than 4 MB" in warnings


def test_rows_beyond_the_size_limit_are_reported(tmp_path, monkeypatch):
    monkeypatch.setattr("hyperdigest.read.posts.dump_rows.LARGEST", 200_000)
    assert LARGEST > 200_000
    path = write_dump(tmp_path, [POSTS[0] | {"Id": n} for n in range(1, 2000)])
    found = []
    with pytest.raises(ReadError, match=r"is larger than .* MB: its first [\d,]+ rows are read"):
        for entry in posts_entries(path):
            found.extend(entry(True))
    assert 100 < len(found) < 1999


@given(st.lists(st.sampled_from([
    "<posts>", "</posts>", '<row Id="1" Body="a" ', "/>", "<row ", '" Title="', "&lt;p&gt;", "&#0;",
    "<!-- <row -->", "\x00", "é", "<row/>", ' ParentId="1"', ' Score="1e9"', "]]>", "<![CDATA[",
])))  # fmt: skip
def test_any_text_gives_posts_or_a_reason(tmp_path_factory, pieces):
    path = tmp_path_factory.mktemp("any") / "Posts.xml"
    path.write_text("<posts>" + "".join(pieces))
    try:
        found = [item for entry in posts_entries(path) for item in entry(True)]
    except ReadError as error:
        assert str(error)
        return
    assert found


def test_questions_of_one_title_have_threads_of_their_own(tmp_path):
    twin = ASKED | {"Id": "71", "Body": "<p>The roof leaks.</p>"}
    found, _ = read_posts(tmp_path, ASKED, twin, POSTS[1] | {"ParentId": "71"})
    told = {name.rpartition("/")[2]: (d.post.thread, d.title) for name, d in found.items()}
    assert told == {
        "1": (GUTTER, GUTTER), "71": (f"{GUTTER} (2)", GUTTER), "2": (f"{GUTTER} (2)", GUTTER)
    }  # fmt: skip
