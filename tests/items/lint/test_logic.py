"""The solver's rules, each on an item that breaks it and on one that does not."""

import pytest

from items.answers import SetAnswer, TruthAnswer
from items.families.batches import run
from items.families.perturbed.generator import TwinRun
from items.families.qmfol.generator import Qmfol, configurations
from items.families.rules.generator import Rules
from items.families.zebra.generator import Zebra
from items.files.loading import load
from items.formal import formal_item
from items.lint import logic, whole_sets
from items.lint.logic import look
from items.lint.run import lint
from items.models import Choice, Item, Question
from solver.cancel import Budget, Cancel, GaveUp
from solver.language.syntax import Formula, symbols_of
from tests.items.lint.crafted_items import (
    broken_rules,
    choice,
    finding_texts,
    findings,
    formal,
    truth,
)

GOOD = choice(["A → B", "B → C", "D"], ["A → C", "C → A", "D → A", "B → A"])


def test_a_good_item_breaks_nothing_but_for_its_idle_premise() -> None:
    assert broken_rules(GOOD) == {"unused-premise"}
    assert finding_texts(GOOD, "unused-premise") == ["premise 3: D"]


def test_contradictory_premises() -> None:
    assert "inconsistent" in broken_rules(truth(["A", "¬A"], "A", "true"))
    assert "inconsistent" not in broken_rules(truth(["A", "¬B"], "A", "true"))


def test_contradictory_premises_of_a_variant() -> None:
    item = truth(["A"], "A", "true", variants={"odd": [{"op": "add", "formula": "¬A"}]})
    assert "inconsistent" not in broken_rules(item)
    question = item.questions[0].model_copy(update={"query": "necessary(A) under odd"})
    odd = item.model_copy(update={"questions": (question,)})
    assert finding_texts(odd, "inconsistent") == ["no world satisfies all premises under odd"]


def test_a_wrong_gold() -> None:
    assert "gold-disproved" in broken_rules(truth(["A → B", "A"], "B", "false"))
    assert "gold-disproved" not in broken_rules(truth(["A → B", "A"], "B", "true"))
    assert "gold-disproved" in broken_rules(choice(["A → B", "A"], ["C", "B", "D", "E"], gold=0))


def test_several_right_options() -> None:
    item = choice(["A → B", "A", "B → C"], ["B", "C", "D", "¬A"])
    assert finding_texts(item, "several-right") == ["right: A, B"]
    assert "several-right" not in broken_rules(GOOD)


def test_no_right_option() -> None:
    assert "none-right" in broken_rules(choice(["A → B"], ["B", "A", "¬A", "¬B"]))
    # A gold of N says that none is right.
    assert "none-right" not in broken_rules(choice(["A → B"], ["B", "A", "¬A", "¬B"], gold=-1))
    assert "none-right" not in broken_rules(GOOD)


def test_options_are_judged_without_a_gold_too() -> None:
    item = choice(["A → B", "A", "B → C"], ["B", "C", "D", "¬A"], gold=None)
    assert "several-right" in broken_rules(item)
    assert "gold-disproved" not in broken_rules(item)


def test_what_the_solver_leaves_open_is_a_finding() -> None:
    at = {(pigeon, hole): f"P{pigeon}x{hole}" for pigeon in range(11) for hole in range(10)}
    premises = [" ∨ ".join(at[pigeon, hole] for hole in range(10)) for pigeon in range(11)]
    premises += [
        f"at_most(1; {', '.join(at[pigeon, hole] for pigeon in range(11))})" for hole in range(10)
    ]
    hard = truth(premises, at[0, 0], "unknown")
    hard = hard.model_copy(
        update={
            "formalization": {"parameters": dict.fromkeys(at.values(), "Bool"), "premise": premises}
        }
    )
    (count,) = (c for c in lint([hard], timeout=0.2).counts if c.rule.name == "undecided")
    assert count.items == (hard.id,)
    assert "undecided" not in broken_rules(GOOD)


def test_options_that_say_the_same() -> None:
    same = choice(["A → B", "B → C"], ["A → C", "C → D", "¬D → ¬C", "B → A"])
    assert finding_texts(same, "equivalent-options") == ["B and C: C → D and ¬D → ¬C"]
    assert "equivalent-options" not in broken_rules(GOOD)


