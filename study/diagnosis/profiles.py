"""One respondent's profile: what is right, what is misread, and what fits together.

Owns extracting it from the document of a diagnosis. The terminal owns its wording.
"""

from dataclasses import dataclass
from typing import Any

from study.diagnosis.rates import FEW_ANSWERS, Rate
from study.diagnosis.second_engine import EngineCounts, counted


@dataclass(frozen=True)
class Misread:
    """One wrong answer to a question, with the number of times it was given."""

    item: str
    question: str
    answer: str
    combinations: tuple[tuple[str, ...], ...]
    """The smallest combinations that make it right; none: no misreading does, or it is
    undecided."""
    times: int
    """How often the respondent gave it."""
    engine_results: tuple[str, ...] | None
    """Z3's result for each combination (`study.diagnosis.second_engine.standing`); None where Z3
    was not used."""
    contradicted: int
    """Number of combinations that Z3 contradicts, which are omitted: an engine is wrong."""


@dataclass(frozen=True)
class ConflictingAnswers:
    """Answers to one text that do not fit together, or do not fit the text."""

    item: str
    answers: int
    against_text: bool
    """Whether they fit together, but the text does not allow it."""
    withdrawals: tuple[tuple[tuple[str, str], ...], ...]
    """The smallest sets to give up: questions with their answers."""

    @property
    def largest_part(self) -> int:
        """Number of answers in the largest consistent part."""
        return self.answers - len(self.withdrawals[0])


@dataclass(frozen=True)
class Profile:
    """All results about one respondent."""

    name: str
    group: str
    answers: int
    decided: int
    right: int
    """Number of decided answers that are right under the questions as written."""
    largest_part: int
    """Number of decided answers that are right under the one reading that makes most of them
    right."""
    readings: tuple[tuple[str, ...], ...]
    """The smallest such readings."""
    texts: int
    """Number of texts with several answers that can be compared."""
    consistent: int
    """Number of texts whose answers fit together."""
    conflicts: tuple[ConflictingAnswers, ...]
    """Texts for which some answers must be given up."""
    rates: dict[str, tuple[Rate, dict[str, Rate]]]
    """Misreading to the respondent's rate, and those of the groups that have one."""
    wrong: tuple[Misread, ...]

    @property
    def checked(self) -> EngineCounts | None:
        """Z3's results for the reported combinations; None where Z3 was not used."""
        if any(misread.engine_results is None for misread in self.wrong):
            return None
        return counted(
            (standing for misread in self.wrong for standing in misread.engine_results or ()),
            sum(misread.contradicted for misread in self.wrong),
        )

    @property
    def too_few(self) -> bool:
        """Whether there are too few answers for rates of misreadings."""
        return self.decided < FEW_ANSWERS


def profile_of(document: dict[str, Any], name: str) -> Profile | None:
    """The profile of a respondent in the document of recorded answers; None where the name is
    unknown."""
    group = next((r["group"] for r in document["respondents"] if r["respondent"] == name), None)
    if group is None:
        return None
    own_group = document["groups"][group]
    entry = own_group["consistency"]["respondents"][name]
    texts = [
        text
        for text in document["texts"]
        if text["respondent"] == name and text["together"] is not None
    ]
    rates = {}
    for misreading, rate in own_group["respondents"][name].items():
        if rate is not None:
            groups = {
                other: Rate(**group_fields["rates"][misreading])
                for other, group_fields in document["groups"].items()
                if group_fields["rates"].get(misreading) is not None
            }
            rates[misreading] = (Rate(**rate), groups)
    wrong = tuple(
        Misread(
            row["item"],
            row["question"],
            row["answer"],
            tuple(tuple(names) for names in row["combinations"]),
            row["times"][row["respondents"].index(name)],
            None if row["checked"] is None else tuple(row["checked"]),
            len(row["contradicted"]),
        )
        for row in document["given"]
        if name in row["respondents"] and row["right"] is False
    )
    answers = next(r["answers"] for r in document["respondents"] if r["respondent"] == name)
    return Profile(
        name,
        group,
        answers,
        entry["answers"],
        entry["right"],
        entry["largest_part"],
        tuple(tuple(names) for names in entry["readings"]),
        len(texts),
        sum(text["together"]["consistent"] for text in texts),
        tuple(filter(None, map(_apart, texts))),
        rates,
        wrong,
    )


def _apart(text: dict[str, Any]) -> ConflictingAnswers | None:
    against_text = text["together"]["consistent"]
    repairs = text["with_text"] if against_text else text["together"]
    if repairs is None or repairs["consistent"] or not repairs["give_up"]:
        return None
    withdrawals = tuple(
        tuple((entry["question"], entry["answer"]) for entry in way) for way in repairs["give_up"]
    )
    return ConflictingAnswers(text["item"], len(text["answers"]), against_text, withdrawals)
