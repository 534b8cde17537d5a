"""Nothing is loaded before it is needed."""

import subprocess
import sys

import pytest

from bridge import QUESTION, bridge_model

HEAVY = (
    "numba", "llvmlite", "rich", "click", "platformdirs", "nupunkt", "pypdfium2", "docx", "lxml",
    "resiliparse", "trafilatura", "scipy.optimize", "joblib",
)  # fmt: skip

ELSEWHERE = (
    "hyperdigest.web", "hyperdigest.adapters", "hyperdigest.plugins", "hyperdigest.drawings",
    "hyperdigest.views.neighbourhood", "hyperdigest.views.topic_map",
    "starlette", "uvicorn", "jinja2", "mcp", "tokenizers", "pandas", "spacy", "sklearn",
)  # fmt: skip
"""What neither help nor a question to a saved collection needs."""

COMMAND_LINE = (
    "from hyperdigest.cli import main\n"
    "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code"
)


def loaded_by(program, *arguments):
    """Names of the modules in a fresh process after it ran `program`."""
    command = [sys.executable, "-c", f"import sys\n{program}\nprint(*sys.modules, sep='\\n')"]
    done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines())


def heavy(modules, *more):
    return {name for name in (*HEAVY, *more) if name in modules}


def test_importing_the_package_loads_numpy_at_most():
    modules = loaded_by("import hyperdigest")
    assert not heavy(modules, "scipy", "Stemmer", "charset_normalizer", "sqlite3")


def test_naming_its_classes_loads_no_stage():
    modules = loaded_by("from hyperdigest import Collection, Digest, Model, Options")
    assert not heavy(modules, "scipy", "Stemmer", "charset_normalizer", "sqlite3")


@pytest.mark.parametrize("asked", ["digest", "explain"])
def test_a_saved_collection_answers_without_what_fitting_and_reading_need(tmp_path, asked):
    saved = tmp_path / "case.hdig"
    bridge_model().save(saved)
    program = (
        "from hyperdigest import Model\n"
        f"Model.load(sys.argv[1]).{asked}(sys.argv[2], words=60, preset='paper')"
    )
    modules = loaded_by(program, str(saved), QUESTION)
    assert "scipy.sparse" in modules
    assert not heavy(modules)
    assert not {name for name in modules if f"{name}.".startswith("hyperdigest.read.")}
    assert not {"hyperdigest.topics.gibbs", "hyperdigest.ranking.embeddings"} & modules


def test_the_command_line_answers_from_a_saved_collection_as_lightly(tmp_path):
    saved = tmp_path / "case.hdig"
    bridge_model().save(saved)
    modules = loaded_by(COMMAND_LINE, "ask", QUESTION, str(saved), "--words", "60")
    assert "hyperdigest.answer" in modules
    assert heavy(modules, *ELSEWHERE) <= {"click", "rich", "platformdirs"}


@pytest.mark.parametrize("command", [[], ["explain"], ["serve"], ["mcp"]])
def test_help_loads_what_it_shows_alone(command):
    modules = loaded_by(COMMAND_LINE, *command, "--help")
    assert "hyperdigest.cli.commands" in modules
    assert heavy(modules, *ELSEWHERE, "importlib.metadata", "sqlite3", "tomllib") <= {"click"}


def test_plain_text_is_read_and_fitted_without_the_readers_of_other_formats(tmp_path):
    text = tmp_path / "a.txt"
    text.write_text("The bridge is old. The river is wide and cold in winter.", encoding="utf-8")
    program = (
        "from hyperdigest import Collection, Options\n"
        "Collection.read(sys.argv[1]).fit(Options(sweeps=12)).digest('river', 30, shortest=1)"
    )
    modules = loaded_by(program, str(text))
    assert heavy(modules) <= {"numba", "llvmlite", "nupunkt", "platformdirs", "resiliparse"}
    of_others = (
        "read.speech.transcripts",
        "read.speech.cues",
        "read.speech.speakers",
        "read.latex_parts",
    )
    assert not modules & {f"hyperdigest.{name}" for name in of_others}
