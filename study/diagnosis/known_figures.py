"""The figures that the literature reports for such answers, under their usual names.

Owns their names and their order. Each figure is computed in its own module.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass

from study.diagnosis.inferences import Inferences
from study.diagnosis.prediction import Prediction
from study.diagnosis.readings import Names
from study.statistics.intervals import Share

INFERENCE_NAMES = {
    "MP": "modus ponens (MP)",
    "MT": "modus tollens (MT)",
    "AC": "affirming the consequent (AC)",
    "DA": "denying the antecedent (DA)",
}
EXCLUSIVE_NAMES = {
    "first": "inclusive or read as xor, first part given",
    "second": "inclusive or read as xor, second part given",
}
SYLLOGISTIC_NAMES: Mapping[Names, str] = {
    (): "classical logic without existential import",
    ("existential-import",): "classical logic",
    ("biconditional",): "all converted",
}
"""Names for single misreadings, made everywhere, where every task is a syllogism."""


@dataclass(frozen=True, slots=True)
class KnownFigure:
    """One row: a share of answers or persons, between 0 and 1."""

    figure: str
    value: float | None
    """None without data."""
    successes: int | None = None
    """None where an answer may count fractionally."""
    n: int | None = None
    low: float | None = None
    high: float | None = None
    """The ends of the 95 % interval, where answers are counted as independent."""


def known_figures(
    inferences: Inferences,
    prediction: Prediction,
    readings: Iterable[tuple[Names, float | None]],
    theories: Mapping[str, float | None],
    *,
    syllogisms: bool,
) -> list[KnownFigure]:
    """The figures for which these answers have data. `readings` has the share of answers that are
    right under single misreadings; `syllogisms` says whether every task is one."""
    figures = [
        *_counted(INFERENCE_NAMES, inferences.shares),
        *_both_fallacies(inferences),
        *_counted(EXCLUSIVE_NAMES, inferences.exclusive),
        KnownFigure("the others' most frequent answer, held out", prediction.most_frequent),
    ]
    if syllogisms:
        shares = dict(readings)
        figures += [
            KnownFigure(name, shares.get(names)) for names, name in SYLLOGISTIC_NAMES.items()
        ]
    figures += [KnownFigure(f"theory {name}", share) for name, share in theories.items()]
    return [figure for figure in figures if figure.value is not None]


def figures_json(figures: Sequence[KnownFigure]) -> list[dict[str, str | float | None]]:
    """The rows for machines."""
    return [asdict(figure) for figure in figures]


def _counted(names: Mapping[str, str], shares: Mapping[str, Share | None]) -> Iterable[KnownFigure]:
    for key, name in names.items():
        share = shares[key]
        if share is not None:
            yield KnownFigure(name, share.value, share.successes, share.n, share.low, share.high)


def _both_fallacies(inferences: Inferences) -> Iterable[KnownFigure]:
    if inferences.asked_either:
        share = inferences.both_fallacies / inferences.asked_either
        yield KnownFigure(
            "persons who make AC and DA", share, inferences.both_fallacies, inferences.asked_either
        )
