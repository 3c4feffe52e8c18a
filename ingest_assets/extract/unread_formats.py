"""Known formats that end as ``unsupported_format``, and why: the finding says it to whoever looks at the quarantine."""

from __future__ import annotations

REASONS = {
    "chm": "compiled help is an LZX archive; no reader of it is among the dependencies, and 7-Zip unpacks it into HTML",
    "one": "no free library reads OneNote sections; export the notebook as PDF or docx",
    "mpp": "no free Python library reads project plans; export the plan as PDF, XML or xlsx",
    "hwp": "LibreOffice reads Hangul documents up to version 3; save as docx or odt",
    "hwpx": "LibreOffice 7 has no filter for it; save as docx or odt",
    "3mf": "a model for printers: shapes, no text",
    "ole2": "an OLE2 file of no known program (unknown_ole)",
}
