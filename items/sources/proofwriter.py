"""ProofWriter as published by its authors: one theory per line, with its questions.

Owns the fields of the `meta-*.jsonl` files and the notation of triples and rules (Tafjord et al.,
"ProofWriter"). Its answers come from forward chaining. That agrees with classical logic if the
theory has no negation and the world is open, so only such theories are formalized.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from items.models import TRUTH_SCALE, Item
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, fields_of
from items.sources.logic_lm_set import SCALE, id_attributes, two_valued
from solver.errors import InputError

BENCHMARK = "ProofWriter"
_ATOM = re.compile(r'\(\s*"([^"]+)"\s+"([^"]+)"\s+"([^"]+)"\s+"([+~-])"\s*\)')
_QUOTED = re.compile(r'"[^"]*"')
_ANYBODY = ("someone", "something")
_OPEN = "Is this true, false or unknown?"
_VARIABLE = "x"


class _Atom(NamedTuple):
    """A triple with its sign: `("Anne" "is" "big" "+")`."""

    subject: str
    verb: str
    object: str
    sign: str


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a theory, its triples and rules, and questions by name."""
    return {"theory", "triples", "rules", "questions"} <= value.keys() and all(
        isinstance(value[name], dict) for name in ("triples", "rules", "questions")
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one theory, with all its questions.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "theory, triples, rules and questions")
    if not isinstance(value["theory"], str):
        raise bad_record(f"{where}, field theory", "text", type(value["theory"]).__name__)
    name = str(value.get("id", record.index))
    attributes: dict[str, Any] = id_attributes(name)
    closed = attributes.get("assumption") == "CWA"
    for part in ("triples", "rules", "questions"):
        for number, entry in value[part].items():
            _check_whole(entry, f"{where}, field {part}.{number}.representation")
    formal = None if closed else _Theory.of(value)
    questions = [
        _question(number, entry, formal, f"{where}, field questions.{number}")
        for number, entry in value["questions"].items()
    ]
    if closed:
        attributes |= two_valued(question["gold"] for question in questions)
    prefix = "Is this true or false?" if TRUTH_SCALE in attributes else _OPEN
    for question in questions:
        question["text"] = f"{prefix} {question['text']}"
    item: dict[str, Any] = {
        "id": f"proofwriter/{name}",
        "text": value["theory"],
        "questions": questions,
        "attributes": {**attributes, "formalized": formal is not None},
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    if formal is not None:
        item["formalization"] = formal.formalization()
    yield from own_format.read(replace(record, value=item), document)


def _question(number: str, entry: Any, formal: "_Theory | None", where: str) -> dict[str, Any]:
    if not isinstance(entry, dict) or not isinstance(entry.get("question"), str):
        raise bad_record(where, "an object with question and answer", type(entry).__name__)
    if "answer" not in entry:
        raise bad_record(f"{where}.answer", "true, false or Unknown", "no such field")
    gold = SCALE.get(str(entry["answer"]).strip().casefold())
    if gold is None:
        raise bad_record(f"{where}.answer", "true, false or Unknown", repr(entry["answer"]))
    question = {
        "id": str(number),
        "text": entry["question"],
        "kind": "truth",
        "gold": gold,
    }
    atoms = _atoms(entry.get("representation", ""))
    if formal is not None and len(atoms) == 1:
        question["query"] = f"necessary({formal.literal(atoms[0])})"
    return question


def _check_whole(entry: Any, where: str) -> None:
    """Raises InputError if a representation breaks off, with brackets or quotation marks not
    closed. Unknown notations are left unformalized."""
    text = entry.get("representation") if isinstance(entry, dict) else None
    if not isinstance(text, str):
        return
    plain = _QUOTED.sub("", text)
    if plain.count("(") != plain.count(")") or '"' in plain:
        raise bad_record(where, "brackets and quotation marks that close", repr(text)[:80])


def _atoms(text: Any) -> list[_Atom]:
    return [_Atom(*parts) for parts in _ATOM.findall(text)] if isinstance(text, str) else []


class _Theory:
    """The formulas of a theory without negation, and what their symbols mean."""

    def __init__(self) -> None:
        self.sorts: dict[str, str] = {}
        self.glosses: dict[str, str] = {}
        self.premises: list[str] = []

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> "_Theory | None":
        """The theory of a record; None if it has a negation or an unknown notation."""
        theory = cls()
        for entry in (*value["triples"].values(), *value["rules"].values()):
            written = entry.get("representation") if isinstance(entry, dict) else None
            body, arrow, head = str(written).partition("->")
            conditions, outcome = (_atoms(body), _atoms(head)) if arrow else ([], _atoms(body))
            if len(outcome) != 1 or (arrow and not conditions):
                return None
            if any(atom.sign != "+" for atom in (*conditions, *outcome)):
                return None
            theory.premises.append(theory.rule(conditions, outcome[0]))
        return theory

    def rule(self, conditions: list[_Atom], outcome: _Atom) -> str:
        """A rule, universal if it names nobody in particular; without conditions, a fact."""
        formula = self.literal(outcome)
        if conditions:
            formula = f"{' ∧ '.join(map(self.literal, conditions))} → {formula}"
        parties = {party for atom in (*conditions, outcome) for party in (atom[0], atom[2])}
        return f"∀{_VARIABLE} ({formula})" if parties & {*_ANYBODY} else formula

    def literal(self, atom: _Atom) -> str:
        """A triple as a formula."""
        subject = self._party(atom.subject)
        if atom.verb == "is":
            predicate = self._symbol("Is", atom.object, 1, f"x is {atom.object}")
            formula = f"{predicate}({subject})"
        else:
            predicate = self._symbol("Does", atom.verb, 2, f"x {atom.verb} y")
            formula = f"{predicate}({subject}, {self._party(atom.object)})"
        return formula if atom.sign == "+" else f"¬{formula}"

    def _symbol(self, kind: str, word: str, places: int, gloss: str) -> str:
        name = f"{kind}_{_identifier(word)}"
        self.sorts[name] = f"Function({places})"
        self.glosses[f"{name}(x)" if places == 1 else f"{name}(x, y)"] = gloss
        return name

    def _party(self, word: str) -> str:
        if word in _ANYBODY:
            return _VARIABLE
        name = _identifier(word).capitalize()
        self.sorts[name] = "Individual"
        self.glosses[name] = word
        return name

    def formalization(self) -> dict[str, Any]:
        """The formal object, with everything named so far."""
        return {
            "parameters": self.sorts,
            "translation": self.glosses,
            "premise": self.premises,
        }


def _identifier(word: str) -> str:
    return re.sub(r"\W", "_", word)
