"""DrawingML text (``a:p``): paragraphs of shapes, slides, diagrams and text boxes in sheets."""

from __future__ import annotations

from collections.abc import Iterator

from ingest_assets.extract.ooxml.formula import latex
from ingest_assets.extract.ooxml.sheets.shared import unescaped
from ingest_assets.extract.ooxml.symbols import without_private_use
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, local


def body_paragraphs(body: Element) -> Iterator[str]:
    """The non-empty paragraphs of a text body."""
    for one in children(body, "p"):
        text = paragraph_text(one)
        if text:
            yield text


def paragraph_text(paragraph: Element) -> str:
    """Runs joined; soft breaks (``a:br``, U+000B, ``_x000B_``) and tabs are spaces; fields give their last result."""
    parts: list[str] = []
    todo = list(reversed(paragraph))
    while todo:
        one = todo.pop()
        match local(one):
            case "r" | "fld":
                parts.append(_run_text(one))
            case "br":
                parts.append(" ")
            case "m" | "AlternateContent" | "Choice":
                todo.extend(reversed(one))
            case "oMath" | "oMathPara":
                parts.append(f"${latex(one).strip()}$")
            case _:
                continue
    return " ".join("".join(parts).replace("\x0b", " ").split())


def _run_text(run: Element) -> str:
    text = "".join(one.text or "" for one in descendants(run, "t"))
    text = unescaped(text.replace("_x000B_", " ").replace("_x000b_", " "))
    properties = child(run, "rPr")
    font = attribute(child(properties, "latin"), "typeface") or attribute(child(properties, "sym"), "typeface")
    return without_private_use(text, font)
