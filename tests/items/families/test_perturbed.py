"""Twins made by one edit: proved, read back, of one kind, and linked."""

import re
from collections import Counter, defaultdict
from itertools import zip_longest
from typing import Any

import pytest

from items.answers import TruthAnswer
from items.families.batches import GeneratedItems, produce_of, run
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.families.knights.generator import Knights
from items.families.perturbed.generator import (
    NO_TEXT,
    NOT_ALIKE,
    UNMATCHED,
    BalancedTwinRun,
    TwinRun,
    in_rows,
)
from items.families.readers import reader_of
from items.families.rules.generator import RuleName, Rules
from items.gold.check import check_item
from items.models import Item, Question
from items.shape.structure import base_of, cluster_of
from items.wording.bank import Language, load_bank
from items.wording.conventions import without_conventions
from items.wording.forms import equivalent
from items.wording.tokens import sentences_of
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.syntax import Formula, Not
from tests.effort import rng, turns
from tests.items.lint.crafted_items import truth


def of_no_family() -> tuple[Item, ...]:
    """Items of which only text, formulas and glosses are known."""
    nothing: dict[str, Any] = {"generator": None, "parameters": {}}
    return tuple(
        [
            item.model_copy(update={"provenance": item.provenance.model_copy(update=nothing)})
            for item in run(Rules(51), 6).items
        ]
    )


SETS = {
    "rules": lambda: run(Rules(2, depth=3, third="apart"), 6).items,
    "rules in Chinese": lambda: run(Rules(1, third="apart", language="zh"), 3).items,
    "knights": lambda: run(Knights(1), 3).items,
    "trees": lambda: run(Dyval(Shape(kind="deductive"), 3, ("contextual",), strict=True), 3).items,
    "of no family": of_no_family,
}


