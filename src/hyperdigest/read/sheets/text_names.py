"""The names of columns whose cells are texts, in the languages in which tables are written."""

from __future__ import annotations

import unicodedata

_NAMES = """
    text body content description comment comments message answer answers review post abstract
    summary feedback response note notes details transcript question
    inhalt beschreibung kommentar kommentare nachricht antwort antworten bewertung zusammenfassung
    bemerkung bemerkungen frage
    texte contenu commentaire commentaires reponse reponses avis resume remarque remarques
    texto contenido descripcion comentario comentarios mensaje respuesta respuestas resena resumen
    pregunta observaciones
    conteudo descricao mensagem resposta respostas resumo pergunta
    testo contenuto descrizione commento commenti messaggio risposta risposte recensione riassunto
    domanda
    tekst inhoud beschrijving opmerking opmerkingen bericht antwoord samenvatting vraag
    innehall beskrivning meddelande svar beskrivelse besked innhold melding
    teksti kuvaus kommentti viesti vastaus
    tresc opis komentarz wiadomosc odpowiedz
    obsah popis komentar zprava odpoved
    szoveg leiras uzenet valasz
    metin icerik aciklama yorum mesaj
    continut descriere mesaj raspuns
    текст содержание описание комментарий сообщение ответ отзыв вопрос зміст опис коментар відповідь
    κειμενο περιγραφη σχολιο μηνυμα απαντηση
    نص النص المحتوى الوصف تعليق رسالة
    متن توضیحات نظر پیام
    पाठ विवरण टिप्पणी संदेश
    内容 正文 文本 描述 评论 留言 回答 反馈 摘要
    本文 説明 コメント メッセージ 感想
    내용 본문 설명 댓글 메시지 답변
    isi teks deskripsi komentar pesan
    nội_dung mô_tả bình_luận
    ข้อความ เนื้อหา รายละเอียด
"""
"""In lower case, with an underscore between the words of a name."""


def _without_accents(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


_KNOWN = frozenset(_without_accents(name).replace("_", " ") for name in _NAMES.split())


def names_text(name: str) -> bool:
    """Whether the name of a column, in lower case and with one space between its words, or a word
    of it, says that its cells are texts."""
    plain = _without_accents(name)
    return plain in _KNOWN or not _KNOWN.isdisjoint(plain.split())
