"""Writes docs/problems.md from problems.py: ``python -m ingest_assets_tests.generate_docs``."""

from __future__ import annotations

from pathlib import Path

from ingest_assets.problems import Problem, SkipRule

HEAD = """# Problem codes

Generated from `ingest_assets/problems.py`; `ingest problems CODE` prints the same.
*hold* quarantines the document or takes the page out, *note* is recorded and shown.

| code | stage | severity | meaning | cure |
|---|---|---|---|---|
"""


def problems_page() -> str:
    """The page as it should stand."""
    rows = [
        f"| `{code.value}` | {code.about.stage.value} | {code.about.severity.value} | {code.about.meaning} | {code.about.cure} |"
        for code in Problem
    ]
    rules = "\n".join(f"- `{rule.value}`" for rule in SkipRule)
    return HEAD + "\n".join(rows) + f"\n\n# Skip rules\n\nA deliberate decision each, counted apart:\n\n{rules}\n"


if __name__ == "__main__":
    Path("docs/problems.md").write_text(problems_page(), "utf-8")
