"""The rules of ARCHITECTURE.md that import-linter cannot see."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

from ingest_assets.problems import ABOUT, Problem
from ingest_assets_tests.generate_docs import problems_page

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ingest_assets"
MODULES = sorted(PACKAGE.rglob("*.py"))
CONTAINER_CODES = {"ENCRYPTED", "BROKEN_ZIP", "CORRUPT", "MISSING_PART", "MEMBER_LIMIT"}
FILE_LINES, FUNCTION_LINES = 400, 60


def relative(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def trees() -> list[tuple[str, ast.Module]]:
    return [(relative(path), ast.parse(path.read_text("utf-8"))) for path in MODULES]


def test_files_and_functions_keep_their_budgets() -> None:
    over = []
    for path in MODULES:
        text = path.read_text("utf-8")
        if text.count("\n") > FILE_LINES:
            over.append(f"{relative(path)}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES:
                    over.append(f"{relative(path)}:{node.lineno} {node.name}: {length} lines")
    assert over == []


def test_each_problem_is_raised_in_one_module() -> None:
    raised: dict[str, set[str]] = defaultdict(set)
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                for member in problem_arguments(node):
                    raised[member].add(name)
    scattered = {
        code: sorted(names) for code, names in raised.items() if len(names) > 1 and code not in CONTAINER_CODES
    }
    assert scattered == {}


def problem_arguments(call: ast.Call) -> list[str]:
    """Names of the Problem members that a call hands over as the code of a finding."""
    values = [keyword.value for keyword in call.keywords if keyword.arg in ("code", "problem")]
    if isinstance(call.func, ast.Name) and call.func.id in (
        "Finding",
        "finding",
        "ContainerFault",
        "container_finding",
    ):
        values.extend(call.args[:1])
    return [
        value.attr
        for value in values
        if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.value.id == "Problem"
    ]


def test_broad_except_stands_in_the_worker_only() -> None:
    broad = []
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ExceptHandler) and (
                node.type is None or ast.unparse(node.type) in ("Exception", "BaseException")
            ):
                cleans_up = isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None
                if not name.startswith("workers/") and not cleans_up:
                    broad.append(f"{name}:{node.lineno}")
    assert broad == []


def test_only_the_store_opens_files_for_writing() -> None:
    """Parsers may write into their scratch folder: foreign programs need files there."""
    writers = []
    for name, tree in trees():
        if name.split("/")[0] in ("store", "workers", "extract"):
            continue
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("write_text", "write_bytes")
            ):
                writers.append(f"{name}:{node.lineno}")
    assert writers == []


def test_packages_do_not_re_export() -> None:
    assert [relative(path) for path in MODULES if path.name == "__init__.py" and path.read_text("utf-8").strip()] == []


def test_no_catch_all_modules() -> None:
    assert [relative(path) for path in MODULES if path.stem in ("utils", "helpers", "common", "misc")] == []


def test_every_problem_is_explained() -> None:
    assert set(ABOUT) == set(Problem)


@pytest.mark.parametrize("code", list(Problem))
def test_every_problem_has_its_test(code: Problem) -> None:
    path = ROOT / "ingest_assets_tests" / "failures" / f"test_{code.value}.py"
    assert path.exists(), f"write {path.name}: from bytes to the terminal state"


def test_the_list_of_problems_in_the_docs_is_current() -> None:

    assert (ROOT / "docs" / "problems.md").read_text("utf-8") == problems_page()


def test_no_address_of_a_registry_or_path_of_a_machine_is_committed() -> None:
    named = re.compile(r"--(extra-)?index-url|/(home|root|work)/[a-z]")
    files = [ROOT / "requirements.lock", ROOT / "Makefile", ROOT / "setup.sh", ROOT / "pyproject.toml", *MODULES]
    assert [path.name for path in files if named.search(path.read_text("utf-8"))] == []
