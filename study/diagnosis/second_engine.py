"""The second engine's results for the reported combinations.

Owns the numbers and the sentences. The readings ask the engine, and `time_allowance` limits its
time.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

from items.misreadings.misreading import BELIEF
from solver.phrases import phrase, plural
from study.diagnosis.readings import Explanation, Names


@dataclass(frozen=True, slots=True)
class EngineCounts:
    """Z3's results for the combinations under which wrong answers would be right, each counted once
    for every different answer that it explains."""

    confirmed: int = 0
    """Z3 finds the answer right too."""
    contradicted: int = 0
    """Z3 finds it wrong: an engine errs. The combination is neither reported nor counted
    elsewhere."""
    without_formula: int = 0
    """Answers of common sense, which no engine can check."""
    undecided: int = 0
    """Z3 gave up, or there were too many worlds to count."""
    not_asked: int = 0
    """The time for all of them was over."""

    @property
    def not_contradicted(self) -> int:
        """Number of reported combinations: all but the contradicted."""
        return self.confirmed + self.without_formula + self.undecided + self.not_asked

    def document(self) -> dict[str, int]:
        """The numbers, for machines."""
        return asdict(self)


CONFIRMED, WITHOUT_FORMULA, UNDECIDED, NOT_ASKED = (
    "confirmed",
    "without formula",
    "undecided",
    "not asked",
)


def standing(explanation: Explanation, names: Names) -> str:
    """Z3's result for one of the reported combinations."""
    if names in explanation.confirmed:
        return CONFIRMED
    if BELIEF in names:
        return WITHOUT_FORMULA
    return NOT_ASKED if names in explanation.not_asked else UNDECIDED


def counted(standings: Iterable[str], contradicted: int) -> EngineCounts:
    """Z3's results for the reported combinations, and the number of contradicted ones."""
    numbers = Counter(standings)
    return EngineCounts(
        numbers[CONFIRMED],
        contradicted,
        numbers[WITHOUT_FORMULA],
        numbers[UNDECIDED],
        numbers[NOT_ASKED],
    )


def checked(explanations: Iterable[Explanation]) -> EngineCounts:
    """Z3's results for everything that explains wrong answers."""
    listed = list(explanations)
    return counted(
        (
            standing(explanation, names)
            for explanation in listed
            for names in explanation.combinations
            if names
        ),
        sum(len(explanation.contradicted) for explanation in listed),
    )


def sentences(counts: EngineCounts) -> Iterator[str]:
    """Sentences about the results, starting with errors of an engine."""
    if counts.contradicted:
        yield plural(
            "ENGINE ERROR: Z3 contradicts {n} combination that the exact engine "
            "finds; it is left out of all counts",
            "ENGINE ERROR: Z3 contradicts {n} combinations that the exact engine "
            "finds; they are left out of all counts",
            n=counts.contradicted,
        )
    if not counts.not_contradicted:
        return
    yield phrase(
        "checked by both engines: {n} of {told} combinations, each counted once for every "
        "different answer that it explains",
        n=counts.confirmed,
        told=counts.not_contradicted,
    )
    if counts.without_formula:
        yield phrase(
            "{n} of them: answers of common sense, which no engine can check",
            n=counts.without_formula,
        )
    if counts.undecided:
        yield phrase("{n} of them: not decided by Z3", n=counts.undecided)
    if counts.not_asked:
        yield phrase(
            "{n} of them: not checked by Z3 in the available time; the next run continues there",
            n=counts.not_asked,
        )
