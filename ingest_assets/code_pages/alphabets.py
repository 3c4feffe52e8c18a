"""The code pages that the byte model can name, and the languages that are written in each."""

from __future__ import annotations

WEST = "en fr de es it pt nl sv da nb fi is ca ga gl eu af sq"
CENTRAL = "pl cs sk hu sl sh ro de"
CYRILLIC = "ru bg uk be sr mk"
BALTIC = "lt lv et"

# encoding: (languages, prior in nat). Priors: share of each encoding on the web and in old archives, in steps; a rare one must earn its place.
ONE_BYTE: dict[str, tuple[str, float]] = {
    "windows-1252": (WEST, 0.0),
    "windows-1251": (CYRILLIC, 0.0),
    "windows-1250": (CENTRAL, -0.5),
    "iso-8859-2": (CENTRAL, -1.0),
    "windows-1253": ("el", -0.5),
    "iso-8859-7": ("el", -1.0),
    "windows-1254": ("tr", -0.5),
    "windows-1255": ("he", -0.5),
    "iso-8859-8": ("he", -2.5),
    "windows-1256": ("ar fa", -0.5),
    "iso-8859-6": ("ar", -1.5),
    "windows-1257": (BALTIC, -1.0),
    "iso-8859-13": (BALTIC + " pl sl sh", -2.0),
    "iso-8859-4": (BALTIC, -2.0),
    "iso-8859-10": (BALTIC + " is", -2.5),
    "windows-1258": ("vi", -1.0),
    "windows-874": ("th", -0.5),
    "koi8-r": ("ru bg", -0.5),
    "koi8-u": ("uk", -1.0),
    "iso-8859-5": (CYRILLIC, -2.0),
    "iso-8859-3": ("eo mt tr", -3.0),
    "iso-8859-14": ("cy ga", -4.0),
    "iso-8859-15": ("fr de es fi et da pt it", -2.0),
    "iso-8859-16": ("ro pl sh sl hu", -2.5),
    "ibm866": ("ru be bg uk", -1.5),
    "cp855": ("ru bg sr mk", -3.0),
    "cp850": ("fr de es it pt sv da nb nl", -3.0),
    "cp437": ("de fr es en sv", -3.5),
    "cp852": (CENTRAL, -3.0),
    "cp737": ("el", -2.5),
    "cp857": ("tr", -3.5),
    "cp775": (BALTIC, -4.0),
    "cp862": ("he", -3.5),
    "macintosh": ("fr de es it pt en sv da nb nl is", -3.0),
    "x-mac-ce": (CENTRAL, -3.5),
    "x-mac-cyrillic": ("ru bg uk sr", -2.5),
}
EAST_ASIAN: dict[str, tuple[str, float]] = {
    "shift_jis": ("ja", -0.5),
    "euc-jp": ("ja", -0.5),
    "gbk": ("zh", -0.5),
    "big5": ("zht", -0.5),
    "euc-kr": ("ko", -0.5),
    "johab": ("ko", -3.0),
}
FOREIGN_NAMES = (
    "windows-1251 koi8-r koi8-u iso-8859-5 ibm866 cp855 x-mac-cyrillic windows-1253 iso-8859-7 cp737 windows-1255 iso-8859-8 cp862 windows-1256 "
    "iso-8859-6 windows-874 shift_jis euc-jp gbk big5 euc-kr "
)
FOREIGN = frozenset(FOREIGN_NAMES.split())
"""Sets that a server's default label of windows-1252 may hide (sniffing.md section 3)."""
SHORT_LISTS = {"et": "Estonian", "be": "Belarusian", "eo": "Esperanto", "mt": "Maltese", "ga": "Irish", "cy": "Welsh"}
SHORT_LISTS |= {"sq": "Albanian", "gl": "Galician", "eu": "Basque", "af": "Afrikaans", "th": ""}
"""Languages that wordfreq lacks, and the name of justext's list for each (BSD 2-Clause, see NOTICE); Thai has none."""
LATIN_LANGUAGES = frozenset(f"{WEST} {CENTRAL} {BALTIC} tr vi eo mt cy".split())
LANGUAGES = sorted({language for languages, _ in ONE_BYTE.values() for language in languages.split()})
