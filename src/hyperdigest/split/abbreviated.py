"""Full stops that end no sentence, in languages whose abbreviations English rules do not know."""

from __future__ import annotations

import re

_NEVER_LAST = {
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
"""What comes before a name or a number; a word in small letters may begin with a capital too."""

_PERHAPS_LAST = {
    "el": """
        π.Χ μ.Χ π.X μ.X κ.λπ κ.λ.π κλπ κ.τ.λ κτλ κ.ά κ.ο.κ π.μ μ.μ εκ εκατ δισ χιλ χλμ αι λεπ
    """,
    "ro": "etc ș.a ş.a a.m.d d.Hr î.Hr d.Chr î.Chr e.n î.e.n mil mld sec a.c art min max",
    "tr": "vb vd vs yy m km cm T.C A.Ş Ltd Şti",
    "vi": "v.v",
}
"""After these a sentence goes on before a small letter or a number, and else may end."""

_NUMBERS = {"ko": r"\d{1,4}", "tr": "[IVX]{1,5}"}
"""The parts of a date, and the ordinals of kings and wars."""


def _before_stop(words: str, numbers: str = "") -> re.Pattern[str]:
    written = {form for word in words.split() for form in (word, word[0].upper() + word[1:])}
    each = [re.escape(word).replace(r"\.", r"\.\s?") for word in sorted(written)]
    return re.compile(rf"(?:^|[\s.(\[«“„\"‘'-])(?:{'|'.join([*each, numbers or '(?!)'])})\.$")


_ALWAYS = {
    language: _before_stop(_NEVER_LAST.get(language, ""), _NUMBERS.get(language, ""))
    for language in (*_NEVER_LAST, "ko")
}
_SOMETIMES = {language: _before_stop(words) for language, words in _PERHAPS_LAST.items()}
_ROMAN = re.compile(r"[IVXL]{1,6}\b(?!\.)")


def is_abbreviated(before: str, after: str, language: str) -> bool:
    """Whether the full stop that `before` ends with is that of an abbreviation, and no other.

    Parameters
    ----------
    before, after : some characters around a possible end of a sentence, without white space there.
    language : of the text; one that is not known here has no such abbreviation.
    """
    always = _ALWAYS.get(language)
    if always is not None and always.search(before):
        return True
    sometimes = _SOMETIMES.get(language)
    if sometimes is None or not sometimes.search(before):
        return False
    return after[:1].islower() or after[:1].isdigit() or _ROMAN.match(after) is not None
