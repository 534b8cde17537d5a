"""Slips at the prompt: a command misspelt, and a question where a path should be."""

import pytest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("aks", "ask"), ("ASK", "ask"), ("topcis", "topics"), ("removed", "remove")],
)
def test_a_command_that_is_misspelt_is_guessed(cli, typed, meant):
    mistake = cli(typed, "--help").mistake
    assert f"No such command '{typed}'. Did you mean `{meant}`?" in mistake


def test_a_command_like_no_other_is_not_guessed(cli):
    assert cli("zzz").mistake == ("hyperdigest: No such command 'zzz'. (see `hyperdigest --help`)")


@pytest.mark.parametrize("command", ["ask", "explain"])
def test_an_option_that_is_misspelt_is_guessed(cli, command):
    assert "'--words'" in cli(command, "sun", "docs", "--word", "30").mistake


@pytest.mark.parametrize("command", ["ask", "explain"])
@pytest.mark.parametrize(
    "call",
    [
        ("docs/moon.txt", "Who sees the corona?"),
        ("docs", "Who sees the corona?"),
        ("-", "Who sees the corona?"),
        ("docs/moon.txt",),
        ("docs/moon.txt", "docs/roads.txt"),
        ("docs/", "docs"),
    ],
)
def test_a_path_in_place_of_the_question_is_an_error(cli, folder, command, call):
    mistake = cli(command, *call).mistake
    assert f"the question is '{call[0]}', which is a file or a folder: give the" in mistake
    asked = call[1] if call[1:] and "?" in call[1] else "What is new?"
    assert mistake.endswith(f'as in `hyperdigest {command} "{asked}" {call[0]}`')


def test_a_question_given_twice_is_an_error(cli, folder):
    mistake = cli("ask", "Who sees the corona?", "Who sees the corona?", "docs").mistake
    assert "the question 'Who sees the corona?' is given twice: give it once" in mistake


def test_for_a_question_without_paths_these_are_named_as_missing(cli, folder):
    assert "Missing argument 'PATH...'" in cli("ask", "Who sees the corona?").mistake


def test_a_word_may_be_the_question_and_the_name_of_a_folder(cli, case):
    assert cli("ask", "docs", case).code == 0
    assert cli("ask", "x" * 5000 + " sun", case).code == 0


@pytest.mark.parametrize(
    "more", [("--words", "1" * 5000), ("--pin", f"a:{'9' * 5000}"), ("--after", "a" * 5000)]
)
def test_the_middle_of_a_long_value_is_left_out(cli, folder, more):
    mistake = cli("ask", "Who sees the corona?", "docs", *more).mistake
    assert " … " in mistake
    assert len(mistake) < 1000


@pytest.mark.parametrize("paths", [("nosuch",), ("nosuch.hdig", "none*.txt"), ("",)])
def test_the_app_is_not_started_with_paths_of_no_file(cli, folder, paths):
    mistake = cli("serve", "--no-browser", "--port", "0", *paths).mistake
    assert "no document could be read" in mistake
    assert "does not exist" in mistake or "is an empty name" in mistake


def test_the_app_names_a_path_of_no_file_beside_others(cli, folder, monkeypatch):
    started = []
    monkeypatch.setattr(
        "hyperdigest.web.serve.serve_app", lambda *given, **_: started.append(given)
    )
    told = cli("serve", "--no-browser", "docs", "nosuch")
    assert "warning: skipped nosuch: does not exist" in told.err
    assert [paths for _, paths in started] == [("docs", "nosuch")]


@pytest.mark.parametrize("host", ["a" * 300, "a..b", "\udcff"])
def test_an_invalid_host_name_is_an_error(cli, host):
    mistake = cli("serve", "--no-browser", "--host", host).mistake
    assert "cannot listen on" in mistake
    assert "name another with --host or --port" in mistake


def test_a_missing_choice_is_an_error_in_one_line(cli):
    assert "Choose from: bash, zsh, fish (see" in cli("completion").mistake
