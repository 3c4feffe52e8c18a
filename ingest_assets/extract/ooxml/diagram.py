"""SmartArt: the texts of the diagram's data part, in the order of its points."""

from __future__ import annotations

from ingest_assets.extract.drafts import Draft
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants

SHOWN = {"", "node", "asst"}
"""Point types that carry the reader's text; the others are presentation and transitions."""


def diagram_drafts(root: Element, page: int = 1) -> list[Draft]:
    """One list item for each point with text; prompts of empty points are left out."""
    points = [point for point in descendants(root, "pt") if attribute(point, "type") in SHOWN]
    texts = [
        point_text(point)
        for point in points
        if attribute(child(point, "prSet"), "phldr") != "1" or child(point, "t") is not None
    ]
    return [Draft(kind="list_item", text=text, level=1, marker="-", page=page) for text in texts if text]


def point_text(point: Element) -> str:
    """A point's paragraphs on one line."""
    lines = [
        "".join(one.text or "" for one in descendants(paragraph, "t")) for paragraph in children(child(point, "t"), "p")
    ]
    return " ".join(" ".join(lines).split())
