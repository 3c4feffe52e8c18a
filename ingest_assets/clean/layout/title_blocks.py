"""Drawing frames with title blocks (ГОСТ 2.104): the frame's rules hold no table, the block's words are no text of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ingest_assets.model import BBox, PageContent, Rule
from ingest_assets.thresholds.layout import Layout

FRAME_SIDE = 0.85  # of the page's side: pdf-layout.md section 6 drops rules that frame the page
TALLEST = 0.35  # of the page's height: the largest title block (form 2, 40 mm, with the rows above it) takes a quarter
MOST_RULES = 400  # rules near the foot: title blocks have under 60; more is a drawing, and the search is quadratic
TOUCH = 2.5  # pt between the ends of rules that meet


def without_title_blocks(contents: Sequence[PageContent], limits: Layout) -> list[PageContent]:
    """Pages without the rules of their frames; on documents of framed pages the words of title blocks are hidden.

    They are hidden as ``running_footer``: the same block stands at the same corner of each sheet.
    """
    frames = [frame_of(content) for content in contents]
    framed = sum(frame is not None for frame in frames)
    if framed < 2 or framed < limits.running_share * len(contents):
        return list(contents)
    return [
        content if frame is None else _stripped(content, frame) for content, frame in zip(contents, frames, strict=True)
    ]


def frame_of(content: PageContent) -> BBox | None:
    """The rectangle of rules around the page, or None."""
    tall = [rule.x0 for rule in content.rules if rule.y1 - rule.y0 > FRAME_SIDE * content.height]
    wide = [rule.y0 for rule in content.rules if rule.x1 - rule.x0 > FRAME_SIDE * content.width]
    if not tall or not wide:
        return None
    box = (min(tall), min(wide), max(tall), max(wide))
    is_frame = box[2] - box[0] > FRAME_SIDE * content.width and box[3] - box[1] > FRAME_SIDE * content.height
    return box if is_frame else None


def _stripped(content: PageContent, frame: BBox) -> PageContent:
    inner = [rule for rule in content.rules if not _is_side(rule, frame)]
    block = _title_block(inner, frame)
    if block is None or block[3] - block[1] > TALLEST * content.height:
        return replace(content, rules=tuple(inner))
    spans = tuple(
        replace(span, hidden="running_footer") if span.hidden is None and _holds(block, span.bbox) else span
        for span in content.spans
    )
    rules = tuple(rule for rule in inner if not _holds(block, (rule.x0, rule.y0, rule.x1, rule.y1)))
    return replace(content, spans=spans, rules=rules)


def _is_side(rule: Rule, frame: BBox) -> bool:
    if rule.y0 == rule.y1:
        on = min(abs(rule.y0 - frame[1]), abs(rule.y0 - frame[3])) < TOUCH
        return on and rule.x1 - rule.x0 > FRAME_SIDE * (frame[2] - frame[0])
    on = min(abs(rule.x0 - frame[0]), abs(rule.x0 - frame[2])) < TOUCH
    return on and rule.y1 - rule.y0 > FRAME_SIDE * (frame[3] - frame[1])


def _title_block(rules: Sequence[Rule], frame: BBox) -> BBox | None:
    """Box of the connected rules that reach both the frame's right side and its foot."""
    low = [rule for rule in rules if rule.y1 > frame[3] - TALLEST * (frame[3] - frame[1])]
    for group in _connected(low) if len(low) <= MOST_RULES else ():
        box = (
            min(rule.x0 for rule in group),
            min(rule.y0 for rule in group),
            max(rule.x1 for rule in group),
            max(rule.y1 for rule in group),
        )
        if len(group) > 1 and frame[2] - box[2] < TOUCH and frame[3] - box[3] < TOUCH:
            return (box[0], box[1], frame[2], frame[3])
    return None


def _connected(rules: Sequence[Rule]) -> list[list[Rule]]:
    groups: list[list[Rule]] = []
    for rule in rules:
        near = [group for group in groups if any(_touch(rule, other) for other in group)]
        groups = [group for group in groups if not any(group is one for one in near)]
        groups.append([rule, *(other for group in near for other in group)])
    return groups


def _touch(one: Rule, other: Rule) -> bool:
    return (
        one.x0 <= other.x1 + TOUCH
        and other.x0 <= one.x1 + TOUCH
        and one.y0 <= other.y1 + TOUCH
        and other.y0 <= one.y1 + TOUCH
    )


def _holds(outer: BBox, box: BBox) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return outer[0] - TOUCH <= x <= outer[2] + TOUCH and outer[1] - TOUCH <= y <= outer[3] + TOUCH
