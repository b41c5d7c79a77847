"""What leads to each answer beforehand, and sets of questions that tell misreadings apart."""

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy
import pytest
from click.testing import CliRunner

from items.misreadings.registry import MISREADINGS
from items.models import Item, Question
from study.diagnosis.attractions import attractions
from study.diagnosis.designs import PRIOR, design, pool_of
from study.diagnosis.rates import Questions
from study.diagnosis.readers import readers_of
from tui.cli import main


def item(name: str, premises: tuple[str, ...], query: str, **more: Any) -> Item:
    kind = query.partition("(")[0]
    return Item(
        id=name,
        text="T.",
        questions=(Question.model_validate({"id": "1", "kind": kind, "query": query, **more}),),
        formalization={"premise": list(premises)},
    )


POOL = [
    item("conditional", ("A → B", "B"), "necessary(A)"),
    item("same", ("A → B", "B"), "necessary(A)"),
    item("or", ("A ∨ B", "A"), "necessary(¬B)"),
    item("count", ("A → B",), "count_models(A, B)"),
    item("plain", ("A",), "necessary(A)"),
    item("both", ("A ∨ B", "B → C"), "possible(A ∧ B ∧ C)"),
]


def test_each_option_has_the_misreadings_that_lead_to_it() -> None:
    options = [{"text": f, "formula": f} for f in ("B", "¬B", "C")]
    choice = Item(
        id="x",
        text="T.",
        questions=(
            Question.model_validate(
                {
                    "id": "1",
                    "kind": "choice",
                    "options": options,
                    "gold": {"kind": "choice", "option": 0},
                }
            ),
        ),
        formalization={"premise": ["A → B", "A", "A ∨ C"]},
    )
    [[reply]] = attractions([choice])
    right, wrong, other = reply["answers"]
    assert (right["answer"], right["gold"], right["right"]) == ("A", True, True)
    assert not wrong["right"]
    assert ["necessary-as-possible"] not in wrong["combinations"]
    assert ["necessary-as-possible"] in other["combinations"]
    assert "and-for-or" in other["reached_by"]


def test_lists_have_the_answers_that_misreadings_lead_to() -> None:
    [[reply]] = attractions([item("n", ("A → B",), "count_models(A, B)")])
    answers = {entry["answer"]: entry for entry in reply["answers"]}
    assert answers["3"]["right"]
    assert ["biconditional"] in answers["2"]["combinations"]


def test_the_set_is_as_good_as_the_best_of_all() -> None:
    recorded, _ = pool_of(POOL)
    readers = readers_of(recorded.readings, recorded.answers.counts.shape[2], 2)
    questions = Questions(recorded.answers, recorded.readings, readers)
    reply = questions.informations(0.2, 0.05)
    prior = numpy.eye(questions.size) / PRIOR**2

    def gain(chosen: tuple[int, ...]) -> float:
        total = prior + reply[list(chosen)].sum(axis=0)
        return float(numpy.linalg.slogdet(total)[1] - numpy.linalg.slogdet(prior)[1]) / 2

    for number in (1, 2, 3):
        best = max(gain(chosen) for chosen in combinations(range(len(reply)), number))
        assert design(POOL, number).gain == pytest.approx(best, rel=0.02)


def test_what_a_pool_cannot_tell_is_named() -> None:
    reply = design(POOL, 2)
    assert ("converse", "inverse") in {group[:2] for group in reply.not_told_apart}
    assert "some-but-not-all" in reply.unseen
    names = {question.item.id for question in reply.chosen_questions}
    # Asking the same twice tells less than asking something else.
    assert not {"conditional", "same"} <= names
    assert "plain" not in names
    assert 0 < reply.gain < reply.pool_gain
    assert min(reply.deviations.values()) < PRIOR
    assert design(POOL, 6).deviations["converse"] < PRIOR


def test_that_nothing_follows_is_among_the_answers_of_a_task_that_has_it(tmp_path: Path) -> None:
    path = tmp_path / "tasks.csv"
    rows = (("if;A;B/A", "B|not;B|nothing"), ("if;A;B/B", "A|not;A"))
    lines = (f"1,{task},{choices},{choices.partition('|')[0]}" for task, choices in rows)
    path.write_text("\n".join(("id,task,choices,response", *lines)), encoding="utf-8")
    run = CliRunner().invoke(
        main, ["diagnose", str(path), "--format", "ccobra", "--options", "--json"]
    )
    first, second = (
        {answer["answer"]: answer for answer in question["answers"]}
        for question in json.loads(run.stdout)["questions"]
    )
    assert list(first) == ["A", "B", "N"]
    assert not first["N"]["right"]
    assert ["premise-forgotten"] in first["N"]["combinations"]
    assert "N" not in second


def test_commands(tmp_path: Path) -> None:
    path = tmp_path / "pool.jsonl"
    path.write_text("\n".join(entry.model_dump_json() for entry in POOL), encoding="utf-8")
    run = CliRunner()
    planned = run.invoke(
        main, ["study", "plan", "--diagnose", str(path), "--choose", "3", "--json"]
    )
    assert planned.exit_code == 0, planned.output
    assert len(json.loads(planned.stdout)["chosen"]) == 3
    text = run.invoke(main, ["study", "plan", "--diagnose", str(path), "--choose", "3"])
    assert "The best 3 questions" in text.stdout
    options = run.invoke(main, ["diagnose", str(path), "--options", "--json"])
    assert options.exit_code == 0, options.output
    assert len(json.loads(options.stdout)["questions"]) == len(POOL)
    assert run.invoke(main, ["diagnose", str(path), "--options", "--simulated"]).exit_code == 2


def test_what_the_chosen_questions_show_is_not_told_as_unseen() -> None:
    """They need not tell it from others."""
    pool = POOL[:3]
    outcome, _ = pool_of(pool)
    showing = {
        question.item.id: {
            name for name in MISREADINGS if readings.choice_sets((name,)) != readings.choice_sets()
        }
        for question, readings in zip(outcome.questions, outcome.readings, strict=True)
        if readings is not None
    }
    groups_told = 0
    for number in (1, 2):
        reply = design(pool, number)
        for name in reply.missed:
            assert all(name not in showing[question.item.id] for question in reply.chosen_questions)
        groups_told += sum(len(group) > 1 for group in reply.still_alike)
    assert groups_told, "some misreadings are shown alike"
