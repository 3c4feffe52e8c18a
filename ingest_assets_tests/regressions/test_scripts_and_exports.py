"""Good documents that were held back and texts that were lost, found on files of other languages and older programs; each test has the fault's name."""

from __future__ import annotations

import base64

import pytest

from ingest_assets.code_pages.mojibake import utf8_repair
from ingest_assets.lexicon import hit, tokens_of
from ingest_assets.text_quality import single_letter_share
from ingest_assets_tests.corpus.mails import mail
from ingest_assets_tests.corpus.office import zipped
from ingest_assets_tests.corpus.texts import HARBOUR, extraction, text_of, whole_way
from ingest_assets_tests.corpus.web import page

# Article 1 of the Universal Declaration of Human Rights.
MARKED = {
    "hindi": "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है "
    "और परस्पर उन्हें भाईचारे के भाव से बर्ताव करना चाहिए।",
    "tamil": "மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள், அவர்கள் நியாயத்தையும் "
    "மனச்சாட்சியையும் இயற்பண்பாகப் பெற்றவர்கள்.",
    "sinhala": "සියලු මනුෂ්‍යයෝ නිදහස්ව උපත ලබා ඇත. ගරුත්වයෙන් හා අයිතිවාසිකම්වලින් සමාන වෙති.",
    "vowelled arabic": "الْحَمْدُ لِلَّهِ رَبِّ الْعَالَمِينَ الرَّحْمَٰنِ الرَّحِيمِ مَالِكِ يَوْمِ الدِّينِ إِيَّاكَ نَعْبُدُ وَإِيَّاكَ نَسْتَعِينُ",
}
UNLISTED = {
    "latin": "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum lingua Celtae, nostra "
    "Galli appellantur. Hi omnes lingua, institutis, legibus inter se differunt. Gallos ab Aquitanis Garumna flumen, a Belgis Matrona dividit.",
    "filler": "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore et dolore magna aliqua. Ut enim "
    "ad minim veniam, quis nostrud exercitation ullamco laboris nisi ut aliquip ex ea commodo consequat.",
    "basque": "Gizon-emakume guztiak aske jaiotzen dira, duintasun eta eskubide berberak dituztela; eta ezaguera eta kontzientzia dutenez gero, "
    "elkarren artean senide legez jokatu beharra dute. Gizaki orok du adierazpen honetan aldarrikatutako eskubide eta askatasunen jabe izateko eskubidea.",
    "swahili": "Watu wote wamezaliwa huru, hadhi na haki zao ni sawa. Wote wamejaliwa akili na dhamiri, hivyo yapasa watendeane kindugu. Kila mtu "
    "anastahili kuwa na haki zote na uhuru wote ambao umeelezwa katika Taarifa hii.",
    "welsh": "Genir pawb yn rhydd ac yn gydradd â’i gilydd mewn urddas a hawliau. Fe’u cynysgaeddir â rheswm a chydwybod, a dylai pawb ymddwyn y naill "
    "at y llall mewn ysbryd cymodlon.",
}
FRENCH = "L'été dernier, la bibliothèque a reçu près de mille élèves à Noël, déjà très pressés."
OLD = 'xmlns:office="http://openoffice.org/2000/office" xmlns:text="http://openoffice.org/2000/text" xmlns:draw="http://openoffice.org/2000/drawing"'
OLD_DOCTYPE = '<!DOCTYPE office:document-content PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "office.dtd">'


@pytest.mark.parametrize("language", MARKED)
def test_vowel_signs_cut_words_into_letters_and_the_text_was_held(language: str) -> None:
    assert single_letter_share(MARKED[language]) < 0.3
    assert whole_way(f"{MARKED[language]}\n\n{MARKED[language]}\n".encode(), "note.txt").verdict.state == "indexed"


@pytest.mark.parametrize("language", UNLISTED)
def test_prose_of_a_plain_latin_language_without_a_list_was_called_garbage(language: str) -> None:
    assert hit(tokens_of(UNLISTED[language])).share is None


@pytest.mark.parametrize("shift", range(1, 26))
@pytest.mark.parametrize("text", [HARBOUR, UNLISTED["latin"], UNLISTED["swahili"]])
def test_shifted_letters_have_no_grammar(text: str, shift: int) -> None:
    moved = "".join(chr((ord(c) - 97 + shift) % 26 + 97) if "a" <= c <= "z" else c for c in text.lower())
    share = hit(tokens_of(moved)).share
    assert share is not None
    assert share < 0.5


def test_white_space_folded_into_mojibake_kept_it_from_being_undone() -> None:
    broken = FRENCH.encode().decode("cp1252")
    found = utf8_repair(" ".join(broken.split()))
    assert found is not None
    assert found.text == FRENCH
    read = whole_way(page(f"<p>{broken}</p><p>{broken}</p>").encode(), "a.html")
    assert FRENCH in " ".join(block.text for block in read.cleaned.blocks)


def test_russian_mojibake_loses_its_no_break_spaces_too() -> None:
    folded = "Россия и Рязань".encode().decode("latin-1").replace("\xa0", " ")
    assert (mended := utf8_repair(folded)) is not None
    assert mended.text == "Россия и Рязань"


