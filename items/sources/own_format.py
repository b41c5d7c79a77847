"""The project's own format: one item per line, as JSON, with everything that an item has.

Owns reading, including its short forms, and writing. The fields are those of `items.models`;
`read`'s docstring and the documentation of formats say what may be omitted or abbreviated.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from items.answers import Answer
from items.formal import formal_item, load_formal, own_queries, vocabulary
from items.hidden_text import controls_escaped
from items.kinds.form_traits import own_form
from items.kinds.names import is_question_kind, own_kind, question_kinds
from items.kinds.registry import FORMS
from items.kinds.word import words_of
from items.models import Choice, Item, Question
from items.sources.document import Document, Record, bad_record
from items.sources.own_format_quick import quick_item, quick_line, remember
from items.values.answer_text import format_answer, parse_answer
from solver.cancel import Budget
from solver.errors import InputError, NotRead
from solver.kinds.registry import KINDS, kind_of
from solver.phrases import phrase

T = TypeVar("T")
_QUERY_WORD = re.compile(r"\s*([a-z_]+)\s*\(")
_REQUIRED_FIELDS = ("id", "text", "questions")


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a list of question objects, as only this format has."""
    questions = value.get("questions")
    return isinstance(questions, list) and all(isinstance(q, dict) for q in questions)


