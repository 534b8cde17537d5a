import pytest

from hyperdigest.features.nearest.facts import asks_for_fact


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Who built the mill?", "en"),
        ("In which year did the mill burn?", "en"),
        ("The mill burnt. Who lost the flour?", "en"),
        ("“When did the ferry stop?”", "en"),
        ("Wer baute die Mühle?", "de"),
        ("In welchem Jahr brannte die Mühle?", "de"),
        ("À quelle date le moulin a-t-il brûlé ?", "fr"),
        ("¿Dónde vivían los panaderos?", "es"),
        ("Кто пекари в городе?", "ru"),
        ("متى احترقت الطاحونة؟", "ar"),
        ("磨坊是哪一年烧毁的？", "zh"),
        ("水車小屋は誰が建てましたか。", "ja"),
        ("Değirmeni kim yaptı?", "tr"),
        ("Cối xay được xây ở đâu?", "vi"),
    ],
)
def test_who_when_and_where_ask_for_a_fact(question, language):
    assert asks_for_fact(question, language)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What is known about the mill?", "en"),
        ("Describe the people who built the mill.", "en"),
        ("What happens when the mill burns?", "en"),
        ("Why did the whole town leave?", "en"),
        ("How many bakers lost their flour?", "en"),
        ("Was weiß man über die Mühle, wo sie stand?", "de"),
        ("磨坊为什么关闭？", "zh"),
        ("Who built the mill?", "xx"),
        ("?!", "en"),
        ("", "en"),
    ],
)
def test_other_questions_do_not(question, language):
    assert not asks_for_fact(question, language)
