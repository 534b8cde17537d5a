"""Shorter forms of sentences: what may be left out, and what must stay."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.split.compression import compressed_forms, droppable_parts


def shortest(text: str) -> str:
    """The shortest form of a sentence, with | where something is left out."""
    forms = compressed_forms(text)
    return "|".join(text[start:end] for start, end in forms[-1]) if forms else text


LEFT_OUT = {
    "leading": """
In addition, the river froze for a week. => the river froze for a week.
For example, the river froze for a week. => the river froze for a week.
On the other hand, the rent is low there. => the rent is low there.
As mentioned above, the rent is low there. => the rent is low there.
As shown in Figure 2, the rent is low there. => the rent is low there.
In this paper, we ask who pays the rent. => we ask who pays the rent.
Note that the tap closes by itself. => the tap closes by itself.
It is important to note that not all of them leak. => not all of them leak.
""",
    "medial": """
The rent, on the other hand, is low in the town. => The rent|is low in the town.
They may, of course, use the key of the owner. => They may|use the key of the owner.
""",
    "parenthesis": """
The ferry (a small boat) leaves in the morning. => The ferry|leaves in the morning.
The tap (see Figure 3) closes by itself. => The tap|closes by itself.
The study (Berg et al., 2004) found no leaks. => The study|found no leaks.
The lake (formerly a quarry) is open to all. => The lake|is open to all.
The poet lived in this house (1820 to 1831). => The poet lived in this house|.
""",
    "dashes": """
The old town -- a maze of alleys -- is quiet at night. => The old town|is quiet at night.
The ferry—an old steamer—leaves in the morning. => The ferry|leaves in the morning.
The ferry – an old steamer – leaves in the morning. => The ferry|leaves in the morning.
""",
    "relative": """
The tower, which was built in 1901, is open to all. => The tower|is open to all.
The mayor, who took office in May, opened the fair. => The mayor|opened the fair.
They repaired the old tower, which had been struck. => They repaired the old tower|.
The rooms of the house are small, most of which face the yard. => The rooms of the house are small|.
In the old mill, which is empty, the doors are open. => In the old mill|, the doors are open.
It has a strong spring, which drives the wheel, the hand, and the bell. => It has a strong spring|.
""",
    "name": """
The pact, also known as the Treaty of Wells, was signed in May. => The pact|was signed in May.
They grow a kind of wheat, also called hulled wheat. => They grow a kind of wheat|.
""",
    "apposition": """
Emmer, a kind of wheat, is grown in the hills. => Emmer|is grown in the hills.
They feed the mill with emmer, a kind of wheat. => They feed the mill with emmer|.
The lake is fed by the Aro, one of three rivers. => The lake is fed by the Aro|.
""",
    "examples": """
Many crops, including wheat and rye, are sold in the town. => Many crops|are sold in the town.
The old mill sells many crops, such as wheat and rye. => The old mill sells many crops|.
The mill is busy all year, especially in autumn. => The mill is busy all year|.
Use a soft cloth, such as cotton, to dry it. => Use a soft cloth|to dry it.
If you grow a crop, such as rye, you may use it. => If you grow a crop|, you may use it.
""",
    "participial": """
