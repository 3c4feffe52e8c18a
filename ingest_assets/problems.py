"""The closed list of faults and of skip rules: one name per fault, the same in code, sidecar, quarantine, docs, tests and Dagster."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """What a problem does: ``hold`` keeps the document (or the page) out of the index, ``note`` is recorded and shown."""

    HOLD = "hold"
    NOTE = "note"


class Stage(StrEnum):
    """Where a problem arises, in the order of a document's way."""

    RAW = "raw"
    SNIFF = "sniff"
    PARSER = "parser"
    EXTRACT = "extract"
    CLEAN = "clean"
    GATE = "gate"


class Problem(StrEnum):
    """Every fault that has a cure of its own. ``ABOUT`` holds stage, default severity, meaning and cure."""

    READ_ERROR = "read_error"
    DUPLICATE_BYTES = "duplicate_bytes"
    FETCH_FAILED = "fetch_failed"
    FETCH_REFUSED = "fetch_refused"
    ADDRESS_GONE = "address_gone"

    ENCRYPTED = "encrypted"
    BROKEN_ZIP = "broken_zip"
    CORRUPT = "corrupt"
    UNKNOWN_OLE = "unknown_ole"
    UNKNOWN_FORMAT = "unknown_format"
    UNSUPPORTED_FORMAT = "unsupported_format"
    BOMB = "bomb"
    MEMBER_LIMIT = "member_limit"
    DEPTH_LIMIT = "depth_limit"
    TOO_LARGE = "too_large"
    XML_ENTITIES = "xml_entities"
    DECLARED_CONFLICT = "declared_conflict"
    MIXED_ENCODING = "mixed_encoding"
    LEADING_JUNK = "leading_junk"
    TRUNCATED = "truncated"
    REPAIRED = "repaired"
    SYMLINK = "symlink"
    SPECIAL_FILE = "special_file"

    WORKER_CRASHED = "worker_crashed"
    TIMEOUT = "timeout"
    MEMORY_LIMIT = "memory_limit"
    PARSER_EXCEPTION = "parser_exception"
    BUDGET_EXCEEDED = "budget_exceeded"
    PIXEL_LIMIT = "pixel_limit"
    NO_PAGES = "no_pages"
    PAGE_TREE_DAMAGED = "page_tree_damaged"
    MISSING_PROGRAM = "missing_program"
    PAGE_ERROR = "page_error"

    EMPTY_EXTRACTION = "empty_extraction"
    CID_LEAK = "cid_leak"
    MOJIBAKE = "mojibake"
    LOW_LETTER_RATIO = "low_letter_ratio"
    REPLACEMENT_CHARS = "replacement_chars"

    PAGE_WITHOUT_TEXT = "page_without_text"
    OCR_LOW_CONFIDENCE = "ocr_low_confidence"
    OCR_MISSED_INK = "ocr_missed_ink"
    OCR_UNCERTAIN = "ocr_uncertain"
    OCR_PARTIAL = "ocr_partial"
    COLUMNS_UNCERTAIN = "columns_uncertain"
    VISION_NUMBERS_UNVERIFIED = "vision_numbers_unverified"
    VISION_REJECTED = "vision_rejected"
    VISION_BUDGET_EXCEEDED = "vision_budget_exceeded"
    HIDDEN_TEXT = "hidden_text"

    DOCX_TEXT_LOSS = "docx_text_loss"
    DOCX_DUPLICATE_TEXT = "docx_duplicate_text"
    PPTX_TEXT_LOSS = "pptx_text_loss"
    OLE_TEXT_LOSS = "ole_text_loss"
    RTF_UNDECODED = "rtf_undecoded"
    DELETED_TEXT_LEAK = "deleted_text_leak"
    MISSING_PART = "missing_part"
    BASE64_LEAK = "base64_leak"
    LOGIN_WALL = "login_wall"
    JS_REQUIRED = "js_required"
    FRAMES_ONLY = "frames_only"
    NUMBERING_LOST = "numbering_lost"
    FORMULA_WITHOUT_VALUE = "formula_without_value"
    NOT_TABULAR = "not_tabular"
    BAD_RECORDS = "bad_records"

    LOW_DICTIONARY_HIT = "low_dictionary_hit"
    GARBAGE_CHARACTERS = "garbage_characters"
    UNEXPECTED_LETTERS = "unexpected_letters"
    GLUED_WORDS = "glued_words"
    LETTER_SPACED = "letter_spaced"
    PAGES_WITHOUT_TEXT = "pages_without_text"
    OCR_SHARE_EXCEEDED = "ocr_share_exceeded"

    @property
    def about(self) -> About:
        """Stage, default severity, meaning and cure of this problem."""
        return ABOUT[self]


