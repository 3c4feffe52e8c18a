"""Names of what ``ingest convert`` writes: labels made safe, never two documents in one file."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import PurePosixPath

NAME_BYTES = 240  # file systems allow 255 bytes a name; the rest is for ".json" and a suffix
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
    """Hands out stems relative to the output folder. A stem owns ``<stem>.md``, ``<stem>.json`` and the folder ``<stem>.d``."""

    def __init__(self) -> None:
        self._files: set[PurePosixPath] = {PurePosixPath("_report.json")}
        self._folders: set[PurePosixPath] = set()

    def claim(self, relative: str) -> str:
        """A free stem for an input's relative path; the later of two equal ones gets a suffix."""
        parts = [_short(part) for part in PurePosixPath(relative).parts if part not in ("/", "..", ".")]
        wanted = str(PurePosixPath(*parts)) if parts else "document"
        number = 1
        stem = wanted
        while not self._free(stem):
            number += 1
            stem = f"{wanted}~{number}"
        self._take(stem)
        return stem

    def _free(self, stem: str) -> bool:
        files = {PurePosixPath(f"{stem}.md"), PurePosixPath(f"{stem}.json")}
        if files & self._files or files & self._folders or PurePosixPath(f"{stem}.d") in self._files:
            return False
        return not any(folder in self._files for folder in PurePosixPath(stem).parents)

    def _take(self, stem: str) -> None:
        self._files.update((PurePosixPath(f"{stem}.md"), PurePosixPath(f"{stem}.json")))
        self._folders.update(PurePosixPath(stem).parents)
        self._folders.add(PurePosixPath(f"{stem}.d"))