def test_options_that_are_the_same_here() -> None:
    here = choice(["A ↔ B", "B → C"], ["A → C", "A", "B", "C"])
    assert finding_texts(here, "equivalent-here") == ["B and C: A and B"]
    # What follows anyway is always equivalent: that is no defect of its own.
    assert "equivalent-here" not in broken_rules(
        choice(["A", "A → B", "A → C"], ["B", "C", "D", "E"])
    )


def test_an_option_about_something_else() -> None:
    item = choice(["A → B", "B → C"], ["A → C", "Z", "C", "B"])
    assert finding_texts(item, "foreign-symbol") == ["B: Z in Z"]
    assert "foreign-symbol" not in broken_rules(GOOD)


def test_a_vacuous_answer() -> None:
    certain = choice(["A → B", "A", "C → D"], ["D → B", "D", "C", "C → A → C"])
    assert finding_texts(certain, "vacuous") == ["D → B: its consequent follows in any case"]
    refuted = choice(["A → B", "¬B", "C → D"], ["A → D", "D", "C", "D → C"])
    assert finding_texts(refuted, "vacuous") == ["A → D: its antecedent is refuted"]
    assert "vacuous" not in broken_rules(GOOD)


def test_an_answer_from_one_premise() -> None:
    fact = choice(["A", "A → B", "C → D"], ["C → A", "D", "C", "D → C"])
    assert [(f.kind, f.what) for f in findings(fact) if f.rule.name == "single-premise"] == [
        ("a fact", "C → A follows from premise 1 alone, a fact")
    ]
    rule = choice(["A → B", "B → C"], ["¬B → ¬A", "B → A", "A", "C → B"])
    assert [f.kind for f in findings(rule) if f.rule.name == "single-premise"] == ["a rule"]
    none = choice(["A → B", "B → C"], ["A → A", "B → A", "A", "C → B"])
    assert [f.kind for f in findings(none) if f.rule.name == "single-premise"] == ["none"]
    assert "single-premise" not in broken_rules(GOOD)


def test_a_refuted_statement_counts_as_an_answer() -> None:
    assert "single-premise" in broken_rules(truth(["¬A", "A → B"], "A", "false"))
    assert "single-premise" not in broken_rules(truth(["A → B", "¬B"], "A", "false"))
    assert look(truth(["A → B"], "A", "unknown")).answers == 0


def test_a_missing_premise_that_is_enough() -> None:
    query = "necessary(A → C)"
    enough = choice(["A → B"], ["A → C", "B → A", "C → B", "C → A"], 0, "missing", query)
    assert [f.kind for f in findings(enough) if f.rule.name == "single-premise"] == [
        "the missing premise"
    ]
    needed = choice(["A → B"], ["B → C", "B → A", "C → B", "C → A"], 0, "missing", query)
    assert broken_rules(needed) == set()


def test_three_options_that_follow_are_all_looked_at() -> None:
    item = choice(
        ["A → B", "B → C", "C → D"],
        ["A → C", "B → D", "¬B → ¬A", "D → A"],
        gold=3,
        type_="3e1c",
    )
    assert finding_texts(item, "single-premise") == ["¬B → ¬A follows from premise 1 alone, a rule"]
    assert look(item).answers == 3


def test_idle_premises_that_are_declared_as_noise_are_meant() -> None:
    noisy = choice(["A → B", "B → C", "D"], ["A → C", "C → A", "D → A", "B → A"], noise=1)
    assert "unused-premise" not in broken_rules(noisy)
    more = choice(["A → B", "B → C", "D", "E"], ["A → C", "C → A", "B → A", "C → B"], noise=1)
    assert len(finding_texts(more, "unused-premise")) == 2


def test_where_nothing_is_settled_only_unconnected_premises_are_idle() -> None:
    item = truth(["A → B", "C → D", "D → E"], "B", "unknown")
    assert finding_texts(item, "unused-premise") == ["premise 2: C → D", "premise 3: D → E"]
    assert "unused-premise" not in broken_rules(truth(["A → B", "B → C", "C"], "A", "unknown"))


