import pytest

from duc_made import load, put, wire, write
from hyperdigest.experiments.systems import DocumentIndex

YEARS = 2005, 2006, 2007


@pytest.fixture(params=[True, False], ids=["packed", "unpacked"])
def years(request, tmp_path):
    """All years beside each other."""
    for year in YEARS:
        put(tmp_path / "nist" / str(year), year, packed=request.param)
    return load(tmp_path)


def test_every_year_is_found_by_what_it_holds(years):
    sets, told = years
    assert {name: [task.id for task in found.tasks] for name, found in sets.items()} == {
        "duc2005": ["d301"],
        "duc2006": ["d0601", "d0602"],
        "duc2007": ["d0703"],
        "duc2007-update": ["d0703-a", "d0703-b", "d0703-c"],
    }
    left_out = "documents left out, without text or with that of another: 1"
    assert told == [f"duc2005: {left_out}", f"duc2006: {left_out}"]


def test_the_question_is_title_and_narrative_on_one_line(years):
    sets, _ = years
    assert {task.id: task.question for found in sets.values() for task in found.tasks} == {
        "d301": "Bread of Mill Lane Who bakes the bread of Mill Lane & who buys it?",
        "d0601": "Bicycle bridge What changed when the bridge opened?",
        "d0602": "Library cats How do the cats live?",
        "d0703": "Cats All of it.",
        **{f"d0703-{part}": "Cats What is new?" for part in "abc"},
    }


def test_newspapers_are_read_with_all_their_oddities(years):
    [task] = years[0]["duc2005"].tasks
    bakery, market, picture = task.documents
    assert [document.name for document in task.documents] == [
        "FT911-17", "FT922-3", "LA010189-0001",
    ]  # fmt: skip
    assert task.dates == ("19910514", "", "19890101")
    assert bakery.title == "FT 14 MAY 91 / Bread & butter of Mill Lane"
    assert bakery.blocks == ()
    assert "before noon & gives the crumbs to the ducks" in bakery.text
    assert " ".join(bakery.text.split()).endswith(
        "A loaf costs £2 or less on Mondays, and café owners pay 5 < 6 coins."
    )
    assert market.title == "Market day"
    assert market.text == "The market sells bread from the oven of Mill Lane. Buyers come early."
    assert picture.title == "OVENS OF THE OLD TOWN"
    assert picture.text == "Photo, The oven of Mill Lane bakes bread for the whole quarter."


def test_paragraphs_of_the_wire_are_blocks(years):
    task = years[0]["duc2006"].tasks[0]
    bridge, ferry = task.documents
    assert (bridge.name, bridge.title) == ("APW19990707.0181", "Bicycle bridge & ferry")
    assert task.dates == ("19990707", "20000102")
    assert [bridge.text[block.start : block.end] for block in bridge.blocks] == [
        "The town opened a bridge for bicycles over the river Alm on Wednesday.",
        "The ferryman keeps his boat for heavy wagons — and for fog.",
    ]
    assert ferry.text == "The ferry carries fewer riders since the bridge opened."
    assert DocumentIndex(task.documents, task.dates).n_sentences == 3


def authors(summaries):
    return [(summary.author, summary.text) for summary in summaries]


def test_models_are_kept_once_whatever_names_they_go_by(years):
    [task] = years[0]["duc2005"].tasks
    assert authors(task.references) == [
        ("A", "The baker opens early.\nBuyers come early."),
        ("B", "Ninety loaves go before noon é."),
    ]
    assert task.words == 250


def test_peers_are_systems_by_number_and_then_people(years):
    [task] = years[0]["duc2005"].tasks
    assert [author for author, _ in authors(task.peers)] == ["1", "10", "B"]
    assert authors(years[0]["duc2006"].tasks[0].peers)[1] == ("2", "")


def test_the_second_release_of_an_evaluation_corrects_the_first(years):
    task = years[0]["duc2006"].tasks[0]
    assert authors(task.references) == [
        ("A", "The bridge opened."), ("B", "Riders left the ferry."),
    ]  # fmt: skip


def test_the_update_task_has_three_parts_with_documents_and_lengths_of_their_own(years):
    tasks = years[0]["duc2007-update"].tasks
    assert [task.documents[0].name for task in tasks] == [
        "XIE19970301.0007", "XIE19970302.0008", "XIE19970303.0009",
    ]  # fmt: skip
    assert {task.cluster for task in tasks} == {"d0703"}
    assert {task.words for task in tasks} == {100}
    assert [authors(task.references) for task in tasks] == [
        [("E", f"News {part}.")] for part in "ABC"
    ]
    assert [len(task.peers) for task in tasks] == [0, 1, 0]
    [main] = years[0]["duc2007"].tasks
    assert (main.words, len(main.documents), len(main.peers)) == (250, 2, 2)


def test_an_archive_beside_what_it_unpacks_to_changes_nothing(tmp_path):
    put(tmp_path / "once", 2006, packed=False)
    put(tmp_path / "twice", 2006, packed=True)
    put(tmp_path / "twice" / "unpacked", 2006, packed=False)

    def shown(folder):
        [found] = load(folder)[0].values()
        return [
            (task.id, [d.text for d in task.documents], task.dates, task.references, task.peers)
            for task in found.tasks
        ]

    assert shown(tmp_path / "once") == shown(tmp_path / "twice")


@pytest.mark.parametrize(
    ("name", "stamp", "date"),
    [
        ("APW19990707.0181", "1998-01-01 12:00", "19990707"),
        ("NYT_ENG_20050102.0003", "", "20050102"),
        ("one", "1999-07-07 12:34:00", "19990707"),
        ("one", "07/09/1999 01:02", "19990709"),
        ("one", "Sept. 3, 1996", "19960903"),
        ("one", "19960903", "19960903"),
        ("one", "960903", "19960903"),
        ("APW19991399.0181", "1998-01-02", "19980102"),
        ("one", "someday", ""),
    ],
)
def test_dates_are_taken_from_names_and_then_from_fields(tmp_path, name, stamp, date):
    put(tmp_path, 2006, packed=False)
    made = wire("number", "Mill", "A text of its own.", date=stamp)
    write(tmp_path, {f"duc2006_docs/D0601A/{name}": made})
    task = load(tmp_path, "duc2006")[0]["duc2006"].tasks[0]
    dates = {document.name: date for document, date in zip(task.documents, task.dates, strict=True)}
    assert dates["number"] == date
