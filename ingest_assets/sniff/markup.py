"""XML, HTML and what they hold: the root element and its namespace decide (sniffing.md section 2.3, point 2)."""

from __future__ import annotations

import re

from ingest_assets.sniff.evidence import Kind

HTML_NAMES = (
    "html head body title meta link script style base div span p a img table thead tbody tfoot tr td th caption colgroup col ul ol li dl dt dd h1 "
    "h2 h3 h4 h5 h6 br hr form input button select option optgroup textarea label fieldset legend iframe frame frameset noframes noscript center "
    "font b i u s em strong small big sub sup pre code blockquote cite q abbr acronym address nav header footer main section article aside figure "
    "figcaption picture source video audio canvas object param embed map area tt strike del ins nobr marquee dir menu summary details template "
    "kbd samp var wbr ruby rt rp bdo bgsound basefont dialog time mark data "
)
HTML_TAGS = frozenset(HTML_NAMES.split())
STRONG_TAGS = frozenset({"html", "head", "body", "frameset"})
COMMENT_LIMIT, ROOT_LIMIT = 40 * 1024, 16 * 1024
PROLOG = re.compile(r"\s*(?:<!--.*?-->|<\?(?!xml\s|php)[^>]{0,2000}?\?>)", re.DOTALL)
XML_DECLARATION = re.compile(r"<\?xml\s[^>]{0,400}?\?>", re.IGNORECASE)
DOCTYPE = re.compile(r"\s*<!DOCTYPE\s+([\w:.-]+)([^\[>]{0,1000})(?:\[.{0,20000}?\]\s*)?>", re.IGNORECASE | re.DOTALL)
DOCTYPE_NAME = re.compile(r"<!DOCTYPE\s+([\w:.-]+)", re.IGNORECASE)
TRAILER = re.compile(r"(?:\s*(?:<!--(?:(?!-->).)*-->|<\?[^>]{0,500}\?>))+\s*$", re.DOTALL)
ROOT = re.compile(r"\s*<([A-Za-z_][\w.-]*(?::[\w.-]+)?)(?=[\s/>])([^>]{0,16000})")
OPEN_TAG = re.compile(r"<([A-Za-z][\w:.-]*)(?=[\s/>])")
MIME_TYPES = {"text": "fodt", "spreadsheet": "fods", "presentation": "fodp", "graphics": "fodg"}


def by_markup(text: str, *, extension: str) -> Kind | None:
    """The markup kind of a text that starts with ``<``; None when it is no markup."""
    if not text.startswith("<"):
        return None
    declaration = XML_DECLARATION.match(text)
    rest = _skip_prolog(text[declaration.end() :] if declaration else text)
    doctype = DOCTYPE.match(rest[: COMMENT_LIMIT + ROOT_LIMIT])
    if doctype:
        rest = _skip_prolog(rest[doctype.end() :])
    if doctype and doctype[1].lower() == "html":
        return _html(declared=declaration is not None, extension=extension)
    root = ROOT.match(rest[: ROOT_LIMIT * 2])
    if root is None and (unread := DOCTYPE_NAME.match(rest)):
        named = _by_root(unread[1], "", "")
        return Kind(format="html" if unread[1].lower() == "html" else named or "xml", evidence="text:xml")
    if declaration or doctype:
        return _xml(root, declaration is not None, extension) if root or declaration else None
    return _bare(root, rest, extension) if root else None


def _skip_prolog(text: str) -> str:
    """The text behind comments and processing instructions, at most 40 KB of them."""
    position = 0
    while position < COMMENT_LIMIT:
        found = PROLOG.match(text, position)
        if not found:
            break
        position = found.end()
    return text[position:].lstrip()


def _html(*, declared: bool, extension: str) -> Kind:
    """XHTML needs an XML declaration or the name: a page with an XHTML doctype alone is served and read as HTML."""
    return Kind(format="xhtml" if declared or extension in ("xhtml", "xht") else "html", evidence="text:html")