@pytest.mark.slow
def test_a_premise_that_is_the_answer_or_repeats_another() -> None:
    denied = truth(["A → B", "¬¬¬A", "C"], "A", "false")
    assert finding_texts(denied, "given-answer") == ["¬A is premise 2"]
    option = choice(["A → B", "C"], ["¬B → ¬A", "B", "A", "¬C"])
    assert finding_texts(option, "given-answer") == ["¬B → ¬A is premise 1"]
    assert finding_texts(choice(["A", "B → C"], ["C → A", "C", "B", "C → B"]), "given-answer") == []
    # Alone it is all there is to know, and what `single-premise` says is enough.
    assert finding_texts(truth(["A"], "A", "true"), "given-answer") == []
    again = truth(["A", "B ∨ C", "¬¬A", "C ∨ B", "A ∨ C"], "C", "unknown")
    assert finding_texts(again, "repeated-premise") == [
        "premises 1 and 3: ¬¬A",
        "premises 2 and 4: C ∨ B",
    ]
    assert not {"given-answer", "repeated-premise"} & broken_rules(GOOD)
    added = run(TwinRun(run(Rules(51, depth=1), 9).items), 9).items
    assert len(added) > 9
    for item in added:
        formulas = [str(text) for text in (item.formalization or {})["premise"]]
        query_text = str(item.questions[0].query).removeprefix("necessary(").removesuffix(")")
        told_outright = changed(item, [*formulas, query_text], "true")
        assert finding_texts(told_outright, "given-answer") == [
            f"{query_text} is premise {len(formulas) + 1}"
        ]
        assert "given-answer" not in broken_rules(item)
        assert finding_texts(changed(item, [*formulas, formulas[0]]), "repeated-premise")
        assert "repeated-premise" not in broken_rules(item)


def changed(item: Item, premises: list[str], gold: str = "") -> Item:
    question = item.questions[0]
    if gold:
        answer = TruthAnswer.model_validate({"value": gold})
        question = question.model_copy(update={"gold": answer})
    formalization = {**(item.formalization or {}), "premise": premises}
    return item.model_copy(update={"formalization": formalization, "questions": (question,)})


@pytest.mark.slow
def test_idle_premises_of_matched_tasks_and_of_twins_are_meant() -> None:
    rules = run(Rules(51), 3).items
    grids = run(Zebra(5), 2).items
    for item in (*rules, *run(TwinRun(rules), 3).items, *grids):
        assert "unused-premise" not in broken_rules(item)
    notes: dict[str, list[str]] = {"rules": [], "zebra": []}
    for item in (*rules, *grids):
        stranger = item.provenance.model_copy(update={"generator": None})
        findings = finding_texts(item.model_copy(update={"provenance": stranger}), "unused-premise")
        notes[str(item.provenance.generator)] += findings
    assert notes["rules"]
    # That two things differ goes without saying.
    assert not any(" ≠ " in note and " ∨ " not in note for note in notes["zebra"])


def test_a_projection_is_an_answer_for_each_formula() -> None:
    item = Item(
        id="projection",
        text="A, A → B, B → C",
        questions=(
            Question(
                id="1",
                kind="projection",
                query="projection(necessary; A → C, B, C → D)",
                vocabulary=tuple(Choice(key=key) for key in ("A → C", "B", "C → D")),
                gold=SetAnswer(members=frozenset({"A → C", "B"})),
            ),
        ),
        formalization=formal(["A", "A → B", "B → C"], "ABCD"),
    )
    logical = look(item)
    assert logical.answers == 2
    assert {f.rule.name for f in logical.findings} == {"vacuous"}


def test_unused_symbols() -> None:
    item = truth(["A → B"], "B", "unknown")
    formalization = {**(item.formalization or {}), "parameters": dict.fromkeys("ABZ", "Bool")}
    assert finding_texts(
        item.model_copy(update={"formalization": formalization}), "unused-symbol"
    ) == ["Z is declared but not used"]
    assert "unused-symbol" not in broken_rules(item)


def test_a_formalization_that_cannot_be_read() -> None:
    item = truth(["A → → B"], "B", "unknown")
    assert broken_rules(item) == {"unreadable"}
    assert lint([item]).wrong


