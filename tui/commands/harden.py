"""The command `harden`: items made harder, by the solver alone or together with models.

Owns its options. Drawing and proving are in `items.harden.hardener`, the model-driven loop is in
`_harden_roles`; running and writing are shared with the generators.
"""

from collections.abc import Iterable
from pathlib import Path

import click

from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase
from tui.commands._generator_run import made_of, output_options
from tui.commands._request_options import (
    concurrency_option,
    cost_options,
    endpoint_option,
    retry_options,
)
from tui.console.executor_option import workers
from tui.console.exitcodes import ExitCode
from tui.console.number_options import RealNumber, WholeNumber
from tui.console.sources import load_sources, open_sources, source_options
from tui.text import counted, plain

DIFFICULTY = 60.0
STRATEGIES = (
    "add_branching",
    "add_distractor_premise",
    "change_question_to_set_output",
    "add_uncertainty_or_multi_answer",
    "add_counterfactual_variant",
    "alias_and_coreference_variation",
)
"""The six strategies of LLMEval-Logic, appendix B.2, as in `items/harden/strategies.toml`."""
FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(
    "harden",
    short_help="Make items harder, every claim proved.",
    epilog="Example:  countermodel harden builtin:demo --solver -o hardened.jsonl\n\n"
    "countermodel harden items.jsonl --roles roles.toml -o hardened.jsonl --queue queue.toml "
    "--annotators ann,ben",
)
@source_options
@click.option(
    "--solver",
    "by_solver",
    is_flag=True,
    help="Use only the solver and the program's own sentences, which is the default: no "
    "model is asked.",
)
@click.option("--item", "id_", metavar="ID", help="Only this item.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    help="With --solver: the same seed gives the same file.",
)
@click.option(
    "--difficulty",
    type=RealNumber(0),
    default=DIFFICULTY,
    show_default=True,
    metavar="BITS",
    help="With --solver: add axes until this many bits have to be searched, once for each "
    "question.",
)
@click.option(
    "--without",
    "left_out",
    multiple=True,
    type=click.Choice(STRATEGIES),
    metavar="STRATEGY",
    help=f"Leave a strategy out, to see what it adds: {', '.join(STRATEGIES)}. Repeatable.",
)
@click.option(
    "--roles",
    type=FILE,
    help="A file that assigns models to the roles: then models write and the solver proves.",
)
@endpoint_option
@click.option(
    "--probe", is_flag=True, help="Harden only what the models of [probe] in --roles find easy."
)
@cost_options
@concurrency_option
@click.option(
    "--rpm",
    type=WholeNumber(min=1),
    metavar="N",
    help="Maximum number of requests per minute and model.",
)
@click.option(
    "--tpm",
    type=WholeNumber(min=1),
    metavar="N",
    help="Maximum number of tokens per minute and model, for prompts and replies.",
)
@retry_options
@click.option(
    "--dry-run", is_flag=True, help="With --roles: show what would be done, and send nothing."
)
@click.option("--queue", type=FILE, help="Also draw an annotators' queue of the hardened items.")
@click.option("--annotators", metavar="NAMES", default="", help="For --queue; separated by commas.")
@click.option(
    "--overlap",
    type=WholeNumber(1),
    default=1,
    show_default=True,
    help="Annotators for each entry.",
)
@output_options
@click.pass_context
def harden(
    ctx: click.Context,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    by_solver: bool,
    id_: str | None,
    seed: int,
    difficulty: float,
    left_out: tuple[str, ...],
    roles: Path | None,
    base_url: str | None,
    probe: bool,
    prices: Path | None,
    max_cost: float | None,
    concurrency: int,
    rpm: int | None,
    tpm: int | None,
    tries: int,
    timeout: float,
    dry_run: bool,
    queue: Path | None,
    annotators: str,
    overlap: int,
    output: Path,
    jobs: int | None,
    executor: str | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Make the items of SOURCE… harder.

    With --solver, items that have a propositional formalization: adds an axis with closed values, a
    distractor premise, an open fact, a second name, two variants, and questions that search the
    whole space, in the item's language. Every claim is proved, the solver computes the gold
    answers, and every added rule is read back.

    With --roles, any item: models plan, write, review, answer and verify in a loop, and the solver
    checks them at both gates. The solver computes the gold answers if there is a formalization.
    Every prompt and reply is recorded; stop with Ctrl+C, and give the same command to continue.

    Ends with 1 if nothing could be written, with 2 if a record could not be read, with 3 if items
    were not finished, with 130 if it was stopped.
    """
    if by_solver and roles is not None:
        raise click.UsageError("--solver cannot be combined with --roles.")
    queue_names = _queue_names(queue, annotators, overlap, sources)
    if roles is None:
        from items.harden.hardener import Hardener

        items = open_sources(sources, format_, columns, strict)
        chosen: Iterable[Item] = items
        count = items.count
        if id_ is not None:
            chosen = _only(items, id_)
            count = 1
        maker = Hardener((), seed, difficulty, frozenset(left_out))
        with workers(executor, count, jobs) as crew:
            inputs = ((item,) for item in chosen)
            outcome = made_of(maker, inputs, count, crew, output, db, as_json)
        code, written, bad = outcome.code, outcome.written, bool(items.problems)
    else:
        from tui.commands._ask_run import Rates
        from tui.commands._harden_roles import HardenOptions, HardenRun

        wish = HardenOptions(
            roles,
            output,
            db,
            base_url,
            probe,
            prices,
            max_cost,
            concurrency,
            tries,
            timeout,
            dry_run,
            as_json,
            Rates(rpm, tpm),
            tuple(sorted(set(left_out))),
        )
        loaded = load_sources(sources, format_, columns, strict)
        models = HardenRun(wish, loaded.items if id_ is None else _only(loaded.items, id_))
        code, written, bad = models.play(), len(models.hardened), bool(loaded.problems)
    if queue is not None and written:
        _draw(queue, queue_names, overlap, output, sources[0])
    ctx.exit(ExitCode.USAGE if code is ExitCode.DONE and bad else code)


def _only(items: Iterable[Item], id_: str) -> list[Item]:
    """The item with an id. All items are read, so that every bad record is reported. Raises
    UsageError if there is none."""
    chosen = [item for item in items if item.id == id_]
    if not chosen:
        raise click.UsageError(f"there is no item {plain(id_)}")
    return chosen


def _queue_names(
    queue: Path | None, annotators: str, overlap: int, sources: tuple[str, ...]
) -> tuple[str, ...]:
    """The annotators of the queue; checked before anything is asked or generated. Raises InputError
    if the options for the queue do not fit together."""
    names = tuple(name.strip() for name in annotators.split(",") if name.strip())
    if queue is None:
        if names:
            raise InputError("--annotators needs --queue", "expected --queue FILE, found none")
        return ()
    if queue.exists():
        raise InputError(
            phrase("The file already exists"), f"{queue}", phrase("Give another name.")
        )
    if not names or len(set(names)) < len(names):
        raise InputError("Wrong --annotators", f"expected different names, found {annotators!r}")
    if overlap > len(names):
        raise InputError(
            "Wrong --overlap", f"expected at most {len(names)}, the annotators, found {overlap}"
        )
    if len(sources) != 1:
        raise InputError(
            "--queue needs one SOURCE",
            f"expected one, whose items are shown next to the hardened ones, found {len(sources)}",
        )
    return names


def _draw(
    queue: Path, annotators: tuple[str, ...], overlap: int, output: Path, source: str
) -> None:
    """Write a queue of the written items, each together with its base."""
    from items.files.save import save_text
    from sessions.annotation.new_queue import Order, new_queue

    order = Order(
        path=queue,
        sources=(str(output),),
        scheme="hardened-item",
        annotators=annotators,
        overlap=overlap,
        base=source,
    )
    drawn = new_queue(order)
    save_text(queue, drawn.text)
    message = counted(len(drawn.queue.entries), "entry", "entries")
    click.echo(f"{message} for {', '.join(map(plain, annotators))}: {plain(str(queue))}", err=True)
