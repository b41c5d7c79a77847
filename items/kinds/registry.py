"""The kinds of question, and the forms of answers by name.

A question kind is one of the program's own (`choice`, `truth`, `text`) or a query kind, which has
the answer form that it names. To add a form, write its module beside this one and name it here; in
another distribution, name it as an entry point of the group `countermodel.answer_forms`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from items.kinds.names import own_kind
from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.plugins import Registry

if TYPE_CHECKING:
    from items.kinds.base import AnswerForm
    from items.models import Question
    from solver.language.problem import Query

FORMS: "Registry[AnswerForm]" = Registry(
    "countermodel.answer_forms",
    {
        "choice": "items.kinds.choice:FORM",
        "truth": "items.kinds.truth:FORM",
        "text": "items.kinds.text:FORM",
        "word": "items.kinds.word:FORM",
        "number": "items.kinds.number:FORM",
        "models": "items.kinds.models:FORM",
        "unique": "items.kinds.unique:FORM",
        "set": "items.kinds.members:FORM",
    },
    offers=("name", "parse", "write", "misfit"),
    sort="items.kinds.base:AnswerForm",
)


_by_answer: "dict[str, AnswerForm]" = {}


class _Answer(Protocol):
    @property
    def kind(self) -> str:
        """Name of its form."""


def form_of(
    part: "Question",
    formalization: Mapping[str, Any] | None = None,
    query: "Query | None" = None,
) -> "AnswerForm":
    """The form of the answers to a question part.

    A query kind with several forms chooses by the query, which is read where it is not given and
    there is no gold answer. Raises InputError for a question that has parts.
    """
    kind = part.kind
    if kind is None:
        raise InputError("No answer in one piece", "the question has parts, each with its answer")
    own_form = own_kind(kind)
    if own_form is not None:
        return FORMS[own_form.form]
    forms = kind_of(kind).forms
    if len(forms) == 1:
        return FORMS[forms[0]]
    if query is None and part.gold is not None:
        own = [FORMS[name] for name in forms if FORMS[name].name == part.gold.kind]
        if own:
            return own[0]
    if query is None:
        query = _read(part, formalization)
    return FORMS[forms[0] if query is None else kind_of(kind).form(query)]


def own_form(kind: str) -> "AnswerForm | None":
    """The form of a kind of question that is no query kind; None for a query kind."""
    own = own_kind(kind)
    return None if own is None else FORMS[own.form]


def form_of_answer(answer: _Answer) -> "AnswerForm":
    """The form of an answer. Raises InputError where none has its `kind`."""
    return form_named(answer.kind)


def form_named(kind: str) -> "AnswerForm":
    """The form whose answers have this `kind`. Raises InputError where there is none."""
    form = _by_answer.get(kind)
    if form is None:
        _by_answer.update({form.name: form for _, form in FORMS.working()})
        form = _by_answer.get(kind)
    if form is None:
        raise InputError("No such form of answer", f"found {kind!r}")
    return form


def _read(part: "Question", formalization: Mapping[str, Any] | None) -> "Query | None":
    """The question's query as the item's formalization means it; None where it cannot be read."""
    from solver.language.loader import load_problem

    if part.query is None:
        return None
    for data in ({**(formalization or {}), "question": [part.query]}, {"question": [part.query]}):
        try:
            return load_problem(data).queries[0]
        except InputError:
            continue
    return None
