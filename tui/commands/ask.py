"""The command `ask`: model answers into the database, with progress, stopping and resuming.

Owns the options and the summary, and the output of `--dry-run`. The run itself is in `_ask_run`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.errors import InputError
from solver.files import parse_json
from tui.commands._request_options import (
    again_option,
    concurrency_option,
    cost_options,
    kept_unreadable,
    limited_by_prices,
    retry_options,
)
from tui.console.exitcodes import ExitCode
from tui.console.json_output import echo_json, json_text
from tui.console.number_options import RealNumber, WholeNumber
from tui.console.sources import load_sources, source_options
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.asking.prices import Price
    from sessions.models.costs import Estimate
    from sessions.models.request_plan import Plan, Task
    from tui.commands._ask_run import Run

DRY_RUN_PROMPTS = 3
"""Number of prompts that `--dry-run` prints; `--json` has all."""
MOST_RUNS = 10_000
"""Maximum number of runs, and of samples per answer."""
RESERVED_PARAMETERS = frozenset({"model", "messages", "stream", "n"})
"""Parameters that the run sets itself."""


@click.command(
    "ask",
    short_help="Ask language models; can be stopped and resumed.",
    epilog="Example:  countermodel ask builtin:demo --model gpt-5.1 --mutants --runs 3",
)
@source_options
@click.option(
    "--model",
    "models",
    required=True,
    multiple=True,
    metavar="NAME",
    help="The model, by the endpoint's name for it. Repeatable: models are asked one after "
    "the other.",
)
@click.option(
    "--base-url",
    "base_urls",
    multiple=True,
    metavar="URL",
    help="The endpoint; by default OPENAI_BASE_URL. Repeatable: requests are shared among them.",
)
@click.option("--protocol", metavar="P", help="A built-in protocol, or a file.")
@click.option("--mutants", is_flag=True, help="Ask every rotation of the options.")
@click.option(
    "--runs",
    type=WholeNumber(1, MOST_RUNS),
    default=1,
    show_default=True,
    help="How often each question is asked.",
)
@click.option(
    "--samples",
    type=WholeNumber(1, MOST_RUNS),
    default=1,
    show_default=True,
    metavar="N",
    help="Responses for each answer of a run; their majority is stored as well.",
)
@concurrency_option
@click.option(
    "--rpm", type=WholeNumber(min=1), metavar="N", help="Maximum number of requests per minute."
)
@click.option(
    "--tpm",
    type=WholeNumber(min=1),
    metavar="N",
    help="Maximum number of tokens per minute, for prompts and responses.",
)
@click.option("--max-items", type=WholeNumber(min=1), metavar="N", help="The first N items.")
@click.option(
    "--temperature", type=RealNumber(min=0), help="Sent only if given, like the parameters below."
)
@click.option("--seed", type=int, help="Seed of the first run; each further run adds one.")
@click.option(
    "--max-tokens", type=WholeNumber(min=1), help="Maximum number of tokens of a response."
)
@click.option("--reasoning-effort", metavar="WORD", help="Such as low, medium or high.")
@click.option(
    "--set",
    "parameter_texts",
    multiple=True,
    metavar="NAME=VALUE",
    help="Any other parameter of the request, its value as JSON or text.",
)
@click.option("--setting", metavar="NAME", help="The setting under which answers are stored.")
@click.option(
    "--judge",
    "judges",
    multiple=True,
    metavar="MODEL",
    help="A model that judges free answers; repeatable.",
)
@again_option
@retry_options
@cost_options
@click.option("--dry-run", is_flag=True, help="Show prompts and counts, and send nothing.")
@click.option(
    "--batch-out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the requests to a file for the endpoint's batch service, and send nothing.",
)
@click.option(
    "--batch-in",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Store the results of a batch, and send nothing; give the same other options as "
    "with --batch-out. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.option("--db", metavar="FILE", help="The database; by default the user's own.")
@click.pass_context
def ask(
    ctx: click.Context,
    /,
    sources: tuple[str, ...],
    format_: str | None,
    columns: str,
    strict: bool,
    models: tuple[str, ...],
    base_urls: tuple[str, ...],
    protocol: str | None,
    mutants: bool,
    runs: int,
    samples: int,
    concurrency: int,
    rpm: int | None,
    tpm: int | None,
    max_items: int | None,
    setting: str | None,
    parameter_texts: tuple[str, ...],
    judges: tuple[str, ...],
    repeat_unreadable: bool,
    tries: int,
    timeout: float,
    prices: Path | None,
    max_cost: float | None,
    dry_run: bool,
    batch_out: Path | None,
    batch_in: tuple[Path, ...],
    as_json: bool,
    db: str | None,
    **parameters: Any,
) -> None:
    """Ask models about the items in SOURCE…; every answer is stored as it arrives.

    Questions already answered are never asked again: stop with Ctrl+C, and give the same command to
    resume. Key and address come from --base-url, from OPENAI_API_KEY and OPENAI_BASE_URL (or
    COUNTERMODEL_…) or from the settings file. Ends with 3 if requests failed or --max-cost ended
    it, with 130 if it was stopped.
    """
    from items.asking.endpoints import endpoint
    from items.asking.llm import BackOff
    from sessions.models.costs import estimate
    from sessions.models.request_plan import PlannedRun, plan
    from sessions.storage.database import Database, database_path
    from tui.commands._ask_run import Rates, Run

    models = tuple(dict.fromkeys(models))
    urls = list(dict.fromkeys(base_urls))
    base_url = urls[0] if urls else None
    _refuse_mixed(models, judges, dry_run, batch_out, batch_in, max_cost)
    if repeat_unreadable and not judges:
        raise click.UsageError("--unreadable-again needs --judge.")
    sent = _parameters(parameter_texts, parameters)
    if samples > 1 and sent.get("temperature") == 0:
        raise InputError(
            "Samples would all be the same",
            f"expected a temperature above 0 with --samples {samples}, found 0",
        )
    priced = _prices(models, prices, max_cost, judges)
    loaded = load_sources(sources, format_, columns, strict)
    if not loaded.items:
        ctx.exit(ExitCode.USAGE)
    silent = dry_run or batch_out is not None or bool(batch_in)
    endpoints = {} if silent else {name: endpoint(name, base_url) for name in models}
    further_endpoints = {
        name: [endpoint(name, url) for url in urls[1:]] for name in (() if silent else models)
    }
    if not silent:
        endpoints.update((name, endpoint(name, base_url, judge=True)) for name in judges)
    path = database_path(db)
    runs_played: list[Run] = []
    with ExitStack() as stack:
        database: Database | None = None
        if not dry_run or path.exists():
            database = stack.enter_context(Database.open(path))
        todos = [
            plan(
                loaded.items,
                PlannedRun(
                    model=name,
                    protocol=protocol,
                    parameters=sent,
                    mutants=mutants,
                    runs=runs,
                    samples=samples,
                    max_items=max_items,
                    setting=setting,
                ),
                database,
            )
            for name in models
        ]
        _tell_left_out(todos[0])
        expected = {
            name: estimate(todo, priced[name], database)
            for name, todo in zip(models, todos, strict=True)
            if name in priced
        }
        if dry_run or database is None:
            _show_plans(todos, expected, as_json)
            return
        if batch_out is not None:
            ctx.exit(_write_batch(todos[0], batch_out, base_url, as_json))
        for name, entry in expected.items():
            if entry.requests and not batch_in:
                click.echo(_estimated(entry, name if len(models) > 1 else ""), err=True)
        rates = Rates(rpm, tpm)
        money_left = max_cost
        for name, todo in zip(models, todos, strict=True):
            if money_left is not None and money_left <= 0:
                break
            run = Run(
                todo,
                loaded.items,
                database,
                endpoints,
                concurrency,
                BackOff(tries=tries),
                timeout,
                priced.get(name),
                money_left,
                rates,
                further_endpoints.get(name, ()),
                repeat_unreadable,
            )
            runs_played.append(run)
            if batch_in:
                strange = run.take(batch_in)
                if strange:
                    message = counted(strange, "result is", "results are")
                    click.echo(
                        f"{message} of requests that are not in this run, or are answered already",
                        err=True,
                    )
                break
            run.play(judges)
            if money_left is not None:
                money_left -= run.cost or 0.0
            if run.interrupted or run.over_budget:
                break
        _show(runs_played, todos, as_json)
    code = max((run.exit_code for run in runs_played), key=_SEVERITY.index)
    unfinished = len(runs_played) < len(todos)
    if code is ExitCode.DONE and (loaded.problems or unfinished):
        code = ExitCode.OUTSIDE if unfinished else ExitCode.USAGE
    ctx.exit(code)


def _refuse_mixed(
    models: Sequence[str],
    judges: Sequence[str],
    dry_run: bool,
    batch_out: Path | None,
    batch_in: Sequence[Path],
    max_cost: float | None,
) -> None:
    """Refuse several models with batch files, and options that do not go with them. Raises
    UsageError."""
    if batch_out is None and not batch_in:
        return
    name = "--batch-in" if batch_in else "--batch-out"
    if batch_in and batch_out is not None:
        raise click.UsageError("--batch-out cannot be combined with --batch-in.")
    if len(models) > 1:
        raise click.UsageError(f"{name} takes only one --model.")
    if judges or dry_run or max_cost is not None:
        raise click.UsageError(f"{name} cannot be combined with --judge, --dry-run or --max-cost.")


def _write_batch(plan: "Plan", path: Path, base_url: str | None, as_json: bool) -> ExitCode:
    """Write the missing requests to batch files."""
    from items.asking.endpoints import DEFAULT_URL, Endpoint, endpoint
    from sessions.models.batches import write_batch

    try:
        address = endpoint(plan.planned_run.model, base_url)
    except InputError:
        # Writing a file needs no key.
        address = Endpoint(base_url or DEFAULT_URL)
    files = write_batch(plan, path, address)
    if as_json:
        document = {"requests": len(plan.tasks), "files": [str(file) for file in files]}
        echo_json({**document, "already": plan.answered_already, "left_out": len(plan.left_out)})
    else:
        names = ", ".join(plain(str(file)) for file in files) or "no file"
        click.echo(f"{counted(len(plan.tasks), 'request')} in {names}")
    return ExitCode.DONE if files else ExitCode.NO


_SEVERITY = (ExitCode.DONE, ExitCode.OUTSIDE, ExitCode.INTERRUPTED)
"""Exit codes from the best to the worst; the worst is returned for several runs."""


def _prices(
    models: Sequence[str], prices: Path | None, max_cost: float | None, judges: Sequence[str]
) -> "Mapping[str, Price]":
    """The price of each model; empty without a file. Raises InputError if a cost limit is combined
    with judges."""
    limited_by_prices(max_cost, prices)
    if max_cost is not None and judges:
        raise InputError(
            "--max-cost does not limit the cost of judges",
            "expected no --judge with it, found one",
            "Ask first; then give the same command with --judge and without --max-cost.",
        )
    if prices is None:
        return {}
    from items.asking.prices import price_of

    return {model: price_of(model, prices) for model in models}


def _estimated(estimate: "Estimate", model: str = "") -> str:
    """An estimate and its basis, with the model's name if there are several models."""
    from items.asking.prices import amount

    requests = counted(estimate.requests, "request")
    if model:
        requests = f"{requests} to {plain(model)}"
    if estimate.completion_tokens is not None:
        text = (
            f"Estimated cost of {requests}: {amount(estimate.cost)}, by the mean tokens of "
            f"{counted(estimate.recorded, 'recorded response')}"
        )
    else:
        text = (
            f"Estimated cost of {requests}: {amount(estimate.cost)} for prompts, by their length; "
            "no recorded response shows how long responses are"
        )
    if estimate.most is not None:
        text += f"; {amount(estimate.most)} if every response is as long as --max-tokens allows"
    return f"{text}."


