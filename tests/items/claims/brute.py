"""Claims worked out world by world: an evaluator of its own, over all worlds of small items.

Owns items made of Bools and Enums as plain data, their answers and the six strategies' claims by
their definitions. It shares nothing with the program but the text of formulas.
"""

import itertools
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from items.models import Item

World = dict[str, Any]
Formula = tuple[Any, ...]
"""("is", symbol, value), ("not", f), ("and" | "or" | "to" | "iff", f, g), ("top",)."""


def text(formula: Formula) -> str:
    match formula:
        case ("top",):
            return "⊤"
        case ("is", symbol, True):
            return str(symbol)
        case ("is", symbol, value):
            return f"{symbol} = {value}"
        case ("not", inner):
            return f"¬({text(inner)})"
    sign = {"and": "∧", "or": "∨", "to": "→", "iff": "↔"}[formula[0]]
    return f"({text(formula[1])}) {sign} ({text(formula[2])})"


def holds(formula: Formula, world: World) -> bool:
    match formula:
        case ("top",):
            return True
        case ("is", symbol, value):
            return bool(world[symbol] == value)
        case ("not", inner):
            return not holds(inner, world)
        case ("and", a, b):
            return holds(a, world) and holds(b, world)
        case ("or", a, b):
            return holds(a, world) or holds(b, world)
        case ("to", a, b):
            return not holds(a, world) or holds(b, world)
        case ("iff", a, b):
            return holds(a, world) == holds(b, world)
    raise AssertionError(formula)


@dataclass(frozen=True)
class Asked:
    """One question: its kind, what it asks of, and the variant."""

    kind: str
    formula: Formula | None = None
    targets: tuple[str, ...] = ()
    under: str = "baseline"

    @property
    def query(self) -> str:
        inside = ", ".join(self.targets)
        kind = "necessary" if self.kind == "truth" else self.kind
        if self.formula is not None:
            inside = "; ".join(part for part in (inside, text(self.formula)) if part)
        tail = "" if self.under == "baseline" else f" under {self.under}"
        return f"{kind}({inside}){tail}"


@dataclass(frozen=True)
class Small:
    """An item as plain data."""

    domains: dict[str, tuple[Any, ...]]
    premises: tuple[Formula, ...]
    questions: tuple[Asked, ...]
    variants: dict[str, tuple[tuple[Any, ...], ...]] = field(default_factory=dict)
    """Name to edits: ("drop", n), ("replace", n, f), ("add", f)."""

    # --- as the program reads it -----------------------------------------------------------------

    def item(self, claims: dict[str, Any] | None = None, **more: Any) -> Item:
        parameters = {
            name: "Bool" if values == (True, False) else f"Enum({', '.join(values)})"
            for name, values in self.domains.items()
        }
        edits = {name: [_edit(edit) for edit in variant] for name, variant in self.variants.items()}
        questions = [
            {"id": str(n), "kind": question.kind, "text": "?", "query": question.query}
            for n, question in enumerate(self.questions, 1)
        ]
        value = {
            "id": "small",
            "text": "t",
            "questions": questions,
            "formalization": {
                "parameters": parameters,
                "premise": [text(premise) for premise in self.premises],
                "variants": edits,
            },
            "claims": claims or {},
        }
        return Item.model_validate({**value, **more})

    # --- worlds ----------------------------------------------------------------------------------

    def space(self) -> Iterator[World]:
        for values in itertools.product(*self.domains.values()):
            yield dict(zip(self.domains, values, strict=True))

    def theory(self, under: str, without: frozenset[int] = frozenset()) -> list[Formula]:
        kept_premises = {n: f for n, f in enumerate(self.premises) if n not in without}
        added = []
        for edit in self.variants.get(under, ()):
            if edit[0] == "drop":
                kept_premises.pop(edit[1], None)
            elif edit[0] == "replace":
                kept_premises[edit[1]] = edit[2]
            else:
                added.append(edit[1])
        return [*kept_premises.values(), *added]

    def models(
        self,
        under: str = "baseline",
        without: frozenset[int] = frozenset(),
        given: Formula = ("top",),
    ) -> list[World]:
        document = [*self.theory(under, without), given]
        return [w for w in self.space() if all(holds(f, w) for f in document)]

    def answer(
        self,
        asked: Asked,
        under: str | None = None,
        without: frozenset[int] = frozenset(),
        given: Formula = ("top",),
    ) -> Any:
        left = self.models(asked.under if under is None else under, without, given)
        return answer(asked, left)


