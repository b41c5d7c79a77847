"""A diagnosis of recorded answers to items, as one document for machines and for the text.

Owns its contents. The caller reads the record, and each figure has its own module.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from study.diagnosis.consistency import (
    TextAnswers,
    one_reading,
    one_reading_json,
    summary,
    text_json,
    texts,
)
from study.diagnosis.document import (
    diagnoses,
    means_of,
    not_told_apart,
    rate_json,
)
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.rates import fitted
from study.diagnosis.readers import Readers, readers_of
from study.diagnosis.readings import Explanation
from study.diagnosis.recorded_answers import AskedQuestion, ExplainedAnswers
from study.diagnosis.second_engine import checked, standing

ITEMS_MAX_SIZE = 2
"""Maximum number of misreadings in one reader of whole sets of items: most sets cannot distinguish
more."""


def document(explained_answers: ExplainedAnswers) -> dict[str, Any]:
    """All results about the answers; shares between 0 and 1, None without data."""
    answers = explained_answers.answers
    explanations = explained_answers.explanations
    groups = sorted(set(explained_answers.groups))
    text_answers = list(texts(explained_answers))
    return {
        "answers": answers.total,
        "respondents": [
            {"respondent": name, "group": group, "answers": int(answers.counts[n].sum())}
            for n, (name, group) in enumerate(
                zip(answers.persons, explained_answers.groups, strict=True)
            )
        ],
        "questions": len(explained_answers.questions),
        "diagnoses": diagnoses(answers, explanations),
        "checked": checked(explanations.values()).document() if explained_answers.both else None,
        "groups": {
            group: _of_group(explained_answers, explanations, group, text_answers)
            for group in groups
        },
        "texts": [text_json(explained_answers, text) for text in text_answers],
        "given": _listed(explained_answers, explanations),
        "undecided": dict(Counter(reason for reason in explained_answers.reasons if reason)),
    }


def _of_group(
    explained_answers: ExplainedAnswers,
    explanations: Mapping[tuple[int, int], Explanation],
    group: str,
    texts_told: Sequence[TextAnswers],
) -> dict[str, Any]:
    """Diagnoses, rates and consistency of one group's answers."""
    group_places = [n for n, name in enumerate(explained_answers.groups) if name == group]
    answers = explained_answers.answers.of(group_places)
    answered = answers.counts.sum(axis=(0, 2)) > 0
    questions = [n for n, used in enumerate(answered) if used]
    answers = answers.on(questions)
    readings = [explained_answers.readings[n] for n in questions]
    readers: Readers = readers_of(readings, answers.counts.shape[2], ITEMS_MAX_SIZE)
    rates = fitted(answers, readings, readers)
    means = means_of(answers, readings, rates.persons)
    own_explanations = {
        (questions.index(p), c): e for (p, c), e in explanations.items() if p in set(questions)
    }
    return {
        "answers": answers.total,
        "diagnoses": diagnoses(answers, own_explanations),
        "rates": {name: rate_json(rate) for name, rate in rates.group.items()},
        "respondents": {
            person: {name: rate_json(rate) for name, rate in own.items()}
            for person, own in rates.persons.items()
        },
        "respondents_mean": means.rates,
        "respondents_with_enough": means.over,
        "not_told_apart": not_told_apart(readers),
        "consistency": {
            **summary([text for text in texts_told if text.respondent in set(answers.persons)]),
            "respondents": one_reading_json(answers, one_reading(answers, readings, readers)),
        },
    }


def _listed(
    explained_answers: ExplainedAnswers, explanations: Mapping[tuple[int, int], Explanation]
) -> list[dict[str, Any]]:
    """Every different answer, with its explanations and the respondents who gave it."""
    rows = []
    counts = explained_answers.answers.counts
    for place, question in enumerate(explained_answers.questions):
        for choice in range(len(question.choices)):
            who = [int(n) for n in counts[:, place, choice].nonzero()[0]]
            if who:
                rows.append(
                    _row(
                        explained_answers, question, choice, who, explanations.get((place, choice))
                    )
                    | {"given": int(counts[:, place, choice].sum())}
                )
    return rows


def _row(
    explained_answers: ExplainedAnswers,
    question: AskedQuestion,
    choice: int,
    person_places: Sequence[int],
    explanation: Explanation | None,
) -> dict[str, Any]:
    place = explained_answers.questions.index(question)
    readings = explained_answers.readings[place]
    undecided = explanation is None or not (explanation.combinations or explanation.exhausted)
    missed = readings.missed(choice) if isinstance(readings, QuestionReadings) else None
    return {
        "item": question.item.id,
        "question": question.leaf.id,
        "answer": question.text(choice),
        "right": None if explanation is None else explanation.right,
        "combinations": []
        if explanation is None
        else [list(names) for names in explanation.combinations if names],
        "forgotten": []
        if explanation is None
        else [
            [premise + 1 for premise in left_out]
            for names, left_out in zip(explanation.combinations, explanation.forgotten, strict=True)
            if names
        ],
        "checked": None
        if explanation is None or not explained_answers.both
        else [standing(explanation, names) for names in explanation.combinations if names],
        "contradicted": []
        if explanation is None
        else [list(names) for names in explanation.contradicted],
        "random": explanation is not None and explanation.random,
        "undecided": undecided,
        "missed": missed,
        "respondents": [explained_answers.answers.persons[n] for n in person_places],
        "times": [int(n) for n in explained_answers.answers.counts[person_places, place, choice]],
    }
