"""The new text of a message is separated from quotes, signatures and footers of many styles."""

from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperdigest.read.mail.quotes import own_lines

NEW = "The ferry sails at ten on Sundays."
OLD = "Does anybody know when the ferry sails?"


def new(message: str) -> str:
    lines = dedent(message).strip("\n").split("\n")
    return "\n".join(
        line for line, is_own in zip(lines, own_lines(lines)[0], strict=True) if is_own
    )


ATTRIBUTIONS = {
    "gmail": "On Tue, Nov 3, 2026 at 10:12 AM Anna Berg <anna@example.org> wrote:",
    "gmail, wrapped": "On Tue, Nov 3, 2026 at 10:12 AM Anna Berg\n<anna@example.org> wrote:",
    "apple": "> On 3. Nov 2026, at 10:12, Anna Berg <anna@example.org> wrote:\n> ",
    "mutt": "* Anna Berg <anna@example.org> [2026-11-03 10:12]:",
    "emacs": "Anna Berg <anna@example.org> writes:",
    "short": "Anna Berg wrote:",
    "news": "In article <3.10@example.org>, Anna Berg <anna@example.org> wrote:",
    "eudora": "At 10:12 03.11.2026, Anna Berg wrote:",
    "quoting": "Quoting Anna Berg <anna@example.org>:",
    "wrote on": "Anna Berg wrote on 3/11/2026:",
    "German": "Am Di., 3. Nov. 2026 um 10:12 Uhr schrieb Anna Berg <anna@example.org>:",
    "German, wrapped": "Am Dienstag, 3. November 2026, 10:12:13 CET\nschrieb Anna Berg:",
    "German, name first": "Anna Berg schrieb am 03.11.2026 um 10:12:",
    "French": "Le mar. 3 nov. 2026 à 10:12, Anna Berg <anna@example.org> a écrit :",
    "Spanish": "El mar, 3 nov 2026 a las 10:12, Anna Berg (<anna@example.org>) escribió:",
    "Portuguese": "Em ter., 3 de nov. de 2026 às 10:12, Anna Berg escreveu:",
    "Italian": "Il giorno mar 3 nov 2026 alle ore 10:12 Anna Berg <a@example.org> ha scritto:",
    "Dutch": "Op di 3 nov 2026 om 10:12 schreef Anna Berg <anna@example.org>:",
    "Swedish": "Den tis 3 nov. 2026 kl 10:12 skrev Anna Berg <anna@example.org>:",
    "Danish": "Den tir. 3. nov. 2026 kl. 10.12 skrev Anna Berg <anna@example.org>:",
    "Norwegian": "tir. 3. nov. 2026 kl. 10:12 skrev Anna Berg <anna@example.org>:",
    "Finnish": "ti 3. marrask. 2026 klo 10.12 Anna Berg (anna@example.org) kirjoitti:",
    "Polish": "wt., 3 lis 2026 o 10:12 Anna Berg <anna@example.org> napisał(a):",
    "Polish, older": "W dniu 03.11.2026 o 10:12, Anna Berg pisze:",
    "Czech": "út 3. 11. 2026 v 10:12 odesílatel Anna Berg <anna@example.org> napsal:",
    "Hungarian": "Anna Berg <anna@example.org> ezt írta (időpont: 2026. nov. 3., K, 10:12):",
    "Romanian": "În mar., 3 nov. 2026 la 10:12, Anna Berg <anna@example.org> a scris:",
    "Russian": "вт, 3 нояб. 2026 г. в 10:12, Anna Berg <anna@example.org>:",
    "Russian, older": "Anna Berg пишет:",
    "Ukrainian": "вт, 3 лист. 2026 р. о 10:12 Anna Berg <anna@example.org> пише:",
    "Turkish": "Anna Berg <anna@example.org>, 3 Kas 2026 Sal, 10:12 tarihinde şunu yazdı:",
    "Greek": "Στις Τρί 3 Νοε 2026 στις 10:12 π.μ., Anna Berg <anna@example.org> έγραψε:",
    "Japanese": "2026年11月3日(火) 10:12 Anna Berg <anna@example.org>:",
    "Japanese, older": "Anna Berg さんは書きました:",
    "Chinese": "Anna Berg <anna@example.org> 于2026年11月3日周二 10:12写道：",
    "Korean": "2026년 11월 3일 (화) 오전 10:12, Anna Berg <anna@example.org>님이 작성:",
}


