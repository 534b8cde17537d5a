"""Phrases around the author's text in a message: attributions, headers, signatures, footers.

In many languages, as mail programs and people write them.
"""

from __future__ import annotations

import re

ATTRIBUTION_START = re.compile(
    r"[ \t]*[*_]{0,2}(?:On|At|In|Am|Le|El|Em|Il|Op|Den|W dniu|Dnia|Dne|Dňa|Pe|La|Na|Kun|Van|Vào"
    r"|Στις|Pada|Quoting|Von|De|Da|Od|От|Mon|Tue|Wed|Thu|Fri|Sat|Sun"
    r"|(?:пн|вт|ср|чт|пт|сб|вс|понед|втор|сред|четв|пятн|субб|воскр)\w*[,.])(?!\w)"
)
"""The first word of a line that says who wrote a quote."""

DATE_OR_NAME_START = re.compile(r"[ \t]*(?:\d|[\"'*<«„]|\S+@)")
"""The start of such a line that begins with a number of the date, a name or an address."""

WROTE = re.compile(
    r"\b(?:wrote|writes|said|schrieb|schrieben|schreibt|écrit|a écrit|escribió|escribio"
    r"|escrebeu|escreveu"
    r"|ha scritto|scritto|scrive|schreef|skrev|skriver|pisze|napisał\w?|napisał\(a\)|napsal\w?"
    r"|napísal\w?"
    r"|kirjoitti|yazdı|írta|έγραψε|va escriure|a scris|menulis|đã viết|пишет|писал\w?|написал\w?"
    r"|написав\w?|пише|написа|rašė|rakstīja|kirjutas|je napisa\w?|skrifaði)\b"
    r"|(?:napisał|napsal|napísal|написал)\s?\([^()]{1,3}\)|写道|寫道|写到|のメール|書きました"
    r"|さんは書|작성|님이 쓴"
    r"|wrote on\b",
    re.IGNORECASE,
)
_PHRASES = (
    r"original message|original appointment|forwarded (?:message|by [^-]{1,80})|reply message"
    r"|replied message"
    r"|ursprüngliche nachricht|original-?nachricht|originalnachricht|weitergeleitete nachricht"
    r"|message d'origine|message d’origine|message original|message transféré|message initial"
    r"|mensaje original|mensaje reenviado|mensagem original|mensagem encaminhada"
    r"|messaggio originale|messaggio inoltrato|oorspronkelijk bericht|doorgestuurd bericht"
    r"|ursprungligt meddelande|vidarebefordrat (?:meddelande|brev)|originalmeddelande"
    r"|oprindelig meddelelse|videresendt (?:meddelelse|melding)|opprinnelig melding"
    r"|alkuperäinen viesti"
    r"|välitetty viesti|wiadomość oryginalna|oryginalna wiadomość|wiadomość przekazana"
    r"|původní zpráva|přeposlaná zpráva|pôvodná správa|eredeti üzenet|továbbított üzenet"
    r"|mesaj original"
    r"|исходное сообщение|пересылаемое сообщение|пересланное сообщение|оригінальне повідомлення"
    r"|orijinal mesaj|özgün ileti|iletilen mesaj|αρχικό μήνυμα|προωθημένο μήνυμα"
    r"|missatge original"
    r"|原始邮件|原始郵件|转发邮件|邮件原件|元のメッセージ|転送されたメッセージ|원본 메시지"
    r"|원본 메일"
)
SEPARATOR = re.compile(
    rf"[ \t]*(?:[-_=*~]{{2,}}[ \t]*(?:{_PHRASES})[ \t]*:?[ \t]*[-_=*~]{{0,60}}"
    r"|(?:begin forwarded message|anfang der weitergeleiteten (?:nachricht|e-mail)"
    r"|début du message (?:réexpédié|transféré)|inicio del mensaje reenviado"
    r"|início da mensagem reencaminhada"
    r"|inizio messaggio inoltrato|begin doorgestuurd bericht"
    r"|vidarebefordrat brev)[ \t]*:)[ \t]*$",
    re.IGNORECASE,
)
FORWARDED = re.compile(
    r"forward|weitergeleitet|transféré|réexpédié|reenviado|encaminhada|reencaminhada|inoltrato"
    r"|doorgestuurd|vidarebefordra|videresendt|välitetty|przekazana|přeposlan|továbbított"
    r"|пересыл|пересл|iletilen|προωθημένο|转发|転送",
    re.IGNORECASE,
)
"""Words of a separator above a forwarded message, as opposed to a reply."""

