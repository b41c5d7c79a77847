"""Strict tasks: what must not differ between labels does not; a run gives different problems."""

import re
from collections import Counter, defaultdict
from itertools import combinations, product

import pytest

from items.answers import TruthAnswer
from items.families.batches import GeneratedItems, run
from items.families.dyval import chinese
from items.families.dyval.generator import Dyval
from items.families.dyval.strict_tasks import Lit, Rule, StrictTask, draw_strict
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind, Order
from items.families.dyval.words import domains, signed
from items.families.knights.generator import Knights
from items.families.qmfol.generator import LABELS, Qmfol, configurations
from items.families.syllogism.generator import Forms, Syllogisms
from items.gold.check import check_item
from items.models import Item
from items.shape.renaming import structure_key
from items.wording.bank import Language
from solver.errors import InputError
from tests.effort import turns


def label(item: Item) -> str:
    gold = item.questions[0].gold
    assert isinstance(gold, TruthAnswer)
    return gold.value


def signs(item: Item) -> Counter[tuple[str, int, int]]:
    """How many symbols have so many uses and so many negated ones: what counting can see."""
    formal = item.formalization
    assert formal is not None
    text = " ".join(map(str, formal["premise"]))
    uses: Counter[str] = Counter(re.findall(r"[A-Za-z_]\w*", text))
    denied: Counter[str] = Counter(re.findall(r"¬\s*([A-Za-z_]\w*)", text))
    return Counter(("", uses[name], denied[name]) for name in uses)


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("named", [False, True])
def test_qmfol_labels_share_rules_and_conclusion(named: bool) -> None:
    configs = configurations(("Food",), (1, 3), (2, 4), LABELS, (0, 3), range(turns(2, 40)))
    batch = run(Qmfol(configs, named, strict=True), len(configs))
    assert len(batch.items) == len(configs)
    groups: dict[tuple[object, ...], dict[str, Item]] = defaultdict(dict)
    forms = defaultdict(set)
    for item in batch.items:
        key = tuple(item.attributes[name] for name in ("twins", "distractors"))
        groups[key][label(item)] = item
        forms[item.attributes["conclusion"]].add(label(item))
    assert all(labels == set(LABELS) for labels in forms.values())
    assert len(forms) >= 3
    for items in groups.values():
        assert {item.questions[0].query for item in items.values()} == {
            items["true"].questions[0].query
        }
        premises = [
            set(item.formalization["premise"]) for item in items.values() if item.formalization
        ]
        shared = set.intersection(*premises)
        assert all(len(premise - shared) <= 4 for premise in premises)
        assert all(len(premise) == len(premises[0]) for premise in premises)
    assert all(check_item(item, engine="both").state == "proved" for item in batch.items[:12])


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("kind", ["deductive", "abductive"])
def test_dyval_labels_differ_in_nothing_that_is_counted(kind: Kind) -> None:
    maker = Dyval(Shape(kind=kind), 3, strict=True)
    batch = run(maker, 90)
    groups: dict[object, list[Item]] = defaultdict(list)
    for item in batch.items:
        groups[item.attributes["twins"]].append(item)
    assert len(groups) == 30
    for items in groups.values():
        assert {label(item) for item in items} == set(LABELS)
        lines = [len(item.formalization["premise"]) for item in items if item.formalization]
        assert len(set(lines)) == 1
        if kind == "abductive":
            assert len({tuple(sorted(signs(item).items())) for item in items}) == 1
            mentions = {"True" in item.questions[0].text for item in items}
            assert len(mentions) == 1
    proved = batch.items[: turns(30, 90)]
    assert all(check_item(item, engine="both").state == "proved" for item in proved)


def shared(task: StrictTask) -> Counter[tuple[object, ...]]:
    """Each two premises with their forms, and how many symbols they share with the same and with
    another sign; heads are not told from bodies. The given value and the asked leaf, with their
    signs, say which premises are meant."""

    def form(rule: Rule) -> str:
        literals = (Lit(task.asked_symbol, True), Lit(task.asked_symbol, False), task.given)
        atoms = (*rule.body, rule.head)
        symbol = task.given and task.given.symbol in {lit.symbol for lit in atoms}
        return repr((len(rule.body), rule.join, symbol, [lit in atoms for lit in literals]))

    outcome: Counter[tuple[object, ...]] = Counter()
    for line, other in combinations(task.lines, 2):
        here, there = ({*rule.body, rule.head} for rule in (line, other))
        denied = {lit.denied for lit in there}
        forms = sorted((form(line), form(other)))
        outcome[(*forms, len(here & there), len(here & denied))] += 1
    return outcome