read_line = quick_line


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record.

    Short forms: an id given as a number; a question without `id` (`1`, `2`, …; parts `1.1`, …) or
    without `kind` (`choice` if there are options, else the query's own word, else `text`); options
    and vocabulary as plain strings; `gold` as text (`"{(A, B), ()}"`, `"B"`, `"True"`), a number
    (count_models) or true/false (truth); a vocabulary omitted if it follows from the query.

    Raises:
        InputError: the record cannot be read.
    """
    value = record.value
    quick = quick_item(value) if isinstance(value, dict) else None
    if quick is not None:
        yield quick
        return
    where = document.where(record)
    if not isinstance(value, dict):
        raise bad_record(where, "an item, a JSON object", type(value).__name__)
    missing = [key for key in _REQUIRED_FIELDS if key not in value]
    if missing:
        raise bad_record(
            f"{where}, field {missing[0]}", "a value", f"nothing; fields: {', '.join(value)}"
        )
    unknown = [key for key in value if key not in Item.model_fields]
    if unknown:
        raise bad_record(
            f"{where}, field {unknown[0]}",
            phrase("one of {a}", a=", ".join(Item.model_fields)),
            f"the unknown field {unknown[0]!r}",
        )
    full = dict(value)
    if isinstance(full["id"], int) and not isinstance(full["id"], bool):
        full["id"] = str(full["id"])
    questions = full["questions"]
    if not isinstance(questions, list) or not questions:
        raise bad_record(f"{where}, field questions", "a list of questions", _kind_of(questions))
    formalization = full.get("formalization")
    formal = None
    if isinstance(formalization, dict):
        formal = _with_place(
            f"{where}, formalization", lambda: _read_in_time(formalization, questions, document)
        )
    full["questions"] = [
        _question(entry, str(place), f"{where}, questions[{place - 1}]", formal)
        for place, entry in enumerate(questions, start=1)
    ]
    item = Item.model_validate(full)
    if (
        formal is not None
        and not formal.options_too
        and any(option.formula is not None for leaf in item.leaves for option in leaf.options)
    ):
        _with_place(f"{where}, the options' formulas", lambda: _options_in_time(item, document))
    yield item


def _options_in_time(item: Item, document: Document) -> None:
    """Parse the formulas of an item's options, as far as the time limit allows.

    Raises:
        InputError: a formula cannot be parsed.
    """
    with suppress(NotRead):
        formal_item(item, strict=document.declared, budget=Budget.of(document.seconds))


def _read_in_time(
    formalization: dict[str, Any], questions: list[Any], document: Document
) -> "_Formal | None":
    """The parsed formalization; None if the time limit ends first and nothing about the item
    depends on it. A later solver query on the item then reports that parsing takes longer.

    Raises:
        InputError: it cannot be parsed, or not in time although an answer's vocabulary depends on
        it.
    """
    try:
        return _Formal(formalization, questions, document.declared, Budget.of(document.seconds))
    except NotRead:
        leaves = [leaf for entry in questions for leaf in _leaves(entry)]
        lacking = (leaf.get("query") for leaf in leaves if "vocabulary" not in leaf)
        if any(isinstance(query, str) and _builds_answers(query) for query in lacking):
            raise
        return None


class _Formal:
    """The formalization of one record, with all queries of its questions."""

    def __init__(
        self, formalization: dict[str, Any], questions: list[Any], strict: bool, budget: Budget
    ) -> None:
        """Raises InputError if it cannot be parsed, NotRead if the budget ends first."""
        self.formalization = formalization
        leaves = [leaf for entry in questions for leaf in _leaves(entry)]
        queries = (leaf.get("query") for leaf in leaves)
        texts = list(dict.fromkeys(query for query in queries if isinstance(query, str)))
        further = [query for query in own_queries(formalization) if query not in texts]
        with_queries = {**formalization, "question": [*texts, *further]}
        options = _option_formulas(leaves)
        self.options_too = False
        """Whether the options' formulas were parsed with it and have no errors."""
        if options and not any(map(_builds_answers, texts)):
            # Parse everything at once. If that fails, the error is reported for the part that has
            # it.
            with suppress(InputError):
                both = {**with_queries, "question": [*with_queries["question"], *options]}
                self.problem = load_formal(both, "", strict=strict, budget=budget)
                self.options_too = True
        if not self.options_too:
            self.problem = load_formal(
                with_queries, "", strict=strict, lenient=not strict, budget=budget
            )
        unread = self.problem.unreadable_queries
        if not unread:
            query_texts = [*with_queries["question"], *(options if self.options_too else ())]
            remember(formalization, query_texts, self.options_too)
        read_texts = (text for place, text in enumerate(texts) if place not in unread)
        self.queries = dict(zip(read_texts, self.problem.queries, strict=False))

    def vocabulary(self, query: str) -> tuple[Choice, ...]:
        """What answers to a query are built from; empty if it cannot be parsed."""
        query_read = self.queries.get(query)
        return () if query_read is None else vocabulary(query_read, self.problem)


def _builds_answers(text: str) -> bool:
    """Whether answers to a query are built from the names in it, so that every parsed name
    matters."""
    match = _QUERY_WORD.match(text)
    if match is None or match[1] not in KINDS:
        return False
    return not {"word", "number"}.issuperset(kind_of(match[1]).forms)


def _option_formulas(leaves: Iterable[Mapping[str, Any]]) -> list[str]:
    """The formulas of options, as queries."""
    formulas = [
        option.get("formula")
        for leaf in leaves
        if isinstance(leaf.get("options"), list)
        for option in leaf["options"]
        if isinstance(option, dict)
    ]
    return [f"necessary({formula})" for formula in formulas if isinstance(formula, str)]


def _leaves(entry: Any) -> list[dict[str, Any]]:
    if not isinstance(entry, dict):
        return []
    parts = entry.get("parts")
    if isinstance(parts, list) and parts:
        return [part for part in parts if isinstance(part, dict)]
    return [entry]


def write(items: Iterable[Item]) -> str:
    """Items as JSON Lines; `read` returns equal items."""
    return "".join(f"{line_of(item)}\n" for item in items)


def line_of(item: Item) -> str:
    """The line of an item, without line end."""
    return controls_escaped(json.dumps(to_json(item), ensure_ascii=False))


def to_json(item: Item) -> dict[str, Any]:
    """One item as the object of its line; default values are left out."""
    full = item.model_dump(mode="json", exclude_defaults=True)
    full["questions"] = [_written(question, item.formalization) for question in item.questions]
    return full


def _written(question: Question, formalization: Mapping[str, Any] | None) -> dict[str, Any]:
    full = question.model_dump(mode="json", exclude_defaults=True)
    if question.parts:
        full["parts"] = [_written(part, formalization) for part in question.parts]
        return full
    if not question.vocabulary and question.query:
        full["vocabulary"] = []
    if question.options and all(option.formula is None for option in question.options):
        full["options"] = [option.text for option in question.options]
    if question.gold is not None:
        full["gold"] = _gold_text(question.gold, question, formalization)
    return full


def _gold_text(
    gold: Answer, question: Question, formalization: Mapping[str, Any] | None
) -> str | dict[str, Any]:
    """The text form if it reads back as the same answer, otherwise the answer's object."""
    text = format_answer(gold, question)
    try:
        # A reader parses it with the question but without its gold.
        part = question.model_copy(update={"gold": None})
        if parse_answer(text, part, formalization) == gold:
            return text
    except InputError:
        pass
    return gold.model_dump(mode="json")


def _question(value: Any, id: str, where: str, formal: _Formal | None) -> dict[str, Any]:
    """Expand a question from its short form to its full form."""
    if not isinstance(value, dict):
        raise bad_record(where, "a question, a JSON object", _kind_of(value))
    unknown = [key for key in value if key not in Question.model_fields]
    if unknown:
        raise bad_record(
            f"{where}, field {unknown[0]}",
            phrase("one of {a}", a=", ".join(Question.model_fields)),
            f"the unknown field {unknown[0]!r}",
        )
    full = {"id": id, **value}
    parts = full.get("parts")
    if isinstance(parts, list) and parts:
        full["parts"] = [
            _question(part, f"{id}.{n}", f"{where}.parts[{n - 1}]", formal)
            for n, part in enumerate(parts, start=1)
        ]
        return full
    for field, key in (("options", "text"), ("vocabulary", "key")):
        entries = full.get(field)
        if isinstance(entries, list):
            full[field] = [{key: e} if isinstance(e, str) else e for e in entries]
    if full.get("kind") is None:
        full["kind"] = _inferred(full)
        lost = formal is not None and full.get("query") not in formal.queries
        if lost and not is_question_kind(full["kind"]):
            full["kind"] = "text"
    kind = full["kind"]
    if not isinstance(kind, str) or not is_question_kind(kind):
        text = repr(kind) if isinstance(kind, str) else _kind_of(kind)
        raise bad_record(
            f"{where}, field kind",
            phrase("one of {a}", a=", ".join(sorted(question_kinds()))),
            text,
        )
    query = full.get("query")
    if "vocabulary" not in full and isinstance(query, str) and formal is not None:
        full["vocabulary"] = formal.vocabulary(query)
    full["gold"] = _gold(full, where, formal)
    return full


def _inferred(question: Mapping[str, Any]) -> str:
    if question.get("options"):
        return "choice"
    query = question.get("query")
    match = _QUERY_WORD.match(query) if isinstance(query, str) else None
    return match[1] if match else "text"


def _truth_kind(kind: Any) -> bool:
    form = own_form(kind) if isinstance(kind, str) else None
    return form is not None and form.truth


def _gold(full: dict[str, Any], where: str, formal: _Formal | None) -> Any:
    gold = full.get("gold")
    if gold is None:
        return None
    if isinstance(gold, dict):
        return _fitting(gold, full, where)
    if isinstance(gold, bool) and _truth_kind(full["kind"]):
        gold = str(gold)
    elif (
        isinstance(gold, int)
        and not isinstance(gold, bool)
        and _answer_kinds(full["kind"]) == ("count",)
    ):
        return {"kind": "count", "count": gold}
    if not isinstance(gold, str):
        raise bad_record(
            f"{where}, field gold", f"an answer to a {full['kind']} question", _kind_of(gold)
        )
    question = Question.model_validate({**full, "gold": None})
    try:
        if formal is None:
            return parse_answer(gold, question)
        query = formal.queries.get(question.query or "")
        return parse_answer(gold, question, formal.formalization, query)
    except InputError as error:
        raise InputError(
            phrase("Record cannot be read"), f"{where}, field gold: {error.message}", error.hint
        ) from None


def _fitting(gold: dict[str, Any], full: Mapping[str, Any], where: str) -> dict[str, Any]:
    """An answer object, checked to have a `kind` that answers this kind of question."""
    expected = _answer_kinds(full["kind"])
    if gold.get("kind") not in expected:
        raise bad_record(f"{where}, field gold.kind", " or ".join(expected), repr(gold.get("kind")))
    words = words_of(full["kind"]) if expected == ("verdict",) else ()
    if words and gold.get("word") not in words:
        raise bad_record(f"{where}, field gold.word", " or ".join(words), repr(gold.get("word")))
    options, option = full.get("options"), gold.get("option")
    if isinstance(options, list) and isinstance(option, int) and not 0 <= option < len(options):
        raise bad_record(
            f"{where}, field gold.option", f"0 to {len(options) - 1}, or null", repr(option)
        )
    return gold


def _answer_kinds(kind: str) -> tuple[str, ...]:
    """The `kind` values that answers to a question kind can have."""
    own = own_kind(kind)
    forms = kind_of(kind).forms if own is None else (own.form,)
    return tuple(FORMS[form].name for form in forms)


def _with_place(where: str, read_value: Callable[[], T]) -> T:
    """Return what `read_value` returns; errors of the solver get their place in the file."""
    try:
        return read_value()
    except InputError as error:
        message = error.line
        raise InputError(
            phrase("Record cannot be read"), f"{where}: {message}", error.hint
        ) from None


def _kind_of(value: Any) -> str:
    excerpt = repr(value)
    return f"{type(value).__name__} {excerpt if len(excerpt) <= 60 else excerpt[:57] + '…'}"
