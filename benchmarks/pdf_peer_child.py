"""One engine in a process of its own: reads paths of PDFs from standard input, answers with the CPU seconds that each took.

    PYTHON benchmarks/pdf_peer_child.py ENGINE

Runs in the peer's environment (``ingest`` in the project's), so it imports nothing but that engine. Children's CPU seconds count.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import distributions
from pathlib import Path

Convert = Callable[[Path], None]


def ingest() -> Convert:
    """This project: sniffing, triage, extraction, cleaning, gate, chunks, and the two files of the contract."""
    import ingest_assets.engines  # noqa: F401 - loads the word lists, as the workers' forkserver does
    from ingest_assets.model import RawFile
    from ingest_assets.pipeline import read_document
    from ingest_assets.settings import Settings
    from ingest_assets.sidecar import markdown_of, sidecar_of, to_json

    def convert(path: Path) -> None:
        raw = RawFile(raw_sha256="0" * 64, size_bytes=path.stat().st_size, name=path.name)
        with tempfile.TemporaryDirectory() as scratch:
            document = read_document(raw, path, Path(scratch), Settings())
        to_json(sidecar_of(document, []))
        markdown_of(document)

    return convert


def liteparse() -> Convert:
    """Markdown without OCR."""
    parser = import_module("liteparse").LiteParse(ocr_enabled=False, output_format="markdown", quiet=True)
    return lambda path: void(parser.parse(str(path)).text)


def opendataloader() -> Convert:
    """Markdown; each call starts a Java machine, as its Python package does."""
    opendataloader_pdf = import_module("opendataloader_pdf")

    def convert(path: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            opendataloader_pdf.convert(input_path=[str(path)], output_dir=folder, format="markdown", quiet=True)

    return convert


def pymupdf4llm() -> Convert:
    """Markdown by its own rules, no layout model."""
    to_markdown = import_module("pymupdf4llm").to_markdown

    return lambda path: void(to_markdown(str(path), show_progress=False))


def pymupdf2() -> Convert:
    """Markdown by the layout model in the wheel, OCR off."""
    pymupdf = import_module("pymupdf")
    pymupdf.use_layout(True)  # noqa: FBT003 - PyMuPDF's own signature

    def convert(path: Path) -> None:
        with pymupdf.open(path) as document:
            void(document.to_markdown(use_ocr=False, show_progress=False))

    return convert


def void(text: object) -> None:
    """Nothing came out: a rate measured on it would be none."""
    if not isinstance(text, str):
        raise TypeError(f"no text but {type(text).__name__}")


ENGINES: dict[str, Callable[[], Convert]] = {
    "ingest": ingest,
    "liteparse": liteparse,
    "opendataloader-pdf": opendataloader,
    "pymupdf4llm": pymupdf4llm,
    "pymupdf": pymupdf2,
}


def cpu_seconds() -> float:
    """Of this process and of its children that ended."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def main() -> None:
    """Answer each path with one line of JSON; what engines print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    convert = ENGINES[sys.argv[1]]()
    versions = {found.metadata["Name"]: found.version for found in distributions()}
    answers.write(json.dumps({"ready": True, "versions": versions}) + "\n")
    for line in sys.stdin:
        start = cpu_seconds()
        fault = ""
        try:
            with contextlib.redirect_stdout(sys.stderr):
                convert(Path(line.strip()))
        except Exception as error:  # noqa: BLE001 - a peer may fail on a document in any way: it is told, and the others go on
            fault = f"{type(error).__name__}: {error}"[:200]
        peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        answers.write(
            json.dumps({"cpu_s": cpu_seconds() - start, "fault": fault, "peak_mb": round(peak / 1024)}) + "\n"
        )


if __name__ == "__main__":
    main()
