"""Candidate formalizations of items, read from files and compared with the items' own.

Owns the lines `{item, id, fl}`, the assignment of candidates to items, and the score of a candidate
as plain data.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from items.formal import formal_item, own_queries
from items.formalizations.comparison import (
    TIMEOUT,
    FormalComparison,
    VariantComparison,
    compare_formalizations,
)
from items.formalizations.written_formalizations import read_written
from items.models import Item
from items.sources.document import bad_record
from items.sources.json_files import read_document
from solver.as_json import world_data
from solver.cancel import Cancel, whole_budget
from solver.errors import InputError
from solver.explain import world_in_words
from solver.files import read_data
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.language.problem import Problem
from solver.language.scratchpad_lines import read_scratch
from solver.language.words import Language
from solver.premise_relation import PremiseVerdict

SECONDS = 60.0
"""Time limit for one candidate with all its questions to the solver."""
_QUESTION_SHARE = 1 / 12
"""Share of that time that one question may take."""
UNREADABLE = "unreadable"
"""The verdict on a formalization that cannot be parsed."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One formalization of one item."""

    id: str
    item: Item
    formalization: Any
    """As given; possibly not a formalization at all."""
    recorded_id: Any = None
    """The item's id as given in the record."""
    names: Mapping[str, str] = field(default_factory=dict)
    """A model's symbol matches: the candidate's names to the gold's."""


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate compared with its item's formalization."""

    candidate: Candidate
    comparison: FormalComparison | None
    """None if the candidate cannot be parsed."""
    reason: str = ""
    """Why it cannot be parsed."""
    warnings: tuple[str, ...] = ()
    """Warnings about ambiguous parsing, such as the assumed dialect."""


def read_candidates(path: Path, items: Sequence[Item]) -> Iterator[Candidate | InputError]:
    """The candidates of a file of JSON records `{item, id, fl}`: `item` is the id of an item,
    optionally without leading zeros; `id` is the candidate's own (default: its item's); `fl` is the
    formal object, or a model's text. Also accepted are items in the program's own format, whose
    formalization is the candidate, and a file with one formal object or a scratchpad, named after
    its item.

    Raises InputError if the file cannot be read at all.
    """
    items_by_id: dict[str, Item] = {item.id: item for item in items}
    for item in items:
        items_by_id.setdefault(item.id.rpartition("/")[2].lstrip("0") or "0", item)
    if path.suffix in (".pad", ".txt"):
        yield _from_pad(path, items_by_id)
        return
    document = read_document(path)
    yield from document.problems
    for record in document.records:
        where, value = document.where(record), record.value
        if not isinstance(value, Mapping):
            yield bad_record(where, "an object with item, id and fl", type(value).__name__)
            continue
        if "item" not in value and "fl" not in value:
            value = _as_candidate(value, path) or value
        name = str(value.get("item", ""))
        owner = items_by_id.get(name) or items_by_id.get(name.lstrip("0") or "0")
        if "item" not in value or owner is None:
            text = repr(value["item"]) if "item" in value else "nothing"
            yield bad_record(f"{where}, field item", "the id of an item of the gold", text)
            continue
        if "fl" not in value:
            yield bad_record(f"{where}, field fl", "a formalization", "nothing")
            continue
        yield Candidate(str(value.get("id", owner.id)), owner, value["fl"], value["item"])


def _as_candidate(value: Mapping[str, Any], path: Path) -> dict[str, Any] | None:
    """A record that is an item with a formalization, or a formal object, as a candidate."""
    formal = value.get("formalization")
    if isinstance(formal, Mapping) and "id" in value:
        values = [part.get("query") for part in _parts(value.get("questions"))]
        queries = [query for query in values if isinstance(query, str)]
        data = {**formal, "question": queries} if queries else formal
        return {"item": value["id"], "id": value["id"], "fl": data}
    if "premise" in value:
        return {"item": path.stem, "id": path.stem, "fl": dict(value)}
    return None


def _parts(questions: Any) -> Iterator[Mapping[str, Any]]:
    """Questions as JSON; questions with parts are replaced by their parts."""
    for question in questions if isinstance(questions, list) else ():
        if isinstance(question, Mapping):
            yield from _parts(question.get("parts")) if question.get("parts") else (question,)


def _from_pad(path: Path, items_by_id: Mapping[str, Item]) -> Candidate | InputError:
    """The text of a scratchpad named after its item."""
    owner = items_by_id.get(path.stem) or items_by_id.get(path.stem.lstrip("0") or "0")
    if owner is None:
        return bad_record(str(path), "a file named after an item of the gold", repr(path.stem))
    try:
        text = read_data(path).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return InputError("The scratchpad cannot be read", f"{path}: {error}")
    scratch = read_scratch(text)
    if scratch.error is not None:
        return InputError("The scratchpad cannot be read", f"{path}: {scratch.error.message}")
    if scratch.problem is None:
        line = next(iter(scratch.errors))
        name = text.split("\n")[line.number]
        return bad_record(f"{path}, line {line.number + 1}", "a line that can be read", repr(name))
    return Candidate(path.stem, owner, dict(scratch.formalization), owner.id)


def gold_problem(item: Item) -> Problem:
    """The item's own formalization with the queries of its questions and its own listed queries.

    Raises InputError if there is none, or it cannot be parsed.
    """
    formal = formal_item(item)
    if formal is None:
        raise InputError("No gold formalization", f"item {item.id} has no formalization")
    own = set(formal.queries.values())
    # By their text: a listed query that is also that of an option stands among the options'.
    by_text = {query.text: query for query in formal.problem.queries}
    texts = [text.strip() for text in own_queries(item.formalization or {})]
    listed = [by_text[text] for text in texts if text in by_text]
    all_queries = [*formal.queries.values(), *(query for query in listed if query not in own)]
    return replace(formal.problem, queries=tuple(all_queries))


