"""Serial numbers of spreadsheets as ISO dates, times and durations (formats.md section 4, xlsx 1-4)."""

from __future__ import annotations

from datetime import date, datetime, timedelta

SECONDS = 86_400
LAST_SERIAL = 2_958_465
"""9999-12-31 in the 1900 system."""

FICTITIOUS = 60
"""The serial that the 1900 system shows as 1900-02-29, a day that never was."""


def iso_date(serial: float, *, epoch_1904: bool, with_time: bool, decimals: int = 0) -> str | None:
    """A date, with its time when that is asked for and not midnight. None outside the calendar (negative, day 0, beyond year 9999)."""
    day, seconds = split_serial(serial, decimals)
    if day < (0 if epoch_1904 else 1) or day > LAST_SERIAL:
        return None
    text = _day(day, epoch_1904)
    return f"{text} {clock(seconds, decimals)}" if with_time and seconds else text


def _day(day: int, epoch_1904: bool) -> str:
    if epoch_1904:
        return (date(1904, 1, 1) + timedelta(days=day)).isoformat()
    if day == FICTITIOUS:
        return "1900-02-29"
    return (date(1899, 12, 31 if day < FICTITIOUS else 30) + timedelta(days=day)).isoformat()


def split_serial(serial: float, decimals: int = 0) -> tuple[int, float]:
    """Whole days, and seconds of the day rounded to ``decimals`` places (23:59:59 must not become 23:59:58.999)."""
    seconds = round(serial * SECONDS, decimals)
    day = int(seconds // SECONDS)
    return day, round(seconds - day * SECONDS, decimals)


def clock(seconds: float, decimals: int = 0) -> str:
    """``HH:MM:SS``, with a fraction when one is shown."""
    whole = int(seconds)
    text = f"{whole // 3600:02d}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    fraction = f"{seconds - whole:.{decimals}f}"[1:] if decimals else ""
    return text + fraction


def time_of_day(serial: float, *, with_seconds: bool, decimals: int = 0) -> str:
    """The time part alone; seconds are shown when the format has them or they are not 0."""
    _, seconds = split_serial(serial, decimals)
    text = clock(seconds, decimals)
    return text if with_seconds or seconds % 60 else text[:5]


def duration(serial: float, *, with_seconds: bool, decimals: int = 0) -> str:
    """Hours beyond 24, as ``[h]:mm`` shows them: 1.5 is 36:00."""
    seconds = round(abs(serial) * SECONDS, decimals)
    whole = int(seconds)
    text = f"{whole // 3600}:{whole // 60 % 60:02d}"
    if with_seconds or whole % 60:
        text += f":{whole % 60:02d}" + (f"{seconds - whole:.{decimals}f}"[1:] if decimals else "")
    return f"-{text}" if serial < 0 else text


def iso_of_text(text: str) -> str:
    """An ISO date or date-time of the file's XML, without a time of midnight; other text as it stands."""
    try:
        moment = datetime.fromisoformat(text.strip().removesuffix("Z"))
    except ValueError:
        return text
    if moment.hour == moment.minute == moment.second == moment.microsecond == 0:
        return moment.date().isoformat()
    return moment.replace(microsecond=0).isoformat(sep=" ")