def _xml(root: re.Match[str] | None, declared: bool, extension: str) -> Kind:
    if root is None:
        return Kind(format="xml", evidence="text:xml")
    prefix, _, local = root[1].rpartition(":")
    named = _by_root(local, prefix, root[2])
    if named:
        return Kind(format=named, evidence="text:xml")
    if local.lower() == "html":
        return _html(declared=declared, extension=extension)
    return Kind(format="xml", evidence="text:xml")


def _by_root(local: str, prefix: str, attributes: str) -> str | None:
    """The format by root element and namespaces; None for any other XML."""
    if local == "document" and "urn:oasis:names:tc:opendocument" in attributes:
        mime = re.search(r"mimetype\s*=\s*[\"']application/vnd\.oasis\.opendocument\.(\w+)", attributes)
        return MIME_TYPES.get(mime[1]) if mime else "fodt"
    if local == "package" and "schemas.microsoft.com/office/2006/xmlPackage" in attributes:
        return "flatopc"
    if local == "Workbook" and "urn:schemas-microsoft-com:office:spreadsheet" in attributes:
        return "spreadsheetml"
    if local == "wordDocument" and ("schemas.microsoft.com/office/word/2003" in attributes or prefix == "w"):
        return "wordml"
    if local == "RDF" and "purl.org/rss/1.0" in attributes:
        return "rss"
    simple = {"svg": "svg", "rss": "rss", "FictionBook": "fb2"}
    if local == "feed" and "www.w3.org/2005/Atom" in attributes:
        return "atom"
    return simple.get(local)


def _bare(root: re.Match[str], rest: str, extension: str) -> Kind | None:
    """A root without declaration or doctype: a known HTML tag, or any element whose end tag ends the text."""
    prefix, _, local = root[1].rpartition(":")
    named = _by_root(local, prefix, root[2])
    if named and (named != "svg" or "www.w3.org/2000/svg" in root[2] or rest.rstrip().endswith("</svg>")):
        return Kind(format=named, evidence="text:xml")
    end = TRAILER.sub("", rest[-4096:].rstrip("\0 \t\r\n")).rstrip()
    closed = end.endswith(f"</{root[1]}>") or (root[2].rstrip().endswith("/") and len(rest.strip()) <= root.end() + 2)
    lowered = root[1].lower()
    if lowered in HTML_TAGS:
        if closed and lowered not in STRONG_TAGS and _mostly_foreign(rest):
            return Kind(format="xml", evidence="text:xml")
        if extension in ("xhtml", "xht") or ("www.w3.org/1999/xhtml" in root[2] and extension == "xml"):
            return Kind(format="xhtml", evidence="text:html")
        return Kind(format="html", evidence="text:html")
    if closed or "xmlns" in root[2]:
        return Kind(format="xml", evidence="text:xml")
    return None


def _mostly_foreign(rest: str) -> bool:
    """XML that happens to start with ``<p>`` or ``<a b=``: most other element names are not HTML's."""
    names = {name.lower() for name in OPEN_TAG.findall(rest)}
    foreign = {name for name in names if name not in HTML_TAGS}
    return len(foreign) * 2 >= len(names)


def html_late(text: str, *, extension: str) -> Kind | None:
    """HTML that begins behind other text: an ``<html`` or ``<body`` and at least four tags, not in a text that explains markup."""
    if extension in ("md", "markdown", "txt", "rst", "org", "tex", "py", "js", "css", "typ", "yaml", "yml", "sql"):
        return None
    found = re.search(r"<(?:html|body)[\s>]|<!DOCTYPE\s+html", text[:20_000], re.IGNORECASE)
    if not found or "```" in text[: found.start()]:
        return None
    tags = [
        name for name in OPEN_TAG.findall(text[found.start() : found.start() + 20_000]) if name.lower() in HTML_TAGS
    ]
    return Kind(format="html", evidence="text:html") if len(tags) >= 4 else None
