"""LaTeX before pandoc sees it, and a plain reading when pandoc cannot."""

from __future__ import annotations

import re

CONDITION = re.compile(r"\\(iffalse|iftrue|if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])")
NOT_CONDITIONS = frozenset({"iff", "ifthenelse", "ifstrequal", "ifdefined", "ifblank", "ifempty"})
VERBATIM = re.compile(r"\\begin\{(verbatim\*?|lstlisting|minted|comment)\}.*?\\end\{\1\}", re.DOTALL)
COMMENT = re.compile(r"(?<!\\)%[^\n]*\n?")
COMMAND = re.compile(r"\\(?:begin|end)\{[^{}]{0,60}\}|\\[a-zA-Z@]+\*?(?:\[[^\[\]]{0,200}\])?|\\[^a-zA-Z]")
NAMES = {"\\%": "%", "\\&": "&", "\\$": "$", "\\#": "#", "\\_": "_", "\\{": "{", "\\}": "}"}


def without_false_branches(source: str) -> str:
    """``\\iffalse … \\fi`` (up to its ``\\else``) removed, verbatim text untouched."""
    if "\\iffalse" not in source:
        return source
    parts: list[str] = []
    position = 0
    for verbatim in VERBATIM.finditer(source):
        parts.append(_kept(source[position : verbatim.start()]))
        parts.append(verbatim[0])
        position = verbatim.end()
    parts.append(_kept(source[position:]))
    return "".join(parts)


def _kept(source: str) -> str:
    out: list[str] = []
    position, depth = 0, 0
    for match in CONDITION.finditer(source):
        word = match[1]
        if depth == 0:
            if word == "iffalse":
                out.append(source[position : match.start()])
                depth = 1
        elif word == "fi":
            depth -= 1
        elif word == "else" and depth == 1:
            depth = 0
            out.append(_until_fi(source, match.end()))
            position = _end_of_fi(source, match.end())
            continue
        elif word.startswith("if") and word not in NOT_CONDITIONS:
            depth += 1
        if depth == 0 and word == "fi":
            position = max(position, match.end())
    if depth == 0:
        out.append(source[position:])
    return "".join(out)


def _until_fi(source: str, start: int) -> str:
    end = source.find("\\fi", start)
    return source[start : end if end >= 0 else len(source)]


def _end_of_fi(source: str, start: int) -> int:
    end = source.find("\\fi", start)
    return end + 3 if end >= 0 else len(source)


def plain_reading(source: str) -> str:
    """The words of a LaTeX source without its commands: what is left when it does not parse."""
    body = source.partition("\\begin{document}")[2] or source
    text = COMMENT.sub("", body.partition("\\end{document}")[0])
    text = COMMAND.sub(lambda match: NAMES.get(match[0], " "), text)
    return re.sub(r"[{}~]", " ", text)
