"""What a question for a number measures, and the amounts that answer it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.ranking.asked_for.measures import has_amount, measures_asked_for
from hyperdigest.ranking.asked_for.phrases import asks_for


@pytest.mark.parametrize(
    ("language", "question", "measures"),
    [
        ("en", "How long may the sluice stay open?", {"time"}),
        ("en", "How long is the sluice?", {"time", "length"}),
        ("en", "How much does a sack of flour cost?", {"money"}),
        ("en", "How many sails has the mill?", set()),
        ("en", "What is the fee for grinding?", {"money"}),
        ("en", "How old is the miller?", {"time"}),
        ("de", "Wie lange dauert das Mahlen?", {"time"}),
        ("de", "Was kostet ein Sack Mehl?", {"money"}),
        ("fr", "Combien coûte la farine ?", {"money"}),
        ("es", "¿Cuánto cuesta la harina?", {"money"}),
        ("ru", "Сколько стоит мука?", {"money"}),
        ("zh", "磨坊有多高?", {"length"}),
        ("fi", "Kuinka kauan?", set()),
    ],
)
def test_what_is_measured_is_told_by_the_words_of_the_question(language, question, measures):
    assert measures_asked_for(question, language) == measures
    assert asks_for("number", question, language) or not measures


@pytest.mark.parametrize(
    ("language", "measure", "text", "other"),
    [
        ("en", "time", "It closes after two full days.", "It closes after two sluices."),
        ("en", "time", "A 12-hour shift is usual.", "In house 12, hours pass."),
        ("en", "money", "A sack costs $ 3.50.", "A sack weighs 3.50."),
        ("en", "money", "The fine is 20 pounds.", "The fine follows rule 20."),
        ("en", "money", "A sack costs CHF 20.", "The CHF counts 20."),
        ("en", "time", "Within thirty (30) days.", "Thirty (30) of them."),
        ("en", "time", "Wait half an hour.", "Wait an hour."),
        ("de", "money", "Es kostet 20,- €.", "Es sind 20 Säcke."),
        ("en", "length", "The wheel is 4.5 m high.", "The wheel has 4.5 might."),
        ("en", "share", "Half, or 50% of it, is bran.", "Half of the 50 sacks are bran."),
        ("en", "temperature", "Dry it at 60 °C.", "Dry it in room 60."),
        ("de", "time", "Es dauert zwei Tage.", "Es braucht zwei Müller."),
        ("fr", "money", "Elle coûte 12 €.", "Elle pèse 12 kg."),
        ("zh", "length", "水车高三米。", "水车有三个轮子。"),
    ],
)
def test_an_amount_is_a_number_with_a_unit(language, measure, text, other):
    assert has_amount(text, {measure}, language)
    assert not has_amount(other, {measure}, language)
    assert not has_amount(text, (), language)
    assert not has_amount(text, {measure}, "fi")


@given(st.text(max_size=60), st.sampled_from(["en", "de", "zh"]))
def test_any_text_has_an_amount_or_not(text, language):
    without_numbers = "".join(each for each in text if each.isspace())
    assert has_amount(f"{text} 3 €", {"money"}, language) or text[-1:].isalnum()
    assert not has_amount(without_numbers, {"money", "time"}, language)
