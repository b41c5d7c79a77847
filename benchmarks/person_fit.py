"""The share of people flagged by person fit, among those who answer themselves and those who copy.

People differ in ability (standard deviation 1.2 logits); their wrong answers differ from those of
six models, and different questions are hard for them. Some give a model's answers to a part of the
questions. Printed are the shares of honest people and of copiers flagged for their answers, and the
procedure's own estimate of its false positive rate. In the last row people and models find the same
questions hard and make the same errors, so copying cannot be detected.
"""

from typing import Any

from benchmarks.timing import Scale, table
from study.diagnosis.person_fit import AnswerArrays, person_fit

CHOICES, MODELS, COPIES = 4, 6, 5
DESIGNS = (
    (60, 40, 1.0, False),
    (60, 40, 0.5, False),
    (60, 20, 1.0, False),
    (25, 20, 1.0, False),
    (60, 40, 1.0, True),
)
"""People, questions, the share of questions that copiers copy, whether models err as people do."""


def sample(people: int, questions: int, copied: float, alike: bool, random: Any) -> AnswerArrays:
    """Simulated answers; the first `COPIES` people copy."""
    import numpy

    right = numpy.zeros((questions, CHOICES))
    right[:, 0] = 1
    hard = random.normal(0, 1, questions)
    lures = random.dirichlet(numpy.full(CHOICES - 1, 0.7), questions)
    models_hard = hard if alike else random.normal(-0.5, 1.5, questions)
    models_lures = lures if alike else random.dirichlet(numpy.full(CHOICES - 1, 0.7), questions)

    def answers(able: float, hard: Any, wrong_shares: Any) -> Any:
        hit = random.random(questions) < 1 / (1 + numpy.exp(hard - able))
        other = [1 + int(random.choice(CHOICES - 1, p=wrong_shares[q])) for q in range(questions)]
        return numpy.where(hit, 0, other)

    able = random.normal(0.5, 1.2, people)
    own = numpy.stack([answers(ability, hard, lures) for ability in able])
    for person in range(COPIES):
        copy = answers(0.3, models_hard, models_lures)
        own[person] = numpy.where(random.random(questions) < copied, copy, own[person])
    counts = numpy.zeros((questions, CHOICES))
    for _ in range(MODELS):
        counts[numpy.arange(questions), answers(0.3, models_hard, models_lures)] += 1
    seconds = numpy.exp(random.normal(3, 0.4, own.shape))
    return AnswerArrays(own, counts, right, numpy.ones((questions, CHOICES)), seconds)


def main(scale: Scale = Scale.FULL, seed: int = 20261122) -> None:
    """Print the table."""
    import numpy

    repetitions = scale.pick(40, 8, 1)
    designs = DESIGNS if scale is not Scale.SMALLEST else DESIGNS[3:4]
    rows = []
    for place, (people, questions, copied, alike) in enumerate(designs):
        random = numpy.random.default_rng([seed, place])
        honest = copies = estimated = times = 0.0
        for _ in range(repetitions):
            fits = person_fit(sample(people, questions, copied, alike, random))
            hits = [fit.answers is not None and fit.answers.flagged for fit in fits.persons]
            copies += sum(hits[:COPIES]) / COPIES
            honest += sum(hits[COPIES:]) / (people - COPIES)
            times += sum(f.times is not None and f.times.flagged for f in fits.persons) / people
            estimated += fits.false_answers or 0
        rows.append(
            [
                f"{people} × {questions}, {100 * copied:.0f} % copied{', alike' if alike else ''}",
                *(f"{100 * n / repetitions:.1f}" for n in (honest, estimated, copies, times)),
            ]
        )
    heads = ["people × questions", "honest flagged", "own estimate", "copies flagged", "by times"]
    print(f"{repetitions} repetitions of each row; per cent\n")
    print(table(heads, rows))
