"""Records through the layers of normalization; each step is proved or not applied.

Owns where a record's formalization is, the order of layers, and the proof that a layer preserved
the meaning: premises equivalent, including under every variant, and queries the same. A change that
is refuted, or could not be proved although both sides can be parsed, is not applied.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from items.files.repairs import Repair
from items.formalizations.query_comparison import QueryComparer
from items.normalizing.layer import (
    Change,
    NormalizedFormalization,
    Place,
    Trouble,
    displayed,
    texts,
    with_texts,
)
from items.normalizing.registry import LAYERS, layer
from solver.cancel import Budget, whole_budget
from solver.errors import InputError
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import BASELINE
from solver.language.renaming import Renaming, premises_under, renamed
from solver.phrases import phrase
from solver.premise_relation import compare, union

PARTS = ("formalization", "fl")
"""Fields of a record that may contain a formalization; otherwise the record itself is one."""


@dataclass(frozen=True, slots=True)
class Step:
    """One layer applied to one formalization."""

    layer: str
    changes: tuple[Change, ...]
    troubles: tuple[Trouble, ...]
    proved: bool | None
    """Whether before and after are equivalent; None if either cannot be parsed."""
    made: bool
    """Whether the changes are applied."""
    late: bool = False
    """Whether the record's time ended before the layer was through."""


@dataclass(frozen=True, slots=True)
class NormalizedRecord:
    """A record after all layers."""

    id: str
    value: Mapping[str, Any]
    steps: tuple[Step, ...]
    warnings: tuple[str, ...] = ()
    """Warnings about ambiguous parsing, such as the assumed dialect."""
    proposals: tuple[Repair, ...] = ()
    """For texts that cannot be parsed but are similar to a formula, as written in the record."""

    @property
    def readable(self) -> bool:
        """Whether every text can be parsed, so that no person is needed for that; False if it was
        not decided in time."""
        return not any(step.troubles or step.late for step in self.steps if step.layer == "L2")


def formal_part(value: Any) -> tuple[str | None, Mapping[str, Any]] | None:
    """The field with a record's formalization (None: the record is one), and the formalization;
    None if there is none."""
    if not isinstance(value, Mapping):
        return None
    for name in PARTS:
        if isinstance(value.get(name), Mapping):
            return name, value[name]
    return (None, value) if "premise" in value else None


def normalize_record(
    id: str, value: Mapping[str, Any], layers: Sequence[str], *, timeout: float
) -> NormalizedRecord:
    """A record with its formalization passed through the layers, in the layers' own order. All of
    it may take `timeout` seconds; a layer that is not through then changes nothing. Raises
    InputError if it has no formalization, or if its attributes are not an object."""
    with whole_budget(timeout) as budget:
        return _normalized(id, value, layers, budget)