The rates rose by 3 percent, making loans dearer. => The rates rose by 3 percent|.
The river cut the bank in two, leading to floods. => The river cut the bank in two|.
The dam holds the water, thus reducing the floods. => The dam holds the water|.
""",
}


@pytest.mark.parametrize("rule", LEFT_OUT)
def test_a_part_is_left_out(rule):
    for line in LEFT_OUT[rule].strip().splitlines():
        text, _, expected = line.partition(" => ")
        assert shortest(text) == expected
        assert rule in [part.rule for part in droppable_parts(text)]


UNTOUCHED = """
They grow emmer, also called farro.
The ferry, the last of its kind, is for sale.
The pump is in the cellar, where it is dry.
The tablets, which must not be taken with milk, are sold in packs of ten.
The tablets, which should be taken daily, are sold in packs of ten.
The doors, which open only at night, are painted green on the inside.
The fee (if any) is paid to the owner of the house.
The fee (except in May) is paid to the owner of the house.
The fee (not the rent) is paid to the owner of the house.
The owner (or the agent) collects the rent in the first week.
The owner (and the agent) collect the rent in the first week.
The dose (50 mg) is taken with food in the morning.
Over longer stretches of the river—think 20 to 30 miles—boats tend to be slow.
The gate, which needs to be closed at night, is painted green.
They counted the boats in the harbour, which needed to be moved.
The pump (it may need to be primed) stands in the cellar.
It wo it would be there, the ladder.
The dose (two tablets) is taken with food in the morning.
The dose (usually one tablet) is taken with food in the morning.
Most of the houses (up to 90 percent) are made of wood.
The suspect (allegedly a thief) was seen in the town.
The price (officials said) is too high for the town.
The police searched the ship for arms, which its crew denies.
There are many (thousands upon thousands) of blank lines in the file.
Section 4 (a) of the act covers the tenants of the house.
The value of f (x) is printed at the end of the line.
The file (see https://example.org/file) is read at the start.
He called the man (a "friend" of his) on the next day.
The fire was under control, officials said.
The fire was under control, a spokesman for the city said.
The fire was under control, the police reported on Monday.
The mayor was out of town, a man of the guard informed him.
The note is on the Children (Scotland) Act of the last year.
The fire, officials said, was under control by noon.
The chairman said that the plan was sound.
According to the chairman, the plan was sound.
The plan -- critics said -- costs too much for the town.
In 1998, the price of the house fell by a third.
In Paris, the price of a house fell by a third.
In most cases, the price of a house falls by a third.
However, the price of the house fell by a third.
In addition to the price, the rent of the house fell.
For example, and this is rare, both of them fell.
Note that is written in pencil is hard to read in the dark.
Apples, a pear, and some grapes were left on the table.
We need a hammer, a saw and a box of nails for the job.
The patient was given aspirin, a drink, and a blanket.
The king, his wife and two of his sons were killed in the revolt.
London, the capital, Paris and Rome are cities with a long history.
My brother, the teacher, and my sister, the nurse, live in London.
The museum, which is free, and the park, which is large, are near.
We saw Rome, which is old, and Florence, which is famous, and Venice.
He bought bread, which was stale, and a bottle of wine from the shop.
They came by train, which was late, or by bus, which was full.
He gave her the book, which he had read twice, and the pen.
Bob, who is the owner of the house, and Tom live in the same street.
He has a dog, a cat, which is black, and a parrot in a cage.
The mother, who was ill, and the child were taken to the hospital.
People who smoke, who drink, and who sleep badly are at risk.
Those, who smoke, are at risk of the disease in later life.
It was the butler, who had been away, that took the letter.
He was the same man, who had sold them the house in May.
The children were playing, singing, dancing and eating in the garden.
She likes reading, writing, painting and long walks by the sea.
The virus spreads by coughing, sneezing, and talking to people.
The committee is, after long talks, considering the plan of the town.
The firms have been quietly, for years, cutting the pay of the staff.
Turn off the power, making sure that the cable is unplugged.
Press the button, holding the lever down, until the light goes out.
The price varies, depending on the season and the weather.
The prices vary, ranging from low to high in the north.
When the tank is full, adding water to it would be a mistake.
He walked home, not knowing that the door was open all night.
The disease affects the lungs, including the airways, and causes a cough.
They won by changing the crew, including the captain, and mending the sails.
The law applies to all vehicles, including bicycles, that use the road.
Vehicles, such as cars, that use the road need a licence.
The keys are, for example, the first two on most of the machines.
All users, except those in group A, are asked to change the password.
The price is lower, especially in winter, than it was last year.
If the light is red, the pump at the back has stopped.
The file, if it exists, is read at the start of the run.
The option, when set, makes the program print more of its state.
One day, a man came to the door of the house with a letter.
The next morning, the man was gone from the house.
The day he came, the sky was dark and the wind was cold.
The longer you wait, the higher the price of the house will be.
Each time the bell rings, the dogs of the whole street bark.
Her mother is a teacher, her father a doctor in the town.
The winner gets a car, the loser a bicycle and a handshake.
The old town -- but not the harbour -- attracts many visitors.
The harbour -- apart from the old quay -- was sold in May.
The resources are used up and -- aside from minerals -- they were never large.
This type of stone, called tuff, is cut from the hill.
The two sides -- and this is the point -- met in the end.
The vote, 52 to 48, was a blow to the president of the senate.
John Berg, 45, lost his whole harvest in the flood.
The house was sold, it is said, for the price of a car.
Is the plan, which was made last year, still sound?
"The plan is sound," she said, smiling at the crowd of reporters.
She said, "The plan, which is good, is sound," and left the room.
The sign "Stop" and the sign "Go", which are red, are old.
A person who owns a dog, which is licensed, pays unless it is a guide dog.
The seller shall deliver the goods, which are listed below, to the buyer.
The goods, which were unopened, are returned, provided that they are whole.
The tags <b> and <i>, which are old, are kept in the file.
The call run(), which is slow, is made at the end.
Uh the plan, which was made last year, is is still sound.
which was built in 1901, the tower, and it is open to visitors.
The tower, which was built in 1901, and the bridge
Der Turm, die Brücke (siehe Bild 3), und das Haus sind alt.
""".strip().splitlines()


@pytest.mark.parametrize("text", UNTOUCHED)
def test_a_sentence_stays_whole(text):
    assert compressed_forms(text) == ()


def test_only_english_has_forms():
    text = "The tower, which was built in 1901, is open to visitors."
    assert compressed_forms(text, "en")
    assert compressed_forms(text, "de") == droppable_parts(text, "de") == ()


def test_parts_are_left_out_together_and_each_alone():
    text = "For example, the tower (see Figure 3), which is old, is open to us, making it busy."
    forms = [" ".join(text[start:end] for start, end in form) for form in compressed_forms(text)]
    assert forms[-1] == "the tower is open to us ."
    assert text.removeprefix("For example, ") in forms
    assert 4 < len(forms) <= 8
    assert sorted(forms, key=len, reverse=True) == forms


def test_a_form_has_five_words_and_saves_two():
    assert compressed_forms("The old man, who was ill, died.") == ()
    assert compressed_forms("The ferry (FTS) leaves the harbour in the morning.") == ()
    assert compressed_forms("The ferry (old FTS) leaves the harbour in the morning.")


PHRASES = st.sampled_from(
    (
        "The mill", "which was built in 1901", "who are old", "is open", "are not sold", "(a ruin)",
        "(5 mg)", "(if it rains)", "including wheat", "such as rye and oats", "making it busy",
        "a kind of wheat", "however", "for example", "In addition", "the farmers grow crops", "and",
        "-- an old one --", "also known as the Pact", "without water", "10 percent", "never",
        "in the valley", "unless it rains", "of the town", "Note that", '"quoted"', "said", "that",
    )
)  # fmt: skip
SENTENCES = st.lists(
    st.tuples(PHRASES, st.sampled_from((" ", ", ", ", ", "; ", " -- ")), st.booleans()), max_size=14
).map(lambda rows: "".join(phrase + sign for phrase, sign, _ in rows).rstrip(" ,;-") + ".")
LASTING = re.compile(
    r"\b(?:not|never|without|if|unless|except|only|until|provided|than|but|percent|mg)\b"
)


@given(st.one_of(SENTENCES, st.text(max_size=80), st.text("(),.—- Awhich'\"", max_size=60)))
def test_forms_are_slices_in_order_that_lose_no_negation(text):
    for form in (forms := compressed_forms(text)):
        assert all(0 <= start < end <= len(text) for start, end in form)
        assert all(end <= start for (_, end), (start, _) in pairwise(form))
        slices = [text[start:end] for start, end in form]
        assert slices == [each.strip() for each in slices]
        rest = iter(re.findall(r"\S", text))
        assert all(sign in rest for sign in re.findall(r"\S", "".join(slices)))
        kept = " ".join(slices)
        assert LASTING.findall(kept) == LASTING.findall(text)
        assert kept.count("(") - kept.count(")") == text.count("(") - text.count(")")
        assert kept.count('"') == text.count('"')
        assert len(kept.split()) <= len(text.split())
    assert len(set(forms)) == len(forms) <= 8
    assert compressed_forms(text) == forms


@pytest.mark.parametrize(
    "part",
    (
        ", ",
        "(",
        ")",
        "(a) ",
        "A, which ",
        " -- ",
        "—",
        "that ",
        ", the a",
        "'",
        '"',
        ". ",
        "x",
        "? ",
    ),
)
def test_texts_without_end_have_no_form(part):
    assert compressed_forms("The " + part * 100_000 + ".") == ()
    for form in compressed_forms("The mill is " + part * (1400 // len(part)) + "."):
        assert form[-1][1] <= 1500
