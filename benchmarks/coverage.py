"""Coverage of intervals and false positive rates of tests, in simulations.

Simulated people answer simulated items. The logit of the probability of a correct answer is a
centre plus one number drawn for the person and one for the item, both normal with a standard
deviation of 0, 0.5 or 1 (the effects). People, items and answers are drawn again in each
repetition. Measured are the share of 95 % intervals that contain the true value over all people and
all items, and the share of comparisons between equals with p below 5 %: people with a model of the
same accuracy over all items, two groups of people, and two models.

Besides the plain designs there are: a model on items from templates; designs that are harder for
intervals (high accuracy, items that not everybody answers, clusters of unequal size); metrics that
are not shares (F1 of a label, macro-F1; PC and CIR of people who each see one rotation of each
item); differences within one respondent that are the same for many items (the gap of Sub-Q and Item
Accuracy; counterfactual and other sub-questions); and means of F1 over few items, some of which
lack a label. The last table has few people or few items, including difficulties that are not normal
(a long tail of hard items, or a fifth of very hard ones), at an accuracy of 50 or 90 %; each of its
cells is the range over the effects. Targets: coverage of 92 to 98 %, at most 7 % false positives.

Targets: 92 to 98 % of the intervals, at most 7 % of the comparisons.

`python -m benchmarks.coverage TABLE ROW…` runs only some rows of a table; all tables take half an
hour.
"""

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from benchmarks.timing import Scale, table
from study.metrics.cir import METRIC as CIR
from study.metrics.counterfactual_difference import BY_EDIT
from study.metrics.gap import METRIC as GAP
from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.label_f1 import UNKNOWN as F1_UNKNOWN
from study.metrics.macro_f1 import METRIC as MACRO_F1
from study.metrics.pc import METRIC as PC
from study.metrics.uncertainty import SHARE
from study.metrics.weighted_f1 import METRIC as WEIGHTED_F1
from study.statistics.circular import Tally, code
from study.statistics.comparisons import Answers, compare
from study.statistics.partial_circular import partial_circular
from study.statistics.samples import Estimate, Sample, Sampling, ratio
from study.statistics.sub_questions import SubAnswer, SubQuestions
from study.statistics.truth import LABELS, TruthAnswers, gold_f1, macro_f1, weighted_f1

DESIGNS = ((4, 60), (8, 120), (30, 60), (200, 24))
"""People and items."""
TEMPLATES, ANSWERS_PER_ITEM = 96, 60
EFFECTS = (0.0, 0.5, 1.0)
"""Standard deviations, in logits."""
CENTRE, HIGH_CENTRE = 0.7, 3.2
"""Logits: about 67 % and about 95 % correct."""
EVEN, TAIL, FIFTH = KINDS = ("normal", "a long tail of hard items", "a fifth very hard")
"""Distributions of difficulty."""
COVERAGE = (0.92, 0.98)
REJECTED = 0.07
LEVEL = 0.05
MODEL_DEFICIT = 0.2
"""Difference in accuracy between people and a weaker model."""
SEED = 20261122
PEOPLE_GIVEN = Sampling("people")


@dataclass(frozen=True)
class Design:
    """One simulated design."""

    people: int
    items: int
    effect: float
    centre: float = CENTRE
    answered_share: float = 1.0
    """Mean share of the items that a person answers; the items are chosen at random."""
    clusters: int = 0
    """Number of clusters of items; 0: no clusters."""
    uneven: bool = False
    """Whether clusters, and the shares of items that people answer, are of unequal size."""

    @property
    def name(self) -> str:
        """The name of the row in the table."""
        return f"{self.people} × {self.items}, {self.effect:g} logit"


