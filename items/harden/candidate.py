"""A candidate: a background and a set of questions, as an item that can be checked and answered.

Owns combining the proposers' texts into an item in the program's own format, and the final item.
Leaves judging it to the gates.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from items.answers import Answer
from items.harden.attributes import (
    BY_MODELS,
    EXCLUDED_STRATEGIES,
    RESIDUAL,
    SETTLED_BY,
    STRATEGIES,
)
from items.harden.catalogue import strategies
from items.harden.roles.question_proposer import QuestionSet
from items.models import Item, Provenance
from items.sources import own_format
from items.sources.document import Document, Record, invalid
from solver.errors import InputError
from solver.phrases import phrase

FIELDS = ("parameters", "translation", "premise", "define", "variants")
"""Fields of a formalization that proposers provide."""


def hardened_name(excluded_strategies: Collection[str]) -> str:
    """The suffix of a hardened item's id."""
    names = sorted(strategies()[name].claim for name in excluded_strategies)
    return "-".join(["hardened", *(["without", *names] if names else [])])


@dataclass(frozen=True)
class Candidate:
    """One version of an item in the loop."""

    base: Item
    background: str
    question_set: QuestionSet
    excluded_strategies: tuple[str, ...] = ()
    """Strategies that are not used."""

    @property
    def formal(self) -> bool:
        """Whether it has a formalization."""
        return self.question_set.formalization is not None

    @property
    def by_solver(self) -> tuple[str, ...]:
        """Ids of the questions with a query."""
        return tuple(q.id for q in self.question_set.questions if self.formal and q.query)

    @property
    def by_models(self) -> tuple[str, ...]:
        """Ids of the questions without one."""
        solver = self.by_solver
        return tuple(q.id for q in self.question_set.questions if q.id not in solver)

    def record(self) -> dict[str, Any]:
        """The candidate as a record of the program's own format, without gold answers."""
        solver = self.by_solver
        questions: list[dict[str, Any]] = []
        for proposed_question in self.question_set.questions:
            question: dict[str, Any] = {"id": proposed_question.id, "text": proposed_question.text}
            if proposed_question.id in solver:
                question["query"] = proposed_question.query
            else:
                question["kind"] = "text"
            if proposed_question.condition:
                question["condition"] = proposed_question.condition
            questions.append(question)
        return {
            "id": f"{self.base.id}/{hardened_name(self.excluded_strategies)}",
            "title": self.base.title,
            "language": self.base.language,
            "text": self.background,
            "questions": questions,
            "attributes": {
                "kind": "hard",
                "base": self.base.id,
                **(
                    {EXCLUDED_STRATEGIES: ", ".join(sorted(self.excluded_strategies))}
                    if self.excluded_strategies
                    else {}
                ),
            },
            **({"formalization": self._formalization()} if self.formal else {}),
            **(
                {"claims": self.question_set.claims}
                if self.formal and self.question_set.claims
                else {}
            ),
        }

    def _formalization(self) -> dict[str, Any]:
        """The fields of the formalization; queries belong to the questions, and the solver finds
        the answers."""
        formalization = self.question_set.formalization or {}
        return {name: value for name, value in formalization.items() if name in FIELDS}

    def item(self) -> Item:
        """The candidate as an item without gold answers.

        Raises:
            InputError: the formalization, a query or a claim cannot be read.
        """
        return read_record(self.record())

    def for_roles(self) -> dict[str, Any]:
        """The candidate as passed to roles, including the purpose of each question."""
        return self.question_set.model_dump(mode="json", exclude_none=True)

    def finished(
        self,
        golds: Mapping[str, Answer],
        reasons: Mapping[str, str],
        residual: tuple[str, ...],
        provenance: Provenance,
    ) -> Item:
        """The final item, with a gold answer for every question."""
        item = self.item()
        questions = tuple(
            question.model_copy(update={"gold": golds[question.id]}) for question in item.questions
        )
        models = self.by_models
        by = "models" if not self.by_solver else "both" if models else "solver"
        used = "; ".join(f"{q.id}: {', '.join(q.strategies)}" for q in self.question_set.questions)
        attributes: dict[str, str | int | float | bool] = {
            **item.attributes,
            SETTLED_BY: by,
            STRATEGIES: used,
        }
        if models:
            attributes[BY_MODELS] = ", ".join(models)
        if residual:
            attributes[RESIDUAL] = ", ".join(residual)
        lines = [f"{id}: {text}" for id, text in reasons.items() if text]
        return item.model_copy(
            update={
                "questions": questions,
                "attributes": attributes,
                "explanation": "\n".join(lines),
                "provenance": provenance,
            }
        )


def read_record(record: Mapping[str, Any]) -> Item:
    """The item of a record that is not in a file; undeclared names are rejected.

    Raises:
        InputError: it cannot be read.
    """
    document = Document(Path("candidate"), (), declared=True)
    try:
        (item,) = own_format.read(Record(dict(record), 0, ""), document)
    except ValidationError as error:
        raise invalid("candidate", error) from None
    except RecursionError:
        raise InputError(phrase("Record cannot be read"), "candidate: too many brackets") from None
    if isinstance(item, InputError):
        raise item
    return item