def answer(asked: Asked, left: list[World]) -> Any:
    """What a respondent would answer if these worlds were left."""
    values = [] if asked.formula is None else [holds(asked.formula, w) for w in left]
    rows = {tuple(w[t] for t in asked.targets) for w in left}
    match asked.kind:
        case "truth":
            if not left:
                return "inconsistent"
            return "true" if all(values) else "unknown" if any(values) else "false"
        case "necessary":
            return all(values)
        case "possible":
            return any(values)
        case "enumerate_models":
            return frozenset(rows)
        case "count_models":
            return len(rows)
        case "unique_solution":
            return ("unique", *rows) if len(rows) == 1 else "none" if not rows else "not unique"
        case "has_alternative":
            return not all(values) if asked.formula is not None else len(rows) > 1
    raise AssertionError(asked.kind)


def _edit(edit: tuple[Any, ...]) -> dict[str, Any]:
    match edit:
        case ("drop", n):
            return {"op": "drop", "premise": n}
        case ("replace", n, f):
            return {"op": "replace", "premise": n, "formula": text(f)}
    return {"op": "add", "formula": text(edit[1])}


# --- the claims, by their definitions ------------------------------------------------------------


def _values(small: Small, axis: str, under: str = "baseline") -> list[Any]:
    left = small.models(under)
    return [v for v in small.domains[axis] if any(w[axis] == v for w in left)]


def branching(small: Small, axes: Sequence[str]) -> bool:
    left = small.models()
    axes = [axis for axis in dict.fromkeys(axes) if len(_values(small, axis)) > 1]
    values = [_values(small, axis) for axis in axes]
    if len(axes) < 2:
        return False
    product = 1
    for v in values:
        product *= len(v)
    if len({tuple(w[a] for a in axes) for w in left}) == product:
        return False

    def needs(asked: Asked, axis: str) -> bool:
        own = small.answer(asked)
        return any(
            small.answer(asked, given=("is", axis, v)) != own
            for v in _values(small, axis, asked.under)
        )

    return any(sum(needs(question, axis) for axis in axes) > 1 for question in small.questions)


def depends(small: Small, formula: Formula) -> set[str]:
    """The symbols whose value can make a formula true or false, all else alike."""
    return {
        name
        for name, values in small.domains.items()
        for world in small.space()
        if len({holds(formula, {**world, name: value}) for value in values}) > 1
    }


def tied(small: Small, formulas: Sequence[Formula], reading: Formula) -> bool:
    """Whether a reading is true for some values of what the formulas speak of, whatever the values
    of everything else."""
    own = [name for formula in formulas for name in depends(small, formula)]
    return all(
        any(
            holds(reading, {**world, **dict(zip(own, values, strict=True))})
            for values in itertools.product(*(small.domains[name] for name in own))
        )
        for world in small.space()
    )


def distractor(small: Small, chosen: Sequence[int], reading: Formula) -> bool:
    drop = frozenset(chosen)
    formulas = [small.premises[n] for n in chosen]
    if any(all(holds(formula, w) for w in small.space()) for formula in formulas):
        return False
    if not tied(small, formulas, reading) or not small.models(given=reading):
        return False
    for question in small.questions:
        replaced = {e[1] for e in small.variants.get(question.under, ()) if e[0] == "replace"}
        own = drop - replaced
        if small.answer(question, without=own) != small.answer(question):
            return False
    return any(
        small.models(question.under, given=reading)
        and small.answer(question, given=reading) != small.answer(question)
        for question in small.questions
    )


def uncertainty(small: Small, axis: str) -> bool:
    values = _values(small, axis)
    if len(values) < 2:
        return False
    for value in values:
        fixed: Formula = ("is", axis, value)
        changed = [
            question
            for question in small.questions
            if small.models(question.under, given=fixed)
            and small.answer(question, given=fixed) != small.answer(question)
        ]
        direct = [a for a in changed if axis in symbols(a)]
        if not direct or len(direct) == len(changed):
            return False
    return True


def symbols(asked: Asked) -> set[str]:
    texts = set(asked.targets)
    if asked.formula is not None:
        texts |= set(re.findall(r"[A-Za-z_]\w*", text(asked.formula)))
    return texts