@dataclass
class Counts:
    """Counts over the repetitions of one design."""

    repetitions: int
    covering: dict[str, int] = field(default_factory=dict)
    """Intervals that contain the true value, by metric or by what the interval takes as given."""
    rejections: dict[str, int] = field(default_factory=dict)
    """Rejected comparisons of equals, by who was compared with the people."""
    differing: dict[str, int] = field(default_factory=dict)
    """Significant comparisons with respondents who differ from the people, by name."""

    def hold(self, name: str, estimate: Estimate | None, truth: float) -> None:
        """Count an interval."""
        self.covering[name] = self.covering.get(name, 0) + held(estimate, truth)

    def reject(self, name: str, p: float) -> None:
        """Count a test of equals."""
        self.rejections[name] = self.rejections.get(name, 0) + (p < LEVEL)

    def find(self, name: str, p: float) -> None:
        """Count a test of a true difference."""
        self.differing[name] = self.differing.get(name, 0) + (p < LEVEL)

    @property
    def columns(self) -> list[str]:
        """The names of all shares."""
        return [*self.covering, *self.rejections, *self.differing]

    def missed(self) -> bool:
        """Whether a target is missed, ignoring intervals that take people or items as given."""
        n = self.repetitions
        shares = [k / n for name, k in self.covering.items() if "given" not in name]
        outside = any(not COVERAGE[0] <= share <= COVERAGE[1] for share in shares)
        return outside or any(k / n > REJECTED for k in self.rejections.values())

    def cells(self) -> list[str]:
        """All shares in per cent."""
        counts = [*self.covering.values(), *self.rejections.values(), *self.differing.values()]
        return [f"{100 * k / self.repetitions:.1f}" for k in counts]


@dataclass
class Spans:
    """Counts for several designs of one size, by column."""

    repetitions: int
    covering: dict[str, list[int]] = field(default_factory=dict)
    """For each design, the number of intervals that contain the true value."""
    rejections: dict[str, list[int]] = field(default_factory=dict)
    """For each design, the number of comparisons of equals with p below 5 %."""

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return [*self.covering, *self.rejections]

    def missed(self) -> bool:
        """Whether any design misses a target."""
        n = self.repetitions
        low, high = COVERAGE
        outside = any(not low <= k / n <= high for each in self.covering.values() for k in each)
        return outside or any(k / n > REJECTED for each in self.rejections.values() for k in each)

    def cells(self) -> list[str]:
        """The lowest and highest share in per cent; for rejections only the highest."""
        shares = {name: [100 * k / self.repetitions for k in each] for name, each in self}
        spans = [f"{min(shares[name]):.1f} to {max(shares[name]):.1f}" for name in self.covering]
        return [*spans, *(f"{max(shares[name]):.1f}" for name in self.rejections)]

    def __iter__(self) -> Iterator[tuple[str, list[int]]]:
        yield from self.covering.items()
        yield from self.rejections.items()


@cache
def nodes() -> Any:
    """Nodes and weights of the quadrature for a normal variable."""
    import numpy

    return numpy.polynomial.hermite_e.hermegauss(80)


def expected(centre: float, spread: float) -> float:
    """The mean probability for normal logits, by Gauss–Hermite quadrature."""
    places, weights = nodes()
    return float(weights @ chance(centre + spread * places) / weights.sum())


def chance(logits: Any) -> Any:
    """Probabilities from logits."""
    import numpy

    return 1 / (1 + numpy.exp(-logits))


@cache
def centre_of(share: float, spread: float) -> float:
    """The mean logit that gives a mean probability, by bisection."""
    low, high = -8.0, 12.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle, spread) < share else (low, middle)
    return low


def held(estimate: Estimate | None, truth: float) -> bool:
    """Whether the interval contains the true value."""
    assert estimate is not None
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low <= truth <= estimate.high


def grouped(random: Any, design: Design) -> Any:
    """The cluster of each item, as numbers from 0."""
    import numpy

    if not design.clusters:
        return numpy.arange(design.items)
    each = design.items // design.clusters
    sizes = random.integers(1, 2 * each, design.clusters) if design.uneven else each
    return numpy.repeat(numpy.arange(design.clusters), sizes)


def drawn_answers(random: Any, design: Design, ease: Any) -> tuple[Any, Any, Any]:
    """Answers of new people to items with the given easiness: person, item, 1 if correct."""
    import numpy

    skill = design.effect * random.standard_normal((design.people, 1))
    right = random.random((design.people, len(ease))) < chance(design.centre + skill + ease)
    share = numpy.full(design.people, design.answered_share)
    if design.uneven and design.answered_share < 1:
        share = share + random.uniform(-0.7, 0.7, design.people) * min(share[0], 1 - share[0])
    who, which = numpy.nonzero(random.random(right.shape) < share[:, None])
    return who, which, right[who, which].astype(float)