@pytest.mark.parametrize("attribution", ATTRIBUTIONS.values(), ids=ATTRIBUTIONS)
def test_quotes_and_their_attributions_are_not_own_lines(attribution: str):
    quote = f"{attribution}\n> {OLD}\n> It is cold.\n"
    assert new(f"{quote}\n{NEW}\n") == NEW
    assert new(f"{NEW}\n\n{quote}") == NEW
    assert new(f"Hello.\n\n{attribution}\n\n> {OLD}\n{NEW}\n> > And why?\nNobody knows.") == (
        f"Hello.\n{NEW}\nNobody knows."
    )


HEADERS = {
    "Outlook": "From: Anna Berg\nSent: Tuesday, November 3, 2026 10:12\nTo: Bert\nSubject: Ferry",
    "bold": "*From:* Anna Berg\n*Sent:* Tuesday, November 3\n*To:* Bert\n*Subject:* Ferry",
    "apart": "From: Anna\n\nDate: 3 Nov 2026\n\nTo: Bert\n\nSubject: Ferry",
    "German": "Von: Anna Berg\nGesendet: Dienstag, 3. November 2026\nAn: Bert\nBetreff: Fähre",
    "the day first": "Gesendet: Dienstag, 3. November 2026 um 10:12 Uhr\nVon: Anna Berg\nAn: Bert",
    "French": "De : Anna Berg\nEnvoyé : mardi 3 novembre 2026\nÀ : Bert\nObjet : Ferry",
    "Spanish": "De: Anna Berg\nEnviado el: martes, 3 de noviembre\nPara: Bert\nAsunto: Ferry",
    "Portuguese": "De: Anna Berg\nEnviada em: terça-feira, 3\nPara: Bert\nAssunto: Balsa",
    "Italian": "Da: Anna Berg\nInviato: martedì 3 novembre\nA: Bert\nOggetto: Traghetto",
    "Dutch": "Van: Anna Berg\nVerzonden: dinsdag 3 november\nAan: Bert\nOnderwerp: Veer",
    "Swedish": "Från: Anna Berg\nSkickat: den 3 november\nTill: Bert\nÄmne: Färja",
    "Danish": "Fra: Anna Berg\nSendt: 3. november\nTil: Bert\nEmne: Færge",
    "Finnish": "Lähettäjä: Anna Berg\nLähetetty: 3. marraskuuta\nVastaanottaja: B\nAihe: Lautta",
    "Polish": "Od: Anna Berg\nWysłano: 3 listopada\nDo: Bert\nTemat: Prom",
    "Czech": "Od: Anna Berg\nOdesláno: 3. listopadu\nKomu: Bert\nPředmět: Přívoz",
    "Russian": "От: Anna Berg\nОтправлено: 3 ноября\nКому: Bert\nТема: Паром",
    "Turkish": "Kimden: Anna Berg\nGönderilme: 3 Kasım\nKime: Bert\nKonu: Vapur",
    "Japanese": "差出人: Anna Berg\n送信日時: 2026年11月3日\n宛先: Bert\n件名: 船",
    "Chinese": "发件人: Anna Berg\n发送时间: 2026年11月3日\n收件人: Bert\n主题: 船",
    "Korean": "보낸 사람: Anna Berg\n보낸 날짜: 11월 3일\n받는 사람: Bert\n제목: 배",
}


@pytest.mark.parametrize("header", HEADERS.values(), ids=HEADERS)
@pytest.mark.parametrize("rule", ["", "________________________________\n", "-----\n\n"])
def test_a_message_below_its_header_is_not_own(header: str, rule: str):
    assert new(f"{NEW}\n\n{rule}{header}\n\n{OLD}\nIt is cold.\n") == NEW


SEPARATORS = [
    *("-----Original Message-----", "-------- Original Message --------"),
    *("---------- Forwarded message ---------", "---------- Forwarded message ----------"),
    *("Begin forwarded message:", "-----Ursprüngliche Nachricht-----"),
    "--- Original-Nachricht ---",
    *("-------- Weitergeleitete Nachricht --------", "-----Message d'origine-----"),
    *("-----Mensaje original-----", "-----Mensagem original-----", "-----Messaggio originale-----"),
    *("-----Oorspronkelijk bericht-----", "-----Ursprungligt meddelande-----"),
    *("-----Oprindelig meddelelse-----", "-----Wiadomość oryginalna-----"),
    *("-----Původní zpráva-----", "-----Исходное сообщение-----"),
    "------------------ 原始邮件 ------------------",
]  # fmt: skip


