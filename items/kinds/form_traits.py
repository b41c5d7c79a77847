"""The forms of answers by name, and what may be known of one without the classes it works with.

Owns the list. Items and answers ask here what form they are of; what a form does with them is
`items.kinds.registry`'s to hand out.
"""

from typing import Any, Protocol

from items.kinds.names import OWN, own_kind
from solver.errors import InputError
from solver.plugins import Registry


class Traits(Protocol):
    """What is asked of a form beside its work; `items.kinds.base.AnswerForm` says what it means."""

    @property
    def name(self) -> str: ...
    @property
    def answers(self) -> type[Any] | None: ...
    @property
    def rotates(self) -> bool: ...
    @property
    def truth(self) -> bool: ...
    @property
    def free(self) -> bool: ...


FORMS: Registry[Traits] = Registry(
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
_by_answer: dict[str, Traits] = {}
_of_own: dict[str, Traits] = {}
"""By the program's own kinds of question, which never change; this is asked for every answer."""


def own_form(kind: str) -> Traits | None:
    """The form of a kind of question that is no query kind; None for a query kind."""
    form = _of_own.get(kind)
    if form is None and (own := own_kind(kind)) is not None:
        form = FORMS[own.form]
        if kind in OWN:
            _of_own[kind] = form
    return form


def form_named(kind: str) -> Traits:
    """The form whose answers have this `kind`. Raises InputError where there is none."""
    form = _by_answer.get(kind)
    if form is None:
        _by_answer.update({form.name: form for _, form in FORMS.working()})
        form = _by_answer.get(kind)
    if form is None:
        raise InputError("No such form of answer", f"found {kind!r}")
    return form
