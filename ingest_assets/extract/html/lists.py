"""Numbers and letters of HTML lists."""

from __future__ import annotations

from dataclasses import dataclass

from ingest_assets.extract.numerals import counted_letters, roman


@dataclass(slots=True, kw_only=True)
class OpenList:
    """A list whose items are being read. ``kind`` is the ``type`` attribute: 1, a, A, i or I; "" for bullets."""

    kind: str
    number: int = 1
    step: int = 1

    @classmethod
    def of(cls, tag: str, attributes: dict[str, str | None]) -> OpenList:
        """A list by its element. ``reversed`` without a start counts down from the number it is given only."""
        if tag != "ol":
            return cls(kind="")
        start = _number(attributes.get("start"))
        kind = attributes.get("type") or "1"
        is_reversed = "reversed" in attributes and start is not None
        return cls(
            kind=kind if kind in {"1", "a", "A", "i", "I"} else "1",
            number=1 if start is None else start,
            step=-1 if is_reversed else 1,
        )

    def next_marker(self, attributes: dict[str, str | None]) -> str:
        """The printed label of the next item."""
        if not self.kind:
            return "-"
        value = _number(attributes.get("value"))
        number = self.number if value is None else value
        self.number = number + self.step
        return f"{_shown(number, self.kind)}."


def _number(value: str | None) -> int | None:
    text = (value or "").strip()
    return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None


def _shown(number: int, kind: str) -> str:
    if kind == "1" or not 0 < number < 4000:
        return str(number)
    shown = counted_letters(number) if kind in "aA" else roman(number)
    return shown.upper() if kind in "AI" else shown
