"""Repairs of formulas that cannot be parsed: proposed by the parser, accepted by a person.

Owns the file that presents proposals to a person, and applying accepted ones to a record before it
is read. A repair is used only if it has somebody's name in `accepted_by`; an item read with a
repair has it in its attribute `repaired` (LLMEval-Logic, appendix A, second layer: what is not a
formula goes to a person).
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from items.files.save import save_text
from items.hidden_text import controls_escaped
from items.models import Item
from items.sources.document import invalid, read_bytes
from items.sources.json_files import read_document
from solver.errors import FormulaError, InputError

REPAIRED = "repaired"
"""Attribute of an item that was read with accepted repairs."""
PROPOSAL_PREFIX = "Did you mean: "
"""Precedes the repair in the hint of a formula's error."""


class Repair(BaseModel):
    """A text that is not a formula, and the formula that replaces it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    where: str = ""
    """File and place where the text first occurred, for the person who decides."""
    before: str
    after: str
    accepted_by: str = ""
    """The person who accepted it; empty until somebody does."""


@dataclass(frozen=True, slots=True)
class Repairs:
    """The accepted repairs, indexed by the text that is replaced."""

    accepted: Mapping[str, Repair]

    def applied(self, value: Any) -> tuple[Any, tuple[Repair, ...]]:
        """A record with every accepted repair applied, and the repairs used. A text is replaced if
        it is a whole string of the record, or a whole line of one."""
        if not self.accepted:
            return value, ()
        used: dict[str, Repair] = {}

        def at(part: Any) -> Any:
            if isinstance(part, str):
                lines = part.split("\n")
                mended = [line(text) for text in lines]
                return "\n".join(mended) if mended != lines else part
            if isinstance(part, list):
                return [at(inner) for inner in part]
            if isinstance(part, dict):
                return {key: at(inner) for key, inner in part.items()}
            return part

        def line(text: str) -> str:
            repair = self.accepted.get(text.strip())
            if repair is None:
                return text
            used[repair.before] = repair
            return repair.after

        return at(value), tuple(used.values())


NONE = Repairs({})


def marked(item: Item, repairs: Iterable[Repair]) -> Item:
    """The item with an attribute listing its repairs and who accepted them."""
    listing = "; ".join(
        f"{repair.before} ⇒ {repair.after} ({repair.accepted_by})" for repair in repairs
    )
    if not listing:
        return item
    return item.model_copy(update={"attributes": {**item.attributes, REPAIRED: listing}})


def proposals(problems: Iterable[InputError]) -> list[Repair]:
    """A repair for every problem that is a formula with a similar correct one, without
    duplicates."""
    repairs: dict[str, Repair] = {}
    for problem in problems:
        fault = formula_error(problem)
        if fault is None:
            continue
        _, mark, after = problem.hint.partition(PROPOSAL_PREFIX)
        if mark:
            before = fault.text.strip()
            where = problem.title.removesuffix(" cannot be read")
            repairs.setdefault(before, Repair(where=where, before=before, after=after.strip()))
    return list(repairs.values())


def formula_error(problem: InputError) -> FormulaError | None:
    """The formula's error underlying a record's error, which names the file and the place."""
    error: BaseException | None = problem
    while error is not None:
        if isinstance(error, FormulaError):
            return error
        error = error.__context__
    return None


def read_repairs(path: Path) -> tuple[Repair, ...]:
    """The repairs of a file, accepted or not.

    Raises:
        InputError: the file cannot be read, or an entry is not a repair; names file and place.
    """
    if not read_bytes(path).strip():
        return ()
    document = read_document(path)
    for problem in document.problems:
        raise problem
    repairs: list[Repair] = []
    for record in document.records:
        try:
            repair = TypeAdapter(Repair).validate_python(record.value)
        except ValidationError as error:
            raise invalid(document.where(record), error, "Repair cannot be read") from None
        if any(repair.before == earlier.before for earlier in repairs):
            raise InputError(
                "Repair cannot be read",
                f"{document.where(record)}, field before: expected a unique text, found one "
                f"that an earlier entry has: {repair.before}",
            )
        repairs.append(repair)
    return tuple(repairs)


def accepted(repairs: Iterable[Repair]) -> Repairs:
    """The repairs that somebody accepted."""
    return Repairs({r.before.strip(): r for r in repairs if r.accepted_by.strip()})


def write_repairs(path: Path, repairs: Iterable[Repair]) -> None:
    """Write a file of repairs, one per line, for a person to accept.

    Raises OutsideError if it cannot be written; an existing file is then unchanged.
    """
    lines = (
        controls_escaped(json.dumps(repair.model_dump(), ensure_ascii=False)) for repair in repairs
    )
    save_text(path, "".join(f"{line}\n" for line in lines))