def triples(items: tuple[Item, ...]) -> list[dict[object, Item]]:
    outcome: dict[object, dict[object, Item]] = defaultdict(dict)
    for item in run(TwinRun(items), len(items)).items:
        outcome[base_of(item) or item.id][item.attributes["perturbation"]] = item
    return list(outcome.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_one_twin_has_another_answer_and_one_the_same(name: str) -> None:
    outcome = triples(SETS[name]())
    assert outcome
    for twins in outcome:
        base, flips, keeps = (twins[role] for role in ("base", "flips", "keeps"))
        assert base.questions[0].gold == keeps.questions[0].gold != flips.questions[0].gold
        assert len({item.text for item in twins.values()}) == 3
        assert len({cluster_of(item) for item in twins.values()}) == 1
        kinds = {
            str(item.provenance.parameters["perturbation"]["edit"]).split()[0]
            for item in (flips, keeps)
        }
        assert len(kinds) == 1
        for item in twins.values():
            assert check_item(item, engine="both").state == "proved"
            read = reader_of(item)
            assert read is None or list(read(item)) == []


def _added(twin: Item) -> Formula | None:
    text = str(twin.provenance.parameters["perturbation"]["edit"])
    return parse_formula(text.removeprefix("add ")) if text.startswith("add ") else None


def _formulas(item: Item) -> list[Formula]:
    """The premises, and the statement asked about."""
    assert item.formalization is not None
    query_text = str(item.questions[0].query).removeprefix("necessary(").removesuffix(")")
    return [parse_formula(str(text)) for text in (*item.formalization["premise"], query_text)]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("depth", [1, 2])
def test_what_is_added_neither_answers_nor_repeats_and_looks_like_the_rest(
    depth: int, language: Language
) -> None:
    """It stands anywhere, in the forms that facts have, and where the formula stands."""
    items = run(Rules(51, depth=depth, language=language), turns(60, 240)).items
    bases = tuple([base for base in items if _label(base) == "unknown"])
    known = {base.id: base for base in bases}
    places: Counter[str] = Counter()
    bare = added_count = 0
    for twin in run(TwinRun(bases), len(bases)).items:
        if twin.attributes["perturbation"] == "base":
            continue
        base, added = known[base_of(twin)], _added(twin)
        if added is None:
            continue
        for formula in _formulas(base):
            assert not equivalent(added, formula), twin.id
            assert not equivalent(Not(added), formula), twin.id
        assert twin.formalization is not None
        place = twin.formalization["premise"].index(print_formula(added))
        last = len(twin.formalization["premise"]) - 1
        places["first" if not place else "last" if place == last else "between"] += 1
        old, new = (
            list(sentences_of(without_conventions(item.text, language), language))
            for item in (base, twin)
        )
        assert new[:place] + new[place + 1 :] == old
        groups = load_bank(language).by_id
        added_sentences = [
            text
            for name in twin.provenance.parameters["groups"]
            for text in (*groups[name].affirmative, *groups[name].negative)
        ]
        added_count += 1
        bare += new[place].casefold() in {text.casefold() for text in added_sentences}
    assert min(places[name] for name in ("first", "between", "last")) > 0
    assert places["between"] > places["last"]
    assert 0 < bare < added_count


@pytest.mark.slow
def test_notations_of_what_is_asked_or_given_are_known() -> None:
    """B is asked about; C, D and E are given: a literal about A or F can be added."""
    item = truth(["A → B", "C ∧ ¬D", "¬¬E", "E → F ∧ F"], "¬¬B ∨ B", "unknown")
    glosses = {name: f"the {name.lower()}-light is on" for name in "ABCDEF"}
    assert item.formalization is not None
    formal = {**item.formalization, "translation": glosses}
    changed_item = item.model_copy(
        update={"formalization": formal, "text": "One.\nTwo.\nThree.\nFour."}
    )
    edits: set[str] = set()
    for seed in range(10):
        twins = run(TwinRun((changed_item,), seed), 1).items[1:]
        edits |= {str(twin.provenance.parameters["perturbation"]["edit"]) for twin in twins}
    assert edits == {"add A", "add ¬A", "add F"}


@pytest.mark.slow
def test_balanced_twins_have_each_label_equally_often_at_each_number_of_premises() -> None:
    bases = SETS["rules"]()
    batch = run(BalancedTwinRun(bases), len(BalancedTwinRun(bases)))
    assert len(batch.items) == 24
    counts: dict[int, Counter[object]] = defaultdict(Counter)
    size = {item.id: _premises(item) for item in bases}
    for item in batch.items:
        assert check_item(item, engine="both").state == "proved"
        assert list(reader_of(item)(item)) == []  # type: ignore[misc]
        counts[_premises(item) - size[base_of(item) or item.id]][_label(item)] += 1
    assert sorted(counts) == [-1, 0, 1]
    for labels in counts.values():
        assert len(labels) == 3
        assert len(set(labels.values())) == 1
    assert len({item.id for item in batch.items}) == len({item.text for item in batch.items})
    assert len({item.id for item in batch.items}) == len(batch.items)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_no_count_of_the_premises_predicts_the_label_of_balanced_twins(depth: int) -> None:
    """Counted here: each premise's form, with the asked symbol apart, and how often each symbol
    stands anywhere; those beside the asked one once more, where edits are alike in these, too. Of
    all twins with a premise fewer the labels have the same such counts; so have those with one
    more."""
    rules: tuple[RuleName, ...] = ("proof-by-cases", "resolution", "reductio", "modus-ponens")
    bases = [
        item for rule in rules for item in run(Rules(2, rule, depth=depth, third="apart"), 3).items
    ]
    twins = run(BalancedTwinRun(tuple(bases)), len(rules)).items
    assert twins
    assert depth < 4 or all(item.attributes["edits_alike"] == "neighbours" for item in twins)
    counts: dict[tuple[bool, str, str], Counter[object]] = defaultdict(Counter)
    for item in twins:
        if item.attributes["perturbation"] == "base":
            continue
        assert item.formalization is not None
        near = item.attributes["edits_alike"] == "neighbours"
        premises = item.formalization["premise"]
        query_text = str(item.questions[0].query).removeprefix("necessary(").removesuffix(")")
        forms = sorted(_form(premise, query_text) for premise in premises)
        uses = Counter(
            name for p in premises for name in re.findall(r"P\d+", p) if name != query_text
        )
        beside = sorted(
            uses[name]
            for p in premises
            for name in re.findall(r"P\d+", p)
            if re.search(rf"\b{query_text}\b", p) and name != query_text
        )
        base = next(b for b in bases if b.id == (base_of(item) or item.id))
        key = (len(premises) > _premises(base), str(item.attributes["rule"]))
        pattern = (tuple(forms), tuple(sorted(uses.values())), tuple(beside if near else ()))
        counts[*key, _label(item)][pattern] += 1
    for more, rule in {key[:2] for key in counts}:
        per_label = [counts[more, rule, label] for label in ("true", "false", "unknown")]
        assert per_label[0] == per_label[1] == per_label[2]


def _form(premise: str, asked: str) -> str:
    """A premise with the asked symbol and its sign told from all others."""
    marked = re.sub(r"P\d+", lambda match: "@" if match[0] == asked else "o", premise)
    return re.sub(r"¬(?!@)", "", marked)


def _label(item: Item) -> str:
    gold = item.questions[0].gold
    assert isinstance(gold, TruthAnswer)
    return gold.value


def _premises(item: Item) -> int:
    assert item.formalization is not None
    return len(item.formalization["premise"])


def test_rows_are_those_of_the_lists_by_answer_in_any_order() -> None:
    items = [*SETS["rules"](), *SETS["knights"](), *SETS["trees"]()]
    random = rng(5)
    for _ in range(turns(5, 50)):
        random.shuffle(items)
        lists: dict[str, list[Item]] = {"true": [], "false": [], "unknown": []}
        alone = []
        for item in items:
            gold = item.questions[0].gold
            scale = item.attributes.get("truth_scale")
            if isinstance(gold, TruthAnswer) and scale != "follows":
                lists[gold.value].append(item)
            else:
                alone.append(item)
        rows = [tuple(filter(None, row)) for row in zip_longest(*lists.values())]
        rows_read = list(in_rows(iter(items)))
        assert [row for row in rows_read if row[0] not in alone] == rows
        assert [row for row in rows_read if row[0] in alone] == [(item,) for item in alone]


def test_what_cannot_be_balanced_is_left_out_and_counted() -> None:
    true, false, unknown = run(Rules(2, depth=3, third="apart"), 3).items
    assert run(BalancedTwinRun((true, false)), 1).rejected == {UNMATCHED: 2}
    whole = BalancedTwinRun((unknown, true, false))
    assert len(run(whole, len(whole)).items) == 12
    untold = unknown.model_copy(update={"formalization": None})
    assert run(BalancedTwinRun((true, false, untold)), 1).rejected == {
        "no formalization": 1,
        UNMATCHED: 2,
    }
    # With two steps, the premises that an answer needs look like no others.
    short = run(Rules(1, depth=2, third="apart"), 3).items
    assert run(BalancedTwinRun(short), 1).rejected == {NOT_ALIKE: 3}


def test_an_item_that_nothing_is_known_of_is_left_out_and_counted() -> None:
    (item,) = run(Knights(1), 1).items
    plain = item.model_copy(update={"formalization": None})
    assert run(TwinRun((plain,)), 1).rejected == {"no formalization": 1}
    other = item.provenance.model_copy(update={"generator": None})
    assert item.formalization is not None
    bare = {k: v for k, v in item.formalization.items() if k != "translation"}
    untold = item.model_copy(update={"provenance": other, "formalization": bare})
    assert run(TwinRun((untold,)), 1).rejected == {NO_TEXT: 1}


def test_reading_stops_when_sources_yield_no_items() -> None:
    """Sixty items that give nothing are enough, and the reason and their number are told; where one
    of the first gave something, all are tried."""
    good = run(Rules(2, depth=3, third="apart"), 1).items[0]
    bare = good.model_copy(update={"formalization": None})
    progress_seen: list[tuple[int, int]] = []

    def progress(done: int, written: int) -> None:
        progress_seen.append((done, written))

    batches: list[GeneratedItems] = []
    with pytest.raises(InputError, match=r"first 60 items gave none: no formalization \(60\)"):
        produce_of(TwinRun(()), ((bare,) for _ in range(500)), batches.append, progress)
    assert progress_seen[-1] == (60, 0)
    lists = [(bare,) if place != 50 else (good,) for place in range(90)]
    outcome = produce_of(TwinRun(()), lists, batches.append, progress)
    assert progress_seen[-1] == (90, 3)
    assert (outcome.written, dict(outcome.rejected)) == (3, {"no formalization": 89})


def test_twins_of_the_source_stay_and_the_twins_name_their_item() -> None:
    sources = of_no_family()[:3]
    shared = [
        item.model_copy(update={"attributes": {**item.attributes, "twins": "block"}})
        for item in sources
    ]
    items = run(TwinRun(tuple(shared)), len(shared)).items
    assert items
    for item in items:
        assert item.attributes["twins"] == "block"
        known = {
            "base": "",
            "flips": item.id.rpartition("/")[0],
            "keeps": item.id.rpartition("/")[0],
        }
        assert base_of(item) == known[str(item.attributes["perturbation"])]
    without = [item.model_copy(update={"attributes": {}}) for item in sources]
    for item in run(TwinRun(tuple(without)), len(without)).items:
        assert item.attributes["twins"] == (base_of(item) or item.id)


GROUP = (
    "forall x,y,z (m(m(x,y),z) = m(x,m(y,z)))",
    "forall x (m(e,x) = x)",
    "forall x (m(i(x),x) = e)",
    "forall x (m(x,x) = e)",
)
"""No engine comes to an end over these groups."""


def endless(gold: str) -> Item:
    return Item(
        id=f"group-{gold}",
        text="A group in which every element is its own inverse.",
        questions=(
            Question(
                id="1",
                text="Is it commutative?",
                kind="truth",
                query="necessary(forall x,y (m(x,y) = m(y,x)))",
                gold=TruthAnswer.model_validate({"value": gold}),
            ),
        ),
        formalization={"premise": list(GROUP)},
    )


def test_an_item_whose_time_is_up_is_counted_with_the_reason() -> None:
    given_up = "given up: timeout"
    assert run(TwinRun((endless("true"),), timeout=0.5), 1).rejected == {given_up: 1}
    row = (endless("true"), endless("false"), endless("unknown"))
    twin_run = BalancedTwinRun(row, timeout=0.5)
    assert run(twin_run, len(twin_run)).rejected == {given_up: 1, UNMATCHED: 2}
    known = run(Rules(51, depth=1), 1).items
    assert run(TwinRun(known, timeout=1e-9), 1).rejected == {given_up: 1}
