"""Is it a table? Which of two readings is the better one?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from ingest_assets.clean.tables.areas import Area
from ingest_assets.clean.tables.grid import Cell, Grid
from ingest_assets.clean.tables.listings import is_contents, is_listing, is_numbered_text
from ingest_assets.clean.tables.runs import runs_of
from ingest_assets.clean.tables.stream import cuts_of
from ingest_assets.clean.tables.tokens import is_marker, is_number, is_value
from ingest_assets.clean.tables.words import bands_of
from ingest_assets.thresholds.tables import Tables


def is_drawn_table(grid: Grid, limits: Tables) -> bool:
    """At least two rows of two filled cells each, and not mostly empty: a single box or a chart's boxes are none.

    A mostly empty grid is a form when it is drawn cell by cell, without spans.
    """
    rows = Counter(cell.row for cell in grid.cells if cell.words)
    several = sum(count > 1 for count in rows.values())
    if grid.width < 2 or not several:
        return False
    if several > 1 and grid.empty_share <= limits.most_empty:
        return True
    return _is_form_grid(grid, limits)


def _is_form_grid(grid: Grid, limits: Tables) -> bool:
    """Full rows of single cells, each with room for a line, and a first row that is filled for the most part."""
    if len(grid.rows) != grid.height + 1 or grid.height < limits.fewest_rows:
        return False
    if any(cell.rowspan > 1 or cell.colspan > 1 for cell in grid.cells):
        return False
    line = median(word.size for word in grid.words)
    first = sum(bool(cell.words) for cell in grid.cells if cell.row == 0)
    return min(b - a for a, b in pairwise(grid.rows)) >= line and 2 * first > grid.width


def is_aligned_table(grid: Grid, area: Area, limits: Tables) -> bool:
    """Reject rules for tables without a drawn grid (pdf-layout.md section 6)."""
    filled = [cell for cell in grid.cells if cell.words]
    rows = {cell.row for cell in filled}
    framed = len(cuts_of(area.levels, grid.edges, limits)) >= 2
    least = 2 if framed or _is_pair(grid, area, limits) else limits.fewest_rows
    if grid.width < 2 or len(rows) < least or grid.empty_share > limits.most_empty:
        return False
    if median(len(cell.words) for cell in filled) > limits.cell_words:
        return False
    if not framed and (len(filled) < limits.fewest_cells or alignment(grid) < limits.alignment):
        return False
    if len(filled) < limits.fewest_framed_cells and sum(cell.row == 0 for cell in filled) < grid.width:
        return False
    if "columns_uncertain" in grid.flags and grid.height <= limits.doubtful_rows:
        return False
    several = Counter(cell.row for cell in filled)
    whole = {cell.row for cell in filled if cell.colspan == grid.width}  # sections and remarks
    full = sum(count > 1 for count in several.values())
    if full < 0.5 * len(rows - whole if framed and full >= limits.fewest_rows else rows):
        return False
    if framed:
        boxed = not _is_ruled_inside(grid, area, limits) and is_numbered_text(grid)
        return not (_is_no_table(grid, limits) or _underlined(grid) or boxed)
    return not (
        _is_no_table(grid, limits)
        or _prose_columns(grid)
        or _loose(grid)
        or is_numbered_text(grid)
        or _has_paragraphs(grid, limits)
    )


def is_evenly_spread(grid: Grid, measure: tuple[float, float], limits: Tables) -> bool:
    """Full rows of short cells in columns of one width that together are as wide as the text (``measure``): what an office table without
    borders is before anyone drags a column. Two such rows are enough."""
    left, right = measure
    if right - left < limits.least_measure:
        return False
    width = (right - left) / grid.width
    for column in range(grid.width):
        cells = [cell for cell in grid.cells if cell.column == column and cell.words and cell.colspan == 1]
        starts = [min(word.x0 for word in cell.words) for cell in cells]
        if len(cells) < max(2, grid.height) or max(starts) - min(starts) > limits.same_start:
            return False
        if abs(starts[0] - left - column * width) > limits.even_columns:
            return False
    if median(len(cell.words) for cell in grid.cells) > limits.cell_words:
        return False
    return not (_is_no_table(grid, limits) or is_numbered_text(grid))


def _is_no_table(grid: Grid, limits: Tables) -> bool:
    return (
        _list(grid)
        or _vertical(grid)
        or _axis(grid)
        or _contents(grid)
        or is_contents(grid)
        or is_listing(grid, limits)
        or _form(grid)
    )


def _is_ruled_inside(grid: Grid, area: Area, limits: Tables) -> bool:
    """A rule or the side of a fill runs between rows, not only around all of them."""
    bases = sorted(word.base for word in grid.words)
    return any(bases[0] < cut < bases[-1] for cut in cuts_of(area.levels, grid.edges, limits))


def _has_paragraphs(grid: Grid, limits: Tables) -> bool:
    """A column of paragraphs, with something set beside each."""
    columns = [_texts(grid, column) for column in range(grid.width)]
    return any(median(map(len, texts)) > limits.longest_cells for texts in columns if texts)


def _is_pair(grid: Grid, area: Area, limits: Tables) -> bool:
    """A row of heads with a rule under it and one row of values, each under its head."""
    filled = [cell for cell in grid.cells if cell.words and cell.colspan == cell.rowspan == 1]
    if grid.height != 2 or grid.width < limits.framed_columns or len(filled) != 2 * grid.width:
        return False
    heads = [cell for cell in filled if cell.row == 0]
    values = [cell for cell in filled if cell.row == 1]
    top, bottom = max(w.base for c in heads for w in c.words), min(w.middle for c in values for w in c.words)
    ruled = any(top < cut < bottom for cut in cuts_of(area.levels, grid.edges, limits))
    return ruled and all(is_value(" ".join(word.text for word in cell.words)) for cell in values)


def _loose(grid: Grid) -> bool:
    """Without rules: few rows of two text columns, or a column that only its first row fills."""
    values = any(is_value(text) for column in range(1, grid.width) for text in _texts(grid, column)[1:])
    return not values and grid.height <= (4 if grid.width == 2 else 3)


def _form(grid: Grid) -> bool:
    """Labels with colons and what was filled in."""
    labels = _texts(grid, 0)
    return grid.width == 2 and sum(text.endswith(":") for text in labels) >= 0.6 * len(labels)


def is_coarse(grid: Grid, limits: Tables) -> bool:
    """True when many lines of the cells hold several runs: the drawn cells are larger than the table's."""
    lines = [band for cell in grid.cells for band in bands_of(cell.words)]
    several = sum(len(runs_of(band, limits)) > 1 for band in lines)
    return several > limits.coarse_share * len(lines)


