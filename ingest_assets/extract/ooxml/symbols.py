"""Characters of symbol fonts as Unicode: private-use code points must never reach the text (formats.md section 4, docx 5).

The Symbol table is Adobe's Symbol encoding; Wingdings is the part that documents use (check marks, boxes, arrows, bullets, numbers).
"""

from __future__ import annotations

import re

SYMBOL_ROWS = {
    0x20: " !∀#∃%&∍()∗+,−./0123456789:;<=>?",
    0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
    0x60: "‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
    0xA0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵",
    0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓",
    0xE0: "◊⟨®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
    0xF1: "⟩∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
}
SYMBOL = {start + index: sign for start, row in SYMBOL_ROWS.items() for index, sign in enumerate(row)}

WINGDINGS = {
    0x21: "✏", 0x22: "✂", 0x28: "☎", 0x29: "✆", 0x2A: "✉", 0x36: "⌛", 0x3F: "✍", 0x46: "☞", 0x4A: "☺", 0x4B: "😐", 0x4C: "☹",
    0x51: "✈", 0x52: "☼", 0x54: "❄", 0x58: "✠", 0x59: "✡", 0x5A: "☪", 0x5B: "☯", 0x6C: "●", 0x6D: "❍", 0x6E: "■", 0x6F: "□",
    0x70: "◻", 0x71: "❑", 0x72: "❒", 0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x9E: "·", 0x9F: "•", 0xA1: "○", 0xA4: "◉",
    0xA7: "▪", 0xA8: "◻", 0xAB: "★", 0xD5: "⌫", 0xD8: "➢", 0xDF: "←", 0xE0: "→", 0xE1: "↑", 0xE2: "↓", 0xE8: "➔", 0xEF: "⇦",
    0xF0: "⇨", 0xF1: "⇧", 0xF2: "⇩", 0xF3: "⬄", 0xFB: "✗", 0xFC: "✓", 0xFD: "☒", 0xFE: "☑",
    **{0x80 + index: sign for index, sign in enumerate("⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿")},
}  # fmt: skip
WINGDINGS_2 = {
    0x4F: "✗",
    0x50: "✓",
    0x51: "☒",
    0x52: "☑",
    0x53: "☒",
    0x54: "☒",
    0xA3: "□",
    0x30: "□",
    0x98: "•",
    0x97: "•",
}
WINGDINGS_3 = {0x7D: "▶", 0x7C: "◀", 0x70: "▲", 0x71: "▼", 0x22: "→", 0x21: "←"}
WEBDINGS = {0x61: "✓", 0x72: "✗", 0x63: "□", 0x67: "■", 0x6E: "●", 0x34: "▶", 0x33: "◀", 0x35: "▲", 0x36: "▼"}
FONTS = {
    "symbol": SYMBOL,
    "wingdings": WINGDINGS,
    "wingdings 2": WINGDINGS_2,
    "wingdings 3": WINGDINGS_3,
    "webdings": WEBDINGS,
}

PRIVATE_USE = re.compile("[\uf020-\uf0ff]")
UNKNOWN = "□"


def is_symbol_font(font: str) -> bool:
    """True for a font whose codes are signs, not letters."""
    return font.lower() in FONTS


def symbol(code: int, font: str) -> str:
    """The sign of a symbol font's code (0x20-0xFF, with or without 0xF000 added); a box when the table lacks it, the letter itself in other fonts."""
    low = code - 0xF000 if 0xF000 <= code <= 0xF0FF else code
    table = FONTS.get(font.lower())
    if table is not None and low in table:
        return table[low]
    if table is None and not 0xE000 <= code <= 0xF8FF:
        return chr(code) if 0x20 <= code < 0x110000 and not 0xD800 <= code <= 0xDFFF else ""
    return SYMBOL.get(low, UNKNOWN) if table is None else UNKNOWN


def without_private_use(text: str, font: str) -> str:
    """``text`` of a run in ``font`` with private-use characters replaced; the codes of a symbol font that stand as letters as well."""
    if not text or (text.isascii() and not is_symbol_font(font)):
        return text
    if is_symbol_font(font):
        return "".join(symbol(ord(sign), font) if sign != " " else sign for sign in text)
    return PRIVATE_USE.sub(lambda match: symbol(ord(match.group()), "symbol"), text)
