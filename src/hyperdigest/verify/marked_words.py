"""Words whose change is the most serious, in several languages: negations and numerals.

The English ones that sentences are compared by, too, are in the lists of `features.corroboration`.
"""

from __future__ import annotations

from hyperdigest.features.corroboration.words import listed
from hyperdigest.verify.characters import folded

_NEGATIONS = """
no not never nor cannot without hardly non don't doesn't didn't won't can't couldn't shouldn't
wouldn't isn't aren't wasn't weren't hasn't haven't hadn't mustn't
nicht kein keine keinen keinem keiner keines nie niemals niemand nichts ohne weder
ne pas jamais rien aucun aucune sans personne ni
nunca jamás nada nadie ningún ninguna ninguno sin tampoco
mai niente nessuno nessuna senza né
não nem nenhum nenhuma sem ninguém
niet geen nooit niets niemand zonder
inte ingen inget aldrig utan ikke intet aldri uten uden
ei en emme ette eivät nikt nigdy bez żaden
не ни нет без никогда никто ничего ні немає
δεν όχι μην ποτέ hayır değil yok
不 没 沒 未 無 无 非 否 ず ぬ لا لم لن ليس غير 안 못 없 không chẳng chưa नहीं न मत
"""
_NUMERALS = """
hundred thousand million billion half third quarter dozen once twice first second double triple
null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf hundert tausend
zéro un deux trois quatre cinq sept huit neuf dix cent mille
uno dos tres cuatro cinco seis siete ocho nueve diez cien ciento mil
"""


def _words(listed: str) -> frozenset[str]:
    """The words of a list, in the form in which words are compared."""
    return frozenset("".join(map(folded, word)) for word in listed.split())


NEGATIONS = _words(_NEGATIONS) | listed("negative")
NUMERALS = _words(_NUMERALS) | listed("ones") | listed("tens")
