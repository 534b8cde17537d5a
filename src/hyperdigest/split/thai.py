"""Where Thai sentences end: Thai has no full stop, and is cut at spaces.

Since spaces separate not only clauses, but also numbers, foreign names and the items of a list, a
sentence ends only at a space between Thai words, with enough text on both sides, if the words
around it neither connect nor belong to a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.split.scripts import THAI

SHORTEST_THAI = 40
"""Thai letters, vowels and tones in a sentence, at least."""

_SENTENCE_WORDS = "(?:ต่อมา|หลังจาก|นอกจาก|อย่างไรก็ตาม|ปัจจุบัน|ทั้งนี้|ในปี|เขา|เธอ|ท่าน|พวกเขา|ชาวบ้าน)"
"""Words that begin a sentence, even after a number or an abbreviation."""

_THAI_LETTER = re.compile(f"[{THAI}]")
_POSSIBLE_CUT = re.compile(
    rf"(?<=[{THAI}ฯๆ)\]”\"’])[ \u00a0]+(?=[{THAI}“\"‘(])|(?<=[\d.])[ \u00a0]+(?={_SENTENCE_WORDS})"
)
_JOINS_ON = re.compile(
    r'[“"‘(]|ฯลฯ|(?:[ก-ฮ]\.)+|และ|หรือ|กับ|แต่|ซึ่ง|ที่|โดย|เพื่อ|เพราะ|เนื่องจาก|จึง|ทำให้|ส่งผล|รวม|เช่น|ได้แก่|คือ|เป็น|ว่า|ของ'
    "|ใน(?!ปี|เดือน|วันที่|ปัจจุบัน|ขณะ)|จาก|ตาม|ต่อ(?!มา)|ถึง|จน|แล้ว|ก็|ด้วย|อัน|ไม่ว่า|ตลอดจน|พร้อม|ระหว่าง|แห่ง|กว่า|นับ|เมื่อ|ขณะ|ดัง"
)
_EXPECTS_MORE = re.compile(
    "(?:ในปี|ในเดือน|วันที่|และ|หรือ|กับ|ที่|ซึ่ง|ว่า|เช่น|ได้แก่|คือ|โดย|ใน|ของ|จาก|แก่|แด่|เพื่อ|เป็น|ๆ|ฯ)$"
)


def thai_ends(block: str) -> Iterator[int]:
    """Offsets of the spaces in `block` at which a Thai sentence ends, without ends at marks.

    After 120 letters a sentence ends even if the following words could belong to it.
    """
    left = _thai_size(block)
    size = begun = 0
    for found in _POSSIBLE_CUT.finditer(block):
        clause = _thai_size(block[begun : found.start()])
        size, left, begun = size + clause, left - clause, found.end()
        if size < SHORTEST_THAI or left < SHORTEST_THAI:
            continue
        if size < 120 and _JOINS_ON.match(block, found.end()):
            continue
        if not _EXPECTS_MORE.search(block[max(0, found.start() - 10) : found.start()]):
            yield found.start()
            size = 0


def _thai_size(text: str) -> int:
    return len(_THAI_LETTER.findall(text))
