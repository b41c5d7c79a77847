"""The answer forms by name, and the traits of a form that are needed without its answer classes.

Owns the list. Items and answers look up their form here; `items.kinds.registry` gives access to the
methods of a form.
"""

from typing import Any, Protocol

from items.kinds.names import OWN, own_kind
from solver.errors import InputError
from solver.plugins import Registry


class Traits(Protocol):
    """The attributes of a form, without its methods; explained in `items.kinds.base.AnswerForm`."""

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
    required=("name", "parse", "write", "misfit"),
    sort="items.kinds.base:AnswerForm",
)
_by_answer: dict[str, Traits] = {}
_of_own: dict[str, Traits] = {}
"""Cache for the program's own question kinds, which never change; every answer looks up its form.
"""


def own_form(kind: str) -> Traits | None:
    """The form of a question kind that is not a query kind; None for a query kind."""
    form = _of_own.get(kind)
    if form is None and (own := own_kind(kind)) is not None:
        form = FORMS[own.form]
        if kind in OWN:
            _of_own[kind] = form
    return form


def form_named(kind: str) -> Traits:
    """The form whose answers have this `kind`. Raises InputError if there is none."""
    form = _by_answer.get(kind)
    if form is None:
        _by_answer.update({form.name: form for _, form in FORMS.working()})
        form = _by_answer.get(kind)
    if form is None:
        raise InputError("No such form of answer", f"found {kind!r}")
    return form
