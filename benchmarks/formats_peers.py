"""What does a file cost beside its peers? CPU milliseconds per file and format, interleaved file by file, so that a busy host hurts all alike.

    python -m benchmarks.formats_peers [--markitdown PYTHON] [--kreuzberg PYTHON] [--rounds N] [--format NAME ...]

Each tool runs in a process of its own that lives through all files and reports its CPU seconds, ended children included. The peers' interpreters may be
named; one that is not gets a temporary environment filled through pip. A file's figure is its median over the rounds, so that imports made by its first
reading do not count; the start of the process (imports included) is told apart. Writes results/formats_peers.json.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import venv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT.parent / "shared" / "bench" / "formats" / "files"
RESULT = Path(__file__).parent / "results" / "formats_peers.json"
PEERS = {"markitdown": "markitdown[all]==0.1.9", "kreuzberg": "kreuzberg==4.10.4"}
SERVER = """
import json, os, resource, sys
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
def cpu():
    own, ended = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + ended.ru_utime + ended.ru_stime
{setup}
print(json.dumps({{"cpu_s": cpu()}}), file=answers, flush=True)
for line in sys.stdin:
    path = line.rstrip("\\n")
    before = cpu()
    try:
        count = len(read(path))
    except Exception:  # a peer may fail on a file in any way: it is told as -1, and the others go on
        count = -1
    print(json.dumps({{"cpu_s": cpu() - before, "characters": count}}), file=answers, flush=True)
"""
OURS = """
import hashlib, tempfile
from pathlib import Path
from ingest_assets import engines
from ingest_assets.clean.clean import clean
from ingest_assets.extract.extract import extract
from ingest_assets.markdown import document_markdown
from ingest_assets.model import RawFile
from ingest_assets.pipeline import is_decided, opened_pdf, read_document
from ingest_assets.settings import Settings
from ingest_assets.sidecar import markdown_of, sidecar_of, to_json
from ingest_assets.sniff.sniff import sniff
from ingest_assets.triage.triage import triage
settings = Settings()
def raw_of(path):
    data = path.read_bytes()
    return RawFile(raw_sha256=hashlib.sha256(data).hexdigest(), size_bytes=len(data), name=path.name)
def text(name):
    path = Path(name)
    raw = raw_of(path)
    sniffed = sniff(path, raw, settings)
    if is_decided(sniffed):
        return ""
    with opened_pdf(path, sniffed) as pdf, tempfile.TemporaryDirectory() as scratch:
        triaged = triage(path, sniffed, settings, pdf)
        read = extract(raw, path, sniffed, triaged, settings=settings, scratch=Path(scratch), pdf=pdf)
        cleaned = clean(read, sniffed, settings)
    return document_markdown(cleaned.blocks, cleaned.tables, [page.page for page in read.pages] or [1])
def whole(name):
    path = Path(name)
    with tempfile.TemporaryDirectory() as scratch:
        document = read_document(raw_of(path), path, Path(scratch), settings)
    to_json(sidecar_of(document, []))
    return markdown_of(document)
