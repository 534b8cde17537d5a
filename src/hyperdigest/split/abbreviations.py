"""Abbreviations of languages other than English, for which nupunkt has no rules."""

from __future__ import annotations

import re

_NEVER_AT_END = {
    "ar": "د أ أ.د ص ج ت",
    "de": """
        Dipl Ing Hr Fr Frl Abt Kap Ziff Anm Anh Bsp Tel Str Pl geb verh gest verst gesch ehem allg
        bes eigtl sogen Okt Sept Feb Aug Nov Dez Sa Mo Di Mi Do hl kath ev Bez Kr Ldkr Reg Univ Ges
        zit übers überarb bearb St Nr Abs Abb Mio Mrd Tsd Prof Dr Mag med phil jur rer
    """,
    "es": """
        Sr Sra Srta Sres Dr Dra Dres Prof Profa Ud Uds Vd Vds Dña Lic Licda Ing Arq Gral Cnel Tte
        Sgto Sto Sta Excmo Excma Ilmo Ilma Mons Fr Av Avda Avd Pza Pl pág págs núm núms cap fig tel
        ej p.ej Hnos Ntra Bto Card Pdte Dpto Depto EE
    """,
    "fr": """
        M MM Mme Mmes Mlle Mlles Dr Pr Me Mgr St Ste av bd boul pl env éd chap fig coll trad
        réf tél N.-D J.-C
    """,
    "it": """
        sig sigg dott prof ing avv arch geom rag on sen gen col cap mons pag pagg cfr cit art
        artt fig vol ed tel sec ca S Ss SS c.d
    """,
    "nl": """
        dhr mevr mw drs ir mr ing prof dr St blz nr art afb fig vgl zgn resp ca bijv incl excl
        o.a m.n o.l.v t.a.v i.p.v d.w.z min
    """,
    "pl": """
        prof dr hab inż mgr doc ks bp abp kard św płk gen por kpt mjr ul al pl os zob por rys tab
        str m.in np tzw tj tzn ok im red oprac wyd art ust pkt poz woj pow gm
    """,
    "pt": """
        Sr Sra Srs Sras Dr Dra Drs Prof Profa Eng Arq Exmo Exma Ilmo Av Pça Trav Gen Cel Cap Ten D
        Sto Sta Mons pág págs núm art arts fig cap vol tel ex p.ex Cia
    """,
    "ru": """
        ул просп наб обл р-н стр корп кв им св проф акад доц инж гл зав зам см ср рис табл ред изд
        млн млрд трлн тыс ст п ч с т.е т.к т.н о-в оз пос дер пер бул ген полк
    """,
    "el": """
        δρ κ κα κκ κος αγ άγ βλ πρβλ σελ αρ αριθ δηλ π.χ λ.χ καθ λεωφ εικ πίν τόμ τηλ στρ αντ ό.π
    """,
    "hi": """
        डॉ डा प्रो श्री श्रीमती पं स्व रु रू कि मि सें से मी ई पू सं नं पृ
        ए बी सी डी एफ जी एच आई जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू एक्स वाई जेड
    """,
    "ro": """
        dl dna d-na d-l dlor dr prof ing arh Sf Sfta Sf-ta str bd bld nr pag aprox cca cf jud alin
        fig vol ex șos şos lt col mr cpt
    """,
    "tr": """
        dr prof doç yrd Av Hz Sn Müh Mim Öğr Gör Alb Yzb Cad Sok Mah Apt bkz örn çev sf M.Ö M.S
    """,
    "vi": "TS ThS PGS GS BS KS LS NSND NSƯT TP Tp TX TT Q P ĐH CĐ tr",
}
"""Abbreviations before a name or number, which never end a sentence; also with a capital."""

_PERHAPS_AT_END = {
    "ar": "ق.م هـ",
    "de": "Jh Jhs Jhd v.Chr n.Chr Std Min",
    "es": "a.C d.C UU",
    "fr": "apr av.J.-C",
    "it": "a.C d.C",
    "nl": "v.Chr n.Chr",
    "pl": "r w p.n.e n.e godz zł gr tys mln mld",
    "pt": "a.C d.C",
    "el": """
        π.Χ μ.Χ π.X μ.X κ.λπ κ.λ.π κλπ κ.τ.λ κτλ κ.ά κ.ο.κ π.μ μ.μ εκ εκατ δισ χιλ χλμ αι λεπ
    """,
    "ro": "etc ș.a ş.a a.m.d d.Hr î.Hr d.Chr î.Chr e.n î.e.n mil mld sec a.c art min max",
    "tr": "vb vd vs yy m km cm T.C A.Ş Ltd Şti",
    "vi": "v.v",
}
"""Abbreviations that may end a sentence, unless a lower-case letter or a number follows."""

_PATTERNS = {
    "ar": r"(?<!\d )م",
    "de": "[A-ZÄÖÜ][a-zäöüß]+str",
    "ko": r"\d{1,4}",
    "ru": r"(?<!\d )г|(?<!т\.)(?<!т\. )д|(?<!и )пр",
    "tr": "[IVX]{1,5}",
}
"""Patterns of street names, parts of a date, towns (a year after a number), and ordinals."""


def _before_stop(words: str, pattern: str = "(?!)") -> re.Pattern[str]:
    """An expression for text that ends with one of `words`, or `pattern`, and a full stop."""
    written = {form for word in words.split() for form in (word, word[0].upper() + word[1:])}
    each = [re.escape(word).replace(r"\.", r"\.\s?") for word in sorted(written)]
    return re.compile(rf"(?:^|[\s.(\[«“„\"‘'’-])(?:{'|'.join([*each, pattern])})\.$")


_ALWAYS_INSIDE = {
    language: _before_stop(_NEVER_AT_END.get(language, ""), _PATTERNS.get(language, "(?!)"))
    for language in _NEVER_AT_END.keys() | _PATTERNS.keys()
}
_SOMETIMES_INSIDE = {language: _before_stop(words) for language, words in _PERHAPS_AT_END.items()}
_ROMAN = re.compile(r"[IVXL]{1,6}\b(?!\.)")


def is_abbreviated(before: str, after: str, language: str) -> bool:
    """Whether the full stop at the end of `before` belongs to an abbreviation, and ends nothing.

    `before` and `after` are the characters around a possible end of a sentence, without the white
    space between them. False for languages without a list of abbreviations.
    """
    always, sometimes = _ALWAYS_INSIDE.get(language), _SOMETIMES_INSIDE.get(language)
    if always is not None and always.search(before):
        return True
    if sometimes is None or not sometimes.search(before):
        return False
    return after[:1].islower() or after[:1].isdigit() or _ROMAN.match(after) is not None
