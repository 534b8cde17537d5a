"""The form of a sentence decides whether a digest may choose it."""

import pytest

from hyperdigest.documents import FORMS, Document
from hyperdigest.split import split
from hyperdigest.split.forms import form_of

TABLE = [
    ("prose", "The bridge was closed in May because its cables had rusted."),
    ("prose", '"We must wait," she said, "until the cables are replaced."'),
    ("prose", "BERLIN (Reuters) - The government said on Monday that it would act."),
    ("prose", "Figure 3 shows how the load is shared between the cables."),
    ("prose", "In 2016, 1,046,599 people arrived, 3,771 of whom had come by sea."),
    ("prose", "iPhone sales grew in the last quarter of the year."),
    ("prose", "mRNA is made in the nucleus of the cell."),
    ("prose", "b) New cables have been hung above the river."),
    ("prose", "(iv) “Closed” is painted on the gate."),
    ("stub", "c) the gate of the bridge."),
    ("stub", "(c) The Harbour Trust 2016."),
    ("prose", "The rate fell in all groups.[3][4]"),
    ("prose", "The cause is still unknown.12"),
    (
        "prose",
        "The President of France told Chancellor Merkel that Italy would ask Spain for help.",
    ),
    ("prose", "By June 2016 the town had closed the bridge."),
    ("prose", "这是第一句。"),
    ("prose", "Der Mann sah Häuser und viele Leute kamen Abend für Abend zum Fluss."),
    ("stub", "(See, for example, the section on rust (part 2))."),
    ("stub", "<options> can be [--cable, --tower, --close-lane, --ferry]."),
    ("prose", "The bridge is closed by --close-lane, --ferry or --tower."),
    ("prose", "(The town saw in May that the cables had rusted.)"),
    ("stub", "7.14 A bridge that is closed by one of its towns . . . 39"),
    ("stub", "The bridge that is closed by one of the towns . ."),
    ("prose", "The town wondered why the bridge was closed . . . ."),
    ("stub", "File: bridge.info,  Node: Closing the bridge,  Next: Cables,  Up: Care"),
    ("stub", "File: bridge.info,  Node: How the cables of the\nbridge are cared for,  Up: Top"),
    ("prose", "File: the town must name the bridge, and the clerk signs it."),
    ("question", "Who closed the bridge?"),
    ("question", '"Why did you close it?"'),
    ("heading", "WHAT THE TOWN THINKS (2016): PLANS & COSTS"),
    ("byline", "By Jane Doe and John Roe"),
    ("stub", "D: Seil, E: cuerda, F: corde, câble, I: fune, NL: ?, S: rep."),
    ("prose", "A: It is closed, B: it was closed, C: it opens, D: nobody knows."),
    ("byline", "By our own correspondents"),
    ("byline", "_Last updated 3 May 2019_"),
    ("byline", "*Draft v4, 9 October 2026."),
    ("prose", "Version v4 of the plan was shown on 9 October 2026."),
    ("byline", "WASHINGTON, Aug. 21, 2017"),
    ("byline", "BERLIN (Reuters) -"),
    ("prose", "OK."),
    ("byline", "Monday, 21 August 2017"),
    ("byline", "Published 14 August 2017"),
    ("byline", "Photo by Ann Lee."),
    ("byline", "Reporting by Ann Lee; Editing by Tom Hall."),
    ("byline", "© 2017 Example News."),
    ("byline", "Copyright 2017 Example News. All rights reserved."),
    ("byline", "All rights reserved."),
    ("byline", "https://example.org/bridge"),
    ("byline", "Write to ann@example.org."),
    ("byline", "Read more about the bridge and its cables."),
    ("byline", "For more information, see the pages of the town council."),
    ("byline", "Subject: The bridge over the harbour is closed."),
    ("stub", "the reasons for closing the bridge:"),
    ("stub", "The reasons for closing the bridge are these:"),
    ("stub", "and so the cables had to be replaced by the town."),
    ("stub", ", which is why the cables had to be replaced."),
    ("stub", "rust in the cables"),
    ("stub", "We had hoped that the bridge would, you know,"),
    ("stub", '"But I thought that the bridge—"'),
    ("stub", "We were told that the bridge was—."),
    ("stub", "Bridge engineers (BE), who look after the cables and the deck."),
    ("prose", "Bridge engineers, who look after the cables, were called in May."),
    ("prose", "The engineers, who look after the deck, come in May."),
    ("stub", "Figure 3: The load on the cables."),
    ("stub", "Table 2. Costs of the bridge by year."),
    ("stub", "[12] Smith, J. A., and Lee, B. On the rust of cables."),
    ("stub", "Journal of Bridges 12(3): 45-67, 2014."),
    ("stub", "12.5 13.7 (4.4) 55.1 67 Cables."),
    ("byline", "See the drawings for more details."),
    ("byline", "See Painting of Old Bridges."),
    ("byline", "(See rust Protection of Cables.)"),
    ("prose", "See Anna to get the key of the old bridge."),
    ("byline", "(See the drawings of the bridge for more info.)"),
    ("byline", "See\nthe drawings for  details."),
    ("byline", "For more information,\nsee the pages of the town council."),
    ("prose", "See\nyour engineer at once, since rust spreads."),
    ("byline", "See the drawings of the bridge for more info.)"),
    ("byline", "(See the pages of the council below."),
    ("byline", "Please refer to the manual."),
    ("byline", "See RUST IN CABLES [5] below."),
    ("prose", "See a doctor if the cable cut your hand."),
    ("prose", "Please refer to the manual of the crane."),
    ("prose", "See below how the deck of the bridge was painted in three days."),
    ("stub", "***"),
    # joined items of lists
    (
        "prose",
        "Causes of rust include Salt in the sea air Water in the older cables Paint that has come"
        " off Cracks in the joints of the deck",
    ),
    ("prose", "If it rusts, you may need: A ladder to climb Paint for the deck New cables"),
    (
        "incomplete",
        "Salt in the sea air Water in the older cables Paint that came loose Cracks in the deck.",
    ),
    (
        "incomplete",
        "Table of costs include Paint for the deck Work on the cables Ladders to climb.",
    ),
    ("stub", "Parts that rust are: Joints of the deck Cables of the bridge They may cause:"),
    ("prose", "He saw how the harbour looked: grey around Tom's boat and the old Trams."),
    ("stub", "The trams stand in the old hall by the harbour (...)"),
    ("prose", "The trams stand in the old hall by the harbour (see below)."),
    ("stub", "2 How to start the old pump of the harbour in winter when it\nis cold ........ 5"),
    ("stub", "How does it start? . . . . . . . . . . . . 12\nAnd how does it end ....... 13"),
    ("prose", "He waited for the tram ..... 5 minutes later it came."),
    # fillers and numbers
    ("stub", "Fifty one, one, two, three, four, five."),
    ("stub", "Uh, um, yeah, okay so the bridge."),
    ("prose", "Well, so the bridge is closed."),
    ("prose", "No one came, and no one left the bridge."),
    ("prose", "Four men and two dogs were on the old bridge."),
    ("prose", "So war es 1990."),
    # remains of direct speech
    ("stub", "Miss Hall said, eyeing the rust on the cables."),
    ("stub", "The old man asked anxiously."),
    ("prose", "The council said that the bridge was closed."),
    ("prose", "As Ann said, nothing is known of the rust."),
    ("prose", 'And I do not think that the bridge will hold."'),
    ("prose", "And I do not think that the bridge will hold.”"),
    ("prose", '"I do not think that the bridge will hold.'),
    ("prose", 'They call it the "old bridge."'),
    ("prose", "Sie nennen sie „die alte Brücke.”"),
    # references to other pages
    ("byline", "Visit the Harbour Office for more information on the old bridge."),
    ("byline", "For more information on the rust of cables, please click here."),
    ("byline", "For more information on the bridge, call the Harbour Office."),
    ("byline", "See also the pages of the council."),
    ("byline", "Click here to see the bridge."),
    ("byline", "Please click on the photo to enlarge it."),
    ("prose", "Click on Bridges to open the panel."),
    ("prose", "Click the Save button, and wait for the bridge."),
    ("byline", "To learn about rust and cables visit the pages of the council."),
    ("byline", "More detailed information about the rust can be found in the archive."),
    ("prose", "See your engineer at once, since rust spreads."),
    ("prose", "For more people, the bridge is too far away."),
    ("prose", "To learn how cables rust, engineers built a second bridge."),
    ("prose", "The U.K., of course, closed its bridge too."),
    ("stub", "Smith, J., and Lee, B. On the rust of cables."),
]


