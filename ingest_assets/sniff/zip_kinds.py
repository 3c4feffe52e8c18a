"""Which format is this ZIP? By ``mimetype``, content types, member names (sniffing.md section 2.1)."""

from __future__ import annotations

import re
from collections.abc import Callable

from ingest_assets.sniff.evidence import Kind
from ingest_assets.sniff.mapped import Bytes
from ingest_assets.sniff.zip_directory import Directory, Member, member_bytes, read_directory
from ingest_assets.thresholds.sniff import SniffLimits

MIMETYPES = {
    "application/epub+zip": "epub",
    "application/hwp+zip": "hwpx",
    "application/vnd.oasis.opendocument.text": "odt",
    "application/vnd.oasis.opendocument.spreadsheet": "ods",
    "application/vnd.oasis.opendocument.presentation": "odp",
    "application/vnd.oasis.opendocument.graphics": "odg",
    "application/vnd.oasis.opendocument": "odf",
    "application/vnd.sun.xml.writer": "odt",
    "application/vnd.sun.xml.calc": "ods",
    "application/vnd.sun.xml.impress": "odp",
    "application/vnd.sun.xml.draw": "odg",
}
# Main part's content type, most telling piece first: the family and the macro or template flavour.
CONTENT_TYPES = (
    ("ms-word.document.macroenabled", "docm"),
    ("ms-word.template.macroenabled", "dotm"),
    ("wordprocessingml.template", "dotx"),
    ("wordprocessingml", "docx"),
    ("ms-excel.sheet.binary", "xlsb"),
    ("ms-excel.sheet.macroenabled", "xlsm"),
    ("ms-excel.addin", "xlsm"),
    ("ms-excel.template.macroenabled", "xltm"),
    ("spreadsheetml.template", "xltx"),
    ("spreadsheetml", "xlsx"),
    ("ms-powerpoint.presentation.macroenabled", "pptm"),
    ("ms-powerpoint.addin", "pptm"),
    ("ms-powerpoint.template.macroenabled", "potm"),
    ("ms-powerpoint.slideshow.macroenabled", "ppsm"),
    ("presentationml.template", "potx"),
    ("presentationml.slideshow", "ppsx"),
    ("presentationml", "pptx"),
    ("ms-visio", "vsdx"),
    ("ms-package.3dmanufacturing", "3mf"),
    ("fixeddocumentseq", "xps"),
)
XML_LIMIT = 256 * 1024
RELATIONSHIP = re.compile(r"<(?:\w+:)?Relationship\s([^>]{1,2000})>")
OVERRIDE = re.compile(r"<(?:\w+:)?(Override|Default)\s([^>]{1,2000})>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
MAIN_PART = ("/officedocument", "/relationships/document", "/fixedrepresentation", "/3dmodel")


class _Package:
    """Members by lower-case name, and their bytes within the cap."""

    def __init__(self, data: Bytes, directory: Directory, limits: SniffLimits) -> None:
        self.data = data
        self.directory = directory
        self.limit = limits.member_bytes
        self.by_name: dict[str, Member] = {}
        for member in directory.members:
            self.by_name.setdefault(member.name.lower(), member)

    def text(self, name: str) -> str:
        member = self.by_name.get(name)
        if member is None:
            return ""
        raw = member_bytes(self.data, member, self.limit)
        codec = "utf-16" if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
        return raw.decode(codec, errors="replace")

    def has(self, pattern: str) -> bool:
        return any(re.fullmatch(pattern, name) for name in self.by_name)


def by_members(data: Bytes, limits: SniffLimits) -> Kind | None:
    """The kind of the ZIP in these bytes; None when there is no ZIP."""
    directory = read_directory(data, limits.local_headers)
    if directory is None:
        return None
    package = _Package(data, directory, limits)
    flags = _flags(directory)
    for rule in RULES:
        found = rule(package)
        if found:
            return Kind(format=found[0], evidence=found[1], flags=flags)
    return Kind(format="zip", evidence="zip:member" if directory.members else "sig", flags=flags)


def _flags(directory: Directory) -> tuple[str, ...]:
    flags = []
    if directory.stub > 0:
        flags.append("leading_junk")
    if directory.truncated:
        flags.append("truncated")
    if any(member.encrypted for member in directory.members):
        flags.append("encrypted")
    return tuple(flags)


Found = tuple[str, str] | None


def _mimetype(package: _Package) -> Found:
    claimed = package.text("mimetype")[:200].strip().lower() if "mimetype" in package.by_name else ""
    for prefix, name in MIMETYPES.items():
        if claimed.startswith(prefix):
            return name, "zip:mimetype"
    return None


def _content_types(package: _Package) -> Found:
    types = package.text("[content_types].xml")[:XML_LIMIT]
    if not types:
        return None
    target = _main_target(package.text("_rels/.rels")[:XML_LIMIT])
    declared = _type_of(target, types) if target else ""
    for piece, name in CONTENT_TYPES:
        if piece in declared:
            return name, "zip:content-types"
    return None


def _main_target(relationships: str) -> str:
    for found in RELATIONSHIP.finditer(relationships):
        attributes = _attributes(found[1])
        if attributes.get("type", "").lower().endswith(MAIN_PART):
            return attributes.get("target", "").replace("\\", "/").lstrip("/").lower().removeprefix("./")
    return ""


def _type_of(part: str, types: str) -> str:
    """Content type of a part: its Override, else the Default of its extension."""
    default = ""
    for found in OVERRIDE.finditer(types):
        attributes = _attributes(found[2])
        content_type = attributes.get("contenttype", "").lower()
        if found[1].lower() == "override":
            if attributes.get("partname", "").replace("\\", "/").lstrip("/").lower() == part:
                return content_type
        elif attributes.get("extension", "").lower() == part.rpartition(".")[2]:
            default = content_type
    return default


def _attributes(text: str) -> dict[str, str]:
    return {found[1].lower(): found[2] or found[3] or "" for found in ATTRIBUTE.finditer(text)}


def _office_members(package: _Package) -> Found:
    """Names of main parts count only in a package (or one whose end is gone): a stray word/document.xml in a ZIP of notes is no docx."""
    if not package.directory.truncated and not ({"[content_types].xml", "_rels/.rels"} & set(package.by_name)):
        return None
    for pattern, name in (
        (r"word/document\d*\.xml", "docx"),
        (r"xl/workbook\.bin", "xlsb"),
        (r"xl/workbook\d*\.xml", "xlsx"),
        (r"ppt/presentation\d*\.xml", "pptx"),
        (r"visio/document\.xml", "vsdx"),
        (r"3d/.*\.model", "3mf"),
    ):
        if package.has(pattern):
            return _with_macros(name, package), "zip:member"
    if "[content_types].xml" in package.by_name:
        for prefix, name in (("word/", "docx"), ("xl/", "xlsx"), ("ppt/", "pptx"), ("visio/", "vsdx")):
            if any(member.startswith(prefix) for member in package.by_name):
                return name, "zip:member"
    return None


def _with_macros(name: str, package: _Package) -> str:
    if name in ("docx", "xlsx", "pptx") and package.has(r"(?:word|xl|ppt)/vbaproject\.bin"):
        return name[:3] + "m"
    return name


def _book_or_odf(package: _Package) -> Found:
    if "meta-inf/container.xml" in package.by_name and (package.has(r".*\.opf") or package.directory.truncated):
        return "epub", "zip:member"
    manifest = package.text("meta-inf/manifest.xml")[:XML_LIMIT]
    root = re.search(
        r"""media-type=["'](application/vnd\.[^"']+)["'][^>]{0,500}full-path=["']/["']|full-path=["']/["'][^>]{0,500}media-type=["'](application/vnd\.[^"']+)""",
        manifest,
    )
    claimed = (root[1] or root[2]) if root else ""
    for prefix, name in MIMETYPES.items():
        if claimed.startswith(prefix):
            return name, "zip:odf-manifest"
    return None


def _other_members(package: _Package) -> Found:
    for pattern, name in (
        (r"androidmanifest\.xml|classes\.dex", "apk"),
        (r"(?:.*/)?index/[^/]*\.iwa|(?:.*/)?index\.zip", "iwork"),
        (r".*\.fdseq", "xps"),
    ):
        if package.has(pattern):
            return name, "zip:member"
    if package.has(r"index\.apxl(?:\.gz)?") or (
        package.has(r"index\.xml(?:\.gz)?") and package.has(r"quicklook/.*|buildversionhistory\.plist")
    ):
        return "iwork", "zip:member"
    if package.has(r"metadata/buildversionhistory\.plist") and package.has(r"data/.*|preview.*\.jpg"):
        return "iwork", "zip:member"
    if "meta-inf/manifest.mf" in package.by_name:
        return "jar", "zip:member"
    return ("kmz", "zip:member") if "doc.kml" in package.by_name else None


RULES: tuple[Callable[[_Package], Found], ...] = (
    _mimetype,
    _content_types,
    _office_members,
    _book_or_odf,
    _other_members,
)