@pytest.mark.parametrize("separator", SEPARATORS)
def test_everything_below_a_separator_is_not_own(separator: str):
    assert new(f"{NEW}\n\n{separator}\nFrom: Anna\n\n{OLD}\n\nIt is cold.") == NEW


def test_a_quote_without_marks_is_found_by_its_attribution():
    for style in ("gmail", "German", "French", "Dutch"):
        assert new(f"{NEW}\n\n{ATTRIBUTIONS[style]}\n\n{OLD}\nIt is cold.") == NEW


@pytest.mark.parametrize(
    "quote", ["| {}\n| It is cold.", ">>{}\n>>It is cold.", "AB> {}\nAB> It is cold.", " > {}"]
)
def test_quote_marks_of_other_programs_are_known(quote: str):
    assert new(f"{NEW}\n\n{quote.format(OLD)}\n") == NEW


def test_the_unmarked_end_of_a_broken_quoted_line_is_quoted():
    message = f"""
        > The harbour master says that the ferry may be late on days on which the
        wind is strong,
        > and that nobody knows.
        yes
        > Is that so?
        {NEW}
        """
    assert new(message) == f"yes\n{NEW}"


SIGNATURES = {
    "dashes": "-- \nAnna Berg\nHarbour Office\nTel. 0123",
    "dashes without a space": "--\nAnna Berg",
    "phone": "Sent from my iPhone",
    "phone, another": "Get Outlook for Android<https://aka.ms/x>",
    "phone, German": "Von meinem iPhone gesendet",
    "phone, French": "Envoyé de mon iPhone",
    "phone, Spanish": "Enviado desde mi iPhone",
    "phone, Japanese": "iPhoneから送信",
    "phone, Dutch": "Verzonden vanaf mijn Galaxy",
    "phone, Polish": "Wysłane z iPhone'a",
    "phone, Russian": "Отправлено с iPhone",
    "phone, with its network": "Sent from my BlackBerry 10 smartphone on the Orange network.",
    "program": "Gesendet mit der WEB.DE Mail App",
    "program, free": "Sent with ProtonMail Secure Email.",
    "farewell": "Best regards,\nAnna Berg\nHarbour Office",
    "farewell, German": "Mit freundlichen Grüßen\n\nAnna Berg",
    "farewell, French": "Cordialement,\nAnna Berg",
    "farewell, address": "Regards,\nDr Anna Berg\nHead of the Harbour Office\nQuay 3\n10115 Holm\n"
    "Tel. +49 30 1234567\nanna@example.org | www.example.org",
    "farewell, short": "Thanks!\nAnna",
    "list": "___________________________________________\nferry mailing list\nferry@example.org\n"
    "https://example.org/mailman/listinfo/ferry",
    "list, newer": "______________\nferry mailing list -- ferry@example.org\n"
    "To unsubscribe send an email to ferry-leave@example.org",
    "list under a signature": "-- \nAnna\n\n_______________\nferry mailing list\nferry@x.org",
    "groups": "-- \nYou received this message because you are subscribed to the Google Groups "
    '"ferry" group.\nTo unsubscribe from this group, send an email to ferry+u@example.org.',
    "newsletter": "You are receiving this because you signed up.\nUnsubscribe: https://example.org/u",
    "disclaimer": "This e-mail is confidential and intended only for the addressee. If you are not "
    "the intended recipient, please delete it.",
    "disclaimer, German": "Diese E-Mail enthält vertrauliche Informationen.",
    "disclaimer under a signature": "Best regards,\n\nAnna Berg\nHarbour Office | Quay 3\n\n"
    "This e-mail is confidential. If you have received it in error, please tell the sender.",
    "groups, older": "------------------------------------\n\nYahoo! Groups Links\n\n"
    "<*> To visit your group on the web, go to:\n    http://groups.example.org/group/ferry/",
    "trees": "Please consider the environment before printing this e-mail.",
}


@pytest.mark.parametrize("signature", SIGNATURES.values(), ids=SIGNATURES)
def test_signatures_and_footers_are_not_own_lines(signature: str):
    assert new(f"{NEW}\n\n{signature}\n") == NEW
    assert new(f"{NEW}\n\n{signature}\n\n{ATTRIBUTIONS['gmail']}\n> {OLD}\n") == NEW
    assert new(f"{ATTRIBUTIONS['gmail']}\n> {OLD}\n\n{NEW}\n\n{signature}\n") == NEW