@pytest.mark.parametrize(("form", "sentence"), TABLE, ids=[sentence[:40] for _, sentence in TABLE])
def test_form(form, sentence):
    assert FORMS[form_of(sentence, "paragraph")] == form


@pytest.mark.parametrize(
    "sentence",
    [
        "/srv contains site-specific data which is served by this system.",
        "~/.profile is read when a person logs in.",
        "./configure looks for the compiler.",
        "--verbose shows what is done.",
        "-q hides all but the errors.",
        "$HOME is the folder of the user.",
        "&ferry; was first written in 1996.",
        ".bridgerc holds what the user likes best.",
        "bridge.conf holds the settings of the ferry.",
        "libc6 provides what every program needs.",
        "ferry_boat is set where there is no bridge.",
        "apt-get removes the packages that nothing needs any more.",
        "rsync was made in 1996.",
        "systemd uses units to describe services.",
        "ferryctl moves the ferry to the other side.",
        "showtide Prints the height of the water at the pier.",
        "bridge(8)  examines  each  cable  once a minute.",
    ],
)
def test_a_statement_may_begin_with_a_path_or_a_name_in_lower_case(sentence):
    assert FORMS[form_of(sentence, "paragraph")] == "prose"


@pytest.mark.parametrize("kind", ["item", "step", "definition"])
def test_a_part_of_a_list_in_capitals_is_no_heading(kind):
    assert FORMS[form_of("YYYY-MM-DD", kind)] == "stub"
    assert FORMS[form_of("YYYY-MM-DD", "paragraph")] == "heading"