def counterfactual(small: Small) -> bool:
    by_variant: dict[str, list[Asked]] = {}
    for question in small.questions:
        if question.under != "baseline":
            by_variant.setdefault(question.under, []).append(question)
    if len(by_variant) < 2:
        return False
    for name, questions in by_variant.items():
        if len(small.variants[name]) != 1 or (not small.models(name) and small.models()):
            return False
        if any(small.answer(q) == small.answer(q, under="baseline") for q in questions):
            return False
    for word, other in itertools.combinations(by_variant, 2):
        if small.models(word) == small.models(other):
            return False
        left, right = (
            {(q.kind, q.formula, q.targets, small.answer(q)) for q in by_variant[name]}
            for name in (word, other)
        )
        if left == right:
            return False
    return True


def alias(small: Small, name: str, other: str) -> bool | None:
    """None where the names agree in every world and no premises say so by themselves."""
    same: Formula = ("iff", ("is", name, True), ("is", other, True))
    if any(small.answer(q, given=same) != small.answer(q) for q in small.questions):
        return False
    equal_pairs = frozenset(
        n
        for n, premise in enumerate(small.premises)
        if all(holds(premise, w) for w in small.space() if holds(same, w))
        and not all(holds(premise, w) for w in small.space())
    )

    def own(asked: Asked) -> frozenset[int]:
        edits = small.variants.get(asked.under, ())
        return equal_pairs - {e[1] for e in edits if e[0] == "replace"}

    if not equal_pairs or not all(holds(same, world) for world in small.models()):
        return False
    others = frozenset(range(len(small.premises))) - equal_pairs
    if not all(holds(same, world) for world in small.models(without=others)):
        return None
    return any(small.answer(q, without=own(q)) != small.answer(q) for q in small.questions)


def giveaway(small: Small) -> bool | None:
    """Whether no premise alone gives every answer that rests on premises; None where none does."""
    everything = frozenset(range(len(small.premises)))

    def alone(asked: Asked, keep: int | None) -> Any:
        edits = small.variants.get(asked.under, ())
        touched = {e[1] for e in edits if e[0] != "add"}
        document = [small.premises[keep]] if keep is not None and keep not in touched else []
        if keep is not None and not document:
            return "left out"
        return answer(asked, [w for w in small.space() if all(holds(f, w) for f in document)])

    resting = [q for q in small.questions if alone(q, None) != small.answer(q)]
    if not resting:
        return None
    return not any(all(alone(q, n) == small.answer(q) for q in resting) for n in sorted(everything))


# --- random items --------------------------------------------------------------------------------


def literal(rng: random.Random, domains: dict[str, tuple[Any, ...]]) -> Formula:
    symbol = rng.choice(sorted(domains))
    value = rng.choice(domains[symbol])
    return ("not", ("is", symbol, True)) if value is False else ("is", symbol, value)


def formula(rng: random.Random, domains: dict[str, tuple[Any, ...]]) -> Formula:
    shape = rng.choice(["one", "to", "to", "or", "and", "iff"])
    if shape == "one":
        return literal(rng, domains)
    return (shape, literal(rng, domains), literal(rng, domains))


KINDS = (
    "truth",
    "necessary",
    "possible",
    "enumerate_models",
    "count_models",
    "unique_solution",
    "has_alternative",
)


def question(rng: random.Random, domains: dict[str, tuple[Any, ...]], under: str) -> Asked:
    kind = rng.choice(KINDS)
    if kind in ("truth", "necessary", "possible"):
        return Asked(kind, formula(rng, domains), (), under)
    chosen = tuple(rng.sample(sorted(domains), rng.randint(1, min(3, len(domains)))))
    return Asked(kind, None, chosen, under)


def small(rng: random.Random, accept: Callable[[Small], bool] = lambda _: True) -> Small:
    """A random item that is accepted."""
    while True:
        domains: dict[str, tuple[Any, ...]] = dict.fromkeys(
            "PQRS"[: rng.randint(2, 4)], (True, False)
        )
        if rng.random() < 0.5:
            domains["status"] = ("early", "late", "never")
        premises = tuple(formula(rng, domains) for _ in range(rng.randint(2, 5)))
        variants: dict[str, tuple[tuple[Any, ...], ...]] = {}
        for name in ("alpha", "beta")[: rng.randint(0, 2)]:
            n = rng.randrange(len(premises))
            edit = rng.choice(
                [("drop", n), ("replace", n, formula(rng, domains)), ("add", formula(rng, domains))]
            )
            variants[name] = (edit,)
        unders = ["baseline", "baseline", *variants]
        questions = tuple(question(rng, domains, under) for under in unders)
        small_world = Small(domains, premises, questions, variants)
        if small_world.models() and accept(small_world):
            return small_world
