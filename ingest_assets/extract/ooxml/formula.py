"""Office math (OMML) as LaTeX: a fraction read as "1235" is a false number, worse than nothing (formats.md section 4, docx 8)."""

from __future__ import annotations

from ingest_assets.extract.xml_parts import Element, attribute, child, children, local, text_of

DEPTH = 40
"""Levels of nested formulas; deeper ones are read as their plain text."""

OPERATORS = {
    "∑": r"\sum",
    "∏": r"\prod",
    "∫": r"\int",
    "∬": r"\iint",
    "∭": r"\iiint",
    "∮": r"\oint",
    "⋃": r"\bigcup",
    "⋂": r"\bigcap",
}
ACCENTS = {"̂": "hat", "̃": "tilde", "̅": "bar", "⃗": "vec", "̇": "dot", "̈": "ddot"}
PLAIN = {"−": "-"}


def latex(element: Element, depth: int = 0) -> str:
    """LaTeX of an ``m:oMath`` or of any element inside it."""
    if depth > DEPTH:
        return text_of(element)
    name = local(element)
    if name == "r":
        return _run(element)
    if name.endswith("Pr"):
        return ""
    reader = _STRUCTURES.get(name)
    return reader(element, depth + 1) if reader else _all(element, depth + 1)


def _run(run: Element) -> str:
    text = "".join(one.text or "" for one in children(run, "t"))
    return "".join(PLAIN.get(sign, sign) for sign in text)


def _all(element: Element, depth: int) -> str:
    return "".join(latex(one, depth) for one in element)


def _part(element: Element, name: str, depth: int) -> str:
    part = child(element, name)
    return "" if part is None else _all(part, depth)


def _fraction(element: Element, depth: int) -> str:
    top, bottom = _part(element, "num", depth), _part(element, "den", depth)
    if attribute(child(element, "fPr", "type"), "val") == "lin":
        return f"{top}/{bottom}"
    return rf"\frac{{{top}}}{{{bottom}}}"


def _script(element: Element, depth: int) -> str:
    base, low, high = _part(element, "e", depth), _part(element, "sub", depth), _part(element, "sup", depth)
    return base + (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "")


def _prescript(element: Element, depth: int) -> str:
    return f"{{}}_{{{_part(element, 'sub', depth)}}}^{{{_part(element, 'sup', depth)}}}{_part(element, 'e', depth)}"


def _root(element: Element, depth: int) -> str:
    degree = _part(element, "deg", depth)
    return rf"\sqrt{f'[{degree}]' if degree else ''}{{{_part(element, 'e', depth)}}}"


def _operator(element: Element, depth: int) -> str:
    sign = attribute(child(element, "naryPr", "chr"), "val", "∫")
    low, high = _part(element, "sub", depth), _part(element, "sup", depth)
    limits = (f"_{{{low}}}" if low else "") + (f"^{{{high}}}" if high else "")
    return f"{OPERATORS.get(sign, sign)}{limits} {_part(element, 'e', depth)}"


def _fenced(element: Element, depth: int) -> str:
    properties = child(element, "dPr")
    begin = attribute(child(properties, "begChr"), "val", "(")
    end = attribute(child(properties, "endChr"), "val", ")")
    separator = attribute(child(properties, "sepChr"), "val", "|")
    return begin + separator.join(_all(one, depth) for one in children(element, "e")) + end


def _matrix(element: Element, depth: int) -> str:
    rows = [" & ".join(_all(cell, depth) for cell in children(row, "e")) for row in children(element, "mr")]
    return r"\begin{matrix}" + r" \\ ".join(rows) + r"\end{matrix}"


def _lines(element: Element, depth: int) -> str:
    return r" \\ ".join(_all(one, depth) for one in children(element, "e"))


def _function(element: Element, depth: int) -> str:
    name = _part(element, "fName", depth)
    return (f"\\{name}" if name.isalpha() and name.isascii() else name) + f" {_part(element, 'e', depth)}"


def _lower_limit(element: Element, depth: int) -> str:
    return f"{_part(element, 'e', depth)}_{{{_part(element, 'lim', depth)}}}"


def _upper_limit(element: Element, depth: int) -> str:
    return f"{_part(element, 'e', depth)}^{{{_part(element, 'lim', depth)}}}"


def _accent(element: Element, depth: int) -> str:
    sign = attribute(child(element, "accPr", "chr"), "val", "̂")
    return rf"\{ACCENTS.get(sign, 'hat')}{{{_part(element, 'e', depth)}}}"


def _bar(element: Element, depth: int) -> str:
    return rf"\overline{{{_part(element, 'e', depth)}}}"


_STRUCTURES = {
    "f": _fraction, "sSup": _script, "sSub": _script, "sSubSup": _script, "sPre": _prescript, "rad": _root, "nary": _operator, "d": _fenced,
    "m": _matrix, "eqArr": _lines, "func": _function, "limLow": _lower_limit, "limUpp": _upper_limit, "acc": _accent, "bar": _bar,
}  # fmt: skip