@pytest.mark.parametrize(
    ("item", "form"),
    [
        ("`kite` ([Kite pages](https://kite.example))", "stub"),
        ("[Kite](https://kite.example) | [Boat](https://boat.example)", "stub"),
        ("Kite: https://kite.example", "byline"),
    ],
)
def test_the_target_of_a_link_says_nothing_about_an_item(item, form):
    assert FORMS[form_of(item, "item")] == form


@pytest.mark.parametrize(
    "sentence",
    [
        "it uses much of the rust.",
        "which provides a bridge for the town.",
        "that is the end of the bridge.",
        "removes the packages from the town.",
        "well-known engineers said that the bridge rusts.",
        "half-hearted repairs that are done in May.",
        "the bridge is closed.",
        "old repairs that nobody had paid for.",
        "takes place in March.",
    ],
)
def test_a_sentence_that_begins_inside_a_clause_is_a_stub(sentence):
    assert FORMS[form_of(sentence, "paragraph")] == "stub"


@pytest.mark.parametrize(
    "sentence",
    [
        "See Section 5.1 for the layout of the archive.",
        "See section 2 before the cables are cut.",
    ],
)
def test_a_reference_to_a_section_is_prose(sentence):
    assert FORMS[form_of(sentence, "paragraph")] == "prose"


@pytest.mark.parametrize("head", ["See Table 3", "See the figure", "(See Figure 2", "See also"])
def test_a_reference_to_a_figure_or_table_is_a_byline(head):
    assert FORMS[form_of(f"{head} for the load of the cables.", "paragraph")] == "byline"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("incomplete", "The old bridge is closed to all of the trams"),
        ("incomplete", "Die alte Brücke der Stadt bleibt im Winter geschlossen"),
        ("incomplete", "Старый мост через реку закрыт до конца этой зимы"),
        ("stub", "Старый мост через реку закрыт"),
        ("stub", "The old bridge is closed to trams"),
        ("stub", "The old bridge over the harbour of the town"),
        ("stub", "The old bridge is closed to all of the"),
        ("stub", "The old bridge is closed to all of the trams,"),
        ("incomplete", "The old bridge is closed to all of the trams:"),
        ("stub", "The old bridge is closed to all of the trams -"),
        ("stub", "Because the old bridge is closed to all of the trams"),
        ("stub", "Table 2: The old bridge is closed to all of the trams"),
        ("stub", "Smith, J., and Lee, B. The old bridge is closed to all of the trams"),
        ("stub", "the old bridge is closed to all of the trams"),
        ("stub", "12.5 13.7 (4.4) 55.1 67 9.1 2.2 4.5 is the trams"),
    ],
)
def test_a_long_sentence_without_full_stop_is_incomplete_unless_its_beginning_is_missing(
    form, sentence
):
    assert FORMS[form_of(sentence, "paragraph")] == form


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("incomplete", "Income from wool rose to 29 crowns in May, as the following table shows:"),
        ("incomplete", "The charges for the ferry of the island in the summer were as follows:"),
        ("stub", "Charges for the ferry of the island in all months of the year:"),
        (
            "incomplete",
            "The charges for the ferry of the island in the summer are to be found here:",
        ),
        ("stub", "They were as follows:"),
        ("stub", "☂ ☂ ☂ ☂ ☂ ☂ ☂ ☂:"),
    ],
)
def test_a_clause_that_announces_something_is_incomplete(form, sentence):
    assert FORMS[form_of(sentence, "paragraph")] == form