def as_answers(answers: tuple[Any, Any, Any]) -> Answers:
    """The same answers in the form used by `compare`."""
    who, which, right = answers
    return Answers(who.tolist(), list(map(str, which.tolist())), right.tolist())


def of_people(random: Any, design: Design, repetitions: int) -> Counts:
    """Run the repetitions of one design with people."""
    import numpy

    effect = design.effect
    truth = expected(design.centre, effect * 2**0.5)
    centres = [centre_of(share, effect) for share in (truth, truth, truth - MODEL_DEFICIT)]
    counts = Counts(repetitions)
    for _ in range(repetitions):
        groups = grouped(random, design)
        ease = effect * random.standard_normal(int(groups.max()) + 1)[groups]
        answers = drawn_answers(random, design, ease)
        who, which, right = answers
        rows: Any = numpy.stack([right, numpy.ones_like(right)], axis=1)
        sample = Sample(rows, items=which, respondents=who, clusters=groups[which])
        counts.hold("covered %", sample.estimate(ratio, SHARE), truth)
        alone = PEOPLE_GIVEN.of(sample).estimate(ratio, SHARE)
        counts.hold("people as given %", alone, truth)
        clusters = {str(item): int(group) for item, group in enumerate(groups)}
        models = [
            {str(item): float(each) for item, each in enumerate(random.random(len(ease)) < chances)}
            for chances in [chance(centre + ease) for centre in centres]
        ]
        people, others = as_answers(answers), as_answers(drawn_answers(random, design, ease))
        for name, left, other in (
            ("model rejected %", people, models[0]),
            ("group rejected %", people, others),
            ("two models rejected %", models[0], models[1]),
        ):
            comparison = compare(left, other, clusters=clusters)
            assert comparison is not None
            counts.reject(name, comparison.p)
        comparison = compare(people, models[2], clusters=clusters)
        assert comparison is not None
        counts.find(f"{100 * MODEL_DEFICIT:.0f} points found %", comparison.p)
    return counts


def drawn(random: Any, shape: tuple[int, ...], effect: float, kind: str) -> Any:
    """Easiness of items in logits, with mean 0 and the effect as standard deviation."""
    if kind == TAIL:
        return effect * (1 - random.exponential(size=shape))
    if kind == FIFTH:
        return effect * (0.5 - 2.5 * (random.random(shape) < 0.2))
    return effect * random.standard_normal(shape)


@cache
def centres_of(kind: str, effect: float, share: float) -> tuple[float, float]:
    """The mean logits at which people, and a model whose answers vary only with the items, have
    this accuracy."""
    import numpy

    logits = drawn(numpy.random.default_rng(SEED), (200_000,), effect, kind)
    places, weights = nodes()
    weights = weights / weights.sum()
    # Coarse enough to be fast, and fine enough for four digits.
    logits = numpy.quantile(logits, (numpy.arange(2000) + 0.5) / 2000)
    people = (logits[:, None] + effect * places[None, :], weights)
    centres = []
    for values, by in (people, (logits[:, None], numpy.ones(1))):
        low, high = -8.0, 12.0
        for _ in range(40):
            middle = (low + high) / 2
            mean = float((chance(middle + values) @ by).mean())
            low, high = (middle, high) if mean < share else (low, middle)
        centres.append(low)
    return centres[0], centres[1]


def of_small(random: Any, people: int, items: int, repetitions: int) -> Spans:
    """Accuracy of a number of people on a number of items, and comparisons of these people with a
    model and with as many other people, for all distributions of difficulty and effects."""
    spans = Spans(repetitions)
    for share, share_name in ((0.5, "half right"), (0.9, "nine in ten")):
        for kind in KINDS:
            for effect in EFFECTS if kind == EVEN else EFFECTS[1:]:
                counts = _small(random, (people, items), kind, effect, share, repetitions)
                column = f"{share_name}, {'even' if kind == EVEN else 'skewed'} %"
                spans.covering.setdefault(column, []).append(counts.covering["covered"])
                for name, n in counts.rejections.items():
                    spans.rejections.setdefault(name, []).append(n)
    return spans


