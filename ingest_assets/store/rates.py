"""What a document of a source has cost in each stage, from the runs so far: what ``ingest plan`` estimates with."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from ingest_assets.store.files import write_atomically
from ingest_assets.store.lock import pointer_lock

FOLDER = "rates"
REMEMBERED = 1000
"""Documents: older ones lose their weight, so that a faster parser or machine shows within some nights (choice)."""


@dataclass(frozen=True, slots=True)
class Rates:
    """The rates of one source."""

    root: Path
    source: str

    def load(self) -> dict[str, float]:
        """Stage → CPU seconds of a document in the workers; stages that never ran are not there."""
        return {stage: cpu / documents for stage, (documents, cpu) in self._sums().items() if documents}

    def add(self, stage: str, documents: int, cpu_s: float) -> None:
        """So many documents went through a stage and cost so much."""
        if documents:
            with pointer_lock(self.root, f"{FOLDER}.{self.source}"):
                sums = self._sums()
                before, spent = sums.get(stage, (0.0, 0.0))
                weight = min(1.0, REMEMBERED / before) if before else 0.0
                sums[stage] = (round(before * weight + documents, 3), round(spent * weight + cpu_s, 6))
                write_atomically(self._file, json.dumps(sums, indent=0, sort_keys=True).encode(), root=self.root)

    def _sums(self) -> dict[str, tuple[float, float]]:
        try:
            raw = json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        return {stage: (documents, cpu_s) for stage, (documents, cpu_s) in raw.items()}

    @property
    def _file(self) -> Path:
        return self.root / FOLDER / f"{self.source}.json"