def _normalized(
    id: str, value: Mapping[str, Any], layers: Sequence[str], budget: Budget
) -> NormalizedRecord:
    pair = formal_part(value)
    if pair is None:
        raise InputError(phrase("No formalization"), f"{id}: expected an object with premises")
    field, data = pair
    if not isinstance(attributes := value.get("attributes", {}), Mapping):
        raise InputError(
            phrase("Record cannot be read"),
            f"{id}, attributes: expected an object, found {type(attributes).__name__}",
        )
    steps: list[Step] = []
    has_logictype = "logictype" in data
    written = {displayed(place): text for place, text in texts(data)}
    # The questions of an item are stored next to its formalization, and its gold answers, rubric
    # and claims use its names. So the questions pass through the layers with it, and the names are
    # kept.
    questions = list(_query_texts(value)) if field is not None else []
    checks = dict(_checks(value))
    names = {place: _atom(place, value) for place in checks}
    written |= {names[place]: text for place, text in checks.items()}
    own = len(_listed(data))
    if questions:
        data = {**data, "question": [*_listed(data), *(text for _, text in questions)]}
    warnings = _reading(data)
    for name in (layer_name for layer_name in LAYERS if layer_name in layers):
        if budget.is_over:
            steps.append(_late(name))
            continue
        normal = layer(name).normalize(data, _is_item(value))
        step = _step(name, data, normal, budget)
        if step.made:
            data = normal.formalization
            if name in FORMULA_LAYERS and checks:
                step = _on_checks(step, checks, names, budget)
        steps.append(step)
    logic = data.get("logictype")
    plain = dict(data)
    if questions:
        value = _answering(value, zip(questions, plain["question"][own:], strict=True))
        plain["question"] = plain["question"][:own]
        if not own:
            del plain["question"]
    if field is not None and not has_logictype:
        # The kind of logic is stored next to the formalization, as in LLMEval-Logic's files.
        plain.pop("logictype", None)
    whole = plain if field is None else {**value, field: plain}
    whole = with_texts(whole, checks)
    if field is not None and logic is not None and not has_logictype:
        if _is_item(value):
            # The program's own format has no field for it.
            whole["attributes"] = {**value.get("attributes", {}), "logictype": logic}
        else:
            whole["logictype"] = logic
    return NormalizedRecord(id, whole, tuple(steps), warnings, _proposals(id, steps, written))


def _late(name: str) -> Step:
    return Step(name, (), (), None, made=False, late=True)


def _step(
    name: str, formalization: Mapping[str, Any], normalized: NormalizedFormalization, budget: Budget
) -> Step:
    """The changes of a layer, with the proof that the meaning is preserved."""
    proved = _same(formalization, normalized, budget.left) if normalized.changes else True
    if budget.is_over and proved is not False:
        # What was not read in time looks like what cannot be read.
        return replace(_late(name), changes=normalized.changes)
    stands = proved is True or (proved is None and not _reads(formalization))
    return Step(name, normalized.changes, normalized.troubles, proved, stands)


# --- the rubric ---------------------------------------------------------------------------------

FORMULA_LAYERS = ("L1", "L2")
"""Layers that process single formulas; the others consider all symbols together."""


