"""Control words that set a property of the group, the paragraph or the table row."""

from __future__ import annotations

from collections.abc import Callable

from ingest_assets.extract.rtf.rows import RowsGathered
from ingest_assets.extract.rtf.state import Group, Paragraph


def _on(number: int | None) -> bool:
    return number != 0


def _set_font(group: Group, number: int | None, default: int) -> None:
    group.font = default if number is None else number


def _set_hidden(group: Group, number: int | None, default: int) -> None:
    del default
    group.hidden = _on(number)


def _set_deleted(group: Group, number: int | None, default: int) -> None:
    del default
    group.deleted = _on(number)


def _set_raised(group: Group, number: int | None, default: int) -> None:
    del default
    group.raised = _on(number)


def _set_level_line(group: Group, number: int | None, default: int) -> None:
    del number, default
    group.raised = False


def _plain(group: Group, number: int | None, default: int) -> None:
    del number
    group.font, group.hidden, group.deleted, group.raised = default, False, False, False


CHARACTER: dict[str, Callable[[Group, int | None, int], None]] = {
    "f": _set_font,
    "v": _set_hidden,
    "deleted": _set_deleted,
    "super": _set_raised,
    "nosupersub": _set_level_line,
    "sub": _set_level_line,
    "plain": _plain,
}


def _set_style(target: Paragraph, number: int | None) -> None:
    target.style = number or 0


def _set_outline(target: Paragraph, number: int | None) -> None:
    target.outline = number or 0


def _set_level(target: Paragraph, number: int | None) -> None:
    target.level = min(8, max(0, number or 0))


def _set_in_table(target: Paragraph, number: int | None) -> None:
    del number
    target.in_table = True


PARAGRAPH: dict[str, Callable[[Paragraph, int | None], None]] = {
    "s": _set_style,
    "outlinelevel": _set_outline,
    "ilvl": _set_level,
    "intbl": _set_in_table,
}


def _set_flag(name: str) -> Callable[[RowsGathered, int | None], None]:
    def set_it(rows: RowsGathered, number: int | None) -> None:
        del number
        setattr(rows.next_plan, name, True)

    return set_it


def _set_header(rows: RowsGathered, number: int | None) -> None:
    del number
    rows.header = True


def _plan(rows: RowsGathered, number: int | None) -> None:
    rows.plan(number or 0)


ROW: dict[str, Callable[[RowsGathered, int | None], None]] = {
    "cellx": _plan,
    "clmgf": _set_flag("merge_first"),
    "clmrg": _set_flag("merged"),
    "clvmgf": _set_flag("vertical_first"),
    "clvmrg": _set_flag("vertical_merged"),
    "trhdr": _set_header,
}
