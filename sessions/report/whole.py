"""The comparing tables of items with several questions: LLMEval-Logic's leaderboard.

Owns their rows. Formulas are `study.statistics.multi`'s.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sessions.report.respondents import WHO, Respondent, benchmark, bounds
from sessions.report.rows import Cell, Column, Row, Rows
from study.statistics.multi import DECIDERS, MultiQuestion, SubAnswer, multi_question

BENCHMARK = Column("benchmark", "text")
NOTE = (
    "Item Accuracy: every sub-question right, with a Wilson interval; Sub-Q Accuracy with a "
    "bootstrap interval by item; gap is Sub-Q minus Item; of people, an item counts once a person"
)
JUDGED_NOTE = (
    "matched: the answer was compared with the gold; judged: a judge model decided; by a person: a "
    "person graded it"
)


@dataclass(frozen=True)
class Scored:
    """One respondent's scores on one benchmark."""

    benchmark: str
    respondent: Respondent
    parts: tuple[SubAnswer, ...]
    scores: MultiQuestion


def leaderboard(scored: Sequence[Scored]) -> Rows:
    """Item and Sub-Q Accuracy by benchmark (LLMEval-Logic, section 3, table 1), baseline against
    counterfactual (appendix F.1); matched, judged and graded by a person told apart."""
    columns = (
        BENCHMARK,
        *WHO,
        Column("items"),
        *_score("Item Accuracy"),
        Column("sub-questions"),
        *_score("Sub-Q Accuracy"),
        Column("gap", "share"),
        *_score("baseline"),
        *_score("counterfactual"),
        *(Column(f"{who}{what}") for who in DECIDERS for what in ("", " right")),
    )
    rows: list[Row] = []
    total = ungraded = undecided = 0
    for each in scored:
        name, one, parts, scores = each.benchmark, each.respondent, each.parts, each.scores
        total += scores.sub_questions
        ungraded += scores.ungraded
        undecided += scores.undecided_items
        graded = [part for part in parts if part.right is not None]
        decided: list[Cell] = []
        for who in DECIDERS:
            rights = [part.right for part in graded if part.decider == who]
            decided += (len(rights), sum(map(bool, rights)))
        whole = scores.item_accuracy
        rows.append(
            (
                name,
                *one.names,
                whole.n if whole else 0,
                *bounds(whole),
                scores.sub_questions,
                *bounds(scores.sub_accuracy),
                scores.gap,
                *bounds(scores.baseline),
                *bounds(scores.counterfactual),
                *decided,
            )
        )
    excluded = {
        "sub-questions nobody graded": ungraded,
        "items with an ungraded sub-question and none wrong": undecided,
    }
    # Within a benchmark the best stand first.
    place = columns.index(Column("Item Accuracy", "share"))
    rows.sort(key=lambda row: (str(row[0]), -float(row[place] or 0)))
    return Rows(columns, tuple(rows), total, excluded, (NOTE, JUDGED_NOTE))


def by_query_kind(scored: Sequence[Scored]) -> Rows:
    """Sub-Q Accuracy by query kind (LLMEval-Logic, appendix F.1, table 6)."""
    columns = (
        BENCHMARK,
        *WHO,
        Column("query kind", "text"),
        Column("sub-questions"),
        *(Column(who) for who in DECIDERS),
        *_score("Sub-Q Accuracy"),
    )
    rows: list[Row] = []
    total = unknown = ungraded = 0
    for each in scored:
        name, one, parts, scores = each.benchmark, each.respondent, each.parts, each.scores
        ungraded += scores.ungraded
        unknown += sum(not part.kind and part.right is not None for part in parts)
        for kind, share in scores.kinds.items():
            these = [part for part in parts if part.kind == kind and part.right is not None]
            total += len(these)
            counts = Counter(part.decider for part in these)
            decided = (counts[who] for who in DECIDERS)
            rows.append((name, *one.names, kind, len(these), *decided, *bounds(share)))
    excluded = {
        "sub-questions of no known kind": unknown,
        "sub-questions nobody graded": ungraded,
    }
    return Rows(columns, tuple(rows), total, excluded, (NOTE, JUDGED_NOTE))


def _score(name: str) -> tuple[Column, ...]:
    return (
        Column(name, "share"),
        Column(f"{name} low", "share"),
        Column(f"{name} high", "share"),
    )


def scored(respondents: Sequence[Respondent]) -> tuple[Scored, ...]:
    """Every respondent's scores on every benchmark of which some items have several questions."""
    found: list[Scored] = []
    names: dict[str, str] = {}
    for one in respondents:
        groups: dict[str, list[SubAnswer]] = {}
        for part in one.sheet.parts:
            name = names.get(part.item)
            if name is None:
                name = names[part.item] = benchmark(one.item(part.item))
            groups.setdefault(name, []).append(part)
        found += [
            Scored(name, one, tuple(parts), multi_question(parts)) for name, parts in groups.items()
        ]
    return tuple(found)
