"""What tasks say of their form, such as rule and depth, re-derived from their formulas."""

import pytest

from items.families.batches import run
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.families.dyval.tree import Order
from items.families.dyval.tree_depth import layers_above, layers_of
from items.families.qmfol.generator import Qmfol, configurations
from items.families.rules.generator import LABELS, Label, Rules, Third, draw_task
from items.families.rules.rule_and_depth import Steps, steps_of
from items.families.rules.steps import RULES, Lit, Premise
from items.formal import formal_item
from items.lint import generated_form
from items.models import Item
from items.wording.forms import build
from solver.language.syntax import Formula, Implies, Not, Prop

DEPTHS = range(1, 6)


def literal(lit: Lit) -> Formula:
    prop = Prop(f"P{lit.symbol}")
    return prop if lit.positive else Not(prop)


def formulas(premises: tuple[Premise, ...]) -> list[Formula]:
    return [build(form, [literal(lit) for lit in literals]) for form, literals in premises]


def derived(name: str, depth: int, label: Label, third: Third, key: str) -> frozenset[Steps]:
    task = draw_task(RULES[name], depth, label, key, third)
    return steps_of(formulas(task.premises), literal(task.asked_literal))


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("depth", DEPTHS)
def test_rule_and_depth_are_there_in_the_premises(name: str, depth: int) -> None:
    for label in LABELS:
        for key in "abc":
            assert derived(name, depth, label, "tied", key) == {Steps(name, depth)}
            # Where strands end apart, two steps by single premises are one by two of them.
            assert Steps(name, depth) in derived(name, depth, label, "apart", key)


@pytest.mark.parametrize("name", RULES)
def test_premises_that_are_those_of_no_task_have_no_rule(name: str) -> None:
    task = draw_task(RULES[name], 2, "true", "a")
    premises, conclusion = formulas(task.premises), literal(task.asked_literal)
    for place, premise in enumerate(task.premises):
        left = [*premises[:place], *premises[place + 1 :]]
        assert steps_of(left, conclusion) == frozenset(), premise
    assert steps_of(premises, Prop("Elsewhere")) == frozenset()
    assert steps_of([], conclusion) == frozenset()


def generated(seed: int, depth: int) -> tuple[Item, ...]:
    return run(Rules(seed, depth=depth), 36).items


@pytest.mark.slow
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_lint_checks_the_rule_and_depth_that_generated_items_state(depth: int) -> None:
    for item in generated(16, depth):
        assert list(generated_form.look(item)) == []
        formal = formal_item(item)
        assert formal is not None
        conclusion = formal.queries[0].formula
        assert conclusion is not None
        own = Steps(str(item.attributes["rule"]), depth)
        assert steps_of(formal.problem.premises, conclusion) == {own}
        for name, value in (
            ("depth", depth + 1),
            ("depth", depth - 1),
            *(("rule", other) for other in RULES if other != own.rule),
        ):
            claimed = item.model_copy(update={"attributes": {**item.attributes, name: value}})
            assert [finding.kind for finding in generated_form.look(claimed)] == [name]


def changed(item: Item, name: str, by: int) -> Item:
    value = item.attributes[name]
    assert isinstance(value, int)
    return item.model_copy(update={"attributes": {**item.attributes, name: value + by}})


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_depth_of_a_deductive_tree_is_its_layers(depth: int, strict: bool) -> None:
    shape = Shape(depth=depth, extra=4 if strict else 0, order="random")
    for item in run(Dyval(shape, 7, ("symbols",), strict=strict), 12).items:
        assert list(generated_form.look(item)) == []
        for by in (-1, 1):
            assert [
                finding.kind for finding in generated_form.look(changed(item, "depth", by))
            ] == ["depth"]


@pytest.mark.parametrize(
    ("depth", "strict"), [(2, False), (3, False), (4, False), (3, True), (4, True)]
)
@pytest.mark.parametrize("order", ["topological", "random"])
def test_depth_of_abduction_is_the_layers_from_what_is_given_to_what_is_asked(
    depth: int, strict: bool, order: Order
) -> None:
    shape = Shape("abductive", depth, extra=4 if strict else 0, order=order)
    for item in run(Dyval(shape, 7, ("symbols",), strict=strict), 12).items:
        assert list(generated_form.look(item)) == []
        for by in (-1, 1):
            (finding,) = generated_form.look(changed(item, "depth", by))
            assert (finding.kind, "what is given" in finding.what) == ("depth", True)


def test_what_no_rule_joins_to_what_is_given_has_no_depth() -> None:
    a, b, c = Prop("A"), Prop("B"), Prop("C")
    assert layers_above([Implies(a, b), Not(b)], a) == 2
    assert layers_above([Implies(a, b), Implies(b, c), Implies(c, b), c], a) == 3
    assert layers_above([Implies(a, b), b], c) is None
    assert layers_above([Implies(a, b)], a) is None


def test_layers_in_a_circle_are_not_counted() -> None:
    a, b = Prop("A"), Prop("B")
    assert layers_of([Implies(a, b), Implies(b, a)], a) is None
    assert layers_of([Implies(a, b)], b) == 2
    assert layers_of([Implies(a, b)], a) == 1


@pytest.mark.slow
@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("individuals", [True, False])
def test_depth_and_width_of_chains_are_those_of_the_premises(
    strict: bool, individuals: bool
) -> None:
    configs = configurations(("Food",), (1, 2, 4), (2, 3), LABELS, (0, 3), range(2))
    maker = Qmfol(configs, named=individuals, strict=strict)
    for item in run(maker, len(configs)).items:
        assert list(generated_form.look(item)) == []
        distractors = item.attributes["distractors"]
        assert isinstance(distractors, int)
        for by in (distractors + 1, -distractors - 1):
            assert [
                finding.kind for finding in generated_form.look(changed(item, "depth", by))
            ] == ["depth"]
        if strict:
            assert [finding.kind for finding in generated_form.look(changed(item, "width", 1))] == [
                "width"
            ]
