"""Single features that give an answer away, in words, with their strength.

Owns the search over single features: the score of a reader that knew only this feature, and how far
the labels of its carriers differ from those of all questions (Kullback-Leibler divergence).
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from items.audit.features import Row
from items.audit.nearest_sentence import place_marks
from items.audit.readers import Views
from items.audit.single_words import end_marks, word_marks
from items.audit.texts import words_of

MIN_QUESTIONS = 20
"""Fewest questions that must have a feature, and lack it."""
MAX_GIVEAWAYS = 8
_LEVEL = 0.001
"""Probability that a feature is listed by chance, shared among all features tried."""


@dataclass(frozen=True, slots=True)
class GiveAway:
    """One feature and the answer it indicates."""

    feature: str
    """In words, such as `“not” occurs in the question`."""
    answer: str
    """The label that is more likely with it; `right` or `wrong` for an option."""
    questions: int
    """Number of questions (options) with the feature."""
    share: float
    """Share of that answer among them."""
    base: float
    """Share of that answer in total."""
    divergence: float
    """KL divergence of the labels given the feature from all labels, in bits."""
    information: float
    """Mutual information of the feature and the label, in bits."""

    def sentence(self) -> str:
        """The finding as a sentence."""
        of = "options" if self.answer in ("right", "wrong") else "questions"
        return (
            f"{self.feature}: {self.answer} in {100 * self.share:.0f} % of {self.questions} {of}"
            f" (of all: {100 * self.base:.0f} %), KL {self.divergence:.2f} bits"
        )


def giveaways(views: Views, limit: int = MAX_GIVEAWAYS) -> list[GiveAway]:
    """The features that say most about the answer, beyond chance (chi-square, corrected for the
    number tried); the most informative first."""
    from scipy.stats import chi2

    group = views.group
    if group.choice:
        labels: list[int] = []
        carriers: dict[str, set[int]] = {}
        for question, rows, places in zip(group.questions, views.rows, views.places, strict=True):
            for place, (row, near) in enumerate(zip(rows, places, strict=True)):
                line = len(labels)
                labels.append(int(place == question.gold))
                text = question.leaf.options[place].text
                for name in _marks(row, near, text, "the option"):
                    carriers.setdefault(name, set()).add(line)
        names: Sequence[str] = ("wrong", "right")
    else:
        labels = [question.gold for question in group.questions]
        carriers = {}
        for line, (question, (row,), (near,)) in enumerate(
            zip(group.questions, views.rows, views.places, strict=True)
        ):
            for name in dict.fromkeys(
                (
                    *_marks(row, near, question.leaf.text, "the question"),
                    *word_marks(question.item.text, "the text"),
                )
            ):
                carriers.setdefault(name, set()).add(line)
        names = group.labels
    total = Counter(labels)
    tried = [
        n
        for n, lines in carriers.items()
        if MIN_QUESTIONS <= len(lines) <= len(labels) - MIN_QUESTIONS
    ]
    if not tried or len(total) < 2:
        return []
    critical = float(chi2.isf(_LEVEL / len(tried), len(total) - 1))
    clues = []
    for name in tried:
        inside = Counter(labels[line] for line in carriers[name])
        number = len(carriers[name])
        information = _information(inside, number, total, len(labels))
        # 2 n ln2 times the mutual information is the likelihood-ratio chi-square.
        if 2 * len(labels) * math.log(2) * information < critical:
            continue
        best = max(total, key=lambda label: inside[label] / number - total[label] / len(labels))
        clues.append(
            GiveAway(
                name,
                names[best],
                number,
                inside[best] / number,
                total[best] / len(labels),
                _divergence(inside, number, total, len(labels)),
                information,
            )
        )
    clues.sort(key=lambda clue: -clue.information)
    return _different(clues)[:limit]


def _different(give_aways: Iterable[GiveAway]) -> list[GiveAway]:
    """The findings without those that have the same number of carriers and the same share as an
    earlier one."""
    distinct: dict[tuple[str, int, float], GiveAway] = {}
    for give_away in give_aways:
        distinct.setdefault(
            (give_away.answer, give_away.questions, round(give_away.share, 9)), give_away
        )
    return list(distinct.values())


def _marks(row: Row, place_row: Row, text: str, text_name: str) -> Iterable[str]:
    """True statements about a text and its rows. Each occurs once, in a fixed order, so that every
    run keeps the same one of two equivalent statements."""
    marks: list[str] = []
    for name, value in row.items():
        if name.startswith(("form of", "most ")):
            marks.append(name)
        elif name.endswith("against the other options"):
            if value > 0:
                marks.append(f"more {name}")
        elif value == int(value) and 0 <= value <= 3:
            marks.append(f"{name}: {int(value)}")
        elif value > 3:
            marks.append(f"{name}: more than 3")
    words = words_of(text)
    marks.extend(f"“{word}” occurs in {text_name}" for word in words)
    marks.extend(f"“{a} {b}” occurs in {text_name}" for a, b in pairwise(words))
    marks.extend(end_marks(text, text_name))
    marks.extend(place_marks(place_row, text_name))
    return dict.fromkeys(marks)


def _divergence(
    inside_counts: Counter[int], number: int, total: Counter[int], total_number: int
) -> float:
    return sum(
        count / number * math.log2(count / number / (total[label] / total_number))
        for label, count in inside_counts.items()
        if count
    )


def _information(
    inside_counts: Counter[int], number: int, total: Counter[int], total_number: int
) -> float:
    outside = Counter({label: total[label] - inside_counts[label] for label in total})
    with_it = _divergence(inside_counts, number, total, total_number)
    divergence_without = (
        _divergence(outside, total_number - number, total, total_number)
        if total_number > number
        else 0.0
    )
    return (
        number / total_number * with_it
        + (total_number - number) / total_number * divergence_without
    )
