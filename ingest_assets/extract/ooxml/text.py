"""DrawingML text (``a:p``): paragraphs of shapes, slides, diagrams and text boxes in sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ingest_assets.extract.ooxml.formula import latex
from ingest_assets.extract.ooxml.sheets.shared import unescaped
from ingest_assets.extract.ooxml.symbols import without_private_use
from ingest_assets.extract.xml_parts import Element, attribute, child, children, descendants, local, relation


def body_paragraphs(body: Element, address: Callable[[str], str] | None = None) -> Iterator[str]:
    """The non-empty paragraphs of a text body; ``address`` as in ``paragraph_text``."""
    for one in children(body, "p"):
        text = paragraph_text(one, address)
        if text:
            yield text


def paragraph_text(paragraph: Element, address: Callable[[str], str] | None = None) -> str:
    """Runs joined; soft breaks (``a:br``, U+000B, ``_x000B_``) and tabs are spaces; fields give their last result.

    ``address`` maps a relationship id to the web address behind it ("" for none): with it, links are written as such.
    """
    parts: list[str] = []
    todo = list(reversed(paragraph))
    while todo:
        one = todo.pop()
        match local(one):
            case "r" | "fld":
                parts.append(_linked(one, address))
            case "br":
                parts.append(" ")
            case "m" | "AlternateContent" | "Choice":
                todo.extend(reversed(one))
            case "oMath" | "oMathPara":
                parts.append(f"${latex(one).strip()}$")
            case _:
                continue
    return " ".join("".join(parts).replace("\x0b", " ").split())


def _linked(run: Element, address: Callable[[str], str] | None) -> str:
    text = _run_text(run)
    link = child(run, "rPr", "hlinkClick")
    target = address(relation(link)) if address is not None and link is not None else ""
    words = text.strip()
    if not target or not words or words == target:
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    return f"{before}[{words}]({target}){after}"


def _run_text(run: Element) -> str:
    text = "".join(one.text or "" for one in descendants(run, "t"))
    text = unescaped(text.replace("_x000B_", " ").replace("_x000b_", " "))
    properties = child(run, "rPr")
    font = attribute(child(properties, "latin"), "typeface") or attribute(child(properties, "sym"), "typeface")
    return without_private_use(text, font)