def _small(
    random: Any,
    size: tuple[int, int],
    kind: str,
    effect: float,
    share: float,
    repetitions: int,
) -> Counts:
    import numpy

    people, items = size
    centre, of_model = centres_of(kind, effect, share)
    counts = Counts(repetitions)
    who: Any
    which: Any
    who, which = (each.ravel() for each in numpy.indices(size))
    names = [str(item) for item in range(items)]
    listed = [names[item] for item in which.tolist()]
    for _ in range(repetitions):
        ease = drawn(random, (items,), effect, kind)
        groups = []
        for _side in range(2):
            skill = effect * random.standard_normal((people, 1))
            right = random.random(size) < chance(centre + skill + ease)
            groups.append(right.ravel().astype(float))
        rows: Any = numpy.stack([groups[0], numpy.ones(people * items)], axis=1)
        sample = Sample(rows, items=which, respondents=who)
        counts.hold("covered", sample.estimate(ratio, SHARE), share)
        answers, others = (Answers(who.tolist(), listed, each.tolist()) for each in groups)
        alone = (random.random(items) < chance(of_model + ease)).astype(float)
        model = dict(zip(names, alone.tolist(), strict=True))
        for name, other in (("model rejected %", model), ("group rejected %", others)):
            comparison = compare(answers, other)
            assert comparison is not None
            counts.reject(name, comparison.p)
    return counts


def of_templates(random: Any, effect: float, repetitions: int) -> Counts:
    """A model on items made from templates, with and without clustering by template."""
    import numpy

    truth = expected(CENTRE, effect)
    clusters: Any = numpy.repeat(numpy.arange(TEMPLATES), ANSWERS_PER_ITEM)
    counts = Counts(repetitions)
    for _ in range(repetitions):
        ease = effect * random.standard_normal(TEMPLATES).repeat(ANSWERS_PER_ITEM)
        right = (random.random(len(ease)) < chance(CENTRE + ease)).astype(float)
        rows: Any = numpy.stack([right, numpy.ones_like(right)], axis=1)
        sample = Sample(rows, clusters=clusters)
        counts.hold("covered %", sample.estimate(ratio, SHARE), truth)
        counts.hold("items as given %", Sample(rows).estimate(ratio, SHARE), truth)
    return counts


def labelled(random: Any, ease: Any, skill: Any, centre: float = CENTRE) -> tuple[Any, Any]:
    """Gold answers of items, and answers of people: correct with the probability given by ease and
    skill, otherwise another label, "unknown" twice as often."""
    import numpy

    golds = random.choice(3, len(ease), p=(0.4, 0.4, 0.2))
    right = random.random((len(skill), len(ease))) < chance(centre + skill[:, None] + ease)
    wrong = numpy.array([[1, 2, 2], [0, 2, 2], [0, 1, 1]])
    other = wrong[golds[None, :], random.integers(0, 3, right.shape)]
    return golds, numpy.where(right, golds[None, :], other)


def label_sums(random: Any, effect: float, centre: float = CENTRE) -> tuple[float, ...]:
    """The counts of labels over very many answers, each of a different person and item; `effect` is
    that of both combined."""
    import numpy

    n = 500_000
    golds, answers = labelled(random, effect * random.standard_normal(n), numpy.zeros(1), centre)
    both = (golds == answers[0]).astype(float)
    right = [float(both[golds == k].sum()) for k in range(3)]
    gold_counts = [float((golds == k).sum()) for k in range(3)]
    sizes = [gold_counts[k] + float((answers[0] == k).sum()) for k in range(3)]
    return (*right, *sizes, *gold_counts)


def f1_truth(random: Any, effect: float) -> tuple[float, float]:
    """F1 of `unknown` and macro-F1 over very many answers, each of a different person and item."""
    sums = label_sums(random, effect * 2**0.5)
    macro = macro_f1(sums)
    assert macro is not None
    return 2 * sums[2] / sums[5], macro


