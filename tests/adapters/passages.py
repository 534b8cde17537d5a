"""Passages as a retriever would find them, and what holds of whatever is kept of them."""

from __future__ import annotations

PASSAGES = (
    "The moon covers the sun for two minutes over the wide plains of Nebraska. "
    "Crowds gather in the town to watch the total eclipse together.",
    "Traffic is heavy on all the roads because many people travel north. "
    "Police ask drivers to leave early and to carry water in their cars.",
    "Doctors say that nobody should look at the sun without special glasses. "
    "Cheap glasses from unknown shops may burn the eye within seconds.",
)
QUESTION = "What do the police ask drivers to do?"
ANSWER = "Police ask drivers to leave early and to carry water in their cars."
UNKNOWN = "xyzzy quux"
NOTHING = ("", "   \n", "What is it?")


def thirds(text: str) -> int:
    """A tokenizer that takes three characters for a token."""
    return -(-len(text) // 3)


def check_account(kept: str, account: dict, whole: str) -> None:
    """Every sentence kept stands in `whole` where it is said to, and nothing else is kept."""
    sentences = account["sentences"]
    assert sentences
    for sentence in sentences:
        assert whole[sentence["start"] : sentence["end"]] == sentence["text"]
    assert kept == "\n".join(sentence["text"] for sentence in sentences)
    assert account["start"] == min(sentence["start"] for sentence in sentences)
    assert account["end"] == max(sentence["end"] for sentence in sentences)
    assert account["score"] == max(sentence["score"] for sentence in sentences)
    assert account["words"] == len(kept.split())
    assert account["signature"].startswith("hyperdigest|")
