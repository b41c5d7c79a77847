"""One change of an item's premises: a premise is dropped, or a literal is added.

Owns which edits an item has, its formalization after one, and what can be counted of one.
"""

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from items.formal import formal_item
from items.models import Item
from solver.language.printer import print_formula
from solver.language.syntax import And, Formula, Not, Prop, expand, symbols_of
from solver.language.usage import query_formulas

Kind = Literal["drop", "add"]
KINDS: tuple[Kind, ...] = ("drop", "add")
_NAME = re.compile(r"[A-Za-z_]\w*")
_SIGNED = re.compile(rf"(¬?)({_NAME.pattern})")


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of the premises."""

    kind: Kind
    number: int = -1
    """Number of the dropped premise."""
    added_premise: Formula | None = None

    @property
    def text(self) -> str:
        """Notation for variants, with premises counted from 1."""
        if self.added_premise is None:
            return f"drop {self.number + 1}"
        return f"add {print_formula(self.added_premise)}"


def edits_of(item: Item, kind: Kind) -> Iterator[Edit]:
    """Every edit of a kind: each premise dropped, or each literal added that nothing states yet."""
    formal = item.formalization or {}
    if kind == "drop":
        for number in range(len(formal.get("premise", ()))):
            yield Edit("drop", number)
        return
    stated = _told_outright(item)
    for symbol in bool_glosses(item):
        if symbol not in stated:
            yield Edit("add", added_premise=Prop(symbol))
            yield Edit("add", added_premise=Not(Prop(symbol)))


def _told_outright(item: Item) -> frozenset[str]:
    """Symbols whose literals would repeat or deny an existing statement: the statement in the
    question, an option, or a premise or part of one is about that symbol alone, in whatever
    notation."""
    formal = formal_item(item)
    if formal is None:
        return frozenset()
    formulas = [formula for query in formal.queries.values() for formula in query_formulas(query)]
    formulas += [option for options in formal.options.values() for option in options if option]
    for premise in formal.problem.premises:
        formulas += _parts(premise)
    alone = [symbols_of(expand(formula, formal.problem.definitions)) for formula in formulas]
    return frozenset(name for symbols in alone if len(symbols) == 1 for name, _ in symbols)


def _parts(formula: Formula) -> Iterator[Formula]:
    """The conjuncts of a formula."""
    if isinstance(formula, And):
        for part in formula.parts:
            yield from _parts(part)
    else:
        yield formula


def bool_glosses(item: Item) -> dict[str, str]:
    """The Bool symbols that have a gloss, with it."""
    formal = item.formalization or {}
    sorts = formal.get("parameters", {})
    return {
        name: str(gloss)
        for name, gloss in formal.get("translation", {}).items()
        if sorts.get(name, "Bool") == "Bool" and name.isidentifier()
    }


def edited(item: Item, edit: Edit, place: int = 0) -> dict[str, Any]:
    """The formalization after an edit; `place` is the position of an added premise."""
    formal = dict(item.formalization or {})
    listed = list(formal.get("premise", ()))
    if edit.added_premise is None:
        del listed[edit.number]
    else:
        listed.insert(place, print_formula(edit.added_premise))
    formal["premise"] = listed
    return formal


def looks(item: Item, edit: Edit, *, near: bool) -> Hashable:
    """Return what can be counted of an edit: its form, and the form and place of each of its
    symbols in the other premises. Symbols in the question are distinguished from the others, with
    their signs; for other symbols only agreement of signs counts. `near`: symbols in the question
    are also distinguished within the other premises, so that they are visible as neighbours."""
    formal = item.formalization or {}
    listed = [str(premise) for premise in formal.get("premise", ())]
    names = frozenset(formal.get("parameters", ()))
    queried = names & set(_NAME.findall(item.questions[0].query or ""))
    if edit.added_premise is None:
        edited = listed.pop(edit.number)
    else:
        edited = print_formula(edit.added_premise)
    signs: dict[str, str] = {}
    for sign, name in _SIGNED.findall(edited):
        if name in names and name not in queried:
            signs.setdefault(name, sign)

    def marked(premise: str, symbols: Mapping[str, str]) -> str:
        """A premise with marks for symbols; every other symbol is the same one."""

        def mark(match: re.Match[str]) -> str:
            sign, name = match.groups()
            if name not in names:
                return match[0]
            if name not in symbols:
                return "o"
            return symbols[name] + ("" if sign == signs.get(name, "") else "¬")

        return _SIGNED.sub(mark, premise)

    edited_names = list(dict.fromkeys(name for name in _NAME.findall(edited) if name in names))
    form = marked(
        edited, {name: "@" if name in queried else f"{n}." for n, name in enumerate(edited_names)}
    )
    return (
        edit.kind,
        form,
        *(
            tuple(
                sorted(
                    marked(p, {**dict.fromkeys(queried if near else (), "@"), name: "x"})
                    for p in listed
                    if name in _NAME.findall(p)
                )
            )
            for name in edited_names
        ),
    )