def of_labels(random: Any, people: int, items: int, effect: float, repetitions: int) -> Counts:
    """F1 of people who answer with labels."""
    unknown, macro = f1_truth(random, effect)
    counts = Counts(repetitions)
    for _ in range(repetitions):
        ease, skill = (effect * random.standard_normal(n) for n in (items, people))
        golds, answers = labelled(random, ease, skill)
        truth_answers = as_truths(golds, answers)
        counts.hold("F1 unknown %", F1_UNKNOWN.estimate(truth_answers), unknown)
        counts.hold("macro-F1 %", MACRO_F1.estimate(truth_answers), macro)
    return counts


def as_truths(golds: Any, answers: Any, *, people: bool = True) -> TruthAnswers:
    """The answers of people (rows) to items, or of a model, in the form used by metrics."""
    import numpy

    who, which = numpy.divmod(numpy.arange(answers.size), len(golds))
    confusions = [
        {(LABELS[golds[item]], LABELS[answers[person, item]]): 1}
        for person, item in zip(who.tolist(), which.tolist(), strict=True)
    ]
    return TruthAnswers(confusions, which, who if people else None)


def of_few(random: Any, design: Design, repetitions: int) -> Counts:
    """Means of F1 over few items, for people or, without people, for a model."""
    both = 2**0.5 if design.people else 1.0
    sums = label_sums(random, design.effect * both, design.centre)
    figures = (
        ("macro-F1 %", MACRO_F1, macro_f1(sums)),
        ("weighted F1 %", WEIGHTED_F1, weighted_f1(sums)),
        ("F1 of gold labels %", GOLD_F1, gold_f1(sums)),
    )
    counts = Counts(repetitions)
    for _ in range(repetitions):
        ease = design.effect * random.standard_normal(design.items)
        people = max(1, design.people)
        skill = design.effect * random.standard_normal(people) * bool(design.people)
        golds, answers = labelled(random, ease, skill, design.centre)
        truth_answers = as_truths(golds, answers, people=bool(design.people))
        for name, metric, truth in figures:
            assert truth is not None
            counts.hold(name, metric.estimate(truth_answers), truth)
    return counts


def chosen(random: Any, right: Any, favourite: Any) -> Any:
    """Chosen options: 0 is correct; 60 % of wrong answers are the item's favourite distractor."""
    import numpy

    any_wrong = random.integers(1, 4, right.shape)
    wrong = numpy.where(random.random(right.shape) < 0.6, favourite, any_wrong)
    return numpy.where(right, 0, wrong)


def mutants_truth(random: Any, effect: float) -> tuple[float, float]:
    """PC and CIR over very many items whose four mutants were answered by four people."""
    n = 50_000
    ease = effect * random.standard_normal((n, 1))
    skill = effect * random.standard_normal((n, 4))
    right = random.random((n, 4)) < chance(1 + ease + skill)
    options = chosen(random, right, random.integers(1, 4, (n, 1))).tolist()
    pcs = [partial_circular(each, each.count(0)) for each in options]
    return sum(pcs) / n, float(right.all(axis=1).mean())


def of_mutants(random: Any, people: int, items: int, effect: float, repetitions: int) -> Counts:
    """PC and CIR of people who each answered one mutant of every item."""
    pc, cir = mutants_truth(random, effect)
    counts = Counts(repetitions)
    for _ in range(repetitions):
        ease = effect * random.standard_normal(items)
        skill = effect * random.standard_normal((people, 1))
        right = random.random((people, items)) < chance(1 + ease + skill)
        options = chosen(random, right, random.integers(1, 4, items)).tolist()
        tally = Tally()
        for person in range(people):
            for item in range(items):
                option = code(options[person][item], 0)
                tally.gather(str(item), 4, (person + item) % 4, option, str(person))
        scores = tally.scores()
        counts.hold("PC %", PC.estimate(scores), pc)
        counts.hold("CIR %", CIR.estimate(scores), cir)
    return counts


