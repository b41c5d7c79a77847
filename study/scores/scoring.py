"""Answer and gold to a score, by kind.

Owns what counts as right, and who decided it. Order never matters; a question in parts is right
only if all its parts are. A free answer is settled by comparison where the gold allows it
(`free_answers`), else by a judge model, and a person's grade holds over both; what none of them
decides is left ungraded: nothing is guessed. Averages over scores are in `metrics`.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from items.answers import Answer, TextAnswer
from items.kinds.registry import form_of_answer
from items.models import Question
from study.scores.free_answers import settled
from study.statistics.sub_questions import Decider

Why = Literal[
    "graded",
    "matched",
    "judged",
    "by a person",
    "no answer",
    "no gold",
    "ungraded",
    "not recorded",
]
"""`graded`: an answer of a kind with a form of its own, against the gold; of free answers,
`matched`: settled by comparison; `judged`: by a judge model. `by a person` holds over all. `no
answer`: it was asked and nothing counts; `not recorded`: the record does not say what became of
it."""
WHY: tuple[Why, ...] = get_args(Why)
FREE: tuple[Why, ...] = ("by a person", "judged", "matched")
"""What decides free answers; of the parts of a question the first of these names the whole."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was said of an answer by somebody who read it."""

    right: bool
    by_person: bool
    """A person's grade, not a judge model's verdict."""


class Score(NamedTuple):
    """Whether an answer is right; None where that cannot be told."""

    right: bool | None
    why: Why

    @property
    def ruling(self) -> Ruling | None:
        """What decided, where that was somebody who read the answer."""
        if self.right is None or self.why not in ("judged", "by a person"):
            return None
        return Ruling(self.right, by_person=self.why == "by a person")


def score(answer: Answer | None, question: Question) -> Score:
    """The score of an answer to a question part (or to a question without parts)."""
    gold = question.gold
    if gold is None:
        return Score(None, "no gold")
    if answer is None:
        return Score(False, "no answer")
    if isinstance(answer, TextAnswer):
        match = settled(answer, question)
        return Score(None, "ungraded") if match is None else Score(match.right, "matched")
    if isinstance(gold, TextAnswer):
        return Score(None, "ungraded")
    return Score(form_of_answer(gold).equal(answer, gold), "graded")


def ruled(scored: Score, ruling: Ruling | None) -> Score:
    """A score with what was said of the answer: a person's grade holds over everything, a judge
    model's verdict only where no comparison settled it. Without a gold there is no score."""
    if ruling is None or scored.why == "no gold":
        return scored
    if ruling.by_person:
        return Score(ruling.right, "by a person")
    return Score(ruling.right, "judged") if scored.why == "ungraded" else scored


def decider(scored: Score) -> Decider:
    """Who decided: a judge model, a person, or else a comparison with the gold."""
    if scored.why == "judged" or scored.why == "by a person":
        return scored.why
    return "matched"


def score_question(
    answers: Mapping[str, Answer],
    question: Question,
    rulings: Mapping[str, Ruling] | None = None,
) -> Score:
    """The score of a whole question from its parts' answers and rulings, by part id."""
    return combined(score_parts(answers, question, rulings).values())


def score_parts(
    answers: Mapping[str, Answer],
    question: Question,
    rulings: Mapping[str, Ruling] | None = None,
    *,
    whole: bool = True,
    unread: Container[str] = (),
) -> dict[str, Score]:
    """The score of every part of a question, by part id. Nobody rules over an answer not given.
    Where the answers are not the `whole` of what was given, a part without one counts as not
    recorded, and not as wrong, unless it is among those whose answers could not be read."""
    ruling_of = rulings or {}
    scores: dict[str, Score] = {}
    for leaf in question.leaves:
        answer = answers.get(leaf.id)
        if answer is None and not whole and leaf.id not in unread:
            scores[leaf.id] = Score(None, "not recorded")
            continue
        leaf_score = score(answer, leaf)
        scores[leaf.id] = (
            leaf_score if answer is None else ruled(leaf_score, ruling_of.get(leaf.id))
        )
    return scores


def combined(scores: Iterable[Score]) -> Score:
    """Right only if all are; wrong as soon as one is; else not known, for good if a part is not
    recorded. Of right ones, who decided is whoever stands first in `FREE`."""
    listed = tuple(scores)
    for leaf_score in listed:
        if leaf_score.right is False:
            return leaf_score
    unknown = [leaf_score for leaf_score in listed if leaf_score.right is None]
    if unknown:
        return next((each for each in unknown if each.why == "not recorded"), unknown[0])
    if not listed:
        return Score(None, "no gold")
    whys = {leaf_score.why for leaf_score in listed}
    return Score(True, next((why for why in FREE if why in whys), "graded"))
