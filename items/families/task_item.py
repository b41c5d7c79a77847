"""The item for a generated task with one question.

Owns what all such items have in common: the form of their ids, the formalization stored next to the
text, the proof, and the provenance. Each family supplies the text and the question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from items.answers import TruthAnswer
from items.families.agreement import MODE, STRICT
from items.families.batches import PROVED
from items.models import Item, Provenance, Question
from items.wording.bank import Language

Attributes = Mapping[str, str | int | float | bool]


@dataclass(frozen=True, slots=True)
class Source:
    """A generator."""

    generator: str
    version: str
    benchmark: str
    """Benchmark name that distinguishes its items."""

    def item(
        self,
        seed: int,
        index: int,
        key: str,
        title: str,
        language: Language,
        text: str,
        question: Question,
        formal: "Formal",
        attributes: Attributes,
        parameters: Mapping[str, Any],
    ) -> Item:
        """Build an item. `key` identifies the request to the generator without seed and language;
        `parameters` are those of the run and anything else needed to read the text back."""
        formalization: dict[str, Any] = {
            "parameters": dict(formal.sorts),
            "translation": dict(formal.glosses),
            "premise": list(formal.premises),
        }
        if question.query is not None:
            formalization["question"] = [question.query]
        return Item(
            id=f"{self.generator}/{key}/s{seed}/{index:05d}-{language}",
            title=f"{title} {index}",
            language=language,
            text=text,
            questions=(question,),
            formalization=formalization,
            attributes={MODE: STRICT, **attributes, "proof": PROVED},
            provenance=Provenance(
                benchmark=self.benchmark,
                index=index,
                generator=self.generator,
                version=self.version,
                seed=seed,
                parameters=dict(parameters),
            ),
        )


@dataclass(frozen=True, slots=True)
class Formal:
    """The content of a text in symbols."""

    sorts: Mapping[str, str]
    """Symbol to its sort, in the order in which symbols are listed."""
    glosses: Mapping[str, str]
    premises: Sequence[str]


def truth_question(text: str, formula: str, label: Literal["true", "false", "unknown"]) -> Question:
    """Ask whether a formula is true, false or neither, given the text."""
    return Question(
        id="1",
        text=text,
        kind="truth",
        query=f"necessary({formula})",
        gold=TruthAnswer(value=label),
    )