def test_first_order_items() -> None:
    def about(premises: list[str], asked: str, gold: str) -> Item:
        item = truth(premises, asked, gold)
        parameters = {"F": "Function(1)", "G": "Function(1)", "H": "Function(1)", "a": "Person"}
        return item.model_copy(
            update={"formalization": {"parameters": parameters, "premise": premises}}
        )

    chain = ["∀x (F(x) → G(x))", "∀x (G(x) → H(x))", "F(a)"]
    assert broken_rules(about(chain, "H(a)", "true")) == set()
    assert "gold-disproved" in broken_rules(about(chain, "H(a)", "false"))
    assert finding_texts(about(chain, "∀x (F(x) → G(x) ∨ H(x))", "true"), "single-premise")
    refuted = about([*chain[:2], "∀x ¬F(x)"], "∀x (F(x) → H(x))", "true")
    assert [f.kind for f in findings(refuted) if f.rule.name == "vacuous"] == ["antecedent refuted"]
    assert "inconsistent" in broken_rules(about(["∀x F(x)", "∃x ¬F(x)"], "H(a)", "true"))
    idle = about([*chain, "∀x (H(x) → G(x))"], "H(a)", "true")
    assert len(finding_texts(idle, "unused-premise")) == 1
    noisy = idle.model_copy(update={"attributes": {"distractors": 1}})
    assert finding_texts(noisy, "unused-premise") == []
    # One support does not use them all, two together do.
    ways = [*chain, "∀x H(x)"]
    assert finding_texts(about(ways, "H(a)", "true"), "unused-premise") == []
    meant = about([*ways, "∀x (H(x) → G(x))", "∀x (H(x) → F(x) ∨ G(x))"], "H(a)", "true")
    assert len(finding_texts(meant, "unused-premise")) == 2
    entry = meant.model_copy(update={"attributes": {"distractors": 1}})
    assert len(finding_texts(entry, "unused-premise")) == 2
    other_width = meant.model_copy(update={"attributes": {"distractors": 2}})
    assert finding_texts(other_width, "unused-premise") == []


def test_generated_qmfol_items_break_nothing_wrong() -> None:
    configs = configurations(("Food",), (3,), (2,), ("true", "false", "unknown"), (0, 3), (0,))
    report = lint(run(Qmfol(configs), len(configs)).items)
    assert not report.wrong


@pytest.mark.slow
def test_built_in_sets_break_nothing_wrong() -> None:
    for name in ("demo", "practice", "practice-zh", "qualification", "qualification-zh"):
        assert not lint(load(f"builtin:{name}").items).wrong


def test_the_symbols_of_a_premise_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All pairs of premises were compared, and the symbols of both were collected for each."""
    number = 150
    item = truth([f"A{n} → A{n + 1}" for n in range(number)], "A0", "unknown")
    calls = 0

    def counted(formula: Formula, *budget: Budget) -> frozenset[tuple[str, int]]:
        nonlocal calls
        calls += 1
        return symbols_of(formula, *budget)

    monkeypatch.setattr(logic, "symbols_of", counted)
    assert look(item).readable
    # Once for what is compared, once for what is declared.
    assert number <= calls <= 3 * number


def test_premises_that_say_the_same_are_found_among_many() -> None:
    premises = [f"A{n} → B{n}" for n in range(40)]
    item = truth([*premises, "¬B7 → ¬A7", "A3 → B3"], "A0", "unknown")
    assert finding_texts(item, "repeated-premise") == [
        "premises 8 and 41: ¬B7 → ¬A7",
        "premises 4 and 42: A3 → B3",
    ]


@pytest.mark.parametrize("steps", [0, 1, 5, 20, 60])
def test_an_abandoned_check_is_reported(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At whatever look at the budget it ends, lint says so and goes on to its end."""
    item = truth(["A → B", "B → C", "A", "C → D", "D → E"], "E", "true")
    looks = 0
    cancel = Cancel()

    class Ending(Budget):
        __slots__ = ()

        def check(self) -> None:
            nonlocal looks
            looks += 1
            if looks > steps:
                cancel.cancel()
            super().check()

    formal = formal_item(item)
    assert formal is not None
    budget = Ending(Budget.of(120).deadline, cancel)
    outcome = logic._LogicLinter(item, formal, budget, "auto").look()
    names = [finding.rule.name for finding in outcome.findings]
    assert names.count("undecided") == (looks > steps)
    if steps == 0:
        assert names == ["undecided"]


def test_an_item_that_is_not_compared_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    first = choice(["A → B", "B → C", "A"], ["C", "¬C", "D", "¬B"])
    items = [first, first.model_copy(update={"id": "again"})]

    def given_up(item: Item, budget: Budget) -> str:
        if item.id == "again":
            raise GaveUp("timeout")
        return "key"

    texts = [item.model_copy(update={"text": f"{n}. {item.text}"}) for n, item in enumerate(items)]
    assert lint(texts).undecided_items == 0
    monkeypatch.setattr(whole_sets, "structure_key", given_up)
    report = lint(texts)
    assert report.undecided_items == 1
    counts_by_rule = {count.rule.name: count.items for count in report.counts}
    assert counts_by_rule["undecided"] == ("again",)
    assert not counts_by_rule["same-problem"]