_FROM = (
    r"from|von|de|da|van|från|fra|lähettäjä|od|feladó|de la|от|від|отправитель|kimden|gönderen"
    r"|από|差出人"
    r"|送信者|发件人|寄件者|寄件人|보낸 사람|보낸사람"
)
_SENT = (
    r"sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|enviado|enviado el|enviado em"
    r"|enviada em|fecha"
    r"|data|inviato|verzonden|skickat|sendt|dato|lähetetty|päiväys|wysłano|odesláno|odoslané"
    r"|elküldve|trimis"
    r"|отправлено|дата|надіслано|gönderilme|gönderildi|tarih|στάλθηκε|ημερομηνία|送信日時|日時"
    r"|日付|发送时间"
    r"|发送日期|日期|傳送日期|寄件日期|보낸 날짜|날짜"
)
_SUBJECT = (
    r"subject|betreff|objet|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|předmět|predmet"
    r"|tárgy|subiect|тема|konu|θέμα|件名|主题|主旨|제목"
)
_OTHER = (
    r"to|cc|an|à|a|para|til|till|aan|vastaanottaja|do|komu|pro|címzett|către|кому|kime|alıcı"
    rf"|προς|宛先|收件人|收件者|받는 사람|받는사람|{_SUBJECT}"
)
FROM_LINE, SENT_LINE, OTHER_LINE, SUBJECT_LINE = (
    re.compile(rf"[ \t]*[*_]{{0,2}}(?:{words})[ \t]?[:：]", re.IGNORECASE)
    for words in (_FROM, _SENT, _OTHER, _SUBJECT)
)
SENT_FROM = re.compile(
    r"[ \t<(\[*_]*(?:sent from (?:mail for|yahoo|outlook|gmail|samsung|proton)\b"
    r"|sent from (?:my|a|an)(?: [\w-]+){0,4} (?:i?phone|ipad|ipod|mac|galaxy|pixel|blackberry"
    r"|android|samsung|huawei|nokia|xiaomi|smartphone|mobile|tablet|device|handheld|laptop|computer)\b"
    r"|sent (?:via|with|using) (?:my |the )?(?:proton|gmail|zoho|tuta|outlook|samsung|blackberry"
    r"|android|yahoo|i?phone|ipad|spark|superhuman|airmail|mailbird|k-9|fairemail|mobile)"
    r"|get outlook for|get bluemail for|download outlook|von meinem .{2,60}gesendet"
    r"|gesendet (?:von|mit|über) "
    r"|diese nachricht wurde von mein|envoyé (?:de(?:puis)?|à partir de) (?:mon|ma|l)"
    r"|télécharger outlook"
    r"|obtenez outlook|enviado (?:desde|do|de|a partir do|con) (?:mi|meu|o|el|correo|samsung"
    r"|iphone)\b"
    r"|obtener outlook|obter o outlook|inviato (?:da|dal|con)\b|ottieni outlook|scarica outlook"
    r"|verzonden (?:vanaf|met|vanuit|via)\b|verstuurd vanaf|outlook voor|skickat från"
    r"|skaffa outlook|hämta outlook"
    r"|sendt (?:fra|med)\b|hent outlook|få outlook|lähetetty (?:minun|iphone|samsung"
    r"|laitteesta)|hanki outlook"
    r"|wysłan[eoy] z\b|pobierz outlook|odesláno z|odoslané z|trimis de pe|отправлено (?:с|из)\b"
    r"|надіслано з"
    r"|iphone'?(?:um)?dan gönderildi|.{0,40}cihazımdan gönderildi|.{0,20}から送信|发自我的"
    r"|從我的.{1,20}傳送|傳送自"
    r"|나의 .{1,20}에서 보냄|please (?:excuse|forgive) (?:the |any |my )?(?:brevity|typos"
    r"|spelling)"
    r"|.{0,40}outlook (?:for|für|pour|para|per) (?:ios|android))",
    re.IGNORECASE,
)  # fmt: skip
"""The start of a line that programs and telephones add to messages."""

