"""What a worker does with one document: the calls that the pool makes by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ingest_assets.descent import child_files
from ingest_assets.model import Child, Document, RawFile, Sniffed
from ingest_assets.output_names import OutputNames, child_stem, safe_label
from ingest_assets.pipeline import failed, left_out, read_document, unsniffed
from ingest_assets.problems import SkipRule
from ingest_assets.raw.raw_files import read_failure
from ingest_assets.settings import Settings
from ingest_assets.sidecar import markdown_of, sidecar_of, to_json
from ingest_assets.sniff.sniff import sniff
from ingest_assets.store.blobs import Blobs
from ingest_assets.store.rows import StoredChild


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertJob:
    """One document to convert. ``stem`` is its output name, ``blobs`` the folder that keeps children's bytes.

    ``children_folder`` is where they go, relative to the output folder; ``decided`` is the skip rule of a file that may not be opened (a link, a pipe,
    a file over the size limit).
    """

    raw: RawFile
    path: Path
    stem: str
    blobs: Path
    settings: Settings
    children_folder: str = ""
    decided: SkipRule | None = None
    prepared: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFile:
    """A child whose bytes are stored: what the next round of jobs is made from."""

    raw: RawFile
    stem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Converted:
    """The two files of the contract, ready to be written, and the children to go on with."""

    state: str
    problems: tuple[str, ...]
    sidecar: bytes
    markdown: bytes
    children: tuple[ChildFile, ...]


def convert_document(job: ConvertJob) -> Converted:
    """Read one document the whole way."""
    if job.decided is not None:
        return rendered(job, left_out(job.raw, job.decided))
    if not job.raw.raw_sha256:
        return rendered(job, failed(job.raw, unsniffed(job.raw), read_failure("it cannot be opened or listed")))
    with TemporaryDirectory(prefix="ingest-") as scratch:
        return rendered(job, read_document(job.raw, job.path, Path(scratch), job.settings, job.prepared))


def sniff_document(job: ConvertJob) -> Sniffed:
    """Only what the document is: its reading ended the worker, and its sidecar shall still say its format."""
    return sniff(job.path, job.raw, job.settings)


def rendered(job: ConvertJob, document: Document) -> Converted:
    """The contract's files of a finished document; its children's bytes go into the blob store."""
    children = stored_children(job, document.extraction.children)
    listed: list[dict[str, object]] = [
        {"member": child.raw.member, "raw_sha256": child.raw.raw_sha256, "sidecar": f"{child.stem}.json"}
        for child in children
    ]
    return Converted(
        state=document.verdict.state,
        problems=tuple(finding.code.value for finding in document.findings),
        sidecar=to_json(sidecar_of(document, listed)),
        markdown=markdown_of(document).encode("utf-8", "replace"),
        children=children,
    )


def stored_children(job: ConvertJob, children: Sequence[Child]) -> tuple[ChildFile, ...]:
    """Store each child's bytes and name its output in the document's folder."""
    names = OutputNames()
    raws = child_files(job.raw, stored(children, Blobs(job.blobs)), job.settings.limits)
    return tuple(
        ChildFile(raw=raw, stem=child_stem(job.children_folder, names.claim(safe_label(child.member))))
        for raw, child in zip(raws, children, strict=True)
    )


def stored(children: Sequence[Child], blobs: Blobs) -> tuple[StoredChild, ...]:
    """Put the children's bytes into the blob store."""
    return tuple(
        StoredChild(
            member=child.member,
            raw_sha256=blobs.put(child.data),
            size_bytes=len(child.data),
            content_type=child.content_type,
        )
        for child in children
    )
