"""The command of a family with plain options, built from the fields of its maker.

Owns the mapping from the type of a field to the type of an option.
"""

import dataclasses
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, cast, get_args, get_origin, get_type_hints

import click

from items.families.batches import Maker
from items.families.family import Family
from solver.errors import InputError
from tui.commands._generator_run import generated, item_time_option, output_options
from tui.console.executor_option import workers
from tui.console.number_options import RealNumber, WholeNumber

WORDS_IN_FLAG = 40
"""Characters of a choice's words that are listed next to its flag; longer lists are in the help,
where they are wrapped."""


def family_command(name: str, family: Family) -> click.Command:
    """The command `generate NAME`.

    Raises:
        InputError: the family's maker cannot be imported, or has a field that cannot be an option.
    """
    maker = _maker(name, family)

    @output_options
    @click.option(
        "--unique/--no-unique",
        default=None,
        help="Different problems only, names and order ignored; by default "
        f"{'yes' if family.distinct else 'no'}.",
    )
    @click.pass_context
    def command(
        ctx: click.Context,
        /,
        count: int,
        jobs: int | None,
        executor: str | None,
        output: Path,
        as_json: bool,
        db: str | None,
        unique: bool | None,
        **parameters: Any,
    ) -> None:
        different = family.distinct if unique is None else unique
        chosen_maker = cast("Callable[..., Maker]", maker)(**parameters)
        with workers(executor, count, jobs) as crew:
            outcome = generated(chosen_maker, count, crew, output, db, as_json, unique=different)
        ctx.exit(outcome.code)

    types = get_type_hints(maker)
    if "timeout" not in types:
        command = item_time_option(command)
    for field in reversed(dataclasses.fields(maker)):
        command = _option(name, field, types[field.name])(command)
    items = click.option(
        "-n", "--count", type=WholeNumber(1), default=100, show_default=True, help="Items."
    )
    text = (maker.__doc__ or "").strip() or family.summary
    example = f"Example:  countermodel generate {name} -n 30 --seed 7 -o {name}.jsonl"
    wrap = click.command(name, help=text, short_help=family.summary, epilog=example)
    return wrap(items(command))


def _maker(name: str, family: Family) -> type:
    """The class of a family's maker. Raises InputError if a plug-in names none that can be used."""
    module, _, attribute = family.maker.partition(":")
    try:
        maker = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(
            "Family cannot be used", f"{name}: expected a maker at {family.maker!r}, {error}"
        ) from None
    fields = {field.name for field in dataclasses.fields(maker)} if _is_class(maker) else set()
    if "seed" not in fields:
        raise InputError(
            "Family cannot be used",
            f"{name}: expected {family.maker} to be a dataclass with a field seed, found none",
        )
    return cast(type, maker)


def _is_class(maker: object) -> bool:
    return isinstance(maker, type) and dataclasses.is_dataclass(maker)


def _option(name: str, field: "dataclasses.Field[Any]", type_: Any) -> Callable[[Any], Any]:
    """The option for a field: a flag, a bounded number, a choice of words, or a text.

    Raises:
        InputError: the field has another type, or no default.
    """
    about: Mapping[str, Any] = field.metadata
    bounds = (about.get("least"), about.get("most"))
    flag = f"--{field.name.replace('_', '-')}"
    help = about.get("help") or ("The same seed gives the same items." if flag == "--seed" else "")
    if type_ is bool:
        return click.option(flag, is_flag=True, default=field.default, help=help)
    kind: click.ParamType[Any]
    metavar = None
    if type_ is int:
        kind = click.INT if bounds == (None, None) else WholeNumber(*bounds)
    elif type_ is float:
        kind = RealNumber(*bounds)
    elif type_ is str:
        kind = click.STRING
    elif get_origin(type_) is Literal:
        words = get_args(type_)
        kind = click.Choice(words)
        if len(" ".join(words)) > WORDS_IN_FLAG:
            metavar = field.name.upper()
            help = f"{help.rstrip('.')}: {', '.join(words)}."
    else:
        raise InputError(
            "Family cannot be used",
            f"{name}, parameter {field.name}: expected bool, int, float, str or a Literal, "
            f"found {type_}",
        )
    if field.default is dataclasses.MISSING:
        return click.option(flag, type=kind, metavar=metavar, required=True, help=help)
    return click.option(
        flag, type=kind, metavar=metavar, default=field.default, show_default=True, help=help
    )