def score(
    candidates: Iterable[Candidate],
    *,
    timeout: float = SECONDS,
    cancel: Cancel | None = None,
    by_name: bool = False,
) -> Iterator[ScoredCandidate]:
    """Compare each candidate with its item's formalization. `timeout` is in seconds for all
    questions about one candidate; each of them gets at most `TIMEOUT` seconds or, of a longer time,
    a twelfth. Reading it is limited as everywhere else (`for_reading`).

    Raises InputError if an item's own formalization cannot be parsed.
    """
    each = max(TIMEOUT, timeout * _QUESTION_SHARE)
    golds: dict[str, Problem] = {}
    for candidate in candidates:
        item = candidate.item
        if item.id not in golds:
            golds[item.id] = gold_problem(item)
        written = candidate.formalization
        if isinstance(written, str):
            extracted = read_written(written)
            if extracted.formalization is None:
                yield ScoredCandidate(candidate, None, extracted.reason)
                continue
            written = extracted.formalization
        try:
            problem = load_problem(written)
            with whole_budget(timeout):
                comparison = compare_formalizations(
                    problem,
                    golds[item.id],
                    item.rubric,
                    timeout=each,
                    cancel=cancel,
                    by_name=by_name,
                    names=candidate.names,
                )
        except InputError as error:
            yield ScoredCandidate(candidate, None, error.line)
            continue
        yield ScoredCandidate(candidate, comparison, warnings=problem.reading)


# --- as plain data -----------------------------------------------------------------------------


def scored_data(scored: ScoredCandidate) -> dict[str, Any]:
    """A score as JSON. Premises are numbered from 0; null means unknown.

    `answers` have the form of LLMEval-Logic's release (see `answers`), with the gold's names.
    """
    candidate, comparison = scored.candidate, scored.comparison
    head = {"id": candidate.id, "item": candidate.recorded_id}
    if comparison is None:
        return {
            **head,
            "equivalent": None,
            "extras": None,
            "missing": None,
            "answers": None,
            "answers_same": None,
            "query_same": None,
            "atoms": None,
            "verdict": UNREADABLE,
            "reason": scored.reason,
            "warnings": [],
        }
    premises = comparison.premises
    return {
        **head,
        "equivalent": comparison.equivalent,
        "extras": [extra.premise for extra in premises.extras],
        "missing": [step.premise for step in premises.missing],
        "undecided": {
            "candidate": [
                step.premise for step in premises.second_verdicts if step.follows is None
            ],
            "gold": [step.premise for step in premises.first_verdicts if step.follows is None],
        },
        "relation": str(comparison.relation),
        "answers": [answer.value for answer in comparison.answers],
        "cases": [answer.cases for answer in comparison.answers],
        "gold_answers": [answer.value for answer in comparison.gold_answers],
        "answers_same": comparison.answers_same,
        "query_same": comparison.query_same,
        "atoms": {id: str(outcome) for id, outcome in comparison.atoms.items()},
        "verdict": str(comparison.standing),
        "patterns": [str(pattern) for pattern in comparison.patterns],
        "gate": str(comparison.gate),
        "consistent": premises.second_consistent,
        "differences": [
            *(_difference("extra", step, comparison) for step in premises.extras),
            *(_difference("missing", step, comparison) for step in premises.missing),
        ],
        "variants": [_variant(variant, comparison) for variant in comparison.variants],
        "symbols": [
            {
                "candidate": match.symbol.name,
                "gold": match.gold.name,
                "arity": match.gold.arity,
                "by": str(match.basis),
                **({"values": dict(match.values)} if match.values else {}),
            }
            for match in comparison.alignment.matches
        ],
        "formulas": [
            {"candidate": entry.left, "gold": entry.right, "by": str(entry.basis)}
            for entry in comparison.alignment.formulas
        ],
        "assumed": [
            [entry.left, entry.right, entry.left_gloss, entry.right_gloss, str(entry.basis)]
            for entry in comparison.assumed
        ],
        "free": [symbol.name for symbol in comparison.alignment.free],
        "reason": "",
        "warnings": list(scored.warnings),
    }


def _variant(variant: VariantComparison, comparison: FormalComparison) -> dict[str, Any]:
    """The premises of both sides under a variant, each with its own numbering."""
    premises, numbers, theirs = variant.premises, variant.numbers, variant.gold_numbers
    return {
        "candidate": variant.candidate,
        "gold": variant.gold,
        "equivalent": premises.equivalent,
        "extras": [numbers[extra.premise] for extra in premises.extras],
        "missing": [theirs[step.premise] for step in premises.missing],
        "differences": [
            *(
                {**_difference("extra", step, comparison), "premise": numbers[step.premise]}
                for step in premises.extras
            ),
            *(
                {**_difference("missing", step, comparison), "premise": theirs[step.premise]}
                for step in premises.missing
            ),
        ],
    }


def _difference(side: str, step: PremiseVerdict, comparison: FormalComparison) -> dict[str, Any]:
    return {
        "side": side,
        "premise": step.premise,
        "formula": print_formula(step.formula),
        "world": world_data(step.world),
        "words": difference_words(step, comparison),
    }


def difference_words(
    step: PremiseVerdict, comparison: FormalComparison, language: Language = "en"
) -> list[str]:
    """The world that distinguishes the two sides, in the words of the gold's glosses."""
    return [] if step.world is None else world_in_words(step.world, comparison.signature, language)
