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
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.fields[states]}"))
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task(label, total=total, states="")

        def show(states: Mapping[str, int]) -> None:
            progress.update(task, completed=sum(states.values()), states=" ".join(f"{state} {count}" for state, count in states.items()))

        yield show
