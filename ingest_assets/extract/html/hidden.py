"""Nodes that a reader of the page does not see. Their text goes to ``removed``: injected instructions live there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
SIMPLE = re.compile(r"(?:[a-z][a-z0-9]*)?([.#][\w-]+)")
ZERO = re.compile(r"0*(?:\.0*)?(?:px|em|rem|pt|%)?")
FAR = re.compile(r"-\d{4,}(?:\.\d+)?(?:px|em|pt|rem)?|-999(?:px|em)?")
NEVER_BY_RULE = frozenset({"html", "body", "main", "article"})
STYLE_BYTES = 500_000  # of style sheets read: enough for every page seen, and a bound on the work


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRules:
    """Selectors of the page's own style sheets (``.name`` or ``#name``) that hide what they select, and why."""

    reasons: dict[str, str] = field(default_factory=dict)

    def reason(self, tag: str, attributes: dict[str, str | None]) -> str | None:
        """Why an element is hidden by a rule."""
        if not self.reasons or tag in NEVER_BY_RULE:
            return None
        names = [f".{name}" for name in (attributes.get("class") or "").split()]
        names.append(f"#{attributes.get('id') or ''}")
        return next((self.reasons[name] for name in names if name in self.reasons), None)


def class_rules(sheets: Iterable[str]) -> ClassRules:
    """Rules with simple selectors outside of media queries; a later rule for the same selector wins."""
    reasons: dict[str, str | None] = {}
    for selectors, body in _rules(COMMENT.sub("", "\n".join(sheets)[:STYLE_BYTES])):
        declared = declarations(body)
        if "display" not in declared and "visibility" not in declared:
            continue
        for selector in selectors.split(","):
            simple = SIMPLE.fullmatch(selector.strip())
            if simple is not None:
                reasons[simple[1]] = _not_shown(declared)
    return ClassRules(reasons={name: reason for name, reason in reasons.items() if reason})


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """(selectors, body) of the rules at the top level."""
    depth, start, head = 0, 0, ""
    for match in re.finditer(r"[{}]", sheet):
        if match[0] == "{":
            if depth == 0:
                head, start = sheet[start : match.start()].rpartition(";")[2].strip(), match.end()
            depth += 1
            continue
        depth = max(0, depth - 1)
        if depth == 0:
            if not head.startswith("@"):
                yield head, sheet[start : match.start()]
            start = match.end()


def declarations(style: str) -> dict[str, str]:
    """Properties of a style attribute or rule body, lower case."""
    pairs = (part.partition(":") for part in style.lower().split(";"))
    return {name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if name.strip()}


def hidden_reason(tag: str, attributes: dict[str, str | None], rules: ClassRules) -> str | None:
    """``hidden_<why>`` or None when the element shows."""
    if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
        return "hidden_attribute"
    style = attributes.get("style")
    if style:
        declared = declarations(style)
        shown = _not_shown(declared) or _too_faint(declared)
        if shown:
            return shown
        if "display" in declared:
            return None
    return rules.reason(tag, attributes)


def _not_shown(declared: dict[str, str]) -> str | None:
    if declared.get("display") == "none":
        return "hidden_display_none"
    if declared.get("visibility") in ("hidden", "collapse"):
        return "hidden_visibility"
    return None


def _too_faint(declared: dict[str, str]) -> str | None:
    if ZERO.fullmatch(declared.get("font-size", "x")):
        return "hidden_font_size"
    if ZERO.fullmatch(declared.get("opacity", "x")):
        return "hidden_opacity"
    if FAR.fullmatch(declared.get("text-indent", "")) or (
        "position" in declared and any(FAR.fullmatch(declared.get(side, "")) for side in ("left", "top"))
    ):
        return "hidden_off_screen"
    if {declared.get("max-height", ""), declared.get("height", "")} & {"0", "0px"} and declared.get(
        "overflow"
    ) == "hidden":
        return "hidden_size"
    ground = declared.get("background-color") or declared.get("background")
    if ground and declared.get("color") == ground:
        return "hidden_colour"
    return None
