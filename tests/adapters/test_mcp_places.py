import shutil

import pytest

from needed import needs

needs("mcp")

from adapters.served import talk, told
from hyperdigest.adapters.mcp.tools import FileAccess
from hyperdigest.errors import OptionError

SECRET = "The secret word of the vault is swordfish and nobody knows it."
OPEN = "The open word of the house is welcome and everybody knows it."


@pytest.fixture
def root(tmp_path):
    """A folder with a file, links out of it, and a folder beside it with a secret."""
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault" / "secret.txt").write_text(SECRET, encoding="utf-8")
    house = tmp_path / "house"
    (house / "rooms").mkdir(parents=True)
    (house / "rooms" / "open.txt").write_text(OPEN, encoding="utf-8")
    (house / "rooms" / "linked.txt").symlink_to(tmp_path / "vault" / "secret.txt")
    (house / "door").symlink_to(tmp_path / "vault")
    (house / "inner").symlink_to(house / "rooms")
    return house


@pytest.mark.parametrize(
    "path",
    [
        "..",
        "../vault",
        "../vault/secret.txt",
        "rooms/../../vault/secret.txt",
        "../*",
        "*/../../vault/*.txt",
        "door",
        "door/secret.txt",
        "rooms/linked.txt",
        "/etc/passwd",
        "~/secret.txt",
        "/",
        "../absent",
    ],
)
def test_paths_that_lead_out_are_refused(root, path):
    with pytest.raises(OptionError, match="is outside of"):
        FileAccess(root).located([path])


@pytest.mark.parametrize("path", ["door/*.txt", "d*/*.txt", "**/linked.txt", "rooms/l*"])
def test_globs_that_lead_out_find_nothing_and_never_say_what_is_there(root, path):
    def answers():
        said = []

        async def conversation(client):
            asked = {"question": "What is the secret word?", "paths": [path]}
            said.append(told(await client.call_tool("digest", asked)))

        talk(conversation, root=root)
        return said

    found = answers()
    assert "outside of" in found[0]
    assert "secret.txt" not in found[0]
    shutil.rmtree(root.parent / "vault")
    assert answers() == found


def test_a_link_that_leads_out_is_left_out_of_its_folder(root):
    async def conversation(client):
        asked = {"question": "What is the word?", "paths": ["rooms"]}
        result = await client.call_tool("digest", asked)
        [warning] = result.structured_content["warnings"]
        assert warning == f"skipped {root / 'rooms' / 'linked.txt'}: lies outside of {root}"

    talk(conversation, root=root)


@pytest.mark.parametrize("path", ["rooms/open.txt", "inner/open.txt", "./rooms/../rooms/open.txt"])
def test_paths_that_stay_inside_are_read(root, path):
    paths, _ = FileAccess(root).located([path])
    assert FileAccess(root).absolute(str(root / path)) == paths[0]


def test_without_a_root_any_file_is_read(root, monkeypatch):
    monkeypatch.chdir(root)
    paths, _ = FileAccess().located(["../vault/secret.txt", "door"])
    assert paths == [str(root.parent / "vault" / "secret.txt"), str(root / "door")]


def test_a_path_may_begin_at_home(root, monkeypatch):
    monkeypatch.setenv("HOME", str(root))
    monkeypatch.setenv("USERPROFILE", str(root))
    assert FileAccess().absolute("~/rooms/open.txt") == FileAccess(root).absolute(
        "~/rooms/open.txt"
    )
    assert FileAccess().located(["~/rooms"])[1] == FileAccess().located([str(root / "rooms")])[1]


def test_the_stamp_changes_with_the_files(root):
    files = FileAccess(root)
    before = files.located(["rooms/open.txt"])[1]
    assert files.located(["rooms/open.txt"])[1] == before
    (root / "rooms" / "open.txt").write_text(SECRET + OPEN, encoding="utf-8")
    assert files.located(["rooms/open.txt"])[1] != before


def test_no_secret_reaches_a_client(root):
    async def conversation(client):
        for path in ("rooms", "**/*", "*", "."):
            asked = {"question": "What is the secret word?", "paths": [path]}
            result = await client.call_tool("digest", asked)
            assert not result.is_error, result.content[0].text
            assert "swordfish" not in result.model_dump_json()
            assert "welcome" in result.content[0].text
        for options in (
            {"embedding_model": "../vault"},
            {"tokens": 9, "tokenizer": "../vault/tokenizer.json"},
        ):
            asked = {"question": "x", "paths": ["rooms"], "options": options}
            assert "is outside of" in told(await client.call_tool("digest", asked))

    talk(conversation, root=root)


def test_a_root_that_is_a_link_is_the_folder_it_leads_to(root, tmp_path):
    (tmp_path / "way").symlink_to(root)

    async def conversation(client):
        asked = {"question": "word?", "paths": ["rooms/open.txt"]}
        result = await client.call_tool("digest", asked)
        assert result.structured_content["sentences"][0]["path"] == str(root / "rooms" / "open.txt")

    talk(conversation, root=tmp_path / "way")
