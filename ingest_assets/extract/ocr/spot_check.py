"""Does a picture say what a text claims? The check behind repairs that are not lossless by construction."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher

from ingest_assets.extract.ocr.engine import EngineFaultError, recognise
from ingest_assets.images.decode import Raster

BLOCK_OF_TEXT = 6  # Tesseract's page mode for one even block: the picture is a cut of a few lines


def agreement(image: Raster, text: str, languages: Sequence[str], *, dpi: float = 200) -> float:
    """Share of letters and digits, 0 to 1, on which OCR of ``image`` (grey, dark on light) and ``text`` agree in order.

    1 when both say nothing, 0 when Tesseract fails: what was not checked is not believed.
    """
    try:
        words = recognise(image, dpi, languages, psm=BLOCK_OF_TEXT)
    except EngineFaultError:
        return 0.0
    read, claimed = folded(" ".join(word.text for word in words)), folded(text)
    if not read and not claimed:
        return 1.0
    return SequenceMatcher(None, read, claimed, autojunk=False).ratio()


def folded(text: str) -> str:
    """Letters and digits only, compatibility forms and case folded."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()
