"""A logistic model of answers with crossed effects of respondents and items.

Owns the model and the quantities derived from it. The logit of a right answer is a mean, of the
respondent's kind (people, models), plus the respondent's ability minus the item's difficulty;
abilities and difficulties are normal, each with its own standard deviation. With random items this
is the Rasch model (De Boeck 2008, "Random item IRT models", Psychometrika 73), and its item effects
are the difficulties of item response theory, in logits.

The model is fitted by statsmodels' `BinomialBayesMixedGLM`, with variational Bayes. Priors are
weak: standard deviations of about 1 logit, within a factor of e, and means within a few logits of
0. statsmodels is imported when the first model is fitted. docs/decisions explains this choice.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.errors import OutsideError

MAX_ANSWERS = 40_000
"""Maximum number of answers to fit; more would take minutes."""
MIN_LEVELS = 3
"""Minimum number of respondents, and of items, for a standard deviation."""
_SPREAD_OF_LOG_SD, _SPREAD_OF_MEANS = 1.0, 2.0
"""Standard deviations of the priors."""


@dataclass(frozen=True, slots=True)
class CrossedModel:
    """The model's estimates, in logits, without intervals: variational Bayes overstates their
    precision by far. For simulated answers of 20 people to 40 items, its 95 % intervals covered the
    true mean in 48 % of 40 cases, the standard deviation of people in 85 % and of items in 78 %."""

    answers: int
    means: Mapping[str, float]
    """By kind of respondent: the logit for a respondent with ability 0 on an item with difficulty
    0."""
    sd_respondents: float
    """Standard deviation of abilities."""
    sd_items: float
    """Standard deviation of difficulties."""
    ability: Mapping[Hashable, float]
    """Relative to the kind; higher is better."""
    difficulty: Mapping[Hashable, float]
    """Higher is harder."""


def available() -> bool:
    """Whether the package that fits the model is installed."""
    from importlib.util import find_spec

    return find_spec("statsmodels") is not None


def crossed_logistic(
    right: Sequence[int],
    respondents: Sequence[Hashable],
    items: Sequence[Hashable],
    kinds: Sequence[str],
) -> CrossedModel | None:
    """The model of answers: 1 or 0, the respondent, the item, and the kind of the respondent.

    None where there are fewer than three respondents or items, too many answers to fit, or all
    answers are right, or wrong. Raises OutsideError where statsmodels is not installed.
    """
    who, item_levels = list(dict.fromkeys(respondents)), list(dict.fromkeys(items))
    few = min(len(who), len(item_levels)) < MIN_LEVELS
    if few or len(right) > MAX_ANSWERS or len(set(right)) < 2:
        return None
    if not available():
        raise OutsideError(
            "statsmodels is not installed", "the mixed model needs countermodel[stats]"
        )
    import numpy
    from scipy.sparse import csr_matrix, hstack

    names = list(dict.fromkeys(kinds))
    rows = numpy.arange(len(right))
    intercept = numpy.ones(len(right))

    def columns(values: Sequence[Hashable], levels: Sequence[Hashable]) -> Any:
        place = {level: number for number, level in enumerate(levels)}
        return csr_matrix((intercept, (rows, [place[value] for value in values])))

    fixed = columns(kinds, names).toarray()
    effects = csr_matrix(hstack([columns(respondents, who), columns(items, item_levels)]))
    owner: Any = numpy.repeat([0, 1], [len(who), len(item_levels)])
    fitted = _fitted(numpy.asarray(right, dtype=float), fixed, effects, owner)
    of_people, of_items = (float(numpy.exp(mean)) for mean in fitted.vcp_mean)
    effects_of_each = [float(effect) for effect in fitted.vc_mean]
    return CrossedModel(
        len(right),
        {name: float(mean) for name, mean in zip(names, fitted.fe_mean, strict=True)},
        of_people,
        of_items,
        dict(zip(who, effects_of_each, strict=False)),
        dict(zip(item_levels, (-effect for effect in effects_of_each[len(who) :]), strict=True)),
    )


def _fitted(right: Any, fixed_effects: Any, random_effects: Any, owner: Any) -> Any:
    """Deterministic: the search begins at a fixed point."""
    import warnings

    import numpy
    from statsmodels.genmod.bayes_mixed_glm import BinomialBayesMixedGLM

    model = BinomialBayesMixedGLM(
        right, fixed_effects, random_effects, owner, vcp_p=_SPREAD_OF_LOG_SD, fe_p=_SPREAD_OF_MEANS
    )
    number = fixed_effects.shape[1] + 2 + random_effects.shape[1]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return model.fit_vb(mean=numpy.zeros(number), sd=numpy.full(number, 0.5))
