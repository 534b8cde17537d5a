"""What agents and registries read: the skill, and `server.json` for the registry of MCP servers."""

import json
import re
import tomllib
from pathlib import Path

import click

from hyperdigest.cli.commands import hyperdigest

ROOT = Path(__file__).resolve().parent.parent
SKILL = (ROOT / "SKILL.md").read_text(encoding="utf-8")
SERVER = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_skill_is_short_and_says_when_to_use_it():
    _, head, body = SKILL.split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    assert fields["name"] == "hyperdigest"
    assert "Use it when" in fields["description"]
    assert len(fields["description"]) <= 1024
    assert len(SKILL.split()) <= 500
    assert "## Rules for quoting" in body


def test_the_commands_of_the_skill_exist():
    for line in re.search(r"```sh\n(.*?)```", SKILL, re.S)[1].splitlines():
        name = line.split()[1]
        command = hyperdigest.get_command(click.Context(hyperdigest), name)
        known = {option for each in command.params for option in each.opts}
        assert set(re.findall(r" (--?[a-z]+)", line)) <= known, line


def test_the_registry_is_told_what_is_packaged():
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert re.search(r"/schemas/\d{4}-\d\d-\d\d/server\.schema\.json$", SERVER["$schema"])
    assert 1 <= len(SERVER["description"]) <= 100
    assert SERVER["version"] == PROJECT["version"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"<!-- mcp-name: {SERVER['name']} -->" in readme
    [package] = SERVER["packages"]
    assert (package["identifier"], package["version"]) == (PROJECT["name"], PROJECT["version"])
    assert package["transport"] == {"type": "stdio"}


def test_the_registry_is_told_how_the_server_is_started():
    [package] = SERVER["packages"]
    [extra] = package["runtimeArguments"]
    assert [extra["value"]] == PROJECT["optional-dependencies"]["mcp"]
    first, *named = package["packageArguments"]
    command = hyperdigest.get_command(click.Context(hyperdigest), first["value"])
    known = {option for each in command.params for option in each.opts}
    assert {each["name"] for each in named} <= known
    for each in (extra, *named):
        assert each["type"] == "named"
        assert set(re.findall(r"{(\w+)}", each["value"])) == set(each.get("variables", ()))
