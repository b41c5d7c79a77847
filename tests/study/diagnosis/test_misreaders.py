"""Planted misreaders answer as they misread, and their rates come back."""

from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, ModelsAnswer
from items.files.loading import load
from items.models import Item, Question
from items.seeds import Draw
from solver.errors import InputError
from study.diagnosis.items_document import document
from study.diagnosis.misreaders import load_misreaders, misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from tests.effort import turns
from tests.study.diagnosis.test_question_readings import Example

ITEMS: list[Item] = [
    Example(premises, query, "", ()).item.model_copy(update={"id": f"i{n}"})
    for n, (premises, query) in enumerate(
        (premises, query)
        for premises in (("A → B", "B"), ("A → B", "¬A"), ("A ∨ B", "A"), ("¬A → B", "B"))
        for query in ("count_models(A, B)", "necessary(A)", "necessary(¬B)", "possible(A ∧ B)")
    )
]


def test_who_misreads_nothing_and_guesses_nothing_is_always_right() -> None:
    for item in load("builtin:demo").items:
        for place, leaf in enumerate(item.leaves):
            answer = misread(item, place, Misreaders(), Draw("x", item.id, place))
            if leaf.kind in ("necessary", "possible", "choice", "truth"):
                assert answer == leaf.gold


@pytest.mark.slow
@pytest.mark.scaled
def test_planted_rates_come_back() -> None:
    """At most one draw in three misses, and what nobody misreads is told to be rare. How often
    intervals hold is measured by `benchmarks.misreading_rates`."""
    group = Misreaders(rates={"converse": 0.4, "exclusive-or": 0.25})
    covered = dict.fromkeys(group.rates, 0)
    draws = turns(1, 30)
    for seed in range(draws):
        recorded_answers = [
            GivenAnswer(f"p{person:02d}", "people", item, 0, answer)
            for person in range(40)
            for item in ITEMS
            if (answer := misread(item, 0, group, Draw("planted", seed, person, item.id)))
            is not None
        ]
        outcome = document(explained_answers(recorded_answers, both=False))["groups"]["people"]
        for name, planted in group.rates.items():
            rate = outcome["rates"][name]
            assert abs(rate["value"] - planted) < 0.15
            assert rate["high"] - rate["low"] < 0.35
            covered[name] += rate["low"] <= planted <= rate["high"]
        assert outcome["rates"]["premise-forgotten"]["low"] < 0.05
        assert outcome["diagnoses"]["right"] > 0
        assert outcome["diagnoses"]["random"] == 0
        people = [own["converse"] for own in outcome["respondents"].values()]
        assert sum(rate["low"] <= 0.4 <= rate["high"] for rate in people) >= 0.9 * len(people)
    assert min(covered.values()) >= draws * 2 / 3


@pytest.mark.slow
def test_of_rates_that_the_questions_do_not_tell_apart_nothing_is_claimed() -> None:
    """Whoever affirms the consequent may read the converse or the biconditional; one question in
    ten tells which."""
    pairs = ["AB", "BA", "AC", "CA", "BC", "CB", "AD", "DA", "BD"]
    tasks: list[tuple[tuple[str, ...], str]] = [
        ((f"{pair[0]} → {pair[1]}", pair[1]), f"necessary({pair[0]})") for pair in pairs
    ]
    tasks.append((("A → B",), "necessary(A ↔ B)"))
    items = [
        Example(premises, query, "", ()).item.model_copy(update={"id": f"i{n}"})
        for n, (premises, query) in enumerate(tasks)
    ]
    group = Misreaders(rates={"biconditional": 0.5})
    recorded_answers = [
        GivenAnswer(f"p{person:02d}", "people", item, 0, answer)
        for person in range(12)
        for item in items
        if (answer := misread(item, 0, group, Draw("alike", person, item.id))) is not None
    ]
    outcome = document(explained_answers(recorded_answers, both=False))["groups"]["people"]
    tellings = [outcome["rates"], *outcome["respondents"].values()]
    covered = 0
    for rates in tellings:
        assert rates["converse"]["low"] < 0.05
        covered += rates["biconditional"]["low"] <= 0.5 <= rates["biconditional"]["high"]
    # One person happens to answer all ten as they stand.
    assert covered == len(tellings) - 1
    wide = [rates["converse"]["high"] - rates["converse"]["low"] > 0.9 for rates in tellings]
    assert sum(wide) == len(tellings) - 1


@pytest.mark.slow
def test_few_answers_of_one_person_say_little() -> None:
    recorded_answers = [
        GivenAnswer("p", "people", item, 0, answer)
        for item in ITEMS[:4]
        if (answer := misread(item, 0, Misreaders(rates={"converse": 0.5}), Draw("one", item.id)))
        is not None
    ]
    entry = document(explained_answers(recorded_answers, both=False))
    rate = entry["groups"]["people"]["respondents"]["p"]["converse"]
    assert rate["high"] - rate["low"] > 0.3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[group]]\n[group.rates]\nconvers = 0.2\n", "line 3, group[1].rates.convers"),
        ("[[group]]\n[group.rates]\nconverse = 2\n", "group[1].rates.converse"),
        ("[[group]]\nshare = 0.7\n[[group]]\nshare = 0.7\n", "expected shares that come to 1"),
        ("share = 1\n", "group"),
        ("[[group\n", "line 1"),
    ],
)
def test_a_mistake_in_the_file_is_named(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as error:
        load_misreaders(path)
    assert said in f"{error.value.title} {error.value.message}"


def test_who_finds_that_no_option_follows_says_so_where_that_is_offered() -> None:
    """By the converse, that the light is on follows from nothing."""
    options = [{"text": formula, "formula": formula} for formula in ("B", "¬B")]
    question = {"id": "1", "kind": "choice", "options": options}
    item = Item(
        id="x",
        text="T.",
        questions=(Question.model_validate({**question, "gold": {"kind": "choice", "option": 0}}),),
        formalization={"premise": ["A → B", "A"]},
    )
    reader = Misreaders(rates={"converse": 1.0})
    misread_answers = [
        misread(item, 0, reader, Draw("none", n), none_option=True) for n in range(5)
    ]
    assert misread_answers == [ChoiceAnswer(option=None)] * 5
    assert misread(item, 0, reader, Draw("none"), none_option=False) is None


@pytest.mark.parametrize(("name", "sizes"), [("first-model-only", {1}), ("incomplete-list", {2})])
def test_part_of_a_list_is_told(name: str, sizes: set[int]) -> None:
    list_item = Item(
        id="x",
        text="T.",
        questions=(
            Question.model_validate(
                {"id": "1", "kind": "enumerate_models", "query": "enumerate_models(A, B)"}
            ),
        ),
        formalization={"premise": ["A ∨ B"]},
    )
    misreader = Misreaders(rates={name: 1.0}, guess=0.0)
    misread_answers = [misread(list_item, 0, misreader, Draw("part", n)) for n in range(20)]
    lists = {answer.models for answer in misread_answers if isinstance(answer, ModelsAnswer)}
    whole = {frozenset("A"), frozenset("B"), frozenset("AB")}
    assert all(answer is not None for answer in misread_answers)
    assert {len(models) for models in lists} == sizes
    assert frozenset[frozenset[str]]().union(*lists) == whole
