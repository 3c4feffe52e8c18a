"""The command line: thin. Each command lives in ``commands/``; heavy modules are imported where they run."""

from __future__ import annotations

import sys

import click
import typer

from ingest_assets.commands import convert, describe
from ingest_assets.commands.failure import CommandError

app = typer.Typer(
    name="ingest",
    help="Documents in any state become a gated index: indexed, quarantined or skipped, with evidence.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("convert")(convert.convert_command)
app.command("problems")(describe.problems_command)
app.command("parsers")(describe.parsers_command)


def main() -> None:
    """Run the command line. A bad call is one line and exit status 2; only a fault of the program itself shows a traceback."""
    try:
        status = app(standalone_mode=False)
    except click.UsageError as error:
        _stop(f"{error.format_message()} (see ingest {_command(error)}--help)")
    except (CommandError, click.ClickException) as error:
        _stop(str(error))
    except click.Abort:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _command(error: click.UsageError) -> str:
    name = error.ctx.info_name if error.ctx and error.ctx.parent else ""
    return f"{name} " if name else ""


def _stop(message: str) -> None:
    print(f"ingest: {message}", file=sys.stderr)
    sys.exit(2)