def parts_right(random: Any, people: int, items: int, design: Design) -> tuple[Any, Any, Any]:
    """For items of two to six sub-questions: which are answered correctly by each person, which
    exist, and which are counterfactual (30 %, harder by 0.8 logits)."""
    import numpy

    most = 6
    ease = design.effect * random.standard_normal((items, 1))
    ease = ease + design.effect * random.standard_normal((items, most))
    there = numpy.arange(most) < random.integers(2, most + 1, (items, 1))
    changed = random.random((items, most)) < 0.3
    skill = design.effect * random.standard_normal((people, 1, 1)) if design.people else 0.0
    right = random.random((people, items, most)) < chance(
        design.centre + skill + ease - 0.8 * changed
    )
    return right & there, there, changed & there


def parts_truth(random: Any, design: Design) -> tuple[float, float]:
    """The true gap, and the true difference for counterfactual sub-questions, over very many people
    with different items."""
    right, there, changed = parts_right(random, 1, 500_000, Design(0, 0, 0.0, design.centre))
    if design.effect:
        samples = [parts_right(random, 1, 500, design) for _ in range(1000)]
        right = [each[0][0] for each in samples]
        there, changed = ([each[place] for each in samples] for place in (1, 2))
        import numpy

        right, there, changed = map(numpy.concatenate, (right, there, changed))
    else:
        right = right[0]
    whole = (right.sum(axis=1) == there.sum(axis=1)).mean()
    other = there & ~changed
    apart = right[changed].mean() - right[other].mean()
    return float(right.sum() / there.sum() - whole), float(apart)


def of_parts(random: Any, design: Design, repetitions: int) -> Counts:
    """Differences within a model (no people) or within people."""
    import numpy

    gap, apart = parts_truth(random, design)
    counts = Counts(repetitions)
    mark = frozenset({"by_edit"})
    for _ in range(repetitions):
        right, there, changed = parts_right(random, max(1, design.people), design.items, design)
        who, which, part = numpy.nonzero(numpy.broadcast_to(there, right.shape))
        answers = SubQuestions(
            [
                SubAnswer(
                    f"{item}#{person}" if design.people else str(item),
                    str(question),
                    bool(right[person, item, question]),
                    mark if changed[item, question] else frozenset(),
                )
                for person, item, question in zip(
                    who.tolist(), which.tolist(), part.tolist(), strict=True
                )
            ]
        )
        counts.hold("gap %", GAP.estimate(answers), gap)
        if changed.any():
            counts.hold("Δ %", BY_EDIT.estimate(answers), apart)
    return counts


HARDER: Sequence[tuple[str, Design]] = (
    ("8 × 60, high", Design(8, 60, 0.5, HIGH_CENTRE)),
    ("30 × 60, high", Design(30, 60, 0.5, HIGH_CENTRE)),
    ("200 × 24, high", Design(200, 24, 0.5, HIGH_CENTRE)),
    ("8 × 60, half answered", Design(8, 60, 0.5, answered_share=0.5)),
    ("20 × 40, unequal shares answered", Design(20, 40, 1.0, answered_share=0.5, uneven=True)),
    ("12 × 60, 12 clusters", Design(12, 60, 1.0, clusters=12)),
    ("12 × 60, 20 clusters of 1 to 5", Design(12, 60, 1.0, clusters=20, uneven=True)),
)
MODEL_DESIGNS: Sequence[tuple[str, Design]] = (
    *(
        (f"a model, {items} items, {name}, {effect:g} logit", Design(0, items, effect, centre))
        for items in (8, 20, 60)
        for name, centre in (("two in three", CENTRE), ("high", HIGH_CENTRE))
        for effect in (0.0, 1.0)
    ),
    ("6 people, 20 items, two in three, 1 logit", Design(6, 20, 1.0)),
    ("20 people, 12 items, high, 0.5 logit", Design(20, 12, 0.5, HIGH_CENTRE)),
)
FEW_CLUSTER_DESIGNS = [
    Design(people, items, 0.5, centre)
    for people, items in ((0, 4), (0, 8), (0, 11), (20, 3), (20, 4), (20, 8), (20, 11), (100, 8))
    for centre in (CENTRE, 2.5)
]
SMALL_SIZES = [
    *((people, items) for people in (2, 3, 4, 8) for items in (10, 24, 60, 120)),
    *((people, items) for people in (30, 200) for items in (10, 24, 60)),
]
FIGURES = ((4, 60), (8, 120), (30, 60))


