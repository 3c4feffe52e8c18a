"""Progress of long work: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def document_progress(label: str, total: int | None = None) -> Iterator[Callable[[Mapping[str, int]], None]]:
    """Yields a function that takes the counts of terminal states so far and redraws the bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[states]}"),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(label, total=total, states="")

        def show(states: Mapping[str, int]) -> None:
            progress.update(
                task,
                completed=sum(states.values()),
                states=" ".join(f"{state} {count}" for state, count in states.items()),
            )

        yield show


@contextmanager
def stage_progress(keys: list[str]) -> Iterator[Callable[[str, str], None]]:
    """One line a source: the stage it is in and the documents done there. Nothing is drawn where nobody looks."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        TextColumn("{task.fields[stage]}"),
        TextColumn("{task.completed} documents"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        tasks = {key: progress.add_task(key, total=None, stage="waiting") for key in keys}
        stages: dict[str, str] = {}

        def show(source: str, stage: str) -> None:
            if stages.get(source) != stage:
                stages[source] = stage
                progress.reset(tasks[source], stage=stage)
            progress.advance(tasks[source])

        yield show
