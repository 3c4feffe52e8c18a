"""The command line: thin. Each command lives in ``commands/``; heavy modules are imported where they run."""

from __future__ import annotations

import sys

import typer
from typer.exceptions import TyperException

from ingest_assets.commands import (
    compare,
    convert,
    describe,
    explain,
    export,
    plan,
    reap,
    rerun,
    run,
    search,
    sql,
    triage,
    up,
)
from ingest_assets.commands.failure import CommandError
from ingest_assets.sources import SourcesFileError

app = typer.Typer(
    name="ingest",
    help="Documents in any state become a gated index: indexed, quarantined or skipped, with evidence.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("convert")(convert.convert_command)
app.command("run")(run.run_command)
app.command("sql")(sql.sql_command)
app.command("quarantine")(sql.quarantine_command)
app.command("rerun")(rerun.rerun_command)
app.command("redecode")(rerun.redecode_command)
app.command("search")(search.search_command)
app.command("cite")(search.cite_command)
app.command("index")(search.index_command)
app.command("export")(export.export_command)
app.command("plan")(plan.plan_command)
app.command("compare")(compare.compare_command)
app.command("rollback")(compare.rollback_command)
app.command("up")(up.up_command)
app.command("reap")(reap.reap_command)
app.command("explain")(explain.explain_command)
app.command("triage")(triage.triage_command)
app.command("problems")(describe.problems_command)
app.command("parsers")(describe.parsers_command)


@app.callback()
def _overview(context: typer.Context) -> int:
    if context.invoked_subcommand is None:
        print(context.get_help())
    return 0


def main() -> None:
    """Run the command line. A bad call is one line and exit status 2; only a fault of the program itself shows a traceback."""
    try:
        status = app(standalone_mode=False)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except (CommandError, SourcesFileError, TyperException) as error:
        print(f"ingest: {_message(error)}", file=sys.stderr)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)


def _message(error: Exception) -> str:
    formatted = getattr(error, "format_message", None)
    hint = f" (ingest {_command(error)}--help shows the call)" if formatted else ""
    return f"{formatted() if formatted else error}{hint}"


def _command(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return f"{context.info_name} " if context is not None and context.parent is not None else ""
