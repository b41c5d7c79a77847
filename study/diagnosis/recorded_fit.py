"""Person-fit of recorded answers.

Owns converting recorded answers to the input of `person_fit`: the questions with gold, the persons
of one group, and models with equal weights.
"""

from typing import Any

from items.kinds.registry import form_of
from study.diagnosis.person_fit import AnswerArrays, Fits, person_fit
from study.diagnosis.recorded_answers import AskedQuestion, ExplainedAnswers

MODELS = "models"


def fit_of(explained_answers: ExplainedAnswers, group: str) -> tuple[tuple[str, ...], Fits]:
    """The persons of a group, and their fit."""
    import numpy

    counts = explained_answers.answers.counts
    places = [n for n, question in enumerate(explained_answers.questions) if _compared(question)]
    persons = [n for n, name in enumerate(explained_answers.groups) if name == group]
    models = [n for n, name in enumerate(explained_answers.groups) if name == MODELS]
    own = counts[persons][:, places]
    answered = own.any(axis=2)
    right = numpy.zeros((len(places), counts.shape[2]))
    for n, place in enumerate(places):
        right[n, sorted(_right(explained_answers.questions[place]))] = 1
    answers_asked = AnswerArrays(
        numpy.where(answered, own.argmax(axis=2), -1),
        _even(counts[models][:, places]).sum(axis=0),
        right,
        explained_answers.answers.offered_choices[places],
        explained_answers.seconds[persons][:, places],
    )
    return tuple(explained_answers.answers.persons[n] for n in persons), person_fit(answers_asked)


def right_of(explained_answers: ExplainedAnswers, person: int) -> list[tuple[int, bool]]:
    """A respondent's answers to questions with gold: index of the question, and whether the answer
    is right."""
    pairs: list[tuple[int, bool]] = []
    for place, question in enumerate(explained_answers.questions):
        if _compared(question):
            right = _right(question)
            choices = explained_answers.answers.counts[person, place].nonzero()[0]
            pairs.extend((place, int(choice) in right) for choice in choices)
    return pairs


def _compared(question: AskedQuestion) -> bool:
    return question.leaf.gold is not None and not question.leaf.free


def _right(question: AskedQuestion) -> frozenset[int]:
    leaf = question.leaf
    assert leaf.gold is not None
    form = form_of(leaf)
    return frozenset(
        n
        for n, answer in enumerate(question.choices)
        if answer.kind == leaf.gold.kind and form.equal(answer, leaf.gold)
    )


def _even(counts: Any) -> Any:
    """Several answers of one model to one question are given the weight of one."""
    import numpy

    return counts / numpy.maximum(counts.sum(axis=2, keepdims=True), 1)