def test_what_introduces_a_list_or_a_program_is_only_quoted_with_it():
    lead_in = "The tools that the town lends to its citizens in May are the following:"
    lent = split(Document("a", "a", f"{lead_in}\n\n- a saw\n- a rake\n- a long ladder\n"))
    told = split(Document("a", "a", f"{lead_in}\n\nMost of them ask for a ladder in spring.\n"))
    assert FORMS[lent.form[0]] == "stub"
    assert FORMS[told.form[0]] == "incomplete"


@pytest.mark.parametrize("kind", ["heading", "table", "code"])
def test_headings_tables_and_code_have_the_form_of_their_block(kind):
    assert FORMS[form_of("The bridge was closed in May.", kind)] == kind


@pytest.mark.parametrize("kind", ["item", "quote"])
def test_full_sentences_of_lists_and_quotes_are_prose(kind):
    assert FORMS[form_of("The bridge was closed in May.", kind)] == "prose"
    assert FORMS[form_of("the bridge in May", kind)] == "stub"


def forms(text: str, language: str = "en") -> list[str]:
    return [FORMS[form] for form in split(Document("d", "d", text), language).form]


def test_a_german_letter_may_begin_in_lower_case_after_the_greeting():
    letter = "Lieber Tom,\n\nwir treffen uns am Freitag im alten Rathaus. Bring Karten mit.\n"
    assert forms(letter, "de") == ["stub", "prose", "prose"]
    parts = "Karten,\n\nund wir am Freitag"
    assert forms(parts, "de")[-1] == "stub"


@pytest.mark.parametrize(
    ("letter", "language"),
    [
        ("Dear Tom,\n\nthe rent for March is 900 euros.\n", "en"),
        ("Hi all,\nthe roof is mended on Tuesday.\n", "en"),
        ("Bonjour Anne,\n\nle toit sera réparé mardi.\n", "fr"),
    ],
)
def test_other_letters_may_begin_in_lower_case_after_a_greeting(letter, language):
    assert forms(letter, language) == ["stub", "prose"]
    assert forms(letter.replace(letter.split()[0], "Ropes"), language) == ["stub", "stub"]


@pytest.mark.parametrize("word", ["Care,", "Cara,", "Care and love,"])
def test_a_word_like_a_greeting_is_none(word):
    assert forms(f"{word}\nit is said, is what the roof needs.\n") == ["stub", "stub"]


def test_forms_of_a_document():
    text = "THE BRIDGE\n\nIt was closed. Why?\n\n- rust\n- The cables were old.\n\n1 | 2 | 3\n"
    assert forms(text) == ["heading", "prose", "question", "stub", "prose", "table"]


def test_the_form_of_a_turn_does_not_depend_on_its_label():
    text = (
        "Tom: but we wait for the trams…\n"
        "Ann: Trams run over the bridge in the morning.\nTom: Why?\n"
        "Ann: Because the\nTom: So be it. Trams run."
    )
    assert forms(text) == ["stub", "prose", "question", "stub", "stub", "prose"]