def _checks(value: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """The formulas of the rubric's checks, with their places in the record."""
    rubric = value.get("rubric")
    for number, atom in enumerate(rubric if isinstance(rubric, list) else ()):
        check = atom.get("check") if isinstance(atom, Mapping) else None
        if not isinstance(check, Mapping):
            continue
        for key in ("formula", "target"):
            place: Place = ("rubric", number, "check", key)
            if isinstance(check.get(key), str):
                yield place, check[key]
            elif isinstance(check.get(key), list):
                for n, text in enumerate(check[key]):
                    if isinstance(text, str):
                        yield (*place, n), text


def _atom(place: Place, value: Mapping[str, Any]) -> str:
    """The displayed name of a formula in the rubric: its atom, and its number among several
    targets."""
    number, targets = place[1], place[4:]
    assert isinstance(number, int)
    name = f"rubric {value['rubric'][number].get('id', number + 1)}"
    return f"{name}, target {int(targets[0]) + 1}" if targets else name


def _on_checks(
    step: Step, checks: dict[Place, str], names: Mapping[Place, str], budget: Budget
) -> Step:
    """The step extended by its layer's effect on the rubric's formulas, each processed alone;
    changed ones are stored in `checks`. A rubric has its own names, so the declarations of the
    formalization do not apply to it."""
    changes, troubles = list(step.changes), list(step.troubles)
    proofs = [step.proved]
    for place, text in list(checks.items()):
        alone = {"premise": [text]}
        normal = layer(step.layer).normalize(alone, True)
        result = _step(step.layer, alone, normal, budget)
        if result.late:
            return replace(step, changes=tuple(changes), troubles=tuple(troubles), late=True)
        troubles += [replace(trouble, where=names[place]) for trouble in result.troubles]
        if result.changes and result.made:
            checks[place] = normal.formalization["premise"][0]
            changes.append(Change(names[place], text, checks[place]))
            proofs.append(result.proved)
    proved = None if None in proofs else all(proofs)
    return replace(step, changes=tuple(changes), troubles=tuple(troubles), proved=proved)


def _proposals(id: str, steps: Iterable[Step], written: Mapping[str, str]) -> tuple[Repair, ...]:
    return tuple(
        Repair(
            where=f"{id}, {trouble.where}", before=written[trouble.where], after=trouble.proposal
        )
        for step in steps
        for trouble in step.troubles
        if trouble.proposal and trouble.where in written
    )


def _is_item(value: Mapping[str, Any]) -> bool:
    return isinstance(value.get("questions"), list)


def _listed(formalization: Mapping[str, Any]) -> list[Any]:
    listed = formalization.get("question", [])
    return [listed] if isinstance(listed, str) else list(listed)


def _query_texts(value: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """The queries of an item's questions, with their places; an option's formula becomes a
    `necessary` query."""

    def at(part: Any, place: Place) -> Iterator[tuple[Place, str]]:
        if not isinstance(part, Mapping):
            return
        if isinstance(part.get("query"), str):
            yield (*place, "query"), part["query"]
        if isinstance(part.get("formula"), str):
            yield (*place, "formula"), f"necessary({part['formula']})"
        for name in ("questions", "parts", "options"):
            inside = part.get(name)
            for number, inner in enumerate(inside if isinstance(inside, list) else ()):
                yield from at(inner, (*place, name, number))

    return at(value, ()) if _is_item(value) else iter(())


def _answering(
    value: Mapping[str, Any], new_texts: Iterable[tuple[tuple[Place, str], str]]
) -> dict[str, Any]:
    """The item with its changed queries rewritten."""
    texts: dict[Place, str] = {}
    for (place, before), after in new_texts:
        if after == before:
            continue
        if place[-1] == "formula":
            after = after.removeprefix("necessary(").removesuffix(")")
        texts[place] = after
    return with_texts(value, texts)


def _reading(formalization: Mapping[str, Any]) -> tuple[str, ...]:
    try:
        return load_problem(formalization).reading
    except InputError:
        return ()


def _reads(formalization: Mapping[str, Any]) -> bool:
    try:
        load_problem(formalization)
    except InputError:
        return False
    return True


def _same(
    formalization: Mapping[str, Any], normalized: NormalizedFormalization, timeout: float
) -> bool | None:
    try:
        before, after = load_problem(formalization), load_problem(normalized.formalization)
    except InputError:
        return None
    if set(before.variants) != set(after.variants):
        return False
    names = Renaming({(old, 0): new for old, new in normalized.new_names.items()})
    old, new = renamed(before, names), renamed(after, Renaming({}))
    # Queries are compared in order; each is asked under the variant with the same name.
    if [query.under for query in old.queries] != [query.under for query in new.queries]:
        return False
    signature = union(new.signature, old.signature)
    for variant in (BASELINE, *before.variants):
        premises_before = premises_under(before, variant, names)
        still = premises_under(after, variant, Renaming({}))
        whole = union(signature, theory(after, variant).signature)
        premises = compare(premises_before, still, whole, timeout=timeout).equivalent
        if not premises:
            return premises
    return QueryComparer(signature, timeout).same_queries(old.queries, new.queries)


def step_data(record: NormalizedRecord) -> Iterator[dict[str, Any]]:
    """The steps as plain data, one object per layer."""
    for step in record.steps:
        yield {
            "id": record.id,
            "layer": step.layer,
            "changes": [
                {"where": change.where, "before": change.before, "after": change.after}
                for change in step.changes
            ],
            "for_a_person": [
                {"where": trouble.where, "message": trouble.message, "proposal": trouble.proposal}
                for trouble in step.troubles
            ],
            "proved": step.proved,
            "made": step.made,
            "reason": "timeout" if step.late else "",
            "warnings": list(record.warnings),
        }
