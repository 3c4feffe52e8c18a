"""Letters beyond ASCII that a language's spelling uses (after Unicode CLDR's exemplar characters), and scripts of letters."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache

CYRILLIC = frozenset("абвгдеёжзийклмнопрстуфхцчшщъыьэюя")
GREEK = frozenset("αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ")

_LATIN = {
    "en": "éèêëïöàçñüâôûæœ",
    "de": "äöüßéàèç",
    "fr": "àâæçéèêëîïôœùûüÿñ",
    "es": "áéíóúüñçºª",
    "it": "àèéìíîòóùúºª",
    "pt": "áâãàçéêíóôõúüºª",
    "ca": "àçéèíïóòúüñ·",
    "ro": "ăâîșțşţé",
    "nl": "áäâàéëêèíïóöôúüûç",
    "da": "æøåéäöü",
    "nb": "æøåéàóòôäö",
    "sv": "åäöéàüæø",
    "fi": "åäöšžéü",
    "is": "áðéíóúýþæöø",
    "pl": "ąćęłńóśźżéäöü",
    "cs": "áčďéěíňóřšťúůýžäöü",
    "sk": "áäčďéíĺľňóôŕšťúýžöü",
    "sl": "čšžćđáéíóúöü",
    "sh": "čćđšž",
    "hu": "áéíóöőúüűä",
    "lt": "ąčęėįšųūžéö",
    "lv": "āčēģīķļņšūžōŗéö",
    "tr": "çğıöşüâîûiİ\u0307é",
    "vi": "àảãáạăằẳẵắặâầẩẫấậđèẻẽéẹêềểễếệìỉĩíịòỏõóọôồổỗốộơờởỡớợùủũúụưừửữứựỳỷỹýỵ",
    "id": "éè",
    "ms": "éè",
    "fil": "ñáéíóúàèìòùâêîôû",
    # Languages without a word list: their letters are no sign of damage, the dictionary abstains.
    "et": "äöõüšž",
    "sq": "çëéâ",
    "eu": "ñç",
    "gl": "áéíóúñü",
    "cy": "âêîôûŵŷäëïöüáéíóúàèìòù",
    "ga": "áéíóú",
    "mt": "ċġħżàèìòù",
    "az": "çəğıöşüiİ\u0307",
    "uz": "oʻgʻ‘ʼ",
    "tk": "çäžňöşüý",
    "eo": "ĉĝĥĵŝŭ",
    "yo": "àáèéẹìíòóọṣùúńǹḿ",
    "la": "āēīōūæœăĕĭŏŭ",
}
_CYRILLIC = {
    "ru": "",
    "uk": "ґєіїʼ",
    "bg": "ѐѝ",
    "mk": "ѓѕјљњќџѐѝ",
    "be": "іўʼ",
    "sr": "ђјљњћџ",
    "kk": "әғқңөұүһі",
    "ky": "ңөү",
    "tt": "әҗңөүһ",
    "ba": "ҙҡғҫңһәөү",
    "mn": "өү",
    "tg": "ғӣқӯҳҷ",
    "cv": "ӑӗҫӳ",
    "os": "ӕ",
}
CYRILLIC_LANGUAGES = frozenset(_CYRILLIC)

ALPHABETS: dict[str, frozenset[str]] = {
    **{language: frozenset(letters) for language, letters in _LATIN.items()},
    **{language: CYRILLIC | frozenset(letters) for language, letters in _CYRILLIC.items()},
    "el": GREEK,
}
"""Letters outside ASCII by language, lower case, NFC."""

ALL_LETTERS = frozenset().union(*ALPHABETS.values())

# Share of letters outside ASCII: Vietnamese, the densest Latin spelling, has about 0.3; Cyrillic bytes read as Latin 1.0.
FOREIGN_LATIN = 0.35

_SCRIPTS = (
    ("latin", 0x0041, 0x024F),
    ("greek", 0x0370, 0x03FF),
    ("cyrillic", 0x0400, 0x052F),
    ("armenian", 0x0530, 0x058F),
    ("hebrew", 0x0590, 0x05FF),
    ("arabic", 0x0600, 0x077F),
    ("devanagari", 0x0900, 0x097F),
    ("bengali", 0x0980, 0x09FF),
    ("tamil", 0x0B80, 0x0BFF),
    ("thai", 0x0E00, 0x0E7F),
    ("lao", 0x0E80, 0x0EFF),
    ("myanmar", 0x1000, 0x109F),
    ("georgian", 0x10A0, 0x10FF),
    ("hangul", 0x1100, 0x11FF),
    ("khmer", 0x1780, 0x17FF),
    ("latin", 0x1E00, 0x1EFF),
    ("greek", 0x1F00, 0x1FFF),
    ("kana", 0x3040, 0x30FF),
    ("han", 0x3400, 0x9FFF),
    ("hangul", 0xAC00, 0xD7AF),
    ("hebrew", 0xFB1D, 0xFB4F),
    ("arabic", 0xFB50, 0xFDFF),
    ("arabic", 0xFE70, 0xFEFF),
)
JOINERS = frozenset("\u200c\u200d")
"""Marks that shape letters inside a word: non-joiner (Persian), joiner (Sinhala)."""
UNSPACED = frozenset({"thai", "lao", "myanmar", "khmer", "kana", "han"})


@lru_cache(maxsize=4096)
def script_of(char: str) -> str:
    """Script of a letter by its Unicode block; ``other`` where no rule here needs to know."""
    code = ord(char)
    for name, first, last in _SCRIPTS:
        if code <= last:
            return name if code >= first else "other"
    return "other"


def without_marks(text: str) -> str:
    """The letters without vowel signs, points and joiners, which are no letters to a regular expression and would cut each word.

    The text is composed first: what is a letter of its own in Unicode keeps its accent.
    """
    if text.isascii() or max(text) < "\u0300":
        return text
    text = unicodedata.normalize("NFC", text)
    marks = [ord(char) for char in set(text) if char >= "\u0300" and _is_mark(char)]
    return text.translate(dict.fromkeys(marks)) if marks else text


@lru_cache(maxsize=4096)
def _is_mark(char: str) -> bool:
    return char in JOINERS or unicodedata.category(char)[0] == "M"


def is_unspaced(char: str) -> bool:
    """True for letters of scripts that put no blanks between words."""
    return char >= "\u0e00" and script_of(char) in UNSPACED


def closest_alphabet(letters: Mapping[str, int]) -> frozenset[str] | None:
    """The alphabet of the one language that explains all letters of a text (counts by lower-case letter), or None.

    Of Latin letters at most a third may lie outside ASCII: a cp1251 text read as Latin-1 also fits some alphabets.
    """
    foreign = {char for char in letters if not char.isascii()}
    if not foreign:
        return frozenset()
    total = sum(letters.values())
    for alphabet in ALPHABETS.values():
        if foreign <= alphabet and (sum(letters[c] for c in foreign if c < "\u0370") <= FOREIGN_LATIN * total):
            return alphabet
    return None


EAST_ASIAN = frozenset({"han", "kana", "hangul"})
_FIRST_LEVELS = (("gb2312", 0xB0, 0xD7), ("big5", 0xA4, 0xC6), ("euc_jp", 0xB0, 0xCF), ("euc_kr", 0xB0, 0xC8))
"""Codecs with the lead bytes of their first levels: the signs that China, Taiwan, Japan and Korea hold to be in common use."""


@cache
def common_east_asian() -> frozenset[str]:
    """Han signs and Hangul syllables in common use, and all kana: a third of what Unicode has, and nearly all of what is printed."""
    found = {chr(code) for code in range(0x3041, 0x30FF)}
    for codec, first, last in _FIRST_LEVELS:
        for lead in range(first, last + 1):
            found.update(bytes([lead, trail]).decode(codec, "ignore") for trail in range(0x40, 0xFF))
    return frozenset(char for char in found if len(char) == 1 and script_of(char) in EAST_ASIAN)
