"""From answer and gold to a score, by kind.

Owns what counts as right, and who decided it. Order never matters; a question with parts is right
only if all its parts are. A free answer is settled by comparison where the gold allows it
(`free_answers`), else by a judge model, and a person's grade overrides both; what none of them
decides stays ungraded, without any guess. `metrics` owns averages over scores.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from items.answers import Answer, TextAnswer
from items.kinds.registry import form_of_answer
from items.models import Question
from study.scores.free_answers import settled
from study.statistics.sub_questions import Decider

ScoreReason = Literal[
    "graded",
    "matched",
    "judged",
    "by a person",
    "no answer",
    "no gold",
    "ungraded",
    "not recorded",
]
"""`graded`: an answer compared with the gold by its answer form. For free answers, `matched`:
settled by comparison; `judged`: by a judge model; `by a person` overrides all. `no answer`: the
question was asked and no answer counts; `not recorded`: the record does not say what happened."""
SCORE_REASONS: tuple[ScoreReason, ...] = get_args(ScoreReason)
FREE_DECIDERS: tuple[ScoreReason, ...] = ("by a person", "judged", "matched")
"""What decides free answers; for a question with parts, the first of these names the whole."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reader's verdict on an answer."""

    right: bool
    by_person: bool
    """True for a person's grade, False for a judge model's verdict."""


class Score(NamedTuple):
    """Whether an answer is right; None where that is unknown."""

    right: bool | None
    why: ScoreReason


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


def ruled(score: Score, ruling: Ruling | None) -> Score:
    """A score after a reader's ruling: a person's grade overrides everything, a judge model's
    verdict counts only where no comparison settled the answer. Without a gold answer there is no
    score."""
    if ruling is None or score.why == "no gold":
        return score
    if ruling.by_person:
        return Score(ruling.right, "by a person")
    return Score(ruling.right, "judged") if score.why == "ungraded" else score


def decider(score: Score) -> Decider:
    """Who decided: a judge model, a person, or otherwise a comparison with the gold."""
    if score.why == "judged" or score.why == "by a person":
        return score.why
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
    complete: bool = True,
    unread: Container[str] = (),
) -> dict[str, Score]:
    """The score of every part of a question, by part id. There is no ruling on a missing answer.
    Where the answers are not a `complete` record, a part without one counts as not recorded, rather
    than wrong, unless it is among the `unread` parts."""
    ruling_of = rulings or {}
    scores: dict[str, Score] = {}
    for leaf in question.leaves:
        answer = answers.get(leaf.id)
        if answer is None and not complete and leaf.id not in unread:
            scores[leaf.id] = Score(None, "not recorded")
            continue
        leaf_score = score(answer, leaf)
        scores[leaf.id] = (
            leaf_score if answer is None else ruled(leaf_score, ruling_of.get(leaf.id))
        )
    return scores


def combined(scores: Iterable[Score]) -> Score:
    """Right only if all are; wrong as soon as one is; otherwise unknown, permanently if a part is
    not recorded. If right, the decider that comes first in `FREE_DECIDERS` is named."""
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
    return Score(True, next((why for why in FREE_DECIDERS if why in whys), "graded"))
