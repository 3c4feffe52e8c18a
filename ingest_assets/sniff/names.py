"""File names and formats: usual extensions, media types, whether a name lies."""

from __future__ import annotations

from pathlib import PurePosixPath

# format: usual extensions ; media type
FORMATS: dict[str, tuple[str, str]] = {
    "pdf": ("pdf ai", "application/pdf"),
    "docx": ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    "docm": ("docm", "application/vnd.ms-word.document.macroEnabled.12"),
    "dotx": ("dotx", "application/vnd.openxmlformats-officedocument.wordprocessingml.template"),
    "dotm": ("dotm", "application/vnd.ms-word.template.macroEnabled.12"),
    "xlsx": ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "xlsm": ("xlsm xlam", "application/vnd.ms-excel.sheet.macroEnabled.12"),
    "xltx": ("xltx", "application/vnd.openxmlformats-officedocument.spreadsheetml.template"),
    "xltm": ("xltm", "application/vnd.ms-excel.template.macroEnabled.12"),
    "xlsb": ("xlsb", "application/vnd.ms-excel.sheet.binary.macroEnabled.12"),
    "pptx": ("pptx thmx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    "pptm": ("pptm ppam", "application/vnd.ms-powerpoint.presentation.macroEnabled.12"),
    "potx": ("potx", "application/vnd.openxmlformats-officedocument.presentationml.template"),
    "potm": ("potm", "application/vnd.ms-powerpoint.template.macroEnabled.12"),
    "ppsx": ("ppsx", "application/vnd.openxmlformats-officedocument.presentationml.slideshow"),
    "ppsm": ("ppsm", "application/vnd.ms-powerpoint.slideshow.macroEnabled.12"),
    "doc": ("doc dot", "application/msword"),
    "doc-preole": ("doc dot mcw", "application/msword"),
    "xls": ("xls xlt xlm xla xlc xlw", "application/vnd.ms-excel"),
    "xls-preole": ("xls xlt xlm xla xlc xlw", "application/vnd.ms-excel"),
    "ppt": ("ppt pot pps ppa", "application/vnd.ms-powerpoint"),
    "pub": ("pub", "application/x-mspublisher"),
    "vsd": ("vsd vst vss", "application/vnd.visio"),
    "vsdx": ("vsdx vsdm vstx vstm vssx vssm", "application/vnd.ms-visio.drawing"),
    "mpp": ("mpp mpt", "application/vnd.ms-project"),
    "wps": ("wps wpt wks", "application/vnd.ms-works"),
    "one": ("one onepkg onetoc2", "application/onenote"),
    "hwp": ("hwp", "application/x-hwp"),
    "hwp3": ("hwp", "application/x-hwp"),
    "hwpx": ("hwpx", "application/hwp+zip"),
    "wpd": ("wpd wp wp5 wp6 wpt doc-wp", "application/vnd.wordperfect"),
    "iwork": ("pages numbers key", "application/x-iwork"),
    "xps": ("xps oxps", "application/vnd.ms-xpsdocument"),
    "chm": ("chm", "application/vnd.ms-htmlhelp"),
    "mobi": ("mobi prc azw azw3", "application/x-mobipocket-ebook"),
    "epub": ("epub", "application/epub+zip"),
    "odt": ("odt ott odm", "application/vnd.oasis.opendocument.text"),
    "ods": ("ods ots", "application/vnd.oasis.opendocument.spreadsheet"),
    "odp": ("odp otp", "application/vnd.oasis.opendocument.presentation"),
    "odg": ("odg otg", "application/vnd.oasis.opendocument.graphics"),
    "odf": ("odf odc odi odb", "application/vnd.oasis.opendocument.formula"),
    "fodt": ("fodt", "application/vnd.oasis.opendocument.text-flat-xml"),
    "fods": ("fods", "application/vnd.oasis.opendocument.spreadsheet-flat-xml"),
    "fodg": ("fodg", "application/vnd.oasis.opendocument.graphics-flat-xml"),
    "cab": ("cab", "application/vnd.ms-cab-compressed"),
    "iso": ("iso", "application/x-iso9660-image"),
    "fodp": ("fodp", "application/vnd.oasis.opendocument.presentation-flat-xml"),
    "flatopc": ("xml", "application/vnd.ms-office.flatopc"),
    "spreadsheetml": ("xml", "application/vnd.ms-excel"),
    "wordml": ("xml", "application/vnd.ms-word"),
    "rtf": ("rtf", "application/rtf"),
    "html": ("html htm shtml asp aspx jsp php cgi do", "text/html"),
    "xhtml": ("xhtml xht html htm shtml", "application/xhtml+xml"),
    "mhtml": ("mht mhtml", "multipart/related"),
    "xml": (
        "xml xsl xslt xsd rdf kml gpx dita ditamap owl plist wsdl xlf tei nxml opf ncx resx config csproj rng dbk docbook musicxml",
        "application/xml",
    ),
    "svg": ("svg", "image/svg+xml"),
    "rss": ("rss xml rdf", "application/rss+xml"),
    "atom": ("atom xml", "application/atom+xml"),
    "fb2": ("fb2", "application/x-fictionbook+xml"),
    "json": ("json geojson webmanifest topojson har jsonld", "application/json"),
    "jsonl": ("jsonl ndjson", "application/x-ndjson"),
    "ipynb": ("ipynb", "application/x-ipynb+json"),
    "eml": ("eml", "message/rfc822"),
    "mbox": ("mbox mbx", "application/mbox"),
    "msg": ("msg oft", "application/vnd.ms-outlook"),
    "tnef": ("tnef", "application/vnd.ms-tnef"),
    "csv": ("csv", "text/csv"),
    "tsv": ("tsv tab txt", "text/tab-separated-values"),
    "txt": ("txt text log asc me nfo readme lst diz conf cfg ini properties", "text/plain"),
    "markdown": ("md markdown mdown mkd mdx rmd qmd", "text/markdown"),
    "tex": ("tex latex ltx sty cls", "application/x-tex"),
    "rst": ("rst rest", "text/x-rst"),
    "org": ("org", "text/org"),
    "typ": ("typ", "text/vnd.typst"),
    "yaml": ("yaml yml", "application/yaml"),
    "py": ("py pyw pyi", "text/x-python"),
    "js": ("js mjs cjs", "text/javascript"),
    "css": ("css", "text/css"),
    "sql": ("sql", "application/sql"),
    "bib": ("bib", "application/x-bibtex"),
    "php": ("php phtml", "application/x-php"),
    "vtt": ("vtt txt", "text/vtt"),
    "srt": ("srt txt", "application/x-subrip"),
    "ics": ("ics ical ifb txt", "text/calendar"),
    "vcf": ("vcf vcard txt", "text/vcard"),
    "ps": ("ps eps", "application/postscript"),
    "djvu": ("djvu djv", "image/vnd.djvu"),
    "png": ("png apng", "image/png"),
    "jpg": ("jpg jpeg jpe jfif", "image/jpeg"),
    "gif": ("gif", "image/gif"),
    "tiff": ("tiff tif", "image/tiff"),
    "webp": ("webp", "image/webp"),
    "bmp": ("bmp dib", "image/bmp"),
    "heic": ("heic heif hif", "image/heic"),
    "avif": ("avif", "image/avif"),
    "jp2": ("jp2 j2k jpf jpx jpm", "image/jp2"),
    "psd": ("psd psb", "image/vnd.adobe.photoshop"),
    "emf": ("emf", "image/emf"),
    "wmf": ("wmf", "image/wmf"),
    "zip": ("zip cbz", "application/zip"),
    "jar": ("jar war ear zip", "application/java-archive"),
    "apk": ("apk zip", "application/vnd.android.package-archive"),
    "kmz": ("kmz zip", "application/vnd.google-earth.kmz"),
    "3mf": ("3mf zip", "model/3mf"),
    "tar": ("tar", "application/x-tar"),
    "gz": ("gz tgz svgz emz wmz", "application/gzip"),
    "bz2": ("bz2 tbz tbz2", "application/x-bzip2"),
    "xz": ("xz txz", "application/x-xz"),
    "zst": ("zst", "application/zstd"),
    "7z": ("7z", "application/x-7z-compressed"),
    "rar": ("rar cbr", "application/vnd.rar"),
    "ooxml-encrypted": ("docx docm dotx xlsx xlsm xltx xlsb pptx pptm ppsx potx", "application/encrypted"),
    "ole2": ("doc dot xls xlt ppt pot pps msg pub vsd mpp wps one hwp msi db", "application/x-ole-storage"),
    "exe": ("exe dll so com sys scr ocx elf bin o ko dylib", "application/x-executable"),
    "class": ("class", "application/java-vm"),
    "msi": ("msi msp", "application/x-msi"),
    "thumbsdb": ("db", "application/x-thumbs-db"),
    "sqlite": ("sqlite sqlite3 db db3 gpkg", "application/vnd.sqlite3"),
    "mdb": ("mdb accdb mde accde", "application/vnd.ms-access"),
    "dbf": ("dbf", "application/x-dbf"),
    "parquet": ("parquet", "application/vnd.apache.parquet"),
    "font": ("ttf otf woff woff2 ttc eot pfb", "font/sfnt"),
    "applesingle": ("", "application/applefile"),
    "audio": (
        "mp3 wav flac ogg oga opus m4a aac aif aiff aifc au snd mid midi wma amr ra ape mka caf 3gp mp4 m4b",
        "audio/unknown",
    ),
    "video": (
        "mp4 m4v mov avi mkv webm wmv asf flv mpg mpeg ogv 3gp 3g2 ts m2ts vob f4v mts qt swf ogg",
        "video/unknown",
    ),
    "empty": ("", "application/x-empty"),
    "binary": ("bin dat", "application/octet-stream"),
}
EXTENSIONS: dict[str, frozenset[str]] = {name: frozenset(row[0].split()) for name, row in FORMATS.items()}
UNREAD = frozenset({"hlp", "lnk", "url", "dwg", "dxf", "iso", "cab", "ai", "indd", "swf", "pst"})
"""Extensions of known formats that have no name of their own here."""
VAGUE = frozenset({"dat", "bin", "do", "me", "cgi", "readme", "db", "o"})
KNOWN = (frozenset().union(*EXTENSIONS.values()) | UNREAD) - VAGUE
TEXT_KINDS = frozenset(
    {
        "markdown",
        "txt",
        "csv",
        "tsv",
        "tex",
        "py",
        "rst",
        "org",
        "typ",
        "yaml",
        "js",
        "css",
        "sql",
        "bib",
        "php",
        "vtt",
        "srt",
        "ics",
        "vcf",
    }
)
CLAIMS = {extension: kind for kind in sorted(TEXT_KINDS - {"txt"}) for extension in EXTENSIONS[kind]} | dict.fromkeys(
    EXTENSIONS["txt"], "txt"
)
DOCUMENT_FORMATS = frozenset(FORMATS) - frozenset(
    [
        "exe",
        "class",
        "msi",
        "thumbsdb",
        "sqlite",
        "mdb",
        "dbf",
        "parquet",
        "font",
        "applesingle",
        "audio",
        "video",
        "empty",
        "binary",
    ]
)


def extension_of(name: str) -> str:
    """Lower-case extension of a file name without its dot; "" when there is none or the name only begins with a dot."""
    if "://" in name:  # an address: its query and fragment are no part of the name
        name = name.partition("#")[0].partition("?")[0]
    suffix = PurePosixPath(name.replace("\\", "/")).suffix
    return suffix[1:].lower().strip() if suffix.isascii() and 1 < len(suffix) <= 12 else ""


def media_type_of(file_format: str) -> str:
    """The registered (or usual) media type of a format."""
    return FORMATS[file_format][1] if file_format in FORMATS else "application/octet-stream"


def is_mismatch(extension: str, file_format: str) -> bool:
    """True when the extension is a known one and not a usual one of the format."""
    if extension not in KNOWN or file_format in ("empty", "binary"):
        return False
    return extension not in EXTENSIONS.get(file_format, frozenset())


def text_kind_of(extension: str) -> str | None:
    """The text format that an extension claims; None when it claims another kind or nothing."""
    return CLAIMS.get(extension)


def claims_document(extension: str) -> bool:
    """True when the extension belongs to a format that holds text for people."""
    return any(extension in EXTENSIONS[kind] for kind in DOCUMENT_FORMATS)