"""
SETUPS = {
    "ingest_text": f"{OURS}\nread = text",
    "ingest": f"{OURS}\nread = whole",
    "markitdown": "import markitdown\nengine = markitdown.MarkItDown()\ndef read(path): return engine.convert(path).markdown",
    "kreuzberg": "import kreuzberg\ndef read(path): return kreuzberg.extract_file_sync(path).content",
}
"""``ingest_text`` goes as far as the peers go, from the bytes to markdown; ``ingest`` the whole way: assertions, gate, chunks and sidecar as well."""


class Tool:
    """A tool's process."""

    def __init__(self, name: str, interpreter: str) -> None:
        code = SERVER.format(setup=SETUPS[name])
        environment = {**os.environ, "PYTHONPATH": str(ROOT) if name.startswith("ingest") else ""}
        self.child = subprocess.Popen(
            [interpreter, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        self.start_cpu_s = self._answer()["cpu_s"]

    def read(self, path: Path) -> Mapping[str, float]:
        """CPU seconds of one file and the characters that came out; -1 characters when the tool refused it."""
        assert self.child.stdin is not None
        self.child.stdin.write(f"{path.resolve()}\n")
        self.child.stdin.flush()
        return self._answer()

    def _answer(self) -> dict[str, float]:
        assert self.child.stdout is not None
        line = self.child.stdout.readline()
        if not line:
            raise SystemExit(f"{self.child.args!r:.200} ended")
        answer: dict[str, float] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        assert self.child.stdin is not None
        self.child.stdin.close()
        self.child.wait()


def interpreter_of(name: str, given: str | None, folder: Path) -> str:
    """The peer's interpreter: the one that was named, or that of a new environment."""
    if given:
        return given
    venv.create(folder / name, with_pip=True)
    python = str(folder / name / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "-q", PEERS[name]], check=True)
    return python


def measured(tools: Mapping[str, Tool], files: Sequence[Path], rounds: int) -> dict[str, dict[str, dict[str, float]]]:
    """File → tool → median CPU milliseconds and characters."""
    seconds: dict[tuple[str, str], list[float]] = defaultdict(list)
    characters: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        for path in files:
            for name, tool in tools.items():
                key = (path.relative_to(FILES).as_posix(), name)
                answer = tool.read(path)
                seconds[key].append(answer["cpu_s"])
                characters[key] = answer["characters"]
    found: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for (path_name, name), values in seconds.items():
        milliseconds = round(1000 * statistics.median(values), 2)
        found[path_name][name] = {"cpu_ms": milliseconds, "characters": characters[path_name, name]}
    return found


def by_format(files: Mapping[str, Mapping[str, Mapping[str, float]]]) -> dict[str, dict[str, object]]:
    """Format → tool → mean CPU milliseconds per file that the tool read, with how many it read; and whom we are slower than."""
    groups: dict[str, list[Mapping[str, Mapping[str, float]]]] = defaultdict(list)
    for name, tools in files.items():
        groups[name.partition("/")[0]].append(tools)
    return {kind: _row(group) for kind, group in sorted(groups.items())}


def _row(group: Sequence[Mapping[str, Mapping[str, float]]]) -> dict[str, object]:
    row: dict[str, object] = {"files": len(group)}
    for tool in group[0]:
        read = [answers[tool]["cpu_ms"] for answers in group if answers[tool]["characters"] > 0]
        row[tool] = {"cpu_ms": round(statistics.fmean(read), 2) if read else None, "read": len(read)}
    row["slower_than"] = [peer for peer in PEERS if peer in group[0] and _is_slower(group, peer)]
    return row


def _is_slower(group: Iterable[Mapping[str, Mapping[str, float]]], peer: str) -> bool:
    """Over the files that both read."""
    pairs = [
        (answers["ingest_text"]["cpu_ms"], answers[peer]["cpu_ms"])
        for answers in group
        if answers[peer]["characters"] > 0 and answers["ingest_text"]["characters"] > 0
    ]
    return sum(ours for ours, _ in pairs) > sum(theirs for _, theirs in pairs)


def main() -> int:
    """Measure and keep the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for peer, requirement in PEERS.items():
        parser.add_argument(f"--{peer}", help=f"interpreter of an environment with {requirement}")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--format", action="append", help="only these folders of the set")
    parser.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    if not FILES.is_dir():
        print("benchmarks: ../shared is not here, nothing to measure")
        return 0
    files = sorted(path for path in FILES.rglob("*") if path.is_file())
    files = [path for path in files if not arguments.format or path.relative_to(FILES).parts[0] in arguments.format]
    with TemporaryDirectory() as folder:
        interpreters = {peer: interpreter_of(peer, getattr(arguments, peer), Path(folder)) for peer in PEERS}
        ours = {"ingest_text": sys.executable, "ingest": sys.executable}
        tools = {name: Tool(name, python) for name, python in {**ours, **interpreters}.items()}
        found = measured(tools, files, arguments.rounds)
        starts = {name: round(tool.start_cpu_s, 2) for name, tool in tools.items()}
        for tool in tools.values():
            tool.close()
    formats = by_format(found)
    for kind, row in formats.items():
        print(kind, json.dumps(row))
    kept = {"what": __doc__.splitlines()[0] if __doc__ else "", **_about(arguments.rounds), "start_cpu_s": starts}
    result = json.dumps({**kept, "formats": formats, "files": found}, ensure_ascii=False, indent=1)
    arguments.out.write_text(result + "\n", "utf-8")
    return 0


def _about(rounds: int) -> dict[str, object]:
    command = ["git", "describe", "--always", "--dirty"]
    commit = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout.strip()
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit,
        "versions": {**PEERS, "python": platform.python_version()},
        "rounds": rounds,
    }


if __name__ == "__main__":
    sys.exit(main())