@pytest.mark.parametrize(
    ("utterance", "form"),
    [
        ("but we wait for the trams that run all night.", "prose"),
        ("the council said that the bridge is closed to trams", "prose"),
        ("the council said that the bridge is closed to trams,", "prose"),
        ("The council said that the bridge is closed to trams", "prose"),
        ("но мы долго ждём тех трамваев, которые ходят всю ночь.", "prose"),
        ("the council said that the bridge is closed to", "stub"),
        ("the council said that the bridge is closed…", "stub"),
        ("the council said that the bridge is closed to...", "stub"),
        ("the council said that the bridge is closed —", "stub"),
        ("The council said that the bridge is closed to trams—", "stub"),
        ("because the council said that it is closed to trams", "stub"),
        ("the trams over the bridge and not in the harbour", "stub"),
        ("but who pays for the bridge and the trams?", "question"),
    ],
)
def test_an_utterance_may_begin_in_lower_case_and_lack_its_full_stop(utterance, form):
    assert forms(f"Ann: Trams run.\nTom: {utterance}\nAnn: Trams run.\nTom: Trams run.")[1] == form


@pytest.mark.parametrize("utterance", ["", "—", "...", "x1", "ß", "[laughs]"])
def test_an_utterance_without_a_clause_is_not_prose(utterance):
    text = f"Ann: Trams run.\nTom: {utterance}\nAnn: Trams run.\nTom: Trams run."
    assert "prose" not in forms(text)


@pytest.mark.parametrize("label", ["Tom:", "Tom Hall AM:", "[12:30] **The Lord Mayor of Hall**:"])
@pytest.mark.parametrize(
    ("utterance", "form"),
    [
        ("No, not at this point.", "stub"),
        ("The trams run all day and night.", "stub"),
        ("The trams run all day and all night.", "prose"),
        ("Uh, yeah, um, okay, so the trams run well.", "stub"),
    ],
)
def test_the_label_of_a_turn_does_not_count_as_a_word(label, utterance, form):
    assert forms(f"{label} {utterance} Trams run.\n" * 3) == [form, "prose"] * 3


CLAUSE = "The council said that the bridge will be closed to all trams"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CLAUSE, ["prose"]),
        ("Trams run. " + CLAUSE, ["prose", "prose"]),
        (CLAUSE + " and", ["stub"]),
        (CLAUSE + " of the:", ["stub"]),
        (CLAUSE + ",", ["stub"]),
        (CLAUSE + "\n\nTrams run.", ["incomplete", "prose"]),
        ("- " + CLAUSE, ["incomplete"]),
        ("The bridge over the harbour, and not only for the trams in May", ["stub"]),
    ],
)
def test_the_last_sentence_may_lack_its_full_stop(text, expected):
    text = text.replace("The council said", "The council, which met on Monday in the hall, said")
    assert forms(text) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Please contact Mission Harbor Behavioral Health today.",
        "Please contact us to find a center that offers this specialized testing.",
        "Advertising on our site helps support our mission.",
        "Code is available at https://github.com/x/y.",
        "Our code and data are publicly available at https://github.com/x/y.",
        "All code will be made available on GitHub.",
        "For more detailed information on rust, please refer to the pages of the town.",
        "For more information about the deck and its cables, feel free to call the Harbour Office.",
        '(For more information, go to "Types of Rust.")',
        "To learn more about rust, contact the Harbour Office.",
        "If you would like to know more about rust, visit the town.",
        "Watch the video to learn more about rust.",
        "Get more information about rust.",
        "More information is provided in the leaflet on rust.",
        "Subscribe to our newsletter.",
        "Don't forget to subscribe to our channel!",
        "All rights reserved.",
        "© 2017 Harbour. Alle Rechte vorbehalten.",
        "Hafenblatt GmbH, alle Rechte vorbehalten.",
        "Abonnieren Sie unseren Newsletter.",
        "Weitere Informationen zum Rost finden Sie auf den Seiten der Stadt.",
        "Tous droits réservés.",
        "Abonnez-vous à notre lettre d'information.",
        "Pour plus d'informations sur la rouille, consultez les pages de la ville.",
        "Pour en savoir plus, visitez le port.",
        "Todos los derechos reservados.",
        "Suscríbase a nuestro boletín.",
        "Para más información sobre el óxido, visite las páginas de la ciudad.",
        "Все права защищены.",
        "Подпишитесь на нашу рассылку.",
        "Более подробную информацию о ржавчине смотрите на сайте города.",
        "Для получения дополнительной информации о мосте звоните в порт.",
    ],
)
def test_sentences_about_a_web_site_are_bylines(sentence):
    assert FORMS[form_of(sentence, "paragraph")] == "byline"