@dataclass(frozen=True)
class Row:
    """A row of a table."""

    name: str
    make: Callable[[Any, int], Counts | Spans]
    """Runs the design, given a random generator and the number of repetitions."""


@dataclass(frozen=True)
class Table:
    """Designs with the same measurements."""

    head: str
    rows: Sequence[Row]


def answered(name: str, design: Design) -> Row:
    """A row for answers of people."""
    return Row(name, lambda random, n: of_people(random, design, n))


def from_templates(effect: float) -> Row:
    """A row for a model on items from templates."""
    name = f"{TEMPLATES} × {ANSWERS_PER_ITEM}, {effect:g} logit"
    return Row(name, lambda random, n: of_templates(random, effect, n))


def other_figures(people: int, items: int, effect: float) -> Row:
    """A row for F1, PC and CIR of people."""

    def make(random: Any, n: int) -> Counts:
        counts = of_labels(random, people, items, effect, n)
        counts.covering |= of_mutants(random, people, items, effect, n).covering
        return counts

    return Row(Design(people, items, effect).name, make)


def within(name: str, design: Design) -> Row:
    """A row for differences within one respondent."""
    return Row(name, lambda random, n: of_parts(random, design, n))


def few(design: Design) -> Row:
    """A row for means of F1 over few items."""
    who = f"{design.people} people" if design.people else "a model"
    name = f"{who}, {design.items} items, {expected(design.centre, 0.5):.0%} right"
    return Row(name, lambda random, n: of_few(random, design, n))


def small(people: int, items: int) -> Row:
    """A row for few people or few items."""
    return Row(f"{people} × {items}", lambda random, n: of_small(random, people, items, n))


PLAIN_DESIGNS = [Design(*size, effect) for size in DESIGNS for effect in EFFECTS]
TABLES = (
    Table("people × items", [answered(each.name, each) for each in PLAIN_DESIGNS]),
    Table("harder", [answered(*each) for each in HARDER]),
    Table("templates × items", [from_templates(effect) for effect in EFFECTS]),
    Table(
        "people × items, other figures",
        [other_figures(*size, effect) for size in FIGURES for effect in EFFECTS],
    ),
    Table("within one respondent", [within(*each) for each in MODEL_DESIGNS]),
    Table("few items", [few(each) for each in FEW_CLUSTER_DESIGNS]),
    Table("people × items, few or skewed", [small(*size) for size in SMALL_SIZES]),
)


def main(scale: Scale = Scale.FULL, seed: int = SEED) -> None:
    """Print all tables, and the rows that missed a target."""
    whole = scale.pick(1500, 90, 2)
    missed: list[str] = []
    for number in range(len(TABLES)):
        missed += show(number, whole, seed)
    if scale is Scale.FULL:
        print(f"missed: {'; '.join(missed) or 'none'}")


def show(
    number: int, repetitions: int, seed: int, numbers: Sequence[int] | None = None
) -> list[str]:
    """Print a table, or some of its rows, each with its own random seed; returns the rows that
    missed a target."""
    import numpy

    design = TABLES[number]
    rows = [
        (row.name, row.make(numpy.random.default_rng([seed, number, place]), repetitions))
        for place, row in enumerate(design.rows)
        if numbers is None or place in numbers
    ]
    first = rows[0][1]
    print(f"{repetitions:,} repetitions of each row\n")
    names = [design.head, *first.columns]
    print(table(names, [[name, *counts.cells()] for name, counts in rows]) + "\n", flush=True)
    return [name for name, counts in rows if counts.missed()]


def piece() -> None:
    """Run only some rows of a table, with the same figures as in a complete run."""
    parser = ArgumentParser(prog="python -m benchmarks.coverage", description=piece.__doc__)
    parser.add_argument("table", type=int, choices=range(len(TABLES)))
    parser.add_argument("row", type=int, nargs="*", help="from 0; all without one")
    parser.add_argument("--repetitions", type=int, default=1500)
    options = parser.parse_args()
    missed = show(options.table, options.repetitions, SEED, options.row or None)
    print(f"missed: {'; '.join(missed) or 'none'}")


if __name__ == "__main__":
    piece()
