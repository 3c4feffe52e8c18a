"""Does the picture say what the text claims?"""

from __future__ import annotations

import numpy as np

from ingest_assets.extract.ocr.spot_check import agreement
from ingest_assets_tests.corpus.scans import DPI, rendered

LINES = rendered("<p>Договор № 17 от 12.03.2024</p><p>Сумма 1 250,00 руб.</p>", height=90)


def test_right_text_agrees_and_wrong_text_does_not() -> None:
    assert agreement(LINES, "Договор № 17 от 12.03.2024 Сумма 1 250,00 руб.", ("rus", "eng"), dpi=DPI) > 0.95
    assert agreement(LINES, "Äîãîâîð № 17 îò 12.03.2024 Ñóììà 1 250,00 ðóá.", ("rus", "eng"), dpi=DPI) < 0.7
    assert agreement(LINES, "", ("rus", "eng"), dpi=DPI) == 0


def test_nothing_agrees_with_nothing() -> None:
    assert agreement(np.full((50, 200), 255, np.uint8), " . ", ("rus",), dpi=DPI) == 1
