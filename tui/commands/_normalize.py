"""The command `items normalize`: formalizations in a uniform shape, layer by layer.

Owns its options, the files it reads and writes, and its output. The layers are in
`items.normalizing`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from items.files.proofs import displayed_state
from solver.cancel import whole_budget
from solver.errors import InputError
from tui.commands._output_options import force_option, refuse_existing
from tui.console.exitcodes import ExitCode, print_error
from tui.console.json_output import echo_json
from tui.console.number_options import timeout_option
from tui.console.sources import MOST_FORMULAS
from tui.text import counted, plain

if TYPE_CHECKING:
    from items.files.repairs import Repairs
    from items.normalizing.pipeline import NormalizedRecord


@click.command(
    "normalize",
    short_help="Write formalizations in a uniform shape, layer by layer.",
    epilog="Example:  countermodel items normalize items.json -o normal.jsonl",
)
@click.argument("source", metavar="SOURCE", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where to write the records, as JSON Lines; without it nothing is written.",
)
@force_option
@click.option("--item", "item_id", metavar="ID", help="Only the item with this id.")
@click.option(
    "--layer",
    "layers",
    multiple=True,
    type=click.Choice(["L1", "L2", "L3", "L4"]),
    help="Only this layer: L1 lexical, L2 syntactic, L3 alignment, L4 types. Repeatable.",
)
@click.option(
    "--repairs",
    "repairs_file",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Repairs of unreadable formulas: proposals are added to this file, and those with a "
    "name under accepted_by are made.",
)
@timeout_option(60.0, "Time for one formalization, for all layers.")
@click.option("--json", "as_json", is_flag=True, help="One JSON document on standard output.")
@click.pass_context
def normalize(
    ctx: click.Context,
    source: Path,
    output: Path | None,
    item_id: str | None,
    layers: tuple[str, ...],
    repairs_file: Path | None,
    timeout: float,
    as_json: bool,
) -> None:
    """Bring the formalizations of SOURCE into a uniform shape, and say what each layer changes.

    Every change is proved: before and after are equivalent. Unreadable formulas are left to a
    person, with a proposed repair if there is an obvious one. A repair is made only if --repairs
    has a person's name for it, and the item says so. Ends with 1 if a person is needed.
    """
    from items.files.brackets import bracket_verdict
    from items.files.repairs import accepted, proposals, read_repairs, write_repairs
    from items.normalizing.pipeline import normalize_record, step_data
    from items.normalizing.registry import LAYERS

    if output is not None and repairs_file is None:  # with repairs, the command is run again
        refuse_existing(output)
    records: list[NormalizedRecord] = []
    worst = ExitCode.DONE
    repairs = read_repairs(repairs_file) if repairs_file and repairs_file.exists() else ()
    problems: list[InputError] = []
    for id, value in _records(source, accepted(repairs)):
        if isinstance(value, InputError):
            problems.append(value)
            print_error(value.title, value.message, value.hint)
            worst = ExitCode.USAGE
        elif item_id in (None, id):
            records.append(normalize_record(id, value, layers or tuple(LAYERS), timeout=timeout))
    if repairs_file is not None:
        befores = {repair.before.strip() for repair in repairs}
        repairs_met = [
            *proposals(problems),
            *(proposal for record in records for proposal in record.proposals),
        ]
        once = {repair.before.strip(): repair for repair in reversed(repairs_met)}
        new = [repair for before, repair in once.items() if before not in befores]
        write_repairs(repairs_file, (*repairs, *new))
        open_ = sum(not repair.accepted_by.strip() for repair in (*repairs, *new))
        print_error(
            "Repairs",
            f"{plain(str(repairs_file))}: {counted(len(new), 'new proposal')}, "
            f"{open_} without a name",
            "Put your name under accepted_by where a proposal is right, and run this again."
            if open_
            else "",
        )
    for problem in problems[:MOST_FORMULAS]:
        with whole_budget(timeout):
            case = bracket_verdict(problem, timeout=timeout)
        if case is not None:
            print_error(
                "Decided whichever bracket is meant",
                f"{plain(case.id)}: {counted(case.readings, 'formula')} with one bracket more or "
                f"less, and its gold is {displayed_state(case.state)} under each",
            )
    if item_id is not None and not records:
        raise InputError("No such item", f"{source}: there is no item {item_id!r}")
    if output is not None:
        from items.files.save import save_text
        from items.hidden_text import controls_escaped

        lines = (
            controls_escaped(json.dumps(record.value, ensure_ascii=False)) for record in records
        )
        save_text(output, "".join(f"{line}\n" for line in lines))
    if as_json:
        documents = [step for entry in records for step in step_data(entry)]
        echo_json(documents)
    else:
        for normalized_record in records:
            _print_record(normalized_record)
        _total(records)
    if worst is ExitCode.DONE and not all(entry.readable for entry in records):
        worst = ExitCode.NO
    ctx.exit(worst)


def _records(source: Path, repairs: "Repairs") -> Iterator[tuple[str, Any]]:
    """Ids and records of a file; items in other formats are converted to the program's own."""
    from items.files.loading import load
    from items.normalizing.pipeline import formal_part
    from items.sources.json_files import read_document
    from items.sources.own_format import to_json

    if source.is_file() and source.suffix.lower() in (".json", ".jsonl"):
        document = read_document(source)
        parts = [formal_part(record.value) for record in document.records]
        if parts and all(parts):
            yield from (("", problem) for problem in document.problems)
            for record in document.records:
                id = record.value.get("id", source.stem if record.place == "" else record.index)
                yield str(id), repairs.applied(record.value)[0]
            return
    loaded = load(source, repairs=repairs)
    yield from (("", problem) for problem in loaded.problems)
    for item in loaded.items:
        if item.formalization is not None:
            yield item.id, to_json(item)


def _print_record(record: "NormalizedRecord") -> None:
    if not record.warnings and not any(s.changes or s.troubles or s.late for s in record.steps):
        return
    click.echo(plain(record.id))
    for warning in record.warnings:
        click.echo(f"  ! {plain(warning)}")
    for step in record.steps:
        proof = {True: "proved equivalent", False: "not equivalent", None: "not readable"}
        if step.late:
            click.echo(f"  {step.layer}  not decided in time: --timeout gives more")
        if step.changes:
            note = "" if step.made else ", not made"
            number = counted(len(step.changes), "change")
            proved = "not proved" if step.late else proof[step.proved]
            click.echo(f"  {step.layer}  {number}, {proved}{note}")
        elif step.troubles:
            click.echo(f"  {step.layer}")
        for change in step.changes:
            click.echo(f"      {plain(change.where)}: {plain(change.before)}")
            click.echo(f"        ⇒ {plain(change.after)}")
        for trouble in step.troubles:
            click.echo(f"    ! {plain(trouble.where)}: {plain(trouble.message)}")
            if trouble.proposal:
                click.echo(f"        proposed: {plain(trouble.proposal)}")


def _total(records: "list[NormalizedRecord]") -> None:
    click.echo(counted(len(records), "formalization"))
    for name in dict.fromkeys(step.layer for record in records for step in record.steps):
        steps = [step for record in records for step in record.steps if step.layer == name]
        changed = sum(bool(step.changes) for step in steps)
        proved = sum(bool(step.changes) and step.proved is True for step in steps)
        people = sum(bool(step.troubles) for step in steps)
        click.echo(f"  {name}  {changed} changed, {proved} of them proved; {people} for a person")
