"""One key for all renamings of a problem, different keys for different problems."""

from random import Random
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item, Option, Question
from items.shape import renaming
from items.shape.renaming import structure_key
from solver.cancel import Budget, Cancel, GaveUp


def problem(premises: list[str], asked: str, gold: str = "true") -> Item:
    return Item(
        id="x",
        text="Text.",
        questions=(
            Question(
                id="1",
                kind="truth",
                query=f"necessary({asked})",
                gold=TruthAnswer.model_validate({"value": gold}),
            ),
        ),
        formalization={"premise": premises, "question": []},
    )


def test_names_and_order_do_not_count() -> None:
    first = structure_key(problem(["A & B -> C", "A", "B"], "C"))
    assert first is not None
    assert first == structure_key(problem(["P", "Q", "Q & P -> R"], "R"))
    assert first != structure_key(problem(["P", "Q", "Q | P -> R"], "R"))
    assert first != structure_key(problem(["P", "Q", "Q & P -> R"], "Q"))
    assert first != structure_key(problem(["P", "~Q", "Q & P -> R"], "R"))
    assert first != structure_key(problem(["P", "Q", "Q & P -> R"], "R", "unknown"))


def test_quantified_formulas_have_keys_too() -> None:
    text = structure_key(problem(["forall x (F(x) -> G(x))", "F(a)"], "G(a)"))
    other = structure_key(problem(["P(b)", "forall y (P(y) -> Q(y))"], "Q(b)"))
    assert text is not None
    assert text == other
    assert text != structure_key(problem(["Q(b)", "forall y (P(y) -> Q(y))"], "P(b)"))


def test_random_renamings_share_a_key() -> None:
    random = Random(4)
    for _ in range(60):
        names = list("ABCDEF")
        premises = []
        for _ in range(5):
            text, first_other, three = random.sample(names, 3)
            sign = random.choice(["", "~"])
            premises.append(
                random.choice(
                    [f"{sign}{text} -> {first_other}", f"({text} | {first_other}) -> {three}"]
                )
            )
        queried = random.choice(names)
        shuffled = random.sample(names, len(names))
        rename = str.maketrans("".join(names), "".join(shuffled))
        others = [premise.translate(rename) for premise in random.sample(premises, 5)]
        assert structure_key(problem(premises, queried)) == structure_key(
            problem(others, queried.translate(rename))
        )


def test_options_count_as_a_set_with_one_right() -> None:
    def choice(options: list[str], gold: int) -> Item:
        question = Question(
            id="1",
            kind="choice",
            options=tuple(Option(text=option, formula=option) for option in options),
            gold=ChoiceAnswer(option=gold),
        )
        return Item(
            id="c", text="T.", questions=(question,), formalization={"premise": ["A -> B", "A"]}
        )

    key = structure_key(choice(["B", "~B"], 0))
    assert key == structure_key(choice(["~B", "B"], 1))
    assert key != structure_key(choice(["~B", "B"], 0))


def test_names_are_found_once_a_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    """They were searched again in every statement for every name."""
    number = 60
    names, calls = renaming._names, 0

    def counted(*given: Any) -> frozenset[str]:
        nonlocal calls
        calls += 1
        return names(*given)

    monkeypatch.setattr(renaming, "_names", counted)
    assert structure_key(problem([f"A{n} -> A{n + 1}" for n in range(number)], "A0"))
    assert calls == number + 1


def test_a_key_is_given_up_with_its_budget() -> None:
    cancel = Cancel()
    cancel.cancel()
    with pytest.raises(GaveUp, match="interrupted"):
        structure_key(
            problem([f"B{n} -> B{n + 1}" for n in range(500)], "B0"), Budget.of(120, cancel)
        )


def test_a_formula_of_too_many_names_has_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"A{n}" for n in range(60)]
    item = problem([f"exactly(3; {', '.join(names)})"], "A1")
    assert structure_key(item) is not None
    monkeypatch.setattr(renaming, "_MOST_STEPS", 2_000)
    assert structure_key(item) is None
    assert structure_key(problem(["A & B -> C", "A", "B"], "C")) is not None
