"""Methods for intervals of people's accuracy, for new people and new items, on the same draws.

Every person answers every item; logits of people are normal, those of items are drawn as in
`benchmarks.coverage`. All methods except the bootstraps compute their interval from the same mean
squares, with the end points of the program (`ends`: Wilson's or those on the logit scale, whichever
is wider). Owns the methods that the program does not use, and designs on which they differ.
`benchmarks.coverage` measures the program itself; its two methods, Satterthwaite's and, for few,
Banerjee's, are copied here for many draws at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.coverage import EVEN, FIFTH, TAIL, centres_of, chance, drawn
from benchmarks.timing import Scale, table

SEED = 20261128
NORMAL = 1.959963984540054
RESAMPLES = 400
"""Number of bootstrap resamples."""
TINY = 1e-30


@dataclass(frozen=True)
class Squares:
    """Mean squares of many simulated experiments: arrays with one number per experiment."""

    answers: Any
    """Experiments × people × items."""
    share: Any
    of_people: Any
    """The variance of the share due to people, including single answers."""
    of_items: Any
    answer_variance: Any
    """The variance of the share due to single answers."""
    people: int
    items: int

    @property
    def variance(self) -> Any:
        """The variance of the share: people, items and single answers, none below 0."""
        import numpy

        beyond = numpy.maximum(self.of_people - self.answer_variance, 0)
        return (
            self.answer_variance + beyond + numpy.maximum(self.of_items - self.answer_variance, 0)
        )


def squares(answers: Any) -> Squares:
    """The mean squares of a two-way table."""
    import numpy

    _, people, items = answers.shape
    share = answers.mean((1, 2))
    means = [answers.mean(2) - share[:, None], answers.mean(1) - share[:, None]]
    of_people, of_items = ((each**2).sum(1) for each in means)
    free = (people - 1) * (items - 1)
    total = ((answers - share[:, None, None]) ** 2).sum((1, 2))
    rest = total - items * of_people - people * of_items
    return Squares(
        answers,
        share,
        of_people / (people - 1) / people,
        of_items / (items - 1) / items,
        numpy.maximum(rest, 0) / free / people / items,
        people,
        items,
    )


def t(freedom: Any) -> Any:
    """Student's quantile at 95 %."""
    from scipy.special import stdtrit

    return stdtrit(freedom, 0.975)


def ends(sums: Squares, variance: Any, reach: Any) -> tuple[Any, Any]:
    """The program's end points for a variance and a quantile."""
    import numpy

    share, spread = sums.share, sums.share * (1 - sums.share)
    there = (spread > 0) & (variance > TINY)
    safe_variance = numpy.where(there, variance, 1.0)
    worth = numpy.minimum(spread / safe_variance, sums.people * sums.items)
    worth = numpy.where(there, worth, min(sums.people, sums.items))
    reach = numpy.where(spread > 0, reach, NORMAL)
    weight = 1 + reach**2 / worth
    centre = (share + reach**2 / (2 * worth)) / weight
    half = reach / weight * numpy.sqrt(spread / worth + (reach / (2 * worth)) ** 2)
    low, high = centre - half, centre + half
    safe = numpy.where(there, share, 0.5)
    logit, out = (
        numpy.log(safe / (1 - safe)),
        reach * numpy.sqrt(safe_variance) / (safe * (1 - safe)),
    )
    low = numpy.where(there, numpy.minimum(low, chance(numpy.maximum(logit - out, -700))), low)
    high = numpy.where(there, numpy.maximum(high, chance(numpy.minimum(logit + out, 700))), high)
    low = numpy.where(share <= 0, 0.0, numpy.maximum(low, 0.0))
    return low, numpy.where(share >= 1, 1.0, numpy.minimum(high, 1.0))


