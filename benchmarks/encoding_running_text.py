"""Which detector reads running text of many languages? Text: the translated messages and manual pages that this system's own programs have installed.

    python -m benchmarks.encoding_running_text [--peers] [--manuals]

Neither is in any detector's training or tests that we know of. The model's prices were chosen while looking at its errors on the messages; the manual pages
were first read when it was finished. Each language is written in its legacy code pages, cut to 2,000, 200 and 50 bytes
with at least three high bytes, seed 0. An answer is right when it gives the same text. Writes results/encoding_running_text.json.
"""

from __future__ import annotations

import argparse
import datetime
import gettext
import gzip
import importlib
import json
import platform
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from ingest_assets.code_pages.build_tables import spelled
from ingest_assets.code_pages.decode import canonical, codec_of, decode
from ingest_assets.code_pages.detect import guess

RESULT = Path(__file__).parent / "results" / "encoding_running_text.json"
LOCALES, MANUALS = Path("/usr/share/locale"), Path("/usr/share/man")
SIZES = ((2000, 4), (200, 6), (50, 8))
PAGES = """
ru windows-1251 koi8-r iso-8859-5 ibm866 x-mac-cyrillic cp855|uk windows-1251 koi8-u x-mac-cyrillic|bg windows-1251 iso-8859-5 x-mac-cyrillic cp855
be windows-1251 ibm866|sr windows-1251 iso-8859-5 cp855|mk windows-1251|fr windows-1252 iso-8859-15 cp850 macintosh|de windows-1252 cp850 macintosh
es windows-1252 cp850|it windows-1252 macintosh|pt windows-1252 cp850|pt_BR windows-1252|nl windows-1252|sv windows-1252 cp850 macintosh|da windows-1252 cp850
nb windows-1252|fi windows-1252 iso-8859-15|is windows-1252|ca windows-1252|gl windows-1252|eu windows-1252|ga windows-1252|sq windows-1252|af windows-1252
oc windows-1252|pl windows-1250 iso-8859-2 cp852 x-mac-ce|cs windows-1250 iso-8859-2 cp852 x-mac-ce|sk windows-1250 iso-8859-2 cp852
hu windows-1250 iso-8859-2 cp852 x-mac-ce|sl windows-1250 iso-8859-2|hr windows-1250 iso-8859-2 cp852|ro windows-1250 iso-8859-2 iso-8859-16
lt windows-1257 iso-8859-13|lv windows-1257 iso-8859-13 iso-8859-4|et windows-1257 windows-1252|el windows-1253 iso-8859-7 cp737|tr windows-1254
he windows-1255|ar windows-1256 iso-8859-6|fa windows-1256|vi windows-1258|th windows-874|eo iso-8859-3|cy iso-8859-14|ja shift_jis euc-jp|zh_CN gbk
zh_TW big5|ko euc-kr johab
"""
OLD_LETTERS = {"ro": str.maketrans("șțȘȚ", "şţŞŢ"), "fa": str.maketrans("یک", "يك")}
ESCAPES = re.compile(r"\\f.|\\\(..|\\[&-]|\\")
NOISE = re.compile(r"%[-0-9.$]*[a-zA-Z]|\{[^}]*\}|<[^>]*>|\\n|_|&")

Detector = Callable[[bytes], str | None]


def messages(language: str) -> list[str]:
    """Translated sentences of at least 25 characters that are mostly letters."""
    kept: list[str] = []
    for path in sorted((LOCALES / language / "LC_MESSAGES").glob("*.mo")):
        try:
            with path.open("rb") as handle:
                catalog = gettext.GNUTranslations(handle)._catalog  # type: ignore[attr-defined]  # the only way to list a catalogue
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        for source, text in catalog.items():
            if not source or not isinstance(text, str) or text == source or len(text) < 25:
                continue
            clean = " ".join(NOISE.sub("", text).split())
            if sum(char.isalpha() for char in clean) > 0.6 * len(clean):
                kept.append(clean)
    return kept


