"""Words inside drawings: the numbers and names along the axes of a chart are one text, not forty paragraphs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.clean.layout.markers import ends_clause, list_mark
from ingest_assets.clean.layout.paragraphs import Paragraph

LABEL_WORDS = 4  # words of a name along an axis or in a legend
LABEL_SIZE = 0.95  # of the body size: charts are labelled at 0.5-0.9
LEAST_LABELS = 4  # labels in a row; fewer stand as they are
NUMBERS = 0.5  # share of them that must be numbers: ticks outnumber names, lines of an address are words
_TICK = re.compile(r"[-−–+]?[\d.,:%°×^/eE\s\ufff9-\ufffb-]*\d[\d.,:%°×^/eE\s\ufff9-\ufffb-]*[kKMG%]?")


def labels_together(paragraphs: Sequence[Paragraph], plain: set[int], body: float) -> list[Paragraph]:
    """Runs of short lines in small type of which most are numbers, each run as one paragraph. ``plain``: ``id`` of running text."""
    out: list[Paragraph] = []
    run: list[Paragraph] = []
    for paragraph in paragraphs:
        is_label = id(paragraph) in plain and _is_label(paragraph, body)
        if run and not (is_label and paragraph.page == run[0].page):
            out.extend(_together(run))
            run = []
        if is_label:
            run.append(paragraph)
        else:
            out.append(paragraph)
    out.extend(_together(run))
    return out


def _is_label(paragraph: Paragraph, body: float) -> bool:
    if len(paragraph.lines) > 1 or paragraph.size > LABEL_SIZE * body or paragraph.lines[0].item is not None:
        return False
    text = paragraph.first
    if _TICK.fullmatch(text):
        return True
    return len(text.split()) <= LABEL_WORDS and not ends_clause(text) and list_mark(text) is None


def _together(run: Sequence[Paragraph]) -> list[Paragraph]:
    numbers = sum(bool(_TICK.fullmatch(paragraph.first)) for paragraph in run)
    if len(run) < LEAST_LABELS or numbers < NUMBERS * len(run):
        return list(run)
    lines = tuple(line for paragraph in run for line in paragraph.lines)
    return [replace(run[0], lines=lines)]
