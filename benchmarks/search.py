"""What search costs at 100,000 chunks: build, update of one percent, unchanged publication, queries, cold start, size.

``python -m benchmarks.search [CHUNKS]`` writes ``benchmarks/results/search.json``. CPU seconds, since the machine is shared; queries in wall
milliseconds of one process.
"""

from __future__ import annotations

import json
import platform
import random
import resource
import statistics
import subprocess
import sys
import time
from datetime import date
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from wordfreq import top_n_list, zipf_frequency

from ingest_assets.search.publication import Shelf
from ingest_assets.search.publish import publish
from ingest_assets.search.search import Search
from ingest_assets.store.store import Store
from ingest_assets.thresholds.search import SearchLimits
from ingest_assets_tests.corpus.chunk_lake import Paper, changed, write_chunks, write_lake

WORDS, A_DOCUMENT = 120, 20
RESULTS = Path(__file__).parent / "results" / "search.json"
QUERIES = (
    "contract price", "договор поставки", "monthly rent of the house", "срок оплаты товара", "INV-000123", '"in the"', "12 345,00",
    "language:ru дом", "keeper@harbour.example", "время работы системы управления",
)  # fmt: skip


def papers(chunks: int, seed: int = 0) -> list[Paper]:
    """Half English, half Russian texts of words drawn as often as they are used."""
    chosen = random.Random(seed)
    lists = {language: top_n_list(language, 20_000) for language in ("en", "ru")}
    weights = {language: [10 ** zipf_frequency(word, language) for word in words] for language, words in lists.items()}
    found = []
    for number in range(chunks // A_DOCUMENT):
        language = ("en", "ru")[number % 2]
        words = chosen.choices(lists[language], weights[language], k=WORDS * A_DOCUMENT)
        texts = tuple(
            " ".join(words[start : start + WORDS])
            + f" INV-{number:06} {chosen.randrange(1, 99)} {chosen.randrange(100, 999)},00"
            for start in range(0, len(words), WORDS)
        )
        found.append(Paper(name=f"folder{number % 50}/document{number}.pdf", texts=texts, language=language))
    return found


def cpu(since: float = 0.0) -> float:
    """CPU seconds of this process, the engine's threads included."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime - since


def cold(root: Path) -> float:
    """CPU seconds of a search on the command line, from nothing."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code = "import sys; from ingest_assets.cli import main; sys.argv[1:] = ['search', 'contract price', '--data', sys.argv[1]]; main()"
    subprocess.run([sys.executable, "-c", code, str(root)], check=False, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def queries(root: Path, rounds: int = 30) -> dict[str, float]:
    """Milliseconds of a query, snippets and near-duplicates included: wall, and CPU on average."""
    search, times = Search(root), list[float]()
    spent = time.process_time()
    for number in range(rounds * len(QUERIES)):
        began = time.perf_counter()
        search.find(QUERIES[number % len(QUERIES)])
        times.append(1000 * (time.perf_counter() - began))
    spent = 1000 * (time.process_time() - spent) / len(times)
    times.sort()
    return {
        "mean_cpu_ms": round(spent, 2),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[int(0.99 * len(times))], 2),
    }


def main(chunks: int) -> None:
    """Measure and write."""
    made = papers(chunks)
    with TemporaryDirectory() as folder:
        root = Path(folder) / "lake"
        store = write_lake(root, made)
        figures: dict[str, object] = {"chunks": chunks, "documents": len(made), "words_a_chunk": WORDS}
        began = cpu()
        built = publish(store, SearchLimits())
        figures["build_cpu_s"] = round(cpu(began), 2)
        figures["near_duplicates"] = built.near_duplicates
        figures["size_mb"] = round(sum(size for size, _ in Shelf(root).current().files.values()) / 1e6, 1)
        figures["manifest_mb"] = round(Shelf(root).manifest_file(1).stat().st_size / 1e6, 1)
        began = cpu()
        publish(store, SearchLimits())
        figures["unchanged_cpu_s"] = round(cpu(began), 2)
        some = random.Random(1).sample(made, len(made) // 100)
        write_chunks(
            Store(root), "harbour", [changed(one, *one.texts[:-1], "the last page was written again") for one in some]
        )
        began = cpu()
        updated = publish(store, SearchLimits())
        figures["update_1_percent_cpu_s"] = round(cpu(began), 2)
        assert updated.changed == len(some)
        figures["query"] = queries(root)
        figures["cold_search_cpu_s"] = round(statistics.median(cold(Path(folder)) for _ in range(3)), 2)
    told = {
        "what": __doc__.splitlines()[0] if __doc__ else "",
        "date": date.today().isoformat(),
        "python": platform.python_version(),
    }
    versions = {name: version(name) for name in ("tantivy", "PyStemmer", "pyarrow", "duckdb")}
    kept = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**kept, **told, "versions": versions, "figures": figures}, indent=1) + "\n", "utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
