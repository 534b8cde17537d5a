"""Where Thai sentences end: at spaces, as Thai has no full stop.

A space stands between clauses, but around numbers, names in other letters and the items of a list
too. So a text is cut at spaces between Thai words, where enough of a statement stands on both sides
and the words after it neither join on to those before nor close a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hyperdigest.split.scripts import THAI

SHORTEST = 40
"""Thai letters, vowels and tones on either side of a cut."""

LONG = 120
"""Of them before a space, at which words that join on no longer keep it from being cut."""

_BEGINS = "(?:ต่อมา|หลังจาก|นอกจาก|อย่างไรก็ตาม|ปัจจุบัน|ทั้งนี้|ในปี|เขา|เธอ|ท่าน|พวกเขา|ชาวบ้าน)"
"""Words that begin a sentence, even after a number or an abbreviation."""

_LETTER = re.compile(f"[{THAI}]")
_SPACE = re.compile(
    rf"(?<=[{THAI}ฯๆ)\]”\"’])[ \u00a0]+(?=[{THAI}“\"‘(])|(?<=[\d.])[ \u00a0]+(?={_BEGINS})"
)
_JOINS_ON = re.compile(
    r'[“"‘(]|ฯลฯ|(?:[ก-ฮ]\.)+|และ|หรือ|กับ|แต่|ซึ่ง|ที่|โดย|เพื่อ|เพราะ|เนื่องจาก|จึง|ทำให้|ส่งผล|รวม|เช่น|ได้แก่|คือ|เป็น|ว่า|ของ'
    "|ใน(?!ปี|เดือน|วันที่|ปัจจุบัน|ขณะ)|จาก|ตาม|ต่อ(?!มา)|ถึง|จน|แล้ว|ก็|ด้วย|อัน|ไม่ว่า|ตลอดจน|พร้อม|ระหว่าง|แห่ง|กว่า|นับ|เมื่อ|ขณะ|ดัง"
)
_HOLDS_ON = re.compile(
    "(?:ในปี|ในเดือน|วันที่|และ|หรือ|กับ|ที่|ซึ่ง|ว่า|เช่น|ได้แก่|คือ|โดย|ใน|ของ|จาก|แก่|แด่|เพื่อ|เป็น|ๆ|ฯ)$"
)


def thai_ends(block: str) -> Iterator[int]:
    """Offsets in `block` after which a Thai sentence begins, those after its marks aside."""
    left = _size(block)
    size = begun = 0
    for found in _SPACE.finditer(block):
        clause = _size(block[begun : found.start()])
        size, left, begun = size + clause, left - clause, found.end()
        if size < SHORTEST or left < SHORTEST:
            continue
        if size < LONG and _JOINS_ON.match(block, found.end()):
            continue
        if not _HOLDS_ON.search(block[max(0, found.start() - 10) : found.start()]):
            yield found.start()
            size = 0


def _size(text: str) -> int:
    return len(_LETTER.findall(text))