@pytest.mark.parametrize("depth", [3, 4, 5])
def test_two_premises_of_an_abductive_task_share_as_much_whatever_the_label(depth: int) -> None:
    """Nothing that is counted of two premises tells the label: neither their forms, nor how many
    clauses they share, nor with which sign."""
    for block in range(12):
        tasks = [draw_strict(Shape("abductive", depth), 7, 3 * block + turn) for turn in range(3)]
        assert {task.label for task in tasks} == set(LABELS)
        first_shared, second_shared, third_shared = map(shared, tasks)
        assert first_shared == second_shared == third_shared


@pytest.mark.parametrize("language", ["en", "zh"])
def test_clauses_that_abductive_rules_share_have_nothing_else_in_common(
    language: Language,
) -> None:
    """What stands before and after a clause is never the same in a rule with the asked leaf and in
    one without: long repeated stretches would tell whether a rule uses a clause or leads to it."""
    maker = Dyval(Shape("abductive"), 5, ("contextual",), strict=True, language=language)
    compared = alike = 0
    for item in run(maker, 60).items:
        assert item.formalization is not None
        leaf = str(item.questions[0].query).removeprefix("necessary(").rstrip(")")
        known = (chinese.domains() if language == "zh" else domains()).values()
        sentences = {
            s.affirmation.casefold(): s for d in known for c in d.categories.values() for s in c
        }
        glosses = item.formalization["translation"]
        signs = signed({n: sentences[text.casefold()] for n, text in glosses.items()})
        beside: dict[bool, dict[str, list[tuple[str, str]]]] = {True: {}, False: {}}
        for part in re.split("。" if language == "zh" else r"\. ?", signs(item.text)):
            here = beside[leaf in re.findall(r"\w+", part)]
            for match in re.finditer(r"(\S)\s?\{¬?(\w+)\}(?=(.))", f" {part}."):
                here.setdefault(match[2], []).append((match[1], match[3]))
        for name in beside[True].keys() & beside[False].keys():
            for here_, there in product(beside[True][name], beside[False][name]):
                compared += 2
                alike += sum(a == b for a, b in zip(here_, there, strict=True))
    assert compared > 500
    assert alike <= compared / 20


@pytest.mark.slow
@pytest.mark.parametrize("order", ["topological", "reversed"])
def test_the_order_of_rules_does_not_predict_an_abduced_leaf(order: Order) -> None:
    """Which rule for the root comes first, and which sign of the asked leaf: they agree in half of
    the tasks, whatever the label. Sorted without layers, they agreed in 59 % where the leaf is
    True and in 36 % where it is False."""
    agreeing: Counter[str] = Counter()
    for index in range(1500):
        task = draw_strict(Shape("abductive", 3, order=order), 3, index)
        assert task.given is not None
        roots = [rule.head for rule in task.lines if rule.head.symbol == task.given.symbol]
        leaves = [
            lit for rule in task.lines for lit in rule.body if lit.symbol == task.asked_symbol
        ]
        agreeing[task.label] += (roots[0] == task.given) == leaves[0].positive
    assert all(0.44 < agreeing[name] / 500 < 0.56 for name in LABELS)


@pytest.mark.slow
def test_contextual_tasks_with_negated_heads_are_read_back() -> None:
    kinds: tuple[Kind, ...] = ("deductive", "abductive")
    for kind in kinds:
        batch = run(
            Dyval(Shape(kind=kind), 1, ("contextual",), strict=True),
            30,
        )
        assert len(batch.items) == 30
        assert not batch.rejected


@pytest.mark.slow
def test_problems_are_different_and_balanced_up_to_renaming() -> None:
    batch = run(Dyval(Shape(kind="abductive"), 5, strict=True), 300, unique=True)
    keys = [structure_key(item) for item in batch.items]
    assert len(set(keys)) == len(keys) == 300 == batch.distinct
    assert Counter(map(label, batch.items)) == dict.fromkeys(LABELS, 100)
    assert batch.rejected["a repeated problem, up to renaming"] > 0


