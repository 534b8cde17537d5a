"""What the tests of the app share."""

import pytest

from bridge import bridge_model
from web_app import API, app_client


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """The bridge, saved."""
    path = tmp_path_factory.mktemp("saved") / "bridge.hdig"
    bridge_model().save(path)
    return path


@pytest.fixture
def client(saved):
    """A client of an app with the bridge on its shelf."""
    with app_client(saved=[saved]) as client:
        yield client


@pytest.fixture
def bridge(client):
    """The address of the bridge in the API."""
    return f"{API}/collections/{client.registry.collections[0].id}"


@pytest.fixture
def temporary(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder
