"""Number formats: what a reader of the sheet sees."""

from __future__ import annotations

import pytest

from ingest_assets.extract.spreadsheet.number_format import classify, shown


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("dd.mm.yyyy", "date"), ("[$-419]d mmmm yyyy", "date"), ('yyyy"年"m"月"d"日"', "date"), ("mmm-yy", "date"), ("h:mm AM/PM", "time"),
        ("d/m/yy h:mm", "datetime"), ("[h]:mm", "duration"), ("[mm]:ss", "duration"), ("[Red]0.00", "number"), ('0 "days"', "number"),
        ('"Stand: "0', "number"), ("General", "general"), ("0.00E+00", "number"), ("#,##0", "number"), ("@", "text"), ("0\\d", "number"),
    ],
)  # fmt: skip
def test_classify(code: str, kind: str) -> None:
    assert classify(code).kind == kind


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (45366.0, "dd.mm.yyyy", "2024-03-15"), (45366.75, "m/d/yy h:mm", "2024-03-15 18:00:00"), (45366.0, "yyyy-mm-dd hh:mm", "2024-03-15"),
        (44197.99998842593, "dd.mm.yyyy hh:mm:ss", "2021-01-01 23:59:59"), (1.0, "dd.mm.yyyy", "1900-01-01"), (59.0, "d/m/yy", "1900-02-28"),
        (60.0, "d/m/yy", "1900-02-29"), (61.0, "d/m/yy", "1900-03-01"), (0.75, "h:mm", "18:00"), (1.5, "[h]:mm", "36:00"), (-3.0, "d/m/yy", "-3"),
        (3e9, "d/m/yy", "3000000000"), (2e303, "[h]:mm", "2E+303"), (0.5, "d/m/yy h:mm", "12:00:00"),
    ],
)  # fmt: skip
def test_dates_and_times(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (123.0, "00000", "00123"), (0.153, "0.0%", "15.3%"), (1234.5, '#,##0.00 "€"', "1,234.50 €"), (1234.5, "[$€-407]#,##0.00", "€1,234.50"),
        (-1234.5, "#,##0.00;(#,##0.00)", "(1,234.50)"), (-5.0, "0.00", "-5.00"), (0.0, '0;-0;"none"', "none"), (1.005, "0.00", "1.01"),
        (0.1 + 0.2, "General", "0.3"), (5.0, "General", "5"), (1234567890123456.0, "General", "1234567890123456"),
        (1500000.0, '0.0,,"M"', "1.5M"), (1234567.0, "#,##0,", "1,235"), (1234567.0, "0,.0", "1234.6"),
        (45366.0, "0.00E+00", "4.54E+04"), (0.25, "# ?/?", "0.25"), (12.0, ";;;", "12"), (3.0, "[>=2]0\\x;0", "3x"), (0.5, "#.##", ".5"),
        (-0.001, "0.00", "0.00"), (999.999, "#,##0.00", "1,000.00"), (1e22, "General", "1E+22"), (0.00001234, "General", "0.00001234"),
    ],
)  # fmt: skip
def test_numbers(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text
