"""What RTF groups save and restore, and which destinations hold text."""

from __future__ import annotations

from dataclasses import dataclass, field

SKIPPED = {
    "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "revtbl", "rsidtbl", "generator", "pict", "nonshppict", "objdata",
    "objclass", "objname", "objalias", "objsect", "themedata", "colorschememapping", "datastore", "latentstyles", "xmlnstbl", "mmathPr", "filetbl",
    "sp", "shprslt", "nonesttables", "pgptbl", "fchars", "lchars", "mmathPict", "upr", "falt", "panose", "tc", "xe", "private", "ftnsep",
    "ftnsepc", "aftnsep",
    "aftnsepc", "ftncn", "aftncn", "htmltag", "mhtmltag", "bkmkstart", "bkmkend", "blipuid", "pntxta", "pntxtb", "pn", "template", "userprops",
    "docvar", "wgrffmtfilter", "xmlopen", "xmlclose", "xmlattrname", "xmlattrvalue", "listname", "listpicture", "atrfstart", "atrfend", "atndate",
    "atnref", "atnparent", "atntime", "formfield", "picprop", "hl", "background", "keycode", "fontemb", "fontfile", "defchp", "defpap", "passwordhash",
    "protusertbl", "factoidname", "pgdsctbl",
}  # fmt: skip
"""Groups whose text is never the document's."""

READ_WITH_STAR = {
    "shpinst", "shptxt", "do", "dptxbxtext", "nesttableprops", "fldinst", "annotation", "atnauthor", "atnid", "ud", "moMath", "shppict",
}  # fmt: skip
"""Groups marked ``\\*`` that are understood here; any other one is skipped."""

MARGINS = {"header": "running_header", "headerl": "running_header", "headerr": "running_header", "headerf": "running_header",
           "footer": "running_footer", "footerl": "running_footer", "footerr": "running_footer", "footerf": "running_footer"}  # fmt: skip
INFO = {
    "title": "title",
    "author": "author",
    "subject": "subject",
    "keywords": "keywords",
    "doccomm": "description",
    "operator": "last_modified_by",
}


@dataclass(slots=True)
class Font:
    """A font of the font table."""

    charset: int | None = None
    page: int | None = None
    name: str = ""


@dataclass(slots=True)
class Group:
    """The properties that a closing brace restores. ``sink`` is where text goes: "body", "skip", or the name of a side destination."""

    sink: str = "body"
    font: int = -1
    skip_after_unicode: int = 1
    hidden: bool = False
    deleted: bool = False
    raised: bool = False
    starred: bool = False
    opened: str = ""

    def copy(self) -> Group:
        """What an inner group starts with."""
        return Group(self.sink, self.font, self.skip_after_unicode, self.hidden, self.deleted, self.raised)


@dataclass(slots=True)
class Paragraph:
    """Properties of the paragraph being written; ``\\pard`` resets them, groups do not matter in practice."""

    style: int = 0
    outline: int = -1
    level: int = 0
    in_table: bool = False
    nesting: int = 0
    label: str = ""


@dataclass(slots=True)
class FieldMark:
    """A field: its instruction, and where its result begins in the text being gathered."""

    start: int
    instruction: str = ""


@dataclass(slots=True)
class Side:
    """A side text that is being gathered while the body waits (a footnote, header, comment)."""

    name: str
    pieces: list[str] = field(default_factory=list)
