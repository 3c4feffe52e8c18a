"""Names of what ``ingest convert`` writes: labels made safe, never two documents in one file."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import PurePosixPath

NAME_BYTES = 240  # file systems allow 255 bytes a name; the rest is for ".json" and a suffix
PATH_BYTES = 3400  # Linux opens paths of 4,095 bytes; the rest is for the output folder and for the temp file's name
_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"|?*\\/]+")


def safe_label(member: str) -> str:
    """A member's name as one file name: no separators, no parent folder, no drive letter, no control characters."""
    label = _UNSAFE.sub("_", member).strip(" ")
    label = label.lstrip(".") or "member"
    return _short(label)


def _short(name: str) -> str:
    """Cut a name that a file system would refuse; a hash keeps it unique."""
    encoded = os.fsencode(name) if _is_native(name) else name.encode("utf-8", "replace")
    if len(encoded) <= NAME_BYTES and _is_native(name):
        return name
    digest = hashlib.sha256(encoded).hexdigest()[:12]
    return encoded[: NAME_BYTES - 13].decode("utf-8", "ignore") + "~" + digest


def _is_native(name: str) -> bool:
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return False
    return True


class OutputNames:
    """Hands out stems relative to the output folder. A stem owns ``<stem>.md``, ``<stem>.json`` and its children's folder.

    Input folders are reserved first, so that neither a document's files nor its children's folder take the place of one.
    """

    def __init__(self) -> None:
        self._files: set[PurePosixPath] = {PurePosixPath("_report.json")}
        self._folders: set[PurePosixPath] = set()

    def reserve(self, folder: str) -> None:
        """Keep the place of an input folder (a path relative to the PATH given)."""
        self._folder(_parts(folder))

    def claim(self, relative: str) -> str:
        """A free stem for an input's relative path; the later of two equal ones gets a suffix."""
        parts = _parts(relative) or ["document"]
        folder = self._folder(parts[:-1])
        stem = next(stem for stem in _numbered(folder / parts[-1]) if self._is_free(stem))
        stem = stem if len(os.fsencode(stem)) <= PATH_BYTES else PurePosixPath(_short_path(str(stem)))
        self._files.update((_with(stem, ".md"), _with(stem, ".json")))
        return str(stem)

    def children_folder(self, stem: str) -> str:
        """The folder of a document's children: ``<stem>.d``, with a suffix when an input folder has that name."""
        wanted = _with(PurePosixPath(stem), ".d")
        folder = next(path for path in _numbered(wanted) if path not in self._folders and path not in self._files)
        return str(folder)

    def _folder(self, parts: list[str]) -> PurePosixPath:
        """The output folder of an input folder: a part that is some document's file gets a suffix."""
        folder = PurePosixPath()
        for part in parts:
            folder = next(path for path in _numbered(folder / part) if path not in self._files)
            self._folders.add(folder)
        return folder

    def _is_free(self, stem: PurePosixPath) -> bool:
        files = {_with(stem, ".md"), _with(stem, ".json")}
        return not (files & self._files or files & self._folders)


def child_stem(folder: str, name: str) -> str:
    """Where a child lands; a path that the system would refuse is replaced by one of its hash."""
    return _short_path(f"{folder}/{name}")


def _short_path(stem: str) -> str:
    encoded = os.fsencode(stem) if _is_native(stem) else stem.encode("utf-8", "replace")
    return stem if len(encoded) <= PATH_BYTES else f"_deep/{hashlib.sha256(encoded).hexdigest()}"


def _parts(relative: str) -> list[str]:
    return [_short(part) for part in PurePosixPath(relative).parts if part not in ("/", "..", ".")]


def _with(stem: PurePosixPath, ending: str) -> PurePosixPath:
    return stem.parent / f"{stem.name}{ending}"


def _numbered(path: PurePosixPath) -> Iterator[PurePosixPath]:
    yield path
    yield from (path.parent / f"{path.name}~{number}" for number in count(2))