@pytest.mark.parametrize(
    "sentence",
    [
        "Contact your doctor if the pain lasts.",
        "Call us if the wound bleeds.",
        "Please contact your doctor today.",
        "Please call Harbour Control at once if the bridge moves.",
        "The code is available under the MIT license since 2004.",
        "The source code of the ferry is available from the pages of its author.",
        "Code is available to all who ask the engineers.",
        "Advertising on television helps the harbour.",
        "Subscribe to the list of the engineers to hear of repairs.",
        "More information is needed to say why it rusts.",
        "To learn more, engineers built a second bridge.",
        "For more information than this, the town paid a lot.",
        "Videos show how rust spreads.",
        "Alle Rechte liegen bei der Stadt.",
        "Weitere Informationen fehlen bisher.",
        "Pour plus de sécurité, le pont est fermé.",
        "Para más seguridad, el puente está cerrado.",
        "Все права граждан города защищены законом.",
        "Дополнительную информацию о мосте дал инженер.",
    ],
)
def test_advice_and_statements_about_places_are_prose(sentence):
    assert FORMS[form_of(sentence, "paragraph")] == "prose"


def forms_of(text):
    spans = split(Document("d", "d", text))
    return [FORMS[form] for form in spans.form]


@pytest.mark.parametrize(
    "text",
    [
        "Hall, T. 1986. A guide to the rust of cables. Harbour Press, Old Town.",
        "Hall, T. and Lee, A. B. (1986) Rust, salt and other causes. Annals of Bridges 4: 61-95.",
        "Hall, T., A. B. Lee, and C. Roe. 1986a. On rust. Harbour Press.",
        "Müller, K. und Weiß, A. 1990. Der Rost an alten Brücken. Hafen Verlag, Altstadt.",
        "Lefèvre, J. et Dubois, M. (1990). Le pont et la rouille. Presses du Port.",
        "Pérez, L. y Gómez, A. 1990. El puente y el óxido. Editorial del Puerto.",
        "Петров, А. и Иванов, Б. 1990. Мосты и их опоры. Издательство Порт.",
        "Hall, T. 1986. On rust. Harbour Press. Lee, A. 1990. On salt in the air. Old Town Press.",
    ],
)
def test_entries_of_a_list_of_references_are_not_prose(text):
    assert not {"prose", "incomplete", "question"} & set(forms_of(text))


def test_a_remark_on_a_reference_is_prose():
    text = "Hall, T. 1986. On rust. This book is the first that was written on cables."
    assert forms_of(text)[-1] == "prose"
    text = "The bridge is old. Hall, T. 1986. On rust. Annals 4: 61-95. Cables rust in salty air."
    assert [form == "prose" for form in forms_of(text)] == [True, False, False, False, True]


@pytest.mark.parametrize(
    "text",
    [
        "Hall, T. (1986) showed that cables rust. Paint helps against it.",
        "In the town of Hall, A. Lee built a bridge. Nobody used it.",
        "The bridge was built by Tom Hall. 1986 was the year in which it closed.",
    ],
)
def test_a_name_and_a_year_in_prose_are_no_reference(text):
    assert forms_of(text)[-1] == "prose"


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("incomplete", "Rust of Old Cables in Harbour Towns Revealed – Engineering ."),
        ("incomplete", "Restoration and Care of Wooden Harbour Bridges."),
        ("incomplete", "Harbour Press, Old Town."),
        ("prose", "Ann Lee and Tom Hall met in Old Town."),
        ("prose", "The Harbour Bridge of Old Town is the Bridge of Bridges."),
        ("prose", "Old Town's Harbour Bridge, Ann Lee's."),
        ("prose", "Avoid the Old Town Harbour Bridge."),
        ("prose", "Ann Lee."),
        ("prose", "Frau Hall und Herr Lee trafen Anna Berg in Hafenstadt."),
        ("prose", "Anne Dubois et Paul Martin arrivent à Port Vieux."),
        ("prose", "Ana Gómez y Luis Pérez viven en Puerto Viejo."),
        ("prose", "Анна Петрова и Иван Иванов живут в Старом Порту."),
    ],
)
def test_a_title_is_incomplete(form, sentence):
    assert FORMS[form_of(sentence, "paragraph")] == form
