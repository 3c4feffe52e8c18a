"""Is it a table? Which of two readings is the better one?"""

from __future__ import annotations

from statistics import median

from ingest_assets.clean.tables.areas import Area
from ingest_assets.clean.tables.grid import Grid
from ingest_assets.clean.tables.runs import runs_of
from ingest_assets.clean.tables.tokens import is_marker, is_value
from ingest_assets.clean.tables.words import bands_of
from ingest_assets.thresholds.tables import Tables


def is_aligned_table(grid: Grid, area: Area, limits: Tables) -> bool:
    """Reject rules for tables without a drawn grid (pdf-layout.md section 6)."""
    filled = [cell for cell in grid.cells if cell.words]
    rows = {cell.row for cell in filled}
    if grid.width < 2 or len(rows) < (2 if area.framed else limits.fewest_rows) or grid.empty_share > limits.most_empty:
        return False
    if median(len(cell.words) for cell in filled) > limits.cell_words:
        return False
    if not area.framed and alignment(grid) < limits.alignment:
        return False
    return not (_list(grid) or _contents(grid) or _prose_columns(grid))


def is_coarse(grid: Grid, limits: Tables) -> bool:
    """True when many lines of the cells hold several runs: the drawn cells are larger than the table's."""
    lines = [band for cell in grid.cells for band in bands_of(cell.words)]
    several = sum(len(runs_of(band, limits)) > 1 for band in lines)
    return several > limits.coarse_share * len(lines)


def finer(aligned: Grid | None, drawn: Grid) -> Grid:
    """The aligned reading of a coarse drawn grid, when it holds the same words in more columns that line up."""
    if aligned is None or aligned.width <= drawn.width or len(aligned.words) < len(drawn.words) or alignment(aligned) < 0.8:
        return drawn
    return aligned


def alignment(grid: Grid) -> float:
    """Share of cells that line up with others of their column at the left edge, the right edge or the middle (within 2 pt)."""
    good = total = 0
    for column in range(grid.width):
        cells = [cell for cell in grid.cells if cell.column == column and cell.colspan == 1 and cell.words]
        if len(cells) < 2:
            total += len(cells)
            continue
        boxes = [(min(w.x0 for w in cell.words), max(w.x1 for w in cell.words)) for cell in cells]
        good += max(_largest_cluster([x0 for x0, _ in boxes]), _largest_cluster([x1 for _, x1 in boxes]), _largest_cluster([(a + b) / 2 for a, b in boxes]))
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
    """Bullets or item numbers as first column and text as the only other."""
    marks = _texts(grid, 0)
    return grid.width == 2 and sum(is_marker(text) for text in marks) >= 0.6 * len(marks)


def _contents(grid: Grid) -> bool:
    """Leaders of dots before page numbers."""
    words = grid.words
    return sum(word.text.count("....") > 0 or word.text.count(". . .") > 0 for word in words) >= 0.5 * grid.height


def _prose_columns(grid: Grid) -> bool:
    """Two columns of running text: most cells go on in lower case."""
    if grid.width > 3:
        return False
    texts = [text for column in range(grid.width) for text in _texts(grid, column)]
    return sum(text[0].islower() for text in texts) > 0.4 * len(texts) and sum(is_value(text) for text in texts) < 0.2 * len(texts)