@dataclass(frozen=True, slots=True)
class About:
    """What ``ingest problems CODE`` prints."""

    stage: Stage
    severity: Severity
    meaning: str
    cure: str


class SkipRule(StrEnum):
    """Why a document is left out on purpose; each rule is counted apart."""

    EMPTY_FILE = "empty_file"
    BLANK_TEXT = "blank_text"
    NOT_A_DOCUMENT = "not_a_document"
    BINARY = "binary"
    IMAGE_WITHOUT_TEXT = "image_without_text"
    SIZE_LIMIT = "size_limit"
    SYSTEM_FILE = "system_file"
    SYMLINK = "symlink"
    SPECIAL_FILE = "special_file"
    SIGNATURE = "signature"
    CONTAINER = "container"


_HOLD, _NOTE = Severity.HOLD, Severity.NOTE

# fmt: off
ABOUT: dict[Problem, About] = {
    Problem.READ_ERROR: About(Stage.RAW, _HOLD, "The file could not be read from its source.",
        "Mend permissions or the disk; the next run reads it again."),
    Problem.DUPLICATE_BYTES: About(Stage.RAW, _NOTE, "The same bytes stand in the source under another name.",
        "Nothing to do; both names are kept as locations."),
    Problem.FETCH_FAILED: About(Stage.RAW, _HOLD, "The item could not be fetched from its server; what was fetched before stays.",
        "Nothing to do when the server was down: the next run asks again. Else look at the detail."),
    Problem.FETCH_REFUSED: About(Stage.RAW, _HOLD, "The item may not be fetched: robots.txt forbids it, or its address is private or no web address.",
        "Ask the site's owner, mend the address, or set allowed_networks or robots for the source in data/sources.toml."),
    Problem.ADDRESS_GONE: About(Stage.RAW, _HOLD, "The server says that nothing is at this address any more (404 or 410).",
        "Take the address off the source's list, or mend it."),
    Problem.ENCRYPTED: About(Stage.SNIFF, _HOLD, "A password is needed.",
        "Add the password to the source's list in data/sources.toml and re-run."),
    Problem.BROKEN_ZIP: About(Stage.SNIFF, _HOLD, "A ZIP container that no reader can open.",
        "Ask for the file again; it was cut or damaged on its way."),
    Problem.CORRUPT: About(Stage.SNIFF, _HOLD, "The bytes name a format but no reader can open them.",
        "Ask for the file again."),
    Problem.UNKNOWN_OLE: About(Stage.SNIFF, _HOLD, "An OLE2 file whose streams belong to no known program.",
        "Add a rule to sniff/ole.py when the kind is known."),
    Problem.UNKNOWN_FORMAT: About(Stage.SNIFF, _HOLD, "Binary data of no known kind under a document's name.",
        "Add a signature to sniff/signatures.py and a parser."),
    Problem.UNSUPPORTED_FORMAT: About(Stage.SNIFF, _HOLD, "A known format that no parser here reads.",
        "Add a parser (CONTRIBUTING.md) and re-run the quarantine by this code."),
    Problem.BOMB: About(Stage.SNIFF, _HOLD, "A small file that unpacks into far too much.",
        "Look at it by hand; raise the limit for the source if it is honest."),
    Problem.MEMBER_LIMIT: About(Stage.SNIFF, _HOLD, "A container with more members than allowed.",
        "Raise the member limit for the source."),
    Problem.DEPTH_LIMIT: About(Stage.SNIFF, _HOLD, "Containers nested deeper than allowed.",
        "Raise the depth limit for the source."),
    Problem.TOO_LARGE: About(Stage.SNIFF, _HOLD, "Over the size or cell limit.",
        "Raise the limit for the source."),
    Problem.XML_ENTITIES: About(Stage.SNIFF, _HOLD, "XML with entities, external references or a DOCTYPE where none may be.",
        "Look at it by hand; it may be an attack."),
    Problem.DECLARED_CONFLICT: About(Stage.SNIFF, _NOTE, "The declared encoding is not what the bytes are.",
        "None needed; see encoding_source."),
    Problem.MIXED_ENCODING: About(Stage.SNIFF, _NOTE, "Some bytes do not fit the encoding of the rest.",
        "Look at the replacement characters; ingest redecode can set another encoding."),
    Problem.LEADING_JUNK: About(Stage.SNIFF, _NOTE, "Foreign bytes stand before the file's own signature.",
        "None needed."),
    Problem.TRUNCATED: About(Stage.SNIFF, _NOTE, "The end of the file is missing.",
        "Ask for the file again."),
    Problem.REPAIRED: About(Stage.SNIFF, _NOTE, "A reader had to rebuild the file's structure.",
        "Compare with the original when it matters."),
    Problem.SYMLINK: About(Stage.RAW, _NOTE, "A symbolic link in a source; it is not followed.",
        "Put the file itself into the source."),
    Problem.SPECIAL_FILE: About(Stage.RAW, _NOTE, "A pipe, socket or device in a source; it is not opened.",
        "Remove it from the source."),
    Problem.WORKER_CRASHED: About(Stage.PARSER, _HOLD, "The parser's process died on this document, twice.",
        "Upgrade the engine and re-run by this code."),
    Problem.TIMEOUT: About(Stage.PARSER, _HOLD, "The CPU deadline passed, twice.",
        "Raise the deadline, or give the source more time."),
    Problem.MEMORY_LIMIT: About(Stage.PARSER, _HOLD, "The memory limit was passed, twice.",
        "Raise the memory limit."),
    Problem.PARSER_EXCEPTION: About(Stage.PARSER, _HOLD, "The parser raised; the exception's class stands in the detail.",
        "Mend or upgrade the parser and re-run by this code."),
    Problem.BUDGET_EXCEEDED: About(Stage.PARSER, _NOTE, "A page costs more than a page may (paths, images).",
        "None needed; its tables were not looked for."),
    Problem.PIXEL_LIMIT: About(Stage.PARSER, _HOLD, "An image or page raster over the pixel limit.",
        "Raise the limit, or scale the image down."),
    Problem.NO_PAGES: About(Stage.PARSER, _HOLD, "The file opens and has no pages.",
        "Ask for the file again."),
    Problem.PAGE_TREE_DAMAGED: About(Stage.PARSER, _HOLD, "The page count lies, or the page tree is broken.",
        "Ask for the file again."),
    Problem.MISSING_PROGRAM: About(Stage.PARSER, _HOLD, "A Debian program that this format needs is not installed.",
        "Install it (make setup does); the next run reads the document again."),
    Problem.PAGE_ERROR: About(Stage.PARSER, _NOTE, "One page could not be read.",
        "Look at that page; a hold when more pages fail than allowed."),
    Problem.EMPTY_EXTRACTION: About(Stage.EXTRACT, _HOLD, "Under 50 characters out of more than 20,000 bytes, or text-like ink and no text.",
        "Add or improve a route, then re-run the quarantine by this code."),
    Problem.CID_LEAK: About(Stage.EXTRACT, _HOLD, "Glyph numbers such as (cid:12) in the text.",
        "Send the pages to OCR."),
    Problem.MOJIBAKE: About(Stage.EXTRACT, _HOLD, "Text that was decoded with the wrong code page and could not be repaired.",
        "ingest redecode with the right encoding."),
    Problem.LOW_LETTER_RATIO: About(Stage.EXTRACT, _HOLD, "Fewer than half of the prose characters are letters.",
        "Look at the pages; likely a broken layer or a data dump."),
    Problem.REPLACEMENT_CHARS: About(Stage.EXTRACT, _HOLD, "U+FFFD in the text; above 0.5 % it holds the document.",
        "ingest redecode, or ask for the file again."),
    Problem.PAGE_WITHOUT_TEXT: About(Stage.EXTRACT, _NOTE, "A page shows something and gave no text by any route.",
        "Look at the page; configure the vision route."),
    Problem.OCR_LOW_CONFIDENCE: About(Stage.EXTRACT, _HOLD, "OCR read the page, but not well enough to be believed.",
        "Scan again at 200-300 dpi, or configure the vision route."),
    Problem.OCR_MISSED_INK: About(Stage.EXTRACT, _HOLD, "Text-sized ink lies outside every word that OCR found.",
        "Look at the page (stamps, handwriting); configure the vision route."),
    Problem.OCR_UNCERTAIN: About(Stage.EXTRACT, _NOTE, "OCR confidence between the bands; the dictionary agreed.",
        "Spot check."),
    Problem.OCR_PARTIAL: About(Stage.EXTRACT, _NOTE, "Words were filled in by a second OCR pass.",
        "Spot check the page."),
    Problem.COLUMNS_UNCERTAIN: About(Stage.CLEAN, _NOTE, "A table value may belong to a neighbouring column.",
        "Look at the table on its page."),
    Problem.VISION_NUMBERS_UNVERIFIED: About(Stage.EXTRACT, _NOTE, "The vision model wrote numbers that no OCR pass saw.",
        "Compare with the page image."),
    Problem.VISION_REJECTED: About(Stage.EXTRACT, _NOTE, "The vision model's answer failed the output check; OCR stands.",
        "Look at the detail; try another model."),
    Problem.VISION_BUDGET_EXCEEDED: About(Stage.EXTRACT, _NOTE, "The vision budget of the run or the document is used up.",
        "Raise the budget, or wait for the next run."),
    Problem.HIDDEN_TEXT: About(Stage.EXTRACT, _NOTE, "Text that a reader of the page cannot see; it stands in removed.",
        "Look at removed: it may be a prompt injection."),
    Problem.DOCX_TEXT_LOSS: About(Stage.EXTRACT, _HOLD, "Less text came out of the Word file than its parts hold.",
        "Report the file's construct as a regression."),
    Problem.DOCX_DUPLICATE_TEXT: About(Stage.EXTRACT, _HOLD, "More text came out of the Word file than its parts hold.",
        "Report the file's construct as a regression."),
    Problem.PPTX_TEXT_LOSS: About(Stage.EXTRACT, _HOLD, "Less text came out of the slides than their parts hold.",
        "Report the file's construct as a regression."),
    Problem.OLE_TEXT_LOSS: About(Stage.EXTRACT, _HOLD, "An old office file gave far less text than its stream holds.",
        "Open it in its own program and save it anew."),
    Problem.RTF_UNDECODED: About(Stage.EXTRACT, _HOLD, "RTF escapes were left, or its bytes did not decode.",
        "Report the file's code pages as a regression."),
    Problem.DELETED_TEXT_LEAK: About(Stage.EXTRACT, _HOLD, "Text deleted under change tracking stands in the output.",
        "Report the file's construct as a regression."),
    Problem.MISSING_PART: About(Stage.EXTRACT, _HOLD, "A part that the container's own index names is not there.",
        "Ask for the file again."),
    Problem.BASE64_LEAK: About(Stage.EXTRACT, _HOLD, "Encoded binary data stands in the text.",
        "Report the file's construct as a regression."),
    Problem.LOGIN_WALL: About(Stage.EXTRACT, _HOLD, "The page is a login form, not the document.",
        "Fetch it again with credentials."),
    Problem.JS_REQUIRED: About(Stage.EXTRACT, _HOLD, "The page is an empty shell that needs JavaScript.",
        "Fetch it with a browser."),
    Problem.FRAMES_ONLY: About(Stage.EXTRACT, _HOLD, "The page is a frameset; its content lies elsewhere.",
        "Fetch the frames."),
    Problem.NUMBERING_LOST: About(Stage.EXTRACT, _NOTE, "A paragraph is numbered, but its label could not be computed.",
        "Report the numbering as a regression."),
    Problem.FORMULA_WITHOUT_VALUE: About(Stage.EXTRACT, _NOTE, "A formula has no stored value; the formula itself is shown.",
        "Open and save the workbook in its own program."),
    Problem.NOT_TABULAR: About(Stage.EXTRACT, _NOTE, "A delimited file whose rows do not agree; kept as text.",
        "Look at the delimiter."),
    Problem.BAD_RECORDS: About(Stage.EXTRACT, _NOTE, "Some records do not parse; the others were read.",
        "Look at the lines named in the detail."),
    Problem.LOW_DICTIONARY_HIT: About(Stage.GATE, _HOLD, "Too few of the words are words.",
        "Look at the page; another route, or a language list."),
    Problem.GARBAGE_CHARACTERS: About(Stage.GATE, _HOLD, "Too many private-use, control or replacement characters.",
        "Another route."),
    Problem.UNEXPECTED_LETTERS: About(Stage.GATE, _HOLD, "Letters of alphabets that the language does not use, or mixed in one word.",
        "Another route."),
    Problem.GLUED_WORDS: About(Stage.GATE, _HOLD, "Words run together.",
        "Another route; restore the spaces."),
    Problem.LETTER_SPACED: About(Stage.GATE, _HOLD, "Words fell apart into letters.",
        "Another route; join by coordinates."),
    Problem.PAGES_WITHOUT_TEXT: About(Stage.GATE, _HOLD, "More pages are without text than allowed.",
        "Another route for those pages."),
    Problem.OCR_SHARE_EXCEEDED: About(Stage.GATE, _HOLD, "More pages needed OCR or vision than this source allows.",
        "Raise the source's limit if it holds scans."),
}
# fmt: on
