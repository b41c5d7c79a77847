"""The tables that set models and people side by side: which there are, and when.

Owns the list; a table without a row, or with nothing to compare, is left out. Rows are
`circular`'s, `truth`'s, `whole`'s, `times`', `judges`' and `difficulty`'s.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sessions.background import Background
from sessions.database import Database
from sessions.figures import Solving
from sessions.models.sheets import without_collecting
from sessions.report import circular, difficulty, judges, times, truth, whole
from sessions.report.difficulty import Group
from sessions.report.respondents import Compared, Models, People, Respondent, compared
from sessions.report.rows import Rows
from sessions.report.truth_counts import by_setting

Named = tuple[str, Rows]


def comparing_tables(
    db: Database,
    people: People,
    models: Models,
    solving: Solving,
    *,
    all_items: bool,
    side_by_side: bool = False,
    groups: Sequence[Group] | None = None,
) -> tuple[str, tuple[Named, ...]]:
    """A hash over the items, and the tables, over everything models answered, or over the items of
    these people's studies alone (`all_items`: which of the two the models were read for). Where no
    model answered and people gave no answers to every mutant, those on difficulty only: the
    studies' own tables say all the rest then. `side_by_side`: some are made in another process;
    `groups`: the models', as `difficulty.grouped` gives them, where that is done already."""
    with without_collecting():
        found = compared(people, models)
        groups = difficulty.grouped(models.respondents) if groups is None else groups
        groups = (*groups, *difficulty.grouped(people.respondents))
        several = any(one.kind == "model" or one.circular.complete for one in found.respondents)
        with _made(found.respondents if several else (), elsewhere=side_by_side) as made:
            before = list(_answers(found.respondents)) if several else []
            after = [
                *(_judges(db, found, all_items) if several else ()),
                *_difficulty(db, groups, solving),
            ]
            named = (*before, *made(), *after)
        tables = tuple(
            (name, replace(rows, excluded=dict(found.excluded) | dict(rows.excluded)))
            for name, rows in named
            if rows.rows or (rows.n and rows.notes)
        )
    return found.version, tables


@contextmanager
def _made(
    respondents: Sequence[Respondent], *, elsewhere: bool
) -> Iterator[Callable[[], Sequence[Named]]]:
    """Tables that are made in another process meanwhile, or here once they are asked for."""
    if not elsewhere:
        yield lambda: _other_tables(respondents)
        return
    with Background(respondents) as other:
        made = other.submit(_other_tables)
        yield lambda: _other_tables(respondents) if (there := made()) is None else there


def _judges(db: Database, found: Compared, all_items: bool) -> Iterator[Named]:
    items = None if all_items else {key for one in found.respondents for key in one.items}
    yield "agreement of judges", _filled(judges.agreement(db, items))


def _difficulty(db: Database, groups: Sequence[Group], solving: Solving) -> Iterator[Named]:
    if groups:
        hard = difficulty.hardness(db, groups, solving)
        yield "difficulty", _filled(difficulty.by_class(groups, hard))
        yield "difficulty, rank correlations", _filled(difficulty.by_rank(groups, hard))


def _answers(respondents: Sequence[Respondent]) -> Iterator[Named]:
    yield "accuracy of models and people", circular.by_respondent(respondents)
    yield "response times", _filled(times.response_times(respondents))
    if any(len(one.sheet.choices) for one in respondents):
        choices = circular.scored(respondents)
        yield "multiple choice", circular.by_question_type(choices)
        yield "multiple choice over runs", _filled(circular.over_the_runs(choices))


def _other_tables(respondents: Sequence[Respondent]) -> tuple[Named, ...]:
    return tuple(_other_answers(respondents))


def _other_answers(respondents: Sequence[Respondent]) -> Iterator[Named]:
    if any(one.sheet.parts for one in respondents):
        scored = whole.scored(respondents)
        yield "items of several questions", whole.leaderboard(scored)
        yield "sub-questions by query kind", _filled(whole.by_query_kind(scored))
    if any(one.sheet.truths for one in respondents):
        settings = by_setting(respondents)
        yield "truth values by label", truth.by_label(settings)
        yield "truth values by gold", truth.confusion(settings)
        yield "depth and width", _filled(truth.by_depth_and_width(settings))
        yield "distractors", _filled(truth.by_distractors(settings))
        yield "topics", _filled(truth.by_topic(settings))
        yield "domains and levels", _filled(truth.by_domain_and_level(settings))
        raw, corrected = truth.domain_tests(settings)
        yield "domains, p of chi-square", raw
        yield "domains, p corrected", corrected


def _filled(rows: Rows) -> Rows:
    """The same, or nothing at all where there is no row to show."""
    return rows if rows.rows else Rows((), (), 0)
