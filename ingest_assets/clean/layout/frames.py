"""Text in four directions: each is turned upright, laid out by itself and put back at its place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest_assets.model import BBox, Fill, PageContent, PageImage, Rule, Span

SQUARE = 0.05  # sine: text that leans more (three degrees) is no line of the page but a mark across it
CJK_GAP = (
    -1.2,
    0.9,
)  # em between the boxes of two characters of a vertical column: a flat sign (一) may stand high or low
CJK_ASIDE = 0.3  # em between the middles of two characters of a column
DOWNWARDS = 3  # quarter turns of text that reads downwards
CJK_RUN = 4  # characters in a column; shorter stacks also occur in narrow table heads

MIRRORED = 4  # added to the quarter turns of a mirrored frame

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Frame:
    """One writing direction of a page, turned upright. ``turn`` counts quarter turns of the text: 0 upright, 1 reads upwards,
    2 upside down, 3 reads downwards; ``MIRRORED`` more where text runs from right to left and the frame is mirrored (leftward.py).
    ``width`` and ``height`` are the displayed page's."""

    turn: int
    content: PageContent
    width: float
    height: float

    def placed(self, box: BBox) -> BBox:
        """A box of this frame in the displayed page."""
        x0, y0, x1, y1 = self.unmirrored(box)
        match self.turn % MIRRORED:
            case 1:
                return (y0, self.height - x1, y1, self.height - x0)
            case 2:
                return (self.width - x1, self.height - y1, self.width - x0, self.height - y0)
            case 3:
                return (self.width - y1, x0, self.width - y0, x1)
        return (x0, y0, x1, y1)

    def unmirrored(self, box: BBox) -> BBox:
        """A box of this frame in the frame as it was before it was mirrored, or the other way about."""
        if self.turn < MIRRORED:
            return box
        width = self.content.width
        return (width - box[2], box[1], width - box[0], box[3])


def turn_of(span: Span) -> int | None:
    """Quarter turns of a span's direction, None when it leans."""
    cos, sin = span.direction
    if abs(sin) < SQUARE:
        return 0 if cos > 0 else 2
    if abs(cos) < SQUARE:
        return 1 if sin < 0 else 3
    return None


def frames_of(content: PageContent) -> tuple[list[Frame], list[Span]]:
    """The page's frames, the one with most text first, and the visible spans that lean (candidates for watermarks)."""
    spans = _vertical_columns(content.spans)
    groups: dict[int, list[Span]] = {}
    leaning: list[Span] = []
    for span in spans:
        turn = turn_of(span)
        if span.hidden is not None:
            continue
        if turn is None:
            leaning.append(span)
        else:
            groups.setdefault(turn, []).append(span)
    if not groups:
        groups[0] = []
    order = sorted(groups, key=lambda turn: (-sum(len(span.text) for span in groups[turn]), turn))
    return [_frame(content, turn, groups[turn]) for turn in order], leaning


def _frame(content: PageContent, turn: int, spans: list[Span]) -> Frame:
    width, height = content.width, content.height
    if turn == 0:
        return Frame(0, replace(content, spans=tuple(spans)), width, height)

    def point(x: float, y: float) -> Point:
        return {1: (height - y, x), 2: (width - x, height - y), 3: (y, width - x)}[turn]

    def box(value: BBox) -> BBox:
        (ax, ay), (bx, by) = point(value[0], value[1]), point(value[2], value[3])
        return (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))

    shift = {1: height, 2: width, 3: 0.0}[turn]
    turned = PageContent(
        page=content.page,
        width=width if turn == 2 else height,
        height=height if turn == 2 else width,
        spans=tuple(_turned(span, point(*span.origin), box(span.bbox), shift) for span in spans),
        rules=tuple(_rule(box((rule.x0, rule.y0, rule.x1, rule.y1)), rule) for rule in content.rules),
        fills=tuple(Fill(bbox=box(f.bbox), color=f.color, opacity=f.opacity, order=f.order) for f in content.fills),
        images=tuple(PageImage(bbox=box(image.bbox), order=image.order) for image in content.images),
        path_count=content.path_count,
    )
    return Frame(turn, turned, width, height)


