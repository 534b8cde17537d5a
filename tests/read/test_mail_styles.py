"""Of mail as real programs write it, all that the author wrote can be cited, and nothing else."""

import random
from pathlib import Path

import pytest

from hyperdigest.documents import Document
from hyperdigest.read import read_paths
from hyperdigest.split.sentences import split
from mail_made import message, part, parted

OWN = {
    "en": ["The ferry sails at ten on Sundays.", "Who paid for the new lamps on the pier?",
           "I measured the tank twice, and it holds ninety litres.", "Bring your own boots."],
    "de": ["Die Fähre legt am Sonntag um zehn Uhr ab.", "Wer hat die neuen Lampen bezahlt?",
           "Ich habe den Tank zweimal gemessen.", "Bitte bringt eigene Stiefel mit."],
    "fr": ["Le bac part à dix heures le dimanche.", "Qui a payé les nouvelles lampes du quai ?",
           "J'ai mesuré la cuve deux fois.", "Apportez vos propres bottes."],
    "es": ["El transbordador sale a las diez.", "¿Quién pagó las nuevas lámparas del muelle?",
           "Medí el depósito dos veces.", "Traed vuestras propias botas."],
    "nl": ["De veerboot vaart zondag om tien uur.", "Wie heeft de nieuwe lampen betaald?",
           "Ik heb de tank twee keer gemeten.", "Neem je eigen laarzen mee."],
}  # fmt: skip
QUOTED = {
    "en": ["Nobody told me when the boat leaves.", "The lamps are far too bright."],
    "de": ["Niemand sagte mir, wann das Boot fährt.", "Die Lampen sind viel zu hell."],
    "fr": ["Personne ne m'a dit quand le bateau part.", "Les lampes sont trop fortes."],
    "es": ["Nadie me dijo cuándo sale el barco.", "Las luces son demasiado fuertes."],
    "nl": ["Niemand zei me wanneer de boot vaart.", "De lampen zijn veel te fel."],
}
HEADERS = {
    "en": "From: Anna Berg <a@example.org>\nSent: Tuesday, November 3, 2026 10:12\nTo: Bert\n"
    "Subject: Pier",
    "de": "Von: Anna Berg <a@example.org>\nGesendet: Dienstag, 3. November 2026 10:12\nAn: Bert\n"
    "Betreff: Pier",
    "fr": "De : Anna Berg <a@example.org>\nEnvoyé : mardi 3 novembre 2026 10:12\nÀ : Bert\n"
    "Objet : Pier",
    "es": "De: Anna Berg <a@example.org>\nEnviado: martes, 3 de noviembre de 2026\nPara: Bert\n"
    "Asunto: Pier",
    "nl": "Van: Anna Berg <a@example.org>\nVerzonden: dinsdag 3 november 2026\nAan: Bert\n"
    "Onderwerp: Pier",
}
WROTE = {
    "en": "On Tue, Nov 3, 2026 at 10:12 AM Anna Berg <a@example.org> wrote:",
    "de": "Am Di., 3. Nov. 2026 um 10:12 Uhr schrieb Anna Berg <a@example.org>:",
    "fr": "Le mar. 3 nov. 2026 à 10:12, Anna Berg <a@example.org> a écrit :",
    "es": "El mar, 3 nov 2026 a las 10:12, Anna Berg (<a@example.org>) escribió:",
    "nl": "Op di 3 nov 2026 om 10:12 schreef Anna Berg <a@example.org>:",
}
FAREWELL = {
    "en": "Kind regards,\nBert", "de": "Mit freundlichen Grüßen\nBert", "fr": "Cordialement,\nBert",
    "es": "Un saludo,\nBert", "nl": "Met vriendelijke groet,\nBert",
}  # fmt: skip
LIST = "_______________________________________________\npier mailing list\npier@example.org\n"
PLAIN = "text/plain; charset=utf-8"
EVENT = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:The committee meets.\nEND:VEVENT\nEND:VCALENDAR\n"


def marked(lines: list[str], mark: str = "> ") -> str:
    return "\n".join(f"{mark}{line}" for line in lines)


def page(*parts: str) -> bytes:
    return message(f"<html><body>{''.join(parts)}</body></html>", Content_Type="text/html")


def outlook(own: list[str], old: list[str], language: str) -> bytes:
    body = "\n\n".join(own)
    return message(f"{body}\n\n{FAREWELL[language]}\n\n{HEADERS[language]}\n\n{' '.join(old)}\n")


def outlook_page(own: list[str], old: list[str], language: str) -> bytes:
    header = HEADERS[language].replace("<", "&lt;").replace("\n", "<br>")
    rule = '<div style="border-top:solid #E1E1E1 1.0pt">'
    body = "".join(f'<p class="MsoNormal">{each}</p>' for each in own)
    return page(body, f"{rule}<p>{header}</p></div>", "".join(f"<p>{each}</p>" for each in old))