def satterthwaite(sums: Squares, _random: Any, *, all_sources: bool = False) -> tuple[Any, Any]:
    """Satterthwaite's degrees of freedom, from the sources with positive variance; from all with
    `all_sources`."""
    import numpy

    uncertain = sums.answer_variance**2 / ((sums.people - 1) * (sums.items - 1))
    for source, n in ((sums.of_people, sums.people), (sums.of_items, sums.items)):
        uncertain = uncertain + source**2 / (n - 1) * (
            all_sources | (source > sums.answer_variance)
        )
    variance = sums.variance
    total = variance
    if all_sources:
        total = numpy.maximum(
            sums.of_people + sums.of_items - sums.answer_variance, sums.answer_variance
        )
    freedom = total**2 / numpy.maximum(uncertain, TINY**2)
    freedom = numpy.clip(freedom, 1, sums.people * sums.items)
    return ends(sums, variance, t(freedom))


def nothing_left_out(sums: Squares, random: Any) -> tuple[Any, Any]:
    """The same, with the degrees of freedom of all sources."""
    return satterthwaite(sums, random, all_sources=True)


def added(sums: Squares, _random: Any) -> tuple[Any, Any]:
    """The sum of both sources, which counts single answers twice; Satterthwaite."""
    import numpy

    variance = sums.of_people + sums.of_items
    uncertain = sums.of_people**2 / (sums.people - 1) + sums.of_items**2 / (sums.items - 1)
    freedom = variance**2 / numpy.maximum(uncertain, TINY**2)
    return ends(sums, variance, t(numpy.maximum(freedom, 1)))


def fewest(sums: Squares, _random: Any, *, jackknife: bool = False) -> tuple[Any, Any]:
    """Cameron, Gelbach and Miller: the degrees of freedom of the smaller of people and items."""
    import numpy

    of_people, of_items = sums.of_people, sums.of_items
    if jackknife:
        of_people = of_people * sums.people / (sums.people - 1)
        of_items = of_items * sums.items / (sums.items - 1)
    variance = of_people + of_items - sums.answer_variance
    variance = numpy.maximum(variance, numpy.maximum(of_people, of_items))
    return ends(sums, variance, t(min(sums.people, sums.items) - 1))


def left_out_in_turn(sums: Squares, random: Any) -> tuple[Any, Any]:
    """A jackknife over people and over items, with the same degrees of freedom."""
    return fewest(sums, random, jackknife=True)


def banerjee(sums: Squares, _random: Any) -> tuple[Any, Any]:
    """Each source with its own t quantile; used by the program."""
    import numpy

    few, many, own, other = sums.of_people, sums.of_items, sums.people, sums.items
    if own > other:
        few, many, own, other = many, few, other, own
    variance = sums.variance
    beyond = numpy.maximum(many - sums.answer_variance, 0)
    reach = t(own - 1) ** 2 * few + t(other - 1) ** 2 * beyond
    reach = reach / numpy.maximum(variance, TINY)
    return ends(sums, variance, numpy.sqrt(numpy.maximum(reach, t(other - 1) ** 2)))


def pivots(sums: Squares, random: Any) -> tuple[Any, Any]:
    """Generalized pivotal quantities of both sources, none below that of single answers."""
    import numpy
    from scipy.special import ndtr

    of_people, of_items = (
        source[:, None] * (n - 1) / random.chisquare(n - 1, (1, 1000))
        for source, n in ((sums.of_people, sums.people), (sums.of_items, sums.items))
    )
    single = sums.answer_variance[:, None]
    spread = numpy.maximum(of_people, single) + numpy.maximum(of_items, single) - single
    spread = numpy.sqrt(numpy.maximum(spread, TINY))
    low, high = numpy.zeros(len(spread)), numpy.full(len(spread), 1e3) * spread.max(1)
    for _ in range(40):
        middle = (low + high) / 2
        out = 2 * ndtr(-middle[:, None] / spread).mean(1) > 0.05
        low, high = numpy.where(out, middle, low), numpy.where(out, high, middle)
    variance = sums.variance
    return ends(sums, variance, high / numpy.sqrt(numpy.maximum(variance, TINY)))


def pigeonhole(sums: Squares, random: Any) -> tuple[Any, Any]:
    """Percentiles of resampled people and items (Owen 2007), stretched by t."""
    import numpy

    people, items = (
        random.multinomial(n, [1 / n] * n, RESAMPLES).astype(numpy.float32)
        for n in (sums.people, sums.items)
    )
    fewer = min(sums.people, sums.items)
    stretch = t(fewer - 1) / NORMAL * (fewer / (fewer - 1)) ** 0.5
    low, high = ends(sums, 0 * sums.share, NORMAL)
    for place, answers in enumerate(sums.answers.astype(numpy.float32)):
        means = ((people @ answers) * items).sum(1) / answers.size
        first, last = numpy.quantile(means, (0.025, 0.975))
        if first < last:
            share = sums.share[place]
            low[place] = max(0.0, share - (share - first) * stretch)
            high[place] = min(1.0, share + (last - share) * stretch)
    return low, high


