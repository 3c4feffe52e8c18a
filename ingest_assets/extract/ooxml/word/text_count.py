"""How many characters a Word part holds, counted without the reader: the yardstick of docx_text_loss and docx_duplicate_text."""

from __future__ import annotations

from ingest_assets.extract.ooxml.word.runs import chosen, is_placeholder
from ingest_assets.extract.ooxml.word.story import closed_fields, visible
from ingest_assets.extract.xml_parts import Element, attribute, child, local

LEFT_OUT = {"del", "moveFrom", "oMath", "oMathPara", "rt", "pPr", "sectPr", "sdtPr", "instrText"}


def expected_characters(root: Element) -> int:
    """Characters other than white space in all ``t`` elements that a reader of the document sees or that are hidden.

    Left out: deletions, the second branch of alternatives, prompts, field instructions, formulas (they are rewritten).
    """
    closed = closed_fields(root)
    total, instructions = 0, [False]
    todo = [root]
    while todo:
        element = todo.pop()
        name = local(element)
        if name == "t":
            total += 0 if any(instructions) else visible(element.text or "")
        elif name == "fldChar" and element in closed:
            _field(attribute(element, "fldCharType"), instructions)
        elif not _is_left_out(element, name):
            todo.extend(reversed(chosen(element) if name == "AlternateContent" else element))
    return total


def _field(kind: str, instructions: list[bool]) -> None:
    if kind == "begin":
        instructions.append(True)
    elif kind == "separate":
        instructions[-1] = False
    elif kind == "end" and len(instructions) > 1:
        instructions.pop()


def _is_left_out(element: Element, name: str) -> bool:
    if name in LEFT_OUT or (name == "sdt" and is_placeholder(element)):
        return True
    if name == "tr":
        return child(element, "trPr", "del") is not None or child(element, "trPr", "moveFrom") is not None
    if name == "r":
        return child(element, "rPr", "del") is not None
    return name == "annotation" and attribute(element, "type") in {"Word.Deletion", "Word.Comment"}