SENT_WITHOUT_DEVICE = re.compile(
    r"[ \t<(\[*_]*(?:(?:get|download|obtenez|obtener|obter o|ottieni|scarica|télécharger|skaffa"
    r"|hämta|hent|få|hanki|pobierz) outlook|get bluemail|outlook voor|please (?:excuse|forgive)"
    r"|.{0,40}(?:から送信|cihazımdan gönderildi)|发自我的|從我的|傳送自|나의 )",
    re.IGNORECASE,
)
"""Such a line that says so without the name of a device among its words."""

DEVICE = re.compile(
    r"i?phon['’\w]{0,9}|i(?:os|pad|pod)['’]?\w{0,8}|i?mac(?:book)?|galaxy|pixel|blackberry|android"
    r"|androidista|samsung|huawei|nokia|xiaomi|redmi|smartphones?|handy|tablet(?:te|a)?|laptop"
    r"|computer|rechner|handheld|device|gerät|laitteesta(?:ni)?|network"
    r"|mobil(?:e|telefon\w*|geräts?|gerät|en|enhet|ni)?"
    r"|(?:smart)?(?:telefon\w*|téléphone|teléfono|telefoon|telefone)|móvil|celular|cellulare"
    r"|dispositivo|appareil|toestel|ordinateur|ordenador|computador|outlook|gmail|yahoo|icloud"
    r"|proton(?:mail)?|gmx|web|posteo|thunderbird|k-?9|fairemail|spark|superhuman|airmail|mailbird"
    r"|zoho|tuta(?:nota)?|e-?mail|mail|correo|app|appli(?:cation)?|телефона|смартфона|устройства",
    re.IGNORECASE,
)
"""A word that is the name of a device or of a program for mail."""

AROUND_DEVICE = re.compile(
    r"from|via|with|using|sent|my|the|an?|for|on|by|secure|free|wireless|mini|plus|pro|pour|depuis"
    r"|mon|ma|mes|de|del|du|da|dal|do|la|le|el|il|o|l|mi|meu|minha|un|una|um|uma|desde|partir|con"
    r"|mio|mia|para|von|vom|mit|über|der|dem|die|den|mein(?:em|er|e)?|ein(?:em|er)?|für|gesendet"
    r"|diese|nachricht|wurde|verzonden|verstuurd|vanaf|vanuit|met|mijn|een|het|voor|från|fra|min"
    r"|mitt|med|och|og|på|till|til|för|et|en|z|ze|s|na|mojego|mého|môjho|pe|meu|dla|pro|с|из|з"
    r"|моего|мого|minun|gönderildi",
    re.IGNORECASE,
)
"""A word that programs and telephones write around such a name."""