def _parameters(parameter_texts: Sequence[str], values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters sent in addition to model and messages: only those that were given. Raises
    InputError for a text that is not NAME=VALUE, or a value that JSON cannot express."""
    parameters = {name: value for name, value in values.items() if value is not None}
    for text in parameter_texts:
        name, sign, value = text.partition("=")
        if not sign or not re.fullmatch(r"[A-Za-z_]\w*", name) or name in RESERVED_PARAMETERS:
            raise InputError("Wrong --set", f"expected NAME=VALUE, found {text!r}")
        try:
            parameters[name] = parse_json(value)
        except ValueError:
            parameters[name] = value
        try:
            json.dumps(parameters[name], allow_nan=False)
        except ValueError:
            raise InputError(
                "Wrong --set", f"expected a value that JSON can express, found {text!r}"
            ) from None
    return parameters


def _tell_left_out(plan: "Plan") -> None:
    for item in plan.left_out[:DRY_RUN_PROMPTS]:
        click.echo(f"Left out, the protocol cannot ask it: {plain(item.id)}", err=True)
    if len(plan.left_out) > DRY_RUN_PROMPTS:
        click.echo(f"… and {len(plan.left_out) - DRY_RUN_PROMPTS} more", err=True)


def _show_plans(
    plans: "Sequence[Plan]", estimates: "Mapping[str, Estimate]", as_json: bool
) -> None:
    """Show what the runs would do; for several models JSON has a list under `models`."""
    several = len(plans) > 1
    if several and as_json:
        click.echo('{"models": [', nl=False)
    for place, plan in enumerate(plans):
        model = plan.planned_run.model
        if several:
            click.echo((", " if place else "") if as_json else f"━━ {plain(model)}", nl=not as_json)
        _show_plan(plan, estimates.get(model), as_json, model if several else None)
    if several and as_json:
        click.echo("]}")


def _show_plan(plan: "Plan", estimate: "Estimate | None", as_json: bool, model: str | None) -> None:
    """Show what a run would do: counts, cost and prompts; `model` is given if there are several."""
    counts = {
        **({} if model is None else {"model": model}),
        "items": plan.items,
        "requests": len(plan.tasks),
        "answers": plan.parts,
        "already": plan.answered_already,
        "left_out": len(plan.left_out),
        "settings": list(plan.settings),
        "estimate": None if estimate is None else estimate.as_json(),
    }
    if as_json:
        click.echo(f'{json_text(counts)[:-1]}, "prompts": [', nl=False)
        for place, task in enumerate(plan.tasks):
            click.echo(", " if place else "", nl=False)
            click.echo(json_text(_prompt(task)), nl=False)
        click.echo("]}", nl=model is None)
        return
    firsts: dict[str, Task] = {}
    for task in plan.tasks:
        firsts.setdefault(f"{task.setting} {task.item.language}", task)
    for task in list(firsts.values())[:DRY_RUN_PROMPTS]:
        click.echo(f"── {plain(task.item.id)} · mutant {task.mutant} · run {task.run}")
        for message in task.prompt().messages:
            click.echo(f"[{message.role}]\n{plain(message.content)}\n")
    click.echo(
        f"{counted(len(plan.tasks), 'request')} for {counted(plan.parts, 'answer')} about "
        f"{counted(plan.items, 'item')}, in {', '.join(plan.settings) or 'no setting'}; "
        f"{counted(plan.answered_already, 'request is', 'requests are')} answered already."
    )
    if estimate is not None and estimate.requests:
        click.echo(_estimated(estimate))


def _prompt(task: "Task") -> dict[str, Any]:
    prompt = task.prompt()
    return {
        "item": task.item.id,
        "questions": [leaf.id for leaf in task.leaves],
        "mutant": task.mutant,
        "run": task.run,
        "setting": task.setting,
        "hash": prompt.hash,
        "messages": [
            {"role": message.role, "content": message.content} for message in prompt.messages
        ],
    }


def _show(runs: "Sequence[Run]", plans: "Sequence[Plan]", as_json: bool) -> None:
    """Print the outcome of the runs: of each model, and for several also the sum."""
    if as_json:
        documents = [_run_document(run) for run in runs]
        if len(plans) == 1:
            echo_json(documents[0])
            return
        missing = [plan.planned_run.model for plan in plans[len(runs) :]]
        models = [
            {"model": run.plan.planned_run.model, **entry}
            for run, entry in zip(runs, documents, strict=True)
        ]
        echo_json({**_summed(documents), "models": models, "not_asked": missing})
        return
    for run in runs:
        if len(plans) > 1:
            click.echo(f"━━ {plain(run.plan.planned_run.model)}")
        _show_run(run)
    for plan in plans[len(runs) :]:
        click.echo(f"━━ {plain(plan.planned_run.model)}\nNot asked; the same command asks it.")


def _summed(documents: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The numbers of all models together; a cost only if all have one."""
    total: dict[str, Any] = {}
    for name in documents[0]:
        values = [entry[name] for entry in documents]
        if isinstance(values[0], Mapping):
            total[name] = _summed(values)
        elif name == "stopped":
            total[name] = any(values)
        else:
            total[name] = None if None in values else sum(values)
    return total


def _run_document(run: "Run") -> dict[str, Any]:
    """A run as a JSON document."""
    tally, judged, majorities = run.tally, run.judging_tally, run.majorities
    document: dict[str, Any] = {
        "asked": tally.part_count,
        "answered": tally.answered,
        "unreadable": tally.unreadable,
        "failed": tally.failed,
        "requests": tally.requests,
        "already": run.plan.answered_already,
        "left_out": len(run.plan.left_out),
        "tokens": tally.tokens + judged.tokens,
        "prompt_tokens": tally.prompt_tokens,
        "completion_tokens": tally.completion_tokens,
        "reasoning_tokens": tally.reasoning_tokens,
        "cost": run.cost,
        "judged": {
            "judged": judged.judged,
            "unreadable": judged.unreadable,
            "failed": judged.failed,
            "unreadable_before": judged.unreadable_before,
            "tokens": judged.tokens,
        },
        "stopped": run.stopped,
        "seconds": run.seconds,
    }
    if run.plan.planned_run.samples > 1:
        document["majorities"] = {
            "stored": majorities.stored,
            "already": majorities.unchanged,
            "tied": majorities.tied,
            "waiting": majorities.waiting,
        }
    return document


def _show_run(run: "Run") -> None:
    from items.asking.prices import amount

    tally, judged, majorities = run.tally, run.judging_tally, run.majorities
    cost = "" if run.cost is None else f", cost {amount(run.cost)}"
    click.echo(
        f"{tally.part_count} asked: {tally.answered} answered, {tally.unreadable} unreadable, "
        f"{tally.failed} failed; {tally.tokens:,} tokens{cost} in {run.seconds:.1f} s"
    )
    if run.plan.answered_already:
        click.echo(f"{counted(run.plan.answered_already, 'request')} had been answered before.")
    if run.plan.planned_run.samples > 1:
        stored = counted(majorities.stored, "majority", "majorities")
        message = f"{stored} of {run.plan.planned_run.samples} samples stored"
        if majorities.unchanged:
            message += f", {majorities.unchanged} there already"
        if majorities.tied:
            message += f"; {majorities.tied} tied, with the first answer taken"
        if majorities.waiting:
            message += f"; {majorities.waiting} waiting for samples that are missing"
        click.echo(f"{message}.")
    if judged.judged or judged.unreadable or judged.failed:
        click.echo(
            f"Judges: {counted(judged.judged, 'verdict')}, {judged.unreadable} unreadable, "
            f"{judged.failed} failed; {judged.tokens:,} tokens"
            f"{'' if run.cost is None else ', not in the cost'}"
        )
    if judged.unreadable_before:
        click.echo(kept_unreadable(judged.unreadable_before))
    if run.stopped:
        click.echo("Not finished; run the same command to continue.")