def manuals(language: str) -> list[str]:
    """Lines of translated manual pages without their commands, and without those that are mojibake in the page itself."""
    kept: list[str] = []
    for path in sorted((MANUALS / language).glob("man*/*.gz"))[:400]:
        try:
            text = gzip.decompress(path.read_bytes()).decode("utf-8")
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        for line in text.splitlines():
            clean = ESCAPES.sub("", line)
            if (
                len(clean) >= 40
                and "Ã" not in clean
                and line[0] not in ".'\\"
                and sum(char.isalpha() for char in clean) > 0.6 * len(clean)
            ):
                kept.append(clean)
    return kept


def samples(chance: random.Random, source: Callable[[str], list[str]]) -> Iterator[tuple[str, int, bytes]]:
    """Code page, size and bytes of every sample."""
    for row in PAGES.replace("\n", "|").split("|"):
        language, *pages = row.split() or [""]
        texts = source(language)
        chance.shuffle(texts)
        for page in pages:
            pool = [raw for text in texts if (raw := written(text, language, page)) is not None]
            for size, count in SIZES:
                for _ in range(count):
                    sample = window(pool, size, page, chance)
                    if sample:
                        yield page, size, sample


def written(text: str, language: str, page: str) -> bytes | None:
    """The text in a code page as old programs wrote it; None when it has other characters."""
    if language == "vi":
        text = spelled(text, language)
    if page != "iso-8859-16":
        text = text.translate(OLD_LETTERS.get(language, {}))
    try:
        return text.encode(codec_of(page))
    except UnicodeEncodeError:
        return None


def window(pool: list[bytes], size: int, page: str, chance: random.Random) -> bytes | None:
    """Messages joined and cut to ``size``, not within a character; None when sixty draws hold under three high bytes."""
    for _ in range(60 if pool else 0):
        joined = b""
        while len(joined) < size:
            joined += chance.choice(pool) + b"\n"
        cut = joined[:size]
        if sum(byte > 127 for byte in cut) >= 3:
            try:
                cut.decode(codec_of(page))
            except UnicodeDecodeError as error:
                cut = cut[: error.start]
            return cut
    return None


def peers() -> dict[str, Detector]:
    """The detectors that are installed besides ours."""
    found: dict[str, Detector] = {}
    normalizer = importlib.import_module("charset_normalizer")
    found["charset-normalizer"] = lambda data: getattr(normalizer.from_bytes(data).best(), "encoding", None)
    try:
        chardet = importlib.import_module("chardet")
    except ImportError:
        return found
    found["chardet"] = lambda data: chardet.detect(data)["encoding"]
    return found


def same(data: bytes, answer: str | None, truth: str) -> bool:
    """The answer gives the true text."""
    name = canonical(answer) if answer else None
    return name is not None and decode(data, name) == decode(data, truth)


def main() -> None:
    """Score our detector, and with ``--peers`` the others."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("--peers", action="store_true")
    cli.add_argument("--manuals", action="store_true")
    args = cli.parse_args()
    detectors: dict[str, Detector] = {"ours": lambda data: guess(data).encoding, **(peers() if args.peers else {})}
    drawn = list(samples(random.Random(0), manuals if args.manuals else messages))
    total = Counter(size for _, size, _ in drawn)
    figures: dict[str, dict[str, float]] = {}
    for name, detector in detectors.items():
        start = time.process_time()
        right = Counter(size for page, size, data in drawn if same(data, detector(data), page))
        figures[name] = {str(size): round(right[size] / total[size], 4) for size in total}
        figures[name]["cpu_ms"] = round((time.process_time() - start) * 1000 / max(1, len(drawn)), 2)
    result = {
        "what": "share of running texts in legacy code pages that are read right, by bytes; CPU ms per text",
        "command": "python -m benchmarks.encoding_running_text --peers" + (" --manuals" if args.manuals else ""),
        "date": str(datetime.date.today()),
        "python": platform.python_version(),
        "samples": {str(size): count for size, count in total.items()},
        "detectors": figures,
    }
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    kept["manual pages" if args.manuals else "messages"] = result
    RESULT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
