"""Longer texts in many languages: abbreviations, quotes, dates and units.

Each was written for these tests and is split into exactly the sentences given.
"""

import pytest

from hyperdigest import Collection, Document, Options
from hyperdigest.documents import FORMS
from hyperdigest.split import split

TEXTS = {
    "ar": [
        "قال د. أحمد إن ذلك صحيح.",
        "انظر ص. 12 من الكتاب ففيه الخريطة.",
        "ولد الملك سنة 500 ق.م. في مصر القديمة.",
        "كتب أ.د. محمود التقرير الأخير عن الجسر.",
        "بلغ العدد 3.5 مليون نسمة.",
    ],
    "de": [
        "Er wohnt in der Hauptstr. 12 in Bonn.",
        "Die Kosten von 3 Mio. Euro trug die Stadt.",
        "Frau Dipl.-Ing. Schmidt prüfte die Brücke.",
        "Siehe Kap. 4 und Abb. 3 auf der nächsten Seite.",
        "Anna Meier, geb. Schulz, lebt dort seit 1990.",
        "Laut Abs. 3 Nr. 2 gilt das nicht.",
    ],
    "el": [
        "Ο Δρ. Νίκος Παπαδόπουλος γεννήθηκε το 1923 στην Αθήνα.",
        "Ο κ. Γεωργίου και η κα. Μαρία Ιωάννου ίδρυσαν το μουσείο στις 5 Μαΐου 1961.",
        "«Πότε θα ανοίξει πάλι η γέφυρα;» ρώτησε ο δήμαρχος.",
        "«Δεν ξέρουμε ακόμα», απάντησε ο μηχανικός.",
        "Το έργο κόστισε 1.200.000 ευρώ, δηλ. περίπου 3,5 εκ. δραχμές.",
        "Στα έργα περιλαμβάνονται δρόμοι, πλατείες κ.λπ. που έγιναν πριν από το 1990.",
        "Γιατί έπεσε ο στύλος;",
        "Επειδή το νερό ήταν πολύ δυνατό!",
        "Η πόλη χτίστηκε το 300 π.Χ. από αποίκους, βλ. σελ. 45 για τον χάρτη.",
        "Ο Άγ. Νικόλαος είναι ο προστάτης των ναυτικών· η γιορτή του είναι τον Δεκέμβριο.",
        "Το κεφάλαιο περιγράφει π.χ. τον πόλεμο του 1897 κ.λπ.",
        "Στις 3 μ.μ. έκλεισε η γέφυρα.",
    ],
    "es": [
        "El Sr. García y la Sra. Ruiz llegaron tarde.",
        "La Dra. Pérez y el Dr. Soto revisaron el puente.",
        "El Gral. San Martín cruzó la cordillera.",
        "Véase la pág. 12 y el núm. 3 del informe.",
        "Los EE. UU. firmaron el tratado en 1990.",
        "Dña. Inés vive en la Av. Libertador 200.",
    ],
    "fr": [
        "M. Dupont et Mme. Roy sont venus.",
        "Il habite au 5 av. Foch depuis 1990.",
        "En 44 av. J.-C. César mourut à Rome.",
        "Le Pr. Blanc parle de son travail.",
        "On écoute le Dr. Roux.",
    ],
    "hi": [
        "डॉ. राजेंद्र प्रसाद भारत के पहले राष्ट्रपति थे।",
        "उनका जन्म 3 दिसंबर 1884 को हुआ था।",
        "पुल की लंबाई 1.5 कि.मी. है और चौड़ाई 12 मी. है।",
        "“क्या पुल फिर खुलेगा?” मेयर ने पूछा।",
        "“हमें अभी पता नहीं,” इंजीनियर ने कहा।",
        "श्री आर. के. शर्मा ने ई.पू. 300 के सिक्के खोजे।",
        "यह काम कब पूरा हुआ?",
        "कोई नहीं जानता!",
        "नदी में पानी बहुत था ।",
        "रु. 5,00,000 खर्च हुए।",
        'प्रो. मेहता ने कहा कि "पुल मजबूत है।"',
        "सन् १८९४ में पुल बना।",
    ],
    "it": [
        "Il sig. Rossi e la dott.ssa Bianchi arrivano domani.",
        "Il dott. Verdi lavora a Torino.",
        "Vedi pag. 12 e art. 5 del regolamento.",
        "L'on. Moro parlò per primo.",
        "L'avv. Neri vinse la causa.",
    ],
    "ja": [
        "山田太郎博士は1923年（大正12年）に東京で生まれた。",
        "「橋はいつ開くのですか？」と市長が尋ねた。",
        "彼は『老人と海。』を読んだ。",
        "橋の長さは１．５ｋｍで、幅は１２ｍである。",
        "工事費は1,200,000円（約８，０００ドル）だった。",
        "信じられない！",
        "（橋は翌年再建された。）",
        "Dr. Smithが設計した。",
        "No.1の橋である。",
        "彼は「行こう。」と言って、歩き出した。",
        "修理には何か月かかりましたか？",
    ],
    "ko": [
        "김철수 박사는 1923년 서울에서 태어났다.",
        "“다리는 언제 다시 열립니까?”라고 시장이 물었다.",
        "“아직 모릅니다.”라고 기사가 대답했다.",
        '그는 "조사 중이다."고 말했다.',
        "다리의 길이는 1.5km이고 폭은 12m이다.",
        "공사비는 1,200,000원(약 8,000달러)이었다.",
        "믿을 수 없다!",
        "1953. 7. 27. 휴전 협정이 체결되었다.",
        "Dr. Smith가 설계했다.",
        "수리는 몇 달이나 걸렸습니까?",
        "다리는 무너졌다….",
        "사람들이 울었다.",
    ],
    "nl": [
        "Dhr. Jansen en mevr. De Vries bekeken de brug.",
        "Zie blz. 12 en nr. 5 van het verslag.",
        "Prof. Dr. Bos sprak o.a. Engels.",
        "De gids bracht ons naar de oude burg.",
        "Daar stond hij.",
    ],
    "pl": [
        "Ks. Popiełuszko mówił o wolności.",
        "Mieszka przy ul. Długiej 5 w Krakowie.",
        "Zob. s. 12 i rys. 3 na końcu.",
        "Kupił m.in. Chleb Wiejski.",
        "Żył w IV w. p.n.e. w Atenach.",
    ],
    "pt": [
        "O Sr. Silva e a Sra. Costa chegaram tarde.",
        "A Dra. Reis examinou a ponte.",
        "Ver pág. 12 e art. 5 do relatório.",
        "Em 44 a.C. César morreu em Roma.",
    ],
    "ro": [
        "Dl. Ion Popescu a fost primar între 1990 și 1996.",
        "D-na. Maria Ionescu, dr. în istorie, a scris cartea.",
        "„Când se va redeschide podul?” a întrebat primarul.",
        "„Nu știm încă”, a răspuns inginerul.",
        "Podul are o lungime de 1,5 km, adică aprox. 1.500 m.",
        "Lucrările au costat 2,3 mil. lei, cf. raportului din 1998.",
        "Str. Mihai Eminescu nr. 12 a fost închisă.",
        "Cetatea a fost ridicată în sec. XIV de către Ștefan cel Mare.",
        "Sf. Nicolae este patronul marinarilor.",
        "În anul 106 d.Hr. romanii au cucerit Dacia.",
        "Au participat elevi, profesori etc.",
        "Apoi s-a servit masa.",
        "Cine a câștigat licitația?",
    ],
    "ru": [
        "Он жил на ул. Ленина, д. 5 до войны.",
        "В г. Москва и г. Тула работали заводы.",
        "Завод им. Кирова стоит на пр. Стачек.",
        "По ст. 15 п. 3 закона это запрещено.",
        "Ныне св. Николай почитается всеми.",
        "Гл. инженер осмотрел мост вместе с инж. Петровым.",
        "См. рис. 5 и табл. 3 в конце книги.",
    ],
    "th": [
        "ดร. สมชาย ใจดี เกิดเมื่อวันที่ 5 พ.ค. 2466 ที่กรุงเทพฯ เป็นบุตรคนที่สามของนายแดงและนางดำ",
        "ท่านสำเร็จการศึกษาจากจุฬาลงกรณ์มหาวิทยาลัยในปี พ.ศ. 2490",
        "ต่อมาได้เดินทางไปศึกษาต่อที่ประเทศอังกฤษและทำงานอยู่ที่นั่นสามปี",
        "วิศวกรตอบว่า “เรายังไม่ทราบ” แต่จะแจ้งให้ทราบโดยเร็วที่สุดเมื่อมีความคืบหน้า",
        "ค่าใช้จ่ายทั้งหมดประมาณ 1,200,000 บาท หรือราว ๓๔,๐๐๐ ดอลลาร์สหรัฐ",
        "ผู้คนต่าง ๆ พากันดีใจมากเมื่อสะพานเปิดให้ใช้งานอีกครั้งหนึ่ง",
        "น้ำท่วมในฤดูฝนปีนั้นได้พัดเอาเสาสะพานหายไปสองต้น ทำให้ต้องปิดสะพานนานถึงสามเดือน",
    ],
    "tr": [
        "Dr. Ahmet Yılmaz 1923 yılında İstanbul'da doğdu.",
        "Prof. Dr. Ayşe Kaya ile Doç. Dr. Mehmet Demir köprüyü inceledi.",
        '"Köprü ne zaman açılacak?" diye sordu belediye başkanı.',
        "“Henüz bilmiyoruz,” dedi mühendis.",
        "Köprü 1.200 m. uzunluğundadır.",
        "II. Dünya Savaşı sırasında köprü yıkıldı.",
        "IV. Murat 17. yüzyılda hüküm sürdü.",
        "M.Ö. 500 yılında burada bir kent vardı.",
        "Atatürk Cad. No. 15 adresindeki bina yıkıldı.",
        "Osmanlı döneminde vb. yapılar da vardı.",
        "Hz. Muhammed 571 yılında doğdu.",
        "Onarım 3. ayda bitti.",
        "Onarımı kim üstlendi?",
    ],
    "vi": [
        "TS. Nguyễn Văn An sinh năm 1923 tại Hà Nội.",
        "GS. Trần Thị Bình và ThS. Lê Minh đã khảo sát cây cầu.",
        "TP. Hồ Chí Minh có hơn 9 triệu dân.",
        "Cây cầu dài 1,5 km, tức khoảng 1.500 m.",
        "“Khi nào cầu mở lại?” ông chủ tịch hỏi.",
        "“Chúng tôi chưa biết”, kỹ sư trả lời.",
        "Tổng chi phí xây dựng là 2.300.000.000 đ.",
        "Công trình hoàn thành tháng 5/1961.",
        "Có nhiều loại cây như lúa, ngô, khoai, v.v.",
        "Người dân sống bằng nghề nông.",
        "Tp. Đà Nẵng nằm ở miền Trung.",
        "Ai đã xây cây cầu?",
    ],
}


