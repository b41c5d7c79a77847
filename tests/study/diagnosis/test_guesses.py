"""Guesses at questions whose answers cannot be listed: what is drawn is as probable as is said, and
rates of guesses come back from few answers."""

from collections import Counter
from itertools import chain, combinations

import pytest

from items.answers import Answer, CountAnswer, ModelsAnswer, SetAnswer
from items.formal import formal_item
from items.kinds.registry import form_of
from items.misreadings.misreading import FIRST, PART
from items.models import Item, Question
from items.seeds import Draw
from study.diagnosis.guesses import guessed, members_asked, part_share, part_told, share
from study.diagnosis.misreaders import misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.rates import fitted
from study.diagnosis.readers import readers_of
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers

DRAWS = 4000
ROWS = tuple(map(frozenset, ("", "A", "B", "AB")))


def item(kind: str, premises: tuple[str, ...], letters: str = "AB", query: str = "") -> Item:
    return Item(
        id=f"{kind} {premises}",
        text="T.",
        questions=(
            Question.model_validate(
                {
                    "id": "1",
                    "kind": kind,
                    "query": query or f"{kind}({', '.join(letters)})",
                    "vocabulary": [{"key": key} for key in letters],
                }
            ),
        ),
        formalization={"premise": list(premises)},
    )


def asked_of(of: Item) -> int:
    formal = formal_item(of)
    assert formal is not None
    return members_asked(formal.queries[0], formal.problem.signature)


@pytest.mark.parametrize(
    ("of", "possible"),
    [
        (item("count_models", ("A",)), [CountAnswer(count=n) for n in range(5)]),
        (
            item("projection", ("A",), query="projection(necessary; A, B)"),
            [SetAnswer(members=frozenset(names)) for names in ("", "A", "B", "AB")],
        ),
        (
            item("enumerate_models", ("A",)),
            [
                ModelsAnswer(models=frozenset(rows))
                for rows in chain.from_iterable(combinations(ROWS, n) for n in range(5))
            ],
        ),
    ],
)
def test_guesses_are_drawn_as_often_as_is_said(of: Item, possible: list[Answer]) -> None:
    question, (part,) = asked_of(of), of.leaves
    shares = {answer: share(answer, question) for answer in possible}
    assert sum(shares.values()) == pytest.approx(1)
    drawn = Counter(guessed(part, question, Draw("guess", n)) for n in range(DRAWS))
    assert set(drawn) <= set(shares)
    for answer, expected in shares.items():
        error = (expected * (1 - expected) / DRAWS) ** 0.5
        assert abs(drawn[answer] / DRAWS - expected) < 4 * error


@pytest.mark.parametrize(("way", "parts"), [(FIRST, 3), (PART, 3)])
def test_parts_of_a_list_are_told_as_often_as_is_said(way: str, parts: int) -> None:
    whole = ModelsAnswer(models=frozenset(ROWS[:3]))
    drawn = Counter(part_told(whole, way, Draw("part", n)) for n in range(DRAWS))
    assert len(drawn) == parts
    for answer, number in drawn.items():
        assert part_share(answer, whole, way) == pytest.approx(1 / parts)
        assert abs(number / DRAWS - 1 / parts) < 0.03


def test_of_a_list_of_one_the_whole_is_told() -> None:
    one_model = ModelsAnswer(models=frozenset(ROWS[:1]))
    names = SetAnswer(members=frozenset("A"))
    assert part_told(one_model, FIRST, Draw("one")) == one_model
    assert part_told(names, PART, Draw("one")) == names
    assert part_share(one_model, one_model, FIRST) == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["count_models", "enumerate_models"])
@pytest.mark.parametrize("planted", [0.1, 0.4])
def test_rates_of_guesses_come_back_from_few_answers(kind: str, planted: float) -> None:
    """Of five persons: hardly any answer is given by two of them, so that those which were given
    tell little of what can be."""
    premises = (("A → B", "B"), ("A → B", "¬A"), ("A ∨ B", "A"), ("A ∨ B",), ("A → B",))
    items = [item(kind, premise_texts) for premise_texts in premises]
    explained = []
    for group in range(3):
        recorded_answers = []
        for person, of in ((person, of) for person in range(5) for of in items):
            draw = Draw("few", kind, group, person, of.id)
            answer = misread(of, 0, Misreaders(guess=planted), draw)
            assert answer is not None
            assert form_of(of.leaves[0]).misfit(answer, of.leaves[0], False) is None
            recorded_answers.append(GivenAnswer(f"p{person}", "people", of, 0, answer))
        outcome = explained_answers(recorded_answers, both=False)
        readers = readers_of(outcome.readings, outcome.answers.counts.shape[2], 2)
        rate = fitted(outcome.answers, outcome.readings, readers).group["guess"]
        assert rate is not None
        assert rate.low <= planted <= rate.high
        explained.append(rate.value)
    assert abs(sum(explained) / len(explained) - planted) < 0.1
