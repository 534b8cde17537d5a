"""Attributions of speech, quotations split in two, and fillers."""

import pytest

from hyperdigest.split.speech import capitalized, is_filler, is_speech_tag, only_says_who_spoke


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ('"Go!" Ann said.', True),
        ('"Go!" Miss Hall asked softly, and left.', True),
        ('"Go!" The old man cried, waving.', True),
        ('"Go!" I yelled.', True),
        ('"Go!" Ann said, "Now."', False),
        ('"Go!" Ann said nothing.', False),
        ('"Go!" As he said, they left.', False),
        ('"Go!" The trams run.', False),
    ],
)
def test_speech_tags_are_recognized(text, tag):
    assert is_speech_tag(text, text.index("!") + 2) == tag


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Ann said.", True),
        ("Ann Hall replied quietly, looking at the harbour.", True),
        ("Ann replied that the bridge was closed.", False),
        ("Ann said, after a while, that it was closed.", False),
        ('It is closed."', False),
    ],
)
def test_what_only_says_who_spoke_is_recognized(sentence, expected):
    assert only_says_who_spoke(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "filler"),
    [
        ("Um, uh, yeah.", True),
        ("Uh yeah.", False),
        ("Twenty-three, 4.5 and the rest", True),
        ("Twenty-three, 4.5 and the rest of", False),
        ("", False),
    ],
)
def test_sentences_of_fillers_are_recognized(sentence, filler):
    assert is_filler(sentence) == filler


@pytest.mark.parametrize(
    ("utterance", "written"),
    [
        ("but trams run.", "But trams run."),
        ("Trams run,", "Trams run"),
        ("трамваи идут", "Трамваи идут"),
        ("但是，电车", "但是，电车"),
        ("but trams run…", "but trams run…"),
        ("but trams run ...", "but trams run ..."),
        ("but trams run—", "But trams run—"),
        (",", ""),
        ("", ""),
    ],
)
def test_utterances_are_capitalized(utterance, written):
    assert capitalized(utterance) == written
