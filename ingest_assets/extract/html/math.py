"""MathML to LaTeX. A fraction read as "1235" is a false number and worse than nothing."""

from __future__ import annotations

from collections.abc import Callable

from ingest_assets.extract.html.nodes import Node, text_of

DEPTH = 60  # nested elements of one formula; deeper ones are read as their text
SPECIAL = {
    "−": "-",
    "×": r"\times",
    "⋅": r"\cdot",
    "≤": r"\le",
    "≥": r"\ge",
    "≠": r"\ne",
    "±": r"\pm",
    "∞": r"\infty",
    "∑": r"\sum",
    "∫": r"\int",
    "\u2061": "",
    "\u2062": "",
    "\u2063": ",",
    "{": r"\{",
    "}": r"\}",
}


def latex(math: Node) -> str:
    """LaTeX of a ``math`` element; the page's own TeX annotation is preferred."""
    for annotation in math.css("annotation"):
        if "tex" in (annotation.attributes.get("encoding") or "").lower():
            return " ".join((annotation.text() or "").split())
    return " ".join(_row(math, 0).split())


def _children(node: Node) -> list[Node]:
    children, child = [], node.child
    while child is not None:
        if child.tag == "-text" or not child.tag.startswith(("-", "annotation")):
            children.append(child)
        child = child.next
    return children


def _row(node: Node, depth: int) -> str:
    return "".join(_one(child, depth + 1) for child in _children(node))


def _one(node: Node, depth: int) -> str:
    if node.tag == "-text":
        return (node.text_content or "").strip()
    if depth > DEPTH:
        return text_of(node)
    arguments = [child for child in _children(node) if child.tag != "-text"]
    form = FORMS.get(node.tag)
    if form is not None and len(arguments) >= form[0]:
        return form[1]([_one(argument, depth + 1) for argument in arguments])
    if node.tag in ("mi", "mn", "mo", "mtext", "ms"):
        return _token(node)
    if node.tag == "mtr":
        return " & ".join(_one(argument, depth + 1) for argument in arguments) + r" \\ "
    return _row(node, depth)


def _token(node: Node) -> str:
    text = " ".join(text_of(node).split())
    if node.tag == "mtext":
        return rf"\text{{{text}}}"
    found = SPECIAL.get(text, text)
    return f" {found} " if found.startswith("\\") and found[1:].isalpha() else found


FORMS: dict[str, tuple[int, Callable[[list[str]], str]]] = {
    "mfrac": (2, lambda a: rf"\frac{{{a[0]}}}{{{a[1]}}}"),
    "msup": (2, lambda a: f"{a[0]}^{{{a[1]}}}"),
    "msub": (2, lambda a: f"{a[0]}_{{{a[1]}}}"),
    "msubsup": (3, lambda a: f"{a[0]}_{{{a[1]}}}^{{{a[2]}}}"),
    "munder": (2, lambda a: f"{a[0]}_{{{a[1]}}}"),
    "mover": (2, lambda a: f"{a[0]}^{{{a[1]}}}"),
    "munderover": (3, lambda a: f"{a[0]}_{{{a[1]}}}^{{{a[2]}}}"),
    "mroot": (2, lambda a: rf"\sqrt[{a[1]}]{{{a[0]}}}"),
    "msqrt": (1, lambda a: rf"\sqrt{{{''.join(a)}}}"),
}