def bootstrap_t(sums: Squares, random: Any) -> tuple[Any, Any]:
    """Percentiles of t over resampled items, no narrower than Satterthwaite's interval."""
    import numpy

    low, high = satterthwaite(sums, random)
    deviation = numpy.sqrt(sums.variance)
    times = random.multinomial(sums.items, [1 / sums.items] * sums.items, RESAMPLES)
    for place, means in enumerate(sums.answers.mean(1)):
        if means.min() == means.max():
            continue
        centres = times @ means / sums.items
        spread = numpy.maximum(times @ means**2 / sums.items - centres**2, 1e-8)
        scaled = (centres - sums.share[place]) / numpy.sqrt(spread / (sums.items - 1))
        first, last = numpy.quantile(scaled, (0.025, 0.975)) * deviation[place]
        low[place] = max(0.0, min(low[place], sums.share[place] - last))
        high[place] = min(1.0, max(high[place], sums.share[place] - first))
    return low, high


METHODS: dict[str, Callable[[Squares, Any], tuple[Any, Any]]] = {
    "Satterthwaite": satterthwaite,
    "nothing left out": nothing_left_out,
    "both added": added,
    "Cameron et al.": fewest,
    "Banerjee": banerjee,
    "pivots": pivots,
    "jackknife": left_out_in_turn,
    "pigeonhole × t": pigeonhole,
    "bootstrap t": bootstrap_t,
}
DESIGNS = (
    (2, 80, 0.5, EVEN, 0.0),
    (2, 80, 0.5, EVEN, 1.0),
    (2, 80, 0.9, EVEN, 1.0),
    (3, 60, 0.9, EVEN, 1.0),
    (4, 60, 0.5, EVEN, 0.0),
    (8, 120, 0.9, EVEN, 1.0),
    (50, 10, 0.9, TAIL, 1.0),
    (50, 10, 0.9, FIFTH, 1.0),
    (200, 10, 0.9, TAIL, 1.0),
    (200, 24, 0.9, TAIL, 1.0),
    (200, 24, 0.5, EVEN, 0.0),
)
"""People, items, the share of correct answers, the distribution of difficulty, and the effect."""


def row(
    number: int, design: tuple[int, int, float, str, float], repetitions: int
) -> tuple[list[str], list[str]]:
    """For one design, the per cent of intervals of each method that contain the share, and their
    mean width."""
    import numpy

    people, items, share, kind, effect = design
    random = numpy.random.default_rng([SEED, number])
    centre, _ = centres_of(kind, effect, share)
    ease = drawn(random, (repetitions, 1, items), effect, kind)
    skill = effect * random.standard_normal((repetitions, people, 1))
    right = random.random((repetitions, people, items)) < chance(centre + skill + ease)
    sums = squares(right.astype(float))
    covered, wide = [], []
    for method in METHODS.values():
        low, high = method(sums, random)
        covered.append(f"{100 * ((low <= share) & (share <= high)).mean():.1f}")
        wide.append(f"{(high - low).mean():.2f}")
    name = f"{people} × {items}, {share:.0%}, {effect:g} logit, {kind}"
    return [name, *covered], [name, *wide]


def main(scale: Scale = Scale.FULL) -> None:
    """Print the coverage and the mean width of the intervals of each method."""
    repetitions = scale.pick(1000, 200, 3)
    rows = [row(number, design, repetitions) for number, design in enumerate(DESIGNS)]
    names = ["people × items, right, effect, difficulties", *METHODS]
    print(f"{repetitions:,} repetitions of each row; coverage, in per cent\n")
    print(table(names, [covered for covered, _ in rows]) + "\n")
    print("mean width\n")
    print(table(names, [wide for _, wide in rows]))


if __name__ == "__main__":
    main()