def finer(aligned: Grid | None, drawn: Grid) -> Grid:
    """The aligned reading of a coarse drawn grid, when it holds the same words in more columns that line up."""
    if aligned is None or aligned.width <= drawn.width or len(aligned.words) < len(drawn.words):
        return drawn
    values = [is_value(text) for column in range(1, aligned.width) for text in _texts(aligned, column)]
    return aligned if alignment(aligned) >= 0.8 and sum(values) >= 0.4 * len(values) else drawn


def alignment(grid: Grid) -> float:
    """Share of cells that line up with others of their column at the left edge, the right edge or the middle (within 2 pt)."""
    good = total = 0
    for column in range(grid.width):
        cells = [cell for cell in grid.cells if cell.column == column and cell.colspan == 1 and cell.words]
        if len(cells) < 2:
            total += len(cells)
            continue
        boxes = [(min(w.x0 for w in cell.words), max(w.x1 for w in cell.words)) for cell in cells]
        good += max(
            _largest_cluster([x0 for x0, _ in boxes]),
            _largest_cluster([x1 for _, x1 in boxes]),
            _largest_cluster([(a + b) / 2 for a, b in boxes]),
        )
        total += len(cells)
    return good / total if total else 0.0


def _largest_cluster(values: list[float]) -> int:
    """Most values within 2 pt of each other; 0 when none has a neighbour."""
    ordered = sorted(values)
    best = start = 0
    for end, value in enumerate(ordered):
        while value - ordered[start] > 2:
            start += 1
        best = max(best, end - start + 1)
    return best if best > 1 else 0


