"""Known figures of people's answers, reproduced on the shared data."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from items.sources.ccobra import Response, read_rows
from study.diagnosis.answers import Answers, answers_of
from study.diagnosis.document import document
from study.diagnosis.inferences import inferences
from study.diagnosis.prediction import predict
from study.diagnosis.readers import Readers, readers_of, readings_of
from study.diagnosis.theories import read_theories, shares, syllogism_of
from tests.shared_data import shared_path


@cache
def responses(name: str) -> tuple[Response, ...]:
    rows = read_rows(shared_path(f"human/{name}.csv"))
    return tuple(row for row in rows if isinstance(row, Response))


@cache
def figures(name: str) -> Mapping[str, Any]:
    return document(responses(name))


@cache
def read_by(name: str) -> tuple[Answers, Readers]:
    answers = answers_of(responses(name))
    return answers, readers_of(readings_of(answers.tasks), answers.counts.shape[2])


def share(name: str, *misreadings: str) -> float:
    """The share of answers that one reading, made wherever it applies, makes right."""
    (value,) = (
        entry["share"]
        for entry in figures(name)["readings"]
        if entry["misreadings"] == list(misreadings)
    )
    assert isinstance(value, float)
    return value


def test_conditional_inferences() -> None:
    inferences_read = inferences(responses("propositional"))
    assert len({response.person for response in responses("propositional")}) == 38
    assert {
        name: share and round(share.value, 2) for name, share in inferences_read.shares.items()
    } == {
        "MP": 0.96,
        "MT": 0.61,
        "AC": 0.61,
        "DA": 0.64,
    }
    ends = {name: share and (round(share.low, 2), round(share.high, 2))
            for name, share in inferences_read.shares.items()}  # fmt: skip
    assert ends["AC"] == (0.50, 0.72)
    assert ends["DA"] == (0.53, 0.74)
    assert inferences_read.both_fallacies == 23


@pytest.mark.slow
def test_an_inclusive_or_is_hardly_read_as_exclusive() -> None:
    exclusive = inferences(responses("propositional")).exclusive
    assert {name: share and (share.successes, share.n) for name, share in exclusive.items()} == {
        "first": (3, 74),
        "second": (8, 74),
    }
    (row,) = [
        row
        for row in figures("propositional")["diagnoses"]["misread"]
        if row["misreadings"] == ["exclusive-or"]
    ]
    assert row["answers"] > 3
    rate = figures("propositional")["rates"]["group"]["exclusive-or"]
    assert rate["value"] < 0.05
    assert rate["high"] < 0.2


@pytest.mark.slow
def test_one_command_ends_in_the_figures_that_are_known() -> None:
    rows = {row["figure"]: row for row in figures("propositional")["known_figures"]}
    fallacies = rows["persons who make AC and DA"]
    assert (fallacies["successes"], fallacies["n"]) == (23, 38)
    assert rows["inclusive or read as xor, first part given"]["successes"] == 3
    assert "classical logic" not in rows


@pytest.mark.torture
def test_syllogisms_by_theory() -> None:
    assert share("ragni2016-syllogisms", "existential-import") == pytest.approx(0.330, abs=5e-4)
    assert share("ragni2016-syllogisms", "biconditional") == pytest.approx(0.387, abs=5e-4)
    rows = {row["figure"]: row["value"] for row in figures("ragni2016-syllogisms")["known_figures"]}
    assert rows["classical logic"] == pytest.approx(0.330, abs=5e-4)
    assert rows["all converted"] == pytest.approx(0.387, abs=5e-4)


@pytest.mark.slow
def test_theories_predict_what_they_are_known_to() -> None:
    theories = read_theories(shared_path("human/theories"))
    values = shares(responses("ragni2016-syllogisms"), theories)
    assert {name: round(share or 0, 2) for name, share in values.items()} == {
        "Atmosphere": 0.25,
        "Conversion": 0.32,
        "MMT": 0.25,
        "Matching": 0.18,
        "PHM": 0.20,
        "PSYCOP": 0.29,
        "VerbalModels": 0.34,
    }
    codes = {syllogism_of(response.task) is None for response in responses("propositional")}
    assert codes == {True}


@pytest.mark.torture
def test_held_out_answers_are_predicted_better_than_by_the_most_frequent_one() -> None:
    entry = figures("ragni2016-syllogisms")
    assert len(entry["splits"]) == 5
    assert entry["held_out"] == 5 * 139 * 32
    assert entry["most_frequent"] == pytest.approx(0.446, abs=5e-4)
    assert entry["predicted"] > 0.48
    assert all(split["predicted"] > split["most_frequent"] for split in entry["splits"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seeds", "most_frequent", "predicted"),
    [
        ("propositional", range(5), 0.788, 0.789),
        ("propositional", range(10, 15), 0.776, 0.783),
        ("propositional", range(20, 25), 0.776, 0.776),
        ("suppression", range(5), 0.894, 0.894),
        ("suppression", range(10, 15), 0.893, 0.893),
    ],
)
def test_where_a_persons_other_half_tells_little_nothing_is_lost(
    name: str, seeds: range, most_frequent: float, predicted: float
) -> None:
    """The figures of docs/diagnosis.md: no split of suppression is predicted otherwise than by the
    others' most frequent answer, and no five of propositional worse."""
    outcome = predict(*read_by(name), tuple(seeds))
    assert outcome.most_frequent == pytest.approx(most_frequent, abs=5e-4)
    assert outcome.predicted == pytest.approx(predicted, abs=5e-4)
    assert outcome.most_frequent is not None
    assert outcome.predicted is not None
    assert outcome.predicted >= outcome.most_frequent
