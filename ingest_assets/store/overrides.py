"""What a person decided about single documents: another encoding, another route. Kept apart from what runs write, so that it survives them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """``encoding`` is a WHATWG name, ``route`` is native, ocr or vision; None leaves the decision to the pipeline."""

    encoding: str | None = None
    route: str | None = None


@dataclass(frozen=True, slots=True)
class Overrides:
    """The overrides of one source: raw_sha256 → Override."""

    root: Path
    source: str

    def load(self) -> dict[str, Override]:
        """All of them; {} when nobody has decided anything."""
        if not self._file.exists():
            return {}
        return {sha: Override(**row) for sha, row in json.loads(self._file.read_text("utf-8")).items()}

    def set(self, documents: Iterable[str], *, encoding: str | None = None, route: str | None = None) -> None:
        """Decide for these documents; what is not given stays as it was."""
        with pointer_lock(self.root, f"overrides.{self.source}"):
            found = self.load()
            for sha in documents:
                old = found.get(sha, Override())
                found[sha] = replace(old, encoding=encoding or old.encoding, route=route or old.route)
            rows = {sha: asdict(one) for sha, one in sorted(found.items())}
            write_atomically(self._file, json.dumps(rows, indent=0).encode(), root=self.root)

    @property
    def _file(self) -> Path:
        return self.root / "overrides" / f"{self.source}.json"