def _texts(grid: Grid, column: int) -> list[str]:
    return [" ".join(word.text for word in cell.words) for cell in grid.cells if cell.column == column and cell.words]


def _list(grid: Grid) -> bool:
    """Bullets or item numbers in the columns before the last, or in the first with nothing but text beside them."""
    first = _texts(grid, 0)
    marks = [text for column in range(grid.width - 1) for text in _texts(grid, column)]
    if sum(_is_mark(text) for text in marks) >= 0.6 * len(marks):
        return True
    values = any(is_value(text) for column in range(1, grid.width) for text in _texts(grid, column))
    bullets = sum(_is_mark(text) and not text[0].isdigit() for text in first)
    return not values and bullets >= 0.6 * len(first)


def _is_mark(text: str) -> bool:
    """A list mark that is no decimal number."""
    return is_marker(text) and not (is_number(text) and text[-1].isdigit())


def _vertical(grid: Grid) -> bool:
    """Writing from top to bottom: cells of one letter each."""
    texts = [text for column in range(grid.width) for text in _texts(grid, column)]
    return sum(len(text) == 1 and text.isalpha() for text in texts) >= 0.8 * len(texts)


def _axis(grid: Grid) -> bool:
    """A chart: numbers falling in equal steps down the first column, or rising in one row while no other row has any."""
    first = [word.text for cell in grid.cells if cell.column == 0 for word in cell.words]
    if _equal_steps(first, rising=False) and (len(first) > 3 or grid.empty_share > 0.3):
        return True
    rows = [[cell for cell in grid.cells if cell.row == row and cell.words] for row in range(grid.height)]
    scale = [row for row in rows if len(_row_words(row)) > 3 and _equal_steps(_row_words(row), rising=True)]
    others = [" ".join(word.text for word in cell.words) for row in rows if row not in scale for cell in row]
    return len(scale) == 1 and not any(is_value(text) for text in others)


def _row_words(row: Sequence[Cell]) -> list[str]:
    return [word.text for word in sorted((word for cell in row for word in cell.words), key=lambda one: one.x0)]


def _equal_steps(texts: Sequence[str], *, rising: bool) -> bool:
    try:
        numbers = [float(text.replace(",", "").replace("−", "-").rstrip("%")) for text in texts]
    except ValueError:
        return False
    steps = {round(b - a, 6) for a, b in pairwise(numbers)}
    return len(numbers) >= 3 and len(steps) == 1 and (steps.pop() > 0) == rising


def _contents(grid: Grid) -> bool:
    """Leaders of dots before page numbers."""
    words = grid.words
    return sum(word.text.count("....") > 0 or word.text.count(". . .") > 0 for word in words) >= 0.5 * grid.height


def _underlined(grid: Grid) -> bool:
    """Underlined lines of a sentence, parted by one wide blank: most cells go on in lower case, none is a value."""
    texts = [text for column in range(grid.width) for text in _texts(grid, column)]
    lower = sum(text[0].islower() for text in texts)
    return grid.width == 2 and lower > 0.6 * len(texts) and not any(is_value(text) for text in texts)


def _prose_columns(grid: Grid) -> bool:
    """Two columns of running text: most cells go on in lower case."""
    if grid.width > 3 or sum(len(cell.words) for cell in grid.cells) < 3 * sum(bool(cell.words) for cell in grid.cells):
        return False
    texts = [text for column in range(grid.width) for text in _texts(grid, column)]
    return sum(text[0].islower() for text in texts) > 0.4 * len(texts) and sum(
        is_value(text) for text in texts
    ) < 0.2 * len(texts)