def gmail_page(own: list[str], old: list[str], language: str) -> bytes:
    wrote = WROTE[language].replace("<", "&lt;")
    body = "".join(f"<div>{each}</div>" for each in own)
    attribution = f'<div dir="ltr" class="gmail_attr">{wrote}<br></div>'
    quote = f'<blockquote class="gmail_quote">{"<br>".join(old)}</blockquote>'
    return page(
        f'<div dir="ltr">{body}</div><br><div class="gmail_quote">{attribution}{quote}</div>'
    )


def apple_page(own: list[str], old: list[str], language: str) -> bytes:
    wrote = WROTE[language].replace("<", "&lt;")
    quote = f'<blockquote type="cite"><div>{wrote}</div><br><div>{" ".join(old)}</div></blockquote>'
    return page("".join(f"<div>{each}</div>" for each in own), f"<div><br>{quote}</div>")


def interleaved(own: list[str], old: list[str], language: str) -> bytes:
    answers = [f"{marked(old[:1], '> > ')}\n{marked(old)}\n\n{each}\n" for each in own]
    return message(f"{WROTE[language]}\n" + "\n".join(answers))


def bottom(own: list[str], old: list[str], language: str) -> bytes:
    body = "\n".join(own)
    return message(f"{WROTE[language]}\n{marked(old)}\n\n{body}\n\n-- \nBert\nPier Office\n{LIST}")


def signed(own: list[str], old: list[str], language: str) -> bytes:
    text = f"{WROTE[language]}\n{marked(old)}\n\n" + "\n\n".join(own)
    return message(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{text}\n-----BEGIN PGP SIGNATURE-----"
        "\n\niQEzBAEBCgAdFiEE\n=abcd\n-----END PGP SIGNATURE-----\n"
    )


def invitation(own: list[str], old: list[str], language: str) -> bytes:
    text = "\n\n".join(own) + f"\n\n{WROTE[language]}\n{marked(old)}\n"
    return parted(part(text, PLAIN), part(EVENT, "text/calendar; method=REQUEST"))


def footed(own: list[str], old: list[str], language: str) -> bytes:
    text = "\n\n".join(own) + f"\n\n{WROTE[language]}\n\n{marked(old)}\n"
    return parted(part(text, PLAIN), part(LIST, PLAIN))


STYLES = [
    outlook, outlook_page, gmail_page, apple_page, interleaved, bottom, signed, invitation, footed,
]  # fmt: skip


def body_of(document: Document) -> list[str]:
    spans = split(document)
    found = [document.text[s:e] for s, e in zip(spans.start, spans.end, strict=True)]
    return [" ".join(each.split()) for each in found if each != document.title]


@pytest.mark.parametrize("language", OWN)
@pytest.mark.parametrize("style", STYLES)
def test_exactly_the_authors_own_sentences_may_be_cited(tmp_path: Path, style, language: str):
    rng = random.Random(f"{style.__name__} {language}")
    for number in range(4):
        own = rng.sample(OWN[language], rng.randint(1, 4))
        (tmp_path / f"{number}.eml").write_bytes(style(own, QUOTED[language], language))
        [document] = read_paths([tmp_path / f"{number}.eml"]).documents
        assert body_of(document) == own
        assert document.authors == ("Anna Berg",)


AWAY = "I am away until the ninth of November, and read no mail."
FAILED = "The message could not be delivered to cleo@example.org."
REPORT = "Reporting-MTA: dns; mail.example.org\n\nFinal-Recipient: rfc822; cleo@example.org\n"


def test_an_automatic_reply_has_its_own_text_only(tmp_path: Path):
    text = f"{AWAY}\n\n{HEADERS['en']}\n\n{QUOTED['en'][0]}\n"
    head = "From: Bert <b@example.org>\nSubject: Automatic reply: Pier\n"
    (tmp_path / "away.eml").write_bytes(message(text, head, Auto_Submitted="auto-replied"))
    [document] = read_paths([tmp_path]).documents
    assert body_of(document) == [AWAY]


def test_the_message_returned_by_a_bounce_is_a_document_with_its_author(tmp_path: Path):
    back = b"Content-Type: message/rfc822\n\n" + message(OWN["en"][0])
    report = f"Content-Type: message/delivery-status\n\n{REPORT}".encode()
    head = "From: Mail Delivery System <daemon@example.org>\nSubject: Undelivered\n"
    data = parted(part(FAILED, PLAIN), report, back, kind="report", head=head)
    (tmp_path / "bounce.eml").write_bytes(data)
    bounce, returned = read_paths([tmp_path]).documents
    assert (body_of(bounce), bounce.authors) == ([FAILED], ("Mail Delivery System",))
    assert (body_of(returned), returned.authors) == (OWN["en"][:1], ("Anna Berg",))
