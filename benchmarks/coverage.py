"""Whether intervals hold what they should, and tests reject no more than they should.

Simulated people answer simulated items, right with a chance whose logit is 0.7 plus a number drawn
for the person and one for the item, both normal with a standard deviation of 0, 0.5 or 1 (the
effects). Everything is drawn anew each time: people, items, answers. Measured is how many of the
95 % intervals hold the accuracy over all people and all items, and how many comparisons of equals
have p below 5 %: people with a model that is right as often over all items, and two groups of
people. A model on items from templates has effects of templates.

Targets: 92 to 98 % of the intervals, at most 7 % of the comparisons. Beside the default stands the
interval that takes people as given.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from benchmarks.timing import Scale, table
from study.comparisons import Answers, compare
from study.metrics.uncertainty import SHARE_OF_ANSWERS, EffectiveWilson
from study.statistics.samples import Estimate, Sample, ratio

DESIGNS = ((4, 60), (8, 120), (30, 60), (200, 24))
"""People and items."""
TEMPLATES, EACH = 96, 60
EFFECTS = (0.0, 0.5, 1.0)
"""Standard deviations, in logits."""
CENTRE = 0.7
COVERAGE = (0.92, 0.98)
REJECTED = 0.07
LEVEL = 0.05


@dataclass
class Counts:
    """What came of the repetitions of one design."""

    held: int = 0
    held_given: int = 0
    against_model: int = 0
    against_group: int = 0
    repetitions: int = 0


@cache
def nodes() -> Any:
    """Where a normal variable is looked at, and the weights."""
    import numpy

    return numpy.polynomial.hermite_e.hermegauss(80)


def expected(centre: float, spread: float) -> float:
    """The mean chance where logits are normal, by Gauss and Hermite's quadrature."""
    import numpy

    places, weights = nodes()
    chances = 1 / (1 + numpy.exp(-centre - spread * places))
    return float(weights @ chances / weights.sum())


def centre_of(chance: float, spread: float) -> float:
    """The mean logit that gives a mean chance, by bisection."""
    low, high = -5.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, spread) < chance else (low, middle)
    return low


def held(estimate: Estimate | None, truth: float) -> bool:
    """Whether the interval has it."""
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


def drawn(random: Any, people: int, ease: Any, effect: float) -> Any:
    """Answers of new people to items of such ease: a row a person, 1 where right."""
    import numpy

    logits = CENTRE + effect * random.standard_normal((people, 1)) + ease[None, :]
    return (random.random(logits.shape) < 1 / (1 + numpy.exp(-logits))).astype(float)


def as_answers(rights: Any) -> Answers:
    """The same for a comparison."""
    people, items = rights.shape
    return Answers(
        [person for person in range(people) for _ in range(items)],
        [str(item) for item in range(items)] * people,
        rights.ravel().tolist(),
    )


def of_people(random: Any, people: int, items: int, effect: float, repetitions: int) -> Counts:
    """Repetitions of one design."""
    import numpy

    both = effect * 2**0.5
    truth = expected(CENTRE, both)
    model_centre = centre_of(truth, effect)
    who: Any = numpy.repeat(numpy.arange(people), items)
    which: Any = numpy.tile(numpy.arange(items), people)
    counts = Counts(repetitions=repetitions)
    for _ in range(repetitions):
        ease = effect * random.standard_normal(items)
        rights = drawn(random, people, ease, effect)
        rows: Any = numpy.stack([rights.ravel(), numpy.ones(rights.size)], axis=1)
        crossed = Sample(rows, items=which, respondents=who)
        counts.held += held(crossed.estimate(ratio, SHARE_OF_ANSWERS), truth)
        tallies = [(int(right), people) for right in rights.sum(axis=0).tolist()]
        counts.held_given += held(Sample(tallies).estimate(ratio, EffectiveWilson()), truth)
        chances = 1 / (1 + numpy.exp(-model_centre - ease))
        model = (random.random(items) < chances).astype(float).tolist()
        answers = as_answers(rights)
        by_item = {str(item): right for item, right in enumerate(model)}
        others = as_answers(drawn(random, people, ease, effect))
        for other, name in ((by_item, "against_model"), (others, "against_group")):
            comparison = compare(answers, other)
            assert comparison is not None
            setattr(counts, name, getattr(counts, name) + (comparison.p < LEVEL))
    return counts


def of_templates(random: Any, effect: float, repetitions: int) -> Counts:
    """A model on items made from templates, clustered by template and, beside it, not."""
    truth = expected(CENTRE, effect)
    counts = Counts(repetitions=repetitions)
    clusters = [template for template in range(TEMPLATES) for _ in range(EACH)]
    for _ in range(repetitions):
        ease = effect * random.standard_normal(TEMPLATES).repeat(EACH)
        rows = [(int(right), 1) for right in drawn(random, 1, ease, 0.0)[0].tolist()]
        counts.held += held(
            Sample(rows, clusters=clusters).estimate(ratio, SHARE_OF_ANSWERS), truth
        )
        counts.held_given += held(Sample(rows).estimate(ratio, SHARE_OF_ANSWERS), truth)
    return counts


def main(scale: Scale = Scale.FULL) -> None:
    """Print both tables, and which figures missed their target."""
    import numpy

    random = numpy.random.default_rng(20261122)
    repetitions = scale.pick(1500, 100, 2)
    per_cent = "{:.1f}".format
    rows, missed = [], []
    for people, items in DESIGNS:
        for effect in EFFECTS:
            counts = of_people(random, people, items, effect, repetitions)
            n = counts.repetitions
            rejected = [counts.against_model / n, counts.against_group / n]
            name = f"{people} × {items}, {effect:g} logit"
            if not COVERAGE[0] <= counts.held / n <= COVERAGE[1] or max(rejected) > REJECTED:
                missed.append(name)
            shares = [counts.held / n, counts.held_given / n, *rejected]
            rows.append([name, *(per_cent(100 * share) for share in shares)])
    head = [
        "people × items",
        "covered %",
        "people as given %",
        "model rejected %",
        "group rejected %",
    ]
    print(f"{repetitions:,} repetitions of each\n")
    print(table(head, rows))
    rows = []
    for effect in EFFECTS:
        counts = of_templates(random, effect, max(2, repetitions // 2))
        n = counts.repetitions
        name = f"{TEMPLATES} × {EACH}, {effect:g} logit"
        if not COVERAGE[0] <= counts.held / n <= COVERAGE[1]:
            missed.append(name)
        shares = [counts.held / n, counts.held_given / n]
        rows.append([name, *(per_cent(100 * share) for share in shares)])
    print()
    print(table(["templates × items", "covered %", "items as independent %"], rows))
    if scale is Scale.FULL:
        print(f"\nmissed: {'; '.join(missed) or 'none'}")