@pytest.mark.parametrize(
    ("kind", "operators", "needed"),
    [
        ("deductive", (0.0, 0.0, 1.0), "and"),
        ("deductive", (0.0, 1.0, 1.0), "and"),
        ("abductive", (1.0, 0.0, 1.0), "or"),
    ],
)
def test_operators_without_tasks_are_refused_and_the_missing_operator_is_named(
    kind: Kind, operators: tuple[float, float, float], needed: str
) -> None:
    with pytest.raises(InputError, match=f"probability of “{needed}” above 0"):
        Dyval(Shape(kind=kind, operators=operators), 5, strict=True)
    conjunction, disjunction, denial = (max(weight, 0.2) for weight in operators)
    less = Shape(kind=kind, operators=(conjunction, disjunction, denial))
    assert Dyval(less, 5, strict=True)(0).items
    assert Dyval(Shape(kind=kind, operators=operators), 5)  # as published


def test_more_statements_than_people_say_are_refused() -> None:
    with pytest.raises(InputError, match="at most 5;"):
        Knights(5, people=5, support=6)
    Knights(5, people=6, support=6)


@pytest.mark.slow
@pytest.mark.parametrize(("forms", "block"), [("matched", 8), ("valid", 4)])
def test_problems_worded_twice_on_purpose_are_not_repeats(forms: Forms, block: int) -> None:
    """Twins of syllogisms are one problem, believable and not; no two blocks share a problem."""
    batch = run(Syllogisms(3, forms), 32, unique=True)
    assert len(batch.items) == 32
    keys = [structure_key(item) for item in batch.items]
    repeated = {
        (key, item.attributes["believable"]) for key, item in zip(keys, batch.items, strict=True)
    }
    assert len(repeated) == 32 == 2 * len(set(keys))
    assert batch.distinct == 16
    blocks = [set(keys[n : n + block]) for n in range(0, 32, block)]
    assert sum(map(len, blocks)) == 16


@pytest.mark.slow
def test_problems_that_run_out_are_counted_as_they_are() -> None:
    with pytest.raises(InputError, match="are different up to renaming") as it:
        run(Syllogisms(0), 340, unique=True)
    most = int(re.findall(r"make (\d+) items", it.value.message)[0])
    assert 43 <= most < 340
    assert len(run(Syllogisms(0), most, unique=True).items) == most


@pytest.mark.slow
def test_too_many_different_problems_are_refused_with_their_number() -> None:
    with pytest.raises(InputError, match="different up to renaming"):
        run(Dyval(Shape(kind="abductive", depth=2), 5), 900, unique=True)


def test_an_interrupted_run_gives_what_was_made() -> None:
    maker = Dyval(Shape(), 5, strict=True)

    def interrupted(index: int) -> GeneratedItems:
        if index == 7:
            raise KeyboardInterrupt
        return maker(index)

    batch = run(interrupted, 30)
    assert batch.stopped
    assert len(batch.items) == 7


@pytest.mark.slow
def test_dyval_facts_have_as_many_signs_whatever_the_label() -> None:
    """Leaves below a `not` are told with that sign where their fact agrees with the rule: were they
    to agree more often where something follows, the signs of all facts would tell it."""
    groups: dict[object, set[tuple[int, ...]]] = defaultdict(set)
    for item in run(Dyval(Shape(kind="deductive"), 5, strict=True), 90).items:
        assert item.formalization is not None
        premises = [str(premise) for premise in item.formalization["premise"]]
        facts = {text.lstrip("¬"): not text.startswith("¬") for text in premises if "→" not in text}
        agreeing: Counter[str] = Counter()
        for text in premises:
            body, arrow, _ = text.partition("→")
            if not arrow:
                continue
            sign = "∧" if "∧" in body else "∨" if "∨" in body else "single"
            for denied, name in re.findall(r"(¬?)\s*([a-z]{3})", body):
                if name in facts:
                    agreeing[sign] += facts[name] != bool(denied)
        groups[item.attributes["twins"]].add(tuple(agreeing[s] for s in ("∧", "∨", "single")))
    assert len(groups) == 30
    assert all(len(counts) == 1 for counts in groups.values())
