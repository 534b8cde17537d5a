"""Sentences that say the same, and changes after which they never do."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hyperdigest.features.corroboration.agreement import says_the_same

SENTENCES = (
    "The council of Arden approved the new tram line on Tuesday evening.",
    "On 3 March 2031 the probe entered orbit around the moon Ilva.",
    "The harbour bridge will be closed to lorries from Monday until the end of June.",
    "All patients in the trial had headaches before the treatment began.",
    "The vaccine is given in two doses, four weeks apart, to children under 12 years.",
    "Adults take 20 mg of the drug with water after the evening meal.",
    "Smoking may cause the disease in older men, but it is rarely fatal.",
    "The glacier lost twelve percent of its mass between 2001 and 2011.",
    "Harlow Mills increased its revenue by 8 percent to 1.2 million euros in May.",
    "Most of the shops in Mill Street were open on Friday and Saturday.",
    "The tenant must pay the rent of 900 euros by the first day of the month.",
    "If the red lamp flashes, the filter is full and the pump stops.",
    "Anna Reiter never accepted the offer that the railway made in September 2030.",
    "Some teachers said that more pupils than last year could read the map.",
    "The lake is 40 metres deep at the upper dam and less than 10 metres at the lower one.",
    "Police arrested three men near the station after the robbery in Denby.",
    "Every contract of more than two years is valid only if both parties sign it.",
    "The northern line usually carries more freight than the southern line.",
    "Count Otmar founded the abbey in 1142, and his son enlarged it within ten years.",
    "The known side effects of the drug are common, harmless and treatable.",
)

OTHER_MONTHS = {"March": "April", "June": "July", "May": "October", "September": "November"}
OTHER_DAYS = {"Monday": "Sunday", "Tuesday": "Thursday", "Friday": "Wednesday"}
OTHER_NAMES = {"Arden": "Selby", "Ilva": "Orla", "Harlow": "Marlow", "Anna": "Ella",
               "Reiter": "Richter", "Denby": "Colby", "Otmar": "Osmund"}  # fmt: skip
OTHER_UNITS = {"mg": "g", "percent": "kilometres", "euros": "dollars", "metres": "feet",
               "years": "months", "weeks": "days", "million": "billion", "day": "week"}  # fmt: skip
OTHER_NUMBERS = {"two": "three", "four": "five", "twelve": "thirteen", "three": "seven",
                 "ten": "twenty", "first": "second", "both": "all"}  # fmt: skip
OPPOSITES = {
    "before": "after", "after": "before", "increased": "decreased", "more": "less", "less": "more",
    "All": "Some", "Some": "No", "Most": "Few", "Every": "No", "may": "will", "must": "may",
    "will": "may", "never": "always", "usually": "rarely", "rarely": "often", "upper": "lower",
    "until": "after", "from": "until", "between": "outside", "approved": "rejected", "If": "Unless",
    "with": "without", "under": "over", "only": "even", "open": "closed", "lost": "gained",
    "could": "should", "valid": "invalid", "harmless": "harmful", "treatable": "untreatable",
    "known": "unknown", "common": "uncommon", "is": "is not", "was": "was not", "are": "are not",
    "were": "were not", "had": "may have had", "is given": "may be given", "and": "or",
    "within": "after", "near": "far from", "northern": "western", "older": "younger",
}  # fmt: skip
CHANGES = OTHER_MONTHS | OTHER_DAYS | OTHER_NAMES | OTHER_UNITS | OTHER_NUMBERS | OPPOSITES


def changed(sentence):
    """The sentence with one word changed at a time, each with what was changed."""
    for word, other in CHANGES.items():
        for found in re.finditer(rf"(?<![\w-]){word}(?![\w-])", sentence):
            yield f"{word} to {other}", sentence[: found.start()] + other + sentence[found.end() :]
    for found in re.finditer(r"\d+", sentence):
        digits = str(int(found[0]) + 1)
        other = sentence[: found.start()] + digits + sentence[found.end() :]
        yield f"{found[0]} to {digits}", other


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_with_a_changed_word_does_not_say_the_same(sentence):
    kinds = 0
    for what, other in changed(sentence):
        assert says_the_same(sentence, other) == 0, what
        assert says_the_same(other, sentence) == 0, what
        kinds += 1
    assert kinds >= 2


@given(st.sampled_from(SENTENCES), st.data())
def test_not_or_never_put_in_anywhere_changes_what_is_said(sentence, data):
    words = sentence.split()
    place = data.draw(st.integers(0, len(words)))
    added = data.draw(st.sampled_from(["not", "never", "hardly", "perhaps", "only", "unless"]))
    other = " ".join([*words[:place], added, *words[place:]])
    assert says_the_same(sentence, other) == says_the_same(other, sentence) == 0


@given(st.sampled_from(SENTENCES), st.integers(0, 10**12), st.integers(0, 10**12))
def test_different_numbers_never_say_the_same(sentence, number, another):
    assume(number != another)
    found = re.search(r"\d[\d,.]*\d|\d", sentence)
    assume(found is not None)
    one, other = (
        sentence[: found.start()] + str(n) + sentence[found.end() :] for n in (number, another)
    )
    assert says_the_same(one, one) == 1
    assert says_the_same(one, other) == 0


@given(st.sampled_from(SENTENCES), st.data(), st.sampled_from(["un", "in", "dis", "non-", "anti-"]))
def test_a_negating_prefix_changes_what_is_said(sentence, data, prefix):
    words = [m.start() for m in re.finditer(r"\b[a-z]{6,}", sentence) if m[0] not in ("before",)]
    assume(words)
    place = data.draw(st.sampled_from(words))
    other = sentence[:place] + prefix + sentence[place:]
    assert says_the_same(sentence, other) == says_the_same(other, sentence) == 0


@given(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES))
def test_of_different_statements_only_equal_sentences_say_the_same(one, other):
    assert says_the_same(one, other) == (one == other)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_can_be_compared(one, other):
    assert 0 <= says_the_same(one, other) <= 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "About 4,000 people took part in the march.",
            "About 4000 people took part in the march.",
        ),
        (
            "The vaccine is given in two doses, four weeks apart.",
            "The vaccine is given in 2 doses, 4 weeks apart.",
        ),
        ("Prices rose by twenty-five percent.", "Prices rose by 25 %."),
        ("The dam cost 1.5 million euros.", "The dam cost 1,500,000 euros."),
        (
            "The treaty of Arden was signed on 3 March 1648.",
            "The treaty of Arden was signed on March 3, 1648.",
        ),
    ],
)
def test_numbers_and_dates_may_be_written_in_either_way(one, other):
    assert says_the_same(one, other) == says_the_same(other, one) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "The adrenal glands sit on top of the kidneys.",
            "The adrenal glands (AG) sit on top of your kidneys.",
        ),
        (
            "Mutations of the gene do not cause blindness.",
            "Mutations of the gene don't cause blindness (Reiter et al., 2019).",
        ),
    ],
)
def test_abbreviations_and_references_do_not_matter(one, other):
    assert says_the_same(one, other) == says_the_same(other, one) == 1


@pytest.mark.parametrize(
    "added",
    [
        " because the roof has a crack.",
        " because it can collapse.",
    ],
)
def test_the_other_may_add_a_reason(added):
    one = "The old school of Arden is closed"
    assert 0 < says_the_same(f"{one}.", one + added) < 1
    assert says_the_same(one + added, f"{one}.") == 0


@pytest.mark.parametrize(
    "added",
    [", which pleased the mayor.", ", next to the mill.", " in a novel.", ", which is untrue.",
     ", which means nothing.", " on paper.", ", some say.", " last year.",
     " because the mayor says so.", " because it was told to, which is false.",
     " because nobody stopped it.", ", which means that both schools are full."],
)  # fmt: skip
def test_the_other_may_add_nothing_else(added):
    one = "The town of Arden opened a new school for girls near the river"
    assert says_the_same(f"{one}.", one + added) == says_the_same(one + added, f"{one}.") == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The disease often is fatal in old dogs.", "The disease is often fatal in old dogs."),
        ("Growth Of Alpha-Crystals The growth of alpha-crystals is slow.",
         "The growth of alpha crystals is slow."),
        ("Mild winters Mild winters harm the vines.", "Mild winters harm the vines."),
        ("The mill was sold by the last heirs.[4]", "The mill was sold by the last heirs."),
        ("Symptoms of early cataracts are often hidden.",
         "Symptoms of early cataract are often hidden."),
        ("It kills weeds, either by burning the weeds or by drowning the weeds.",
         "It kills weeds, either by burning the weeds or by drowning them."),
        ("Thus, the dams leak; mills burn; and tunnels flood.",
         "The dams leak, mills burn, and tunnels flood."),
        ("The guild\u2019s \u201cold\u201d hall \u2013 of 1142 \u2013 was sold.",
         "The guild's \"old\" hall - of 1142 - was sold!"),
    ],
)  # fmt: skip
def test_small_differences_are_harmless(one, other):
    assert says_the_same(one, other) == says_the_same(other, one) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The mayor opened the new school.", "The deputy mayor opened the new school."),
        ("The maker recalled the heaters.", "The maker refused to recall the heaters."),
        ("The market opens at 7 am in the main square.",
         "The market opens at 7 pm in the main square."),
        ("The striker accused the referee of a lie.", "The referee accused the striker of a lie."),
        ("Harlow Mills bought Denby Wool in 2028.", "Denby Wool bought Harlow Mills in 2028."),
        ("Harlow Mills bought Denby Wool.", "Harlow Mills was bought by Denby Wool."),
        ("Ships sail from Arden to Colby.", "Ships sail from Colby to Arden."),
        ("Wages rose from 3 to 5 euros.", "Wages rose from 5 to 3 euros."),
        ("The line carries 12 men and 15 women.", "The line carries 15 men and 12 women."),
        ("The northern line carries freight and the southern line passengers.",
         "The northern line carries passengers and the southern line freight."),
        ("Fill the tank before you switch on the pump.",
         "Before you fill the tank, switch on the pump."),
        ("He did not sell the house but the farm.", "He did sell the house but not the farm."),
        ("Few of the trees survived the winter.", "A few of the trees survived the winter."),
        ("Vitamin A protects the eyes.", "Vitamin B protects the eyes."),
        ("Hepatitis A spreads in summer.", "Hepatitis spreads in summer."),
        ("Does the drug help against fever?", "The drug helps against fever."),
        ("Does the drug help against fever?", "Does the drug help against fever?"),
    ],
)  # fmt: skip
def test_sentences_that_differ_in_a_detail_do_not_say_the_same(one, other):
    assert says_the_same(one, other) == says_the_same(other, one) == 0
