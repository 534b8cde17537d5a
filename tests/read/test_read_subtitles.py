"""Subtitles: SubRip, WebVTT and SBV."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection
from hyperdigest.documents import FORMS, Document
from hyperdigest.errors import ReadError
from hyperdigest.read.content import Content
from hyperdigest.read.formats import kind_of, sniff
from hyperdigest.read.isolated import read_content
from hyperdigest.read.speech.cues import clock, seconds
from hyperdigest.read.speech.subtitles import read_subtitles
from hyperdigest.split.sentences import split


def sentences(content: Content) -> list[tuple[str, str]]:
    """The place and the words of each sentence."""
    document = Document("d", "d", content.text, blocks=content.blocks, places=content.places)
    spans = split(document)
    return [
        (document.place(start), content.text[start:end])
        for start, end in zip(spans.start.tolist(), spans.end.tolist(), strict=True)
    ]


def srt(*texts: str, seconds: int = 2) -> str:
    """A SubRip file whose cues follow on one another."""
    times = [f"00:00:{seconds * n:02},000" for n in range(len(texts) + 1)]
    cues = (f"{n}\n{times[n - 1]} --> {times[n]}\n{text}\n" for n, text in enumerate(texts, 1))
    return "\n".join(cues)


def read(text: str) -> list[tuple[str, str]]:
    return sentences(read_subtitles(text.encode()))


def words(text: str) -> list[str]:
    return [sentence for _, sentence in read(text)]


def test_a_sentence_runs_on_over_cues_and_is_placed_at_the_time_of_its_first_word():
    assert read(srt("The ferry left the", "harbour. It never", "came back.")) == [
        ("00:00:00", "The ferry left the harbour."),
        ("00:00:02", "It never came back."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "WEBVTT\n\n01:02.500 --> 01:04.000 align:start position:0%\nIt sank.\n",
        "WEBVTT\n\nname\n00:01:02.500 --> 00:01:04.000\nIt sank.\n",
        "1\r\n00:01:02,500 --> 00:01:04,000\r\nIt sank.\r\n",
        "\ufeff1\n\n0:1:2.5 -> 0:1:4\n\nIt\n\nsank.\n",
        "0:01:02.500,0:01:04.000\nIt sank.\n",
        "00:01:02:500 --> 00:01:04:000\nIt sank.",
        'STYLE\n00:01:02,500 --> 00:01:04,000\n<font color="#fff">{\\an8}It</font> <b>sank</b>.',
    ],
)
def test_times_are_read_as_programs_and_people_write_them(text):
    assert read(text) == [("00:01:02", "It sank.")]
    assert read_subtitles(text.encode("utf-16")) == read_subtitles(text.encode())


def test_what_is_not_said_is_left_out_and_what_is_heard_stays():
    content = read_subtitles(
        b"WEBVTT - The ferry\nKind: captions\n\nSTYLE\n::cue { color: red }\n\n"
        b"NOTE Author: Ada Hill\n\nREGION\nid:fred\n\n"
        b"1\n00:01.000 --> 00:03.000 line:0\n<i>The ferry</i> &amp; the<c.colorE5E5E5> tug</c>\n\n"
        b"NOTE Date: 2026-11-03\nThis is a comment.\n\n"
        b"2\n00:03.000 --> 00:04.000\n<00:03.500>sank&nbsp;fast.\n\n"
        b"3\n00:04.000 --> 00:05.000\n[applause]\n"
    )
    assert sentences(content) == [
        ("00:00:01", "The ferry & the tug sank fast."),
        ("00:00:04", "[applause]"),
    ]
    assert (content.title, content.authors, content.date) == (
        "The ferry",
        ("Ada Hill",),
        "2026-11-03",
    )


def test_lines_that_captions_show_again_are_there_once():
    rolling = (
        "WEBVTT\nKind: captions\n\n"
        "00:00:00.000 --> 00:00:01.990\n \nthe<00:00:00.400><c> ferry</c><c> left</c>\n\n"
        "00:00:01.990 --> 00:00:02.000\nthe ferry left\n \n\n"
        "00:00:02.000 --> 00:00:03.990\nthe ferry left\nthe<00:00:02.400><c> harbour</c>\n\n"
        "00:00:03.990 --> 00:00:04.000\nthe harbour\n \n\n"
        "00:00:04.000 --> 00:00:05.990\nthe harbour\nthe<c> harbour</c><c> sank</c>\n\n"
    )
    assert read_subtitles(rolling.encode()).text == "the ferry left the harbour the harbour sank"
    growing = srt(
        "It", "It sank", "It sank in", "It sank in May.", "Then", "Then fog", "Then fog it"
    )
    assert words(growing) == ["It sank in May.", "Then fog it"]


@pytest.mark.parametrize("mark", [r"\N", r"\h", "<br>", "<BR />"])
def test_line_ends_and_spaces_of_other_formats_divide_words(mark: str):
    assert words(srt(f"The ferry{mark}sank.")) == ["The ferry sank."]


def test_what_is_said_twice_is_there_twice():
    assert words(srt("No.", "No.", "The ferry sank.", "No.", "It did.")) == [
        *("No.", "No."),
        *("The ferry sank.", "No.", "It did."),
    ]


@given(st.lists(st.lists(st.sampled_from(["the", "ferry", "sank", "it"]), min_size=1), min_size=4))
def test_captions_that_roll_say_the_same_as_those_that_do_not(lines):
    shown = [" ".join(line) + f" {n}" for n, line in enumerate(lines)]
    rolled = [shown[0], *map("\n".join, pairwise(shown))]
    text = srt(*rolled, seconds=0)
    assert read_subtitles(text.encode()).text.split() == " ".join(shown).split()


def test_captions_without_punctuation_are_quoted_in_pieces_of_some_cues():
    lines = [f"the {n} ferry left the harbour of the old town at noon" for n in "abcd"]
    content = read_subtitles(srt(*lines, "and it sank").encode())
    spans = split(Document("d", "d", content.text, blocks=content.blocks))
    assert [FORMS[form] for form in spans.form] == ["prose", "prose", "stub"]
    assert content.text == " ".join([*lines, "and it sank"])


def test_what_lacks_punctuation_among_sentences_is_quoted_in_pieces():
    lines = [f"the old ferry {n} sank off the harbour" for n in range(14)]
    found = words(srt("It sank in May.", *lines, "and nobody knew why.", "We asked."))
    pieces = [f"{one} {other}" for one, other in zip(lines[::2], lines[1::2], strict=True)]
    assert found == ["It sank in May.", *pieces, "and nobody knew why.", "We asked."]


def test_a_long_cue_without_punctuation_is_divided():
    words = [f"word{n}" for n in range(100)]
    content = read_subtitles(srt(" ".join(words)).encode())
    assert content.text.split() == words
    pieces = [content.text[b.start : b.end].split() for b in content.blocks]
    assert [word for piece in pieces for word in piece] == words
    assert all(15 <= len(piece) <= 17 for piece in pieces)


def test_paragraphs_end_where_somebody_is_silent_but_not_within_a_sentence():
    text = (
        "00:01.000 --> 00:02.000\nIt sank.\n\n00:07.000 --> 00:08.000\nThe crew\n\n"
        "00:12.000 --> 00:13.000\ncame back.\n\n00:14.000 --> 00:15.000\nAll of it.\n"
    )
    assert read_subtitles(text.encode()).text == "It sank.\n\nThe crew came back. All of it."


def test_voices_names_and_marks_tell_who_speaks():
    teams = (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna Bell>The ferry</v>\n\n"
        "00:02.000 --> 00:03.000\n<v Anna Bell>sank.</v> <v.loud Ben>Why?</v>\n"
    )
    expected = [("00:00:01, Anna Bell", "The ferry sank."), ("00:00:02, Ben", "Why?")]
    assert read(teams) == expected
    zoom = teams.replace("<v Anna Bell>", "Anna Bell: ").replace("</v> <v.loud Ben>", "\nBen: ")
    assert read(zoom.replace("</v>", "")) == expected
    captions = srt(">> ANNA BELL: The ferry", "sank.", ">> BEN: Why?", "Tell me.", ">> Who knows.")
    assert read(captions) == [
        ("00:00:00, ANNA BELL", "The ferry sank."),
        ("00:00:04, BEN", "Why?"),
        ("00:00:06, BEN", "Tell me."),
        ("00:00:08", "Who knows."),
    ]
    content = read_subtitles(captions.encode())
    assert content.text.startswith(">> ANNA BELL: The ferry sank.\n\n>> BEN: Why?")


def test_a_dash_changes_the_speaker_and_a_name_in_a_film_holds_for_its_sentence():
    film = srt("- Where is it?\n- There.", "ANNA: I see", "the ferry.", "It sank.", "-5 degrees.")
    assert read(film) == [
        ("00:00:00", "Where is it?"),
        ("00:00:00", "There."),
        ("00:00:02, ANNA", "I see the ferry."),
        ("00:00:06", "It sank."),
        ("00:00:08", "-5 degrees."),
    ]


def test_dashes_in_a_line_that_begins_with_one_change_the_speaker():
    film = srt(
        "- Is it deep? - No. - Why?", "–Yes. –I see.", "It sank - or did it?", "- A - B line."
    )
    assert words(film) == [
        *("Is it deep?", "No.", "Why?", "Yes.", "I see."),
        *("It sank - or did it?", "A - B line."),
    ]


def test_names_within_a_line_tell_who_goes_on():
    film = srt(
        "DR. COLE: It sank. ANNA BELL: Why?",
        ">> BEN: Yes. MR. ORR: No. BEN: “So.” ANNA BELL: I see.",
        "Nobody knew. BEN: I did. Note: it was late. Home: it is far.",
    )
    assert read(film) == [
        ("00:00:00, DR. COLE", "It sank."),
        ("00:00:00, ANNA BELL", "Why?"),
        ("00:00:02, BEN", "Yes."),
        ("00:00:02, MR. ORR", "No."),
        ("00:00:02, BEN", "“So.”"),
        ("00:00:02, ANNA BELL", "I see."),
        ("00:00:04, ANNA BELL", "Nobody knew."),
        ("00:00:04, BEN", "I did."),
        ("00:00:04, BEN", "Note: it was late."),
        ("00:00:04, BEN", "Home: it is far."),
    ]


def test_names_and_sounds_in_brackets_are_not_part_of_a_sentence():
    film = srt("[Anna] The ferry sank.", "[door opens] Who says so?", "[Music]", "[Music] We do.")
    assert read(film) == [
        ("00:00:00, Anna", "The ferry sank."),
        ("00:00:02", "Who says so?"),
        ("00:00:04", "[Music]"),
        ("00:00:06", "We do."),
    ]
    assert "[door opens] Who says so?" in read_subtitles(film.encode()).text


@pytest.mark.parametrize(
    "line", ["Note: it sank.", "The answer: it sank.", "Remember this: it sank.", "At 12:30: fog."]
)
def test_other_words_before_a_colon_are_no_names(line):
    assert read(srt("We left.", line, "We came back."))[1] == ("00:00:02", line)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1\n00:10:00,000 --> 00:10:02,000\nLate.\n\n2\n00:00:01,000 --> 00:00:02,000\nEarly.\n",
         [("00:10:00", "Late."), ("00:00:01", "Early.")]),
        ("1\n00:00:01,000 --> 00:00:09,000\nOne.\n2\n00:00:02,000 --> 00:00:03,000\nTwo.",
         [("00:00:01", "One."), ("00:00:02", "Two.")]),
        ("1\n00:00:01,000 --> 00:00:02,000\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo.",
         [("00:00:03", "Two.")]),
        ("1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:0x,000 --> 00:00:04,000\nTwo.",
         [("00:00:01", "One."), ("00:00:01", "Two.")]),
        ("1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\nTwo.\n\n3\n00:00:05,0 --> 00:00:06,0\nIt.",
         [("00:00:01", "One."), ("00:00:01", "Two."), ("00:00:05", "It.")]),
        ("1\n999:59:59,999 --> 999:59:59,999\nThe end.", [("999:59:59", "The end.")]),
        ("1\n00:00:01,000 --> 00:00:02,000\n1984\n\n2\n00:00:03,000 --> 00:00:04,000\nwas a year.",
         [("00:00:01", "1984 was a year.")]),
    ],
)  # fmt: skip
def test_broken_files_lose_nothing(text, expected):
    assert read(text) == expected


@pytest.mark.parametrize(
    "data", [b"WEBVTT\n", b"<!DOCTYPE html><p>Not found</p>", b"Just words.", b"1\n --> \nIt sank."]
)
def test_files_without_cues_are_refused_with_the_reason(data):
    with pytest.raises(ReadError, match="has no text between lines with times"):
        read_subtitles(data)


def test_too_many_cues_are_refused(monkeypatch):
    monkeypatch.setattr("hyperdigest.read.speech.cues.MOST_CUES", 2)
    with pytest.raises(ReadError, match="has more than 2 cues: split it into parts"):
        read_subtitles(srt("One.", "Two.", "Three.").encode())


@given(st.text(alphabet="<>{}\\/&;:-[]()♪v cAnna\n1,.|", max_size=200))
def test_every_word_without_markup_is_in_the_text(said):
    letters = [c for c in said if c.isalpha()]
    data = f"1\n00:00:01,000 --> 00:00:02,000\nStart. {said}\n".encode()
    content = read_subtitles(data)
    assert content.text.startswith("Start.")
    assert len([c for c in content.text if c.isalpha()]) <= 5 + len(letters) + 20
    ends = [(block.start, block.end) for block in content.blocks]
    assert ends == sorted(ends)
    assert all(start < end for start, end in ends)


@given(st.integers(0, 10**7))
def test_a_time_is_shown_as_it_is_read(time):
    assert seconds(clock(time)) == time


def test_the_format_is_told_by_the_suffix_or_the_first_line():
    assert {kind_of(f"a.{suffix}") for suffix in ("srt", "VTT", "sbv")} == {"subtitles"}
    assert sniff(srt("It sank.").encode()) == sniff(b"WEBVTT\n\n") == "subtitles"
    assert read_content(srt("It sank.").encode(), "subtitles").format == "subtitles"


def test_a_digest_cites_the_time_and_the_speaker(tmp_path):
    path = tmp_path / "interview.srt"
    path.write_text(
        srt("ANNA BELL: The old ferry sank", "in May.", "BEN COLE: The harbour is deep.")
    )
    digest = Collection.read(path).fit().digest("When did the ferry sank?", words=8)
    (cited,) = digest.sentences
    assert (cited.text, cited.place, cited.authors) == (
        "The old ferry sank in May.",
        "00:00:00, ANNA BELL",
        ("ANNA BELL",),
    )


def test_a_question_in_a_film_is_no_heading_of_what_is_said_later(tmp_path):
    path = tmp_path / "film.srt"
    path.write_text(srt("- Where is Anna?", "- At home.", "- The ferry sank in May."))
    digest = Collection.read(path).fit().digest("When did the ferry sank?", words=8)
    assert [(said.text, said.heading) for said in digest.sentences] == [
        ("The ferry sank in May.", "")
    ]