FAREWELL = re.compile(
    r"[ \t]*(?:(?:kind|best|warm|warmest|many|with|my|all the|kindest)? ?(?:regards|wishes|best)"
    r"|all the best|best|cheers|sincerely|yours(?: (?:sincerely|faithfully|truly))?|thanks"
    r"|thank you"
    r"|many thanks|thanks (?:again|in advance|a lot|and regards)|respectfully|take care|br|rgds"
    r"|regards from .{1,30}"
    r"|(?:mit )?(?:freundlichen?|besten?|herzlichen?|vielen|lieben?|schönen?|viele"
    r"|liebe) (?:grüßen?|grüssen?|gruß|gruss|dank|grüße)(?: .{1,30})?"
    r"|mfg|lg|vg|danke|gruß|grüße|beste grüße|cordialement|bien cordialement|(?:bien )?à vous"
    r"|salutations|merci|amicalement"
    r"|saludos(?: cordiales)?|un saludo|atentamente|gracias|atenciosamente|abraços?|obrigad[oa]"
    r"|cumprimentos"
    r"|cordiali saluti|distinti saluti|saluti|un saluto|grazie"
    r"|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?"
    r"|groeten|groetjes|mvg"
    r"|(?:med )?(?:vänliga?|venlig|vennlig|bästa) (?:hälsning\w*|hilsen)|hälsningar|mvh|hilsen"
    r"|ystävällisin terveisin|terveisin|terv"
    r"|pozdrawiam|z poważaniem|z wyrazami szacunku|s pozdravem|с уважением"
    r"|с наилучшими пожеланиями|з повагою|saygılarım\w*|saygılarımla)"
    r"[ \t]*[,.!~–—-]{0,3}[ \t]*$",
    re.IGNORECASE,
)  # fmt: skip
BOILERPLATE = re.compile(
    r"\W*(?:"
    # mailing lists and newsletters
    r"(?:to )?unsubscribe(?: from this (?:list|group|newsletter)\b|$|,? (?:send|visit|click)\b)"
    r"|to (?:post to|view) this (?:list|group|discussion)\b"
    r"|you (?:(?:have )?received|are receiving) this(?: (?:e-?mail|message|newsletter))?"
    r" because you(?:'re| are| were| have)? (?:subscribed|signed up|a member|registered)"
    r"|view this (?:e-?mail|message) in your browser"
    r"|manage (?:your )?(?:subscription|preferences)$"
    r"|(?:newsletter )?(?:abmelden|abbestellen)$|se désabonner$|se désinscrire$|darse de baja$"
    r"|disiscriviti$|afmelden$|avregistrera(?: dig)?$|отписаться$"
    # confidentiality
    r"|(?:confidentiality notice|(?:e-?mail )?disclaimer)$"
    r"|(?:this|the (?:information|contents?)(?: contained)? (?:in|of) this)"
    r" (?:e-?mail|message|communication|transmission)"
    r"(?:,? (?:and|including|together with) (?:any|all|its) (?:files?|attachments?)"
    r"(?: transmitted with it)?,?)? "
    r"(?:is|are|may be|contains?|may contain) "
    r"(?:[\w-]+ ){0,4}(?:confidential|privileged|for the addressee|(?:only|solely) for the)"
    r"|if you (?:are not|have received)\b[^.]{0,80} (?:recipient|addressee|in error|by mistake),? "
    r"(?:please|you|any|do not|then delete|and|or)\b"
    r"|please (?:notify|inform|tell|contact) the sender\b|please delete (?:it|this e-?mail)\b"
    r"|any (?:unauthori[sz]ed|review|disclosure|dissemination|distribution|copying|use of this)\b"
    r"|(?:diese (?:e-?mail|nachricht)(?: und (?:alle|ihre|etwaige) an(?:hänge|lagen))?"
    r" (?:enthält|enthalten|ist|sind|kann|können) (?:\S+ ){0,5}|enthält )vertraulich"
    r"|wenn sie nicht der (?:richtige|beabsichtigte) (?:adressat|empfänger)"
    r"|(?:ce|cet) (?:message|e-?mail|courriel)(?: et [^.]{0,40})? (?:est|sont|contient|peut)"
    r" (?:\S+ ){0,5}(?:confidentiel|destiné)"
    r"|este (?:mensaje|correo|e-?mail|mensagem) (?:es|está|é|contiene|contém|puede|pode)"
    r" (?:\S+ ){0,5}(?:confidencial|destinad|dirigid)"
    r"|(?:il presente|questo) (?:messaggio|e-?mail) (?:è|contiene|può)"
    r" (?:\S+ ){0,5}(?:riservat|confidenzial|destinat)"
    r"|dit (?:bericht|e-?mail) (?:is|bevat|kan) (?:\S+ ){0,5}(?:vertrouwelijk|bestemd)"
    # printing and viruses
    r"|please consider the environment before print|think before you print$"
    r"|vir(?:us-free|enfrei)$|this e-?mail has been (?:checked|scanned) (?:for|by)\b)",
    re.IGNORECASE,
)  # fmt: skip
"""The start of a sentence that lists and companies add to messages."""

LIST_NAME = re.compile(
    r"\W*(?:\S+(?: \S+){0,3} mailing list|(?:google|yahoo!?) groups(?: links)?)\W*",
    re.IGNORECASE,
)
"""A line of a footer that names a mailing list, and nothing else."""
