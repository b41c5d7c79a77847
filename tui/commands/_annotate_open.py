"""The command `annotate QUEUE`: judge the entries of a queue.

Owns its options and the cases it refuses. The screens are opened by `tui.apps.annotator`.
"""

import click


@click.command(
    "open",
    short_help="Judge the entries of a queue.",
    epilog="Example:  countermodel annotate hard.toml --annotator ann",
)
@click.argument("queue")
@click.option(
    "--annotator",
    metavar="NAME",
    default="",
    help="Your name in the queue; asked for if not given.",
)
@click.option("--adjudicate", is_flag=True, help="Decide where annotators disagree.")
@click.option(
    "--accept-loss",
    is_flag=True,
    help="Continue with a changed queue even if some verdicts do not fit it.",
)
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.option(
    "--language",
    type=click.Choice(["en", "zh"]),
    help="Of the screens and the scheme; by default, that of the terminal's locale.",
)
@click.pass_context
def open_queue(
    ctx: click.Context,
    queue: str,
    annotator: str,
    adjudicate: bool,
    accept_loss: bool,
    db: str | None,
    language: str | None,
) -> None:
    """Judge the entries of QUEUE (a queue file, or builtin:demo-hard), or continue where you
    stopped.

    Every verdict is stored as it is given; what is not submitted stays as a draft. If the queue,
    its scheme or its guidelines were changed, work is carried over to the new version; if some of
    it has no place there, the command says which and stops.
    """
    from items.sources.files import BUILTIN
    from sessions.storage.database import database_path
    from solver.errors import InputError
    from study.annotation.demo import NAME, demo_queue
    from study.annotation.queue import load_queue
    from tui import i18n
    from tui.apps.annotator import AnnotatorApp
    from tui.version import program_version

    if queue.startswith(BUILTIN) and queue != NAME:
        raise InputError("No such built-in queue", f"expected {NAME}, found {queue!r}")
    loaded = demo_queue() if queue == NAME else load_queue(queue)
    name = annotator or ("adjudicator" if adjudicate else "")
    path = database_path(db)
    i18n.use(language or i18n.environment_language())
    app = AnnotatorApp(loaded, path, name, adjudicate, program_version(), accept_loss)
    ctx.exit(app.run_to_the_end())
