"""Wrong answers to LLMEval-Logic by type (paper E, appendix G), as far as answers reveal it.

Owns the type of a wrong answer. The paper derives its types from reasoning; here an answer is
compared with the gold: a verdict that confuses what holds in some model with what holds in all, a
set of models with missing members, a number that is too low. Errors visible only in reasoning, such
as which evidence was believed, have no type here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from items.answers import (
    Answer,
    CountAnswer,
    ModelsAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
    VerdictAnswer,
)
from items.models import Item, Question
from items.splits.by_edit import SPLIT as BY_EDIT
from items.values import phrases
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Response, Series, Target
from sessions.record.grades import ruling
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.paper_table import Figure, Figures, grid
from sessions.report.papers.published import PrintedTable
from sessions.report.rows import Rows, Unit
from solver.phrases import phrase
from study.scores.scoring import ruled, score

NAME = phrase("error types")
WRONG, SHARE = phrase("wrong answers"), phrase("share of wrong answers")

SOME_AS_ALL: Final = phrase("◇ → □: holds in some model, said to hold in all")
ALL_AS_SOME: Final = phrase("□ → ◇: holds in all models, said not to")
DENIED: Final = phrase("◇ denied: holds in some model, said to hold in none")
INVENTED: Final = phrase("holds in no model, said to hold in some")
MEMBERS_MISSING: Final = phrase("set: some members are missing")
WRONG_MEMBERS: Final = phrase("set: members that do not belong")
EXCHANGED: Final = phrase("set: some missing, and others that do not belong")
TOO_LOW: Final = phrase("number too low")
TOO_HIGH: Final = phrase("number too high")
UNIQUE: Final = phrase("unique solution: another verdict")
SOLUTION: Final = phrase("unique solution: another solution")
OPPOSITE: Final = phrase("yes and no exchanged")
TRUTH: Final = phrase("another truth value")
NO_READABLE_ANSWER: Final = phrase("no readable answer")
OTHER_TYPE: Final = phrase("of a type that the answer does not show")
VERDICTS: Mapping[tuple[str, str], str] = {
    ("unnecessary", "necessary"): SOME_AS_ALL,
    ("necessary", "unnecessary"): ALL_AS_SOME,
    ("possible", "impossible"): DENIED,
    ("impossible", "possible"): INVENTED,
}
"""By gold and answer."""
NOTE = phrase(
    "types as far as the answer shows them, compared with the gold; free "
    "answers that are a number, a yes or no or a set of numbers are "
    "treated in the same way; counterfactual: by the split by edit"
)

UNSETTLED_NOTE = phrase(
    "no shares if free answers of the setting are unsettled, because some of them may be wrong; "
    "the column unsettled gives their number"
)

WITHOUT_ROW = phrase("unsettled free answers of settings without a wrong answer")


def error_type(answer: Answer | None, gold: Answer) -> str:
    """The type of mistake of a wrong answer."""
    match gold, answer:
        case _, None:
            return NO_READABLE_ANSWER
        case VerdictAnswer(word=gold_word), VerdictAnswer(word=words):
            return VERDICTS.get((gold_word, words), OTHER_TYPE)
        case ModelsAnswer(models=models), ModelsAnswer(models=other):
            return _of_sets(models, other)
        case SetAnswer(members=members), SetAnswer(members=others):
            return _of_sets(members, others)
        case CountAnswer(count=number), CountAnswer(count=answered):
            return _of_numbers(number, answered)
        case UniqueAnswer(verdict=verdict), UniqueAnswer(verdict=another):
            return SOLUTION if verdict == another else UNIQUE
        case TruthAnswer(), TruthAnswer():
            return TRUTH
        case TextAnswer(text=gold_text), TextAnswer(text=words):
            return _of_texts(gold_text, words)
        case _:
            return OTHER_TYPE


def _of_sets(gold: frozenset[object], answer: frozenset[object]) -> str:
    lacking, further = gold - answer, answer - gold
    if lacking and further:
        return EXCHANGED
    if lacking:
        return MEMBERS_MISSING
    return WRONG_MEMBERS if further else OTHER_TYPE


def _of_numbers(gold: int, answer: int) -> str:
    if answer == gold:
        return OTHER_TYPE
    return TOO_LOW if answer < gold else TOO_HIGH


def _of_texts(gold: str, text: str) -> str:
    """The type for free answers that consist only of such a value."""
    if not text.strip():
        return NO_READABLE_ANSWER
    numbers = phrases.number(gold), phrases.number(text)
    if numbers[0] is not None and numbers[1] is not None:
        return _of_numbers(int(numbers[0]), int(numbers[1]))
    verdicts = phrases.yes_no(gold), phrases.yes_no(text)
    if None not in verdicts and verdicts[0] != verdicts[1]:
        return OPPOSITE
    named = _named(gold), _named(text)
    if named[0] is not None and named[1] is not None:
        return _of_sets(named[0], named[1])
    return OTHER_TYPE


def _named(text: str) -> frozenset[object] | None:
    """The members of a set of numbered names; None where the text is not one."""
    if phrases.empty_set(text):
        return frozenset()
    members = phrases.numbered_set(text)
    return None if members is None else frozenset(members)


def table(record: PaperRecord, paper_table: PrintedTable, subset_of: Callable[[Item], str]) -> Rows:
    """Every type of every model's wrong answers, on Base and on Hard, all runs together."""
    items = {key: item for key, item in record.items.items() if subset_of(item)}
    narrowed = record.restricted_to(lambda item: bool(subset_of(item)))
    names = {
        (run.name, run.setting, language): (model.model, model.setting)
        for model in narrowed.models
        for run in model.runs
        for language in model.languages
    }
    counts: dict[tuple[str, str, str], Counter[str]] = {}
    edited: dict[tuple[str, str, str], Counter[str]] = {}
    unsettled: Counter[tuple[str, str, str]] = Counter()
    marked = {key: BY_EDIT.counterfactual(item) for key, item in items.items()}
    for response, leaf, settled in _not_right(record, items) if items else ():
        item = items[response.target.item_hash]
        assert leaf.gold is not None
        series = response.series
        model, setting = names[series.model, series.setting, item.language]
        key = model, setting, subset_of(item).title()
        if not settled:
            unsettled[key] += 1
            continue
        name = error_type(response.answer, leaf.gold)
        counts.setdefault(key, Counter())[name] += 1
        edited.setdefault(key, Counter())[name] += leaf.id in marked[item.content_hash]
    places = {series: place for place, series in enumerate(dict.fromkeys(names.values()))}
    ours: Figures = {}
    for key in sorted(counts, key=lambda key: (places[key[0], key[1]], key[2])):
        types = counts[key]
        for name, number in types.most_common():
            row: dict[str, Figure] = {WRONG: number}
            row[SHARE] = None if unsettled[key] else number / types.total()
            row["counterfactual"] = edited[key][name]
            if any(unsettled[other] for other in counts):
                row["unsettled"] = unsettled[key]
                # Some of these may be right, or wrong in this or another way.
                upper = types.total() + unsettled[key]
                ends = (number / upper, (number + unsettled[key]) / upper)
                row[f"{SHARE} at least"] = ends[0] if unsettled[key] else None
                row[f"{SHARE} at most"] = ends[1] if unsettled[key] else None
            ours[*key, name] = row
    units: dict[str, Unit] = dict.fromkeys((WRONG, "counterfactual", "unsettled"), "count")
    n = sum(types.total() for types in counts.values())
    notes = (NOTE, UNSETTLED_NOTE) if unsettled else (NOTE,)
    without_row = sum(number for key, number in unsettled.items() if key not in counts)
    return grid(paper_table, ours, n, units=units, excluded={WITHOUT_ROW: without_row}, notes=notes)


def _not_right(
    record: PaperRecord, items: Mapping[str, Item]
) -> Iterator[tuple[Response, Question, bool]]:
    """The answers that count and are wrong or unsettled, each with its question and whether it is
    settled: of several answers to a question the last unrotated one."""
    db = record.data.db
    judgements_of: dict[bytes, list[Judgement]] = {}
    for judgement in judgements.read(db):
        judgements_of.setdefault(judgement.response, []).append(judgement)
    last: dict[tuple[Series, Target], Response] = {}
    for response in responses.read(db):
        counts = response.target.item_hash in items and response.mutant == 0
        if counts and response.status != "failed":
            last[response.series, response.target] = response
    leaves = {(key, leaf.id): leaf for key, item in items.items() for leaf in item.leaves}
    for response in last.values():
        leaf = leaves.get((response.target.item_hash, response.target.part))
        if leaf is None:
            continue
        outcome = ruled(score(response.answer, leaf), ruling(judgements_of.get(response.id, ())))
        if not outcome.right and leaf.gold is not None:
            yield response, leaf, outcome.right is False