@pytest.mark.parametrize(
    "message",
    [
        "From: the harbour\nTo: the island\nIt takes an hour.",
        "Should we ask on the mailing list?",
        "How do I unsubscribe from it?",
        "Thanks,\nthat works now.",
        "Thanks.\nI will take the ferry at ten, then.",
        "What the harbour master wrote:\nNobody sails in a storm.",
        "On Monday the ferry is late.\nOn Tuesday it is not.",
        "There are two ways:\n- the bridge\n- the ferry",
        "| hour | ferry |\n| 10 | yes |",
        "The secret of the trade is not confidential.",
        "P.S. Bring a coat.",
        "Sent by the council, the ferry arrived at ten.",
        "Gesendet mit dem Schiff wurde am Dienstag die Ladung Weizen",
        "Gesendet über den Hafen Hamburg",
        "Sent with the ship on Tuesday the cargo of wheat",
        "Sent from a mobile clinic in Mali",
        "Sent using my mobile pump to the fields",
        "Inviato con la nave di lunedì",
        "Verzonden met het schip naar Rotterdam",
        "Envoyé de l'usine le lundi",
        "Wysłane z Gdańska wczoraj",
        "Von meinem Bruder am Montag gesendet",
        "Sent from the quay: 40 crates of apples.",
        "Sent with the tide were 40 crates.",
        "Sent from a farm in Holm, the crates arrived wet.",
        "Bert asks how you received this: see http://quay.example for the 12 lost ropes.",
        "You received this letter since the quay at http://quay.example sank on 4 May.",
        "You can unsubscribe from the storm alarm at http://quay.example, but nobody should.",
        "The contents of this message were confidential until Friday: the quay lost 12 ropes.",
        "This message from the captain was privileged, he said: the quay costs 4 million.",
        "If you have received this message by mistake from the quay, the horn failed at 9:15.",
        "Diese Nachricht des Kapitäns war nicht vertraulich: Die Fähre kostet 4 Millionen.",
        "The clerk thinks: think before you print. The paper cost 900 euros.",
        "This e-mail is confidential. The ferry sank.",
        "This message is confidential and privileged until the ferry of 9 May has sailed.",
        "______\nThe Google Groups page says that 12 ropes were lost.",
        "-------\nThe quay lost 12 ropes\n\nRopes cost 4 million\n\nSee the mailing list for more",
        "Thanks\nBring 500 euros on Monday",
        "Best\nThe ferry sinks Friday",
        "Best\nMonday 9:15",
        "Regards,\n500 EUR",
        "Danke\nDie Fähre ist nicht sicher",
    ],
)
def test_lines_that_only_resemble_quotes_or_footers_are_own(message: str):
    own = "\n".join(line for line in message.split("\n") if line)
    assert new(f"{NEW}\n\n{message}") == f"{NEW}\n{own}"
    assert new(f"{message}\n\n{NEW}") == f"{own}\n{NEW}"


def test_a_postscript_below_a_signature_is_own():
    assert new(f"{NEW}\n\nRegards,\nAnna\n\nP.S. Bring a coat.") == f"{NEW}\nP.S. Bring a coat."


WORDS = st.text("ferry at ten.>|-_:\n ", max_size=300)


@given(WORDS, st.lists(st.sampled_from([OLD, "It is cold.", "", "wrote:"]), min_size=1), WORDS)
def test_marked_lines_are_never_own(before: str, quote: list[str], after: str):
    lines = [*before.split("\n"), *(f"> {line}" for line in quote), *after.split("\n")]
    own, _ = own_lines(lines)
    assert len(own) == len(lines)
    assert not any(is_own for line, is_own in zip(lines, own, strict=True) if line[:1] == ">")
    assert not any(is_own for line, is_own in zip(lines, own, strict=True) if not line.strip())


@given(WORDS, st.integers(0, 20))
def test_lines_known_to_be_quoted_are_never_own(text: str, seed: int):
    lines = text.split("\n")
    quoted = [(number * 7 + seed) % 3 == 0 for number in range(len(lines))]
    own, _ = own_lines(lines, quoted)
    assert not any(a and b for a, b in zip(own, quoted, strict=True))
