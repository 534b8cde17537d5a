from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import Block
from hyperdigest.split.code_signs import is_root_command
from hyperdigest.split.sessions import entries_of
from hyperdigest.split.structure import LONGEST_CODE, cuts

TRAMS = "".join(f"tram {n} of the old depot is on track {n}\n" for n in range(20))


def entries(code):
    """The command and the output of each entry."""
    return [(code[one.start : one.end_of_command], code[one.end_of_command : one.end])
            for one in entries_of(code)]  # fmt: skip


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("$ tram list\nline 4\n$ tram stop 4\n",
         [("$ tram list\n", "line 4\n"), ("$ tram stop 4\n", "")]),
        ("The log:\n  $ tram list\n  line 4", [("$ tram list\n", "  line 4")]),
        ("$ tram \\\n  list\nline 4", [("$ tram \\\n  list\n", "line 4")]),
        ("$ cat <<END\n> red\n> END\nred", [("$ cat <<END\n> red\n> END\n", "red")]),
        (">>> for n in trams:\n...     n\n4", [(">>> for n in trams:\n...     n\n", "4")]),
        ("ann@depot:~$ tram list\nline 4", [("ann@depot:~$ tram list\n", "line 4")]),
        ("# tram add 4\nadded\n# tram list\n4",
         [("# tram add 4\n", "added\n"), ("# tram list\n", "4")]),
        ("# tram add 4\n# [...]\nadded\n", [("# tram add 4\n", ""), ("# [...]\n", "added\n")]),
        ("C:\\a>dir\n4\nC:\\a>cd b", [("C:\\a>dir\n", "4\n"), ("C:\\a>cd b", "")]),
        ("depot:/srv# ls\nline 4\n", [("depot:/srv# ls\n", "line 4\n")]),
        ("sqlite> .tables\ntrams\nsqlite> .quit\n",
         [("sqlite> .tables\n", "trams\n"), ("sqlite> .quit\n", "")]),
        ("# list the trams of the depot.\ntram list\n", []),
        ("# tram list\n4\n# These are the trams of the depot.\n", []),
        ("speed = 4\n# tram list\n", []),
        ("tram list\nline 4\n", []),
        ("", []),
    ],
)  # fmt: skip
def test_a_command_goes_from_its_prompt_to_what_it_prints(code, expected):
    assert entries(code) == expected


@given(st.lists(st.sampled_from(["$ tram list", "# tram x", "> y", "line 4", "", "  $ a \\", "b"])))
def test_commands_and_what_they_print_follow_each_other_to_the_end(lines):
    code = "\n".join(lines)
    found = entries_of(code)
    assert all(one.start < one.end_of_command <= one.end for one in found)
    for one, other in pairwise(found):
        assert code[one.end : other.start].strip(" ") == ""
    assert not found or found[-1].end == len(code)


def test_a_long_output_is_parted_from_its_command():
    code = f"$ tram start 4\nstarted\n$ tram list --depot \\\n    --all\n{TRAMS}$ tram stop 4\n"
    ends = [*cuts(code, "code"), len(code)]
    units = [code[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert units[0] == "$ tram start 4\nstarted\n$ tram list --depot \\\n    --all\n"
    assert units[-1] == "$ tram stop 4\n"
    assert "".join(units[1:-1]) == TRAMS
    assert max(len(unit.split()) for unit in units) <= LONGEST_CODE


def test_what_a_command_prints_is_quoted_below_the_command():
    text = f"To see the trams:\n\n$ tram list --depot\n{TRAMS}"
    begin = text.index("$")
    blocks = (Block(0, begin - 2), Block(begin, len(text), "code"))
    document = Document("a", "a", text, format="html", blocks=blocks)
    model = Collection.of([document]).fit(Options(sweeps=20))
    digest = model.digest("On which track is tram 17 of the depot?", words=60)
    found = next(one for one in digest.sentences if "tram 17" in one.text)
    assert [one.text for one in found.context] == ["To see the trams:", "$ tram list --depot"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("# tram list", True),
        ("# tram stop --depot 4", True),
        ("# ring the bell on days that are dry", False),
        ("# Ring it", False),
    ],
)
def test_a_comment_is_no_command_of_root(line, expected):
    assert is_root_command(line, introduced=True) is expected


def test_a_session_that_ends_with_its_prompt_may_be_quoted():
    code = "shell% tram\n\ntram: addline depot\n\nLine depot added.\ntram:"
    text = f"Add a line as follows:\n\n{code}\n\nIt is there."
    start = text.index(code)
    blocks = (Block(0, start - 2, "paragraph", 0), Block(start, start + len(code), "code", 0))
    model = Collection.of([Document("a", "a", text, blocks=blocks)]).fit(
        Options(sweeps=2, samples=1)
    )
    assert code in [one.text for one in model.digest("How do I add a line?").sentences]
