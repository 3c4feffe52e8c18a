"""A repair by its name: triage finds it and stores the name, extraction applies it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from ingest_assets.lexicon import is_word
from ingest_assets.pdf.repair.codecs import Mend, codec_mends
from ingest_assets.pdf.repair.letters import all_shifted, homoglyphs, one_glyph, private_use, shifted
from ingest_assets.pdf.repair.spaces import segmented

HOMOGLYPHS = "homoglyphs"
SPACES = "spaces"
NOTHING = "none"
GLYPH = "glyph:"


@cache
def lossless() -> Mapping[str, Mend]:
    """Repairs that drop, merge and guess nothing, by name."""
    return {**codec_mends(), HOMOGLYPHS: homoglyphs(is_russian)}


@cache
def lossy() -> Mapping[str, Mend]:
    """Repairs that may be wrong in single characters and need a look at the picture, by name."""
    return {
        **{f"private:{page}": private_use(page) for page in ("cp1251", "cp1252")},
        **{f"shift:{step:+d}": shifted(step) for step in range(-16, 17) if step},
        "codes:+29": all_shifted(29),
        "codes:+31": all_shifted(31),
    }


def is_russian(word: str) -> bool:
    """True for a Russian word of the list or of morphology."""
    return is_word(word, "ru")


def mend_of(name: str) -> Mend:
    """The repair with this name. Raises KeyError for a name that no version of this package knows."""
    if name.startswith(GLYPH):
        return _chain([one_glyph(wrong, right, is_word) for wrong, right in glyph_pairs(name)])
    if name.startswith(SPACES):
        return segmented(name.removeprefix(SPACES).lstrip(":") or "en")
    if name == NOTHING:
        return lambda text: text
    return lossless().get(name) or lossy()[name]


def glyph_name(pairs: Sequence[tuple[str, str]]) -> str:
    """Name of the repair of single wrong glyphs, e.g. ``glyph:U+0166>fi;U+0021>ff``."""
    return GLYPH + ";".join(f"U+{ord(wrong):04X}>{right}" for wrong, right in pairs)


def glyph_pairs(name: str) -> list[tuple[str, str]]:
    """The pairs (wrong, right) of a name of ``glyph_name``."""
    parts = (part.split(">") for part in name.removeprefix(GLYPH).split(";"))
    return [(chr(int(code.removeprefix("U+"), 16)), right) for code, right in parts]


def _chain(mends: Sequence[Mend]) -> Mend:
    def undo(text: str) -> str | None:
        for mend in mends:
            text = mend(text) or text
        return text

    return undo