def written(language):
    return ("" if language == "ja" else " ").join(TEXTS[language])


@pytest.mark.parametrize("language", TEXTS)
def test_longer_texts_are_split_where_their_sentences_end(language):
    text = written(language)
    spans = split(Document("d", "d", text), language)
    rows = list(zip(spans.start.tolist(), spans.end.tolist(), spans.form.tolist(), strict=True))
    assert [text[start:end] for start, end, _ in rows] == TEXTS[language]
    asking = {"?", "？", ";"}
    for start, end, form in rows:
        sentence = text[start:end]
        assert FORMS[form] == ("question" if sentence[-1] in asking else "prose"), sentence


@pytest.mark.parametrize("language", TEXTS)
def test_digests_quote_longer_texts_exactly_in_their_language(language):
    model = Collection.of([Document("d", "d", written(language))]).fit(Options(sweeps=4, samples=1))
    assert model.collection.language_counts == {language: 1}
    asked = [each for each in TEXTS[language] if each[-1] in "?？;"]
    question = asked[-1] if asked else TEXTS[language][-1]
    digest = model.digest(question, characters=200)
    assert digest.sentences
    for sentence in digest.sentences:
        assert written(language)[sentence.start : sentence.end] == sentence.text
        assert sentence.text in TEXTS[language]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("ko", ["홍수는 1953년에 일어났다.", "그리고 다리가 떠내려갔다."]),
        ("vi", ["Hàng hóa gồm gạo, muối, v.v.", "Ông An mua tất cả."]),
        ("ro", ["Gara este la 300 m.", "„Cât costă?” a întrebat ea."]),
        ("de", ["Die Brücke ist 1.500 m.", "Im Tal liegt sie."]),
    ],
)
def test_sentences_end_after_units_and_where_no_space_follows(language, sentences):
    text = ("" if language == "ko" else " ").join(sentences)
    spans = split(Document("d", "d", text), language)
    found = [text[a:b] for a, b in zip(spans.start, spans.end, strict=True)]
    assert found == sentences


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "He met Hz. Then he left."),
        ("en", "The tone has 50 Hz. Then it stops."),
        ("en", "This is the old Str. Then comes the new one."),
    ],
)
def test_abbreviations_of_one_language_do_not_count_in_another(language, text):
    spans = split(Document("d", "d", text), language)
    assert len(spans) == 2
    assert len(split(Document("d", "d", text.replace("Str.", "Hz.")), "tr")) == 1
