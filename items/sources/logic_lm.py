"""Logic-LM programs: formulas that a language model wrote for FOLIO's stories.

Owns the fields of the released files and the text form of a program: predicates, premises and a
conclusion, each followed by its sentence after `:::` (Pan et al., "Logic-LM"). Programs in its
other languages (facts and rules, constraints, Python) are refused. The solver decides the labels.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from items.models import Item
from items.sources import own_format, theory
from items.sources.document import Document, Record, bad_record, fields_of
from solver.errors import InputError

BENCHMARK = "Logic-LM"
LABELS = {"true": "True", "false": "False", "uncertain": "Unknown", "unknown": "Unknown"}


@dataclass
class _Program:
    """The sections of a program."""

    glosses: dict[str, str] = field(default_factory=dict)
    premises: list[str] = field(default_factory=list)
    conclusions: list[str] = field(default_factory=list)


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has programs with a context and a question."""
    return {"context", "question", "raw_logic_programs"} <= value.keys()


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record, with its first program as the formalization.

    Raises:
        InputError: the record or one of its formulas cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "context, question and raw_logic_programs")
    programs = value["raw_logic_programs"]
    if not isinstance(programs, list) or not programs or not isinstance(programs[0], str):
        raise bad_record(
            f"{where}, field raw_logic_programs", "a list of texts", repr(programs)[:60]
        )
    program = _program(programs[0], f"{where}, field raw_logic_programs")
    (conclusion,) = program.conclusions
    formal = theory.formalization(program.premises, conclusion, program.glosses, where)
    item = {
        "id": str(value.get("id", record.index)),
        "text": value["context"],
        "questions": [
            {
                "text": value["question"],
                "kind": "truth",
                "query": f"necessary({conclusion})",
                "gold": _label(value, where),
            }
        ],
        "formalization": formal,
        "attributes": {"programs": len(programs)},
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    yield from own_format.read(replace(record, value=item), document)


def _label(value: Mapping[str, Any], where: str) -> str:
    """The answer: the letter of an option such as `A) True`, or the word itself."""
    answer = str(value.get("answer", "")).strip()
    options = value.get("options")
    texts = [str(option) for option in options] if isinstance(options, list) else []
    chosen = next((text for text in texts if text.startswith(f"{answer})")), answer)
    label = LABELS.get(chosen.rpartition(")")[2].strip().casefold()) if answer else None
    if label is None:
        raise bad_record(f"{where}, field answer", "True, False or Uncertain", repr(answer))
    return label


def _program(text: str, where: str) -> _Program:
    """A program by sections; text after `:::` is a gloss for a predicate, otherwise a comment."""
    program = _Program()
    section = ""
    for line in text.splitlines():
        head = line.strip().rstrip(":").casefold()
        if head in ("predicates", "premises", "conclusion"):
            section = head
            continue
        formula, _, sentence = (part.strip() for part in line.partition(":::"))
        if not formula:
            continue
        if section == "predicates":
            program.glosses[formula] = sentence.rstrip(".")
        elif section == "premises":
            program.premises.append(formula)
        elif section == "conclusion":
            program.conclusions.append(formula)
        else:
            raise bad_record(where, "Predicates:, Premises: or Conclusion:", repr(line[:60]))
    if len(program.conclusions) != 1:
        raise bad_record(where, "one formula after Conclusion:", str(len(program.conclusions)))
    return program