def test_one_line_of_another_code_page_made_utf_8_lines_mojibake() -> None:
    good, foreign = "Первая строка записана верно, и вторая тоже.\n", "Строка из другой программы, вставленная позже.\n"
    read = whole_way((good * 20).encode() + foreign.encode("cp1251") + good.encode(), "journal.txt")
    text = " ".join(block.text for block in read.cleaned.blocks)
    assert read.sniffed.encoding == "utf-8"
    assert "mixed_encoding" in {one.code for one in read.sniffed.findings}
    assert foreign.strip() in text
    assert good.strip() in text


def test_a_legacy_text_is_not_utf_8_by_lines() -> None:
    read = whole_way(("Строка записана в старой кодировке.\n" * 20 + "И ещё одна.\n").encode("cp1251"), "old.txt")
    assert read.sniffed.encoding == "windows-1251"


def old_office(kind: str, body: str) -> bytes:
    """A file of OpenOffice.org 1: other namespaces, a DOCTYPE, the content in the body itself."""
    content = f'<?xml version="1.0"?>{OLD_DOCTYPE}<office:document-content {OLD}><office:body>{body}</office:body></office:document-content>'
    return zipped({"mimetype": f"application/vnd.sun.xml.{kind}", "content.xml": content})


def test_texts_of_openoffice_1_were_empty() -> None:
    items = "<text:unordered-list><text:list-item><text:p>first point</text:p></text:list-item></text:unordered-list>"
    read = extraction(
        old_office("writer", f'<text:h text:level="1">Head</text:h><text:p>{HARBOUR}</text:p>{items}'), "odt"
    )
    assert [block.kind for block in read.blocks] == ["heading", "paragraph", "list_item"]


def test_slides_of_openoffice_1_were_empty() -> None:
    slide = f"<draw:page><draw:text-box><text:p>{HARBOUR}</text:p></draw:text-box></draw:page>"
    assert HARBOUR in text_of(extraction(old_office("impress", slide), "odp"))


@pytest.mark.parametrize(
    "doctype",
    ["<!DOCTYPE x [<!ENTITY a 'b'>]>", '<!DOCTYPE x SYSTEM "x" [<!ENTITY % a SYSTEM "file:///etc/passwd"> %a;]>'],
)
def test_a_doctype_that_declares_is_still_refused(doctype: str) -> None:
    plain = f'<?xml version="1.0"?>{doctype}<office:document-content {OLD}><office:body><text:p>{HARBOUR}</text:p></office:body></office:document-content>'
    read = extraction(zipped({"mimetype": "application/vnd.sun.xml.writer", "content.xml": plain}), "odt")
    assert [one.code for one in read.findings] == ["xml_entities"]


def test_a_multipart_mail_whose_boundary_never_comes_lost_its_text() -> None:
    data = mail(HARBOUR.encode(), headers=b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="never"\r\n')
    assert HARBOUR in text_of(extraction(data, "eml"))


def test_a_footer_behind_base64_was_decoded_to_garbage() -> None:
    body = base64.encodebytes(HARBOUR.encode()) + b"\r\n-- \r\nadded by the list server, without looking\r\n"
    head = b"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n"
    text = text_of(extraction(mail(body, headers=head), "eml"))
    assert HARBOUR in text
    assert "added by the list server" in text


def test_a_short_line_with_a_raised_digit_was_boilerplate() -> None:
    article = "".join(f"<p>{HARBOUR} Paragraph {number} says more of it.</p>" for number in range(8))
    read = whole_way(
        page(f"<main><h1>Guide</h1>{article}<p>The pool measures 400 m<sup>2</sup>.</p></main>").encode(), "a.html"
    )
    assert "400 m²" in " ".join(block.text for block in read.cleaned.blocks)


@pytest.mark.parametrize(
    ("meant", "lost"),
    [("Совет собирается в среду, и все участники уже приехали. ", mark) for mark in ("", "?")] + [(FRENCH + " ", "?")],
)
def test_mojibake_with_lost_bytes_was_indexed(meant: str, lost: str) -> None:
    broken = "".join(
        lost if byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D, 0xA0) else bytes([byte]).decode("cp1252")
        for byte in (meant * 3).encode()
    )
    read = whole_way(broken.encode(), "note.txt")
    assert read.verdict.state == "quarantined"
    assert "mojibake" in {one.code for one in read.findings}


def test_mojibake_in_cells_was_indexed() -> None:
    cell = "Совет собирается".encode().decode("cp1252", "ignore")
    read = whole_way(f"name;note\n{f'{cell};{cell}{chr(10)}' * 6}".encode(), "a.csv")
    assert "mojibake" in {one.code for one in read.findings}


def test_closing_quotes_that_windows_1252_lacks_are_put_back() -> None:
    broken = "He said “yes” and “no”, naïve as he was.".encode().decode("cp1252", "ignore")
    assert (found := utf8_repair(broken)) is not None
    assert found.text == "He said “yes” and “no”, naïve as he was."


@pytest.mark.parametrize("text", ["AMANHÃ DE MANHÃ", "A IRMÃ", "Рівне, Рік, Січ, Рідна мова", "СССР» и РСФСР»"])
def test_true_words_that_look_like_mojibake_stay(text: str) -> None:
    assert utf8_repair(text) is None


def test_half_a_unit_behind_utf_16_held_a_short_text() -> None:
    read = whole_way(("\ufeff" + HARBOUR).encode("utf-16-le") + b"\n", "note.txt")
    assert read.verdict.state == "indexed"
