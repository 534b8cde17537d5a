"""The same few sentences in many languages, written for these tests: each must be cut exactly so.

The last one of each is a question.
"""

SENTENCES = {
    "ar": [
        "بنى نجارو القرية الجسر القديم عام 1894.",
        "جرف فيضان الربيع عمودين من أعمدته.",
        "يعبر الجسر اليوم نحو 1200 شخص كل يوم.",
        "كم استغرق الإصلاح؟",
    ],
    "de": [
        "Die alte Brücke wurde 1894 von Zimmerleuten aus dem Dorf gebaut.",
        "Das Hochwasser im Frühling riss zwei Pfeiler fort.",
        "Heute gehen täglich etwa 1200 Menschen über die Brücke.",
        "Wie lange dauerte die Reparatur?",
    ],
    "el": [
        "Η παλιά γέφυρα χτίστηκε το 1894 από μαραγκούς του χωριού.",
        "Η πλημμύρα της άνοιξης παρέσυρε δύο στύλους.",
        "Σήμερα περνούν κάθε μέρα περίπου 1.200 άνθρωποι.",
        "Πόσο κράτησε η επισκευή;",
    ],
    "en": [
        "The old bridge was built in 1894 by carpenters from the village.",
        "The flood in spring carried two pillars away.",
        "Today about 1200 people walk across the bridge every day.",
        "How long did the repair take?",
    ],
    "es": [
        "El viejo puente fue construido en 1894 por carpinteros del pueblo.",
        "La crecida de la primavera se llevó dos pilares.",
        "Hoy cruzan el puente unas 1200 personas cada día.",
        "¿Cuánto tiempo duró la reparación?",
    ],
    "hi": [
        "यह पुराना पुल 1894 में गाँव के बढ़इयों ने बनाया था।",
        "वसंत की बाढ़ में दो खंभे बह गए।",
        "आज हर दिन लगभग 1,200 लोग पुल पार करते हैं।",
        "मरम्मत में कितना समय लगा?",
    ],
    "hy": [
        "Հին կամուրջը կառուցել են գյուղի հյուսները 1894 թվականին։",
        "Գարնանային հեղեղը տարավ երկու սյուն։",
        "Այսօր կամրջով օրական անցնում է շուրջ 1200 մարդ։",
    ],
    "ja": [
        "この古い橋は1894年に村の大工によって建てられた。",
        "「春の洪水で柱が二本流された。」と記録に残っている。",
        "現在、毎日およそ1200人が橋を渡っています！",
        "修理には三か月かかりましたか？",
    ],
    "ko": [
        "이 오래된 다리는 1894년에 마을 목수들이 지었다.",
        "봄 홍수로 기둥 두 개가 떠내려갔습니다.",
        "지금은 하루에 약 1,200명이 다리를 건넌다.",
        "수리는 얼마나 걸렸습니까?",
    ],
    "ro": [
        "Podul vechi a fost construit în 1894 de tâmplarii din sat.",
        "Inundația de primăvară a luat doi stâlpi.",
        "Astăzi trec zilnic pe pod circa 1.200 de oameni.",
        "Cât a durat reparația?",
    ],
    "ru": [
        "Старый мост построили в 1894 году плотники из деревни.",
        "Под ним теперь 40 кв. метров новых досок.",
        "Сегодня по мосту ежедневно проходят около 1200 человек.",
        "Сколько длился ремонт?",
    ],
    "th": [
        "สะพานเก่าข้ามแม่น้ำสายนี้สร้างขึ้นในปี พ.ศ. 2437 โดยช่างไม้จากหมู่บ้านใกล้เคียง",
        "ชาวบ้านใช้สะพานนี้ขนข้าวไปขายที่ตลาดทุกเช้า",
        "ทางจังหวัดปิดสะพานนานสามเดือนเพื่อซ่อมแซมเสาที่หัก",
        "ปัจจุบันมีคนข้ามสะพานแห่งนี้วันละประมาณ 1,200 คน",
    ],
    "tr": [
        "Eski köprü 1894 yılında köyün marangozları tarafından yapıldı.",
        "İlkbahar seli iki direği alıp götürdü.",
        "Bugün köprüden günde yaklaşık 1.200 kişi geçiyor.",
        "Onarım ne kadar sürdü?",
    ],
    "vi": [
        "Cây cầu cũ được những người thợ mộc trong làng dựng lên vào năm 1894.",
        "Trận lũ mùa xuân đã cuốn trôi hai cột trụ.",
        "Ngày nay mỗi ngày có khoảng 1.200 người đi qua cầu.",
        "Việc sửa chữa mất bao lâu?",
    ],
    "zh": [
        "老桥由村里的木匠于1894年建成。",
        "春天的洪水冲走了两根桥墩。",
        "“修理花了三个月。”老人说。",
        "如今每天约有1200人过桥！",
        "修理花了多长时间？",
    ],
}  # fmt: skip

GLUED = frozenset(("ja", "zh"))
"""No space stands between sentences."""


def text_in(language: str) -> str:
    """The sentences of a language as a paragraph."""
    return ("" if language in GLUED else " ").join(SENTENCES[language])