def _turned(span: Span, origin: Point, box: BBox, shift: float) -> Span:
    words = tuple((start + shift, end + shift) for start, end in span.words)
    return replace(span, origin=origin, bbox=box, words=words, direction=(1.0, 0.0))


def _rule(box: BBox, rule: Rule) -> Rule:
    return Rule(x0=box[0], y0=box[1], x1=box[2], y1=box[3], width=rule.width)


def curved_words(leaning: Sequence[Span]) -> list[Span]:
    """Leaning spans, single letters that follow each other (text along a curve) put together to one."""
    out: list[Span] = []
    for span in leaning:
        if out and len(span.text.strip()) == 1 and _is_near(out[-1], span):
            box = _union(out[-1].bbox, span.bbox)
            out[-1] = replace(
                out[-1], text=out[-1].text.rstrip() + span.text.strip(), origin=span.origin, bbox=box, words=()
            )
        else:
            out.append(span)
    return out


def _is_near(before: Span, after: Span) -> bool:
    dx, dy = after.origin[0] - before.origin[0], after.origin[1] - before.origin[1]
    return math.hypot(dx, dy) < CURVE_STEP * after.size


CURVE_STEP = 1.2  # em between the origins of neighbouring letters, spacing along the curve included


def _union(one: BBox, other: BBox) -> BBox:
    return (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))


def _vertical_columns(spans: tuple[Span, ...]) -> tuple[Span, ...]:
    """Stacks of single CJK characters become spans that read downwards; setters place each character by itself, and turn brackets and Latin."""
    if sum(_is_single(span) for span in spans) < CJK_RUN:
        return spans
    stacks: list[list[Span]] = []
    for span in spans:
        if stacks and _follows(stacks[-1][-1], span):
            stacks[-1].append(span)
        else:
            stacks.append([span])
    middles = [_middle(stack[0]) for stack in stacks if _is_column(stack)]
    return tuple(span for stack in stacks for span in _column(stack, middles))


def _middle(span: Span) -> float:
    return (span.bbox[0] + span.bbox[2]) / 2


def _is_single(span: Span) -> bool:
    return len(span.text.strip()) == 1 and is_cjk(span.text.strip())


def _follows(above: Span, below: Span) -> bool:
    if above.hidden is not None or below.hidden is not None or not (_stands(above) and _stands(below)):
        return False
    size = max(above.size, 1.0)
    aside = abs(_middle(above) - _middle(below))
    gap = (below.bbox[1] - above.bbox[3]) / size
    return aside < CJK_ASIDE * size and CJK_GAP[0] < gap < CJK_GAP[1] and below.bbox[3] > above.bbox[1]


def _stands(span: Span) -> bool:
    """A character of a column, or a run that was turned to read down it."""
    return _is_single(span) or turn_of(span) == DOWNWARDS


def _is_column(stack: Sequence[Span]) -> bool:
    singles = sum(map(_is_single, stack))
    return singles >= CJK_RUN or (0 < singles < len(stack))


def _column(stack: list[Span], middles: Sequence[float]) -> list[Span]:
    """The stack as one span; a short one only where it goes on a column that Latin letters or digits part."""
    apart = not any(abs(_middle(stack[0]) - middle) < CJK_ASIDE * stack[0].size for middle in middles)
    if not _is_column(stack) and (apart or not _is_single(stack[0])):
        return stack
    first = next(span for span in stack if _is_single(span))
    x0, x1 = min(span.bbox[0] for span in stack), max(span.bbox[2] for span in stack)
    box = (x0, stack[0].bbox[1], x1, stack[-1].bbox[3])
    text = "".join(span.text.strip() for span in stack)
    return [replace(first, text=text, bbox=box, origin=(x0, box[1]), direction=(0.0, 1.0), words=())]


def is_cjk(text: str) -> bool:
    """True for characters of Chinese, Japanese and Korean."""
    return bool(text) and all(
        "\u3000" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7af" for character in text
    )
