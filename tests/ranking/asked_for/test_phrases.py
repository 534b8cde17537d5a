import pytest

from hyperdigest.ranking.asked_for.phrases import asks_for


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
    assert asks_for("fact", question, language)


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
        ("Why did the mill burn? Who knows where the flour was is dead.", "en"),
        ("Who built the mill?", "xx"),
        ("?!", "en"),
        ("", "en"),
    ],
)
def test_other_questions_do_not(question, language):
    assert not asks_for("fact", question, language)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("How do I grease the mill?", "en"),
        ("Which command stops the ferry?", "en"),
        ("How do I change ferry.conf in version 3.12?", "en"),
        ("The mill stands still. How can we start it?", "en"),
        ("How can we start the mill? It stands still, and nobody knows who stopped it.", "en"),
        ("What do I have to do so that the ferry stops?", "en"),
        ("Mit welchem Befehl hält die Fähre?", "de"),
        ("Comment puis-je arrêter le moulin ?", "fr"),
        ("如何启动磨坊？", "zh"),
        ("Değirmen nasıl durdurulur?", "tr"),
    ],
)
def test_how_to_do_something_and_commands_are_asked_for(question, language):
    assert asks_for("how_to", question, language)


@pytest.mark.parametrize(
    "question", ["How many mills are there?", "How did the mill burn?", "What is a commander?"]
)
def test_other_questions_ask_for_nothing_to_do(question):
    assert not asks_for("how_to", question, "en")


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Which tools does the baker use?", "en"),
        ("In which cases is the mill stopped?", "en"),
        ("Which people run the ferry?", "en"),
        ("What ropes can the crane lift?", "en"),
        ("What are the steps to start the mill?", "en"),
        ("The mill stands still. What are my choices?", "en"),
        ("What do I have to do to start the mill?", "en"),
        ("Was muss ich tun, damit die Mühle läuft?", "de"),
        ("Que dois-je faire pour arrêter le moulin ?", "fr"),
        ("¿Qué tengo que hacer para parar el molino?", "es"),
        ("Quelles sont les étapes ?", "fr"),
        ("¿Cuáles son los pasos?", "es"),
        ("Какие бывают мельницы?", "ru"),
        ("磨坊有哪些工具？", "zh"),
    ],
)
def test_several_things_are_asked_for(question, language):
    assert asks_for("several", question, language)


@pytest.mark.parametrize(
    "question",
    [
        "Which mill is the oldest?",
        "Which is the oldest mill?",
        "Which was built first?",
        "Which class of mill is this?",
        "Which status has the ferry?",
        "What does the baker use?",
        "What makes the mill stop?",
        "What was new in the second year?",
    ],
)
def test_one_thing_is_asked_for(question):
    assert not asks_for("several", question, "en")


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("What is known about the mill?", "en", True),
        ("Describe the ferry.", "en", True),
        ("Who is Sten and how do his plans change throughout the story?", "en", True),
        ("Where can I find information about the mill?", "en", True),
        ("Who is Sten, and what happens to him?", "en", True),
        ("What happens to the ferry when it leaks?", "en", False),
        ("What does --summarize do?", "en", False),
        ("Where is a summary of changes?", "en", False),
        ("Who built the mill?", "en", False),
        ("What happened to the ferry in 1921?", "en", False),
        ("How are the bakers described?", "en", False),
        ("Was ist über die Mühle bekannt, was weiß man?", "de", True),
        ("Wer baute die Mühle?", "de", False),
        ("Décrivez le moulin.", "fr", True),
        ("Что известно о мельнице?", "ru", True),
        ("请描述磨坊。", "zh", True),
    ],
)
def test_an_overview_is_asked_for_in_so_many_words(question, language, expected):
    assert asks_for("overview", question, language) == expected
