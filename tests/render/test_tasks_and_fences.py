"""The boxes of tasks, numbers with a bracket, and the languages of fences, as Markdown has them."""

from hyperdigest.digest import Citation, ListPosition, Slice
from hyperdigest.documents import Document
from hyperdigest.render import render_docx, render_html, render_markdown, render_text
from oracles.digests import TOPIC, digest_of

TEXT = """# Release

These tasks are left:

- [x] Build the engine
- [ ] Sign the engine

Build it like this:

```bash
make engine
```

Then do this:

1) Tag the engine
2) Push the tag
"""
DONE, OPEN, COMMAND = "Build the engine", "Sign the engine", "make engine"
STEPS = "Tag the engine", "Push the tag"


def quoted(text, kind, lead, position=None):
    start, before = TEXT.index(text), TEXT.index(lead)
    return Citation(
        *(text, "todo.md", "todo.md", start, start + len(text), None, "line 1"),
        *(3, 3, 0.5, 0.25, (TOPIC,)),
        kind=kind,
        position=position,
        context=(Slice(before, before + len(lead), lead, 4, 4, "prose"),),
    )


TASKS, BUILD, THEN = "These tasks are left:", "Build it like this:", "Then do this:"
DIGEST = digest_of(
    quoted(DONE, "item", TASKS, ListPosition(1, 1, 2, begins=True)),
    quoted(OPEN, "item", TASKS, ListPosition(1, 2, 2, begins=True)),
    quoted(COMMAND, "code", BUILD),
    *(quoted(s, "step", THEN, ListPosition(2, n, 2, begins=True)) for n, s in enumerate(STEPS, 1)),
    documents=(Document("todo.md", "todo.md", TEXT, format="markdown"),),
)


def test_a_task_is_shown_with_its_box_and_without_a_gap():
    shown = render_markdown(DIGEST)
    assert f"{TASKS}\n\n- [x] {DONE} ([1], line 1)\n- [ ] {OPEN} (" in shown
    assert f"{TASKS}\n[x] {DONE} [1] line 1\n[ ] {OPEN} [1]" in render_text(DIGEST)
    assert f'<span class="mark">[x]</span> <a class="text" href="#m1">{DONE}' in render_html(DIGEST)
    assert render_docx(DIGEST)


def test_a_fence_keeps_its_language():
    assert f"{BUILD}\n\n```bash\n{COMMAND}\n```\n" in render_markdown(DIGEST)


def test_numbers_with_a_bracket_are_those_of_a_list():
    shown = render_markdown(DIGEST)
    assert [f"{n}) {step} (" in shown or f"{n}. {step} (" in shown for n, step in
            enumerate(STEPS, 1)] == [True, True]  # fmt: skip
