"""The question kinds, and the answer forms by name.

A question kind is one of the program's own (`choice`, `truth`, `text`) or a query kind, which names
its answer form. To add a form, write a module in this package and name it in `form_traits`. A
separate distribution registers its form as an entry point in `countermodel.answer_forms`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol, cast

from items.kinds import form_traits
from items.kinds.names import own_kind
from solver.errors import InputError
from solver.kinds.registry import kind_of

if TYPE_CHECKING:
    from items.kinds.base import AnswerForm
    from items.models import Question
    from solver.language.problem import Query
    from solver.plugins import Registry

FORMS = cast("Registry[AnswerForm]", form_traits.FORMS)
"""Every answer form by name."""


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

    A query kind with several forms chooses by the query, which is parsed if it is not given and
    there is no gold answer. Raises InputError for a question that has parts.
    """
    kind = part.kind
    if kind is None:
        raise InputError(
            "There is no single answer", "the question has parts, each with its answer"
        )
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


def form_of_answer(answer: _Answer) -> "AnswerForm":
    """The form of an answer. Raises InputError if no form has its `kind`."""
    return cast("AnswerForm", form_traits.form_named(answer.kind))


def _read(part: "Question", formalization: Mapping[str, Any] | None) -> "Query | None":
    """The question's query, parsed with the item's formalization; None if it cannot be parsed."""
    from solver.language.loader import load_problem

    if part.query is None:
        return None
    for data in ({**(formalization or {}), "question": [part.query]}, {"question": [part.query]}):
        try:
            return load_problem(data).queries[0]
        except InputError:
            continue
    return None
